// The table without network: the same stages as the server's pages, from what was typed here.
// Points and the declarer of Round Two are not known on this side, and not worked out.
window.TableOffline = (() => {
  "use strict";

  const template = document.getElementById("offline");
  const words = template ? template.content && template.dataset : {};
  const seats = ["N", "E", "S", "W"];
  let shown = null; // { at, state } while this view is on the screen

  const seatWord = (seat) => words[seat.toLowerCase()];
  const speaker = (hand, place) => seats[(seats.indexOf(hand.dealer) + Number(place)) % 4];
  const say = (pattern, ...parts) => parts.reduce((text, part) => text.replace(/%[str]/, part), pattern);

  // What was typed, in words: no more than its fields say.
  const inWords = (form, fields) => (fields.passes ? spoken(form, fields) : labelled(form, fields));

  // These answers say of themselves what they are.
  const plain = ["denomination", "doubling", "goal"];

  // "Level: 4, Spades, Declarer: Ann Adams (North)", as the form calls them.
  function labelled(form, fields) {
    const text = (element) => element.firstChild.textContent.trim();
    const parts = Object.keys(fields).map((name) => {
      const input = form.querySelector(`select[name=${name}], input[name=${name}]:checked`);
      if (input.type === "checkbox") return input.closest("label").textContent.trim();
      if (plain.includes(name)) return input.closest("label").textContent.trim();
      if (input.type === "radio") return `${text(input.closest("fieldset").querySelector("legend"))}: ${input.closest("label").textContent.trim()}`;
      return `${text(form.querySelector(`label[for="${input.id}"]`))}: ${input.selectedOptions[0].text}`;
    });
    return parts.join(", ") + ".";
  }

  function spoken(form, fields) {
    const label = (name) => {
      const input = form.querySelector(`[name=${name}][value="${fields[name]}"]`);
      const face = input.closest("label").querySelector(".ask-small") || input.closest("label");
      return face.textContent.trim();
    };
    const who = fields.passes === "4" ? [words.passed, label("declaration")]
      : [say(words.play, form.querySelector(`[data-speaker="${fields.passes}"]`).textContent.trim())];
    return [...who, label("trump"), say(words.tricks, fields.tricks)].join(", ") + ".";
  }

  // How each hand stands: as the server last said, and with what waits here on top of it.
  async function handsOf(state) {
    const queue = (await window.TableSend.waiting()).filter((item) => item.at === state.at);
    const hands = [...state.hands];
    // A game that goes on by itself: the next hand is there as soon as the one before is in.
    const typedLast = state.grows && queue.reduce((last, item) => Math.max(last, item.hand), 0);
    while (typedLast && hands.length <= typedLast) {
      hands.push({ number: hands.length + 1, board: null, dealer: "", version: 0, state: "open", asks_strengths: true });
    }
    return hands.map((hand) => {
      const own = queue.filter((item) => item.hand === hand.number);
      const typed = [...own].reverse().find((item) => item.kind === "enter");
      const answer = own.length && own[own.length - 1].kind !== "enter" ? own[own.length - 1] : null;
      return { ...hand, typed, answer, last: own[own.length - 1] };
    });
  }

  function standing(hand) {
    if (hand.answer) return words.agreed;
    if (hand.typed) return words.typed;
    return hand.state === "open" ? words.open : words.in;
  }

  // `change`: the number of a hand that is to be typed again.
  async function show(at, change) {
    const state = await window.TableStore.table(at);
    if (!template || !state) return false;
    const hands = await handsOf(state);
    const again = hands.find((hand) => hand.number === change);
    const asked = again ? null
      : state.confirms && hands.find((hand) => hand.typed && !hand.answer);
    const open = hands.find((hand) => !hand.typed && hand.state === "open");
    const hand = again || asked || (state.enters && open) || null;
    const stage = asked ? "agree" : hand ? "enter" : "done";
    draw(state, hands, hand, stage);
    shown = { at, stage };
    return true;
  }

  function draw(state, hands, hand, stage) {
    const main = document.getElementById("content");
    for (const old of [...main.children]) if (old.id !== "queue") old.remove();
    main.append(template.content.cloneNode(true));
    for (const form of main.querySelectorAll("form[data-game]")) if (form.dataset.game !== state.game) form.remove();
    main.querySelector("[data-calls] form").dataset.at = state.at;
    for (const part of main.querySelectorAll("[data-stage]")) part.hidden = part.dataset.stage !== stage;
    heading(state, hand);
    strip(main.querySelector("[data-strip]"), state, hands, hand);
    if (stage === "enter") fillForm(main.querySelector("form[data-stage]"), state, hand);
    if (stage === "agree") fillAgree(main.querySelector("[data-stage=agree]"), state, hand);
  }

  function heading(state, hand) {
    document.querySelector(".phone-bar h1").textContent = say(words.table, state.table, state.round);
    const line = document.querySelector(".phone-hand");
    if (!line) return;
    line.textContent = "";
    const parts = hand ? [
      hand.board ? say(words.board, hand.board) : say(words.hand, hand.number),
      ...(hand.dealer ? [say(words.dealer, seatWord(hand.dealer))] : []),
    ] : [];
    for (const part of parts) {
      const element = document.createElement("span");
      element.textContent = part;
      line.append(element, " ");
    }
  }

  function strip(nav, state, hands, current) {
    for (const hand of hands) {
      const free = hand.typed && state.enters;
      const cell = document.createElement(free ? "button" : "span");
      cell.className = "strip-hand";
      if (current && hand.number === current.number) cell.setAttribute("aria-current", "step");
      cell.append(`${hand.number}: ${standing(hand)}`);
      if (free) cell.addEventListener("click", () => show(state.at, hand.number));
      nav.append(cell);
    }
  }

  function fillForm(form, state, hand) {
    for (const strong of form.querySelectorAll("[data-speaker]")) {
      const seat = speaker(hand, strong.dataset.speaker);
      strong.textContent = seatWord(seat);
      form.querySelector(`[data-name="${strong.dataset.speaker}"]`).textContent = state.names[seat] || "";
      const label = form.querySelector(`label[for$="_strength_${seats[strong.dataset.speaker]}"]`);
      if (label) rename(form, label, strong.dataset.speaker, seat);
    }
    for (const known of form.querySelectorAll("[data-strengths], [data-known]")) {
      if (!hand.asks_strengths) known.remove();
    }
    for (const name of state.leaves_out) {
      for (const field of form.querySelectorAll(`[name=${name}]`)) field.closest(".field").remove();
    }
    for (const input of form.querySelectorAll("input[name=declarer]")) {
      const name = state.names[input.value], face = input.closest("label").querySelector(".choice-face");
      face.textContent = name ? `${name} (${seatWord(input.value)})` : seatWord(input.value);
    }
    form.querySelector("[data-send-words]").textContent = say(words.send, hand.number);
    Object.assign(form.dataset, {
      queue: "enter", at: state.at, hand: hand.number, version: hand.version,
      follows: hand.last && hand.last.tried ? hand.last.id : "",
    });
    window.TablePage.prepare(form, hand.typed && hand.typed.fields);
  }

  // The blank form's seats stand in order from North; here they stand in order from the dealer.
  function rename(form, label, place, seat) {
    const input = document.getElementById(label.htmlFor);
    label.textContent = seatWord(seat);
    input.dataset.field = `strength_${seat}`;
  }

  function fillAgree(section, state, hand) {
    section.querySelector("[data-words]").textContent = hand.typed.words;
    section.querySelector("[data-change-words]").textContent = say(words.change, hand.number);
    for (const button of section.querySelectorAll("[data-again]")) {
      button.addEventListener("click", () => show(state.at, hand.number));
    }
    section.querySelector("[data-accept]").addEventListener("click", async () => {
      await window.TableStore.put({
        id: window.TableSend.newId(), at: state.at, hand: hand.number, kind: "accept",
        version: hand.version, fields: hand.typed.fields, words: hand.typed.words,
      });
      await window.TablePage.settle(state.at);
    });
  }

  function openCalls() {
    const calls = document.querySelector("[data-calls]");
    calls.open = true;
    calls.scrollIntoView();
    calls.querySelector("summary").focus();
  }

  return { show, inWords, openCalls, isShown: () => shown !== null, stage: () => shown && shown.stage };
})();

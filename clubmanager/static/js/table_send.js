// Delivers the queue in its order, once each: every item has an id of its own, made on this device,
// so an item that arrived although its answer was lost is only answered again.
window.TableSend = (() => {
  "use strict";

  const store = window.TableStore;
  const bar = document.getElementById("queue");
  const AT_ONCE = 20, TIMEOUT = 10000, AGAIN = 5000;
  let running = null;

  // A random UUID. crypto.randomUUID exists only on HTTPS and in newer browsers.
  function newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  function csrf() {
    const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
    const input = document.querySelector("[name=csrfmiddlewaretoken]");
    return cookie ? cookie.slice("csrftoken=".length) : input ? input.value : "";
  }

  async function post(items) {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), TIMEOUT);
    try {
      const response = await fetch(bar.dataset.send, {
        method: "POST", credentials: "same-origin", signal: giveUp.signal,
        headers: { "Content-Type": "application/json", "X-CSRFToken": csrf() },
        body: JSON.stringify({ items }),
      });
      return response.ok ? (await response.json()).results : null;
    } catch (error) {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  const waiting = async () => (await store.all()).filter((item) => !item.note);

  function body(item) {
    const { id, at, hand, kind, version, fields, follows } = item;
    return { id, at, hand, kind, version, fields, follows };
  }

  // Resolves to the answers by id; an item without an answer has not arrived.
  async function deliver() {
    const answers = new Map();
    for (;;) {
      const items = (await waiting()).filter((item) => !answers.has(item.id)).slice(0, AT_ONCE);
      if (!items.length) return answers;
      // From now on it may have arrived, so it is no longer replaced by what is typed later.
      for (const item of items) if (!item.tried) await store.put({ ...item, tried: true });
      const results = await post(items.map(body));
      if (!results) return answers;
      for (const result of results) {
        answers.set(result.id, result);
        const item = items.find((one) => one.id === result.id);
        if (item) await settle(item, result);
      }
    }
  }

  // What was refused or waits for the director stays here until somebody has read it.
  async function settle(item, result) {
    if (result.status === "later") return;
    if (result.status === "stored") await store.remove(item.seq);
    else await store.put({ ...item, tried: true, note: result });
  }

  function flush() {
    running = running || deliver().finally(() => { running = null; show(); });
    return running;
  }

  async function show() {
    const all = await store.all();
    const unsent = all.filter((item) => !item.note), calls = unsent.some((item) => item.kind === "call");
    const hands = new Set(unsent.filter((item) => item.kind !== "call").map((item) => `${item.at}/${item.hand}`));
    const lasting = await store.isLasting();
    const safe = lasting && window.isSecureContext && "serviceWorker" in navigator;
    const notes = all.filter((item) => item.note);
    bar.textContent = "";
    bar.hidden = !all.length;
    if (calls) bar.append(strong(bar.dataset.call), " ");
    if (hands.size) {
      bar.append(strong(hands.size === 1 ? bar.dataset.one : bar.dataset.many.replace("%s", hands.size)));
    }
    if (unsent.length) bar.append(` ${bar.dataset.waits} ${safe ? "" : bar.dataset.open}`);
    if (notes.length) bar.append(noteList(notes));
  }

  function strong(text) {
    const element = document.createElement("strong");
    element.textContent = text;
    return element;
  }

  function noteList(notes) {
    const list = document.createElement("ul");
    list.className = "queue-notes";
    for (const item of notes) {
      const row = document.createElement("li");
      const said = item.kind === "call" ? bar.dataset.uncalled
        : item.note.status === "held" ? bar.dataset.held : bar.dataset.refused;
      row.append(strong(said.replace("%s", item.hand)), ` ${item.words || ""} ${item.note.message} `);
      const button = document.createElement("button");
      button.className = "button";
      button.textContent = bar.dataset.seen;
      button.addEventListener("click", () => store.remove(item.seq).then(show));
      row.append(button);
      list.append(row);
    }
    return list;
  }

  async function tick() {
    if (!(await waiting()).length) return;
    await flush();
    if (!(await waiting()).length) document.dispatchEvent(new Event("table-sent"));
  }
  window.addEventListener("online", tick);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) tick(); });
  setInterval(tick, AGAIN);
  show().then(tick);

  return { newId, flush, show, waiting };
})();

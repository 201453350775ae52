// A table's phone. The pages work without this file; with it they go on when the network goes.
window.TablePage = (() => {
  "use strict";

  const { TableStore: store, TableSend: sender, TableOffline: offline } = window;
  const own = /\/t\/at\/(\d+)\//.exec(location.pathname);
  const at = own ? Number(own[1]) : null;
  const NEWS = 8000;

  // ---- what has been ticked and not sent yet comes back after a reload ----
  const draftName = (form) => `draft ${form.dataset.at}/${form.dataset.hand}/${form.dataset.version}`;

  function saveDraft(form) {
    try { sessionStorage.setItem(draftName(form), JSON.stringify(fieldsOf(form))); } catch (error) { /* full */ }
  }

  function readDraft(form) {
    try { return JSON.parse(sessionStorage.getItem(draftName(form))); } catch (error) { return null; }
  }

  function dropDraft(form) {
    try { sessionStorage.removeItem(draftName(form)); } catch (error) { /* none */ }
  }

  // ---- one hand's form ----
  function fieldsOf(form) {
    const fields = {};
    for (const input of form.querySelectorAll("input, select")) {
      const name = input.dataset.field || input.name;
      if (["csrfmiddlewaretoken", "client_id", "version"].includes(name)) continue;
      if (/^(radio|checkbox)$/.test(input.type) && !input.checked) continue;
      if (input.value !== "") fields[name] = input.value;
    }
    return fields;
  }

  function fill(form, fields) {
    for (const input of form.querySelectorAll("input, select")) {
      const name = input.dataset.field || input.name;
      if (input.type === "hidden") continue;
      if (input.type === "checkbox") input.checked = name in fields;
      else if (input.type === "radio") input.checked = input.value === (fields[name] || "");
      else if (name in fields) input.value = fields[name];
    }
  }

  // Ten or Seven are asked for only where all four passed; `:has` does it in newer browsers.
  function foldRoundTwo(form) {
    const part = form.querySelector("[data-round-two]");
    const passed = form.querySelector('[name=passes][value="4"]');
    if (part) part.hidden = !passed.checked;
  }

  function prepare(form, fields) {
    const draft = readDraft(form);
    if (draft || fields) fill(form, draft || fields);
    foldRoundTwo(form);
    form.addEventListener("input", () => { foldRoundTwo(form); saveDraft(form); });
  }

  const isBegun = () => {
    const form = document.querySelector("form[data-queue=enter]");
    if (form) return Boolean(readDraft(form));
    return Boolean(document.querySelector('#entry :checked:not([value=""])'));
  };

  // The first question without an answer, in the words of the form; empty if there is none.
  // data-unless names the box that makes the question needless.
  function missing(form) {
    for (const ask of form.querySelectorAll("[data-missing]")) {
      const needless = ask.dataset.unless && form.querySelector(`[name=${ask.dataset.unless}]:checked`);
      if (!needless && !ask.closest("[hidden]") && !ask.querySelector(":checked")) return ask.dataset.missing;
    }
    return "";
  }

  function complain(form, message) {
    const problem = form.querySelector("[data-problem]");
    problem.textContent = message;
    problem.hidden = false;
    problem.scrollIntoView({ block: "nearest" });
  }

  // ---- sending ----
  // What has certainly not left this device is replaced by what is typed now.
  async function replaceUnsent(item) {
    const earlier = (await sender.waiting()).filter((one) => one.at === item.at && one.hand === item.hand);
    for (const one of earlier) if (!one.tried) await store.remove(one.seq);
    const left = earlier.filter((one) => one.tried);
    if (left.length) item.follows = left[left.length - 1].id;
  }

  async function sendHand(form) {
    const problem = missing(form);
    if (problem) { complain(form, problem); return; }
    const fields = fieldsOf(form);
    if ("passes" in fields && fields.passes !== "4") {
      for (const name of Object.keys(fields)) if (/^(strength_|declar)/.test(name)) delete fields[name];
    }
    const item = {
      id: sender.newId(), kind: "enter", ...place(form), fields, words: offline.inWords(form, fields),
    };
    if (form.dataset.follows) item.follows = form.dataset.follows;
    await replaceUnsent(item);
    await deliver(item, form);
  }

  const place = (form) => ({
    at: Number(form.dataset.at), hand: Number(form.dataset.hand), version: Number(form.dataset.version),
  });

  async function sendAnswer(form, button) {
    const kind = button && button.value === "no" ? "refuse" : "accept";
    await deliver({ id: sender.newId(), kind, ...place(form) }, form);
  }

  async function sendCall(form, button) {
    const fields = { reason: button ? button.value : "" };
    await deliver({ id: sender.newId(), kind: "call", at: Number(form.dataset.at), hand: 0, version: 0, fields }, form);
  }

  async function deliver(item, form) {
    await store.put(item);
    const answer = (await sender.flush()).get(item.id);
    if (answer && answer.status === "refused") {
      const noted = (await store.all()).find((one) => one.id === item.id);
      if (noted) await store.remove(noted.seq);
      await sender.show();
      if (form.querySelector("[data-problem]")) { complain(form, answer.message); return; }
    }
    if (answer && answer.status === "held") await readHere(item);
    dropDraft(form);
    await settle(item.at, answer);
  }

  // The page of the table itself says which hands wait for the director.
  async function readHere(item) {
    const noted = (await store.all()).find((one) => one.id === item.id);
    if (noted) await store.remove(noted.seq);
  }

  // With everything in, the server says how it stands; else the page without network does.
  async function settle(table, answer) {
    await sender.flush();
    const left = (await sender.waiting()).length;
    if (!left && (answer || (await isThere()))) { location.assign(`/t/at/${table}/`); return; }
    await offline.show(table);
    await sender.show();
  }

  async function isThere() {
    const box = document.getElementById("news");
    try {
      const response = await fetch(box ? box.dataset.news : `/t/at/${at}/news/`, { cache: "no-store" });
      return response.status < 500;
    } catch (error) {
      return false;
    }
  }

  const send = { enter: sendHand, answer: sendAnswer, call: sendCall };

  // Only one at a time, however often somebody taps.
  let busy = false;
  document.addEventListener("submit", (event) => {
    const form = event.target, kind = form.dataset.queue;
    if (!kind) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (busy) return;
    busy = true;
    send[kind](form, form.pressed).finally(() => { busy = false; });
  }, true);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=accept], button[name=reason]");
    if (button) button.form.pressed = button;
    if (offline.isShown() && event.target.closest(".phone-call")) { event.preventDefault(); offline.openCalls(); }
  }, true);

  // ---- news: another phone asks, the next round, the director; and back from no network ----
  async function news() {
    if (document.hidden || at === null) return;
    if (offline.isShown()) { await comeBack(); return; }
    const box = document.getElementById("news");
    if (!box || busy) return;
    let text;
    try {
      const response = await fetch(box.dataset.news, { cache: "no-store" });
      if (!response.ok) return;
      text = await response.text();
    } catch (error) { return; }
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("news");
    if (!fresh) return;
    const changed = fresh.dataset.stamp !== box.dataset.stamp;
    if (changed && !isBegun()) { location.reload(); return; }
    if (fresh.textContent.trim() !== box.textContent.trim() && !box.contains(document.activeElement)) box.replaceWith(fresh);
  }

  async function comeBack() {
    if (isBegun() || busy || (await sender.waiting()).length) return;
    if (await isThere()) location.assign(`/t/at/${at}/`);
  }

  // ---- start ----
  async function start() {
    const state = document.getElementById("device-state");
    if (state) await store.keepTable(JSON.parse(state.textContent));
    for (const form of document.querySelectorAll("form[data-queue=enter]")) prepare(form);
    if (document.querySelector("[data-retry]") && at !== null) {
      if (await offline.show(at)) await sender.show();
    }
    setInterval(news, NEWS);
    document.addEventListener("visibilitychange", news);
    document.addEventListener("table-sent", news);
    await keepShell();
  }

  async function keepShell() {
    const bar = document.getElementById("queue");
    if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
    try {
      const worker = await navigator.serviceWorker.register(bar.dataset.worker, { scope: "/t/" });
      if (worker.active && navigator.onLine) worker.active.postMessage("keep the shell");
    } catch (error) { /* the page works without it */ }
  }

  return { prepare, settle, start };
})();
window.TablePage.start();

// The lines of the pads are sent one after the other while the next one is being typed. The page
// stays and so does the box, so no key is lost between two pages, however slow the server is.
// Without this file each line is a page of its own.
(() => {
  "use strict";

  const box = document.getElementById("id_line");
  if (!box) return;
  const form = box.form;
  const waits = document.querySelector("[data-waiting]");
  const queue = []; // entered and not answered yet, in their order
  let busy = false;
  let refused = null; // refused while the next line was being typed; comes back into the box
  let correcting = false; // the box holds the refused line, and the queue waits for it

  // A line's answer is this page again: everything but the box is taken from it.
  function take(fresh) {
    for (const part of document.querySelectorAll("[data-part]")) {
      const other = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
      part.replaceChildren(...(other ? other.childNodes : []));
    }
  }

  // Resolves to the line if it is to be looked at again, else to "".
  async function post(line) {
    const fields = new FormData(form);
    fields.set("line", line);
    try {
      const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(fields) });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      const its = fresh.getElementById("id_line");
      if (!its) throw new Error("another page");
      take(fresh);
      if (answer.redirected) history.replaceState(null, "", answer.url);
      return its.getAttribute("value") || "";
    } catch (error) {
      const words = document.createElement("p");
      words.className = "field-errors";
      words.textContent = waits.dataset.failed;
      document.querySelector("[data-part=error]").replaceChildren(words);
      return line;
    }
  }

  async function send() {
    if (busy) return;
    busy = true;
    while (queue.length && !correcting && refused === null) {
      const back = await post(queue[0]);
      queue.shift();
      if (back) { refused = back; if (!box.value) bringBack(); }
      box.toggleAttribute("aria-invalid", Boolean(back));
      show();
    }
    busy = false;
  }

  function bringBack() {
    [box.value, refused, correcting] = [refused, null, true];
    box.setSelectionRange(box.value.length, box.value.length);
  }

  function show() {
    waits.textContent = queue.length ? `${waits.dataset.waiting} ${queue.join(", ")}` : "";
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const line = box.value.trim();
    box.value = "";
    if (window.htmx) window.htmx.trigger(box, "htmx:abort");
    if (line && correcting) queue.unshift(line);
    else if (line) queue.push(line);
    if (line) correcting = false;
    if (refused !== null) bringBack();
    show();
    box.focus();
    send();
  });

  // What is typed with nothing in focus belongs to the box.
  document.addEventListener("keydown", (event) => {
    const plain = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (plain && document.activeElement === document.body) box.focus();
  });
  window.addEventListener("beforeunload", (event) => {
    if (queue.length || refused !== null) event.preventDefault();
  });
  box.focus(); // now, and not with the first picture, as autofocus does
})();

// Progressive enhancement only: every page works without this file.
(() => {
  "use strict";

  // <fieldset data-sum> with <input data-part> and <output data-total data-text="%s of 40 so far">
  function showTotal(group) {
    const parts = [...group.querySelectorAll("[data-part]")];
    const total = parts.reduce((sum, input) => sum + (Number(input.value) || 0), 0);
    const filled = parts.some((input) => input.value !== "");
    const output = group.querySelector("[data-total]");
    output.textContent = filled ? output.dataset.text.replace("%s", String(total)) : "";
  }
  for (const group of document.querySelectorAll("[data-sum]")) {
    group.addEventListener("input", () => showTotal(group));
    showTotal(group);
  }

  // A name typed into <input data-names="N"> appears at once in <span data-name-of="N">.
  function showName(input) {
    for (const label of document.querySelectorAll(`[data-name-of="${input.dataset.names}"]`)) {
      label.textContent = input.value.trim() || label.dataset.fallback;
    }
  }
  for (const input of document.querySelectorAll("[data-names]")) {
    input.addEventListener("input", () => showName(input));
    showName(input);
  }

  // In <fieldset data-keys> typing the beginning of a value or a name chooses it: "11", "r", "ann".
  let typed = "", since = 0, within = null;
  document.addEventListener("keydown", (event) => {
    const group = event.target.closest("[data-keys]");
    if (!group || event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey) return;
    const goesOn = group === within && event.timeStamp - since < 800;
    typed = (goesOn ? typed : "") + event.key.toLowerCase();
    [since, within] = [event.timeStamp, group];
    const radios = [...group.querySelectorAll("input[type=radio]")];
    const named = (radio) => radio.closest("label").textContent.trim().toLowerCase();
    const found = radios.find((radio) => radio.value.toLowerCase() === typed)
      || radios.find((radio) => radio.value.toLowerCase().startsWith(typed))
      || radios.find((radio) => named(radio).startsWith(typed));
    if (!found) return;
    found.checked = true;
    found.focus();
    found.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // <div data-clock data-left="seconds" data-state> counts down in <span data-clock-time>. Only the
  // time passed since the page came is measured, so a wrong clock of this device does no harm.
  const seenAt = new WeakMap();
  function tick() {
    for (const clock of document.querySelectorAll("[data-clock]")) {
      if (!seenAt.has(clock)) seenAt.set(clock, performance.now());
      const passed = "paused" in clock.dataset ? 0 : (performance.now() - seenAt.get(clock)) / 1000;
      const left = Math.round(Number(clock.dataset.left) - passed);
      const whole = Math.abs(left), two = (n) => String(n).padStart(2, "0");
      const time = clock.querySelector("[data-clock-time]");
      const text = `${left < 0 ? "+" : ""}${Math.floor(whole / 60)}:${two(whole % 60)}`;
      if (time.textContent !== text) time.textContent = text;
      clock.dataset.state = left <= 0 ? "over" : left <= 300 ? "soon" : "calm";
    }
  }
  setInterval(tick, 500);
  tick();

  // On a phone the navigation is one line that moves sideways: begin at the page that is open.
  const here = document.querySelector(".site-nav-main [aria-current]");
  if (here) here.parentElement.scrollLeft = here.offsetLeft - here.parentElement.offsetLeft - 48;

  // A double tap on Save sends one form, not two.
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.sent) event.preventDefault();
    event.target.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.forms) delete form.dataset.sent;
  });
})();

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

  // A double tap on Save sends one form, not two.
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.sent) event.preventDefault();
    event.target.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.forms) delete form.dataset.sent;
  });
})();

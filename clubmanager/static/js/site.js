// Progressive enhancement only: every page works without this file.
(() => {
  "use strict";

  // <form data-sum="strengths"> with <input data-part> and <output data-total data-wanted="40">
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

  // A name typed at a seat appears at once wherever that seat is named.
  document.addEventListener("input", (event) => {
    const seat = event.target.dataset?.names;
    if (!seat) return;
    for (const label of document.querySelectorAll(`[data-name-of="${seat}"]`)) {
      label.textContent = event.target.value.trim() || label.dataset.fallback;
    }
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

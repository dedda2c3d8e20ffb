/* The number of a rule, pressed, is also copied as an address. Without this script it is a link to the rule. */
(() => {
  "use strict";
  const said = document.querySelector("[data-copied]");
  document.querySelectorAll("[data-copy-link]").forEach((link) => link.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link.href);
      if (said) said.textContent = `The link to ${link.textContent} is copied.`;
      link.dataset.done = "";
      setTimeout(() => { delete link.dataset.done; }, 1500);
    } catch { /* not allowed to: the address stands in the browser's own field */ }
  }));
})();

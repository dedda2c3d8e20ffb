/* The number of a rule, pressed, is also copied as an address; without this script it is a link to the rule. An
   address from when a book was one page leads from the contents to the rule's chapter. */
(() => {
  "use strict";
  const rule = decodeURIComponent(location.hash.slice(1));
  const chapter = rule && [...document.querySelectorAll("[data-rules]")].find((link) => link.dataset.rules.split(" ").includes(rule));
  if (chapter) location.replace(`${chapter.href}#${rule}`);
  const said = document.querySelector("[data-copied]");
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-copy-link]");
    if (!link) return;
    try {
      await navigator.clipboard.writeText(link.href);
      if (said) said.textContent = `The link to ${link.textContent} is copied.`;
      link.dataset.done = "";
      setTimeout(() => { delete link.dataset.done; }, 1500);
    } catch { /* not allowed to: the address stands in the browser's own field */ }
  });
})();

/* A rule's mark (§) opens the rule on the page. Without this script it is a link to the rule's chapter. */
(() => {
  "use strict";
  if (!window.HTMLDialogElement) return;
  let dialog;
  const make = () => {
    dialog = document.createElement("dialog");
    dialog.className = "rule-dialog";
    dialog.setAttribute("aria-label", "Rule");
    dialog.innerHTML = '<div data-rule></div><div class="d-flex flex-wrap gap-2"><a class="btn btn-outline" data-chapter>Read the chapter</a><button type="button" class="btn btn-primary" data-close>Close</button></div>';
    dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    document.body.append(dialog);
  };
  document.addEventListener("click", async (event) => {
    const mark = event.target.closest("a.rule[href*='#']");
    if (!mark || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (mark.closest(".book, dialog") || mark.pathname === location.pathname) return;
    event.preventDefault();
    try {
      const answer = await fetch(mark.href, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const rule = page.getElementById(decodeURIComponent(mark.hash.slice(1)));
      if (!answer.ok || !rule) throw new Error("not there");
      rule.removeAttribute("id");
      rule.querySelectorAll("[id]").forEach((part) => part.removeAttribute("id"));
      rule.querySelectorAll("a[href]").forEach((link) => { link.href = new URL(link.getAttribute("href"), mark.href); });
      if (!dialog) make();
      dialog.querySelector("[data-rule]").replaceChildren(document.adoptNode(rule));
      dialog.querySelector("[data-chapter]").href = mark.href;
      dialog.showModal();
    } catch { // no connection, or another page than the site's: the link itself says why
      location.assign(mark.href);
    }
  });
})();

/* The search of a league from any page (Ctrl-K), and keys to get around. Without this the search page does the same. */
(() => {
  "use strict";
  const palette = document.getElementById("palette");
  const keys = document.getElementById("keys");
  if (!palette || !keys) return;
  const form = palette.querySelector("form");
  const input = form.querySelector("input");
  const list = document.getElementById("palette-found");
  const said = palette.querySelector("[data-said]");
  const single = document.getElementById("single-keys");
  const PAUSE = 120; // ms of silence before a search is sent
  const SEQUENCE = 1500; // ms in which the second key of two must follow
  let timer, last, chosen = -1, waiting = 0;

  const links = () => [...list.querySelectorAll("[data-found] a")];
  const choose = (index) => {
    const all = links();
    chosen = all.length ? (index + all.length) % all.length : -1;
    all.forEach((link, at) => {
      link.id = `found-${at}`;
      link.setAttribute("role", "option");
      link.setAttribute("aria-selected", at === chosen ? "true" : "false");
    });
    if (chosen < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", all[chosen].id);
    all[chosen].scrollIntoView({ block: "nearest" });
  };
  const show = (html) => {
    const found = new DOMParser().parseFromString(html, "text/html").body;
    list.replaceChildren(...found.childNodes);
    const rows = list.querySelector("[data-found]");
    if (rows && rows.querySelector("a")) {
      rows.setAttribute("role", "listbox");
      rows.setAttribute("aria-label", "Found");
      rows.querySelectorAll("li").forEach((row) => row.setAttribute("role", "none"));
    }
    choose(0);
    const count = links().length;
    said.textContent = count ? `${count} found` : "Nothing found";
  };
  const search = async () => {
    const asked = new URL(form.action);
    asked.searchParams.set("q", input.value);
    asked.searchParams.set("part", "1");
    const mine = (last = Symbol("search"));
    try {
      const answer = await fetch(asked, { credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      const html = await answer.text();
      if (mine === last) show(html);
    } catch { // no connection: Enter still leads to the search page
      if (mine === last) { list.replaceChildren(); said.textContent = "Search does not respond. Press Enter to try again."; }
    }
  };
  const open = () => {
    if (keys.open) keys.close();
    if (palette.open) return;
    palette.showModal();
    input.select();
    search();
  };

  input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, PAUSE); });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Enter" && chosen >= 0) links()[chosen].click();
    else if (event.key === "Escape") palette.close(); // it would only empty the field
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", (event) => { if (event.target.closest("a")) palette.close(); });
  for (const dialog of [palette, keys]) {
    dialog.querySelector("[data-shut]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); }); // the backdrop
  }
  document.querySelectorAll("[data-palette]").forEach((link) => {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab gets the search page
      event.preventDefault();
      open();
    });
  });
  document.querySelectorAll("[data-keys]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => keys.showModal());
  });

  const kept = () => { try { return localStorage.getItem("single-keys") !== "off"; } catch { return true; } };
  single.checked = kept();
  single.addEventListener("change", () => {
    try { localStorage.setItem("single-keys", single.checked ? "on" : "off"); } catch { /* this page only, then */ }
  });
  const writing = (element) => element.closest("input, textarea, select, [contenteditable], dialog");
  document.addEventListener("keydown", (event) => {
    // A page that has just loaded may take the focus to its #fragment after the search was opened.
    if (palette.open && !palette.contains(document.activeElement)) input.focus();
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      return open();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return undefined;
    if (event.shiftKey && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      const way = event.key === "ArrowLeft" ? "prev" : "next";
      const link = document.querySelector(`.turn-page[rel=${way}]`);
      if (link) { event.preventDefault(); link.click(); }
      return undefined;
    }
    if (!single.checked) return undefined;
    if (event.key === "/") { event.preventDefault(); return open(); }
    if (event.key === "?") { event.preventDefault(); return keys.showModal(); }
    if (event.key === "g") { waiting = event.timeStamp; return undefined; }
    if (waiting && event.timeStamp - waiting < SEQUENCE) {
      const place = keys.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
      if (place) location.assign(place.dataset.go);
    }
    waiting = 0;
    return undefined;
  });
})();

/* Loaded in <head> and blocking on purpose: the theme stands before the first paint, so a dark page never
   flashes white. Everything else waits for the document. */
(() => {
  "use strict";
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const ORDER = ["auto", "light", "dark"];
  const ICON = { auto: "circle-half", light: "sun-fill", dark: "moon-stars-fill" };

  const chosen = () => {
    try {
      const stored = localStorage.getItem("theme");
      return ORDER.includes(stored) ? stored : "auto";
    } catch { // storage may be forbidden: the page then follows the system
      return "auto";
    }
  };
  let theme = chosen();
  const shown = () => (theme === "auto" ? (system.matches ? "dark" : "light") : theme);
  const paint = () => root.setAttribute("data-bs-theme", shown());

  root.classList.add("scripted");
  paint();
  system.addEventListener("change", paint);

  const switches = () => document.querySelectorAll("[data-theme-switch]");
  const label = () => switches().forEach((button) => {
    const use = button.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace(/#.*$/, "#" + ICON[theme]));
    const name = button.querySelector("[data-theme-name]");
    name.textContent = name.dataset[theme] || "Theme: " + theme;
  });

  document.addEventListener("DOMContentLoaded", () => {
    label();
    switches().forEach((button) => button.addEventListener("click", () => {
      theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length];
      try { localStorage.setItem("theme", theme); } catch { /* this page only, then */ }
      paint();
      label();
    }));
    document.querySelectorAll("[data-tip]").forEach((element) => {
      new bootstrap.Tooltip(element, { trigger: "hover focus click" });
    });
    document.addEventListener("keydown", (event) => { // WCAG 1.4.13: a tooltip can be dismissed
      if (event.key !== "Escape") return;
      document.querySelectorAll("[data-tip]").forEach((element) => bootstrap.Tooltip.getInstance(element)?.hide());
    });
    document.querySelectorAll("time[data-local]").forEach((element) => {
      element.textContent = new Date(element.dateTime).toLocaleString(root.lang === "en" ? undefined : root.lang, { dateStyle: "medium", timeStyle: "short" });
    });
    if (location.hash) { // a link to a line opens the reason behind it
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (target instanceof HTMLDetailsElement) target.open = true;
    }
  });
  addEventListener("load", () => { // a browser passes `autofocus` over where the address leads into the page
    if (location.hash) document.querySelector("main [autofocus]")?.focus();
  });
})();

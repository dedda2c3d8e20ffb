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

  const each = (node, selector, act) => {
    if (!(node instanceof Element || node instanceof Document)) return;
    if (node instanceof Element && node.matches(selector)) act(node);
    node.querySelectorAll(selector).forEach(act);
  };

  /* A moment in a zone, by default the reader's: "24 Nov 2026, 14:00 EST". Languages know the short names of
     different zones; a zone that none knows is named by its distance from UTC. */
  const DAY = { day: "numeric", month: "short", year: "numeric" };
  const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const formats = new Map(); // a format takes far longer to make than to use
  const parts = (at, options, language = "en-GB") => {
    const key = language + JSON.stringify(options);
    if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(language, options));
    return Object.fromEntries(formats.get(key).formatToParts(at).map((part) => [part.type, part.value]));
  };
  const zoneName = (at, timeZone) => {
    const names = ["en-US", "en-GB", "en-CA", "en-AU", "en-IN", "en-ZA"].map((language) => parts(at, { timeZone, timeZoneName: "short" }, language).timeZoneName);
    return names.find((name) => !/^(GMT|UTC)[+-]/.test(name)) || names[0].replace("GMT", "UTC");
  };
  const day = (at, timeZone) => {
    const part = parts(at, { ...DAY, timeZone });
    return `${part.day} ${part.month.slice(0, 3)} ${part.year}`;
  };
  const weekday = (at, timeZone) => {
    const part = parts(at, { weekday: "short", ...DAY, timeZone });
    return `${part.weekday} ${part.day} ${part.month.slice(0, 3)}`;
  };
  const sameClock = (at, timeZone) => { // what two zones have in common that are as far from UTC at that moment
    const part = parts(at, { ...DAY, ...CLOCK, timeZone });
    return `${part.year} ${part.month} ${part.day} ${part.hour}:${part.minute}`;
  };
  const clock = (at, timeZone, more = {}) => {
    const part = parts(at, { ...CLOCK, ...more, timeZone });
    return `${part.hour}:${part.minute}${part.second ? `:${part.second}` : ""} ${zoneName(at, timeZone)}`;
  };

  /* Times in the browser's zone where the reader chose none, and beside it in that of the league where its clock shows
     another time. `data-local` says what is shown: nothing for day and time, "day", "clock" and "exact" with seconds, or
     "deadline". */
  const localize = (element) => {
    const at = new Date(element.dateTime);
    if (Number.isNaN(at.getTime())) return;
    const zone = element.dataset.zone || document.body.dataset.zone, kind = element.dataset.local;
    const time = clock(at, undefined, kind === "clock" || kind === "exact" ? { second: "2-digit" } : {});
    const own = kind === "day" ? day(at) : kind === "clock" ? time : kind === "deadline" ? `${weekday(at)} ${time}` : `${day(at)}, ${time}`;
    let theirs = "";
    if (zone && kind !== "day" && sameClock(at) !== sameClock(at, zone)) {
      const date = day(at) === day(at, zone) ? "" : kind === "deadline" ? `${weekday(at, zone)} ` : `${day(at, zone)}, `;
      theirs = `${date}${clock(at, zone)}${kind === "deadline" ? " in the league" : ""}`;
    }
    element.textContent = theirs && kind !== "clock" ? `${own} (${theirs})` : own;
    if (kind === "day" || kind === "clock") element.title = `${day(at)}, ${clock(at)}${theirs ? ` (${theirs})` : ""}`;
    else element.title = Intl.DateTimeFormat().resolvedOptions().timeZone;
  };

  /* An open menu of the bar closes when the reader goes elsewhere. Without this its name opens and closes it. */
  const shut = (before, elsewhere) => document.querySelectorAll(".nav-menu > details[open]").forEach((menu) => {
    if (elsewhere && menu.contains(elsewhere)) return;
    before(menu);
    menu.open = false;
  });

  /* What a part of the page gets from this script, when the page is loaded and when the part is put into it. */
  const enhance = (node) => {
    each(node, "[data-tip]", (element) => new bootstrap.Tooltip(element, { trigger: "hover focus click" }));
    each(node, "time[data-local]", localize);
  };

  document.addEventListener("DOMContentLoaded", () => {
    label();
    switches().forEach((button) => button.addEventListener("click", () => {
      theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length];
      try { localStorage.setItem("theme", theme); } catch { /* this page only, then */ }
      paint();
      label();
    }));
    enhance(document);
    new MutationObserver((changes) => changes.forEach((change) => { // whatever script puts something into the page
      change.removedNodes.forEach((node) => each(node, "[data-tip]", (tip) => bootstrap.Tooltip.getInstance(tip)?.dispose()));
      change.addedNodes.forEach(enhance);
    })).observe(document.body, { childList: true, subtree: true });
    document.addEventListener("keydown", (event) => { // WCAG 1.4.13: a tooltip can be dismissed
      if (event.key !== "Escape") return;
      shut((menu) => { if (menu.contains(document.activeElement)) menu.querySelector("summary").focus(); });
      document.querySelectorAll("[data-tip]").forEach((element) => bootstrap.Tooltip.getInstance(element)?.hide());
    });
    document.addEventListener("click", (event) => shut(() => {}, event.target));
    document.addEventListener("focusin", (event) => shut(() => {}, event.target));
    if (location.hash) { // a link to a line opens the reason behind it
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (target instanceof HTMLDetailsElement) target.open = true;
    }
  });
  addEventListener("load", () => { // a browser passes `autofocus` over where the address leads into the page
    if (location.hash) document.querySelector("main [autofocus]")?.focus();
  });
})();

/* Lets the dice of a card fall one after another the first time it is opened in this browser. Loaded in <head> and
   blocking on purpose, so that no figure is painted before the dice that decide it. Without it the card stands there
   at once. */
(() => {
  "use strict";
  const root = document.documentElement;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const key = "opened " + location.pathname;
  try {
    if (localStorage.getItem(key)) return;
    localStorage.setItem(key, "1");
  } catch { // storage may be forbidden: a card that cannot be remembered shows no dice falling again and again
    return;
  }
  root.classList.add("fresh-card");
  const end = () => root.classList.remove("fresh-card");
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-skip-dice]")) end();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") end();
  });
  document.addEventListener("animationend", (event) => {
    if (event.target instanceof Element && event.target.matches(".reward-sum")) end();
  });
})();

/* A page that is live: while any part of it is marked so, the page is fetched again and the parts that are others now
   take their places; a part that is gone stays as it was. `data-every` says after how many seconds, 2 where it does
   not. Without this script a reload shows the same. */
(() => {
  "use strict";
  const EVERY = 2;
  const live = () => document.querySelector("[data-live=true]");
  const say = (fresh) => {
    const said = document.querySelector("main [data-said]");
    const words = fresh.querySelector("main [data-said]")?.textContent ?? "";
    if (said && said.textContent !== words) said.textContent = words;
  };
  const take = (fresh) => document.querySelectorAll("[data-live]").forEach((part) => {
    const now = fresh.getElementById(part.id);
    if (now && now.outerHTML !== part.outerHTML && !part.contains(document.activeElement)) part.replaceWith(now);
    else part.dataset.live = now ? now.dataset.live : "false";
  });
  const wait = () => {
    const part = live();
    if (part) setTimeout(look, 1000 * (Number(part.dataset.every) || EVERY));
  };
  const look = async () => {
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
        take(fresh);
        say(fresh);
      }
    } catch { /* the line is down: the next look may find it up again */ }
    wait();
  };
  document.addEventListener("DOMContentLoaded", wait);
})();

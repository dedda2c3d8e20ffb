/* A page that is live: while any part of it is marked so, the page is fetched again and the parts that are others now
   take their places; a part that is gone stays as it was. `data-every` says after how many seconds, 2 where it does
   not. A part with `data-reload` loads the whole page once it is live no more, so that everything on it is new and every
   script starts afresh, or the page that its `data-then` names, but not while the reader is leaving: that would hold
   them here. The answer to a form is asked for anew rather than reloaded, which would send the form again. A part that
   goes live later says so by the event `live`, and one that was replaced by the event `refreshed`. A field with
   `data-chooses-view` chooses what its part shows and is not filled in. Without this script a reload shows the same. */
(() => {
  "use strict";
  const EVERY = 2, LEAVES_FOR = 10000;
  /* A download begins like leaving and ends here. */
  let leaving = false, staying = 0;
  addEventListener("beforeunload", () => {
    leaving = true;
    clearTimeout(staying);
    staying = setTimeout(() => { leaving = false; }, LEAVES_FOR);
  });
  const live = () => document.querySelector("[data-live=true]");
  const say = (fresh) => {
    const said = document.querySelector("main [data-said]");
    const words = fresh.querySelector("main [data-said]")?.textContent ?? "";
    if (said && said.textContent !== words) said.textContent = words;
  };
  /* Parts as they were served: what other scripts made of them since is no difference. */
  const served = new Map([...document.querySelectorAll("[data-live]")].map((part) => [part.id, part.outerHTML]));
  const isFilledIn = (part) => [...part.querySelectorAll("input, select, textarea")].some((field) => !("choosesView" in field.dataset) && (
    field.matches("[type=checkbox], [type=radio]") ? field.checked !== field.defaultChecked
      : field.matches("select") ? [...field.options].some((option) => option.selected !== option.defaultSelected) && field.selectedIndex > 0
        : field.type !== "hidden" && field.value !== field.defaultValue
  ));
  const keepOpen = (old, now) => {
    const before = [...old.querySelectorAll("details")];
    now.querySelectorAll("details").forEach((details, place) => { if (before[place]?.open) details.open = true; });
  };
  /* What came of something a person did is served once: it stays when its part is refreshed. */
  const keepAnswers = (old, now) => old.querySelectorAll(":scope > .answer").forEach((answer) => {
    const place = [...old.children].indexOf(answer);
    if (!now.querySelector(":scope > .answer")) now.insertBefore(answer, now.children[place] ?? null);
  });
  const follow = (part, now) => {
    if (part.dataset.then && !now?.querySelector("[data-countdown]")) location.assign(part.dataset.then);
    else if ("formAnswer" in document.body.dataset) location.replace(location.pathname + location.search);
    else location.reload();
  };
  const take = (fresh) => document.querySelectorAll("[data-live]").forEach((part) => {
    const now = fresh.getElementById(part.id), html = now?.outerHTML;
    if ("reload" in part.dataset && part.dataset.live === "true" && now?.dataset.live !== "true") {
      if (leaving) return; // the part stays live, so that it is followed after a download
      follow(part, now);
    }
    if (now && html !== served.get(part.id) && !part.contains(document.activeElement) && !isFilledIn(part)) {
      served.set(part.id, html);
      keepOpen(part, now);
      keepAnswers(part, now);
      part.replaceWith(now);
      now.dispatchEvent(new Event("refreshed", { bubbles: true }));
    } else part.dataset.live = now ? now.dataset.live : "false";
  });
  let timer = 0;
  const wait = () => {
    const part = live();
    clearTimeout(timer);
    if (part) timer = setTimeout(look, 1000 * (Number(part.dataset.every) || EVERY));
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
  document.addEventListener("live", wait);
})();

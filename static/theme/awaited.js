/* Dice that are awaited. This page looks every two seconds whether they have fallen, and then shows itself anew unless
   somebody is filling in a form or on their way to another page, or it is the answer to a form, which a reload would
   send again. While nothing is awaited it looks more seldom. A member's browser keeps the receipt of what was
   asked, from before the dice fall. Where members reveal words it gives a hash of its owner's, and the words once no
   further hash is taken, its own is among those that were closed, and the site signed that they are. Without this script the dice fall all the same. */
(() => {
  "use strict";
  const note = document.querySelector("[data-awaited]");
  if (!note) return;
  const said = note.querySelector("[data-awaited-said]");
  const EVERY = 2000, IDLE = 5000, AT = "awaited-words", RECEIPTS = "receipts", MOST = 200;
  let touched = "formAnswer" in document.body.dataset, leaving = false, staying = 0, seen = "";
  /* Fields that a script sets, as the cards of a line-up do, say `change` alone. */
  for (const kind of ["input", "change"]) document.addEventListener(kind, () => { touched = true; });
  addEventListener("beforeunload", () => {
    leaving = true;
    clearTimeout(staying);
    staying = setTimeout(() => { leaving = false; }, 2 * IDLE);
  });

  const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const kept = () => {
    try { return JSON.parse(localStorage.getItem(AT) || "{}"); } catch { return {}; }
  };
  const wordsFor = (act) => {
    const words = kept();
    if (!words[act]) {
      words[act] = hex(crypto.getRandomValues(new Uint8Array(32)));
      const newest = Object.fromEntries(Object.entries(words).slice(-50));
      try { localStorage.setItem(AT, JSON.stringify(newest)); } catch { /* storage may be forbidden */ }
    }
    return words[act];
  };
  const about = (receipt) => {
    const { season, entry, head } = JSON.parse(receipt.statement);
    return `${season} ${entry} ${head}`;
  };
  /* Every page that is opened brings one: the first of an entry says most, and the others would push older ones out. */
  const keep = (receipt) => {
    try {
      const kept = JSON.parse(localStorage.getItem(RECEIPTS) || "[]");
      if (kept.some((each) => about(each) === about(receipt))) return;
      localStorage.setItem(RECEIPTS, JSON.stringify([...kept, receipt].slice(-MOST)));
    } catch { /* storage may be forbidden */ }
  };
  /* Words are revealed to the one who signed that the hashes are closed: other hashes later would show by that. */
  const covers = (item) => {
    try {
      const { season, entry } = JSON.parse(item.receipt.statement);
      return season === note.dataset.season && entry === item.closed_in && entry > item.entry;
    } catch { return false; }
  };
  const send = (act, what, given) => {
    const body = new FormData();
    body.set("act", what);
    body.set("given", given);
    body.set("csrfmiddlewaretoken", token);
    return fetch(act, { method: "POST", body, credentials: "same-origin" });
  };
  const token = note.querySelector("[name=csrfmiddlewaretoken]")?.value || "";

  const takePart = async (item) => {
    if (!item.words || item.revealed) return;
    const words = wordsFor(`${item.act} ${item.asked}`);
    const hash = hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words)));
    if (!item.closed && !item.given) await send(item.act, "hash", hash);
    else if (item.held && item.hash === hash && covers(item)) {
      keep(item.receipt);
      await send(item.act, "words", words);
    }
  };

  const look = async () => {
    try {
      const answer = await fetch(`${note.dataset.awaited}?seen=${seen}`, { credentials: "same-origin" });
      if (answer.ok) {
        const now = await answer.json();
        if (now.receipt) keep(now.receipt);
        seen = now.length;
        if (!now.items.length && note.hidden) {
          setTimeout(look, IDLE);
          return;
        }
        note.hidden = false;
        if (!now.items.length && leaving) {
          setTimeout(look, IDLE);
          return;
        }
        if (!now.items.length) {
          if (!touched) return location.reload();
          said.textContent = "The dice have fallen: open this page again to see them.";
          return;
        }
        if (now.mine) for (const item of now.items) await takePart(item);
      }
    } catch { /* the connection is lost: it is tried again */ }
    setTimeout(look, EVERY);
  };
  addEventListener("load", look);
})();

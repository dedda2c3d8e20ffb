/* What was entered for a duel and is not sent yet. It is kept in this browser, so that it outlives a lost connection and
   a reload, and is sent in the order it was entered. Every action has a key of its own, by which the site takes it once
   however often it is sent. An action that was refused stays until it is tried again or discarded. */
(() => {
  "use strict";
  const duel = (window.duel = window.duel || {});
  const MOST = 200; // the site takes as many actions at once
  const FIRST_PAUSE = 1000, LONGEST_PAUSE = 30_000; // ms between tries
  const TIMEOUT = 15_000; // ms after which a request counts as lost

  const newKey = () => {
    if (crypto.randomUUID) return crypto.randomUUID();
    const bytes = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return bytes.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"); // pages without TLS have no randomUUID
  };

  /* `token` is the form's, `changed` is called after every change of the queue, `answered` with every state that the site
     sent back. */
  duel.openQueue = ({ at, url, token, changed, answered }) => {
    let actions = [];
    let sending = null, timer = null, pause = FIRST_PAUSE, sign = token, trouble = "", lost = false;

    const read = () => {
      try {
        const kept = JSON.parse(localStorage.getItem(at) || "[]");
        actions = Array.isArray(kept) ? kept : [];
      } catch { /* storage may be forbidden: the queue lives as long as the page */ }
    };
    const write = () => {
      try {
        if (actions.length) localStorage.setItem(at, JSON.stringify(actions));
        else localStorage.removeItem(at);
      } catch { /* the same */ }
    };
    const change = (made) => { read(); actions = made(actions); write(); changed(); };
    const unsent = () => actions.filter((action) => !action.refused);
    const refused = () => actions.filter((action) => action.refused);

    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(send, pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    };
    /* After another log-in in another window there is another token: this page fetches it. */
    const renew = async () => {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" }, credentials: "same-origin", cache: "no-store" });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = fresh.querySelector("[data-duel] [name=csrfmiddlewaretoken]")?.value;
      if (found) sign = found;
      return Boolean(found);
    };
    const post = async (batch) => {
      const sent = batch.map(({ refused: _, tried: __, ...action }) => action);
      const stop = new AbortController();
      const clock = setTimeout(() => stop.abort(), TIMEOUT);
      try {
        return await fetch(url, {
          method: "POST", credentials: "same-origin", signal: stop.signal,
          headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": sign },
          body: JSON.stringify({ actions: sent }),
        });
      } finally { clearTimeout(clock); }
    };
    const take = ({ results, state }) => {
      if (state) answered(state); // before what it holds leaves the queue
      const byKey = new Map(results.map((result) => [result.key, result]));
      change((kept) => kept.flatMap((action) => {
        const result = byKey.get(action.key);
        if (!result) return [action];
        return result.ok ? [] : [{ ...action, refused: result.sentence }];
      }));
    };
    const attempt = async (again) => {
      read();
      const batch = unsent().slice(0, MOST);
      if (!batch.length) return;
      const keys = new Set(batch.map((action) => action.key));
      actions = actions.map((action) => (keys.has(action.key) ? { ...action, tried: true } : action));
      write();
      const answer = await post(batch);
      if (answer.status === 403 && again && await renew()) return attempt(false);
      if (!answer.ok) {
        const said = await answer.json().catch(() => ({}));
        const words = said.sentence || (answer.status === 403 ? "You are logged out: log in again in another window." : "The site could not take it now.");
        trouble = `${words} What waits is kept here and sent again.`;
        const after = Number(answer.headers.get("Retry-After"));
        if (after > 0) pause = Math.min(1000 * after, LONGEST_PAUSE);
        throw new Error(trouble);
      }
      [trouble, lost, pause] = ["", false, FIRST_PAUSE];
      take(await answer.json());
      if (unsent().length) return attempt(true);
    };
    const send = async () => {
      clearTimeout(timer);
      if (sending || !unsent().length) return;
      if (navigator.onLine === false) { lost = true; changed(); return; } // the event `online` sends
      sending = attempt(true);
      try { await sending; } catch { lost = true; wait(); }
      sending = null;
      changed();
      if (!lost && unsent().length) send(); // entered in the meantime
    };

    addEventListener("storage", (event) => { if (event.key === at) { read(); changed(); } });
    addEventListener("online", () => { pause = FIRST_PAUSE; send(); });
    addEventListener("offline", () => { lost = true; changed(); });
    read();

    return {
      unsent, refused, send,
      get lost() { return lost || navigator.onLine === false; },
      get trouble() { return trouble; },
      get sending() { return sending !== null; },
      reached: () => { if (!unsent().length) lost = false; else if (lost) { pause = FIRST_PAUSE; send(); } },
      add: (...made) => {
        const keyed = made.map((action) => ({ key: newKey(), ...action }));
        change((kept) => [...kept, ...keyed]);
        send();
        return keyed.at(-1).key;
      },
      /* Takes an action back that never left: false where the site may have it already. */
      withdraw: (key) => {
        if (!unsent().some((action) => action.key === key && !action.tried)) return false;
        change((kept) => kept.filter((action) => action.key !== key));
        return true;
      },
      discard: (key) => change((kept) => kept.filter((action) => action.key !== key)),
      again: (key) => {
        change((kept) => kept.map((action) => (action.key === key ? { ...action, key: newKey(), refused: undefined, tried: false } : action)));
        send();
      },
    };
  };
})();

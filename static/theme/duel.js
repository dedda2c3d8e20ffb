/* The referee's table: a duel that is fought at a real table, scored as it goes on. The referee's phone enters events in
   two taps, and goes on without a connection; every other screen follows by asking the site every three seconds. Without
   this script the page shows the same score sheet and log, and a form enters one event at a time. */
(() => {
  "use strict";
  const { h } = window.duel, duel = window.duel;
  const root = document.querySelector("[data-duel]");
  if (!root) return;
  const EVERY = 3000; // ms between looks at the site
  const SLOW = 1200; // ms after which an entry on its way is called waiting
  const find = (name) => root.querySelector(`[data-${name}]`);
  let state = null, view = null, attacker = "", asked = null, entering = 0, slow = false, lost = false, slowTimer = null;
  const done = [], undone = []; // what this screen did, and what it took back, the newest last

  const normal = (fresh) => ({
    ...fresh, arena: fresh.arena || {},
    held_phases: fresh.settings.held_win_phases ?? 5 * fresh.phases_per_turn,
    settings: { ...fresh.settings, phases_per_turn: fresh.phases_per_turn },
  });

  /* --------------------------------------------------------------------------------------------- small changes */

  const text = (node, words) => { if (node.textContent !== words) node.textContent = words; };
  const shown = (node, whether) => { if (node.hidden === whether) node.hidden = !whether; };
  const set = (node, name, value) => { if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value); };
  /* The children of a list, one for each item and in their order: those that stay are the same elements. */
  const keep = (list, items, make, fill) => {
    const had = new Map([...list.children].map((child) => [child.dataset.key, child]));
    items.forEach((item, at) => {
      const node = had.get(String(item.id)) || make(item);
      had.delete(String(item.id));
      node.dataset.key = item.id;
      if (list.children[at] !== node) list.insertBefore(node, list.children[at] || null);
      fill(node, item);
    });
    had.forEach((node) => node.remove());
  };
  const svg = (tag, attributes, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    made.append(...children);
    return made;
  };
  const pattern = root.querySelector("[data-rule-link] > *");
  const ruleLink = (id) => {
    const made = pattern.cloneNode(true), was = made.textContent.trim();
    made.textContent = id;
    if (made.href) made.href = pattern.getAttribute("href").replaceAll(was, id);
    return made;
  };
  /* A sentence with its rules as links behind it. */
  const cited = (words, ...rules) => {
    const found = [...words.matchAll(/\[(CW-[QSP]-\d+)\]/g)].map(([, id]) => id);
    const plain = words.replace(/\s*\[CW-[QSP]-\d+\]/g, "");
    return [plain, ...[...new Set([...found, ...rules.filter(Boolean)])].flatMap((id) => [" ", ruleLink(id)])];
  };
  const tell = (words) => { text(find("told"), words); set(find("told"), "title", words); };
  const announce = (words) => text(find("announced"), words);

  /* ------------------------------------------------------------------------------------------------- the queue */

  const queue = root.dataset.actions ? duel.openQueue({
    at: `duel:${root.dataset.state}`, url: root.dataset.actions, token: root.querySelector("[name=csrfmiddlewaretoken]")?.value || "",
    changed: () => { clock(); show(); },
    answered: (fresh) => take(fresh),
  }) : null;
  const waiting = () => (queue ? queue.unsent() : []);
  /* An entry that is taken at once is not called waiting on its way. */
  const clock = () => {
    if (!queue?.unsent().length) {
      clearTimeout(slowTimer);
      [slow, slowTimer] = [false, null];
    } else if (!slowTimer) slowTimer = setTimeout(() => { slow = true; show(); }, SLOW);
  };
  const take = (fresh) => {
    if (state && fresh.version < state.version) return;
    const told = state && !queue ? newest(state, fresh) : "";
    state = normal(fresh);
    show();
    if (told) announce(told);
  };
  const newest = (before, after) => {
    const known = new Set(before.log.map((entry) => entry.key));
    return after.log.filter((entry) => !known.has(entry.key)).slice(-3).map((entry) => entry.says).join(" ");
  };

  /* ------------------------------------------------------------------------------------------------ what is done */

  const enter = (event) => {
    const made = { type: event.type, ...duel.moment(view.at, view.settings.phases_per_turn), ...event };
    const claim = duel.claim(made);
    const before = claim && view.log.find((entry) => !entry.undone && duel.claim(entry.document) === claim);
    const revoked = before && !queue.withdraw(before.key) ? [{ act: "undo", of: before.key }] : [];
    const key = queue.add(...revoked, { act: "enter", event: made });
    done.push({ act: "enter", key, event: made });
    undone.length = 0;
    asked = null;
    tell(duel.say(made, view.name));
    show();
  };
  const close = () => {
    const phase = view.open;
    queue.add({ act: "close", phase });
    done.push({ act: "close", phase });
    undone.length = 0;
    entering = 0;
    tell(`${duel.capital(duel.momentWords(phase, view.settings.phases_per_turn))} is closed.`);
    show();
  };
  const reopen = () => {
    const phase = view.closed;
    const unsent = queue.unsent().find((action) => action.act === "close" && action.phase === phase);
    if (!unsent || !queue.withdraw(unsent.key)) queue.add({ act: "reopen", phase });
    tell(`${duel.capital(duel.momentWords(phase, view.settings.phases_per_turn))} is open again.`);
    show();
  };
  const revoke = (entry) => {
    const gone = queue.withdraw(entry.key);
    if (!gone) queue.add({ act: "undo", of: entry.key });
    undone.push(gone ? { act: entry.type === "ruling" ? { act: "rule", ...entry.document } : { act: "enter", event: entry.document }, says: entry.says } : { act: { act: "redo", of: entry.key }, says: entry.says });
    tell(`Undone: ${entry.says}`);
    show();
  };
  const restore = ({ act, says }) => {
    const key = queue.add(act);
    done.push({ act: act.act === "close" ? "close" : "enter", key: act.of && act.act === "redo" ? act.of : key, phase: act.phase });
    tell(`Done again: ${says}`);
    show();
  };
  /* What Undo takes back: what this screen did last; after a reload the last entry of the open phase, or its opening. */
  const lastDone = () => {
    for (const last of done.toReversed()) {
      if (last.act === "close" && view.closed === last.phase) return last;
      const entry = last.act === "enter" && view.log.find((each) => each.key === last.key && !each.undone);
      if (entry) return { ...last, entry };
    }
    const entry = view.log.findLast((each) => !each.undone && duel.index(each.turn, each.phase, view.settings.phases_per_turn) > view.closed);
    return entry ? { act: "enter", entry } : view.closed ? { act: "close", phase: view.closed } : null;
  };
  const undo = () => {
    const last = lastDone();
    if (!last) return;
    if (last.entry) revoke(last.entry);
    else {
      undone.push({ act: { act: "close", phase: last.phase }, says: `${duel.momentWords(last.phase, view.settings.phases_per_turn)} is closed.` });
      reopen();
    }
  };
  const redo = () => {
    const last = undone.pop();
    if (last) restore(last);
  };
  /* A kill that was entered is ruled on; one that followed by itself is entered with its ruling in its phase. */
  const rule = (credit, shares, note) => {
    if (credit.entry) done.push({ act: "enter", key: queue.add({ act: "rule", of: credit.entry.key, shares, note }) });
    else {
      const before = view.log.find((entry) => !entry.undone && entry.type === "kill" && entry.document.on === credit.car.id);
      const kill = { type: "kill", ...duel.moment(credit.phase, view.settings.phases_per_turn), on: credit.car.id, because: before?.document.because || { type: "nobody" }, ruled: { shares, note } };
      const parts = credit.part === "destroyed" ? ["mobility", "complete"] : [credit.part];
      queue.add(...parts.map((part) => ({ act: "enter", event: { ...kill, part } })));
    }
    tell(`${credit.what} of ${credit.car.name}: ${duel.shareWords(shares, view.name)}.`);
    show();
  };
  const confirm = (credit) => rule(credit, credit.proposed, "Confirmed as proposed.");
  const forms = queue ? duel.openForms({
    dialog: find("sheet"), enter, rule,
    others: { reopen, enterAt: (phase) => { entering = phase === view.open && !view.ended ? 0 : phase; tell(entering ? `What you enter now is put in ${duel.momentWords(phase, view.settings.phases_per_turn)}.` : "What you enter now is put in the open phase."); show(); } },
  }) : null;

  const pick = (id) => {
    if (isOver()) {
      tell("The duel is over: choose the phase in which something was forgotten to enter it there.");
      return;
    }
    if (asked && asked.on !== id) { // "who hit it?" is answered
      attacker = id;
      enter({ type: asked.type, by: id, on: asked.on });
      return;
    }
    asked = null;
    attacker = attacker === id ? "" : id;
    tell(attacker ? `${view.name(id)} attacks: tap Hit or Hazard of another car.` : "Nobody attacks.");
    show();
  };
  const strike = (type, on) => {
    if (attacker && attacker !== on) return enter({ type, by: attacker, on });
    asked = { type, on };
    tell(type === "hit" ? `Who hit ${view.name(on)}? Tap their car.` : `Whose hazard is it for ${view.name(on)}? Tap their car.`);
    return show();
  };

  /* --------------------------------------------------------------------------------------------------- the cars */

  const button = (words, look, done, attributes = {}) => h("button", { type: "button", class: look, onclick: done, ...attributes }, words);
  const newTile = (car) => {
    const flag = car.color ? svg("svg", { class: "color", viewBox: "0 0 10 10", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { width: 10, height: 10, rx: 1, fill: car.color })) : null;
    const head = [h("span", { class: "duel-name" }, flag, h("span", { "data-part": "name" })), h("span", { class: "duel-total" }, h("span", { "data-part": "total" }), h("span", { class: "visually-hidden" }, " points"))];
    return h("li", { class: "panel duel-car" },
      queue ? h("button", { type: "button", class: "duel-pick", "aria-pressed": "false", onclick: () => pick(car.id) }, head) : h("div", { class: "duel-pick" }, head),
      h("p", { class: "duel-state", "data-part": "state" }),
      svg("svg", { class: "duel-gauge", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("rect", { class: "track", width: 100, height: 6 }), svg("rect", { class: "fill", height: 6, width: 0 }), svg("rect", { class: "tick", width: 1, height: 6, x: 80 })),
      h("p", { class: "duel-goal" }, h("span", { "data-part": "goal" }), h("span", { "data-part": "place" })),
      queue ? h("div", { class: "duel-acts" },
        button("Hit", "duel-strike", () => strike("hit", car.id), { "aria-label": `Hit ${car.name}` }),
        button("Hazard", "duel-strike", () => strike("hazard", car.id), { "aria-label": `Hazard for ${car.name}` }),
        h("span", { class: "duel-acting", hidden: true }, "attacks"),
        button("⋯", "duel-more", () => forms.car(view.car(car.id), view, attacker), { "aria-label": `More of ${car.name}` })) : null);
  };
  const states = (car) => [
    ...(car.complete !== null ? [["complete", "bad", "Complete kill"]]
      : car.left !== null ? [["left", "bad", "Left the arena"]]
        : [
          car.burning && ["fire", "bad", "On fire"],
          car.mobility !== null && ["mobility", "warn", "Mobility kill"],
          !car.able && ["driver", "bad", "Nobody drives"],
          car.able && (car.control !== "controlled" || car.mobility === null) && ["control", car.control === "controlled" ? "" : "warn", duel.CONTROL[car.control]],
          !car.canFire && ["arms", "warn", "Nothing to fire"],
          car.speed ? ["speed", "", `${duel.points(car.speed)} mph`] : ["speed", "", "Stands"],
        ]),
    car.alive < car.occupants && ["crew", "bad", car.occupants === 1 ? "Driver dead" : `${car.alive} of ${car.occupants} alive`],
    car.waiting && ["waiting", "waiting", "waiting"],
  ].filter(Boolean).map(([id, look, words]) => ({ id, look, words }));
  const fillTile = (tile, car) => {
    const part = (name) => tile.querySelector(`[data-part=${name}]`);
    const acts = attacker === car.id;
    text(part("name"), car.name);
    text(part("total"), duel.points(car.row.total));
    keep(part("state"), states(car), () => h("span"), (state, { look, words }) => { set(state, "class", look); text(state, words); });
    const leads = car.row.place === 1 && car.leads;
    text(part("place"), leads ? (view.ended ? "First" : "Leads") : duel.ordinal(car.row.place));
    set(part("place"), "class", leads ? "first" : "");
    const { instant_win_threshold: instant, held_win_threshold: held } = view.settings;
    const [bar, tick] = [tile.querySelector(".fill"), tile.querySelector(".tick")];
    set(bar, "width", Math.round(1000 * Math.min(1, Math.max(0, duel.figure(car.row.threshold_score) / instant))) / 10);
    set(tick, "x", Math.round((1000 * held) / instant) / 10);
    const races = view.settings.end_mode === "threshold" && !view.ended && car.complete === null && car.left === null;
    text(part("goal"), races ? view.goal(car) : "");
    tile.classList.toggle("out", car.out);
    tile.classList.toggle("acting", acts);
    tile.classList.toggle("asked", asked?.on === car.id);
    if (!queue) return;
    set(tile.querySelector(".duel-pick"), "aria-pressed", acts);
    tile.querySelectorAll(".duel-strike").forEach((each) => { shown(each, !acts); each.disabled = car.out || isOver() || !view.state.can_enter; });
    shown(tile.querySelector(".duel-acting"), acts);
    tile.querySelector(".duel-more").disabled = !view.state.can_enter;
  };

  /* ------------------------------------------------------------------------ what is decided, credited and logged */

  const proposalButtons = ({ duelist, rule: id }) => {
    const car = view.car(duelist);
    if (id !== "CW-S-010") return [button(id === "CW-S-017" ? "Who is alive?" : "Enter it", "btn btn-outline", () => forms.car(view.car(duelist), view, attacker), { "aria-label": `Enter it for ${car.name}` })];
    return [
      button("Yes, it can", "btn btn-outline", () => enter({ type: "reach", of: duelist, reaches: true })),
      button("No: complete kill", "btn btn-outline", () => enter({ type: "reach", of: duelist, reaches: false })),
    ];
  };
  const showProposals = () => {
    const items = (view.ended ? [] : view.state.sheet.proposals).map((proposal) => ({ ...proposal, id: `${proposal.duelist} ${proposal.rule}` }));
    shown(find("proposals-panel"), items.length > 0);
    keep(find("proposals"), items, (proposal) => h("li", { class: "letter" }, h("div", {}, cited(proposal.sentence, proposal.rule)), queue ? h("div", { class: "acts" }, proposalButtons(proposal)) : null), () => {});
  };

  const showCredits = () => {
    shown(find("credits-panel"), view.credits.length > 0);
    keep(find("credits"), [...view.credits].sort((one, other) => other.phase - one.phase), (credit) => h("li", { class: "duel-credit" },
      h("p", { class: "duel-credited" }, h("strong", {}), " ", h("span", { class: "faint" })),
      h("p", {}, h("span", { "data-part": "shares" }), " ", h("span", { class: "chip", "data-part": "mark" })),
      h("p", { class: "faint", "data-part": "why" }),
      queue ? h("div", { class: "acts" },
        button("Confirm", "btn btn-outline", () => confirm(credited(credit.id)), { "data-part": "confirm", "aria-label": `Confirm the ${credit.what.toLowerCase()} of ${credit.car.name}` }),
        button("Overrule", "btn btn-outline", () => forms.overrule(credited(credit.id), view), { "aria-label": `Overrule the ${credit.what.toLowerCase()} of ${credit.car.name}` })) : null), fillCredit);
  };
  const credited = (id) => view.credits.find((credit) => credit.id === id);
  const fillCredit = (node, credit) => {
    const part = (name) => node.querySelector(`[data-part=${name}]`);
    text(node.querySelector("strong"), `${credit.car.name}: ${credit.what.toLowerCase()}`);
    text(node.querySelector(".duel-credited .faint"), `${credit.points} points, ${duel.momentWords(credit.phase, view.settings.phases_per_turn)}`);
    text(part("shares"), duel.capital(`${duel.shareWords(credit.shares, view.name)}.`));
    const confirmed = credit.confirmed ? "confirmed" : credit.ruled ? "ruled" : credit.entry ? "proposed" : "follows by itself";
    text(part("mark"), credit.waiting ? "waiting" : confirmed);
    set(part("mark"), "class", `chip ${credit.waiting ? "waiting" : { ruled: "warn", confirmed: "good" }[confirmed] || ""}`.trim());
    const why = confirmed === "ruled" ? `${credit.note} Proposed: ${duel.shareWords(credit.proposed, view.name)}. ${credit.steps.join(" ")}` : credit.steps.join(" ");
    if (part("why").dataset.words !== why) {
      part("why").dataset.words = why;
      part("why").replaceChildren(...cited(why, credit.rule));
    }
    const confirm = part("confirm");
    if (confirm) shown(confirm, confirmed === "proposed" && !credit.waiting);
  };

  const showLog = () => {
    const phases = new Map();
    const phase = (at) => phases.get(at) || phases.set(at, { id: at, entries: [], lines: [] }).get(at);
    view.log.forEach((entry) => phase(duel.index(entry.turn, entry.phase, view.settings.phases_per_turn)).entries.push({ ...entry, id: entry.key }));
    view.state.sheet.lines.forEach((line) => phase(line.phase).lines.push({ ...line, id: `${line.duelist} ${line.rule} ${line.points} ${line.reason}` }));
    const found = [...phases.values()].sort((one, other) => other.id - one.id);
    shown(find("log-empty"), found.length === 0);
    keep(find("log"), found, (each) => h("li", { class: "story-part" }, h("h3", {}, duel.capital(duel.momentWords(each.id, view.settings.phases_per_turn))),
      h("ul", { class: "plain duel-entries" }), h("ul", { class: "plain duel-points", "aria-label": "Points" })), (part, each) => {
      const seen = JSON.stringify([each, severalEnter()]);
      if (part.seen === seen) return; // a long log is not gone through again
      part.seen = seen;
      keep(part.querySelector(".duel-entries"), each.entries, newEntry, fillEntry);
      keep(part.querySelector(".duel-points"), each.lines, (line) => h("li", {}, h("strong", {}, `${view.name(line.duelist)} ${duel.signed(line.points)}`), " ", h("span", {}, cited(line.reason, line.rule))), () => {});
      shown(part.querySelector(".duel-points"), each.lines.length > 0);
    });
  };
  const severalEnter = () => new Set(view.state.log.map((entry) => entry.by)).size > 1;
  const newEntry = (entry) => h("li", {}, h("span", {}, h("span", { "data-part": "says" }), " ", h("q", { "data-part": "note" }), " ", h("span", { class: "faint", "data-part": "by" })), h("span", { class: "chip", "data-part": "mark" }),
    queue ? button("", "btn btn-link", () => {
      const now = view.log.find((each) => each.key === entry.key);
      if (!now) return;
      if (now.undone) restore({ act: { act: "redo", of: now.key }, says: now.says });
      else revoke(now);
    }, { "data-part": "undo" }) : null);
  const fillEntry = (node, entry) => {
    const part = (name) => node.querySelector(`[data-part=${name}]`);
    text(part("says"), entry.says);
    text(part("note"), entry.type === "ruling" ? entry.note : "");
    shown(part("note"), entry.type === "ruling");
    text(part("by"), severalEnter() ? entry.by : "");
    node.classList.toggle("undone", entry.undone);
    text(part("mark"), entry.waiting ? "waiting" : "undone");
    set(part("mark"), "class", entry.waiting ? "chip waiting" : "chip");
    shown(part("mark"), entry.waiting || entry.undone);
    if (!part("undo")) return;
    text(part("undo"), entry.undone ? "Redo" : "Undo");
    set(part("undo"), "aria-label", `${entry.undone ? "Redo" : "Undo"}: ${entry.says}`);
  };

  const actionWords = (action) => {
    const at = (phase) => duel.momentWords(phase, view.settings.phases_per_turn);
    const entry = view.log.find((each) => each.key === action.of);
    const about = entry ? entry.says : "an entry";
    switch (action.act) {
      case "enter": return `${duel.capital(at(duel.index(action.event.turn, action.event.phase, view.settings.phases_per_turn)))}: ${duel.say(action.event, view.name)}`;
      case "close": return `Closing ${at(action.phase)}.`;
      case "reopen": return `Opening ${at(action.phase)} again.`;
      case "rule": return `The ruling on: ${about}`;
      default: return `${duel.capital(action.act)}: ${about}`;
    }
  };
  /* The site's sentence, with the names of cars in place of their ids. */
  const named = (sentence) => view.cars.reduce((words, car) => {
    const id = car.id.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    return words.replace(new RegExp(`(?<![\\w.-])${id}(?![\\w-]|\\.\\w)`, "g"), () => car.name);
  }, sentence);
  const showRefused = () => {
    if (!queue) return;
    const items = queue.refused().map((action) => ({ ...action, id: action.key }));
    shown(find("refused-panel"), items.length > 0);
    keep(find("refused"), items, (action) => h("li", { class: "letter" }, h("div", {}, h("strong", {}, actionWords(action)), h("p", { class: "text-bad mb-0" }, named(action.refused))),
      h("div", { class: "acts" }, button("Send again", "btn btn-outline", () => queue.again(action.key), { "aria-label": `Send again: ${actionWords(action)}` }), button("Discard", "btn btn-outline", () => queue.discard(action.key), { "aria-label": `Discard: ${actionWords(action)}` }))), () => {});
  };

  /* ---------------------------------------------------------------------------------------------------- the bar */

  /* Once the duel is over, a tap enters nothing: what was forgotten is entered in the phase that is chosen for it. */
  const isOver = () => Boolean(view.ended) && !entering;

  const showBar = () => {
    const chip = find("chip");
    const unsent = waiting().length, away = queue ? queue.lost : lost;
    const called = unsent && (away || slow) ? ["warn", `Waiting to be sent (${unsent})`] : away ? ["warn", "No connection"] : unsent ? ["", "Sending"] : ["good", queue ? "All sent" : "Live"];
    set(chip, "class", `chip ${called[0]}`.trim());
    text(chip, called[1]);
    const { turn, phase } = duel.moment(view.at, view.settings.phases_per_turn);
    text(find("moment"), view.ended ? "The duel is over" : `Turn ${turn} · phase ${phase}`);
    find("bar").classList.toggle("earlier", view.at !== view.open);
    const refused = queue ? queue.refused().length : 0;
    const left = refused ? `${refused === 1 ? "One entry was" : `${refused} entries were`} not taken: see below the cars.` : "";
    text(find("trouble"), [queue?.trouble, left].filter(Boolean).join(" "));
    text(find("ending"), view.ending);
    if (!queue) return;
    const ended = Boolean(view.ended);
    text(find("close"), entering ? "Back to now" : `Close phase ${phase}`);
    shown(find("close"), !ended || Boolean(entering));
    find("close").disabled = !view.state.can_enter;
    find("whole").disabled = !view.state.can_enter;
    find("undo").disabled = !view.state.can_enter || !lastDone();
    shown(find("redo"), undone.length > 0);
    if (find("report")) shown(find("report"), ended && !unsent && view.at === view.open);
  };

  /* What has the focus keeps it; where that is gone, the focus goes to the heading of its panel. */
  const keepFocus = (draw) => {
    const before = document.activeElement;
    const panel = before?.closest?.("[data-focus]");
    draw();
    if (before && before !== document.body && !before.isConnected) (panel && !panel.hidden ? panel.querySelector("h2") : find("moment"))?.focus();
  };
  const show = () => {
    if (!state) return;
    view = duel.viewOf(state, waiting(), entering);
    if (entering > view.open || (entering === view.open && !view.ended)) entering = 0;
    const leaders = view.cars.filter((car) => car.row.place === 1);
    const begun = view.cars.some((car) => duel.figure(car.row.total));
    view.cars.forEach((car) => { car.leads = begun && leaders.length < view.cars.length; });
    keepFocus(() => {
      text(find("lead"), view.lead);
      keep(find("cars"), view.cars, newTile, fillTile);
      showProposals();
      showCredits();
      showLog();
      showRefused();
      showBar();
    });
  };

  /* ----------------------------------------------------------------------------------------------- other screens */

  const look = async () => {
    if (document.visibilityState === "visible" && navigator.onLine !== false && !queue?.sending) {
      try {
        const answer = await fetch(`${root.dataset.state}?since=${state ? state.version : -1}`, { headers: { Accept: "application/json" }, credentials: "same-origin", cache: "no-store" });
        if (answer.ok) take(await answer.json());
        lost = !(answer.ok || answer.status === 304);
        if (!lost) queue?.reached();
      } catch { lost = true; }
      if (state) showBar();
    } else if (navigator.onLine === false && !lost) {
      lost = true;
      if (state) showBar();
    }
  };
  let next = null;
  const follow = async () => {
    clearTimeout(next);
    await look();
    next = setTimeout(follow, EVERY);
  };
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") follow(); });
  addEventListener("online", follow);
  addEventListener("offline", follow);

  find("plain")?.remove();
  if (queue) {
    find("close").addEventListener("click", () => { if (!entering) close(); else { entering = 0; show(); } });
    find("undo").addEventListener("click", undo);
    find("redo").addEventListener("click", redo);
    find("whole").addEventListener("click", () => forms.whole(view));
  }
  const first = document.getElementById("duel-state");
  if (first) take(JSON.parse(first.textContent));
  if (queue) { clock(); queue.send(); }
  next = setTimeout(follow, state ? EVERY : 0);
})();

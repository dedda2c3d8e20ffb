/* A duel as a page shows it: what the site said last, and on top of it what this browser has not sent yet. Points come
   from the site alone; what befell the cars is read from the log, so that it shows without a connection as well. */
(() => {
  "use strict";
  const duel = (window.duel = window.duel || {});

  /* The log with what waits: entries to come, entries that are to be taken back, phases that are to be closed. */
  const withWaiting = (state, waiting) => {
    const log = state.log.map((entry) => ({ ...entry, waiting: false }));
    const byKey = new Map(log.map((entry) => [entry.key, entry]));
    let closed = state.closed;
    waiting.forEach((action) => {
      const entry = byKey.get(action.of);
      if (action.act === "enter" && !byKey.has(action.key)) {
        const { turn, phase, type } = action.event;
        const made = { key: action.key, number: Infinity, turn, phase, type, document: action.event, says: "", by: "", undone: false, note: "", waiting: true };
        log.push(made);
        byKey.set(action.key, made);
      } else if (action.act === "undo" && entry) Object.assign(entry, { undone: true, waiting: true });
      else if (action.act === "redo" && entry) Object.assign(entry, { undone: false, waiting: true });
      else if (action.act === "rule" && entry && !byKey.has(action.key)) {
        const { turn, phase } = entry;
        const made = { key: action.key, number: Infinity, turn, phase, type: "ruling", document: { of: action.of, shares: action.shares, note: action.note }, says: "", by: "", undone: false, note: action.note, waiting: true };
        log.push(made);
        byKey.set(action.key, made);
        Object.assign(entry, { waiting: true });
      }
      else if (action.act === "close") closed = Math.max(closed, action.phase);
      else if (action.act === "reopen") closed = Math.min(closed, action.phase - 1);
    });
    return { log, closed };
  };

  const newCar = (duelist, row) => ({
    id: duelist.id, name: duelist.name || duelist.id, team: duelist.team, color: duelist.color, occupants: duelist.occupants, row,
    alive: duelist.occupants, able: true, canFire: true, control: "controlled", speed: duelist.speed ?? 20,
    mobility: null, complete: null, left: null, burning: false, ledger: [], waiting: false,
  });

  /* What an event does to a car, apart from points. `at` is its phase. */
  const apply = (cars, event, at, state) => {
    const car = cars.get(event.of ?? event.on);
    const lasts = (turn) => duel.index(turn, state.settings.phases_per_turn, state.settings.phases_per_turn);
    switch (event.type) {
      case "speed": car.speed = event.mph; break;
      case "control": car.control = event.state; break;
      case "crew": [car.alive, car.able] = [event.alive, event.can_drive]; break;
      case "takeover": cars.get(event.into).able = true; break;
      case "armed": car.canFire = event.can_fire; break;
      case "kill":
        if (event.part !== "complete") car.mobility ??= at;
        if (event.part !== "mobility") car.complete ??= at;
        if (event.part === "destroyed") car.speed = 0;
        break;
      case "surrender": car.mobility ??= at; car.complete ??= at; break;
      case "left_arena": car.left ??= at; break;
      case "burn_modifier": car.ledger.push({ modifier: event.modifier, from: at, to: lasts(event.turn + event.turns) }); break;
      case "extinguished":
        car.burning = false;
        if (!event.personal || state.settings.personal_extinguishers_clear) car.ledger = [];
        break;
      case "fire_roll": {
        const active = car.ledger.filter((entry) => entry.from <= at && at <= entry.to);
        if (active.length && event.roll <= active.reduce((sum, entry) => sum + entry.modifier, 0)) car.burning = true;
        break;
      }
      default:
    }
  };
  /* Within a phase an extinguisher takes effect first, then new modifiers, then rolls; a kill comes before a speed. */
  const WITHIN = ["extinguished", "burn_modifier", "fire_roll", "kill"];
  const order = (type) => (WITHIN.includes(type) ? WITHIN.indexOf(type) : WITHIN.length);

  const carsOf = (state, log, at) => {
    const rows = new Map(state.sheet.duelists.map((row) => [row.id, row]));
    const cars = new Map(state.duelists.map((duelist) => [duelist.id, newCar(duelist, rows.get(duelist.id))]));
    const stands = log.filter((entry) => !entry.undone).map((entry) => ({ entry, at: duel.index(entry.turn, entry.phase, state.phases_per_turn) }));
    stands.sort((one, other) => one.at - other.at || order(one.entry.type) - order(other.entry.type));
    stands.forEach(({ entry, at: when }) => {
      apply(cars, entry.document, when, state);
      const car = cars.get(entry.document.of ?? entry.document.on);
      if (car && entry.waiting) car.waiting = true;
    });
    const revoked = new Set(log.filter((entry) => entry.undone && entry.waiting).map((entry) => entry.document.of ?? entry.document.on));
    cars.forEach((car) => {
      if (revoked.has(car.id)) car.waiting = true;
      else { // a kill that follows from what was entered is known to the site alone
        car.mobility ??= car.row.mobility_kill?.phase ?? null;
        car.complete ??= car.row.complete_kill?.phase ?? null;
      }
      car.out = [car.complete, car.left].some((since) => since !== null && since < at);
    });
    return [...cars.values()];
  };

  /* Who is credited with what, kill by kill: one line for a car that was destroyed at once. */
  const same = (one, other) => [...new Set([...Object.keys(one), ...Object.keys(other)])].every((id) => (one[id] || "0") === (other[id] || "0"));
  const KILLS = { mobility_kill: "Mobility kill", complete_kill: "Complete kill" };
  const creditsOf = (state, log, cars) => cars.flatMap((car) => {
    const found = Object.entries(KILLS).flatMap(([field, what]) => {
      const record = car.row[field];
      if (!record) return [];
      const part = field.replace("_kill", "");
      const entry = log.find((each) => !each.undone && each.type === "kill" && each.document.on === car.id && [part, "destroyed"].includes(each.document.part) && duel.index(each.turn, each.phase, state.phases_per_turn) === record.phase) || null;
      const points = part === "mobility" ? state.settings.mobility_kill : state.settings.complete_kill_extra;
      const confirmed = record.ruled && same(record.shares, record.proposed);
      return [{ ...record, car, part, what, points, entry, confirmed, id: `${car.id} ${part}`, waiting: Boolean(entry?.waiting) }];
    });
    const [first, second] = found;
    if (second && first.entry === second.entry && first.phase === second.phase) return [{ ...first, part: "destroyed", what: "Mobility and complete kill", points: first.points + second.points, id: `${car.id} destroyed` }];
    return found;
  });

  /* Shares in words: "to Jane", or "1/2 to Jane and 1/2 to nobody". */
  const shareWords = (shares, name) => {
    const parts = Object.entries(shares).filter(([, share]) => share !== "0");
    return duel.list(parts.map(([id, share]) => (share === "1" ? `to ${name(id)}` : `${share} to ${name(id)}`)));
  };

  /* Who leads, and why. `closed` is null once the duel is over. */
  const leadWords = (state, cars, closed) => {
    const rows = cars.map((car) => car.row);
    const first = cars.filter((car) => car.row.place === 1);
    const why = (row) => [["kill_points", "for kills"], ["bonus_points", "in bonuses"], ["penalty_points", "in penalties"]]
      .filter(([field]) => duel.figure(row[field])).map(([field, words]) => `${duel.points(row[field])} ${words}`);
    if (rows.every((row) => !duel.figure(row.total) && !why(row).length)) return "Nobody has points yet.";
    const { total } = first[0].row, reasons = why(first[0].row);
    const [lead, leads] = closed === null ? ["are first", "is first"] : ["lead", "leads"];
    const words = first.length > 1 ? `${duel.list(first.map((car) => car.name))} ${lead} with ${duel.count(total)} each.`
      : `${first[0].name} ${leads} with ${duel.count(total)}${reasons.length ? `: ${duel.list(reasons)}.` : "."}`;
    const { held_win_threshold: held, end_mode: mode } = state.settings;
    const holding = mode === "threshold" && closed !== null ? cars.filter((car) => car.row.held_since !== null) : [];
    return [words, ...holding.map((car) => {
      const until = car.row.held_since + state.held_phases;
      return until > closed ? `${car.name} holds ${held} since ${duel.momentWords(car.row.held_since, state.phases_per_turn)}, and wins with it at the close of ${duel.momentWords(until, state.phases_per_turn)}.`
        : `${car.name} has held ${held} for long enough, and wins once in control alone.`;
    })].join(" ");
  };

  const ENDINGS = {
    instant: (state, name) => `${name} has ${state.settings.instant_win_threshold} and is in control`,
    held: (state, name) => `${name} has held ${state.settings.held_win_threshold} for long enough and is in control`,
    last_vehicle: () => "one vehicle is left at most", turn_limit: () => "it is the last one", time_called: () => "time is called",
  };
  /* That the open phase would end the duel, and why. */
  const endWords = (state, name) => {
    const end = state.ends_at_close;
    return end && ENDINGS[end.reason] ? `Closing this phase ends the duel: ${ENDINGS[end.reason](state, name(end.winner))}.` : "";
  };

  /* How far a car is from the two scores that end the duel. */
  const goalWords = (state, car, closed) => {
    const { held_win_threshold: held, instant_win_threshold: instant } = state.settings;
    const { threshold_score: score, held_since: since, in_control: control } = car.row;
    if (duel.figure(score) >= instant) return control ? `${instant} reached` : `${instant} reached, not in control`;
    if (since !== null) return `${duel.points(score)} of ${instant}, held ${Math.max(0, closed - since)} of ${state.held_phases}`;
    return `${duel.points(score)} of ${held} and ${instant}`;
  };

  const lastHits = (car, view) => view.log
    .filter((entry) => !entry.undone && ["hit", "hazard"].includes(entry.type) && entry.document.on === car.id && entry.document.by !== car.id)
    .map((entry, place) => ({ entry, place, at: duel.index(entry.turn, entry.phase, view.settings.phases_per_turn) }))
    .filter(({ at }) => at <= view.at)
    .sort((one, other) => other.at - one.at || other.place - one.place);

  duel.lastAttacker = (car, view) => lastHits(car, view)[0]?.entry.document.by || "";

  /* What probably took a car out, the likeliest first: its fire, those who hit it last, nobody. */
  duel.suggestCauses = (car, view) => {
    const seen = new Set(), found = [];
    lastHits(car, view).forEach(({ entry, at }) => {
      const { by, type } = entry.document;
      if (seen.has(by) || seen.size >= 3) return;
      seen.add(by);
      const when = at === view.at ? "in this phase" : `in ${duel.momentWords(at, view.settings.phases_per_turn)}`;
      const attack = { type: "attack", by };
      found.push(type === "hit" ? { cause: attack, words: `${view.name(by)} hit it ${when}`, now: at === view.at }
        : { cause: { type: "lost_control", because: attack }, words: `Lost control from a hazard by ${view.name(by)} ${when}`, now: at === view.at });
    });
    const fire = car.burning ? [{ cause: { type: "burned" }, words: "The fire on it" }] : [];
    const nobody = { cause: { type: "nobody" }, words: "Nobody: own maneuver or the arena" };
    return found[0]?.now ? [...found, ...fire, nobody] : [...fire, ...found, nobody];
  };

  /* The whole picture. `entering` is the phase that events are entered for, where it is not the open one. */
  duel.viewOf = (state, waiting, entering) => {
    const { log, closed } = withWaiting(state, waiting);
    const ended = state.ended && closed >= state.ended.phase ? state.ended : null;
    const open = ended ? ended.phase : closed + 1;
    const at = entering && entering < open ? entering : open;
    const names = new Map(state.duelists.map((duelist) => [duelist.id, duelist.name || duelist.id]));
    const name = (id) => (id ? names.get(id) || id : "nobody");
    const says = (entry) => (entry.type === "ruling" ? `The referee rules on a credit: ${shareWords(entry.document.shares, name)}.` : duel.say(entry.document, name));
    log.forEach((entry) => { entry.says = entry.says || says(entry); });
    const cars = carsOf(state, log, at);
    return {
      state, log, closed, ended, open, at, cars, name, settings: state.settings, arena: state.arena,
      credits: creditsOf(state, log, cars),
      lead: [ended ? ended.sentence.replace(/\s*\[CW-[QSP]-\d+\]/g, "") : "", leadWords(state, cars, ended ? null : closed)].filter(Boolean).join(" "),
      ending: ended ? "" : endWords(state, name),
      goal: (car) => goalWords(state, car, closed),
      car: (id) => cars.find((car) => car.id === id),
    };
  };
  duel.shareWords = shareWords;
})();

/* Plays a match: the data of its steps, the clock, the camera, the board and the controls. Its links and forms do the
   same, step by step, without this script. */
(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const MOVE = 0.62; // seconds that a step with movement takes at 1x
  const LOUD = new Set(["hit", "miss", "ricochet", "ram", "crash", "skid", "spin", "roll", "fire", "blast", "wreck", "lap", "finish", "flag"]);
  const TURNING = { skid: 25, spin: 360, roll: 180 };
  const SPEEDS = [0.5, 1, 2, 4, 8];
  const SKIDS_LAST = 24; // steps
  const SMALL = 768; // pixels
  const SHORTEST = 30;
  const LOOKS_AT = 1500; // milliseconds that the camera stays with an event
  const WORDS_EVERY = 700; // milliseconds
  const SAID_EVERY = 4000;
  const QUIET_AFTER = 3500;
  const RESTS_AFTER = 300;
  const page = document.querySelector("[data-replay]");
  const svg = page?.querySelector("[data-arena]");
  if (!svg) return;
  const find = (what) => page.querySelector(`[data-${what}]`);
  const all = (what) => [...page.querySelectorAll(`[data-${what}]`)];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const [width, height, carScale] = [svg.dataset.width, svg.dataset.height, svg.dataset.scale].map(Number);
  const carLength = carScale * 54;
  const marks = all("car").filter((mark) => mark instanceof SVGGElement);
  const words = all("words");
  const slider = find("slider");
  const world = find("world");
  const effects = globalThis.replayEffects(find("effects"));
  const element = (name, attributes = {}, parent = null) => {
    const node = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
    parent?.append(node);
    return node;
  };
  /* Names may hold < and &, so text is never put in as HTML: pieces of it are plain and bold in turn. */
  const bold = (text) => Object.assign(document.createElement("b"), { textContent: text });
  const writeMarked = (node, pieces) => node.replaceChildren(...pieces.map((text, index) => (index % 2 ? bold(text) : text)));
  const write = (node, text) => { if (node && node.textContent !== text) node.textContent = text; };

  /* ---------------------------------------------------------------- data */
  let steps = [];
  let data = null;
  const CAR = ["x", "y", "heading", "looks", "hurt", "lap", "score", "notice", "left", "wheels", "burns", "place", "condition"];
  const car = (row) => Object.fromEntries(CAR.map((name, index) => [name, row[index + 1]]));
  const isOut = (one) => one.looks === "out" || (one.looks === "gone" && one.notice !== "Home");

  const path = (before, now, way, jumps) => {
    if (before.looks === "gone" || (now.looks === "gone" && !way) || jumps) return null;
    const points = [[before.x, before.y, before.heading]];
    for (let index = 0; index < (way?.length ?? 0); index += 3) points.push(way.slice(index, index + 3));
    if (now.looks !== "gone") points.push([now.x, now.y, now.heading]);
    const lengths = [0];
    for (let index = 1; index < points.length; index += 1) {
      const [ax, ay, ah] = points[index - 1];
      const [bx, by, bh] = points[index];
      const turned = Math.abs(((bh - ah + 540) % 360) - 180) / 12;
      lengths.push(lengths[index - 1] + Math.max(Math.hypot(bx - ax, by - ay), turned, 0.001));
    }
    const direct = Math.hypot(now.x - before.x, now.y - before.y);
    if (lengths.at(-1) < 0.05 || (!way && direct > 8 * carLength)) return null;
    return { points, lengths, long: lengths.at(-1) };
  };

  const beside = (points, off) => points.map(([x, y, heading], index) => {
    const angle = (heading * Math.PI) / 180;
    return `${index ? "L" : "M"}${(x - Math.sin(angle) * off).toFixed(1)} ${(y + Math.cos(angle) * off).toFixed(1)}`;
  }).join("");

  const read = (document_) => {
    data = document_;
    let cars = [];
    let order = [];
    let things = [];
    let lying = "";
    let time = 0;
    steps = data.steps.map((told, index) => {
      const before = cars;
      cars = [...cars];
      (told.c ?? []).forEach((row) => { cars[row[0]] = car(row); });
      order = told.o ?? order;
      things = told.g ?? things;
      lying = told.g ? told.y : lying;
      const events = (told.e ?? []).map(([kind, one, other, amount, tag, caption, faces, needed]) => (
        { kind, car: one, other, amount, tag, caption, faces, needed }
      ));
      const jumps = events.some((event) => event.kind === "heat");
      const paths = index ? cars.map((now, number) => path(before[number], now, told.w?.[number], jumps)) : [];
      const moving = paths.some(Boolean);
      const loud = events.filter((event) => LOUD.has(event.kind)).length;
      const lasts = (moving ? MOVE : 0) + Math.min(2.4, loud * (moving ? 0.4 : 0.7)) + (events.some((event) => event.kind === "wreck") ? 0.6 : 0);
      time += lasts;
      return { title: told.t, note: told.n ?? [], lines: told.l ?? [], left: told.m ?? [0, ""], cars, order, things, lying, events, paths, lasts, ends: time };
    });
    steps.forEach((step, index) => {
      step.clears = step.events.some((event) => event.kind === "heat");
      step.skids = step.events.filter((event) => event.kind in TURNING).flatMap((event) => {
        const way = step.paths[event.car] ?? steps[index + 1]?.paths[event.car];
        return way ? [-0.2, 0.2].map((off) => beside(way.points, off * carLength)) : [];
      });
      step.scorches = step.events.filter((event) => event.kind === "wreck" && index && step.cars[event.car]?.looks === "gone" && steps[index - 1].cars[event.car].looks !== "gone")
        .map(({ car: number }) => [number, [steps[index - 1].cars[number].x, steps[index - 1].cars[number].y]]);
      step.part = step.title.split(",")[0];
      step.opens = index && steps[index - 1].part === step.part ? steps[index - 1].opens : Math.max(0, index - 1);
    });
  };

  /* ---------------------------------------------------------------- the clock */
  let at = Number(page.dataset.at);
  let ready = false; // until then the address stays as it was opened
  let share = 1;
  let playing = false;
  let speed = 1;
  let shown = -1;
  let eventsShown = 0;
  let last = 0;
  let request = 0;
  const spins = new Map();

  const eventAt = (number, count) => 0.12 + (0.8 * (number + 0.5)) / count;

  const tick = (now) => {
    const passed = Math.min(100, now - last);
    last = now;
    request = 0;
    if (playing) advance((passed / 1000) * speed);
    const busy = effects.draw(passed * Math.max(1, Math.sqrt(speed)));
    const moves = draw(passed);
    if (playing || busy || moves) request = requestAnimationFrame(tick);
  };
  const wake = () => {
    if (request || document.hidden) return;
    last = performance.now();
    request = requestAnimationFrame(tick);
  };

  const advance = (seconds) => {
    let left = seconds;
    while (left > 0 && playing) {
      const step = steps[at - 1];
      const rest = step.lasts * (1 - share);
      if (left < rest) {
        share += left / step.lasts;
        left = 0;
      } else {
        left -= rest;
        share = 1;
        fire();
        if (at >= steps.length) return pause();
        at += 1;
        share = steps[at - 1].lasts ? 0 : 1;
        eventsShown = 0;
      }
      fire();
    }
  };

  /* A car that is put out in this step is what it was before until that event, and out from then on. */
  const wreckOf = (number) => steps[at - 1].events.findIndex((event) => event.kind === "wreck" && event.car === number);
  const carNow = (number) => (wreckOf(number) < eventsShown ? steps[at - 1] : steps[Math.max(0, at - 2)]).cars[number];
  const isWrecked = (number) => wreckOf(number) >= 0 && wreckOf(number) < eventsShown;
  const wrecked = () => steps[at - 1].events.slice(0, eventsShown).filter((event) => event.kind === "wreck").length;

  /* Begin the events that are due. */
  const fire = () => {
    const { events } = steps[at - 1];
    while (eventsShown < events.length && share >= eventAt(eventsShown, events.length)) {
      const event = events[eventsShown];
      eventsShown += 1;
      if (!still.matches) effects.show(event, place, pixel);
      if (event.kind in TURNING && !still.matches) spins.set(event.car, { by: TURNING[event.kind], until: at });
      if (LOUD.has(event.kind)) {
        look(event);
        caption(event);
      }
    }
  };

  /* ---------------------------------------------------------------- drawing */
  const placed = marks.map(() => [0, 0]);
  const place = (number) => placed[number] ?? [0, 0];
  const bodies = marks.map((mark) => mark.querySelector(".body"));
  const drawn = marks.map(() => ({}));
  const smooth = (part) => part * part * (3 - 2 * part);

  const along = ({ points, lengths, long }, part) => {
    const reach = long * part;
    let index = 1;
    while (index < lengths.length - 1 && lengths[index] < reach) index += 1;
    const [ax, ay, ah] = points[index - 1];
    const [bx, by, bh] = points[index];
    const inner = Math.min(1, Math.max(0, (reach - lengths[index - 1]) / (lengths[index] - lengths[index - 1])));
    const turned = ((bh - ah + 540) % 360) - 180;
    return [ax + (bx - ax) * inner, ay + (by - ay) * inner, ah + turned * inner];
  };

  const drawCars = () => {
    const step = steps[at - 1];
    const before = steps[Math.max(0, at - 2)];
    marks.forEach((mark, number) => {
      const now = step.cars[number];
      const way = share < 1 && !still.matches ? step.paths[number] : null;
      const from = share < 1 && !still.matches ? before.cars[number] : now;
      let [x, y, heading] = way ? along(way, step.paths.filter(Boolean).length === 1 ? smooth(share) : share) : [from.x, from.y, from.heading];
      const spin = spins.get(number);
      if (spin) {
        if (spin.until < at || share === 1) spins.delete(number);
        else heading += spin.by * Math.sin(Math.PI * share) ** 2 * (spin.by === 360 ? 0.5 : 1);
      }
      const looks = share < 1 && from.looks !== "gone" && !isWrecked(number) ? from.looks : now.looks;
      const known = drawn[number];
      if (looks === "gone" ? known.x !== null : Math.abs(x - known.x) + Math.abs(y - known.y) > 0.02 || known.x == null) {
        if (looks === "gone") {
          mark.setAttribute("display", "none");
          known.x = null;
        } else {
          mark.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
          if (known.x == null) mark.removeAttribute("display");
          known.x = x;
          known.y = y;
        }
      }
      if (known.heading !== heading || known.sized !== sized()) {
        known.sized = sized();
        bodies[number].setAttribute("transform", `rotate(${heading.toFixed(1)}) scale(${sized()})`);
        known.heading = heading;
      }
      if (looks !== "gone") placed[number] = [x, y];
      known.gone = looks === "gone";
    });
  };

  const shareLeft = (number, one) => {
    const whole = data.gauges[number][1].reduce((sum, full) => sum + full, 0);
    return whole ? one.left.reduce((sum, left) => sum + left, 0) / whole : 1;
  };

  const dress = () => {
    const step = steps[share > 0.5 ? at - 1 : Math.max(0, at - 2)];
    marks.forEach((mark, number) => {
      const now = wreckOf(number) < 0 ? step.cars[number] : carNow(number);
      const left = shareLeft(number, now);
      const burst = step !== steps[at - 1] && step.events.some((event) => event.kind === "wreck" && event.car === number);
      const fresh = isWrecked(number) || burst;
      const classes = [
        "car", now.looks, now.hurt ? "hurt" : "", number === picked ? "picked" : "", now.burns ? "burns" : "", fresh ? "fresh" : "",
        now.looks === "running" && left < 0.3 ? "smoke-black" : now.looks === "running" && left < 0.6 ? "smoke" : "",
        ...now.wheels.map((wheel) => `lost-${wheel}`),
      ].filter(Boolean).join(" ");
      if (drawn[number].classes !== classes) mark.setAttribute("class", drawn[number].classes = classes);
    });
  };

  let lain = null;
  const lay = (step) => {
    if (step.things === lain) return;
    lain = step.things;
    find("things").replaceChildren(...lain.map(([kind, x, y]) => element("use", { href: `#thing-${kind}`, x, y })));
  };

  /* Skid marks of the last steps, and what is left of cars that are gone. */
  const scorches = new Map();
  let ground = "";
  const mark = () => {
    const skids = steps.slice(Math.max(0, at - SKIDS_LAST), at - 1).flatMap((step) => step.skids);
    scorches.clear();
    steps.slice(0, at).forEach((step) => {
      if (step.clears) scorches.clear();
      step.scorches.forEach(([number, spot]) => { if (step !== steps[at - 1] || isWrecked(number)) scorches.set(number, spot); });
    });
    const key = `${skids.length} ${skids[0]} ${skids.at(-1)} ${scorches.size}`;
    if (key === ground) return;
    ground = key;
    find("marks-on-ground").replaceChildren(
      ...skids.map((d) => element("path", { class: "skid", d, "stroke-width": (carLength / 14).toFixed(1) })),
      ...[...scorches.values()].map(([x, y]) => element("ellipse", { class: "scorch", cx: x, cy: y, rx: carLength * 0.8, ry: carLength * 0.7 })),
    );
  };

  /* ---------------------------------------------------------------- the camera */
  let view = null;
  let picked = marks.findIndex((one) => one.classList.contains("picked"));
  let following = picked >= 0;
  let focus = [];
  let looked = 0;
  let size = [width, height];
  const pixel = () => 1 / (view?.scale ?? 1);
  /* A car is never drawn shorter than some pixels, however far away the camera is. */
  const sized = () => Math.max(carScale, SHORTEST / 54 / (view?.scale ?? 1)).toFixed(2);

  /* The camera goes where something happens, and stays long enough to see it. */
  const look = (event, now = false) => {
    if (!now && event.kind !== "wreck" && performance.now() - looked < LOOKS_AT) return;
    looked = performance.now();
    focus = [event.car, event.other].filter((number) => number >= 0);
  };
  const followed = () => {
    if (picked >= 0) return [picked];
    const [leader] = steps[at - 1]?.order ?? [];
    if (leader !== undefined && !drawn[leader]?.gone) return [leader];
    const there = focus.filter((number) => !drawn[number]?.gone);
    return there.length ? there : [Math.max(0, drawn.findIndex((one) => !one.gone))];
  };
  const wanted = () => {
    const [across, down] = size;
    const whole = Math.min(across / width, down / height);
    if (!following) return { scale: whole, x: width / 2, y: height / 2 };
    const spots = followed().map(place);
    const span = (axis) => [Math.min(...spots.map((spot) => spot[axis])), Math.max(...spots.map((spot) => spot[axis]))];
    const [[left, right], [top, bottom]] = [span(0), span(1)];
    const room = carLength * 5;
    const close = Math.min(across, down) / (carLength * 9);
    const scale = Math.max(whole, Math.min(close, across / (right - left + room), down / (bottom - top + room)));
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const inside = (value, room, all_) => (room >= all_ ? all_ / 2 : Math.min(all_ - room / 2, Math.max(room / 2, value)));
    return { scale, x: inside(x, across / scale, width), y: inside(y, down / scale, height) };
  };
  const aim = (passed, jump = false) => {
    const goal = wanted();
    const part = !view || jump || still.matches ? 1 : 1 - Math.exp(-passed / 260);
    const from = view ?? goal;
    const near = Math.abs(goal.scale / from.scale - 1) < 0.004 && Math.hypot(goal.x - from.x, goal.y - from.y) * goal.scale < 0.7;
    const mix = (one, other) => one + (other - one) * part;
    const next = near ? goal : { scale: mix(from.scale, goal.scale), x: mix(from.x, goal.x), y: mix(from.y, goal.y) };
    const same = view && next.scale === view.scale && next.x === view.x && next.y === view.y;
    if (same && !jump) return false;
    view = next;
    const { scale, x, y } = view;
    world.setAttribute("transform", `translate(${(size[0] / 2 - x * scale).toFixed(2)} ${(size[1] / 2 - y * scale).toFixed(2)}) scale(${scale.toFixed(4)})`);
    return true;
  };
  const measure = () => {
    const box = find("stage").getBoundingClientRect();
    size = [Math.max(1, box.width), Math.max(1, box.height)];
    svg.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    aim(0, true);
    wake();
  };

  const map = find("map");
  const dots = marks.map((one) => element("circle", { r: width / 34, fill: one.dataset.color }));
  const drawMap = () => {
    if (map.hidden) return;
    dots.forEach((dot, number) => {
      const [x, y] = place(number);
      dot.setAttribute("transform", `translate(${x.toFixed(0)} ${y.toFixed(0)})`);
      dot.setAttribute("opacity", drawn[number].gone ? 0 : drawn[number].classes?.includes(" out") ? 0.35 : 1);
    });
    const { scale, x, y } = view;
    const [across, down] = [size[0] / scale, size[1] / scale];
    Object.entries({ x: x - across / 2, y: y - down / 2, width: across, height: down }).forEach(([key, value]) => {
      find("window").setAttribute(key, value.toFixed(0));
    });
  };

  /* ---------------------------------------------------------------- names, so placed that they do not overlap */
  const names = marks.map((one) => {
    const group = element("g", { class: "name" }, find("names"));
    const box = element("rect", { height: 19, rx: 2 }, group);
    element("rect", { width: 4, height: 19, fill: one.dataset.color }, group);
    const text = element("text", { x: 10, y: 14 }, group);
    return { group, box, text, side: 0, shown: true, wide: 0 };
  });
  let frames = 0;
  const measured = (() => {
    const context = document.createElement("canvas").getContext("2d");
    context.font = "600 12.5px Inter, system-ui, sans-serif";
    return (text) => context.measureText(text).width;
  })();
  const name = (number, out) => {
    const tag = names[number];
    const text = out ? `${marks[number].dataset.name} ✕` : marks[number].dataset.name;
    if (tag.text.textContent === text && tag.wide) return;
    tag.text.textContent = text;
    tag.wide = measured(text) + 16;
    tag.box.setAttribute("width", tag.wide.toFixed(0));
  };
  const onScreen = (number) => {
    const [x, y] = scorches.has(number) && drawn[number].gone ? scorches.get(number) : place(number);
    return [(x - view.x) * view.scale + size[0] / 2, (y - view.y) * view.scale + size[1] / 2];
  };
  const drawNames = () => {
    const radius = 27 * sized() * view.scale;
    const decide = frames % 6 === 0 || !playing;
    const taken = [];
    const crossed = (box) => taken.reduce((sum, other) => sum + Math.max(0, Math.min(box[2], other[2]) - Math.max(box[0], other[0])) * Math.max(0, Math.min(box[3], other[3]) - Math.max(box[1], other[1])), 0);
    const step = steps[at - 1];
    const cars = marks.map((_, number) => number).filter((number) => !drawn[number].gone || scorches.has(number));
    if (decide) {
      cars.forEach((number) => {
        const [x, y] = onScreen(number);
        taken.push([x - radius * 0.6, y - radius * 0.6, x + radius * 0.6, y + radius * 0.6]);
      });
      effects.words().forEach(([number, left, top, right, bottom]) => {
        const [x, y] = onScreen(number);
        taken.push([x + left, y + top, x + right, y + bottom]);
      });
    }
    const rank = (number) => (number === picked ? -1 : isOut(carNow(number)) ? 1000 : (step.order.indexOf(number) + 1000) % 1000);
    names.forEach((tag, number) => { if (!cars.includes(number) && tag.on) { tag.group.setAttribute("display", "none"); tag.on = false; } });
    cars.sort((one, other) => rank(one) - rank(other)).forEach((number) => {
      const tag = names[number];
      const [x, y] = onScreen(number);
      const gap = radius * 0.8 + 3;
      const sides = [[-tag.wide / 2, gap], [-tag.wide / 2, -gap - 19], [gap + 2, -9.5], [-gap - 2 - tag.wide, -9.5]];
      const box = ([dx, dy]) => [x + dx, y + dy, x + dx + tag.wide, y + dy + 19];
      if (decide) {
        const inside = ([left, top, right, bottom]) => left > 0 && top > 0 && right < size[0] && bottom < size[1];
        const free = [tag.side, 0, 1, 2, 3].find((side) => inside(box(sides[side])) && crossed(box(sides[side])) < 4);
        tag.shown = free !== undefined;
        tag.side = free ?? tag.side;
        if (tag.shown) taken.push(box(sides[tag.side]));
      }
      const shows = tag.shown && x > -20 && y > -20 && x < size[0] + 20 && y < size[1] + 20;
      if (shows) {
        const [left, top] = box(sides[tag.side]);
        tag.group.setAttribute("transform", `translate(${left.toFixed(1)} ${top.toFixed(1)})`);
      }
      if (tag.on !== shows) {
        if (shows) tag.group.removeAttribute("display"); else tag.group.setAttribute("display", "none");
        tag.on = shows;
      }
    });
  };

  /* ---------------------------------------------------------------- board, caption, words */
  const board = find("board");
  const rows = new Map(all("row").map((row) => [Number(row.dataset.row), {
    row,
    link: row.querySelector("a"),
    pos: row.querySelector("[data-pos]"),
    moved: row.querySelector("[data-moved]"),
    lap: row.querySelector("[data-lap]"),
    bar: row.querySelector("[data-bar]"),
    full: [...row.querySelectorAll(".full")],
    notice: row.querySelector("[data-notice]"),
    score: row.querySelector("[data-score]"),
  }]));
  const listed = (step) => {
    const places = new Map(step.order.map((number, index) => [number, index]));
    const key = (number) => (places.has(number) ? places.get(number) : 100 + (isOut(carNow(number)) ? 100 : 0));
    return { places, order: [...rows.keys()].sort((one, other) => key(one) - key(other) || one - other) };
  };
  let onBoard = "";
  const score = (step) => {
    const { places, order } = listed(step);
    const opened = new Map(steps[step.opens].order.map((number, index) => [number, index]));
    rows.forEach((cell, number) => {
      const now = carNow(number);
      if (cell.now !== now) {
        cell.now = now;
        const [names_, whole] = data.gauges[number];
        const present = whole.map((full, index) => [now.left[index], full, names_[index]]).filter(([, full]) => full);
        cell.full.forEach((part, index) => {
          const [left, full] = present[index];
          part.setAttribute("width", (Number(part.previousElementSibling.getAttribute("width")) * Math.min(left, full) / full).toFixed(1));
        });
        const left = shareLeft(number, now);
        cell.bar.setAttribute("class", `rp-bar ${left >= 0.6 ? "good" : left >= 0.3 ? "fair" : "low"}`);
        cell.bar.setAttribute("aria-label", present.map(([one, full, title]) => `${title} ${one} of ${full}`).join(", "));
        cell.row.className = isOut(now) ? "dead" : "";
        write(cell.notice, now.notice);
        write(cell.score, String(now.score));
        write(cell.lap, String(now.lap));
        name(number, isOut(now));
        names[number].group.setAttribute("class", `name${isOut(now) ? " out" : ""}${number === picked ? " picked" : ""}`);
      }
      const gained = places.has(number) && opened.has(number) ? opened.get(number) - places.get(number) : 0;
      write(cell.pos, places.has(number) ? String(places.get(number) + 1) : "–");
      write(cell.moved, gained ? `${gained > 0 ? "▲" : "▼"}${Math.abs(gained)}` : "");
      if (gained) cell.moved.className = `rp-moved${gained < 0 ? " down" : ""}`;
    });
    if (onBoard !== order.join()) {
      const held = board.contains(document.activeElement) ? document.activeElement : null;
      onBoard = order.join();
      board.append(...order.map((number) => rows.get(number).row));
      held?.focus({ preventScroll: true });
    }
  };

  const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
  const die = (face) => {
    const node = element("svg", { viewBox: "0 0 32 32" });
    element("rect", { x: 1, y: 1, width: 30, height: 30, rx: 6, fill: "#f4efe9" }, node);
    if (!PIPS[face]) element("text", { x: 16, y: 21.5, "text-anchor": "middle", "font-size": 15, "font-weight": 700, fill: "#17130f" }, node).textContent = face;
    (PIPS[face] ?? []).forEach((pip) => element("circle", { cx: 8 + 8 * (pip % 3), cy: 8 + 8 * Math.floor(pip / 3), r: 3, fill: "#17130f" }, node));
    return node;
  };
  let captioned = 0;
  const caption = (event) => {
    captioned = performance.now();
    writeMarked(find("caption"), event?.caption ?? []);
    find("roll").hidden = !event?.needed;
    if (!event?.needed) return;
    find("dice").replaceChildren(...event.faces.map(die));
    write(find("needed"), event.needed);
  };
  /* Who leads, if nothing else has happened for a while. */
  const quiet = (step) => {
    if (performance.now() - captioned < QUIET_AFTER) return;
    const [first, second] = step.order.map((number) => marks[number].dataset.name);
    find("caption").textContent = second ? `${first} leads ${second}.` : "";
    find("roll").hidden = true;
  };
  const loudest = (step) => step.events.findLast((event) => LOUD.has(event.kind)) ?? step.events.at(-1);

  const flag = (team) => {
    const node = element("svg", { class: "color", role: "img" });
    element("title", {}, node).textContent = data.teams[team];
    element("use", { href: `#team-${team}` }, node);
    return node;
  };

  const told = (step) => {
    writeMarked(find("note"), step.note);
    find("note").hidden = !step.note.length;
    const lines = step.lines.map(([number, team, text, rule]) => {
      const line = document.createElement("li");
      const no = document.createElement(number ? "a" : "span");
      no.className = "no";
      no.textContent = number || "–";
      if (number) no.href = `${page.dataset.log}?line=${number}#line-${number}`;
      else no.setAttribute("aria-hidden", "true");
      const said = document.createElement("span");
      said.className = "said";
      writeMarked(said, text);
      if (team in data.teams) said.prepend(flag(team));
      line.append(no, said);
      line.insertAdjacentHTML("beforeend", data.rules[rule] ?? "");
      return line;
    });
    if (!lines.length) {
      const quiet = document.createElement("li");
      quiet.className = "faint replay-quiet";
      quiet.textContent = find("lines").dataset.quiet;
      lines.push(quiet);
    }
    find("lines").replaceChildren(...lines);
    const [left, following] = step.left;
    find("lines-left-out").hidden = !left;
    find("lines-left").textContent = left;
    find("lines-left-out").firstElementChild.href = following ? `${page.dataset.log}?line=${following}#line-${following}` : page.dataset.log;
    const state = (one) => (one.looks === "running" ? (one.hurt ? "hurt" : "running") : one.looks === "out" ? "out of it" : "not on the ground");
    words.forEach((row, number) => {
      write(row.querySelector("[data-place]"), step.cars[number].place);
      write(row.querySelector("[data-condition]"), step.cars[number].condition);
      write(row.querySelector("[data-state]"), state(step.cars[number]));
    });
    write(find("lying"), step.lying);
    find("lying").hidden = !step.lying;
  };
  let toldAt = 0;
  let telling = 0;
  let writing = 0;
  const tell = (now = false) => {
    clearTimeout(telling);
    const due = now ? 0 : Math.max(0, toldAt + WORDS_EVERY - performance.now());
    const run = () => { toldAt = performance.now(); told(steps[at - 1]); link(); };
    if (now) run(); else telling = setTimeout(run, due);
  };

  const address = (number) => {
    const asked = new URLSearchParams();
    if (picked >= 0) asked.set("car", data.cars[picked]);
    asked.set("at", number);
    return `${page.dataset.here}?${asked}`;
  };
  const nextMark = (kind) => data.marks.find(([number, which]) => which === kind && number > at)?.[0];
  const able = (node, to) => {
    node.classList.toggle("disabled", !to);
    if (to) {
      node.href = address(to);
      node.removeAttribute("aria-disabled");
    } else {
      node.removeAttribute("href");
      node.setAttribute("aria-disabled", "true");
    }
  };
  const link = () => {
    const ways = { first: at > 1 && 1, previous: at > 1 && at - 1, next: at < steps.length && at + 1, last: at < steps.length && steps.length };
    all("way").forEach((way) => able(way, ways[way.dataset.way]));
    all("jump").forEach((jump) => able(jump, nextMark(jump.dataset.jump)));
    find("moment").href = address(at);
    find("still").href = `${page.dataset.still}?at=${at}`;
    find("kept").value = at;
    const turns = find("turns");
    const here = [...turns.options].filter((option) => Number(option.value) <= at).pop();
    if (here && turns !== document.activeElement) turns.value = here.value;
    clearTimeout(writing);
    if (!playing && ready) writing = setTimeout(() => { if (!playing) writeAddress(); }, RESTS_AFTER);
  };
  /* Browsers refuse to change the address often, so a slider that is dragged writes it when it rests. */
  const writeAddress = () => {
    clearTimeout(writing);
    history.replaceState(null, "", address(at));
  };

  /* ---------------------------------------------------------------- one picture */
  const draw = (passed) => {
    frames += 1;
    if (shown !== at) {
      shown = at;
      const step = steps[at - 1];
      write(find("title"), step.title);
      write(find("part"), step.part);
      const [leader] = step.order;
      if (data.laps && leader !== undefined) write(find("lap-now"), String(step.cars[leader].lap));
      write(find("number"), String(at));
      slider.value = at;
      slider.setAttribute("aria-valuetext", step.title);
      lay(steps[Math.max(0, at - (share < 1 ? 2 : 1))]);
      tell(!playing);
      if (playing) quiet(step);
      dressed = "";
    }
    const dressing = `${at} ${share > 0.5} ${wrecked()}`;
    if (dressed !== dressing) {
      dressed = dressing;
      score(steps[at - 1]);
      mark();
      dress();
      if (share > 0.5) lay(steps[at - 1]);
    }
    drawCars();
    const moves = aim(passed);
    drawNames();
    drawMap();
    return moves;
  };
  let dressed = "";

  /* A step that is not played but shown: everything as it is at its end, with what happened in it. */
  const show = (to, { quietly = false } = {}) => {
    at = Math.min(steps.length, Math.max(1, to));
    share = 1;
    const step = steps[at - 1];
    eventsShown = step.events.length;
    effects.clear();
    spins.clear();
    shown = -1;
    drawCars();
    const heard = new Set();
    step.events.filter((event) => LOUD.has(event.kind)).forEach((event) => {
      const key = `${event.kind} ${event.car} ${event.other}`;
      if (!heard.has(key)) effects.show(event, place, pixel);
      heard.add(key);
    });
    const event = loudest(step);
    if (event) look(event, true);
    caption(event);
    draw(still.matches ? 1e6 : 16);
    effects.hold();
    if (playing) effects.clear();
    if (!quietly) say();
  };
  let saidAt = 0;
  const say = () => {
    if (playing && performance.now() - saidAt < SAID_EVERY) return;
    saidAt = performance.now();
    const step = steps[at - 1];
    const captions = step.events.filter((event) => LOUD.has(event.kind)).slice(0, 3).map((event) => event.caption.join(""));
    find("said").textContent = [`Step ${at}: ${step.title}.`, ...captions].join(" ");
  };

  /* ---------------------------------------------------------------- controls */
  const button = find("play");
  const named = (text, icon) => {
    button.setAttribute("aria-label", text);
    button.querySelector("use").setAttribute("href", icon);
  };
  const pause = () => {
    playing = false;
    clearTimeout(stepping);
    svg.classList.add("paused");
    named("Play", "#rp-play");
    if (steps.length) {
      tell(true);
      say();
    }
  };
  /* Without motion, playing is going from step to step; steps in which nothing happens are left out. */
  let stepping = 0;
  const stepOn = () => {
    const next = steps.findIndex((step, index) => index >= at && step.lasts > 0) + 1;
    if (!next) return pause();
    show(next, { quietly: true });
    say();
    stepping = setTimeout(stepOn, (Math.max(0.8, steps[at - 1].lasts) * 1000) / speed);
  };
  const play = () => {
    if (playing) return pause();
    if (at >= steps.length) show(1, { quietly: true });
    playing = true;
    named("Pause", "#rp-pause");
    svg.classList.remove("paused");
    if (still.matches) {
      stepping = setTimeout(stepOn, 300);
    } else {
      effects.clear();
      wake();
    }
  };
  const go = (to) => {
    if (!to) return;
    pause();
    show(to);
    wake();
  };
  /* A jump lands just before the mark and plays on if it was playing. */
  const jump = (kind) => {
    const to = nextMark(kind);
    if (!to) return;
    if (!playing || still.matches) return go(to);
    show(Math.max(1, to - 1), { quietly: true });
    if (at < to) {
      at = to;
      share = 0;
      eventsShown = 0;
      shown = -1;
    }
    wake();
  };
  const setSpeed = (to) => {
    speed = to;
    all("speed").forEach((one) => one.setAttribute("aria-pressed", String(Number(one.dataset.speed) === to)));
    write(find("speed-next"), `${to === 0.5 ? "½" : to}× speed`);
  };
  const setCamera = (follow) => {
    following = follow;
    find("fit").setAttribute("aria-pressed", String(!follow));
    find("follow").setAttribute("aria-pressed", String(follow));
    map.hidden = innerWidth >= SMALL;
    write(find("map-name"), follow ? "Whole ground" : "Follow");
    wake();
  };
  const pick = (number) => {
    picked = number;
    rows.forEach((cell, index) => {
      if (index === picked) cell.link.setAttribute("aria-current", "true");
      else cell.link.removeAttribute("aria-current");
      names[index].group.classList.toggle("picked", index === picked);
    });
    write(find("follow-name"), picked >= 0 ? marks[picked].dataset.name : steps[at - 1].order.length ? "the leader" : "the action");
    dress();
    setCamera(picked >= 0 || (following && innerWidth < SMALL));
    link();
  };
  const full = () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else find("screen").requestFullscreen?.().catch(() => {});
  };
  const copy = async (event) => {
    event.preventDefault();
    pause();
    writeAddress();
    const label = find("moment-name");
    try {
      await navigator.clipboard.writeText(new URL(address(at), location.href).href);
      write(label, "Copied");
    } catch {
      write(label, "It is in the address bar");
    }
    find("said").textContent = `Link to step ${at}: ${label.textContent.toLowerCase()}.`;
    setTimeout(() => write(label, "Link to this moment"), 2500);
  };
  const cycle = () => setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]);

  const KEYS = {
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(1),
    End: () => go(steps.length),
    " ": play,
    k: () => jump("kill"),
    f: full,
  };
  /* Icons do not overlap: where marks stand close, the most telling keeps its icon, and the others are lines. */
  const ICON = 20; // pixels
  const TELLING = ["kill", "loss", "lap"];
  const moments = [];
  const spread = () => {
    const wide = find("line").getBoundingClientRect().width;
    const taken = [];
    const seen = moments.filter(({ kind }) => kind !== "lap" || innerWidth >= SMALL);
    seen.sort((one, other) => TELLING.indexOf(one.kind) - TELLING.indexOf(other.kind)).forEach(({ node, share: part }) => {
      const free = taken.every((other) => Math.abs(other - part) * wide >= ICON);
      node.classList.toggle("bare", !free);
      if (free) taken.push(part);
    });
  };
  const showMarks = () => {
    const line = find("moments");
    line.replaceChildren();
    data.marks.forEach(([number, kind, text]) => {
      const one = document.createElement("span"); // the list of kills, spins and laps has the same for the keyboard
      one.setAttribute("aria-hidden", "true");
      one.className = `rp-moment rp-${kind} ${kind}`;
      one.title = text;
      const part = steps.length > 1 ? (number - 1) / (steps.length - 1) : 0;
      one.style.left = `${part * 100}%`;
      const icon = element("svg", { "aria-hidden": "true" });
      element("use", { href: `#rp-${kind}` }, icon);
      one.append(icon);
      one.addEventListener("click", () => go(number));
      line.append(one);
      moments.push({ node: one, kind, share: part });
    });
    spread();
  };
  const plain = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  const begin = (document_) => {
    read(document_);
    ["play", "slider", "keys", "camera", "speeds", "speed-next", "full"].forEach((what) => { find(what).hidden = false; });
    svg.classList.add("paused");
    find("effects").replaceChildren();
    find("dots").append(...dots);
    showMarks();
    button.addEventListener("click", play);
    slider.addEventListener("input", () => go(Number(slider.value)));
    all("way").forEach((way) => way.addEventListener("click", (event) => {
      if (!plain(event)) return;
      event.preventDefault();
      go({ first: 1, previous: at - 1, next: at + 1, last: steps.length }[way.dataset.way]);
    }));
    all("jump").forEach((one) => one.addEventListener("click", (event) => {
      if (!plain(event)) return;
      event.preventDefault();
      jump(one.dataset.jump);
    }));
    all("to").forEach((one) => one.addEventListener("click", (event) => {
      if (!plain(event)) return;
      event.preventDefault();
      go(Number(one.dataset.to));
      find("screen").scrollIntoView({ block: "nearest" });
    }));
    rows.forEach((cell, number) => cell.link.addEventListener("click", (event) => {
      if (!plain(event)) return;
      event.preventDefault();
      pick(picked === number ? -1 : number);
    }));
    marks.forEach((one, number) => one.addEventListener("click", () => pick(picked === number ? -1 : number)));
    all("speed").forEach((one) => one.addEventListener("click", () => setSpeed(Number(one.dataset.speed))));
    find("speed-next").addEventListener("click", cycle);
    find("fit").addEventListener("click", () => setCamera(false));
    find("follow").addEventListener("click", () => setCamera(true));
    map.addEventListener("click", () => setCamera(!following));
    find("full").addEventListener("click", full);
    find("moment").addEventListener("click", (event) => { if (plain(event)) copy(event); });
    find("turns").form.addEventListener("submit", (event) => {
      event.preventDefault();
      go(Number(find("turns").value));
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) pause();
    });
    document.addEventListener("keydown", (event) => {
      if (!plain(event) || !KEYS[event.key]) return;
      if (event.target.closest("input, select, textarea, [contenteditable], dialog[open]")) return;
      if (event.key === " " && event.target.closest("button, a, summary")) return;
      if (event.target.closest(".table-wrap")) return;
      event.preventDefault();
      KEYS[event.key]();
    });
    new ResizeObserver(() => { measure(); spread(); }).observe(find("stage"));
    steps[at - 1].cars.forEach((one, number) => { if (one.looks !== "gone") placed[number] = [one.x, one.y]; });
    measure();
    setCamera(following || innerWidth < SMALL);
    show(at, { quietly: true });
    pick(picked);
    aim(0, true);
    wake();
    ready = true;
    page.dataset.ready = "";
  };
  fetch(page.dataset.frames, { headers: { Accept: "application/json" } })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
    .then(begin)
    .catch(() => { /* the line is down: links and forms still lead from step to step */ });
})();

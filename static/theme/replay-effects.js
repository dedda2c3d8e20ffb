/* What flashes up in a replay: tracers, sparks, explosions and words. Shapes are made once and used again. Their time
   is the reader's own, so that smoke drifts as fast at 8x as at 1x. */
globalThis.replayEffects = (layer) => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const WORD_LIFE = 1500;
  const MOST_WORDS = 2; // beside one car
  const TRACER_LIFE = 460;
  const SPARK = "M0-13 3-4 12-7 6 1 13 7 4 6 1 14-3 6-11 10-7 2-14-2-5-4-8-11z";
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = "700 12px Inter, system-ui, sans-serif";
  const idle = new Map();
  let live = [];

  const make = (name, parent = layer) => {
    const node = document.createElementNS(SVG, name);
    parent.append(node);
    return node;
  };

  const makeWord = () => {
    const group = make("g");
    group.box = make("rect", group);
    group.box.setAttribute("height", 20);
    group.box.setAttribute("rx", 10);
    group.words = make("text", group);
    group.words.setAttribute("y", 14.5);
    return group;
  };

  const take = (kind) => {
    const node = idle.get(kind)?.pop() ?? (kind === "word" ? makeWord() : make(kind));
    node.removeAttribute("display");
    return node;
  };

  const add = (kind, className, life, draw, { delay = 0, car = -1, text = "", above = 0 } = {}) => {
    const node = take(kind);
    node.setAttribute("class", className);
    node.setAttribute("opacity", 0);
    live.push({ node, kind, life, draw, car, text, above, begins: delay, ends: delay + life, age: 0 });
  };

  const put = (node, [x, y], scale = 1, angle = 0) => {
    node.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle}) scale(${scale.toFixed(3)})`);
  };
  const fade = (share) => (share < 0.7 ? 1 : (1 - share) / 0.3);

  /* Shapes. `place` returns where a car is now, in units of the ground; `size` is how many units a pixel has. */
  const word = (text, className, car, place, size, delay = 0) => {
    if (!text) return;
    const others = live.filter((other) => other.kind === "word" && other.car === car);
    if (others.some((other) => other.text === text && other.age < WORD_LIFE * 0.6)) return;
    if (others.length >= MOST_WORDS && className !== "wreck") return;
    const above = others.length;
    add("word", `tag ${className}`, WORD_LIFE, (node, share) => {
      if (node.words.textContent !== text) {
        node.words.textContent = text;
        const width = pen.measureText(text.toUpperCase()).width + 20;
        node.box.setAttribute("width", width);
        node.words.setAttribute("x", width / 2);
        node.half = width / 2;
      }
      const [x, y] = place(car);
      const pixel = size();
      put(node, [x - node.half * pixel, y - (38 + 22 * above + 8 * share) * pixel], pixel);
      node.setAttribute("opacity", fade(share));
    }, { delay, car, text, above });
  };

  const tracer = (className, from, to, place, size, { past = 1, aside = 0 } = {}) => {
    add("path", `tracer ${className}`, TRACER_LIFE, (node, share) => {
      const [ax, ay] = place(from);
      const [bx, by] = place(to);
      const length = Math.hypot(bx - ax, by - ay) || 1;
      const off = [-(by - ay) / length * aside * size(), (bx - ax) / length * aside * size()];
      const at = (part) => `${(ax + (bx - ax) * part + off[0] * part).toFixed(1)} ${(ay + (by - ay) * part + off[1] * part).toFixed(1)}`;
      const head = Math.min(1, share * 1.6) * past;
      node.setAttribute("d", `M${at(Math.max(0, head - 0.6))}L${at(head)}`);
      node.setAttribute("stroke-width", 2.6 * size());
      node.removeAttribute("transform");
      node.setAttribute("opacity", fade(share));
    });
  };

  const bounce = (from, to, place, size) => {
    add("path", "tracer ricochet", TRACER_LIFE, (node, share) => {
      const [ax, ay] = place(from);
      const [bx, by] = place(to);
      const angle = Math.atan2(by - ay, bx - ax) + 1.9;
      const reach = 60 * size() * share;
      node.setAttribute("d", `M${bx} ${by}l${(Math.cos(angle) * reach).toFixed(1)} ${(Math.sin(angle) * reach).toFixed(1)}`);
      node.setAttribute("stroke-width", 2.2 * size());
      node.removeAttribute("transform");
      node.setAttribute("opacity", fade(share));
    }, { delay: TRACER_LIFE * 0.6 });
  };

  const spark = (className, car, place, size, grown = 1, delay = 0) => {
    add("path", `spark ${className}`, 520, (node, share) => {
      node.setAttribute("d", SPARK);
      node.removeAttribute("stroke-width");
      put(node, place(car), size() * grown * (0.6 + share * 0.7), 40 * share);
      node.setAttribute("opacity", fade(share));
    }, { delay });
  };

  const circle = (className, life, radius, car, place, size, delay = 0) => {
    add("circle", className, life, (node, share) => {
      node.setAttribute("r", radius * (0.35 + 0.65 * share));
      node.setAttribute("stroke-width", 5 * (1 - share) + 0.5);
      put(node, place(car), size());
      node.setAttribute("opacity", 1 - share);
    }, { delay });
  };
  const ripple = (car, place, size, radius = 30, delay = 0) => circle("ripple", 620, radius, car, place, size, delay);
  const boom = (car, place, size, radius = 46) => circle("boom", 900, radius, car, place, size);

  const said = (event, place, size) => word(event.tag, event.kind, event.car, place, size);
  const shaken = (event, place, size) => { ripple(event.car, place, size); said(event, place, size); };
  const LANDS = TRACER_LIFE * 0.55;
  const EFFECTS = {
    hit: (event, place, size) => {
      tracer("hit", event.car, event.other, place, size);
      spark("hit", event.other, place, size, 1 + Math.min(1, event.amount / 8), LANDS);
      word(event.tag, "hit", event.other, place, size, LANDS);
    },
    miss: (event, place, size) => {
      tracer("miss", event.car, event.other, place, size, { past: 1.35, aside: 26 });
      word(event.tag, "miss", event.other, place, size, LANDS);
    },
    ricochet: (event, place, size) => {
      tracer("ricochet", event.car, event.other, place, size);
      bounce(event.car, event.other, place, size);
      spark("ricochet", event.other, place, size, 0.7, LANDS);
      word(event.tag, "ricochet", event.other, place, size, LANDS);
    },
    harm: (event, place, size) => { spark("hit", event.car, place, size, 0.7); said(event, place, size); },
    hold: (event, place, size) => spark("ricochet", event.car, place, size, 0.6),
    ram: (event, place, size) => { spark("hit", event.car, place, size, 1.4); shaken(event, place, size); },
    crash: (event, place, size) => { spark("hit", event.car, place, size); shaken(event, place, size); },
    skid: said,
    spin: said,
    roll: shaken,
    grip: (event, place, size) => ripple(event.car, place, size, 16),
    fire: (event, place, size) => { boom(event.car, place, size, 34); said(event, place, size); },
    blast: (event, place, size) => { boom(event.car, place, size, 60); shaken(event, place, size); },
    drop: (event, place, size) => ripple(event.car, place, size, 14),
    trap: shaken,
    smoke: (event, place, size) => circle("screen", 2200, 60, event.car, place, size),
    tire: (event, place, size) => { spark("hit", event.car, place, size, 0.5); said(event, place, size); },
    part: said,
    wound: said,
    wreck: (event, place, size) => {
      boom(event.car, place, size, 80);
      ripple(event.car, place, size, 60, 120);
      spark("hit", event.car, place, size, 2);
      said(event, place, size);
    },
    lap: said,
    finish: said,
    flag: said,
    pit: said,
    boost: (event, place, size) => { boom(event.car, place, size, 18); said(event, place, size); },
    heat: () => {},
    over: () => {},
  };

  const rest = (effect) => {
    effect.node.setAttribute("display", "none");
    if (!idle.has(effect.kind)) idle.set(effect.kind, []);
    idle.get(effect.kind).push(effect.node);
  };

  return {
    /** Begin an event. */
    show: (event, place, size) => EFFECTS[event.kind]?.(event, place, size),
    /** Draw what there is after some milliseconds more. */
    draw: (passed) => {
      live = live.filter((effect) => {
        effect.age += passed;
        if (effect.age >= effect.ends) {
          rest(effect);
          return false;
        }
        if (effect.age >= effect.begins) effect.draw(effect.node, (effect.age - effect.begins) / effect.life);
        return true;
      });
      return live.length;
    },
    /** Where words stand over cars, in pixels from the car: its number, left, top, right and bottom. */
    words: () => live.filter((effect) => effect.kind === "word" && effect.node.half && effect.age + 100 >= effect.begins)
      .map(({ car, node, above }) => [car, -node.half, -46 - 22 * above, node.half, -18 - 22 * above]),
    /** Draw what there is as it is halfway, for a still. */
    hold: () => live.forEach((effect) => effect.draw(effect.node, effect.kind === "word" ? 0.1 : 0.62)),
    clear: () => {
      live.forEach(rest);
      live = [];
    },
  };
};

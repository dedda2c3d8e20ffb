/* The replay of a match without reloading: plays, steps by keys and slider. Its links and forms do the same, step by
   step, without this script. */
(() => {
  "use strict";
  const MOVING = 350;
  const ROOM = 45;
  const LEAST = 0.35;
  const SMALL = 600;
  const page = document.querySelector("[data-replay]");
  if (!page) return;
  const find = (what) => page.querySelector(`[data-${what}]`);
  const all = (what) => [...page.querySelectorAll(`[data-${what}]`)];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const slider = find("slider");
  const pace = find("pace");
  const marks = all("car").filter((mark) => mark instanceof SVGGElement);
  const rows = all("row");
  let steps = [];
  let at = Number(page.dataset.at);
  let timer = 0;
  let frame = 0;

  const address = (number) => {
    const asked = new URLSearchParams();
    if (page.dataset.car) asked.set("car", page.dataset.car);
    asked.set("at", number);
    return `${page.dataset.here}?${asked}`;
  };

  const stand = (mark, [x, y, heading, looks]) => {
    mark.setAttribute("class", `car ${looks}${mark.classList.contains("picked") ? " picked" : ""}`);
    mark.setAttribute("transform", `translate(${x} ${y})`);
    mark.querySelector(".body").setAttribute("transform", `rotate(${heading})`);
    if (looks.startsWith("gone")) mark.setAttribute("display", "none");
    else mark.removeAttribute("display");
  };

  const between = (from, to, share) => {
    const turned = ((to[2] - from[2] + 540) % 360) - 180;
    return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2] + turned * share, to[3]];
  };

  const move = (from, to) => {
    cancelAnimationFrame(frame);
    const near = Math.abs(from - to) === 1 && !still.matches && !document.hidden;
    const began = performance.now();
    const lasts = Math.min(MOVING, Number(pace.value) * 0.7);
    const draw = (now) => {
      const share = near ? Math.min(1, Math.max(0, now - began) / lasts) : 1;
      marks.forEach((mark, number) => {
        const [one, other] = [steps[from - 1].cars[number], steps[to - 1].cars[number]];
        const there = share === 1 || one[3].startsWith("gone") || other[3].startsWith("gone");
        stand(mark, there ? other : between(one, other, share));
      });
      if (share < 1) frame = requestAnimationFrame(draw);
    };
    draw(began);
  };

  // Closer: the part of the ground where cars still run, in the ground's own proportions.
  const ground = page.querySelector(".replay-ground");
  const closer = find("closer");
  const whole = ground?.getAttribute("viewBox").split(" ").map(Number);
  const aim = (step) => {
    if (!ground) return;
    const near = closer.getAttribute("aria-pressed") === "true";
    const picked = marks.findIndex((mark) => mark.classList.contains("picked"));
    const running = step.cars.filter((car) => car[3].startsWith("running"));
    const seen = picked >= 0 && !step.cars[picked][3].startsWith("gone") ? [step.cars[picked]] : running;
    if (!near || !seen.length) return ground.setAttribute("viewBox", whole.join(" "));
    const [, , width, height] = whole;
    const span = (axis) => [Math.min(...seen.map((car) => car[axis])), Math.max(...seen.map((car) => car[axis]))];
    const [[left, right], [top, bottom]] = [span(0), span(1)];
    const share = Math.min(1, Math.max(LEAST, (right - left + 2 * ROOM) / width, (bottom - top + 2 * ROOM) / height));
    const from = (middle, size) => Math.min(size * (1 - share), Math.max(0, middle - (size * share) / 2));
    const box = [from((left + right) / 2, width), from((top + bottom) / 2, height), width * share, height * share];
    ground.setAttribute("viewBox", box.map((each) => each.toFixed(1)).join(" "));
  };

  const lay = (things) => {
    const layer = find("things");
    if (!layer) return;
    layer.replaceChildren(...things.map(([kind, x, y]) => {
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      use.setAttribute("href", `#thing-${kind}`);
      use.setAttribute("x", x);
      use.setAttribute("y", y);
      return use;
    }));
  };

  const tell = (step) => {
    find("note").innerHTML = step.note;
    find("note").hidden = !step.note;
    const lines = step.lines.map(([number, said, rule]) => {
      const line = document.createElement("li");
      const no = document.createElement(number ? "a" : "span");
      no.className = "no";
      no.textContent = number || "–";
      if (number) {
        no.href = `${page.dataset.log}#line-${number}`;
      } else {
        no.setAttribute("aria-hidden", "true");
      }
      const words = document.createElement("span");
      words.className = "said";
      words.innerHTML = said;
      line.append(no, words);
      line.insertAdjacentHTML("beforeend", rule);
      return line;
    });
    if (!lines.length) {
      const quiet = document.createElement("li");
      quiet.className = "faint replay-quiet";
      quiet.textContent = find("lines").dataset.quiet;
      lines.push(quiet);
    }
    find("lines").replaceChildren(...lines);
  };

  const list = (step) => {
    rows.forEach((row, number) => {
      const car = step.cars[number];
      row.querySelector("[data-place]").textContent = car[4];
      row.querySelector("[data-condition]").textContent = car[5];
      row.querySelector("[data-state]").textContent = car[6];
    });
    find("lying").textContent = step.lying;
    find("lying").hidden = !step.lying;
  };

  const link = () => {
    const ways = { first: 1, previous: Math.max(1, at - 1), next: Math.min(steps.length, at + 1), last: steps.length };
    all("way").forEach((way) => {
      const to = ways[way.dataset.way];
      way.href = address(to);
      way.classList.toggle("disabled", to === at);
      if (to === at) way.setAttribute("aria-disabled", "true");
      else way.removeAttribute("aria-disabled");
    });
    find("kept").value = at;
    const turns = find("turns");
    const here = [...turns.options].filter((option) => Number(option.value) <= at).pop();
    if (here && turns !== document.activeElement) turns.value = here.value;
  };

  const show = (to, { quietly = false } = {}) => {
    const next = Math.min(steps.length, Math.max(1, to));
    if (next === at) return;
    const before = at;
    at = next;
    const step = steps[at - 1];
    find("title").textContent = step.title;
    find("number").textContent = at;
    slider.value = at;
    slider.setAttribute("aria-valuetext", step.title);
    if (marks.length) move(before, at);
    lay(step.things);
    aim(step);
    tell(step);
    list(step);
    link();
    history.replaceState(null, "", address(at));
    if (!quietly) {
      const told = [...page.querySelectorAll("[data-lines] .said")].slice(0, 3).map((said) => said.innerText);
      find("said").textContent = [`Step ${at}: ${step.title}.`, ...told].join(" ");
    }
  };

  const named = (name) => { find("play-name").textContent = name; };
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    named("Play");
  };
  const on = () => {
    if (at >= steps.length) return stop();
    show(at + 1, { quietly: true });
    timer = setTimeout(on, Number(pace.value));
  };
  const play = () => {
    if (timer) return stop();
    if (at >= steps.length) show(1, { quietly: true });
    named("Pause");
    timer = setTimeout(on, Number(pace.value));
  };
  const go = (to) => {
    stop();
    show(to);
  };

  const KEYS = {
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(1),
    End: () => go(steps.length),
    " ": play,
  };
  const begin = (told) => {
    steps = told.steps;
    ["play", "slide", "keys"].forEach((what) => { find(what).hidden = false; });
    find("play").addEventListener("click", play);
    closer?.addEventListener("click", () => {
      closer.setAttribute("aria-pressed", String(closer.getAttribute("aria-pressed") !== "true"));
      closer.classList.toggle("active");
      aim(steps[at - 1]);
    });
    if (innerWidth < SMALL) closer?.click();
    slider.addEventListener("input", () => go(Number(slider.value)));
    all("way").forEach((way) => way.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(Number(new URL(way.href).searchParams.get("at")));
    }));
    find("turns").form.addEventListener("submit", (event) => {
      event.preventDefault();
      go(Number(find("turns").value));
    });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !KEYS[event.key]) return;
      if (event.target.closest("input, select, textarea, [contenteditable]")) return;
      if (event.key === " " && event.target.closest("button, a, summary")) return;
      if (event.target.closest(".table-wrap")) return;
      event.preventDefault();
      KEYS[event.key]();
    });
  };
  fetch(page.dataset.frames, { headers: { Accept: "application/json" } })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
    .then(begin)
    .catch(() => { /* the line is down: links and forms still lead from step to step */ });
})();

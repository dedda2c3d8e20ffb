/* The sheets of the referee's table: what happens to one car, who is credited with a kill, and what concerns the duel as
   a whole. Each is a dialog that is filled when it opens; one tap in it enters an event. */
(() => {
  "use strict";
  const duel = (window.duel = window.duel || {});
  const MOST_LINKS = 20; // links of a chain of causes that the site scores
  const MODIFIERS = [1, 2, 3, 4, 5, 6], ROLLS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], SQUARES = [1, 2, 3, 4, 6, 8];
  const LONGEST_NOTE = 500;

  const { h } = duel;
  let fields = 0;
  const labeled = (label, field, about) => {
    field.id = `duel-field-${(fields += 1)}`;
    return h("div", { class: "field" }, h("label", { for: field.id }, label), field, about ? h("span", { class: "helptext" }, about) : null);
  };
  const ticked = (label, name) => {
    const box = h("input", { type: "checkbox", name, class: "form-check-input" });
    return { box, field: h("label", { class: "duel-tick" }, box, label) };
  };
  const select = (options, chosen) => h("select", { class: "form-select" }, options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
  const part = (name, ...children) => h("section", { class: "duel-part" }, h("h3", {}, name), ...children);
  const row = (...children) => h("div", { class: "duel-row" }, ...children);
  const aside = (words) => h("p", { class: "faint mb-0" }, words);

  duel.openForms = ({ dialog, enter, rule, others }) => {
    const heading = dialog.querySelector("[data-sheet-name]"), body = dialog.querySelector("[data-sheet-body]");
    const shut = () => dialog.close();
    dialog.querySelector("[data-shut]").addEventListener("click", shut);
    dialog.addEventListener("click", (event) => { if (event.target === dialog) shut(); }); // the backdrop
    const open = (name, ...children) => {
      heading.textContent = name;
      body.replaceChildren(...children.flat().filter(Boolean));
      if (!dialog.open) dialog.showModal();
      body.scrollTop = 0;
    };
    const act = (words, event, { about = "", called, pressed, disabled } = {}) => h("button", {
      type: "button", class: "btn btn-outline", disabled, "aria-label": called, "aria-pressed": pressed === undefined ? undefined : String(pressed),
      onclick: () => {
        const made = typeof event === "function" ? event() : event;
        if (!made) return;
        shut();
        enter(made);
      },
    }, h("span", {}, words, about ? h("small", {}, about) : null));

    /* ------------------------------------------------------------------------------------- why a car was taken out */

    /* A chain of causes, link by link: a link that another event led to asks for that one in the next row. */
    const chain = (car, cars) => {
      const rows = h("div", { class: "duel-chain" });
      const links = [];
      const link = (label) => {
        const at = links.length;
        const how = select(duel.CAUSES.map((cause) => [cause.type, cause.words]), "attack");
        const who = select([], "");
        const willing = ticked("They turned into it by choice since", "voluntary");
        const box = h("div", { class: "duel-link" }, labeled(label, how), labeled("Which car", who), willing.field);
        const fill = () => {
          const cause = duel.CAUSES.find((each) => each.type === how.value);
          const named = cause.itself ? [["", `${car.name} itself`], ...cars.filter((each) => each.id !== car.id).map((each) => [each.id, each.name])]
            : cars.filter((each) => each.id !== car.id || at > 0).map((each) => [each.id, each.name]);
          who.replaceChildren(...named.map(([value, words]) => h("option", { value }, words)));
          who.parentElement.hidden = !cause.who;
          willing.field.hidden = cause.type !== "pushed";
          links.splice(at + 1).forEach((each) => each.box.remove());
          if (cause.then && links.length < MOST_LINKS) link(cause.then);
        };
        links.push({ box, how, who, willing: willing.box });
        rows.append(box);
        how.addEventListener("change", fill);
        fill();
      };
      link("How it was taken out");
      const read = (at = 0) => {
        const { how, who, willing } = links[at];
        const cause = duel.CAUSES.find((each) => each.type === how.value);
        const made = { type: cause.type };
        if (cause.who && !(cause.itself && !who.value)) made[cause.who] = who.value;
        if (cause.type === "pushed" && willing.checked) made.voluntary = true;
        if (cause.then) made.because = links[at + 1] ? read(at + 1) : { type: "nobody" };
        return made;
      };
      return { rows, read };
    };

    /* The causes that the log suggests, the first of them chosen, and any other by its chain. */
    const causes = (car, view) => {
      const suggested = duel.suggestCauses(car, view);
      const { rows, read } = chain(car, view.cars);
      rows.hidden = true;
      const radio = (value, words, chosen) => h("label", { class: "duel-choice" }, h("input", { type: "radio", name: "cause", value, checked: chosen, class: "form-check-input" }), h("span", {}, words));
      const box = h("fieldset", { class: "duel-causes" }, h("legend", {}, "Because"),
        suggested.map(({ words }, at) => radio(at, words, at === 0)), radio("chain", "Something else"), rows);
      box.addEventListener("change", () => { rows.hidden = box.querySelector("input[name=cause]:checked").value !== "chain"; });
      const chosen = () => {
        const { value } = box.querySelector("input[name=cause]:checked");
        return value === "chain" ? read() : suggested[Number(value)].cause;
      };
      return { box, chosen };
    };

    const takenOut = (car, view) => {
      if (car.complete) return part("Taken out", aside(`${car.name} is a complete kill: nothing more happens to it.`));
      const { box, chosen } = causes(car, view);
      const { mobility_kill: mobility, complete_kill_extra: extra } = view.settings;
      const kill = (name) => () => ({ type: "kill", on: car.id, part: name, because: chosen() });
      return part("Taken out", box, h("div", { class: "duel-kills" },
        act("Mobility kill", kill("mobility"), { about: `cannot move: ${mobility}`, disabled: Boolean(car.mobility) }),
        act("Complete kill", kill("complete"), { about: `no threat: ${extra}`, disabled: !car.mobility }),
        act("Destroyed", kill("destroyed"), { about: `both: ${car.mobility ? extra : mobility + extra}` })));
    };

    /* ----------------------------------------------------------------------------------------- what befalls a car */

    const control = (car) => part("Control", row(Object.entries(duel.CONTROL).map(([state, words]) => act(words, { type: "control", of: car.id, state }, { pressed: car.control === state }))));

    const crew = (car) => {
      const called = (alive) => (car.occupants === 1 ? (alive ? "Alive" : "Dead") : alive === car.occupants ? `All ${alive} alive` : alive ? `${alive} of ${car.occupants} alive` : "Nobody alive");
      const buttons = [];
      for (let alive = car.occupants; alive >= 0; alive -= 1) {
        const event = { type: "crew", of: car.id, alive, can_drive: alive > 0 };
        buttons.push(act(called(alive), event, { pressed: car.alive === alive && (car.able || !alive) }));
        if (alive) buttons.push(act(`${called(alive)}, nobody can drive`, { ...event, can_drive: false }, { pressed: car.alive === alive && !car.able }));
      }
      return part("Crew", row(buttons));
    };

    const speed = (car, view) => {
      const typed = h("input", { type: "number", class: "form-control", min: -500, max: 500, step: 5, value: car.speed, inputmode: "numeric" });
      const chosen = ticked("The driver chose it", "voluntary");
      const event = (mph) => () => ({ type: "speed", of: car.id, mph, ...(chosen.box.checked ? { voluntary: true } : {}) });
      const set = () => {
        const mph = Number(typed.value);
        if (typed.value !== "" && Number.isInteger(mph)) return event(mph)();
        typed.setAttribute("aria-invalid", "true");
        typed.focus();
        return null;
      };
      const steps = [-10, -5, 5, 10].map((by) => act(duel.points(car.speed + by), event(car.speed + by), { called: `${duel.points(car.speed + by)} miles an hour` }));
      return part(`Speed, now ${duel.points(car.speed)}`, row(act("Stopped", event(0), { pressed: car.speed === 0 }), steps),
        row(labeled("Miles an hour, below 0 in reverse", typed), act("Set this speed", set)), view.settings.start_speed_locked ? chosen.field : null);
    };

    const weapons = (car) => part("Weapons", row(
      act("Nothing left to fire", { type: "armed", of: car.id, can_fire: false }, { pressed: !car.canFire }),
      act("Can fire", { type: "armed", of: car.id, can_fire: true }, { pressed: car.canFire })), aside("Dischargers are no weapons."));

    const judged = (car) => {
      if (!car.mobility || car.complete) return null;
      const note = h("input", { type: "text", class: "form-control", maxlength: LONGEST_NOTE });
      const kept = () => {
        if (note.value.trim()) return { type: "not_killed", on: car.id, note: note.value.trim() };
        note.setAttribute("aria-invalid", "true");
        note.focus();
        return null;
      };
      return part("Is it a complete kill?", row(
        act("It can still harm somebody", { type: "reach", of: car.id, reaches: true }),
        act("It can harm nobody", { type: "reach", of: car.id, reaches: false })),
      row(labeled("Why it is none yet", note), act("Not yet", kept)));
    };

    const fire = (car, view, attacker) => {
      if (!view.settings.advanced_fire) return null;
      const by = select(view.cars.map((each) => [each.id, each.name]), attacker && attacker !== car.id ? attacker : duel.lastAttacker(car, view) || view.cars.find((each) => each.id !== car.id).id);
      const turns = select([0, 1, 2, 3, 4, 5, 6, 8, 10].map((each) => [String(each), String(each)]), "1");
      return part("Fire", row(labeled("Burn modifier by", by), labeled("Turns more", turns)),
        row(MODIFIERS.map((modifier) => act(`+${modifier}`, () => ({ type: "burn_modifier", by: by.value, on: car.id, modifier, turns: Number(turns.value) }), { called: `Burn modifier +${modifier}` }))),
        h("h4", {}, "Fire roll"), row(ROLLS.map((roll) => act(String(roll), { type: "fire_roll", on: car.id, roll }, { called: `Fire roll ${roll}` }))),
        row(act("Fire is out", { type: "extinguished", on: car.id }), act("Out, by a personal extinguisher", { type: "extinguished", on: car.id, personal: true })));
    };

    const obstacles = (car, view) => {
      if (!view.settings.no_drop_zones) return null;
      const gas = ticked("Smoke, paint or sand", "gas");
      const event = (squares) => () => ({ type: "counter", by: car.id, squares, ...(gas.box.checked ? { gas: true } : {}) });
      const typed = h("input", { type: "number", class: "form-control", min: 1, max: 10000, step: 1, inputmode: "numeric" });
      const set = () => {
        const squares = Number(typed.value);
        if (typed.value !== "" && Number.isInteger(squares)) return event(squares)();
        typed.setAttribute("aria-invalid", "true");
        typed.focus();
        return null;
      };
      return part("Obstacle dropped in a no-drop zone", aside("How many half-inch squares of the counter share area with the zone?"),
        row(SQUARES.map((squares) => act(String(squares), event(squares), { called: `${squares} squares` }))), gas.field, row(labeled("Another number", typed), act("Enter", set, { called: "Enter this many squares" })));
    };

    const features = (car, view) => {
      const { checkpoints = {}, targets = {}, jumps = {} } = view.arena;
      const buttons = [
        ...Object.keys(checkpoints).map((name) => act(`Checkpoint ${name}`, { type: "checkpoint", by: car.id, name })),
        ...Object.keys(targets).map((name) => act(`Target ${name}`, { type: "target", by: car.id, name })),
        ...Object.keys(jumps).flatMap((name) => [
          act(`Jump ${name}`, { type: "jump", by: car.id, name }),
          act(`${name}, fell short`, { type: "jump", by: car.id, name, landed: "short" }),
          act(`${name}, overshot`, { type: "jump", by: car.id, name, landed: "overshot" }),
        ]),
      ];
      return buttons.length ? part("Arena", row(buttons)) : null;
    };

    const leaving = (car, view) => {
      const rivals = view.cars.filter((each) => each.id !== car.id && !each.out);
      const { surrender, exit_arena: exit, takeover } = view.settings;
      const barred = [surrender ? "" : "surrender", exit ? "" : "leave the arena", takeover ? "" : "take over another car"].filter(Boolean);
      return part("Leaves the duel",
        surrender ? row(rivals.map((each) => act(`Surrenders to ${each.name}`, { type: "surrender", of: car.id, to: each.id })), act("Surrenders to nobody", { type: "surrender", of: car.id, to: "" })) : null,
        exit ? row(act("Left the arena", { type: "left_arena", of: car.id })) : null,
        takeover ? row(view.cars.filter((each) => each.id !== car.id).map((each) => act(`Survivor takes over ${each.name}`, { type: "takeover", of: car.id, into: each.id }))) : null,
        barred.length ? aside(`In this duel nobody may ${barred.join(" or ")}: the questionnaire says so.`) : null);
    };

    /* ------------------------------------------------------------------------------------------------- the sheets */

    const car = (car, view, attacker) => open(car.name, ...(car.out
      ? [takenOut(car, view), crew(car), speed(car, view), obstacles(car, view)]
      : [takenOut(car, view), judged(car), control(car), crew(car), weapons(car), speed(car, view), fire(car, view, attacker), obstacles(car, view), features(car, view), leaving(car, view)]));

    /* The referee's own shares for a kill, as fractions that add up to one, with a note. */
    const overrule = (credit, view) => {
      const rivals = [...view.cars.filter((each) => each.id !== credit.car.id), { id: "", name: "Nobody" }];
      const inputs = rivals.map((each) => h("input", { type: "text", class: "form-control", inputmode: "text", maxlength: 9, autocomplete: "off", "data-share": each.id, value: credit.shares[each.id] || "" }));
      const said = h("p", { class: "duel-sum", role: "status" }), fault = h("p", { class: "text-bad", role: "alert" });
      const note = h("textarea", { class: "form-control", rows: 2, maxlength: LONGEST_NOTE });
      note.value = credit.ruled ? credit.note : "";
      const given = () => Object.fromEntries(inputs.map((input) => [input.dataset.share, input.value.trim()]).filter(([, share]) => share && share !== "0"));
      const check = () => {
        const wrong = inputs.filter((input) => input.value.trim() && !duel.SHARE.test(input.value.trim()));
        inputs.forEach((input) => input.toggleAttribute("aria-invalid", wrong.includes(input)));
        if (wrong.length) return `“${wrong[0].value.trim()}” is no share. Write it as a fraction, such as 1/3.`;
        const whole = duel.sum(Object.values(given()));
        const rest = duel.less({ above: 1n, below: 1n }, whole);
        if (rest.above === 0n) return "";
        return rest.above > 0n ? `The shares add up to ${duel.plain(whole)}: ${duel.plain(rest)} is missing. Give what nobody earned to Nobody.`
          : `The shares add up to ${duel.plain(whole)}, more than 1: take some away.`;
      };
      const tell = () => {
        said.textContent = check() || "The shares add up to 1.";
        said.classList.remove("text-bad");
        fault.textContent = "";
      };
      const form = h("form", { class: "form-page duel-rule", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        const wrong = check();
        said.classList.toggle("text-bad", Boolean(wrong));
        fault.textContent = wrong || note.value.trim() ? "" : "Say why the credit is ruled otherwise.";
        if (wrong) return (inputs.find((input) => input.hasAttribute("aria-invalid")) || inputs[0]).focus();
        if (!note.value.trim()) return note.focus();
        shut();
        rule(credit, given(), note.value.trim());
      } },
      h("p", {}, `Proposed: ${duel.shareWords(credit.proposed, view.name)}. ${credit.steps.join(" ")}`),
      h("p", { class: "helptext" }, "Shares are fractions such as 1/2, and together they are 1."),
      h("div", { class: "duel-shares" }, rivals.map((each, at) => labeled(each.name, inputs[at]))), said,
      labeled("Why", note, "Everybody reads it beside the credit."), fault,
      h("button", { type: "submit", class: "btn btn-primary" }, "Rule so"));
      form.addEventListener("input", tell);
      tell();
      open(`${credit.what} of ${credit.car.name}`, form);
    };

    /* What concerns the whole duel: an earlier phase, the last phase opened again, time that is called. */
    const whole = (view) => {
      const button = (words, done, disabled) => h("button", { type: "button", class: "btn btn-outline", disabled, onclick: () => { shut(); done(); } }, words);
      const phases = view.settings.phases_per_turn;
      const at = select(Array.from({ length: Math.min(view.closed + 1, view.settings.turn_limit * phases) }, (_, place) => [String(place + 1), duel.capital(duel.momentWords(place + 1, phases))]).reverse(), String(view.at));
      open("The duel",
        part("Phases", row(button(view.closed ? `Open ${duel.momentWords(view.closed, phases)} again` : "No phase is closed yet", () => others.reopen(), !view.closed))),
        part("Enter what was forgotten", row(labeled("It happened in", at), button("Enter it there", () => others.enterAt(Number(at.value))))),
        part("Time", row(act("Time is called", { type: "time_called" }))));
    };

    return { car, overrule, whole };
  };
})();

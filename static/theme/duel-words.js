/* What a duel is told in: its phases, its points as exact fractions, its events and their causes in sentences. Nothing
   here touches the page; duel.js and duel-forms.js use it, and its way to make an element. The sentences stand for
   entries that wait to be sent: those that the site has taken come with its own. */
(() => {
  "use strict";
  const duel = (window.duel = window.duel || {});

  /* Phases, counted from 1 through all turns. */
  const moment = (index, phases) => ({ turn: Math.floor((index - 1) / phases) + 1, phase: ((index - 1) % phases) + 1 });
  const index = (turn, phase, phases) => (turn - 1) * phases + phase;
  const momentWords = (at, phases) => {
    const { turn, phase } = moment(at, phases);
    return `turn ${turn}, phase ${phase}`;
  };
  const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
  const list = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);
  const ordinal = (place) => {
    const ending = place % 100 > 10 && place % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][place % 10] || "th";
    return `${place}${ending}`;
  };

  /* Exact fractions: points such as "20/3", and the shares of a credit. */
  const SHARE = /^\d{1,4}(\/[1-9]\d{0,3})?$/;
  const divisor = (one, other) => (other ? divisor(other, one % other) : one);
  const fraction = (words) => {
    const [, sign, above, below = "1"] = /^([-−]?)(\d+)(?:\/(\d+))?$/.exec(String(words).trim()) || [null, "", "0"];
    return { above: BigInt(above) * (sign ? -1n : 1n), below: BigInt(below) };
  };
  const reduced = ({ above, below }) => {
    const shared = divisor(above < 0n ? -above : above, below) || 1n;
    return { above: above / shared, below: below / shared };
  };
  const add = (one, other) => reduced({ above: one.above * other.below + other.above * one.below, below: one.below * other.below });
  const sum = (shares) => shares.map(fraction).reduce(add, { above: 0n, below: 1n });
  const less = (one, other) => add(one, { above: -other.above, below: other.below });
  const plain = ({ above, below }) => (below === 1n ? String(above) : `${above}/${below}`);
  const figure = (words) => { const { above, below } = fraction(words); return Number(above) / Number(below); };
  /* Points as people read them: "−6 2/3". */
  const points = (words) => {
    const { above, below } = reduced(fraction(words));
    const size = above < 0n ? -above : above;
    const [whole, rest] = [size / below, size % below];
    const said = rest === 0n ? `${whole}` : whole === 0n ? `${rest}/${below}` : `${whole} ${rest}/${below}`;
    return (above < 0n ? "−" : "") + said;
  };
  const signed = (words) => (figure(words) > 0 ? `+${points(words)}` : points(words));
  const count = (words) => `${points(words)} point${points(words) === "1" ? "" : "s"}`;

  /* Causes: a chain that leads from a kill back to a deliberate act. */
  const CAUSES = [
    { type: "attack", words: "Hit or rammed by", who: "by" },
    { type: "lost_control", words: "Lost control from a hazard", then: "What caused the hazard" },
    { type: "avoided", words: "Avoided what was dropped by", who: "owner" },
    { type: "bounced", words: "Lost control from ramming", who: "off" },
    { type: "shed_obstacle", words: "Met what fell off", who: "by" },
    { type: "pushed", words: "Met a car that was pushed", who: "driver", then: "What pushed it" },
    { type: "burned", words: "The fire on", who: "on", itself: true },
    { type: "nobody", words: "Nobody: own maneuver or the arena" },
  ];
  const causeWords = (cause, name) => {
    switch (cause.type) {
      case "attack": return `${name(cause.by)} hit it`;
      case "pushed": return `${name(cause.driver)} was pushed into it${cause.voluntary ? " and turned into it by choice" : ""}, because ${causeWords(cause.because, name)}`;
      case "lost_control": return `a hazard cost the driver control, because ${causeWords(cause.because, name)}`;
      case "bounced": return `the driver rammed ${name(cause.off)} and lost control by it`;
      case "avoided": return `the driver lost control while avoiding what ${name(cause.owner)} dropped`;
      case "shed_obstacle": return `an obstacle fell off ${name(cause.by)}`;
      case "burned": return cause.on ? `the fire on ${name(cause.on)}` : "it burned";
      default: return "nobody else had a part in it";
    }
  };

  const PARTS = { mobility: "can no longer move under power", complete: "can no longer affect the duel", destroyed: "is destroyed" };
  const CONTROL = { controlled: "In control", skidding: "Skidding", spinning: "Spinning", rolling: "Rolling" };
  const TURNS = { controlled: "is in control", skidding: "skids", spinning: "spins", rolling: "rolls over" };
  const LANDINGS = { overshot: "overshoots the ramp", short: "lands short of the ramp" };
  const SAYS = {
    hit: (e, n) => `${n(e.by)} hits ${n(e.on)}${e.hazard ? " and puts them in a hazard" : ""}.`,
    hazard: (e, n) => `${n(e.by)} puts ${n(e.on)} in a hazard.`,
    kill: (e, n) => `${n(e.on)} ${PARTS[e.part]}: ${causeWords(e.because, n)}.`,
    not_killed: (e, n) => `The referee finds that ${n(e.on)} is not out yet: ${e.note}`,
    speed: (e, n) => (e.mph ? `${n(e.of)} goes ${e.mph < 0 ? "back " : ""}at ${Math.abs(e.mph)} miles an hour${e.voluntary ? ", by choice" : ""}.` : `${n(e.of)} stands still.`),
    control: (e, n) => `${n(e.of)} ${TURNS[e.state]}.`,
    crew: (e, n) => (e.alive ? `Aboard ${n(e.of)} ${e.alive} ${e.alive === 1 ? "is" : "are"} alive, ${e.can_drive ? "and the vehicle has a driver" : "and nobody can drive"}.` : `Nobody aboard ${n(e.of)} is alive.`),
    armed: (e, n) => (e.can_fire ? `${n(e.of)} can fire again.` : `${n(e.of)} has nothing left to fire.`),
    reach: (e, n) => `The referee finds that ${n(e.of)} ${e.reaches ? "can still" : "can no longer"} harm somebody before it stops.`,
    burn_modifier: (e, n) => `${n(e.by)} puts a burn modifier of ${e.modifier} on ${n(e.on)}.`,
    extinguished: (e, n) => `${n(e.on)} is put out${e.personal ? " with a personal extinguisher" : ""}.`,
    fire_roll: (e, n) => `The roll for fire on ${n(e.on)} is ${e.roll}.`,
    checkpoint: (e, n) => `${n(e.by)} touches the checkpoint ${e.name}.`,
    target: (e, n) => `${n(e.by)} damages the target ${e.name} by 1 point.`,
    jump: (e, n) => `${n(e.by)} jumps ${e.name} and ${LANDINGS[e.landed] || "lands on the ramp"}.`,
    counter: (e, n) => `${n(e.by)} drops ${e.gas ? "a cloud" : "a counter"} in a no-drop zone.`,
    surrender: (e, n) => `${n(e.of)} surrenders${e.to ? ` to ${n(e.to)}` : ""}.`,
    left_arena: (e, n) => `${n(e.of)} leaves the arena.`,
    takeover: (e, n) => `A survivor of ${n(e.of)} takes over ${n(e.into)}.`,
    time_called: () => "Time is called.",
  };
  const say = (event, name) => (SAYS[event.type] ? SAYS[event.type](event, name) : `Something happens (${event.type}).`);

  /* What only one event of a phase may say of a car: a second one takes the place of the first. */
  const ONE_OF_A_PHASE = { speed: "of", control: "of", crew: "of", armed: "of", reach: "of", surrender: "of", fire_roll: "on" };
  const claim = (event) => (event.type in ONE_OF_A_PHASE ? `${event.type} ${event[ONE_OF_A_PHASE[event.type]]} ${event.turn} ${event.phase}` : "");

  /* An element with attributes, listeners (`onclick`) and children. */
  const h = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    Object.entries(attributes).forEach(([name, value]) => {
      if (value === undefined || value === null || value === false) return;
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else made.setAttribute(name, value === true ? "" : value);
    });
    made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
    return made;
  };
  Object.assign(duel, {
    h, moment, index, momentWords, capital, list, ordinal, SHARE, fraction, sum, less, plain, figure, points, signed, count,
    CAUSES, causeWords, CONTROL, say, claim,
  });
})();

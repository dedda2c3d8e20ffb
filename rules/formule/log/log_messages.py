"""The message of each kind of log entry. Messages count lanes from 1, the leftmost in driving direction; the log and
orders count them from 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from rules.core.plurals import count_phrase
from rules.formule.car.gears import ENGINE_FAILS_TO
from rules.formule.combat.dropped_weapons import AVOIDED_AT
from rules.formule.combat.to_hit import HITS_AT
from rules.formule.log.dice_text import format_roll
from rules.formule.movement.collisions import CRASHES_ON, DEBRIS_HURTS_TO
from rules.formule.movement.deliberate_collisions import HOLDS_AT, SUCCEEDS_AT
from rules.formule.weapons import WEAPONS
from rules.match.driving.plan import plan_sentence
from rules.match.log import LogEntry
from rules.match.story import LogMessage, format_change
from rules.match.toughness_check import PURPOSE_OF_DIE, format_toughness_check

POINT_NAMES: Mapping[str, str] = {
    "tires": "tire point",
    "brakes": "brake point",
    "fuel": "fuel point",
    "body": "body point",
    "engine": "engine point",
    "road_holding": "road-holding point",
}
STARTS: Mapping[str, str] = {"stall": "stalls", "go": "gets away", "flying": "has a flying start"}
DAMAGE_CAUSES: Mapping[str, str] = {
    "rammed": ", rammed by {by}",
    "side hit": ", hit from the side by {by}",
    "mines": " from a mine of {by}",
}
"""How other cars do damage, apart from weapons that shoot."""
OBSTACLE_TEXTS: Mapping[str, str] = {"track edge": "the edge of the track"}
"""What a car can collide with, apart from other cars."""
OUT_REASONS: Mapping[str, str] = {
    "body": "no body left",
    "engine": "no engine left",
    "road_holding": "no road-holding left",
    "driver": "its driver is unconscious",
    "corner": "it flew off a corner with two stops missing",
    "tires": "it has no tires to pay with",
    "blocked": "it ran into the cars ahead",
}
TARGET_SQUARE = 1
"""The square of the rammed car, which `left` of an entry leaves out (FW-093)."""
ORDER_TEXTS: Mapping[str, str] = {"fire": "to fire at", "ram": "to ram", "drop": "to drop"}
NOT_RACING = "is no other car in the race"
RAM_SIDE_TEXTS: Mapping[str, str] = {"rear": "from behind", "left": "on its left", "right": "on its right"}


def _lanes(path: Sequence[int]) -> str:
    """`lane 2`, or `lanes 2, 3, 2`: the lanes of a path."""
    names = [str(lane + 1) for lane, _ in groupby(path)]
    return f"lane{'s' if len(names) > 1 else ''} {', '.join(names)}"


def _gear(entry: LogEntry) -> str:
    if entry.before["gear"] == entry.after["gear"]:
        return f"{entry.car} stays in gear {entry.after['gear']}"
    paid = [
        count_phrase(entry.before[name] - entry.after[name], POINT_NAMES[name])
        for name in entry.before
        if name in POINT_NAMES
    ]
    price = f" for {' and '.join(paid)}" if paid else ""
    return f"{entry.car} changes gear {format_change(entry, 'gear')}{price}"


def _plan(entry: LogEntry) -> str:
    return plan_sentence(entry.after["plan"], car=entry.car).removesuffix(".")


def _roll(entry: LogEntry) -> str:
    faces = " and ".join(f"{face} of {roll.sides}" for roll in entry.rolls for face in roll.faces)
    return f"{entry.car} in gear {entry.more['gear']} rolls {faces}: {count_phrase(entry.after['roll'], 'square')}"


def _engine_test(entry: LogEntry) -> str:
    """A car's engine check, after a car has thrown the highest roll of gear 5 or 6 (FW-123)."""
    outcome = f"loses an engine point, {format_change(entry, 'engine')}" if entry.more["lost"] else "holds"
    return f"The engine of {entry.car} roars (fails up to {ENGINE_FAILS_TO}): {format_roll(entry)}, {outcome}"


def _start(entry: LogEntry) -> str:
    return f"{entry.car} starts: {format_roll(entry)}, {STARTS[entry.more['result']]}"


def _drive(entry: LogEntry) -> str:
    path, after = entry.more["path"], entry.after
    row = f" to row {after['row']}" if "row" in after else ""
    verb = "slides" if entry.kind == "slide" else "drives"
    if entry.before.get("spun") and not after["spun"]:
        verb = "turns round and drives"
    text = f"{entry.car} {verb} {count_phrase(len(path), 'square')}{row} by {_lanes(path)}"
    if "lap" in after:
        text += f", lap {after['lap']}"
    if "tires" in after:
        text += f", tires {format_change(entry, 'tires')}"
    return text


def _blocked(entry: LogEntry) -> str:
    due = {name: entry.before[name] - entry.after[name] for name in ("brakes", "tires")}
    paid = [count_phrase(count, POINT_NAMES[name]) for name, count in due.items() if count]
    undriven = count_phrase(entry.more["squares"], "square")
    return f"{entry.car} is blocked with {undriven} to go and pays {' and '.join(paid)}"


def _shot(entry: LogEntry) -> str:
    more = entry.more
    outcome = "hits" if more["hit"] else "misses"
    if more["hit"] and more["total"] < HITS_AT:
        outcome = f"hits, as a {more['face']} always does"
    away = f", {count_phrase(more['range'], 'square')} away" if "range" in more else ""
    return (
        f"{entry.crew} in {entry.car} fires the {WEAPONS[more['key']].name} at {more['target']}{away}: "
        f"needs {HITS_AT}, {format_roll(entry)}, {outcome}"
    )


def _damage(entry: LogEntry) -> str:
    more = entry.more
    why, by = more["why"], more["by"]
    if not more["points"]:
        return ""
    if not by:
        text = " from its own ramming"
    elif why in DAMAGE_CAUSES:
        text = DAMAGE_CAUSES[why].format(by=by)
    else:
        text = f" from the {WEAPONS[why].name} of {by}"
    through = more["points"] - more["absorbed"]
    past = f", {through} past its armor" if through else ""
    armor = f", armor {format_change(entry, 'armor')}" if more["absorbed"] else ""
    return f"{entry.car} takes {more['points']} damage{text}{armor}{past}"


def _struck(entry: LogEntry) -> str:
    """A critical. An entry without a roll reports points that carry over to body (FW-051, FW-053)."""
    more = entry.more
    if not entry.rolls:
        return f"The rest of it goes to the body of {entry.car}, {format_change(entry, 'body')}"
    by = f" from {more['by']}" if more["by"] else ""
    text = f"{entry.car} takes a critical{by}: rolls {more['face']}"
    if more["place"] == "weapon":
        return f"{text}, its {WEAPONS[more['key']].name} is destroyed"
    if more["place"] == "driver":
        outcome = "is wounded" if entry.after["wounds"] == 1 else "is unconscious"
        return f"{text}, {entry.crew} {outcome}"
    return f"{text}, {more['place'].replace('_', '-')} {format_change(entry, more['place'])}"


def _old_damage(entry: LogEntry) -> str:
    more = entry.more
    if more["place"] == "weapon":
        return f"{entry.car} comes with old damage: rolls {more['face']}, its {WEAPONS[more['key']].name} is broken"
    figure = f"{more['place'].replace('_', '-')} {format_change(entry, more['place'])}"
    return f"{entry.car} comes with old damage: rolls {more['face']}, {figure}"


def _avoidance(entry: LogEntry) -> str:
    more = entry.more
    outcome = "passes unharmed" if more["passed"] else "does not avoid it"
    marker = f"{more['marker']} of {more['owner']}"
    return f"{entry.car} meets {marker}: needs {AVOIDED_AT}, {format_roll(entry)}, {outcome}"


def _tire_trap(entry: LogEntry) -> str:
    trap = "The mine" if entry.kind == "mines" else "The spikes"
    more = entry.more
    taken = entry.before["tires"] - entry.after["tires"]
    short = f" of {more['due']} due" if taken != more["due"] else ""
    return f"{trap} of {more['owner']}: {entry.car} loses {count_phrase(taken, 'tire point')}{short}"


def _oil(entry: LogEntry) -> str:
    more = entry.more
    spins = " and then spins" if more.get("spins") else ""
    return f"{entry.car} will slide {count_phrase(more['squares'], 'square')} on the oil after its move{spins}"


def _ram(entry: LogEntry) -> str:
    more = entry.more
    outcome = "succeeds" if more["success"] else "fails"
    where = RAM_SIDE_TEXTS[more["side"]]
    text = f"needs {SUCCEEDS_AT}, {format_roll(entry)}, {outcome}"
    return f"{entry.crew} in {entry.car} rams {more['target']} {where}: {text}"


def _after_ram(entry: LogEntry) -> str:
    more = entry.more
    if more["stops"]:
        return f"{entry.car} stops where it is"
    left = count_phrase(more["left"] + TARGET_SQUARE, "square")
    return f"{entry.car} is slowed by {more['slowed']} and has {left} left"


def _shove(entry: LogEntry) -> str:
    if entry.more["pushed"]:
        outcome = f"is pushed from lane {entry.before['lane'] + 1} to {entry.after['lane'] + 1}"
    elif entry.more["total"] >= HOLDS_AT:
        outcome = "keeps its lane"
    else:
        outcome = "has nowhere to go"
    return f"{entry.car} is shoved by {entry.more['by']}: needs {HOLDS_AT}, {format_roll(entry)}, {outcome}"


def _collision(entry: LogEntry) -> str:
    outcome = f"they touch, body {format_change(entry, 'body')}" if entry.more["failed"] else "nothing happens"
    why = entry.more["why"]
    return (
        f"{entry.car} is close to {OBSTACLE_TEXTS.get(why, why)} (bad up to {CRASHES_ON}): {format_roll(entry)}, "
        f"{outcome}"
    )


def _debris(entry: LogEntry) -> str:
    outcome = f"road-holding {format_change(entry, 'road_holding')}" if entry.more["lost"] else "nothing happens"
    return f"{entry.car} drives over debris (bad up to {DEBRIS_HURTS_TO}): {format_roll(entry)}, {outcome}"


def _out(entry: LogEntry) -> str:
    end = "destroyed" if entry.after["destroyed"] else "out"
    by = f", by {entry.more['by']}" if entry.more["by"] else ""
    left = f" with {count_phrase(entry.more['squares'], 'square')} to go" if "squares" in entry.more else ""
    return f"{entry.car} is {end}: {OUT_REASONS[entry.after['out_reason']]}{left}{by}"


def _finish(entry: LogEntry) -> str:
    place = entry.after["place"]
    outcome = "first, and wins the race" if place == 1 else f"place {place}"
    return f"{entry.car} with {entry.crew} is home in round {entry.turn}, {outcome}"


def _classified(entry: LogEntry) -> str:
    """The place of a car that is out, in a race from which nobody came home (FW-150)."""
    short = count_phrase(entry.more["squares_left"], "square")
    return f"Nobody came home: {entry.car} is placed {entry.after['place']}, {short} short of the finish"


def _driver(entry: LogEntry) -> str:
    if not entry.after["flesh_wounds"]:
        return ""
    return f"{entry.crew} goes home with a flesh wound"


def _stop(entry: LogEntry) -> str:
    stops, needed = entry.after["stops"], entry.more["needed"]
    count = f"{stops} of {needed}" if stops <= needed else f"{count_phrase(stops, 'stop')}, {needed} needed"
    return f"{entry.car} stops in corner {entry.more['corner'] + 1}: {count}"


def _grid_roll(entry: LogEntry) -> str:
    again = " again, to break a tie" if entry.more.get("again") else ""
    return f"{entry.car} rolls {entry.more['face']} for the grid{again}"


def _order_lapsed(entry: LogEntry) -> str:
    """An order that has become impossible, and why; what the entry advises is for who gave it."""
    more = entry.more
    what = ORDER_TEXTS[more["order"]]
    if more["order"] != "drop":
        what += f" {more.get('target') or 'another car'}"
    why = more["why"].removeprefix(f"{entry.car} cannot: ").removesuffix(".").partition(": ")[0]
    if why.endswith(NOT_RACING):
        why = "that car is not in the race"
    return f"An order of {entry.car} {what} lapses: {why}"


def _brake(entry: LogEntry) -> str:
    squares = count_phrase(entry.before["brakes"] - entry.after["brakes"], "square")
    return f"{entry.car} brakes and drives {squares} less, brakes {format_change(entry, 'brakes')}"


LOG_MESSAGES: Mapping[str, LogMessage] = {
    "grid_roll": _grid_roll,
    "grid": "{car} starts from place {position}, row {row}, lane {lane}",
    "brake": _brake,
    "stop": _stop,
    "slipstream": "{car} moves on in the slipstream",
    "pit": lambda entry: f"{entry.car} gets new tires, {format_change(entry, 'tires')}",
    "drop": "{crew} in {car} drops {marker} at row {row}, lane {lane}",
    "smoke_clears": "The smoke of {owner} at row {row}, lane {lane} clears",
    "gear": _gear,
    "plan": _plan,
    "roll": _roll,
    "engine_test": _engine_test,
    "start": _start,
    "drive": _drive,
    "slide": _drive,
    "overshoot": lambda entry: f"{entry.car} overshoots corner {entry.more['corner'] + 1} with a stop missing",
    "back_off": "{car} cannot end on another car and stops behind it",
    "blocked": _blocked,
    "spin": "{car} spins and faces the wrong way",
    "shot": _shot,
    "damage": _damage,
    "struck": _struck,
    "old_damage": _old_damage,
    "avoidance": _avoidance,
    "mines": _tire_trap,
    "spikes": _tire_trap,
    "oil": _oil,
    "ram": _ram,
    "after_ram": _after_ram,
    "shove": _shove,
    "collision": _collision,
    "debris": _debris,
    "debris_left": "Debris lies at row {row}, lane {lane}",
    "out": _out,
    "finish": _finish,
    "classified": _classified,
    "unfinished": "{car} is not home when the race is stopped, place {place}",
    "toughness": lambda entry: format_toughness_check(entry, passed="stays in action", failed="is out of action"),
    "driver": _driver,
    "order_lapsed": _order_lapsed,
}
"""The messages by kind of entry. Entries of other kinds appear only if they have dice."""
REASONS_IN_MESSAGE: Mapping[str, tuple[str, ...]] = {
    "engine_test": ("engine",),
    "start": ("start",),
    "shot": ("to hit",),
    "struck": ("damage",),
    "old_damage": ("old damage",),
    "ram": ("collision roll",),
    "shove": ("hold the lane",),
    "debris": ("debris",),
}
"""The reasons of the rolls that each message states itself; other rolls are appended to it."""
REASON_PREFIXES: Mapping[str, str] = {
    "avoidance": "avoid ",
    "collision": "collision of ",
    "grid_roll": "grid of ",
    "roll": "gear ",
    "toughness": PURPOSE_OF_DIE,
}
"""The same for reasons that name a thing at their end: the prefix they begin with."""

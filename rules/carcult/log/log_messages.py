"""The message of each kind of log entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.carcult.cards import CALTROPS, ENGINE, FIXER, MINES, NAMES, OIL, RAM, TURBO
from rules.carcult.combat.attacks import CRACK, SUCCESS
from rules.carcult.ground.table import INCH
from rules.carcult.match.state import DAMAGE, EXPLODED, SPEED
from rules.carcult.play.activation import GUESS_ERROR
from rules.core.plurals import count_phrase
from rules.match.driving.plan import plan_sentence
from rules.match.log import LogEntry
from rules.match.story import LogMessage, list_text

OBSTACLE_TEXTS = {"edge": "the edge of the table", "terrain": "blocking terrain"}
NO_ATTACK_REASONS = {
    "no token": "its token is gone",
    "gone": "the target is gone",
    "no sight": "there is no clear line",
    "out of range": "it is out of range",
}
DAMAGE_CAUSES = {
    "blast": "the blast",
    "brakes": "braking",
    "shift": "shifting down",
    "carried over": "before the match",
    "collision": "the collision",
    "rough": "rough ground",
    OIL: "oil",
    CALTROPS: "caltrops",
    MINES: "a mine",
    TURBO: "its turbo",
    **OBSTACLE_TEXTS,
}
SELF_PLACING_RULES = frozenset({"CC-041", "CC-081"})
"""The rules that determine where their damage goes."""
NO_SWAP_REASONS = {
    "no token": "its token is gone",
    "no token there": "there is no token to swap",
    "on the fixer": "a token lies on the fixer",
    "used up": "a box is used up",
    "one token": "it is one token",
    "armor": "no speed token goes on armor",
}
CRITERION_TEXTS = {
    "victory points": "victory points",
    "explosions": "enemy cars that exploded",
    "condition": "the action zones they have left without damage",
}
"""What a decision goes by (CC-090)."""
GUESSES = 2 * GUESS_ERROR + 1
"""The faces of the die for how far off a distance is guessed (CC-002)."""
DIRECTIONS = ("east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast")
"""Headings as text, every 45 degrees clockwise from east; north is up in drawings, where y is 0."""
DIRECTION_DEGREES = 45
TOKEN_TEXTS = {SPEED: "the speed token", DAMAGE: "the damage"}
TIE_ROLL_PREFIX = "turn of "
"""What the reason of a tie roll begins with, before the car's id."""


def format_component(component: str) -> str:
    """The name of a component: its card, and `no. 2` for the second of a kind and so on."""
    key, _, number = component.partition(".")
    return NAMES.get(key, key) + (f" no. {number}" if number else "")


def needed_face(modifier: int) -> int:
    """The least face that an attack hits with; a 20 always hits and a 1 never (CC-054)."""
    return max(2, min(CRACK, SUCCESS - modifier))


def _needed(modifier: int) -> str:
    return f"needs {needed_face(modifier)}"


def _modifier(entry: LogEntry) -> str:
    """The modifier of an attack and, if it has several, its parts: `+6 blast, -9 speed, -2 driver: -5`."""
    parts = [f"{points:+d} {part}" for part, points in entry.more["parts"].items() if points]
    total = f"{entry.more['modifier']:+d}" if entry.more["modifier"] else "0"
    return f"{', '.join(parts)}: {total}" if len(parts) > 1 else total


def _faces(faces: Iterable[Any]) -> str:
    return ", ".join(map(str, faces))


def _format_sequence(faces: Iterable[int]) -> str:
    return ", then ".join(map(str, faces))


def _look(entry: LogEntry) -> str:
    faces = [face for roll in entry.rolls for face in roll.faces]
    text = ", ".join(
        f"{car} {_format_misjudgment(percent)} ({face})"
        for (car, percent), face in zip(entry.more["percent"].items(), faces, strict=True)
    )
    return f"{entry.car} guesses distances (rolls of {GUESSES}): {text}"


def _format_misjudgment(percent: int) -> str:
    """How far off a distance is guessed."""
    return f"{abs(percent)} % too {'far' if percent > 0 else 'near'}" if percent else "right"


def _tie(entry: LogEntry) -> str:
    new_rolls = Counter(roll.why.removeprefix(TIE_ROLL_PREFIX) for roll in entry.rolls)
    rolls: Mapping[str, list[int]] = entry.more["rolls"]
    texts = []
    for car, faces in rolls.items():
        old_count = len(faces) - new_rolls[car]
        parts = [f"has {_format_sequence(faces[:old_count])} from before"] if old_count else []
        parts += [f"rolls {_format_sequence(faces[old_count:])}"] if new_rolls[car] else []
        texts.append(f"{car} {', '.join(parts)}")
    first = max(rolls, key=lambda car: rolls[car])
    return f"Level at {count_phrase(entry.more['tokens'], 'speed token')}: {'; '.join(texts)}; {first} is first"


def _plan(entry: LogEntry) -> str:
    subject = f"{entry.car} has nothing to shoot with and" if entry.more.get("unarmed") else entry.car
    return plan_sentence(entry.after["plan"], car=subject).removesuffix(".")


def _start(entry: LogEntry) -> str:
    """Where a car starts, if the entry was annotated with it, and its speed tokens."""
    more = entry.more
    where = (
        f" at {_inches(more['x'])}, {_inches(more['y'])}, {_format_heading(more['heading'])}" if "x" in more else ""
    )
    return f"{entry.car} starts{where}{',' if where else ''} with {count_phrase(more['tokens'], 'speed token')}"


def _format_heading(heading: int) -> str:
    direction, rest = divmod(heading, DIRECTION_DEGREES)
    return f"facing {DIRECTIONS[direction]}" + (f" and {count_phrase(rest, 'degree')} further right" if rest else "")


def _shift(entry: LogEntry) -> str:
    return f"{entry.car} shifts down by {count_phrase(entry.more['tokens'], 'token')}"


def _shift_dice(entry: LogEntry) -> str:
    harmed = entry.more["harmed"]
    outcome = count_phrase(harmed, "damage token") + " on the engine" if harmed else "no harm"
    return f"{entry.car} needs {SUCCESS} for each token, rolls {_faces(entry.more['faces'])}: {outcome}"


def _allocate(entry: LogEntry) -> str:
    """The tokens generated, by component in parentheses, and where they were put (CC-015, CC-016)."""
    placed = ", ".join(f"{_changed_az(entry, name)} on its {format_component(name)}" for name in sorted(entry.before))
    origin = ", ".join(f"{format_component(name)} {tokens}" for name, tokens in entry.more["made"].items())
    bonus: Mapping[str, int] = entry.more.get("bonus", {})
    generated, lost = entry.more["generated"], entry.more["lost"]
    text = f"{entry.car} makes {count_phrase(generated - sum(bonus.values()), 'token')}" + (
        f" ({origin})" if origin else ""
    )
    if bonus:
        text += ", has " + ", ".join(f"{tokens} from {giver}" for giver, tokens in bonus.items())
    if placed:
        return f"{text}, puts {placed}" + (f", {lost} lost" if lost else "")
    return f"{text} and puts {'it nowhere: it is' if generated == 1 else 'them nowhere: they are'} lost"


def _changed_az(entry: LogEntry, component: str) -> int:
    """How many AZ of a component have other contents after the entry."""
    return sum(old != new for old, new in zip(entry.before[component], entry.after[component], strict=True))


def _no_attack(entry: LogEntry) -> str:
    return no_attacks_message([entry])


def _reroll(entry: LogEntry) -> str:
    return f"{entry.car} rerolls a {entry.more['was']}: rolls {entry.more['face']}"


def _thrown(entry: LogEntry) -> str:
    """The dice of an attack before its rerolls; the attack itself has its message after them."""
    more = entry.more
    attacks = "attacks"
    if "target" in more:
        weapon = more["weapon"]
        attacks = (
            f"rams {more['target']}"
            if weapon == RAM
            else f"attacks {more['target']} with its {format_component(weapon)}"
        )
    return f"{entry.car} {attacks} and {_needed(more['modifier'])}, rolls {_faces(more['faces'])}"


def _hits(entry: LogEntry) -> str:
    more = entry.more
    outcome = count_phrase(more["hits"], "hit") if more["hits"] else "no hit"
    weapon = format_component(more["weapon"])
    return (
        f"{entry.car} attacks {more['target']} with its {weapon} ({_modifier(entry)}): "
        f"{_needed(more['modifier'])}, rolls {_faces(more['faces'])}, {outcome}"
    )


def _ram(entry: LogEntry) -> str:
    more = entry.more
    if "modifier" not in more:
        return f"{entry.car} runs into {more['target']} of its own side"
    outcome = f"a hit for {more['damage']}" if more["hits"] else "no hit"
    return (
        f"{entry.car} rams {more['target']} ({_modifier(entry)}): {_needed(more['modifier'])}, rolls "
        f"{_faces(more['faces'])}, {outcome}"
    )


def _mine(entry: LogEntry) -> str:
    more = entry.more
    outcome = "a hit" if more["hits"] else "no hit"
    return (
        f"Mine {more['marker']} of {more['owner']} goes off near {entry.car} ({_modifier(entry)}): "
        f"{_needed(more['modifier'])}, rolls {_faces(more['faces'])}, {outcome}"
    )


def _lay(entry: LogEntry) -> str:
    more = entry.more
    name = format_component(more["card"].partition(".")[0]).removesuffix(" dropper")
    return f"{entry.car} lays {name} at {_inches(more['x'])}, {_inches(more['y'])}"


def _no_lay(entry: LogEntry) -> str:
    return f"{entry.car} lays no {format_component(entry.more['card'])}: {NO_ATTACK_REASONS[entry.more['why']]}"


def _rough(entry: LogEntry) -> str:
    more = entry.more
    outcome = "harmed" if more["harmed"] else "unharmed"
    way = f"crosses {_whole_inches(more['inches'])} of" if more["inches"] else "grazes"
    needed = SUCCESS + more["inches"]
    return f"{entry.car} {way} {more['piece']}: needs {needed}, rolls {more['face']}, {outcome}"


def _brakes(entry: LogEntry) -> str:
    more = entry.more
    outcome = "harmed" if more["harmed"] else "unharmed"
    needed = SUCCESS + more["short"]
    brakes = "stays where it is and brakes" if more.get("stands") else "brakes"
    return (
        f"{entry.car} {brakes} {_whole_inches(more['short'])} short: needs {needed}, rolls {more['face']}, {outcome}"
    )


def _stopped(entry: LogEntry) -> str:
    what, tokens = entry.more["what"], entry.before[ENGINE].count(SPEED)
    loses = f" and loses {count_phrase(tokens, 'speed token')}" if tokens else ""
    return f"{entry.car} is stopped by {OBSTACLE_TEXTS.get(what, what)}{loses}"


def _damage(entry: LogEntry) -> str:
    """Where a damage token went, what caused it, and who placed it (CC-048, CC-061)."""
    where = _format_place(entry)
    return f"{entry.car} takes damage on its {where}, from {_format_cause(entry)}{_format_placer(entry)}"


def damages_message(entries: Sequence[LogEntry]) -> str:
    """Several damage tokens of one cause that the same side placed, in their order."""
    first, places = entries[0], "; ".join(map(_format_place, entries))
    tokens = count_phrase(len(entries), "damage token")
    return f"{first.car} takes {tokens} ({places}), from {_format_cause(first)}{_format_placer(first, many=True)}"


def _format_place(entry: LogEntry) -> str:
    return f"{format_component(entry.more['component'])}, AZ {entry.more['az']}"


def _format_cause(entry: LogEntry) -> str:
    """What caused a damage token, and the car that is credited with it if it is another."""
    more = entry.more
    why = DAMAGE_CAUSES.get(more["why"]) or f"the {format_component(more['why'])}"
    if not more["by"] or more["by"] == entry.car:
        return why
    return f"{why} that {more['by']} caused" if more["why"] == "blast" else f"{why} of {more['by']}"


def _format_placer(entry: LogEntry, *, many: bool = False) -> str:
    """Who placed a damage token, or many of them; empty if the rule determines the place."""
    it = "them" if many else "it"
    if entry.rule in SELF_PLACING_RULES:
        return ""
    if entry.more["placed_by"] == "opponent":
        enemy = f"the nearest enemy, {entry.more['placer']}," if "placer" in entry.more else "the nearest enemy"
        return f": {enemy if entry.rule == 'CC-040' else 'the attacker'} places {it}"
    if entry.rule != "CC-061":
        return f": its owner places {it}"
    if entry.more["friends"]:
        return ": its owner places all of their own side's"
    return f": its owner places the first of {'each' if many else 'the'} hit"


def _explosion(entry: LogEntry) -> str:
    by = entry.more["by"]
    return f"{entry.car} explodes" + (f", the doing of {by}" if by and by != entry.car else "")


def _swap(entry: LogEntry) -> str:
    """Which two tokens the fixer swapped, and where each was before."""
    names = [name for name in entry.before if name.partition(".")[0] != FIXER]
    tokens = [
        f"{TOKEN_TEXTS[old]} on its {format_component(name)}, AZ {az}"
        for name in names
        for az, (old, new) in enumerate(zip(entry.before[name], entry.after[name], strict=True), start=1)
        if old != new
    ]
    what = ", and ".join(tokens) or f"two equal tokens on its {list_text(list(map(format_component, names)))}"
    return f"The fixer of {entry.car} swaps {what}"


def _acted(entry: LogEntry) -> str:
    """Why nothing happened in an activation; empty if something did."""
    idle = entry.more.get("idle")
    return f"{entry.car} does nothing: {idle}" if idle else ""


def _toughness(entry: LogEntry) -> str:
    more = entry.more
    outcome = "holds out" if more["passed"] else "is out of action"
    why = "their car exploded" if more["why"] == EXPLODED else "both AZ of their card are damaged"
    return f"{entry.crew} needs {more['needed']} or less to hold out, since {why}; rolls {more['face']}: {outcome}"


def _crew(entry: LogEntry) -> str:
    return f"{entry.crew} in {entry.car} has a flesh wound" if entry.after["wounds"] else ""


def _decision(entry: LogEntry) -> str:
    """What put one of the sides that are level ahead of the others, with the figures that were compared."""
    more = entry.more
    level = f"{list_text(more['level'])} are level on {count_phrase(more['points'], 'point')}"
    if not more["winner"]:
        return f"{level}, and nothing separates them"
    figures = ", ".join(f"{team} {_figure_text(more['by'], figure)}" for team, figure in more["figures"].items())
    by = CRITERION_TEXTS[more["by"]]
    return f"{level}: the decision by {by} ({figures}) goes to {more['winner']}, for one point more"


def _figure_text(criterion: str, figure: str) -> str:
    return f"{round(100 * Fraction(figure))} %" if criterion == "condition" else figure


def _whole_inches(count: int) -> str:
    return f"{count} inch{'' if count == 1 else 'es'}"


def _inches(hundredths: int) -> str:
    whole, part = divmod(abs(hundredths), INCH)
    return f"{'-' if hundredths < 0 else ''}{whole}.{part:02}"


LOG_MESSAGES: Mapping[str, LogMessage] = {
    "look": _look,
    "tie": _tie,
    "plan": _plan,
    "start": _start,
    "shift": _shift,
    "shift_dice": _shift_dice,
    "allocate": _allocate,
    "no_attack": _no_attack,
    "thrown": _thrown,
    "reroll": _reroll,
    "hits": _hits,
    "ram": _ram,
    "mine": _mine,
    "lay": _lay,
    "no_lay": _no_lay,
    "rough": _rough,
    "brakes": _brakes,
    "stopped": _stopped,
    "damage": _damage,
    "dead_engine": "The engine of {car} is dead",
    "engine": lambda entry: (
        f"The engine of {entry.car} {'runs again' if entry.after['status'] == 'active' else 'is dead'}"
    ),
    "explosion": _explosion,
    "left": "{car} drives off the table and is out of the match",
    "swap": _swap,
    "acted": _acted,
    "no_swap": lambda entry: f"The fixer of {entry.car} swaps nothing: {NO_SWAP_REASONS[entry.more['why']]}",
    "toughness": _toughness,
    "decision": _decision,
    "crew": _crew,
}
"""The messages by kind of entry. A move has one message for all its entries; other kinds have none."""


def move_message(entries: Iterable[LogEntry]) -> str:
    """A move as text: every way and every turn."""
    parts = []
    for entry in entries:
        if entry.kind == "turn":
            degrees = entry.more["degrees"]
            parts.append(f"turns {count_phrase(abs(degrees), 'degree')} {'right' if degrees > 0 else 'left'}")
        else:
            parts.append(f"moves to {_inches(entry.after['x'])}, {_inches(entry.after['y'])}")
        car = entry.car
    return f"{car} {', '.join(parts)}"


def markers_message(entries: Sequence[LogEntry]) -> str:
    """Several markers that a car lays at one place."""
    more = entries[0].more
    name = format_component(more["card"].partition(".")[0]).removesuffix(" dropper")
    return f"{entries[0].car} lays {len(entries)} markers of {name} at {_inches(more['x'])}, {_inches(more['y'])}"


def no_attacks_message(entries: Sequence[LogEntry]) -> str:
    """Attacks on one target that are not made for the same reason, by weapon."""
    more = entries[0].more
    counts = Counter((entry.more["weapon"], entry.more.get("range")) for entry in entries)
    several = len(entries) > len(counts)
    weapons = list_text([_weapon_text(*weapon, times=count if several else 0) for weapon, count in counts.items()])
    return (
        f"{entries[0].car} does not attack {more['target']} with its {weapons}: {NO_ATTACK_REASONS[more['why']]}"
        f"{_distance_text(more)}"
    )


def _weapon_text(weapon: str, range_inches: int | None, *, times: int) -> str:
    """A weapon, with its range if that is known to be too short, and how often it is meant if that is not 0."""
    parts = [] if range_inches is None else [f"range {range_inches}"]
    if times:
        parts.append("once" if times == 1 else f"{times} times")
    return format_component(weapon) + (f" ({', '.join(parts)})" if parts else "")


def _distance_text(more: Mapping[str, Any]) -> str:
    """The distance that is too far, where the log has it, and how it was guessed."""
    percent: int | None = more.get("percent")
    if "distance" not in more:
        return "" if percent is None else f" (guessed {_format_misjudgment(percent)})"
    distance = more["distance"]
    text = f"{_inches(distance)} inches"
    if percent is not None:
        text += f", guessed {_inches(distance * (100 + percent) // 100)}"
    return f" ({text})"

"""Groups log entries that the story shows in one line: a turn's initiative, a car's points, its maneuvers, and
handling checked and regained, and fuel burned.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain

from rules.core.plurals import count_phrase
from rules.dethmatch.log.dice_text import faces_of, format_rolls
from rules.dethmatch.log.model_handling_messages import handling_checks
from rules.match.log import LogEntry
from rules.match.story import format_change, format_dice, with_rule

Row = tuple[str, str, int, int, int]
"""What identifies a group of entries: its name, its car (empty for all cars), the heat, turn and phase."""
INITIATIVE, POINTS, REGAINED, MANEUVER, BURNED = "initiative", "points", "regained", "maneuver", "burned"
HANDLING_CHECKS = "reckoned"
BY_KIND = {"initiative": INITIATIVE, "reckoning": HANDLING_CHECKS}
BY_RULE = {
    ("mp", "DM-M-050"): POINTS,
    ("option", "DM-M-053"): POINTS,
    ("handling", "DM-M-067"): REGAINED,
    ("handling", "DM-M-065"): MANEUVER,
    ("fuel", "DM-M-048"): BURNED,
}
BY_WHY = {"recovery": REGAINED, "turn": MANEUVER, "drift": MANEUVER}
"""The group of a change of handling under another book's model, by its reason."""
OF_ALL_CARS = frozenset({INITIATIVE, REGAINED, HANDLING_CHECKS, BURNED})
ALTERNATING = frozenset({REGAINED, BURNED})
"""Groups whose entries alternate, car by car."""
MANEUVERS = {"turn": "turns", "drift": "drifts"}
ROW_DICE_REASONS = ("initiative", "initiative tie", "movement points", "option point")
"""The purposes of the dice that the line of a group mentions."""


def group_of(entry: LogEntry) -> Row | None:
    """The group an entry belongs to, or None for an entry with a line of its own."""
    name = BY_KIND.get(entry.kind) or BY_RULE.get((entry.kind, entry.rule))
    if name is None and entry.kind == "handling":
        name = BY_WHY.get(entry.more.get("why", ""))
    if name is None:
        return None
    return name, "" if name in OF_ALL_CARS else entry.car, entry.heat, entry.turn, entry.phase


def group_entries(entries: Sequence[LogEntry], *, is_shown: Callable[[LogEntry], bool]) -> Iterator[list[LogEntry]]:
    """Yield the entries in groups, each of which makes one line.

    An entry without a line does not end a group, unless it belongs to another turn.
    """
    waiting: dict[Row, list[LogEntry]] = {}
    for entry in entries:
        group = group_of(entry)
        if group in waiting or (group and _alternates_with(group, waiting)):
            waiting.setdefault(group, []).append(entry)
            continue
        same_turn = any((entry.heat, entry.turn) == (heat, turn) for _, _, heat, turn, _ in waiting)
        if waiting and (group or not same_turn or is_shown(entry)):
            yield from waiting.values()
            waiting = {}
        if group:
            waiting = {group: [entry]}
        else:
            yield [entry]
    yield from waiting.values()


def _alternates_with(group: Row, waiting: Collection[Row]) -> bool:
    """Whether a group alternates with those that wait: at the end of a turn each car regains handling and burns
    fuel.
    """
    if group[0] not in ALTERNATING or not waiting:
        return False
    return all(other[0] in ALTERNATING and other[2:] == group[2:] for other in waiting)


def narrate_group(entries: Sequence[LogEntry], *, speeds: Mapping[str, int]) -> str:
    """The line of a group, with its rule. `speeds` are the current speeds of the cars."""
    first = entries[0]
    group = group_of(first)
    name = group[0] if group else ""
    text = {
        INITIATIVE: lambda: _initiative(entries),
        POINTS: lambda: _points(entries, speeds.get(first.car, 0)),
        REGAINED: lambda: f"Handling regained: {'; '.join(map(_handling, entries))}",
        MANEUVER: lambda: _maneuvers(entries),
        BURNED: lambda: f"Fuel burned: {'; '.join(map(_fuel, entries))}",
        HANDLING_CHECKS: lambda: handling_checks(entries),
    }[name]()
    rolls = chain.from_iterable(entry.rolls for entry in entries)
    strays = format_dice(roll for roll in rolls if not roll.why.startswith(ROW_DICE_REASONS))
    return with_rule(f"{text}{strays}", first)


def _initiative(entries: Sequence[LogEntry]) -> str:
    """Every car's die and total, the ties, and the resulting order."""
    parts_by_car: dict[str, list[str]] = {}
    order: list[str] = []
    for entry in entries:
        parts = parts_by_car.setdefault(entry.car, [])
        if "order" in entry.after:
            order = entry.after["order"]
        elif "total" in entry.after:
            total = entry.after["total"]
            faces = faces_of(entry, "initiative")
            parts += [f"{face} + {total - int(face)} = {total}" for face in faces] or [str(total)]
        elif "tie" in entry.more:
            parts.append(f"tie {entry.more['tie']}{'' if entry.rolls else ' without a die'}")
        elif "impetuous" in entry.more:
            parts.append("Impetuous")
    ranked = [*order, *(car for car in parts_by_car if car and car not in order)]
    texts = (" ".join((car, ", ".join(parts_by_car.get(car, ())))) for car in ranked)
    return f"Initiative, first to last: {'; '.join(texts)}"


def _points(entries: Sequence[LogEntry], speed: int) -> str:
    """A car's movement points with their die, and its option checks."""
    first, parts = entries[0], []
    if "points" in first.more:
        points, rolled = first.more["points"], format_rolls(first, "movement points")
        parts.append(f"speed {speed} + {points - speed} ({rolled}) = {points} movement points")
    checks = [entry for entry in entries if entry.kind == "option"]
    if checks:
        gained = sum(bool(entry.more["passed"]) for entry in checks)
        rolls = " and ".join(", then ".join(faces_of(entry, "option point")) or "nothing" for entry in checks)
        count = count_phrase(gained, "option point") if gained else "no option point"
        parts.append(f"{count} (needs {checks[0].more['needed']}, rolls {rolls})")
    return f"{first.car}: {'; '.join(parts)}"


def _maneuvers(entries: Sequence[LogEntry]) -> str:
    """A car's turns and drifts in a row, and the handling they leave."""
    first, last = entries[0], entries[-1]
    moves = " and ".join(MANEUVERS.get(str(entry.more["why"]), str(entry.more["why"])) for entry in entries)
    return f"{first.car} {moves}, handling from {first.before['handling']} to {last.after['handling']}"


def _handling(entry: LogEntry) -> str:
    return f"{entry.car} {format_change(entry, 'handling')}"


def _fuel(entry: LogEntry) -> str:
    empty = "" if entry.after["fuel"] else ", the tank is empty"
    return f"{entry.car} {format_change(entry, 'fuel')}{empty}"

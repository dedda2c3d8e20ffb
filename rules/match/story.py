"""How the log of a match is told in words: messages of its entries, phrases that all books share, lines of a
story, and the whole story for a book without one of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from rules.core.dice import Roll
from rules.match.log import LogEntry

USUAL_SIDES = 6
"""The sides of a die that are not mentioned."""
FACES_OF_A_D6 = {", d3": 2, ", d2": 3}
"""How many faces of a d6 make one face of the d3 or d2 that is read from it, by the end of its purpose."""


def before_and_after(entry: LogEntry, name: str) -> str:
    """A value before and after the entry: `4 to 1`."""
    return f"{entry.before[name]} to {entry.after[name]}"


def format_change(entry: LogEntry, name: str) -> str:
    """A value before and after the entry: `from 4 to 1`."""
    return f"from {before_and_after(entry, name)}"


def format_dice(rolls: Iterable[Roll], *, usual_sides: int = USUAL_SIDES) -> str:
    """Dice with their purposes, ` (rolls: veer 2, tires 2 of 12)`; empty if there are none.

    The sides of a die are mentioned unless they are `usual_sides`; with 0 they always are. A d2 or d3 that is read
    from a d6 is shown as one.
    """
    texts = []
    for roll in rolls:
        why, faces = small_die(roll.why, roll.faces)
        die = f" of {roll.sides}" if roll.sides != usual_sides else ""
        texts.append(f"{why.replace('_', ' ')} {' and '.join(faces)}{die}")
    return f" (rolls: {', '.join(texts)})" if texts else ""


def small_die(why: str, faces: Iterable[int]) -> tuple[str, list[str]]:
    """The purpose of a roll without its die, and its faces as text: `4, a 2 on a d3` if they are read as a d3 or d2
    (DM-M-001).
    """
    for ending, count in FACES_OF_A_D6.items():
        if why.endswith(ending):
            die = ending.removeprefix(", ")
            return why.removesuffix(ending), [f"{face}, a {-(-face // count)} on a {die}" for face in faces]
    return why, list(map(str, faces))


def format_points(points: Mapping[str, int]) -> str:
    """The points of teams in their order: `razors 4, saints 2`."""
    return ", ".join(f"{team} {made}" for team, made in points.items())


def most_points_first(points: Mapping[str, int]) -> dict[str, int]:
    """The points of teams, most first; teams with equal points keep their order."""
    return dict(sorted(points.items(), key=lambda scored: -scored[1]))


def format_speeds(speeds: Mapping[str, int]) -> str:
    """The moving cars and their speeds, for a heading: ` (Speeds: razors.c1 4)`; empty if none moves."""
    moving = ", ".join(f"{car} {speed}" for car, speed in speeds.items() if speed)
    return f" (Speeds: {moving})" if moving else ""


def list_text(names: Sequence[str]) -> str:
    """Names in a sentence: `a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def format_crew(*crew: str) -> str:
    """Everybody aboard a car: `ada and bo`; empty seats are left out."""
    return " and ".join(filter(None, crew))


def format_sides(sides: Iterable[Iterable[str]], *, nobody: str) -> str:
    """Which cars drive against which: `razors.c1 and razors.c2 against saints.c1`; `nobody` if there are no cars."""
    return " against ".join(" and ".join(cars) for cars in sides) or nobody


INDENT = " " * 5
"""What a line without a phase begins with."""


def story_line(text: str, phase: int = 0, *, aligned: bool = False) -> str:
    """A line of a story, with its phase if it has one.

    With `aligned`, phases of two digits end below those of one digit.
    """
    if not phase:
        return f"{INDENT}{text}"
    return f"{phase:3}  {text}" if aligned else f"  {phase}  {text}"


LogMessage = str | Callable[[LogEntry], str]
"""A message template filled from the entry's fields, or a function that makes the message; empty for no message."""


def message_fields(entry: LogEntry) -> dict[str, object]:
    """The fields a message may use: car and crew, the values after the entry, and all else in it.

    The names of values before the entry end in `_before`.
    """
    before = {f"{name}_before": value for name, value in entry.before.items()}
    return {**before, **entry.after, **entry.more, "car": entry.car, "crew": entry.crew}


def fill_message(message: LogMessage, entry: LogEntry, **changed_fields: object) -> str:
    """The message of an entry; `changed_fields` replace fields that people read otherwise than the log holds them."""
    if isinstance(message, str):
        return message.format_map({**message_fields(entry), **changed_fields})
    return message(entry)


def with_rule(text: str, entry: LogEntry) -> str:
    """A text with the rule of its entry; empty if the text is."""
    return f"{text} [{entry.rule}]" if text else ""


def plain_story(entries: Sequence[LogEntry]) -> list[str]:
    """Who did what in each turn, with the faces of the dice, what changed, and the rule."""
    lines: list[str] = []
    for (heat, turn), part in groupby(entries, key=lambda entry: (entry.heat, entry.turn)):
        lines += [*([""] if lines else []), f"Turn {turn} of heat {heat}"]
        lines += [f"  {_entry_line(entry)} [{entry.rule}]" for entry in part]
    return lines


def _entry_line(entry: LogEntry) -> str:
    faces = ", ".join(str(face) for roll in entry.rolls for face in roll.faces)
    subject = ", ".join(id for id in (entry.car, entry.crew) if id)
    what = entry.kind.replace("_", " ") + (f" ({faces})" if faces else "")
    changes = [f"{name} from {entry.before.get(name, '-')} to {value}" for name, value in entry.after.items()]
    return f"{subject}: {', '.join([what, *changes])}." if subject else f"{', '.join([what, *changes])}."

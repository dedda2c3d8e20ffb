"""Phrases that the stories of all books share: changes, dice with their purposes, points, speeds, crews, sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.core.dice import Roll
from rules.match.log import LogEntry

USUAL_SIDES = 6
"""The sides of a die that are not mentioned."""


def before_and_after(entry: LogEntry, name: str) -> str:
    """A value before and after the entry: `4 to 1`."""
    return f"{entry.before[name]} to {entry.after[name]}"


def format_change(entry: LogEntry, name: str) -> str:
    """A value before and after the entry: `from 4 to 1`."""
    return f"from {before_and_after(entry, name)}"


def format_dice(rolls: Iterable[Roll], *, usual_sides: int = USUAL_SIDES) -> str:
    """Dice with their purposes, ` (rolls: veer 2, tires 2 of 12)`; empty if there are none.

    The sides of a die are mentioned unless they are `usual_sides`; with 0 they always are.
    """
    texts = []
    for roll in rolls:
        die = f" of {roll.sides}" if roll.sides != usual_sides else ""
        texts.append(f"{roll.why.replace('_', ' ')} {' and '.join(map(str, roll.faces))}{die}")
    return f" (rolls: {', '.join(texts)})" if texts else ""


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


def format_crew(*crew: str) -> str:
    """Everybody aboard a car: `ada and bo`; empty seats are left out."""
    return " and ".join(filter(None, crew))


def format_sides(sides: Iterable[Iterable[str]], *, nobody: str) -> str:
    """Which cars drive against which: `razors.c1 and razors.c2 against saints.c1`; `nobody` if there are no cars."""
    return " against ".join(" and ".join(cars) for cars in sides) or nobody

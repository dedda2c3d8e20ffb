"""What expectations of a book are made of: figures of its matches with their bounds, and changes of its designs."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

from rules.match.ruleset import Document
from tools.sanity.book_counts import DesignChange, Figure


def with_fields(**fields: Any) -> DesignChange:
    """A change that sets fields of a design."""

    def changed(design: Document) -> Document:
        return {**deepcopy(design), **fields}

    return changed


def per_match_figure(what: str, kind: str, *, least: float | None = None, most: float | None = None) -> Figure:
    """How many entries of a kind there are in a match."""
    return Figure(what=what, of=lambda counted: counted.per_match(kind), least=least, most=most)


def per_start_figure(what: str, kind: str, *, least: float | None = None, most: float | None = None) -> Figure:
    """How many entries of a kind there are for each car that starts, in percent."""
    return Figure(
        what=what, of=lambda counted: counted.per_start(counted.kinds[kind]), percent=True, least=least, most=most
    )


def limit_figure(rounds: int, *, most: float) -> Figure:
    """The share of matches that last so many rounds."""
    return Figure(
        what=f"not over before round {rounds}",
        of=lambda counted: counted.share_lasting(rounds),
        percent=True,
        most=most,
    )


def ending_figures(
    *, level: float, rounds: tuple[float, float], destroyed: tuple[float, float]
) -> tuple[Figure, ...]:
    """How matches end: their length, the cars they destroy, and how clearly they are won."""
    return (
        Figure(what="rounds", of=lambda counted: counted.rounds, least=rounds[0], most=rounds[1]),
        Figure(
            what="cars destroyed",
            of=lambda counted: counted.per_start(counted.destroyed),
            percent=True,
            least=destroyed[0],
            most=destroyed[1],
        ),
        Figure(what="out of action a car", of=lambda counted: counted.per_start(counted.out), percent=True, most=0.8),
        Figure(what="criticals made", of=lambda counted: counted.criticals / max(counted.matches, 1)),
        Figure(
            what="level at the top",
            of=lambda counted: counted.level / max(counted.matches, 1),
            percent=True,
            most=level,
        ),
        Figure(
            what="nobody made a point",
            of=lambda counted: counted.pointless / max(counted.matches, 1),
            percent=True,
            most=0.1,
        ),
        Figure(
            what="points between first and second",
            of=lambda counted: counted.margin / max(counted.matches, 1),
            least=1,
        ),
        Figure(what="log entries", of=lambda counted: counted.entries / max(counted.matches, 1)),
    )


def unbounded_figures() -> tuple[Figure, ...]:
    """How matches end, with nothing expected of them."""
    figures = ending_figures(level=1, rounds=(0, 0), destroyed=(0, 0))
    return tuple(replace(figure, least=None, most=None) for figure in figures)


def with_weapon(**weapon: Any) -> DesignChange:
    """A change that sets fields of every weapon."""

    def changed(design: Document) -> Document:
        return {**deepcopy(design), "weapons": [{**mounted, **weapon} for mounted in design["weapons"]]}

    return changed


def with_armor(front: int, sides: int) -> DesignChange:
    """A change of the armor on the six sides of a car."""
    return with_fields(armor={"front": front, "left": sides, "right": sides, "back": sides, "top": 2, "under": 2})

"""Every roll of a match that was resolved here: the match played again from its log, and what each die was for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from league.pages.dice.roll_check import PathDice
from league.pages.matches.story import story_ids
from league.queries.match_dice import MatchDice
from rules.core.dice import Roll
from rules.match.packet import packet_from
from rules.match.registry import get_ruleset

CACHED_MATCHES = 8
SECTION_PARTS = 2
"""How many parts of a path after the match's id name the section it is shown in."""
USUAL = 6
"""Sides of a die that need not be told."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice thrown for one reason, one after the other, and their sides where they are not six."""

    why: str
    faces: tuple[int, ...]
    sides: int

    @property
    def die(self) -> str:
        """What was thrown, where that must be said."""
        return "" if self.sides == USUAL else f"d{self.sides}"


@dataclass(frozen=True, slots=True)
class Procedure:
    """One path of the dice with its throws, in order; `name` is what the path adds to its section's."""

    path: str
    name: str
    throws: tuple[Throw, ...]


@dataclass(frozen=True, slots=True)
class RollPart:
    """The procedures whose paths begin alike, such as those of a turn."""

    anchor: str
    heading: str
    procedures: tuple[Procedure, ...]


@lru_cache(maxsize=CACHED_MATCHES)
def rolls_of(ruleset: str, _edition: int, packet: bytes, log: bytes, thrown: MatchDice) -> tuple[RollPart, ...]:
    """Every roll of a match in the order it was `thrown`.

    Raises what `Ruleset.replay` does; a match whose faces did not come of those dice is `LogContradicted`.
    """
    played, dice = packet_from(packet), thrown.dice()
    get_ruleset(ruleset).replay(played, log, dice)
    return tuple(_parts(dice.log))


def rolls_for(parts: Iterable[RollPart], ids: frozenset[str]) -> Iterator[RollPart]:
    """The throws whose path or reason names any of those ids, parts without one left out."""
    for part in parts:
        found = []
        for procedure in part.procedures:
            throws = procedure.throws
            if not ids & set(procedure.path.split("/")):
                throws = tuple(throw for throw in throws if ids.intersection(story_ids(throw.why)))
            if throws:
                found.append(replace(procedure, throws=throws))
        if found:
            yield replace(part, procedures=tuple(found))


def reason_without_id(why: str, who: str) -> str:
    """What dice were thrown for, told beside whom they were thrown for: without their own id first or last."""
    return why.removeprefix(f"{who} ").removesuffix(f" of {who}") if who else why


def count_dice(parts: Iterable[RollPart]) -> int:
    """How many dice were thrown."""
    return sum(len(throw.faces) for part in parts for procedure in part.procedures for throw in procedure.throws)


def dice_by_path(parts: Iterable[RollPart]) -> Iterator[PathDice]:
    """The dice of each path, whole and in order."""
    for part in parts:
        for procedure in part.procedures:
            sides = tuple(throw.sides for throw in procedure.throws for _ in throw.faces)
            yield PathDice(procedure.path, sides, tuple(face for throw in procedure.throws for face in throw.faces))


def _parts(rolls: Sequence[Roll]) -> Iterator[RollPart]:
    """Paths are opened once each, so that a section is a run of them, but for what other procedures throw between."""
    sections: dict[str, dict[str, list[Roll]]] = {}
    for roll in rolls:
        sections.setdefault(_section(roll.path), {}).setdefault(roll.path, []).append(roll)
    for section, procedures in sections.items():
        anchor = f"rolls-{section.replace('/', '-')}"
        told = tuple(_procedure(path, section, thrown) for path, thrown in procedures.items())
        yield RollPart(anchor, section, told)


def _procedure(path: str, section: str, rolls: Iterable[Roll]) -> Procedure:
    throws = tuple(
        Throw(why, tuple(face for roll in alike for face in roll.faces), sides)
        for (why, sides), alike in groupby(rolls, key=lambda roll: (roll.why, roll.sides))
    )
    return Procedure(path, path.split("/", 1)[1].removeprefix(f"{section}/"), throws)


def _section(path: str) -> str:
    return "/".join(path.split("/")[1:-1][:SECTION_PARTS])

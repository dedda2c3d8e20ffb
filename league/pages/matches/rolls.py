"""Every roll of a match that was run here, from playing it again with its log, and what each die was for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from league.pages.dice.roll_check import PathDice
from league.pages.matches.story import story_ids
from league.queries.dice_keys import MatchDice
from rules.core.dice import Roll
from rules.match.packet import packet_from
from rules.match.registry import get_ruleset

CACHED_MATCHES = 8
SECTION_PARTS = 2
"""How many parts of a path, after the match's id, name its section."""
USUAL = 6
"""The number of sides that is not mentioned."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice thrown in sequence for one reason, and their number of sides."""

    why: str
    faces: tuple[int, ...]
    sides: int

    @property
    def die(self) -> str:
        """The kind of die, such as "d12"; "" for a die with six sides."""
        return "" if self.sides == USUAL else f"d{self.sides}"


@dataclass(frozen=True, slots=True)
class Procedure:
    """One dice path with its throws, in order; `name` is the rest of the path after its section."""

    path: str
    name: str
    throws: tuple[Throw, ...]


@dataclass(frozen=True, slots=True)
class RollPart:
    """The procedures of one section, such as those of a turn."""

    anchor: str
    heading: str
    procedures: tuple[Procedure, ...]


@lru_cache(maxsize=CACHED_MATCHES)
def rolls_of(ruleset: str, _edition: int, packet: bytes, log: bytes, thrown: MatchDice) -> tuple[RollPart, ...]:
    """Every roll of a match by section, in the order of the throws; `thrown` has the match's dice.

    Raises what `Ruleset.replay` raises; a match whose faces do not follow from those dice is `LogContradicted`.
    """
    match_packet, dice = packet_from(packet), thrown.dice()
    get_ruleset(ruleset).replay(match_packet, log, dice)
    return tuple(_parts(dice.log))


def rolls_for(parts: Iterable[RollPart], ids: frozenset[str]) -> Iterator[RollPart]:
    """The throws whose path or reason names any of those ids; empty parts are left out."""
    for part in parts:
        procedures = []
        for procedure in part.procedures:
            throws = procedure.throws
            if not ids & set(procedure.path.split("/")):
                throws = tuple(throw for throw in throws if ids.intersection(story_ids(throw.why)))
            if throws:
                procedures.append(replace(procedure, throws=throws))
        if procedures:
            yield replace(part, procedures=tuple(procedures))


def reason_without_id(why: str, who: str) -> str:
    """The reason of a throw without the id `who` at its beginning or end, since the page shows that beside it."""
    return why.removeprefix(f"{who} ").removesuffix(f" of {who}") if who else why


def count_dice(parts: Iterable[RollPart]) -> int:
    """How many dice were thrown."""
    return sum(len(throw.faces) for part in parts for procedure in part.procedures for throw in procedure.throws)


def dice_by_path(parts: Iterable[RollPart]) -> Iterator[PathDice]:
    """The dice of each path, complete and in order."""
    for part in parts:
        for procedure in part.procedures:
            sides = tuple(throw.sides for throw in procedure.throws for _ in throw.faces)
            yield PathDice(procedure.path, sides, tuple(face for throw in procedure.throws for face in throw.faces))


def _parts(rolls: Sequence[Roll]) -> Iterator[RollPart]:
    """Group rolls by section and path, in order of first use; other procedures may throw in between."""
    sections: dict[str, dict[str, list[Roll]]] = {}
    for roll in rolls:
        sections.setdefault(_section(roll.path), {}).setdefault(roll.path, []).append(roll)
    for section, procedures in sections.items():
        anchor = f"rolls-{section.replace('/', '-')}"
        section_procedures = tuple(_procedure(path, section, path_rolls) for path, path_rolls in procedures.items())
        yield RollPart(anchor, section, section_procedures)


def _procedure(path: str, section: str, rolls: Iterable[Roll]) -> Procedure:
    throws = tuple(
        Throw(why, tuple(face for roll in alike for face in roll.faces), sides)
        for (why, sides), alike in groupby(rolls, key=lambda roll: (roll.why, roll.sides))
    )
    return Procedure(path, path.split("/", 1)[1].removeprefix(f"{section}/"), throws)


def _section(path: str) -> str:
    return "/".join(path.split("/")[1:-1][:SECTION_PARTS])

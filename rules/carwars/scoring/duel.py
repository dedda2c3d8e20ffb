"""Who fights a duel, and the arena they fight it in. Rules CW-S-002, CW-S-017, CW-S-020 to CW-S-022."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from rules.carwars.scoring.settings import ScoringSettings, refuse_bad_settings
from rules.core.refusals import Malformed, refuse_any

FEWEST_DUELISTS, MOST_DUELISTS = 2, 20  # no mutant: no rule prints it
MOST_OCCUPANTS = 6  # no mutant: no rule prints it
MOST_BONUS = 1000  # no mutant: no rule prints it
MOST_FEATURES = 50  # no mutant: no rule prints it
"""Checkpoints, targets or jumps of an arena."""
LONGEST_NAME = 60  # no mutant: no rule prints it


class Duelist(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A vehicle of a duel with its crew. `team` is the franchise it fights for, its own id where it fights alone.

    `speed` is its starting speed in miles an hour (CW-S-039).
    """

    id: str
    """Id that events name it by, at most 60 characters."""
    team: str = ""
    """Franchise it fights for; empty where it fights for itself."""
    name: str = ""
    """What it is called in sentences; empty for its id."""
    occupants: int = 1
    """How many are aboard, 1 to 6."""
    speed: int = 20
    """Starting speed in miles an hour, a multiple of 5."""


class Feature(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A checkpoint, target or jump: its points, and whether a vehicle earns them more than once (CW-S-020)."""

    points: int
    """Points that it is worth, 0 to 1000."""
    repeats: bool = False
    """Whether a vehicle earns them more than once."""


class Arena(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an arena awards, by the names on its sheet."""

    checkpoints: dict[str, Feature] = {}
    """Checkpoints by the name on the arena's sheet, 50 at most."""
    targets: dict[str, Feature] = {}
    """Targets by the name on the arena's sheet, 50 at most."""
    jumps: dict[str, Feature] = {}
    """Jumps by the name on the arena's sheet, 50 at most."""


class Duel(NamedTuple):
    """What a duel is scored from besides its events."""

    duelists: tuple[Duelist, ...]
    settings: ScoringSettings = ScoringSettings()
    arena: Arena = Arena()

    def duelist(self, id: str) -> Duelist:
        """The duelist with that id. Raises `KeyError`."""
        return {duelist.id: duelist for duelist in self.duelists}[id]

    def team_of(self, id: str) -> str:
        """The team a duelist fights for."""
        duelist = self.duelist(id)
        return duelist.team or duelist.id

    def name_of(self, id: str) -> str:
        """What a duelist is called in sentences; "nobody" for nobody."""
        return (self.duelist(id).name or id) if id else "nobody"


def refuse_bad_duel(duel: Duel) -> None:
    """Raise `Malformed` for everything about a duel that cannot be scored."""
    refuse_bad_settings(duel.settings)
    refuse_any(_bad_duel(duel))


def _bad_duel(duel: Duel) -> Iterator[Malformed]:
    entered = len(duel.duelists)
    if not FEWEST_DUELISTS <= entered <= MOST_DUELISTS:
        yield Malformed(
            f"A duel has {FEWEST_DUELISTS} to {MOST_DUELISTS} vehicles, and this one has {entered}: split it, or "
            "enter more."
        ).at("duelists")
    yield from _bad_vehicles(duel)
    yield from _bad_features(duel.arena)


def _bad_vehicles(duel: Duel) -> Iterator[Malformed]:
    seen: set[str] = set()
    for place, duelist in enumerate(duel.duelists):
        if not duelist.id or not _is_name(duelist.id):
            yield Malformed(f"The id of a vehicle has 1 to {LONGEST_NAME} printable characters.").at(
                "duelists", place, "id"
            )
        if duelist.id in seen:
            yield Malformed(f"Two vehicles have the id {duelist.id!r}: give each its own.").at(
                "duelists", place, "id"
            )
        seen.add(duelist.id)
        if not _is_name(duelist.name) or not _is_name(duelist.team):
            yield Malformed(f"A name or a team has at most {LONGEST_NAME} characters, all printable.").at(
                "duelists", place
            )
        if not 1 <= duelist.occupants <= MOST_OCCUPANTS:
            yield Malformed(f"{duelist.id} has 1 to {MOST_OCCUPANTS} occupants.").at("duelists", place, "occupants")
        least, most = duel.settings.start_speed_least, duel.settings.start_speed_most
        if not least <= duelist.speed <= most or duelist.speed % SPEED_STEP:
            yield Malformed(f"{duelist.id} starts at {least} to {most} miles an hour, in steps of {SPEED_STEP}.").at(
                "duelists", place, "speed"
            )


def _bad_features(arena: Arena) -> Iterator[Malformed]:
    for shelf in ("checkpoints", "targets", "jumps"):
        features: dict[str, Feature] = getattr(arena, shelf)
        if len(features) > MOST_FEATURES:
            yield Malformed(f"An arena has at most {MOST_FEATURES} {shelf}.").at("arena", shelf)
        for name, feature in features.items():
            if not name or not _is_name(name):
                yield Malformed(f"A name on the arena's sheet has 1 to {LONGEST_NAME} printable characters.").at(
                    "arena", shelf
                )
            if not 0 <= feature.points <= MOST_BONUS:
                yield Malformed(f"{name} is worth 0 to {MOST_BONUS} points.").at("arena", shelf, name, "points")


def _is_name(text: str) -> bool:
    """Whether a text is short enough for a name, and can be printed; it may be empty."""
    return len(text) <= LONGEST_NAME and text.isprintable()


SPEED_STEP = 5
"""Starting speeds are multiples of it, in miles an hour (CW-S-039)."""

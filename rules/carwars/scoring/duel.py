"""Who fights a duel, and the arena they fight it in. Rules CW-S-002, CW-S-017, CW-S-020 to CW-S-022."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from rules.carwars.scoring.settings import ScoringSettings, refuse_bad_settings
from rules.core.readable_text import is_legible
from rules.core.refusals import Malformed, refuse_first

FEWEST_DUELISTS, MOST_DUELISTS = 2, 20  # no mutant: no rule prints it
MOST_OCCUPANTS = 6  # no mutant: no rule prints it
MOST_BONUS = 1000  # no mutant: no rule prints it
MOST_FEATURES = 50  # no mutant: no rule prints it
"""Checkpoints, targets or jumps of an arena."""
LONGEST_NAME = 60  # no mutant: no rule prints it
PRINTABLE = "printable characters, with no space at either end"


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


@dataclass(frozen=True)
class Duel:
    """What a duel is scored from besides its events."""

    duelists: tuple[Duelist, ...]
    settings: ScoringSettings = field(default_factory=ScoringSettings)
    arena: Arena = field(default_factory=Arena)

    @cached_property
    def by_id(self) -> Mapping[str, Duelist]:
        """Its duelists by their ids."""
        return {duelist.id: duelist for duelist in self.duelists}

    def duelist(self, id: str) -> Duelist:
        """The duelist with that id. Raises `KeyError`."""
        return self.by_id[id]

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
    refuse_first(_bad_duel(duel))


def _bad_duel(duel: Duel) -> Iterator[Malformed]:
    entered, allowed = len(duel.duelists), f"A duel has {FEWEST_DUELISTS} to {MOST_DUELISTS} vehicles"
    if entered < FEWEST_DUELISTS:
        said = f"{allowed}, and this one has {entered}: enter {FEWEST_DUELISTS - entered} more."
        yield Malformed(said).at("duelists")
    if entered > MOST_DUELISTS:
        said = f"{allowed}, and this one has {entered}: split it into duels of {MOST_DUELISTS} at most."
        yield Malformed(said).at("duelists")
        return
    yield from _bad_vehicles(duel)
    yield from _bad_features(duel.arena)


def _bad_vehicles(duel: Duel) -> Iterator[Malformed]:
    seen: set[str] = set()
    teams = {duelist.team for duelist in duel.duelists if duelist.team not in ("", duelist.id)}
    for place, duelist in enumerate(duel.duelists):
        faults = [*_vehicle_faults(duelist, duel.settings)]
        if duelist.id in seen:
            faults.append(("id", f"Two vehicles have the id {quoted(duelist.id)}: give each its own."))
        elif not duelist.team and duelist.id in teams:
            said = f"{quoted(duelist.id)} fights for itself, and another vehicle for a team of that name"
            faults.append(("team", f"{said}: give it another id, or enter its team."))
        seen.add(duelist.id)
        yield from (Malformed(sentence).at("duelists", place, wrong) for wrong, sentence in faults)


def _vehicle_faults(duelist: Duelist, settings: ScoringSettings) -> Iterator[tuple[str, str]]:
    """What is wrong with one vehicle by itself: the field, and a sentence."""
    if not duelist.id or not _is_name(duelist.id):
        yield "id", f"The id of a vehicle has 1 to {LONGEST_NAME} {PRINTABLE}: correct {quoted(duelist.id)}."
    for what, text in (("name", duelist.name), ("team", duelist.team)):
        if not _is_name(text):
            yield what, f"A {what} has at most {LONGEST_NAME} {PRINTABLE}: correct {quoted(text)}."
    if not 1 <= duelist.occupants <= MOST_OCCUPANTS:
        yield "occupants", f"{quoted(duelist.id)} has 1 to {MOST_OCCUPANTS} occupants: correct their number."
    least, most = settings.start_speed_least, settings.start_speed_most
    if not least <= duelist.speed <= most or duelist.speed % SPEED_STEP:
        steps = f"{least} to {most} miles an hour, in steps of {SPEED_STEP}"
        yield "speed", f"{quoted(duelist.id)} starts at {steps}: correct its speed."


def _bad_features(arena: Arena) -> Iterator[Malformed]:
    for shelf in ("checkpoints", "targets", "jumps"):
        features: dict[str, Feature] = getattr(arena, shelf)
        if len(features) > MOST_FEATURES:
            yield Malformed(f"An arena has at most {MOST_FEATURES} {shelf}: leave some out.").at("arena", shelf)
            continue
        for name, feature in features.items():
            if not name or not _is_name(name):
                said = f"A name on the arena's sheet has 1 to {LONGEST_NAME} {PRINTABLE}: correct {quoted(name)}."
                yield Malformed(said).at("arena", shelf)
            if not 0 <= feature.points <= MOST_BONUS:
                said = f"{quoted(name)} is worth 0 to {MOST_BONUS} points: correct them."
                yield Malformed(said).at("arena", shelf, name, "points")


def _is_name(text: str) -> bool:
    """Whether a text is short enough for a name, can be printed and begins and ends with a sign; it may be empty."""
    return len(text) <= LONGEST_NAME and is_legible(text) and text == text.strip()


def quoted(text: str) -> str:
    """A text in quotation marks for a sentence: what cannot be printed is escaped, and what is too long cut off."""
    return repr(text if len(text) <= LONGEST_NAME else text[:LONGEST_NAME] + "…")


SPEED_STEP = 5
"""Starting speeds are multiples of it, in miles an hour (CW-S-039)."""

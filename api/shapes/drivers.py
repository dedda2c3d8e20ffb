"""Drivers: sheets with what is in effect, contracts, and what their careers came to. Amounts are whole credits."""

from __future__ import annotations

import msgspec


class ModifierOut(msgspec.Struct, frozen=True, kw_only=True):
    """One reason why a trait in effect differs from its base."""

    source: str
    amount: int
    rule: str


class TraitOut(msgspec.Struct, frozen=True, kw_only=True):
    """A trait: `base` holds its advances, `value` is what is in effect; `cap` is the most a house rule lets it be."""

    trait: str
    base: int
    value: int
    modifiers: tuple[ModifierOut, ...]
    cap: int | None


class TermOut(msgspec.Struct, frozen=True, kw_only=True):
    """A talent or a quirk: its tag and printed name, what it does, its rule, and how often a quirk was drawn."""

    tag: str
    name: str
    effect: str
    rule: str
    count: int = 1


class ContractOut(msgspec.Struct, frozen=True, kw_only=True):
    """A contract, or the right to one: `phase` is `signed` or `reserved`, `fee` what was paid.

    `rehire_fee` is what a reserved one would be signed for. `protected` from the draft is null while that is sealed
    from the reader.
    """

    franchise: str
    phase: str
    origin: str
    fee: int
    rehire_fee: int | None
    protected: bool | None


class SheetOut(msgspec.Struct, frozen=True, kw_only=True):
    """A driver as a season has them. `next_level_at` is the experience their next level begins at; `fatigue` names
    the trait that each point lowers, the oldest first. `why` are addresses of the facts behind the figures.
    """

    id: str
    name: str
    level: int
    xp: int
    next_level_at: int
    traits: tuple[TraitOut, ...]
    talents: tuple[TermOut, ...]
    quirks: tuple[TermOut, ...]
    fatigue: tuple[str, ...]
    availability: str
    retiring: bool
    trait_choices: int
    contract: ContractOut | None
    why: dict[str, str]


class DriversOut(msgspec.Struct, frozen=True, kw_only=True):
    """The drivers of a season, the most experienced first."""

    season: str
    drivers: tuple[SheetOut, ...]


class RunOut(msgspec.Struct, frozen=True, kw_only=True):
    """A match a driver was in, with their line of its box score and the entry it was made by."""

    season: str
    match: str
    round: int
    event: str
    ruleset: str
    franchise: str
    heats: int
    criticals: int
    scores: int
    kills: int
    out: bool
    xp_gained: int
    xp: int
    level: int
    entry: int


class DriverSeasonOut(msgspec.Struct, frozen=True, kw_only=True):
    """A season of a driver: for whom they ran, their figures summed over its matches, and what they were at its end.

    The sums are of `matches`, each of which names its entry; `why` has the address of the facts behind the others.
    """

    season: str
    level: int
    xp: int
    availability: str
    franchises: tuple[str, ...]
    matches: int
    heats: int
    criticals: int
    scores: int
    kills: int
    out: int
    xp_gained: int
    why: dict[str, str]


class TurnOut(msgspec.Struct, frozen=True, kw_only=True):
    """A turn of a career: who hired, drafted or let them go, or why they left, and the entry that says so."""

    season: str
    entry: int
    kind: str
    sentence: str
    because: str
    rule: str


class BodyOut(msgspec.Struct, frozen=True, kw_only=True):
    """A body of a driver: 1 is the one they were born with, the others are clones.

    `ended_in` is the match that ended it, with what came of that; it is empty for the one they have.
    """

    number: int
    matches: int
    kills: int
    criticals: int
    xp_gained: int
    ended_in: str
    season: str
    entry: int | None
    rule: str
    came_of_it: tuple[str, ...]


class DriverOut(msgspec.Struct, frozen=True, kw_only=True):
    """A driver: their sheet in the season, then their whole career in the league, the latest first.

    A match or season that was played on paper before the league's first is not among them.
    """

    season: str
    sheet: SheetOut
    seasons: tuple[DriverSeasonOut, ...]
    matches: tuple[RunOut, ...]
    career: tuple[TurnOut, ...]
    bodies: tuple[BodyOut, ...]

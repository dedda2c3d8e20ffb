"""Schemas of drivers: sheets with effective traits, contracts, and careers. Amounts are whole credits."""

from __future__ import annotations

import msgspec


class ModifierOut(msgspec.Struct, frozen=True, kw_only=True):
    """One reason why a trait in effect differs from its base."""

    source: str
    """What raises or lowers the trait, such as a quirk or fatigue."""
    amount: int
    """What it adds to the trait; negative where it lowers it."""
    rule: str
    """Number of the rule behind it."""


class TraitOut(msgspec.Struct, frozen=True, kw_only=True):
    """A trait: `base` has its advances, `value` is in effect, `cap` is the highest that a house rule allows."""

    trait: str
    """Name of the trait: `driving`, `gunnery`, `initiative` or `toughness`."""
    base: int
    """The trait with its advances, before quirks and fatigue."""
    value: int
    """The trait in effect (DM-C-011); it may be 0 or less."""
    modifiers: tuple[ModifierOut, ...]
    """Why `value` differs from `base`, one reason each."""
    cap: int | None
    """Highest value that a house rule lets it have; null where none does."""


class TermOut(msgspec.Struct, frozen=True, kw_only=True):
    """A talent or a quirk: its tag and printed name, what it does, its rule, and how often a quirk was drawn."""

    tag: str
    """Name by which the rules know the talent or quirk."""
    name: str
    """What the talent or quirk is called in the book."""
    effect: str
    """What it does, in a sentence."""
    rule: str
    """Number of the rule that defines it."""
    count: int = 1
    """How often a quirk was drawn; 1 for a talent."""


class ContractOut(msgspec.Struct, frozen=True, kw_only=True):
    """A contract, or the right to one: `phase` is `signed` or `reserved`, `fee` what was paid.

    `rehire_fee` is what a reserved one would be signed for. `protected` from the draft is null while that is sealed
    from the reader.
    """

    franchise: str
    """Short id of the franchise that has hired them, or that alone may."""
    phase: str
    """Where it stands: `signed`, or `reserved` for a right to hire them again (DM-C-062)."""
    origin: str
    """How they came to the franchise: `rookie`, `veteran`, `draft` or `trade`."""
    fee: int
    """What was paid for them, in credits."""
    rehire_fee: int | None
    """What signing them again is paid with, in credits; null while they are signed."""
    protected: bool | None
    """Whether the franchise keeps them out of the draft (DM-C-161); null while that is sealed from you."""


class SheetOut(msgspec.Struct, frozen=True, kw_only=True):
    """A driver as a season has them. `next_level_at` is the experience their next level begins at; `fatigue` names
    the trait that each point lowers, the oldest first. `why` are addresses of the facts behind the figures.
    """

    id: str
    """Short id of the driver, for life."""
    name: str
    """What the driver is called."""
    level: int
    """Level the driver has (DM-C-015)."""
    xp: int
    """Experience the driver has."""
    next_level_at: int
    """Experience at which the next level begins."""
    traits: tuple[TraitOut, ...]
    """The four traits, each with what changes it."""
    talents: tuple[TermOut, ...]
    """Talents the driver has; one may be held twice."""
    quirks: tuple[TermOut, ...]
    """Quirks the driver has, each with how often it was drawn."""
    fatigue: tuple[str, ...]
    """The trait that each point of fatigue lowers, the oldest first (DM-C-101)."""
    availability: str
    """Whether they may be fielded: `available`, `heart_out`, `season_out`, `barred` or `retired` (DM-C-012)."""
    retiring: bool
    """Whether they leave the sport at the season's end (DM-C-047)."""
    trait_choices: int
    """Trait points that were rolled and that the owner has not placed yet (DM-C-018)."""
    contract: ContractOut | None
    """Their contract, or the right to one; null where they have none."""
    why: dict[str, str]


class DriversOut(msgspec.Struct, frozen=True, kw_only=True):
    """The drivers of a season, the most experienced first."""

    season: str
    drivers: tuple[SheetOut, ...]
    """The drivers of the season, the most experienced first."""


class RunOut(msgspec.Struct, frozen=True, kw_only=True):
    """A match a driver was in, with their line of its box score and the entry it was made by."""

    season: str
    match: str
    """Short id of the match they were in."""
    round: int
    """Number of the round the match belongs to."""
    event: str
    """Short name of the event that was played."""
    ruleset: str
    """Short name of the ruleset that played it; empty where people reported it."""
    franchise: str
    """Short id of the franchise they drove for."""
    heats: int
    """How many heats they took part in."""
    criticals: int
    """Criticals on enemies that were credited to them."""
    scores: int
    """How often they scored for the team."""
    kills: int
    """Kills that were credited to them."""
    out: bool
    """Whether they were out of action at the end (DM-C-045)."""
    xp_gained: int
    """Experience they gained by the match (DM-C-014)."""
    xp: int
    """Experience they had after it."""
    level: int
    """Level they had after it (DM-C-015)."""
    entry: int


class DriverSeasonOut(msgspec.Struct, frozen=True, kw_only=True):
    """A season of a driver: for whom they ran, their figures summed over its matches, and what they were at its end.

    The sums are of `matches`, each of which names its entry; `why` has the address of the facts behind the others.
    """

    season: str
    level: int
    """Level at the end of the season, or now."""
    xp: int
    """Experience at the end of the season, or now."""
    availability: str
    """Whether they may be fielded, at the end of the season or now."""
    franchises: tuple[str, ...]
    """Short ids of the franchises they drove for, in the order in which they did."""
    matches: int
    """How many matches they took part in."""
    heats: int
    """How many heats they took part in."""
    criticals: int
    """Criticals on enemies that were credited to them in the season."""
    scores: int
    """How often they scored in the season."""
    kills: int
    """Kills that were credited to them in the season."""
    out: int
    """How often they were out of action in the season."""
    xp_gained: int
    """Experience they gained by the matches of the season."""
    why: dict[str, str]


class TurnOut(msgspec.Struct, frozen=True, kw_only=True):
    """A turn of a career: who hired, drafted or let them go, or why they left, and the entry that says so."""

    season: str
    entry: int
    kind: str
    """Kind of the fact that says so, as `catalogue/facts` lists it."""
    sentence: str
    """What happened, in a sentence for people."""
    because: str
    """Why it happened, where the rule says so; else empty."""
    rule: str


class BodyOut(msgspec.Struct, frozen=True, kw_only=True):
    """A body of a driver: 1 is the one they were born with, the others are clones.

    `ended_in` is the match in which it ended, with what followed; it is empty for the body they have.
    """

    number: int
    """1 for the body they were born with, 2 for the first clone, and so on."""
    matches: int
    """How many matches they took part in with it."""
    kills: int
    """Kills that were credited to them in it."""
    criticals: int
    """Criticals on enemies that were credited to them in it."""
    xp_gained: int
    """Experience they gained in it."""
    ended_in: str
    """Short id of the match in which it went out of action; empty for the body they have."""
    season: str
    """Id of the season in which that was; empty for the body they have."""
    entry: int | None
    """Number of the entry that says so; null for the body they have."""
    rule: str
    """Number of the rule that says so; empty for the body they have."""
    came_of_it: tuple[str, ...]
    """What followed, such as a quirk, in sentences."""


class DriverOut(msgspec.Struct, frozen=True, kw_only=True):
    """A driver: their sheet in the season, then their whole career in the league, the latest first.

    A match or season that was played on paper before the league's first is not among them.
    """

    season: str
    former_names: tuple[str, ...]
    """What they were called before, the latest first."""
    sheet: SheetOut
    """Their sheet in this season."""
    seasons: tuple[DriverSeasonOut, ...]
    """Their seasons in the league, the latest first."""
    matches: tuple[RunOut, ...]
    """The matches they took part in, the latest first."""
    career: tuple[TurnOut, ...]
    """Who hired, drafted or released them, and why they left, the latest first."""
    bodies: tuple[BodyOut, ...]
    """Their bodies, the latest first."""

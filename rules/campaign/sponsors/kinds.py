"""Sponsors: the 13 kinds, how they are attracted, what they pay and what they save. Rules DM-C-068 to DM-C-086."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Franchise, Season, Sponsor
from rules.core.dice import Roll, Stream
from rules.core.refusals import Refusal
from rules.core.tables import D66, by_face, d66_span
from rules.core.terms import Credits, FranchiseId, K, SponsorId

SPONSOR_BY_D66 = by_face(
    {
        d66_span(11, 13): "oil",
        d66_span(14, 16): "car_manufacturer",
        d66_span(21, 23): "medical_services",
        d66_span(24, 26): "tire_company",
        d66_span(31, 33): "gun_manufacturer",
        d66_span(34, 36): "mechanic_shop",
        d66_span(41, 42): "insurance",
        d66_span(43, 45): "car_dealership",
        d66_span(46, 51): "engineering_firm",
        d66_span(52, 54): "energy",
        d66_span(55, 61): "holding_company",
        d66_span(62, 63): "cloning_services",
        d66_span(64, 66): "munitions",
    },
    faces=D66,
)
"""The sponsor attracted table (DM-C-071)."""


@dataclass(frozen=True, slots=True)
class SponsorKind:
    """A kind of sponsor: its printed name, its income of `dice` d6 times `each_k`, and its rule."""

    name: str
    dice: int
    each_k: int
    rule: str


SPONSOR_KINDS = {
    "oil": SponsorKind("Oil company", 2, 10, "DM-C-074"),
    "car_manufacturer": SponsorKind("Car manufacturer", 1, 10, "DM-C-075"),
    "medical_services": SponsorKind("Medical services", 1, 10, "DM-C-076"),
    "tire_company": SponsorKind("Tire company", 1, 5, "DM-C-077"),
    "gun_manufacturer": SponsorKind("Gun manufacturer", 1, 10, "DM-C-078"),
    "mechanic_shop": SponsorKind("Mechanic shop", 1, 5, "DM-C-079"),
    "insurance": SponsorKind("Insurance company", 1, 10, "DM-C-080"),
    "car_dealership": SponsorKind("Car dealership", 1, 10, "DM-C-081"),
    "engineering_firm": SponsorKind("Engineering firm", 1, 5, "DM-C-082"),
    "energy": SponsorKind("Energy company", 2, 10, "DM-C-083"),
    "holding_company": SponsorKind("Holding company", 1, 5, "DM-C-084"),
    "cloning_services": SponsorKind("Cloning services", 1, 10, "DM-C-085"),
    "munitions": SponsorKind("Munitions company", 1, 10, "DM-C-086"),
}
WAR_ON, WAR_DICE = 6, 3
SUPPLIES_RATING_4 = frozenset({"tire_company", "mechanic_shop", "car_dealership"})
DEALERSHIP_PERCENT = 10
GUN_MANUFACTURER_PERCENT = 10
MANUFACTURER_DP, MANUFACTURER_OVERHEAD_DP = 3, 6
INSURANCE_K, CLONING_SERVICES_K = 5, 2
MECHANIC_SHOP_K, MECHANIC_SHOP_OVERHEAD_K = 1, 2
FOUNDING_SPONSORS = 3


class SponsorsFull(Refusal):
    """The franchise already has as many sponsors as allowed, or more (DM-C-069)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorJoined(Fact):
    """A sponsor signed with a franchise (DM-C-068, DM-C-069)."""

    says = "{sponsor} ({sponsor_kind}) became a sponsor of {franchise}."
    franchise: FranchiseId
    sponsor: SponsorId
    sponsor_kind: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorWaits(Fact):
    """A sponsor was won above the limit and waits for the owner to place or decline it (DM-C-069)."""

    says = "A new sponsor ({sponsor_kind}) waits for {franchise} to replace one of its own or to decline."
    franchise: FranchiseId
    sponsor_kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledSponsor:
    """The kind of a sponsor that was won, and its rolls."""

    kind: str
    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorIncome:
    """What a sponsor pays after a match, in credits; `war` if a munitions company paid for a war."""

    amount: Credits
    war: bool
    rolls: tuple[Roll, ...]


def roll_sponsor(*, but: frozenset[str] = frozenset(), stream: Stream) -> RolledSponsor:
    """Roll one sponsor (DM-C-071); kinds in `but` are rolled again, since founding sponsors differ (DM-C-068)."""
    rolls: list[Roll] = []
    while True:
        rolls.append(stream.roll(2, "sponsor attracted"))
        kind = SPONSOR_BY_D66[rolls[-1].d66]
        if kind not in but:
            return RolledSponsor(kind=kind, rolls=tuple(rolls))


def roll_income(*, kind: str, separate_war_die: bool = False, plus: int = 0, stream: Stream) -> SponsorIncome:
    """Roll what a sponsor pays after a match (DM-C-072); munitions pay 3d6 × 10k in a war (DM-C-086).

    `plus` is added to the dice before they are multiplied (DM-C-158); it does not count towards a war.
    """
    row = SPONSOR_KINDS[kind]
    rolls = [stream.roll(row.dice, f"income of {row.name}")]
    war = False
    if kind == "munitions":
        if separate_war_die:
            rolls.append(stream.roll(1, "war"))
        war = rolls[-1].total == WAR_ON
    if war:
        rolls.append(stream.roll(WAR_DICE, "income in war"))
    earning = rolls[-1] if war else rolls[0]
    return SponsorIncome(amount=Credits((earning.total + plus) * row.each_k * K), war=war, rolls=tuple(rolls))


def effect_count(season: Season, franchise: str, kind: str) -> int:
    """How often the effect of a kind counts: at most once, unless a house rule lets it stack (DM-C-073)."""
    count = sum(sponsor.kind == kind for sponsor in season.sponsors_of(franchise))
    return count if season.setting("sponsors.same_type_effects_stack") else min(count, 1)


def quirk_check_bonus(season: Season, franchise: str) -> int:
    """What sponsors add to a quirk check: Medical services and Cloning services 1 each (DM-C-046)."""
    return effect_count(season, franchise, "medical_services") + effect_count(season, franchise, "cloning_services")


def cloning_amount(*, listed: int, insured: int, cloning_services: int) -> Credits:
    """The bill for a cloning after sponsors, never below 0 (DM-C-080, DM-C-085).

    `insured` and `cloning_services` are how often each effect counts.
    """
    return Credits(max(0, listed - (INSURANCE_K * insured + CLONING_SERVICES_K * cloning_services) * K))


def replacement_amount(*, listed: int, insured: int) -> Credits:
    """The bill for a replacement after sponsors, never below 0 (DM-C-080)."""
    return Credits(max(0, listed - INSURANCE_K * insured * K))


def repair_amount(*, listed: int, overhead: bool, mechanic_shop: int) -> Credits:
    """The bill for all repairs of a vehicle after sponsors, never below 0 (DM-C-079)."""
    discount = (MECHANIC_SHOP_OVERHEAD_K if overhead else MECHANIC_SHOP_K) * mechanic_shop * K
    return Credits(max(0, listed - discount))


def new_car_amount(*, listed: int, dealership: int) -> Credits:
    """The price of a new vehicle after sponsors, in exact credits (DM-C-081, DM-C-001)."""
    return Credits(max(0, listed - listed * DEALERSHIP_PERCENT * dealership // 100))


def weapon_amount(*, listed: int, gun_manufacturer: int) -> Credits:
    """The price of a weapon for a light or heavy mount after sponsors, in exact credits (DM-C-078, DM-C-001)."""
    return Credits(max(0, listed - listed * GUN_MANUFACTURER_PERCENT * gun_manufacturer // 100))


def new_car_dp(*, printed: int, overhead: bool, manufacturer: int) -> int:
    """The design budget of a vehicle bought now, in DP (DM-C-075)."""
    return printed + (MANUFACTURER_OVERHEAD_DP if overhead else MANUFACTURER_DP) * manufacturer


def may_hire_rating_4(season: Season, franchise: str) -> bool:
    """Whether a sponsor supplies rating 4 staff (DM-C-064)."""
    return not SUPPLIES_RATING_4.isdisjoint(season.sponsor_kinds_of(franchise))


def has_sponsor_room(season: Season, franchise: str) -> bool:
    """Whether a franchise may have another sponsor (DM-C-069)."""
    return len(season.sponsors_of(franchise)) < season.number_setting("sponsors.max")


def sign_sponsor(season: Season, franchise: Franchise, *, sponsor: str, won: RolledSponsor, rule: str) -> Fact:
    """Sign a sponsor that was won: it joins if there is room, else it waits for the owner to place or decline it."""
    if has_sponsor_room(season, franchise.id):
        season.sponsors[sponsor] = Sponsor(id=sponsor, franchise=franchise.id, kind=won.kind, joined=season.number)
        return SponsorJoined(
            rule=rule,
            rolls=won.rolls,
            franchise=FranchiseId(franchise.id),
            sponsor=SponsorId(sponsor),
            sponsor_kind=won.kind,
        )
    franchise.waiting_sponsors.append(won.kind)
    return SponsorWaits(rule="DM-C-069", rolls=won.rolls, franchise=FranchiseId(franchise.id), sponsor_kind=won.kind)

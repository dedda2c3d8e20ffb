"""Tinkering: which drivers and sponsors invent a device after a match, and which device.

Rules DM-C-041, DM-C-078, DM-C-082, DM-C-136, DM-C-137, DM-C-144 to DM-C-147.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.campaign.core.dice_paths import TINKERING
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import LineUp, Season
from rules.campaign.market.offers import RolledGoods, make_offer, roll_price
from rules.campaign.money.prices import rolled_price
from rules.campaign.people.talents import TINKERER
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.dice import Dice, Roll, Stream
from rules.core.tables import D6, by_face
from rules.core.terms import DriverId, FranchiseId, MatchId, SponsorId

Rows = Mapping[int, "str | Rows"]
"""A printed table: each face leads to a kind of item, or to the table for the next die."""

LIGHT_MOUNT_BY_FACE = by_face(
    {(1, 2): "laser", (3, 4): "twin_heavy_machineguns", (5, 6): "dual_recoilless_rifle"}, faces=D6
)
HEAVY_MOUNT_BY_FACE = by_face({(1, 2): "railgun", (3, 4): "pulsed_laser", (5, 6): "bomb_launcher"}, faces=D6)
ROCKET_MOUNT_BY_FACE = by_face(
    {(1, 2, 3): "booster_rockets", (4, 5): "heat_seeking_rockets", (6,): "kami_bomb"}, faces=D6
)
EXPERIMENTAL_WEAPON_BY_FACE = by_face(
    {(1, 2): LIGHT_MOUNT_BY_FACE, (3, 4): HEAVY_MOUNT_BY_FACE, (5, 6): ROCKET_MOUNT_BY_FACE}, faces=D6
)
ENGINE_DEVICE_BY_FACE = by_face({(1, 2, 3): "efficient_injectors", (4, 5, 6): "turbochargers"}, faces=D6)
SUSPENSION_BY_FACE = by_face({(1, 2, 3): "active_suspension", (4, 5, 6): "hydraulics"}, faces=D6)
TINKERED_ARMOR_BY_FACE = by_face({(1, 2, 3): "applique_armour", (4,): "blast_panels", (5, 6): "crash_bars"}, faces=D6)
ELECTRONICS_BY_FACE = by_face({(1, 2, 3): "autonomous_target_system", (4, 5, 6): "auto_ranger"}, faces=D6)


@dataclass(frozen=True, slots=True)
class TinkeringGroup:
    """A group of the tinkering table: its printed name and rows, and whether a Gun manufacturer keeps its devices."""

    name: str
    rows: Rows
    guns: bool = False


TINKERING_TABLE = by_face(
    {
        (1, 2): TinkeringGroup("experimental weapon", EXPERIMENTAL_WEAPON_BY_FACE, guns=True),
        (3,): TinkeringGroup("engine device", ENGINE_DEVICE_BY_FACE),
        (4,): TinkeringGroup("suspension modification", SUSPENSION_BY_FACE),
        (5,): TinkeringGroup("expendable armours", TINKERED_ARMOR_BY_FACE),
        (6,): TinkeringGroup("electronics", ELECTRONICS_BY_FACE, guns=True),
    },
    faces=D6,
)
"""The tinkering table (DM-C-137)."""
TINKERER_SUCCEEDS_FROM = 6
FIRMS_SUCCEED_FROM = {"engineering_firm": 5, "gun_manufacturer": 5}
"""The kinds of sponsor that tinker, with the lowest face on which they succeed (DM-C-136)."""
GUNS_ONLY_FIRM = "gun_manufacturer"
UNFIT_AVAILABILITIES = frozenset({"heart_out", "season_out"})
"""The availabilities that count as out of action after a match, even without an injury in it (DM-C-041)."""


@dataclass(frozen=True, slots=True)
class RolledValue:
    """A value fixed when a device is invented: a die of 2 or 3 sides, read off a d6, plus a constant (DM-C-002)."""

    name: str
    sides: int
    plus: int = 0

    def read(self, face: int) -> int:
        """The value for a face of a d6, whose faces are spread evenly over the `sides`."""
        return -(-face * self.sides // 6) + self.plus  # no mutant: a seventh rounds up to the same


ROLLED_VALUES = {
    "booster_rockets": (RolledValue("ammunition", 3), RolledValue("burn_turns", 3)),
    "kami_bomb": (RolledValue("ammunition", 2), RolledValue("penetration", 3, plus=2)),
    "efficient_injectors": (RolledValue("fuel", 3),),
}
"""The values rolled for a device before its price (DM-C-144, DM-C-146, DM-C-147)."""
HEAT_SEEKING = "heat_seeking_rockets"
ROCKET_PACK_BY_FACE = by_face({(1, 2, 3): "light_rockets", (4, 5): "rockets", (6,): "heavy_rockets"}, faces=D6)
"""The rocket pack that heat-seeking rockets are made from (DM-C-145)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TinkeringFailed(Fact):
    """A Tinkerer invented nothing (DM-C-041)."""

    says = "{driver} of {franchise} tinkered after {match} and invented nothing."
    match: MatchId
    franchise: FranchiseId
    driver: DriverId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FirmTinkeringFailed(Fact):
    """A sponsor that tinkers invented nothing (DM-C-078, DM-C-082)."""

    says = "{sponsor} ({sponsor_kind}) tinkered for {franchise} after {match} and invented nothing."
    match: MatchId
    franchise: FranchiseId
    sponsor: SponsorId
    sponsor_kind: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class InventionDiscarded(Fact):
    """A Gun manufacturer invented neither a weapon nor electronics: that counts as a failure (DM-C-078)."""

    says = "{sponsor} tinkered for {franchise} after {match}, but a Gun manufacturer has no use for {group}."
    match: MatchId
    franchise: FranchiseId
    sponsor: SponsorId
    group: str


def roll_invention(group: TinkeringGroup, *, rolls: list[Roll], stream: Stream) -> RolledGoods:
    """Roll a device of a group: its kind, then its values, then its price (DM-C-137). Appends to `rolls`."""
    row: str | Rows = group.rows
    while not isinstance(row, str):
        rolls.append(stream.roll(1, f"tinkering: {group.name}"))
        row = row[rolls[-1].total]
    variant = ""
    if row == HEAT_SEEKING:
        rolls.append(stream.roll(1, "which rocket"))
        variant = ROCKET_PACK_BY_FACE[rolls[-1].total]
    values = {}
    for value in ROLLED_VALUES.get(row, ()):
        rolls.append(stream.roll(1, value.name.replace("_", " ")))
        values[value.name] = value.read(rolls[-1].total)
    listed = roll_price(row, rolled_price(row, variant=variant), rolls=rolls, stream=stream)
    return RolledGoods(kind=row, listed=listed, rolls=tuple(rolls), rolled=values, variant=variant)


def tinker(season: Season, match: str, *, out: frozenset[str], dice: Dice) -> list[Fact]:
    """Make every tinkering roll of a match, by franchise, drivers before sponsors (DM-C-012, DM-C-136).

    `out` are the drivers who went out of action in it. A driver and a sponsor with the same id use one stream, the
    driver first.
    """
    streams: dict[str, Stream] = {}

    def stream_of(id: str) -> Stream:
        if id not in streams:
            streams[id] = TINKERING.open(dice, match=match, id=id)
        return streams[id]

    facts: list[Fact] = []
    for line_up in season.line_ups_of(match):
        for driver in season.roster(line_up.franchise):
            fit = driver.id not in out and driver.availability not in UNFIT_AVAILABILITIES
            if fit and TINKERER in line_up.locked[driver.id].talents:
                facts.append(_driver_tinkers(season, line_up, driver.id, stream_of(driver.id)))
        facts.extend(
            _firm_tinkers(season, line_up, sponsor.id, stream_of(sponsor.id))
            for sponsor in season.sponsors_of(line_up.franchise)
            if sponsor.kind in FIRMS_SUCCEED_FROM
        )
    return facts


def _driver_tinkers(season: Season, line_up: LineUp, driver: str, stream: Stream) -> Fact:
    match, franchise = MatchId(line_up.match), FranchiseId(line_up.franchise)
    rolls = [stream.roll(1, "tinkering")]
    if rolls[0].total < TINKERER_SUCCEEDS_FROM:
        return TinkeringFailed(
            rule="DM-C-041", rolls=tuple(rolls), match=match, franchise=franchise, driver=DriverId(driver)
        )
    rolls.append(stream.roll(1, "tinkering: group"))
    goods = roll_invention(TINKERING_TABLE[rolls[-1].total], rolls=rolls, stream=stream)
    return make_offer(
        season, goods, match=match, franchise=franchise, id=f"{match}.{driver}", driver=driver, rule="DM-C-041"
    )


def _firm_tinkers(season: Season, line_up: LineUp, sponsor: str, stream: Stream) -> Fact:
    match, franchise = MatchId(line_up.match), FranchiseId(line_up.franchise)
    kind = season.sponsor(sponsor).kind
    rolls = [stream.roll(1, "tinkering")]
    if rolls[0].total < FIRMS_SUCCEED_FROM[kind]:
        return FirmTinkeringFailed(
            rule=SPONSOR_KINDS[kind].rule,
            rolls=tuple(rolls),
            match=match,
            franchise=franchise,
            sponsor=SponsorId(sponsor),
            sponsor_kind=kind,
        )
    rolls.append(stream.roll(1, "tinkering: group"))
    group = TINKERING_TABLE[rolls[-1].total]
    if kind == GUNS_ONLY_FIRM and not group.guns:
        return InventionDiscarded(
            rule="DM-C-078",
            rolls=tuple(rolls),
            match=match,
            franchise=franchise,
            sponsor=SponsorId(sponsor),
            group=group.name,
        )
    goods = roll_invention(group, rolls=rolls, stream=stream)
    return make_offer(
        season,
        goods,
        match=match,
        franchise=franchise,
        id=f"{match}.{sponsor}",
        sponsor=sponsor,
        rule=SPONSOR_KINDS[kind].rule,
    )

"""World trade: a roll after a match for something to buy.

Rules DM-C-105, DM-C-109, DM-C-110, DM-C-124, DM-C-131.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.dice_paths import WORLD_TRADE, WORLD_TRADE_AGAIN
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.locks_and_shops import ShopsClosed, refuse_no_shopping
from rules.campaign.core.state import Season
from rules.campaign.market.offers import NEW_CONTRACT, RolledGoods, make_offer, roll_price
from rules.campaign.money.prices import rolled_price
from rules.campaign.sponsors.kinds import roll_sponsor
from rules.core.dice import Dice, Roll, Stream
from rules.core.refusals import Refusal
from rules.core.rolled_price import RolledPrice
from rules.core.tables import D6, D66, by_face, d66_span
from rules.core.terms import FranchiseId, MatchId

NO_ITEM = ""
"""Stands for the faces of the expendable armor table for which nothing is printed (DM-C-110)."""
RARE_TIRES = "rare_tires"


@dataclass(frozen=True, slots=True)
class WorldTradeRow:
    """A row of the world-trade table: its printed name, and the kind of item for each face of the sub-die.

    A row for a single kind has no sub-die; `rows` is that kind.
    """

    name: str
    rows: Mapping[int, str] | str


RARE_WEAPON_BY_FACE = by_face({(1, 2): "autocannon", (3, 4): "at_gun", (5, 6): "vulcan_gun"}, faces=D6)
BOMB_BY_FACE = by_face({(1, 2, 3): "smoke_grenade", (4, 5, 6): "deployable_mines"}, faces=D6)
RARE_ROCKET_BY_FACE = by_face(
    {(1, 2): "cluster_rockets", (3, 4): "heavy_cluster_rockets", (5, 6): "anti_tank_guided_missile"}, faces=D6
)
HOT_ROD_GEAR_BY_FACE = by_face(
    {(1, 2): "supercharger", (3, 4): "nitrous_injector", (5, 6): "suspension_parts"}, faces=D6
)
EXPENDABLE_ARMOR_BY_FACE = by_face({(1, 2): "ballistic_sheets", (3, 4): NO_ITEM, (5, 6): "reactive_armour"}, faces=D6)
WIDENED_ARMOR_BY_FACE = by_face({(1, 2, 3): "ballistic_sheets", (4, 5, 6): "reactive_armour"}, faces=D6)
MEDICAL_TECH_BY_FACE = by_face(
    {(1,): "artificial_eye", (2,): "artificial_organs", (3,): "artificial_limbs", (4, 5, 6): "medical_kit"}, faces=D6
)
PERSONAL_EQUIPMENT_BY_FACE = by_face(
    {(1, 2, 3): "heavy_body_armour", (4, 5): "fireproof_suit", (6,): "helmet_sight"}, faces=D6
)
EXPENDABLE_ARMOR_ROW = WorldTradeRow("expendable armours", EXPENDABLE_ARMOR_BY_FACE)
WORLD_TRADE_TABLE = by_face(
    {
        d66_span(11, 13): WorldTradeRow("ram-guard", "ram_guard"),
        d66_span(14, 16): WorldTradeRow("rare weapon", RARE_WEAPON_BY_FACE),
        d66_span(21, 24): WorldTradeRow("bombs and mines", BOMB_BY_FACE),
        d66_span(25, 31): WorldTradeRow("rare rockets", RARE_ROCKET_BY_FACE),
        d66_span(32, 33): WorldTradeRow("targeting device", "targeting_device"),
        d66_span(34, 41): WorldTradeRow("hot-rod gear", HOT_ROD_GEAR_BY_FACE),
        d66_span(42, 44): WorldTradeRow("rare tires", RARE_TIRES),
        d66_span(45, 52): EXPENDABLE_ARMOR_ROW,
        d66_span(53, 55): WorldTradeRow("medical tech", MEDICAL_TECH_BY_FACE),
        d66_span(56, 62): WorldTradeRow("new contract", NEW_CONTRACT),
        d66_span(63, 66): WorldTradeRow("personal equipment", PERSONAL_EQUIPMENT_BY_FACE),
    },
    faces=D66,
)
"""The world-trade table (DM-C-109)."""
CARCASS_BY_FACE = by_face({(1, 2): "heavy", (3, 4): "puncture_resistant", (5, 6): "solid"}, faces=D6)
RARE_TREAD_BY_FACE = by_face({(1, 2): "street", (3, 4): "traction", (5, 6): "snow"}, faces=D6)
"""The carcass and the tread of rare tires, by two dice (DM-C-124)."""
CONTRACT_PRICE = RolledPrice(70, 6)


class WorldTradeUsed(Refusal):
    """The franchise has no world-trade rolls left after that match (DM-C-105)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class WorldTradeEmpty(Fact):
    """A world-trade roll hit a row where nothing is printed, and a house rule lets it be nothing (DM-C-110)."""

    says = "{franchise} asked world trade after {match} and was offered nothing."
    match: MatchId
    franchise: FranchiseId


def roll_table(*, armour_gap: str, stream: Stream) -> tuple[RolledGoods | None, tuple[Roll, ...]]:
    """Roll once on the world-trade table. Returns the goods, None for nothing, and the dice (DM-C-109).

    `armour_gap` says what 3 and 4 mean on the expendable armor table: `reroll` throws until the face is printed,
    `nothing` yields nothing, `widen` spreads the two armors over all faces (DM-C-110).
    """
    rolls = [stream.roll(2, "world trade")]
    group = WORLD_TRADE_TABLE[rolls[0].d66]
    kind = group.rows if isinstance(group.rows, str) else _of_group(group, armour_gap, rolls, stream)
    if kind == NO_ITEM:
        return None, tuple(rolls)
    if kind == RARE_TIRES:
        goods = _tires(rolls, stream)
    elif kind == NEW_CONTRACT:
        goods = _contract(rolls, stream)
    else:
        listed = roll_price(kind, rolled_price(kind), rolls=rolls, stream=stream)
        goods = RolledGoods(kind=kind, listed=listed, rolls=tuple(rolls))
    return goods, goods.rolls


def _of_group(group: WorldTradeRow, armour_gap: str, rolls: list[Roll], stream: Stream) -> str:
    rows = group.rows
    if group is EXPENDABLE_ARMOR_ROW and armour_gap == "widen":
        rows = WIDENED_ARMOR_BY_FACE
    while True:
        rolls.append(stream.roll(1, group.name))
        kind = rows[rolls[-1].total]
        if kind != NO_ITEM or armour_gap != "reroll":
            return kind


def _tires(rolls: list[Roll], stream: Stream) -> RolledGoods:
    rolls.append(stream.roll(1, "carcass"))
    carcass = CARCASS_BY_FACE[rolls[-1].total]
    rolls.append(stream.roll(1, "tread"))
    tread = RARE_TREAD_BY_FACE[rolls[-1].total]
    listed = roll_price(RARE_TIRES, rolled_price(RARE_TIRES, carcass=carcass), rolls=rolls, stream=stream)
    return RolledGoods(kind=RARE_TIRES, listed=listed, rolls=tuple(rolls), carcass=carcass, tread=tread)


def _contract(rolls: list[Roll], stream: Stream) -> RolledGoods:
    """The owner knows the kind of sponsor before deciding, so it is rolled with the offer (DM-C-131)."""
    won = roll_sponsor(stream=stream)
    rolls.extend(won.rolls)
    listed = roll_price(NEW_CONTRACT, CONTRACT_PRICE, rolls=rolls, stream=stream)
    return RolledGoods(kind=NEW_CONTRACT, listed=listed, rolls=tuple(rolls), sponsor_kind=won.kind)


@command(steps=("M5.10",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class RollWorldTrade(Command):
    """Roll on the world-trade table, for free, once after a match; buying is a separate command (DM-C-105)."""

    franchise: FranchiseId
    match: MatchId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Raises `ShopsClosed`, `TinkeringWaits` or `WorldTradeUsed`."""
        line_up = season.line_up(self.match, self.franchise)
        if line_up.shopping != "open":
            raise ShopsClosed(f"{self.franchise} has finished shopping after {self.match}: ask after the next match.")
        refuse_no_shopping(season, self.franchise)
        limit = season.number_setting("world_trade.rolls_per_match")
        if line_up.world_trades >= limit:
            raise WorldTradeUsed(
                f"{self.franchise} has asked world trade {line_up.world_trades} of {limit} times after {self.match}: "
                f"ask after the next match."
            )
        number = line_up.world_trades + 1
        procedure = WORLD_TRADE_AGAIN if number > 1 else WORLD_TRADE
        stream = procedure.open(dice, match=self.match, franchise=self.franchise, again=str(number))
        goods, rolls = roll_table(armour_gap=str(season.setting("world_trade.armour_gap")), stream=stream)
        line_up.world_trades = number
        if goods is None:
            return [WorldTradeEmpty(rule="DM-C-110", rolls=rolls, match=self.match, franchise=self.franchise)]
        offer = f"{self.match}.{self.franchise}.world-trade{number}"
        return [make_offer(season, goods, match=self.match, franchise=self.franchise, id=offer, rule="DM-C-109")]

"""The tables that throws are read on, with the chance of each row, counted from the tables the game is played by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, product
from typing import TypeVar

from rules.campaign.core.command import Command
from rules.campaign.core.state import Season
from rules.campaign.market import tinkering as tk
from rules.campaign.market import world_trade as wt
from rules.campaign.market.offers import NEW_CONTRACT
from rules.campaign.money import prices
from rules.campaign.people import experience, fatigue, quirks
from rules.campaign.people.talents import TALENT_BY_FACE, Category, Talent
from rules.campaign.sponsors import kinds, party
from rules.campaign.sponsors.party import ThrowParty
from rules.core.dice import Roll
from rules.core.tables import D6, D66, format_faces
from rules.core.terms import Trait
from rules.match.catalog import CATALOG

T = TypeVar("T")
ONE_DIE = Counter(D6)
TWO_DICE = Counter(one + other for one, other in product(D6, D6))
D66_DICE = Counter(D66)
PARTY = "sponsor party"
ARMOR_GAP = "world_trade.armour_gap"


@dataclass(frozen=True, slots=True)
class Chance:
    """A row of a table: the faces it is `on`, its `result`, and its `ways` among all `of` ways the dice can fall."""

    on: str
    result: str
    ways: int
    of: int


@dataclass(frozen=True, slots=True)
class ThrowTable:
    """The table a throw is read on: its rule, and the chance of each row.

    `odds` is empty where the result depends on more than the dice, as an income depends on the franchise.
    """

    rule: str
    odds: tuple[Chance, ...] = ()


def known_row(roll: Roll, commands: Sequence[Command]) -> str:
    """The row that is known before a throw: for a party the amount spent, such as `40k`; empty for other throws."""
    if roll.why != PARTY:
        return ""
    paths = {
        f"setup/{command.franchise}/party": command.spend_k for command in commands if isinstance(command, ThrowParty)
    }
    return f"{paths[roll.path]}k" if roll.path in paths else ""


def table_for_throw(why: str, row: str, season: Season) -> ThrowTable | None:
    """The table on which a throw made for `why` is read; None if there is no printed table for it."""
    if why == PARTY:
        return _party(row) if row else ThrowTable("DM-C-070")
    if why == wt.EXPENDABLE_ARMOR_ROW.name:
        return _armor_table(str(season.setting(ARMOR_GAP)))
    return _tables().get(why)


@cache
def _tables() -> Mapping[str, ThrowTable]:
    """The tables that are the same in every season, by the reason of the throw."""
    groups = {group.name: group.rows for group in wt.WORLD_TRADE_TABLE.values() if not isinstance(group.rows, str)}
    del groups[wt.EXPENDABLE_ARMOR_ROW.name]
    return {
        "advancement": _odds("DM-C-017", experience.TALENT_LIST_BY_ROLL, TWO_DICE, _advance_name),
        "trait raised": _odds("DM-C-018", experience.RAISED_TRAIT_BY_FACE, ONE_DIE, _trait),
        **{
            f"{_category_name(category)} talent": _odds("DM-C-019", TALENT_BY_FACE[category], ONE_DIE, _talent)
            for category in Category
        },
        "quirk table": _odds("DM-C-047", quirks.QUIRK_BY_ROLL, TWO_DICE, quirks.quirk_name),
        "sponsor attracted": _odds("DM-C-071", kinds.SPONSOR_BY_D66, D66_DICE, _sponsor),
        "trait tired": _odds("DM-C-101", fatigue.TIRED_TRAIT_BY_FACE, ONE_DIE, _trait),
        "world trade": _odds("DM-C-109", wt.WORLD_TRADE_TABLE, D66_DICE, lambda group: _group_title(group.name)),
        **{name: _odds("DM-C-109", rows, ONE_DIE, _thing) for name, rows in groups.items()},
        "carcass": _odds("DM-C-124", wt.CARCASS_BY_FACE, ONE_DIE, _material),
        "tread": _odds("DM-C-124", wt.RARE_TREAD_BY_FACE, ONE_DIE, _material),
        "tinkering: group": _odds("DM-C-137", tk.TINKERING_TABLE, ONE_DIE, lambda group: _group_title(group.name)),
        **{f"tinkering: {group.name}": _tinkering_table(group.rows) for group in tk.TINKERING_TABLE.values()},
        **{f"income of {kind.name}": ThrowTable("DM-C-072") for kind in kinds.SPONSOR_KINDS.values()},
        "income in war": ThrowTable("DM-C-072"),
        "breakdown": ThrowTable("DM-C-088"),
    }


@cache
def _party(row: str) -> ThrowTable:
    won = party.SPONSORS_WON[[f"{amount}k" for amount in prices.PARTY_K].index(row)]
    return _odds("DM-C-070", dict(zip(D6, won, strict=True)), ONE_DIE, _sponsors_won)


@cache
def _armor_table(gap: str) -> ThrowTable:
    """The table of expendable armor under the season's house rule (DM-C-110)."""
    rows = wt.WIDENED_ARMOR_BY_FACE if gap == "widen" else wt.EXPENDABLE_ARMOR_BY_FACE
    unprinted = "throw again" if gap == "reroll" else "nothing"
    return _odds("DM-C-109", rows, ONE_DIE, lambda kind: unprinted if kind == wt.NO_ITEM else _thing(kind))


def _odds(rule: str, on: Mapping[int, T], dice: Counter[int], name_result: Callable[[T], str]) -> ThrowTable:
    """A table that is read by the total of dice. Adjacent faces with the same result share a row, as printed."""
    return ThrowTable(
        rule,
        tuple(
            Chance(format_faces(values), result, sum(dice[value] for value in values), dice.total())
            for result, values in _rows(on, name_result)
        ),
    )


def _rows(on: Mapping[int, T], name_result: Callable[[T], str]) -> Iterable[tuple[str, list[int]]]:
    for result, group in groupby(on.items(), key=lambda row: name_result(row[1])):
        yield result, [face for face, _ in group]


def _tinkering_table(rows: tk.Rows) -> ThrowTable:
    """A group of the tinkering table, over all the dice it takes."""
    branches = list(_branches(rows))
    return ThrowTable("DM-C-137", tuple(Chance(on, _thing(kind), ways, of) for on, kind, ways, of in branches))


def _branches(rows: tk.Rows) -> Iterable[tuple[str, str, int, int]]:
    for _, group in groupby(rows.items(), key=lambda row: row[1] if isinstance(row[1], str) else id(row[1])):
        members = list(group)
        on, below = format_faces([face for face, _ in members]), members[0][1]
        if isinstance(below, str):
            yield on, below, len(members), len(rows)
        else:
            for then, kind, ways, of in _branches(below):
                yield f"{on}, then {then}", kind, len(members) * ways, len(rows) * of


def _advance_name(category: Category | None) -> str:
    return "a trait point" if category is None else f"a talent of the list {_category_name(category).capitalize()}"


def _category_name(category: Category) -> str:
    return category.value.replace("_", " ")


def _talent(talent: Talent) -> str:
    return talent.name


def _trait(trait: Trait) -> str:
    return trait.value


def _sponsor(kind: str) -> str:
    return kinds.SPONSOR_KINDS[kind].name


def _sponsors_won(sponsors_won: int) -> str:
    return f"{sponsors_won or 'no'} sponsor{'s' if sponsors_won > 1 else ''}"


def _thing(kind: str) -> str:
    return "New contract" if kind == NEW_CONTRACT else CATALOG[kind].name


def _material(kind: str) -> str:
    return kind.replace("_", "-")


def _group_title(group: str) -> str:
    return group.replace("armour", "armor").capitalize()

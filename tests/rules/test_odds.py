"""The odds of a throw match the printed table row by row, and every throw that reads a table has such odds."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from rules.campaign.core.codec import command_from_document
from rules.campaign.core.state import Season
from rules.campaign.dry_run.table_odds import Chance, ThrowTable, known_row, table_for_throw
from rules.campaign.market.tinkering import TINKERING_TABLE as TINKERED
from rules.campaign.market.world_trade import WORLD_TRADE_TABLE as TRADED
from rules.campaign.money.prices import PARTY_K
from rules.campaign.people.talents import Category
from rules.core.dice import Roll
from rules.rulebook.books import CAMPAIGN, book_name_of_rule, get_rule
from rules.rulebook.campaign_tables import tables_under_rule

SEASON = Season()


def table(rule: str) -> list[list[str]]:
    """The rows of a printed table, as text."""
    (block,) = tables_under_rule(rule)
    return [["".join(piece.words for piece in cell) for cell in row] for row in block.rows]


def odds(why: str, row: str = "", season: Season = SEASON) -> tuple[Chance, ...]:
    """The odds of a throw that reads a table."""
    odds_table = table_for_throw(why, row, season)
    assert odds_table is not None
    return odds_table.odds


def faces_of(printed: str) -> int:
    """How many faces of a d6, or values of a D66, a printed cell covers."""
    first, _, last = printed.partition("–")
    if "," in printed or not last:
        return len(printed.split(","))
    return sum(int(first) <= value <= int(last) for value in range(1, 67) if value < 7 or value % 10 in range(1, 7))


@pytest.mark.parametrize(
    ("why", "rule", "result"),
    [
        ("advancement", "DM-C-017", 1),
        ("trait raised", "DM-C-018", 1),
        ("quirk table", "DM-C-047", 1),
        ("sponsor attracted", "DM-C-071", 1),
        ("trait tired", "DM-C-101", 1),
        ("carcass", "DM-C-124", 1),
        ("tread", "DM-C-124", 3),
        *(
            (f"{category.value.replace('_', ' ')} talent", "DM-C-019", 1 + list(Category).index(category))
            for category in Category
        ),
    ],
)
def test_the_rows_of_a_table_and_its_odds_are_the_same_rows(why: str, rule: str, result: int) -> None:
    odds_table = table_for_throw(why, "", SEASON)
    assert odds_table is not None
    assert odds_table.rule == rule
    assert [(chance.on, chance.result) for chance in odds_table.odds] == [
        (row[0], row[result]) for row in table(rule)
    ]


@pytest.mark.rule("DM-C-047")
def test_two_dice_are_counted_by_their_total() -> None:
    assert [(chance.ways, chance.of) for chance in odds("quirk table")] == [
        (ways, 36) for ways in (1 + 2, 3, 4, 5, 6, 5, 4, 3, 2 + 1)
    ]


@pytest.mark.rule("DM-C-071")
def test_a_d66_is_counted_by_its_values() -> None:
    attracted = {chance.result: (chance.ways, chance.of) for chance in odds("sponsor attracted")}
    assert attracted["Oil company"] == (3, 36)
    assert attracted["Insurance company"] == attracted["Cloning services"] == (2, 36)


@pytest.mark.rule("DM-C-070")
@pytest.mark.parametrize("spent", PARTY_K)
def test_a_party_is_read_on_the_row_of_what_is_spent(spent: int) -> None:
    (row,) = (cells for cells in table("DM-C-070") if cells[0] == f"{spent}k")
    words = {"0": "no sponsor", "1": "1 sponsor", "2": "2 sponsors"}
    won = {chance.result: chance.ways for chance in odds("sponsor party", f"{spent}k")}
    assert won == {words[result]: row[1:].count(result) for result in sorted(set(row[1:]))}


def test_the_row_of_a_party_is_found_by_who_throws_it() -> None:
    commands = [
        command_from_document({"type": "throw_party", "franchise": franchise, "spend_k": spent})
        for franchise, spent in (("razors", 10), ("saints", 300))
    ]
    hire = command_from_document(
        {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Vega"}
    )
    rolls = [Roll(f"setup/{franchise}/party", 6, (3,), "sponsor party") for franchise in ("saints", "widows")]
    assert [known_row(roll, [hire, *commands]) for roll in rolls] == ["300k", ""]
    assert known_row(Roll("setup/saints/party", 6, (3, 4), "sponsor attracted"), commands) == ""
    assert table_for_throw("sponsor party", "", SEASON) == ThrowTable("DM-C-070")


@pytest.mark.rule("DM-C-109")
def test_world_trade_and_its_groups_are_the_printed_rows() -> None:
    rows = table("DM-C-109")
    groups = [row for row in rows if row[0]]
    assert [(odds_row.on, odds_row.result, odds_row.ways) for odds_row in odds("world trade")] == [
        (row[0], row[1], faces_of(row[0])) for row in groups
    ]
    chances = [
        odds_row
        for group in unlike(TRADED.values())
        if not isinstance(group.rows, str)
        for odds_row in odds(group.name)
    ]
    printed = [(row[2], row[3]) for row in rows if row[2] != "–"]
    assert [(chance.on, chance.result) for chance in chances] == printed
    assert [chance.ways for chance in chances] == [faces_of(on) for on, _ in printed]


@pytest.mark.rule("DM-C-110")
@pytest.mark.parametrize(
    ("gap", "told"),
    [
        ("reroll", [("1–2", "Ballistic sheets", 2), ("3–4", "throw again", 2), ("5–6", "Reactive armor", 2)]),
        ("nothing", [("1–2", "Ballistic sheets", 2), ("3–4", "nothing", 2), ("5–6", "Reactive armor", 2)]),
        ("widen", [("1–3", "Ballistic sheets", 3), ("4–6", "Reactive armor", 3)]),
    ],
)
def test_the_expendable_armours_are_read_by_the_house_rule(gap: str, told: list[tuple[str, str, int]]) -> None:
    season = Season(switches={"world_trade.armour_gap": gap})
    chances = odds("expendable armours", season=season)
    assert [(chance.on, chance.result, chance.ways) for chance in chances] == told


@pytest.mark.rule("DM-C-137")
def test_tinkering_is_counted_over_all_the_dice_of_a_group() -> None:
    rows = table("DM-C-137")
    assert [(odds_row.on, odds_row.result) for odds_row in odds("tinkering: group")] == [
        (row[0], row[1]) for row in rows if row[0]
    ]
    chances = [odds_row for group in unlike(TINKERED.values()) for odds_row in odds(f"tinkering: {group.name}")]
    assert [(chance.on, chance.result) for chance in chances] == [(row[2], row[3]) for row in rows]
    weapons = odds("tinkering: experimental weapon")
    assert {weapon.result: Fraction(weapon.ways, weapon.of) for weapon in weapons}["Laser"] == Fraction(1, 9)


@pytest.mark.parametrize(
    ("why", "row"),
    [
        ("sponsor party", "40k"),
        *((why, "") for why in ("advancement", "quirk table", "sponsor attracted", "trait tired", "world trade")),
        *((f"{category.value.replace('_', ' ')} talent", "") for category in Category),
        *((group.name, "") for group in TRADED.values() if not isinstance(group.rows, str)),
        *((f"tinkering: {group.name}", "") for group in TINKERED.values()),
    ],
)
def test_the_rows_of_a_table_are_all_there_is(why: str, row: str) -> None:
    assert sum(Fraction(chance.ways, chance.of) for chance in odds(why, row)) == 1


@pytest.mark.parametrize("why", ["income of Oil company", "income in war", "breakdown"])
def test_a_table_that_hangs_on_more_than_the_dice_is_named_without_odds(why: str) -> None:
    assert odds(why) == ()


def test_a_throw_that_is_read_on_no_table_has_none() -> None:
    assert table_for_throw("quirk check", "", SEASON) is None
    assert table_for_throw("Metal Cup bonus", "", SEASON) is None


def test_every_table_a_throw_is_read_on_is_in_the_catalogue() -> None:
    whys = (
        "advancement",
        "carcass",
        "breakdown",
        "income in war",
        "world trade",
        "tinkering: group",
        "sponsor party",
    )
    for odds_table in (table_for_throw(why, "", SEASON) for why in whys):
        assert odds_table is not None
        rule = get_rule(odds_table.rule)
        assert rule is not None
        assert rule.tables
        assert book_name_of_rule(odds_table.rule) == CAMPAIGN


def unlike(values: Iterable[Any]) -> list[Any]:
    """The distinct objects, in their order."""
    return list({id(value): value for value in values}.values())

"""The table of dice procedures in a season: every path, its dice, and the commands that throw them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rules.campaign.core.command import COMMAND_TYPES, tag_of
from rules.campaign.core.dice_paths import PROCEDURES, procedures_matching
from rules.campaign.steward.simulation import new_league_season, simulate
from rules.core.dice import Dice, KeyRing, Roll
from tools.source_index import parse_file, source_files

RULES = Path(__file__).parents[3] / "rules"
TABLE_AS_PRINTED = """
setup/{franchise}/founding                    2d6           0  found_franchise   DM-C-068
setup/{franchise}/party                       1d6 2d6       0  throw_party       DM-C-070
house/{driver}/level{level}                   2d6 1d6       0  adjust_driver     HOUSE-002
holding/{sponsor}                             2d6           2  cash_holding      DM-C-084
holding/{sponsor}/{again}                     2d6           2  cash_holding      DM-C-084
{match}/pre/{driver}/heart                    1d6           1  roll_pre_match    DM-C-049
{match}/pre/{item}/breakdown                  1d6           1  roll_pre_match    DM-C-088
{match}/settle/{driver}/quirk                 1d6 2d6       3  open_settlement   DM-C-046
{match}/settle/pot                            nd6           0  close_settlement  DM-C-096
{match}/settle/{sponsor}/income               nd6           5  close_settlement  DM-C-072
{match}/settle/{driver}/face                  2d6           2  close_settlement  DM-C-042
{match}/settle/{driver}/fatigue               1d6           4  close_settlement  DM-C-101
{match}/settle/{driver}/advancement           2d6 1d6       0  close_settlement  DM-C-016
{round}/rest/{driver}/fatigue                 1d6           1  close_round       DM-C-178
{match}/shop/{id}/tinkering                   1d6 nd6       0  open_shopping     DM-C-136
{match}/shop/{franchise}/world-trade          2d6 nd6       0  roll_world_trade  DM-C-105
{match}/shop/{franchise}/world-trade{again}   2d6 nd6       0  roll_world_trade  DM-C-105
table/{franchise}                             1d6           0  rank_table        DM-C-156
cup/{franchise}                               1d6           1  award_cup         DM-C-157
pool/{franchise}/loss                         1dn           1  draw_sponsors     DM-C-169
pool/{franchise}/farewell                     nd6           5  draw_sponsors     DM-C-170
procedures/{use}                              ndn           0  perform_procedure HOUSE-015
"""
OPENED_ELSEWHERE = {"recorder.py", "stand_in.py", "sample_dice.py", "dice_paths.py"}
"""Modules that open dice of a match, or made-up dice, and the module with the table itself."""


def roll(path: str, *faces: int, sides: int = 6) -> Roll:
    return Roll(path, sides, faces, "a test")


@pytest.mark.rule(
    "DM-C-002",
    "DM-C-016",
    "DM-C-042",
    "DM-C-046",
    "DM-C-049",
    "DM-C-068",
    "DM-C-070",
    "DM-C-072",
    "DM-C-084",
    "DM-C-088",
    "DM-C-096",
    "DM-C-101",
    "DM-C-105",
    "DM-C-136",
    "DM-C-156",
    "DM-C-157",
    "DM-C-169",
    "DM-C-170",
    "DM-C-178",
    "HOUSE-002",
    "HOUSE-015",
)
def test_the_table_is_as_it_is_printed() -> None:
    rows = [(row.path, *row.throws, str(row.most), *row.commands, row.rule) for row in PROCEDURES]
    assert rows == [tuple(line.split()) for line in TABLE_AS_PRINTED.split("\n") if line]
    assert all(row.decides for row in PROCEDURES)


@pytest.mark.rule("DM-C-002")
def test_every_command_of_the_table_is_one() -> None:
    assert {tag for procedure in PROCEDURES for tag in procedure.commands} <= COMMAND_TYPES.keys()


@pytest.mark.rule("DM-C-002")
@pytest.mark.parametrize(
    ("path", "procedure"),
    [
        ("m1/settle/pot", "{match}/settle/pot"),
        ("m1/settle/razors.d4/quirk", "{match}/settle/{driver}/quirk"),
        ("holding/a.s1/2", "holding/{sponsor}/{again}"),
        ("holding/a.s1/10", "holding/{sponsor}/{again}"),
        ("m1/shop/razors/world-trade", "{match}/shop/{franchise}/world-trade"),
        ("m1/shop/razors/world-trade3", "{match}/shop/{franchise}/world-trade{again}"),
        ("house/razors.d1/level4", "house/{driver}/level{level}"),
        ("m1/settle/pot.76", ""),
        ("m1/settle/Pot", ""),
        ("holding/a.s1/1", ""),
        ("holding/a.s1/0", ""),
        ("m1/shop/razors/world-trade1", ""),
        ("house/razors.d1/level0", ""),
        ("m1/settle/razors.d4/quirk/again", ""),
        ("m1/stand-in/razors.c1", ""),
    ],
)
def test_a_path_is_of_one_procedure_or_of_none(path: str, procedure: str) -> None:
    assert [row.path for row in procedures_matching(path)] == ([procedure] if procedure else [])


@pytest.mark.rule("DM-C-002")
@pytest.mark.parametrize(
    ("path", "rolls", "fault"),
    [
        ("m1/settle/d/quirk", [(3,)], ""),
        ("m1/settle/d/quirk", [(3,), (2, 5)], ""),
        ("m1/settle/d/quirk", [(2, 5)], "begins with 2d6, not 1d6"),
        ("m1/settle/d/quirk", [(3,), (1, 2, 3)], "throws 3d6, not 1d6 or 2d6"),
        ("m1/settle/d/quirk", [(3,), (2, 5), (2,)], "throws 4 dice, and 3 at most belong to it"),
        ("m1/settle/pot", [(1,) * 24], ""),
        ("m1/pre/d/heart", [(3,)], ""),
        ("m1/pre/d/heart", [(3,), (4,)], "throws 2 dice, and 1 at most belong to it"),
        ("m1/settle/d/fatigue", [(1,), (2,), (3,), (4,)], ""),
        ("m1/settle/d/fatigue", [(1,), (2,), (3,), (4,), (5,)], "throws 5 dice, and 4 at most belong to it"),
    ],
)
def test_rolls_are_held_against_their_procedure(path: str, rolls: list[tuple[int, ...]], fault: str) -> None:
    (procedure,) = procedures_matching(path)
    assert procedure.roll_error([roll(path, *faces) for faces in rolls]) == fault


@pytest.mark.rule("DM-C-002")
def test_a_die_of_other_sides_is_no_die_of_the_procedure() -> None:
    (cup,), (loss,) = procedures_matching("cup/razors"), procedures_matching("pool/razors/loss")
    assert cup.roll_error([roll("cup/razors", 3, sides=20)]) == "begins with 1d20, not 1d6"
    assert loss.roll_error([roll("pool/razors/loss", 3, sides=4)]) == ""


@pytest.mark.rule("DM-C-002")
def test_whatever_is_thrown_in_a_season_stands_in_the_table() -> None:
    season = new_league_season(franchises=4, rounds=4, secret=b"procedures")
    thrown: dict[str, list[Roll]] = {}
    for performed in simulate(season, secret=b"procedures", seasons=2):
        for thrown_roll in (thrown_roll for fact in performed.facts for thrown_roll in fact.rolls):
            thrown.setdefault(f"{performed.season.number}:{thrown_roll.path}", []).append(thrown_roll)
            assert [
                tag_of(type(performed.command)) in row.commands for row in procedures_matching(thrown_roll.path)
            ] == [True]
    assert len(thrown) > 200
    for rolls in thrown.values():
        (procedure,) = procedures_matching(rolls[0].path)
        assert procedure.roll_error(list(dict.fromkeys(rolls))) == "", rolls


def test_the_dice_of_a_season_are_opened_by_the_table_alone() -> None:
    for path in source_files(RULES):
        opened = [
            node.lineno
            for node in ast.walk(parse_file(path))
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {"dice.open", "self.dice.open"}
        ]
        assert not opened or path.name in OPENED_ELSEWHERE, (
            f"{path}:{opened[0]} opens dice by itself: declare the procedure in rules/campaign/core/dice_paths.py, "
            "and open that."
        )


def test_a_procedure_opens_the_path_of_its_ids() -> None:
    dice = Dice(KeyRing(b"x"))
    (quirk,) = procedures_matching("m1/settle/d/quirk")
    assert quirk.open(dice, match="m1", driver="d", franchise="razors").path == "m1/settle/d/quirk"
    assert (quirk.name, quirk.path_of(match="m2", driver="d")) == ("quirk", "m2/settle/d/quirk")

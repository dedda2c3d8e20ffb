"""What the books share for the end of a match: ranks, toughness checks, counterparts of items, and text tables."""

from __future__ import annotations

import pytest

from rules.match.counterparts import counterparts
from rules.match.packet import PackedItem, PackedTeam, Packet
from rules.match.report import TeamReport, team_reports
from rules.match.text_tables import Column, lines_of, make_table
from rules.match.toughness_check import DEFAULT_TOUGHNESS, passes_toughness_check
from tests.rules.test_match_recorder import Match


def packet(*teams: str) -> Packet:
    return Packet(
        match="m1",
        event="towers",
        surface="",
        heats=1,
        scoring="",
        repair_attempts=0,
        teams=tuple(
            PackedTeam(
                franchise=team, staff_rating=1, pit_bonus=0, kit_uses=0, mechanics=(), seats=(), fresh=()
            )
            for team in teams
        ),
    )  # fmt: skip


@pytest.mark.rule("DM-C-090", "DM-C-091")
def test_level_teams_share_a_rank_and_those_without_a_point_are_level() -> None:
    reports = team_reports(packet("a", "b", "c", "d", "e"), {"b": 7, "c": 7, "d": 1})
    assert reports == [
        TeamReport(franchise="a", points=0, rank=4),
        TeamReport(franchise="b", points=7, rank=1),
        TeamReport(franchise="c", points=7, rank=1),
        TeamReport(franchise="d", points=1, rank=3),
        TeamReport(franchise="e", points=0, rank=4),
    ]


def test_points_of_nobody_s_are_in_no_report() -> None:
    assert team_reports(packet("a"), {"x": 9}) == [TeamReport(franchise="a", points=0, rank=1)]
    assert team_reports(packet(), {}) == []


@pytest.mark.rule("FW-154", "RH-094", "CC-104")
@pytest.mark.parametrize(
    ("face", "toughness", "passed"),
    [(1, 1, True), (2, 1, False), (3, 3, True), (4, 3, False), (6, 6, True), (6, 5, False), (1, 0, False)],
)
def test_whoever_rolls_his_toughness_or_less_stays_in_action(face: int, toughness: int, *, passed: bool) -> None:
    match = Match({"m1/h2/x": [face]})
    match.begin_procedure("x")
    assert passes_toughness_check(match, "ada", toughness=toughness, rule="FW-154", why="fire") is passed
    (entry,) = match.log.entries
    assert (entry.kind, entry.rule, entry.crew, len(entry.rolls)) == ("toughness", "FW-154", "ada", 1)
    assert entry.more == {"needed": toughness, "face": face, "passed": passed, "why": "fire"}
    assert entry.rolls[0].why == "toughness of ada"


@pytest.mark.rule("FW-154", "RH-094", "CC-104")
def test_one_of_whom_no_toughness_is_told_has_three() -> None:
    assert DEFAULT_TOUGHNESS == 3


@pytest.mark.rule("FW-154", "RH-094")
def test_each_item_stands_for_one_weapon_in_the_order_of_both() -> None:
    items = [PackedItem(id=f"i{n}", kind=kind) for n, kind in enumerate(("rockets", "laser", "mg", "vulcan", "tire"))]
    alike = {"mg": "gun", "vulcan": "gun", "laser": "beam", "rockets": "missile"}
    weapons = ["gun", "beam", "gun", "gun", "beam", "missile", "ram"]
    assert counterparts(weapons, items, alike=alike) == ["i2", "i1", "i3", "", "", "i0", ""]
    assert counterparts([], items, alike=alike) == []
    assert counterparts(["tire"], items, alike=alike) == [""]


def test_a_table_is_as_wide_as_it_must_be_with_its_figures_to_the_right() -> None:
    head = [Column("car"), Column("VP", "victory points"), Column("out")]
    table = make_table("Cars", head, [("red.c1", 3, "yes"), ("b", -12, "")])
    assert table.numeric_columns == (False, True, False)
    assert lines_of([table]) == [
        "Cars",
        "car      VP  out",
        "------  ---  ---",
        "red.c1    3  yes",
        "b       -12",
        "  VP = victory points",
    ]
    wide = make_table("", (Column("a"), Column("long head")), [("xyz", "1")])
    assert lines_of([wide])[1:] == ["a    long head", "---  ---------", "xyz          1"]


def test_a_dash_is_no_figure_and_stands_among_figures() -> None:
    places = make_table("Places", [Column("car"), Column("place")], [("a", 1), ("b", "-")])
    assert places.numeric_columns == (False, True)
    assert lines_of([places])[-1] == "b        -"


def test_what_columns_mean_is_said_once_below_a_table_and_not_below_an_empty_one() -> None:
    meaning = "points left at the end"
    head = (Column("car"), Column("tires", meaning), Column("end", "how it ended"), Column("fuel", meaning))
    table = make_table("Cars", head, [("a", 1, "out", 2)], note="All of them.")
    assert lines_of([table])[-2:] == ["All of them.", "  tires, fuel = points left at the end; end = how it ended"]
    assert lines_of([make_table("Cars", head, [], note="Nobody came.")])[-1] == "Nobody came."
    long = lines_of([make_table("Cars", (Column("a", "so-and-so " * 30),), [(1,)])])[4:]
    assert len(long) == 4
    assert all(line.startswith("  ") and line.endswith("so-and-so") and len(line) <= 100 for line in long)


def test_tables_have_their_titles_above_their_notes_below_and_a_line_between_them() -> None:
    head = (Column("car"), Column("points"))
    assert lines_of([make_table("One", head, [], note="Nobody came."), make_table("Two", head, [("a", 1)])]) == [
        "One", "car  points", "---  ------", "Nobody came.", "",
        "Two", "car  points", "---  ------", "a         1",
    ]  # fmt: skip
    assert lines_of([]) == []

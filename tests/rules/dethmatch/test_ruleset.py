"""Dethmatch's answers to a league: its largest number of teams, its own price of a special mount, and the
last place.
"""

from __future__ import annotations

import dataclasses

import pytest

from rules.core.dice import Dice, KeyRing
from rules.core.document_validation import document_of
from rules.dethmatch.designs.stock_designs import stock_designs
from rules.dethmatch.ground.track import load_track, track_names
from rules.dethmatch.play.result import report_of
from rules.dethmatch.ruleset import RULESET
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet
from tests.rules.dethmatch.matches import BLUE, match, red

SPECIAL_FREE = {"dethmatch.special_mount_dp": 0}


def team(name: str, *, cars: int) -> PackedTeam:
    """A team of plain cars without designs, or one without any car."""
    traits = dict.fromkeys(("driving", "gunnery", "initiative", "toughness"), 3)
    seats = tuple(
        PackedSeat(
            car=PackedCar(
                id=f"{name}{number}", dp=60, overhead=False, gunner_station=False, gearing=0, criticals=0, items=()
            ),
            driver=PackedDriver(id=f"{name}-d{number}", traits=traits, talents=(), quirks={}, worn=()),
            gunner=None,
        )
        for number in range(cars)
    )
    return PackedTeam(
        franchise=name, staff_rating=1, pit_bonus=0, kit_uses=0, mechanics=(), fresh=(), seats=seats
    )  # fmt: skip


def packet(*teams: PackedTeam) -> Packet:
    """A race of those teams."""
    return Packet(
        match="m1", event="lap_race", surface="", heats=1, scoring="race", repair_attempts=6, teams=teams,
        setting={"track": "anvil_oval", "laps": 1}, edition=RULESET.edition,
    )  # fmt: skip


@pytest.mark.rule("DM-M-036", "DM-M-137")
def test_as_many_teams_may_meet_as_an_arena_has_bases() -> None:
    assert RULESET.most_teams == max(len(load_track(name).bases) for name in track_names()) == 6


@pytest.mark.rule("DM-M-010", "DM-M-014", "DM-M-036")
def test_a_special_mount_is_free_unless_the_league_says_otherwise() -> None:
    arguments = {"dp": 60, "gunner_station": False, "gearing": 0}
    designs = [
        RULESET.stock_design(**arguments, kinds=("oil_jet",), switches=switches)  # type: ignore[arg-type]
        for switches in ({}, SPECIAL_FREE)
    ]
    assert designs[0] == designs[1]
    faults = [
        RULESET.design_errors(designs[0], **arguments, switches=switches)  # type: ignore[arg-type]
        for switches in ({}, SPECIAL_FREE)
    ]
    assert faults[0] == faults[1] == []


@pytest.mark.rule("DM-M-036", "DM-M-135", "DM-M-140")
@pytest.mark.parametrize("laps", [1, 7])
def test_a_team_without_cars_has_no_points_and_comes_after_all_that_have_some(laps: int) -> None:
    dice = Dice(KeyRing(secret=b"k" * 32, words={"m1": ""}))
    locked = packet(team("reds", cars=1), team("blues", cars=1), team("idle", cars=0))
    played = RULESET.resolve(dataclasses.replace(locked, setting={"track": "anvil_oval", "laps": laps}), dice)
    reds, blues, idle = played.report.teams
    assert (idle.franchise, idle.points) == ("idle", 0)
    assert idle.rank == 1 + sum(team_report.points > 0 for team_report in (reds, blues))
    assert reds.points or blues.points


@pytest.mark.rule("DM-M-036", "DM-M-135", "DM-M-140")
@pytest.mark.parametrize(("reds", "blues", "rank"), [(1, 1, 3), (1, 0, 2), (0, 0, 1)])
def test_a_single_point_is_before_none_and_teams_without_any_are_level(reds: int, blues: int, rank: int) -> None:
    play = match(red(), BLUE)
    play.state.teams["red"].points, play.state.teams["blue"].points = [reds], [blues]
    locked = packet(team("red", cars=0), team("blue", cars=0), team("idle", cars=0))
    teams = {
        team_report.franchise: (team_report.points, team_report.rank) for team_report in report_of(play, locked).teams
    }
    assert teams["idle"] == (0, rank)


@pytest.mark.rule("DM-C-150", "DM-M-124")
@pytest.mark.parametrize(("tweaks", "warned"), [([], True), (["raised"], True), (["lowered"], False)])
def test_hydraulics_carried_in_vain_are_told_with_the_line_up(tweaks: list[str], warned: bool) -> None:
    """A season of an earlier edition may have them on any car."""
    design = document_of(
        next(stock_design.design for stock_design in stock_designs().values() if stock_design.dp == 60)
    ) | {"tweaks": tweaks}
    lined_up = team("reds", cars=1)
    car = dataclasses.replace(
        lined_up.seats[0].car, design=design, items=(PackedItem(id="jacks", kind="hydraulics"),)
    )
    seats = (dataclasses.replace(lined_up.seats[0], car=car),)
    warnings = RULESET.packet_warnings(packet(dataclasses.replace(lined_up, seats=seats)))
    assert [(error.code, error.warning) for error in warnings] == ([("not_lowered", True)] if warned else [])
    assert all(error.sentence.startswith("reds0: Hydraulics go on a lowered suspension alone") for error in warnings)


def test_what_a_design_forbids_is_not_asked_of_one_that_cannot_be_read() -> None:
    assert RULESET.load_errors({"name": 7}, kinds=["hydraulics"]) == []

"""Stand-in results: valid reports, drawn by the documented procedure."""

from __future__ import annotations

import pytest

from rules.campaign.match_day.line_ups import LockLineUps, NameLineUp
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.match_day.stand_in import POINTS_BY_PLACE, stand_in_report
from rules.match.report import CarReport, DriverReport, Report
from tests.rules.campaign.memory_seasons import Faces, Table, announce, line_up, locked, signed

RAZORS, SAINTS = "m1/stand-in/razors.c1", "m1/stand-in/saints.c1"


def duel(heats: int = 1, *, gunners: bool = False) -> Table:
    """One armed car on each side, driven by d1, with d2 as its gunner if there are gunners."""
    table = signed(gunner_stations=gunners)
    announce(table, heats=heats)
    seat = ("c1", "d1", "d2") if gunners else ("c1", "d1")
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise, seats=[seat]))
        table.stock("machinegun", franchise, car=f"{franchise}.c1")
    table.give(LockLineUps(match="m1"))
    return table


def drawn(table: Table, faces: Faces) -> Report:
    dice = table.dice(faces)
    report = stand_in_report(table.season, table.season.match("m1"), dice)
    dice.refuse_leftovers()
    table.give(AcceptReport(match="m1", report=report))
    return report


def driver(report: Report, id: str) -> DriverReport:
    return next(driver_report for driver_report in report.drivers if driver_report.driver == id)


def car(report: Report, id: str) -> CarReport:
    return next(car_report for car_report in report.cars if car_report.car == id)


def points(report: Report) -> dict[str, int]:
    return {team.franchise: team.points for team in report.teams}


@pytest.mark.rule("DM-M-136")
def test_six_cars_are_paid_by_their_places_as_in_a_race() -> None:
    table = signed()
    announce(table)
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise, seats=[("c1", "d1"), ("c2", "d2"), ("c3", "d3")]))
    table.give(LockLineUps(match="m1"))
    placed = ("razors.c2", "saints.c1", "razors.c3", "saints.c3", "saints.c2", "razors.c1")
    report = drawn(table, {f"m1/stand-in/{car}": [7 - place] * 3 for place, car in enumerate(placed, 1)})
    assert POINTS_BY_PLACE == (10, 7, 5, 3, 2, 1)
    assert points(report) == {"razors": 10 + 5 + 1, "saints": 7 + 3 + 2}


def test_it_says_that_nobody_played_it() -> None:
    report = drawn(locked(), {})
    assert (report.source.ruleset, report.source.version) == ("stand-in", "1")


def test_two_that_miss_are_placed_by_their_dice() -> None:
    report = drawn(duel(), {RAZORS: [4, 4, 1, 2, 3], SAINTS: [4, 4, 1, 2, 4]})
    assert points(report) == {"razors": POINTS_BY_PLACE[1], "saints": POINTS_BY_PLACE[0]}
    assert (driver(report, "saints.d1").scores, driver(report, "saints.d1").heats) == (1, [1])


def test_a_hit_is_a_critical_that_slows_its_car() -> None:
    report = drawn(duel(), {RAZORS: [3, 4, 1, 2, 3], SAINTS: [4, 4, 1, 1, 2, 3]})
    assert driver(report, "razors.d1").criticals == 1
    assert (car(report, "saints.c1").criticals, car(report, "saints.c1").destroyed) == (1, False)
    assert points(report) == {"razors": POINTS_BY_PLACE[0], "saints": POINTS_BY_PLACE[1]}


def test_a_six_destroys_the_car_pays_a_point_and_puts_whoever_fails_his_check_out() -> None:
    report = drawn(duel(gunners=True), {RAZORS: [3, 4, 1, 1, 1], SAINTS: [4, 4, 6, 4, 3]})
    assert points(report) == {"razors": POINTS_BY_PLACE[0] + 1, "saints": 0}
    assert (driver(report, "razors.d2").kills, driver(report, "razors.d1").kills) == (1, 0)
    assert (driver(report, "saints.d1").out, driver(report, "saints.d2").out) == (True, False)
    assert (car(report, "saints.c1").destroyed, car(report, "saints.c1").criticals) == (True, 0)


def test_a_five_hurts_the_driver_and_a_car_without_one_is_not_placed_nor_in_the_next_heat() -> None:
    faces = {RAZORS: [3, 4, 1, 1, 1, 1, 1, 1], SAINTS: [4, 4, 5, 4]}
    report = drawn(duel(heats=2), faces)
    assert driver(report, "saints.d1").out
    assert (driver(report, "razors.d1").heats, driver(report, "saints.d1").heats) == ([1, 2], [1])
    assert points(report) == {"razors": 2 * POINTS_BY_PLACE[0], "saints": 0}


def test_both_shoot_before_either_hit_counts() -> None:
    report = drawn(duel(), {RAZORS: [3, 4, 6, 3], SAINTS: [4, 3, 6, 3]})
    assert points(report) == {"razors": 1, "saints": 1}


@pytest.mark.parametrize(("group", "faster"), [("", False), ("supercharger", True)])
def test_what_a_car_carries_and_its_budget_count(group: str, faster: bool) -> None:
    table = duel()
    if group:
        table.stock(group, "saints", car="saints.c1")
    report = drawn(table, {RAZORS: [4, 4, 1, 1, 1], SAINTS: [4, 4, 1, 1, 1]})
    assert (points(report)["saints"] > points(report)["razors"]) is faster


def test_an_unarmed_car_does_not_shoot_and_rockets_are_fired() -> None:
    table = duel()
    table.season.items.clear()
    table.stock("rockets", "razors", car="razors.c1")
    report = drawn(table, {RAZORS: [4, 4, 1, 1, 1], SAINTS: [1, 1, 1]})
    assert car(report, "razors.c1").expendables_used == ["razors.rockets"]
    assert car(report, "saints.c1").expendables_used == []


def test_a_team_that_lined_up_nobody_scores_nothing() -> None:
    table = signed()
    announce(table)
    for absentee in table.season.roster("saints"):
        absentee.availability = "heart_out"
    table.give(line_up("razors"))
    table.give(NameLineUp(franchise="saints", match="m1", seats=[]))
    table.give(LockLineUps(match="m1"))
    assert points(drawn(table, {}))["saints"] == 0

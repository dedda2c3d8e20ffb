"""The result of a duel: points and ranks, cars, crews, and the items used up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.match.engine import play_match
from rules.match.packet import Packet
from rules.match.report import CarReport, DriverReport
from rules.rhad import engine
from rules.rhad.car.kills import update_kill_status
from rules.rhad.log.box_score import box_score
from rules.rhad.match.match import Match
from rules.rhad.match.packet_setup import setup_from_packet
from rules.rhad.match.state import CarState, CarStatus
from rules.rhad.play.phase_close import close_phase
from rules.rhad.play.result import TIRE_SETS, criticals_of, is_destroyed, kills_of, report_of
from tests.rules.rhad.duels import dice, packet, seat, team

GIVEN = packet(
    team("razors", seat("c1", "two_chairs", gunner=True, items=["machinegun", "tire_heavy", "light_rockets"])),
    team("saints", seat("c2", "brick_end"), seat("c3", gunner=True)),
    team("ghosts"),
)


def close(play: Match, *, phase: int = 1) -> None:
    """Close a phase of the first round."""
    assert play.record is not None
    play.state.moment.turn, play.state.moment.phase = 1, phase
    close_phase(play, play.record)


def begun(duel: Packet = GIVEN, **figures: Any) -> tuple[Match, CarState]:
    """A duel before its first round, and its first car with some figures replaced."""
    play = engine.start(setup_from_packet(duel), dice())
    car = play.state.cars["c1"]
    for name, value in figures.items():
        setattr(car, name, value)
    return play, car


def car_told(play: Match) -> CarReport:
    return report_of(play, GIVEN).cars[0]


def driver_told(play: Match, id: str = "c1.d") -> DriverReport:
    return next(driver for driver in report_of(play, GIVEN).drivers if driver.driver == id)


@pytest.mark.rule("RH-094")
def test_everybody_lined_up_is_told_of_once() -> None:
    play, _ = begun()
    report = report_of(play, GIVEN)
    assert [driver.driver for driver in report.drivers] == ["c1.d", "c1.g", "c2.d", "c3.d", "c3.g"]
    assert [driver.heats for driver in report.drivers] == [[1], [1], [1], [1], []]
    assert report.cars == [CarReport(car="c1"), CarReport(car="c2"), CarReport(car="c3")]
    assert report.substitutes == []


@pytest.mark.rule("RH-090", "RH-094")
def test_teams_have_their_points_and_share_ranks() -> None:
    play, _ = begun()
    play.state.points = {"razors": 4, "saints": 4}
    assert [(team.franchise, team.points, team.rank) for team in report_of(play, GIVEN).teams] == [
        ("razors", 4, 1), ("saints", 4, 1), ("ghosts", 0, 3),
    ]  # fmt: skip


@pytest.mark.rule("RH-091")
@pytest.mark.parametrize(
    ("figures", "criticals"),
    [
        ({}, 0), ({"power_plant": 1}, 0), ({"power_plant": 0}, 1), ({"rest_side": "left"}, 1),
        ({"rest_side": "wheels"}, 0), ({"tires": [0, 0, 0, 0]}, 0),
        ({"power_plant": 0, "rest_side": "top"}, 2),
    ],
)  # fmt: skip
def test_criticals_are_what_is_lost_inside_and_lying_on_a_side(figures: dict[str, Any], criticals: int) -> None:
    play, car = begun(**figures)
    assert criticals_of(play, car) == criticals == car_told(play).criticals


@pytest.mark.rule("RH-091")
def test_a_bared_side_is_a_critical_and_one_built_bare_is_none() -> None:
    play, car = begun()
    car.armor["front"] = 1
    assert criticals_of(play, car) == 0
    car.armor["front"] = car.armor["top"] = 0
    assert criticals_of(play, car) == 2
    bare = packet(team("a", seat("c1", {**GIVEN.teams[0].seats[0].car.design, "armor": {"front": 3}})))
    play, car = begun(bare)
    assert criticals_of(play, car) == 0


@pytest.mark.rule("RH-091", "RH-094")
def test_each_weapon_lost_is_a_critical_and_its_item_is_gone() -> None:
    play, car = begun()
    assert [gun.item for gun in car.guns] == ["c1.i1", "c1.i3"]
    car.guns[0].dp = 1
    assert car_told(play) == CarReport(car="c1")
    car.guns[0].dp = 0
    assert car_told(play) == CarReport(car="c1", criticals=1, devices_lost=["c1.i1"])
    car.guns[1].dp = 0
    assert car_told(play).devices_lost == ["c1.i1", "c1.i3"]


@pytest.mark.rule("RH-091", "RH-094")
def test_a_lost_tire_takes_the_set_and_is_no_critical() -> None:
    play, _ = begun(tires=[6, 6, 0, 6])
    assert car_told(play) == CarReport(car="c1", devices_lost=["c1.i2"])
    play, _ = begun(tires=[6, 6, 1, 6])
    assert car_told(play) == CarReport(car="c1")
    assert {"tire_light", "tire_heavy", "tire_puncture_resistant", "tire_solid", "rare_tires"} == TIRE_SETS


@pytest.mark.rule("RH-091")
def test_old_criticals_stand_on_and_take_no_items() -> None:
    play, car = begun()
    car.guns[0].dp, car.armor["left"] = 0, 0
    car.old = ["0", "left"]
    assert car_told(play) == CarReport(car="c1", criticals=2)
    duel = packet(team("a", seat("c1", "quick_nickel", criticals=9)))
    play, car = begun(duel)
    assert len(car.old) == 7
    assert criticals_of(play, car) == 9


@pytest.mark.rule("RH-091")
@pytest.mark.parametrize(
    ("figures", "hits", "gone"),
    [
        ({}, 0, False), ({"exploded": True}, 0, True), ({"status": CarStatus.COMPLETE_KILL}, 0, True),
        ({"status": CarStatus.MOBILITY_KILL}, 0, False),
        ({"power_plant": 0}, 2, False), ({"power_plant": 0}, 3, True),
        ({}, 3, False), ({"power_plant": 1}, 3, False),
    ],
)  # fmt: skip
def test_a_destroyed_car_has_no_criticals(figures: dict[str, Any], hits: int, gone: bool) -> None:
    play, car = begun(**figures)
    play.state.crew["c1.d"].hits = hits
    car.rest_side = "top"
    assert is_destroyed(play, car) is gone
    car_report = car_told(play)
    assert car_report.destroyed is gone
    assert (car_report.criticals == 0) is gone


@pytest.mark.rule("RH-092", "RH-093")
def test_a_driver_is_told_with_wounds_criticals_and_whether_his_car_scored() -> None:
    play, car = begun()
    crew = play.state.crew["c1.d"]
    crew.wounds, crew.criticals = 1, 2
    assert driver_told(play) == DriverReport(driver="c1.d", heats=[1], wounds=1, criticals=2)
    play.state.cars["c2"].power_plant = 0
    update_kill_status(play, play.state.cars["c2"], by=car.id)
    close(play)
    assert driver_told(play) == DriverReport(driver="c1.d", heats=[1], wounds=1, criticals=2, scores=1)
    assert driver_told(play, "c1.g") == DriverReport(driver="c1.g", heats=[1], scores=1)


@pytest.mark.rule("RH-092")
@pytest.mark.parametrize(
    ("hits", "out", "dead"), [(2, True, False), (3, True, True), (3, False, False), (0, True, False)]
)
def test_the_dead_are_out_and_have_lost_every_point(hits: int, out: bool, dead: bool) -> None:
    play, _ = begun()
    crew = play.state.crew["c1.d"]
    crew.hits, crew.out = hits, out
    assert (driver_told(play).out, driver_told(play).dead) == (out, dead)


@pytest.mark.rule("RH-090")
def test_complete_kills_are_told_of_the_driver() -> None:
    play, _ = begun()
    victim, other = play.state.cars["c2"], play.state.cars["c3"]
    victim.power_plant = other.power_plant = 0
    update_kill_status(play, victim, by="c1")
    update_kill_status(play, other)
    close(play)
    assert kills_of(play, play.state.crew["c1.d"]) == 0
    for car, by in ((victim, "c1"), (other, "")):
        play.state.crew[car.driver].hits = 3
        update_kill_status(play, car, by=by)
    close(play, phase=2)
    assert driver_told(play).kills == 1
    assert driver_told(play, "c1.g").kills == 0
    assert (driver_told(play, "c2.d").kills, driver_told(play, "c3.d").kills) == (0, 0)


@pytest.mark.rule("RH-090")
def test_in_the_first_edition_a_complete_kill_is_told_of_whoever_was_credited_last() -> None:
    play, _ = begun(replace(GIVEN, edition=1), scored=True)
    victim = play.state.cars["c2"]
    victim.status, victim.killed_by = CarStatus.MOBILITY_KILL, ["c1"]
    assert (driver_told(play).kills, driver_told(play).scores) == (0, 1)
    victim.status, victim.killed_by = CarStatus.COMPLETE_KILL, ["c1", "c1"]
    assert (driver_told(play).kills, driver_told(play, "c1.g").kills) == (1, 0)
    victim.killed_by = ["c1", ""]
    assert driver_told(play).kills == 0


@pytest.mark.rule("RH-094")
def test_a_car_without_a_place_is_as_it_was() -> None:
    cars = [seat(f"c{number:02}", criticals=2) for number in range(14)]
    duel = packet(team("a", *cars[:7]), team("b", *cars[7:]))
    play = play_match(engine, setup_from_packet(duel), dice())
    report = report_of(play, duel)
    assert report.cars[-1] == CarReport(car="c13", criticals=2)
    assert report.drivers[-1] == DriverReport(driver="c13.d")
    assert report.drivers[0].heats == [1]


@pytest.mark.rule("RH-090", "RH-091", "RH-092", "RH-093")
def test_the_box_score_has_a_row_for_every_team_car_and_occupant() -> None:
    play = play_match(engine, setup_from_packet(GIVEN), dice())
    teams, cars, endings, crews = box_score(play)
    assert [[column.name for column in table.head] for table in (teams, cars, endings, crews)] == [
        ["rank", "team", "points", "duel points", "kill points", "bonus points"],
        ["car", "team", "crew", "end", "out in round", "out by", "kill points", "bonus points", "standing", "lost"],
        ["car", "mph", "handling", "armor", "plant", "tires"],
        ["competitor", "team", "seat", "criticals", "kills", "hits", "wounds", "end"],
    ]
    assert [table.title for table in (teams, cars, endings, crews)] == ["Teams", "Cars", "Cars at the end", "Crews"]
    assert sorted(str(row[1]) for row in teams.rows) == ["razors", "saints"]
    assert [row[:3] for row in cars.rows] == [
        ("c1", "razors", "c1.d and c1.g"), ("c2", "saints", "c2.d"), ("c3", "saints", "c3.d"),
    ]  # fmt: skip
    assert [row[0] for row in endings.rows] == ["c1", "c2", "c3"]
    assert [row[:3] for row in crews.rows] == [
        ("c1.d", "razors", "driver"), ("c1.g", "razors", "gunner"), ("c2.d", "saints", "driver"),
        ("c3.d", "saints", "driver"),
    ]  # fmt: skip


@pytest.mark.rule("RH-090", "RH-091", "RH-092")
def test_the_box_score_tells_how_everything_ended() -> None:
    play, _ = begun(rest_side="left", status=CarStatus.MOBILITY_KILL, tires=[0, 1, 1, 1], speed=35, hc=-1)
    crew = play.state.crew
    crew["c1.d"].out, crew["c1.d"].hits = True, 3
    crew["c2.d"].out = True
    play.state.cars["c2"].status = CarStatus.COMPLETE_KILL
    _, cars, endings, crews = box_score(play)
    assert [row[3] for row in cars.rows] == ["mobility kill, on its left", "destroyed", "running"]
    assert endings.rows[0][1:3] == (35, -1)
    assert endings.rows[0][5] == "3 of 4"
    assert [row[-1] for row in crews.rows] == ["dead", "able", "out of action", "able"]


@pytest.mark.rule("RH-090")
def test_the_box_score_keeps_campaign_points_and_duel_points_apart() -> None:
    play, car = begun()
    for victim in ("c2", "c3"):
        play.state.cars[victim].power_plant = 0
        update_kill_status(play, play.state.cars[victim], by="c1")
    close(play)
    play.state.points = {"razors": 4, "saints": 0}
    teams, cars, _, _ = box_score(play)
    assert [column.name for column in teams.head[2:]] == ["points", "duel points", "kill points", "bonus points"]
    assert teams.rows == ((1, "razors", 4, 41, 40, 1), (2, "saints", 0, -40, -40, 0))
    assert [row[6:8] for row in cars.rows] == [(40, 1), (-20, 0), (-20, 0)]
    assert [row[4:6] for row in cars.rows] == [("-", "-"), (0, "c1"), (0, "c1")]
    assert car.team == "razors"

"""The result of a match, and the report made from it."""

from __future__ import annotations

import pytest

from rules.dethmatch.match.entries import CrewEntry, ItemEntry
from rules.dethmatch.match.orders import IntervalOrder
from rules.dethmatch.match.state import CarStatus, Critical
from rules.dethmatch.pits import interval_repairs
from rules.dethmatch.play.result import report_of, result_of, winners
from rules.match.report import CarReport, DriverReport, Substitute, TeamReport
from tests.rules.dethmatch.matches import BLUE, car, match, red
from tests.rules.dethmatch.test_ruleset import packet

GUN = ItemEntry(id="gun", kind="machinegun", mount="front")


@pytest.mark.rule("DM-M-135", "DM-M-140")
def test_teams_are_ranked_by_points_and_level_ones_share_a_rank() -> None:
    third = type(BLUE)(id="green", cars=(car("g1", "gil"),), crew=(CrewEntry(id="gil"),))
    play = match(red(), BLUE, third)
    for team, points, penalty in (("red", [3, 4], 0), ("blue", [9], 2), ("green", [1, 5], 0)):
        play.state.teams[team].points, play.state.teams[team].penalty = points, penalty
    result = result_of(play)
    assert [
        (team_result.team, team_result.points, team_result.rank, team_result.heats) for team_result in result.teams
    ] == [
        ("red", 7, 1, [3, 4]),
        ("blue", 7, 1, [9]),
        ("green", 6, 3, [1, 5]),
    ]
    assert [team_result.penalty for team_result in result.teams] == [0, 2, 0]
    assert winners(result) == ["red", "blue"]


@pytest.mark.rule("DM-M-140")
def test_a_car_is_handed_over_with_what_it_came_with_and_what_was_fitted_to_it() -> None:
    items = (
        GUN,
        ItemEntry(id="pack", kind="smoke_grenade"),
        ItemEntry(id="armor", kind="reactive_armour"),
        ItemEntry(id="bars", kind="crash_bars"),
        ItemEntry(id="tires", kind="tire_light"),
    )
    play = match(red(car("c1", "ada", *items), stores=(ItemEntry(id="spare", kind="smoke_grenade"),)), BLUE)
    ada = play.state.cars["c1"]
    ada.guns[0].ammunition = 6
    ada.criticals = [Critical(row="body"), Critical(row="crew")]
    ada.loadout.items.append("spare")
    ada.loadout.used += ["pack", "spare", "armor"]
    ada.loadout.lost += ["bars"]
    first, second = result_of(play).cars
    assert (first.destroyed, first.criticals) == (False, 2)
    assert (first.used, first.lost, first.fitted) == (["pack", "armor", "spare"], ["bars"], ["spare"])
    assert first.stowed == []
    assert first.left["gun"] == 6
    assert (second.car, second.used, second.lost, second.left) == ("b1", [], [], {})


@pytest.mark.rule("DM-M-140")
@pytest.mark.parametrize(
    ("status", "destroyed"),
    [(CarStatus.WRECK, True), (CarStatus.DESTROYED, True), (CarStatus.PARKED, False), (CarStatus.OFF, False)],
)
def test_a_wreck_is_a_car_destroyed_and_a_parked_car_is_not(status: CarStatus, destroyed: bool) -> None:
    play = match()
    play.state.cars["c1"].status = status
    assert result_of(play).cars[0].destroyed is destroyed


@pytest.mark.rule("DM-M-140")
def test_a_gun_that_burst_is_lost_and_its_magazine_with_it() -> None:
    play = match(red(car("c1", "ada", GUN)), BLUE)
    play.state.cars["c1"].guns[0].destroyed = True
    first = result_of(play).cars[0]
    assert (first.lost, first.left) == (["gun"], {})


@pytest.mark.rule("DM-M-038", "DM-M-140")
def test_who_was_lined_up_or_sent_in_is_reported_and_nobody_else() -> None:
    play = match(red(car("c1", "ada", GUN), crew=[CrewEntry(id="eve"), CrewEntry(id="hal")], kit_uses=1), BLUE)
    ada = play.state.crew["ada"]
    ada.out, ada.heats, ada.wounds, ada.criticals, ada.friendly, ada.kills, ada.scores = True, [1], 1, 4, 2, 1, 3
    interval_repairs.carry_out(play, "red", IntervalOrder(substitutes={"c1": "hal"}))
    play.state.crew["hal"].heats, play.state.crew["hal"].kit_uses = [2], 1
    report = report_of(play, packet())
    assert report.substitutes == [Substitute(driver="hal", replaces="ada", from_heat=2)]
    assert report.drivers == [
        DriverReport(driver="hal", heats=[2], kit_uses=1),
        DriverReport(
            driver="ada", heats=[1], out=True, criticals=4, friendly_criticals=2, scores=3, kills=1, wounds=1
        ),
        DriverReport(driver="bob"),
    ]
    assert report.teams == [
        TeamReport(franchise="red", points=0, rank=1),
        TeamReport(franchise="blue", points=0, rank=1),
    ]
    assert report.cars == [CarReport(car="c1", ammunition={"gun": 10}), CarReport(car="b1")]

"""Matches as announced: the fixture proposed for a round without a plan, and fixtures that cannot be played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.dethmatch.setup.fixtures import fixture_errors, propose_fixture
from rules.match.ruleset import Fixture

RACE = Fixture(
    event="lap_race",
    surface="asphalt",
    heats=1,
    teams=2,
    vehicles_per_team=3,
    scoring="race",
    setting={"track": "anvil_oval"},
)
LAST_CAR = replace(RACE, event="last_car", surface="dirt", scoring="last_car_standing", setting={"track": "the_sump"})


def codes(fixture: Fixture) -> list[str]:
    """The codes of a fixture's errors."""
    return [fault.code for fault in fixture_errors(fixture)]


@pytest.mark.rule("DM-M-128", "DM-M-135", "DM-M-136", "DM-M-137", "DM-M-138")
def test_a_season_nobody_plans_races_every_other_round_and_goes_round_the_tracks() -> None:
    rounds = [propose_fixture(number=number, teams=2, vehicles_per_team=3) for number in range(1, 13)]
    assert [
        (fixture.event, fixture.scoring, fixture.heats, fixture.setting["track"], fixture.surface)
        for fixture in rounds
    ] == [
        ("lap_race", "race", 1, "anvil_oval", "asphalt"),
        ("flags", "flags", 2, "hammer_bowl", "concrete"),
        ("lap_race", "race", 1, "foundry_row", "asphalt"),
        ("last_car", "last_car_standing", 2, "hammer_bowl", "concrete"),
        ("lap_race", "race", 1, "long_january", "snow"),
        ("flags", "flags", 2, "hammer_bowl", "concrete"),
        ("lap_race", "race", 1, "slag_field", "dirt"),
        ("last_car", "last_car_standing", 2, "the_sump", "dirt"),
        ("lap_race", "race", 1, "anvil_oval", "asphalt"),
        ("flags", "flags", 2, "hammer_bowl", "concrete"),
        ("lap_race", "race", 1, "foundry_row", "asphalt"),
        ("last_car", "last_car_standing", 2, "hammer_bowl", "concrete"),
    ]
    assert [codes(fixture) for fixture in rounds] == [[]] * 12


@pytest.mark.rule("DM-M-038")
@pytest.mark.parametrize(
    ("teams", "vehicles_per_team", "cars"), [(2, 3, 3), (4, 3, 3), (5, 3, 2), (6, 3, 2), (5, 1, 1), (4, 1, 1)]
)
def test_with_more_than_four_teams_each_lines_up_two_cars(teams: int, vehicles_per_team: int, cars: int) -> None:
    proposal = propose_fixture(number=1, teams=teams, vehicles_per_team=vehicles_per_team)
    assert (proposal.teams, proposal.vehicles_per_team) == (teams, cars)


@pytest.mark.rule("DM-M-136", "DM-M-138")
@pytest.mark.parametrize(
    ("fixture", "teams", "found"),
    [(RACE, 0, ["too_few_teams"]), (RACE, 1, []), (LAST_CAR, 1, ["too_few_teams"]), (LAST_CAR, 2, [])],
)
def test_one_team_may_race_alone_and_the_last_car_standing_takes_two(
    fixture: Fixture, teams: int, found: list[str]
) -> None:
    assert codes(replace(fixture, teams=teams)) == found


@pytest.mark.rule("DM-M-136")
@pytest.mark.parametrize(
    ("laps", "found"), [(-1, ["bad_laps"]), (0, []), (1, []), (7, []), (8, ["bad_laps"]), ("3", ["bad_laps"])]
)
def test_a_race_is_set_up_to_seven_laps_or_none_in_particular(laps: object, found: list[str]) -> None:
    assert codes(replace(RACE, setting={"track": "anvil_oval", "laps": laps})) == found


@pytest.mark.rule("DM-M-136", "DM-M-138")
@pytest.mark.parametrize(("laps", "found"), [({}, []), ({"laps": 0}, []), ({"laps": 1}, ["bad_laps"])])
def test_an_arena_has_no_laps(laps: dict[str, Any], found: list[str]) -> None:
    assert codes(replace(LAST_CAR, setting={"track": "the_sump", **laps})) == found


@pytest.mark.rule("DM-M-128")
@pytest.mark.parametrize(("heats", "found"), [(-1, ["bad_heats"]), (0, []), (3, []), (4, ["bad_heats"])])
def test_a_match_has_three_heats_at_most_or_as_many_as_its_event(heats: int, found: list[str]) -> None:
    assert codes(replace(RACE, heats=heats)) == found


@pytest.mark.rule("DM-M-128", "DM-M-136")
def test_every_fault_of_an_announcement_is_told_at_once() -> None:
    wrong = replace(RACE, event="derby", heats=4, setting={"track": "nowhere", "laps": 9, "rain": True})
    assert codes(wrong) == ["unknown_event", "unknown_setting", "bad_laps", "unknown_track", "bad_heats"]


@pytest.mark.rule("DM-M-038")
@pytest.mark.parametrize(("teams", "fits"), [(4, True), (5, False)])
def test_three_cars_of_four_teams_fill_a_circuit_of_twelve_places(teams: int, *, fits: bool) -> None:
    assert (codes(replace(RACE, teams=teams)) == []) is fits


@pytest.mark.rule("DM-M-060")
@pytest.mark.parametrize(
    ("track", "surface", "found"),
    [
        ("anvil_oval", "asphalt", []),
        ("anvil_oval", "", []),
        ("anvil_oval", "dirt", ["other_surface"]),
        ("slag_field", "dirt", []),
        ("slag_field", "asphalt", ["other_surface"]),
    ],
)
def test_a_match_is_announced_on_a_surface_its_track_has(track: str, surface: str, found: list[str]) -> None:
    assert codes(replace(RACE, surface=surface, setting={"track": track})) == found


def test_a_match_without_a_track_is_told_which_there_are() -> None:
    (missing,) = fixture_errors(replace(RACE, setting={}))
    assert missing.sentence.startswith("A match needs a track: name one of anvil_oval, foundry_row, ")


def test_what_is_proposed_for_more_teams_than_any_track_has_room_for_says_so() -> None:
    faults = fixture_errors(propose_fixture(number=1, teams=40, vehicles_per_team=3))
    assert [fault.code for fault in faults] == ["too_many_teams", "grid_too_small"]

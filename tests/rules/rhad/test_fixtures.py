"""Matches as announced: the fixture proposed for a round without a plan, and fixtures that cannot be played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.match.ruleset import Fixture
from rules.rhad.ground.arena import arena_names, load_arena_document
from rules.rhad.match.fixtures import fixture_errors, propose_fixture

DUEL = Fixture(event="duel", teams=2, vehicles_per_team=3, setting={"arena": "the_pan"})


def codes(fixture: Fixture) -> list[str]:
    """The codes of a fixture's errors."""
    return [fault.code for fault in fixture_errors(fixture)]


@pytest.mark.rule("RH-085", "RH-089", "RH-090")
def test_a_season_nobody_plans_goes_round_the_arenas() -> None:
    rounds = [propose_fixture(number=number, teams=2, vehicles_per_team=3) for number in range(1, 5)]
    assert [
        (fixture.event, fixture.scoring, fixture.heats, fixture.surface, fixture.setting) for fixture in rounds
    ] == [("duel", "as_reported", 1, "", {"arena": arena}) for arena in (*arena_names(), "the_pan")]


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("teams", range(2, 7))
@pytest.mark.parametrize("cars", [1, 2, 3, 6])
def test_what_is_proposed_has_no_faults(teams: int, cars: int) -> None:
    fixture = propose_fixture(number=teams + cars, teams=teams, vehicles_per_team=cars)
    assert codes(fixture) == []
    assert (fixture.teams, fixture.vehicles_per_team) == (teams, min(cars, 12 // teams))


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("teams", [0, 1])
def test_a_league_without_opponents_is_proposed_a_match_all_the_same(teams: int) -> None:
    assert propose_fixture(number=1, teams=teams, vehicles_per_team=20).vehicles_per_team == 12


@pytest.mark.rule("RH-085")
def test_an_arena_may_be_left_out_and_nothing_else_be_asked() -> None:
    assert codes(replace(DUEL, setting={})) == codes(replace(DUEL, setting={"arena": ""})) == []
    wrong: tuple[object, ...] = ("moon", 3, None, ["the_pan"])
    for arena in wrong:
        assert codes(replace(DUEL, setting={"arena": arena})) == ["unknown_arena"]
    assert codes(replace(DUEL, setting={"laps": 3, "track": "x"})) == ["unknown_setting"] * 2


@pytest.mark.rule("RH-085")
def test_an_arena_is_named_or_written_out_and_refused_in_plain_words() -> None:
    def told(arena: object) -> list[str]:
        return [fault.sentence for fault in fixture_errors(replace(DUEL, setting={"arena": arena}))]

    known = "the_pan (The Pan), pillar_hall (Pillar Hall), the_sieve (The Sieve)"
    assert told("moon") == [f"There is no arena 'moon': name one of {known}, or write one out."]
    for neither in (None, 3, True, ["the_pan"]):
        assert told(neither) == [
            f"The arena is neither a name nor written out: name one of {known}, write one out, or leave it out."
        ]
    assert told(load_arena_document("the_sieve")) == []
    assert told({**load_arena_document("the_sieve"), "radius": None, "title": 3}) == [
        "The title of the arena is no text of 1 to 60 characters: write one.",
        "The radius of the arena is no whole number from 10 to 30: give one.",
    ]


@pytest.mark.rule("RH-089")
def test_there_is_one_event_of_one_heat_on_no_surface() -> None:
    assert codes(replace(DUEL, event="race", surface="mud", heats=2)) == [
        "unknown_event", "other_surface", "bad_heats",
    ]  # fmt: skip
    assert codes(replace(DUEL, heats=0)) == ["bad_heats"]


@pytest.mark.rule("RH-085", "RH-089")
@pytest.mark.parametrize(
    ("teams", "cars", "wrong"),
    [
        (2, 6, []), (2, 7, ["too_many_cars"]), (4, 3, []), (5, 2, []), (5, 3, ["too_many_cars"]), (6, 2, []),
        (1, 3, ["too_few_teams"]), (0, 0, ["too_few_teams"]), (7, 1, ["too_many_teams"]),
        (7, 2, ["too_many_teams", "too_many_cars"]),
    ],
)  # fmt: skip
def test_an_arena_has_places_for_six_teams_and_twelve_cars(teams: int, cars: int, wrong: list[str]) -> None:
    assert codes(replace(DUEL, teams=teams, vehicles_per_team=cars)) == wrong

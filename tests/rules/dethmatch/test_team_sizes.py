"""The number of cars a team may bring to a match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.switches import Setting
from rules.dethmatch.match.entries import CarEntry, CrewEntry, MatchSetup, TeamEntry
from rules.dethmatch.setup.fixtures import fixture_errors, propose_fixture
from rules.dethmatch.setup.match_errors import setup_errors
from tests.rules.dethmatch.boards import PLAIN


def entered(*, teams: int, cars: int, **fields: Any) -> MatchSetup:
    """A match of that many teams with that many cars each."""
    entries = tuple(
        TeamEntry(
            id=f"t{team}",
            cars=tuple(CarEntry(id=f"t{team}.c{n}", design=PLAIN, driver=f"t{team}.d{n}") for n in range(cars)),
            crew=tuple(CrewEntry(id=f"t{team}.d{n}") for n in range(cars)),
        )
        for team in range(teams)
    )
    return MatchSetup(**{"match": "m1", "event": "last_car", "track": "the_sump", "teams": entries} | fields)


@pytest.mark.rule("DM-M-038")
@pytest.mark.parametrize(
    ("teams", "cars", "said", "too_many"),
    [
        (4, 3, None, 0),
        (4, 4, None, 4),
        (5, 2, None, 0),
        (5, 3, None, 5),
        (5, 3, 3, 0),
        (5, 2, 1, 5),
        (2, 2, 1, 2),
    ],
)
def test_a_team_has_three_cars_and_two_among_more_than_four_unless_the_match_says_how_many(
    teams: int, cars: int, said: int | None, too_many: int
) -> None:
    switches: dict[str, Setting] = {} if said is None else {"match.vehicles_per_team": said}
    errors = setup_errors(entered(teams=teams, cars=cars, switches=switches))
    assert [error.rule for error in errors if error.code == "too_many_cars"] == ["DM-M-038"] * too_many


@pytest.mark.rule("DM-M-038")
def test_the_sentence_says_how_many_cars_a_team_may_bring_here() -> None:
    sentences = [
        setup_error.sentence
        for setup_error in setup_errors(entered(teams=5, cars=3))
        if setup_error.code == "too_many_cars"
    ]
    assert sentences[0] == "t0 brings 3 cars and a team may bring 2: leave some at home."


@pytest.mark.rule("DM-M-038")
@pytest.mark.parametrize(("vehicles", "refused"), [(1, False), (3, False), (4, True), (5, True)])
def test_nobody_announces_more_than_three_cars_a_team(vehicles: int, *, refused: bool) -> None:
    announced = replace(
        propose_fixture(number=4, teams=2, vehicles_per_team=vehicles),
        vehicles_per_team=vehicles,
        setting={"track": "the_sump"},
    )
    errors = [fixture_error for fixture_error in fixture_errors(announced) if fixture_error.code == "too_many_cars"]
    assert bool(errors) is refused
    assert [error.rule for error in errors] == ["DM-M-038"] * refused


@pytest.mark.rule("DM-M-038")
@pytest.mark.parametrize(("teams", "vehicles", "cars"), [(2, 5, 3), (4, 4, 3), (5, 5, 2)])
def test_what_is_proposed_is_three_cars_a_team_at_most(teams: int, vehicles: int, cars: int) -> None:
    assert propose_fixture(number=4, teams=teams, vehicles_per_team=vehicles).vehicles_per_team == cars

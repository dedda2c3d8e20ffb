"""The defaults of a match's file: a plain car, rank 3 in every trait, and the lowest mechanic."""

from __future__ import annotations

import pytest

from rules.core.document_validation import LONGEST_LIST, read_document
from rules.dethmatch.setup.match_spec_schema import (
    CarSpec,
    CompetitorSpec,
    MatchSpec,
    TeamSpec,
    read_item,
    spec_error_clauses,
)


@pytest.mark.rule("DM-M-007")
def test_a_competitor_of_whom_nothing_is_said_has_rank_three_in_every_trait() -> None:
    competitor = read_document({"id": "razor"}, CompetitorSpec)
    assert (competitor.driving, competitor.gunnery, competitor.initiative, competitor.toughness) == (3, 3, 3, 3)
    assert (competitor.talents, competitor.quirks, competitor.worn) == ((), (), ())


@pytest.mark.rule("DM-M-010", "DM-M-040")
def test_a_car_of_which_nothing_is_said_is_built_on_sixty_points_and_has_no_criticals() -> None:
    car = read_document({}, CarSpec)
    assert (car.dp, car.criticals, car.weapons, car.items) == (60, 0, {}, ())


@pytest.mark.rule("DM-M-127", "DM-M-129")
def test_a_team_of_which_nothing_is_said_has_the_least_mechanic_and_no_kit() -> None:
    team = read_document({"id": "razors", "cars": [], "crew": []}, TeamSpec)
    assert (team.mechanic, team.pit_bonus, team.kit_uses, team.stores) == (1, 0, 0, ())


@pytest.mark.rule("DM-M-128", "DM-M-136")
def test_a_file_that_names_no_laps_or_heats_leaves_them_to_the_event() -> None:
    spec = read_document({"event": "lap_race", "track": "foundry_row", "teams": []}, MatchSpec)
    assert (spec.laps, spec.heats, spec.switches) == (0, 0, {})


@pytest.mark.rule("DM-M-026")
def test_a_gear_set_written_as_its_kind_alone_is_the_plain_one() -> None:
    assert (read_item("gear_set").gearing, read_item("gear_set").ammunition) == (0, None)


HAS = "(it has driver, gunner, id, stock, design, dp, height, criticals, weapons, items)"


def test_everything_of_the_wrong_form_is_told_and_named() -> None:
    car = {"driver": 7, "weapons": {"nose": 1, "rack": {"kind": "rockets", "ammunition": "2"}}, "dp": "60", "top": 1}
    laden = {"items": ["x" * 61, {"id": "i"}, {"kind": "rare_tires", "rolled": {"fuel": "3"}, "backwards": 1}]}
    team = {"id": "red", "crew": [{"id": "ada", "driving": "4"}, 3], "cars": [car, laden, 5], "stores": [None]}
    assert spec_error_clauses({"event": "flags", "track": 3, "laps": "two", "teams": [team], "switches": []}) == [
        f"match.teams 1.cars 1 has no field 'top' {HAS}",
        "match.teams 1.cars 1.driver is not a text",
        "match.teams 1.cars 1.dp is not a whole number",
        "match.teams 1.cars 3 is no object with fields",
        "match.teams 1.crew 1.driving is not a whole number",
        "match.teams 1.crew 2 is no object with fields",
        "match.laps is not a whole number",
        "match.switches is no object with fields",
        "match.track is neither the name of a track nor one written out",
        "match.teams 1.stores 1 is not a text",
        "match.teams 1.cars 1.weapons 'nose' is not a text",
        "match.teams 1.cars 1.weapons 'rack'.ammunition is not a whole number",
        "match.teams 1.cars 2.items 1 is longer than 60 characters",
        "match.teams 1.cars 2.items 2 lacks 'kind'",
        "match.teams 1.cars 2.items 3.rolled 'fuel' is not a whole number",
        "match.teams 1.cars 2.items 3.backwards is neither true nor false",
    ]


@pytest.mark.parametrize("document", [None, [], 3, {"teams": 3}, {"teams": [{"cars": {}, "stores": 4}, None]}])
def test_no_document_is_too_odd_to_be_told_of(document: object) -> None:
    assert spec_error_clauses(document)


def test_a_car_has_no_more_weapons_than_a_list_has_entries() -> None:
    car = {"weapons": {f"m{number}": "machinegun" for number in range(LONGEST_LIST + 1)}}
    teams = [{"id": "red", "crew": [], "cars": [car]}]
    assert spec_error_clauses({"event": "flags", "track": "x", "teams": teams}) == [
        f"match.teams 1.cars 1.weapons has more than {LONGEST_LIST} entries"
    ]

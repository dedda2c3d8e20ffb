"""The rulesets and grounds of a season's matches: on schedules, and as they are announced."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explain.printed_names import ground_words
from league.models import Entry
from rules.match.registry import temporarily_installed
from tests.league.small_league import Table, founded, signed
from tests.pages.season_pages import HOME, said
from tests.rules.formule.test_circuit import small
from tests.rules.ladder import LADDER

HISTORY = "/l/rust-belt/f/razors/history/"
SIDES = ["razors", "saints"], ["widows", "tinkers"]
RACE = {"event": "circuit_race", "ruleset": "formule", "setting": {"circuit": "rust_ring", "laps": 2}}
DUEL = {"event": "duel", "ruleset": "rhad", "setting": {"arena": "the_pan"}}
BY_PEOPLE = {"event": "race", "ruleset": "reported", "surface": "ice"}


def announced(*plans: dict[str, Any], **options: Any) -> Table:
    """A league with a round of those matches, each between two of four franchises."""
    table = signed(franchises=(*SIDES[0], *SIDES[1]), **options)
    matches = [
        {"match": f"m{number}", "franchises": SIDES[number - 1], "vehicles_per_team": 2, **plan}
        for number, plan in enumerate(plans, 1)
    ]
    table.give("announce_round", round="r1", matches=matches)
    return table


def entry_of(command: str) -> str:
    """The path of the only entry with that command."""
    return f"{HOME}journal/{Entry.objects.get(command=command).number}/"


@pytest.mark.django_db
def test_a_schedule_of_several_rulesets_says_of_each_match_which_and_where() -> None:
    announced(RACE, DUEL)
    text = said(HOME, at="schedule")
    assert "Circuit race Round 1, match A · Formule Wars · Rust Ring · 1 heat" in text
    assert "Duel Round 1, match B · RHAD · The Pan · 1 heat" in text
    assert "Schedule by" not in text
    assert "Round 1, match A · Formule Wars · Rust Ring · 1 heat" in said(HOME, at="next")


@pytest.mark.django_db
def test_a_match_that_people_report_names_no_rules_beside_one_that_is_played_here() -> None:
    announced(RACE, BY_PEOPLE)
    text = said(HOME, at="schedule")
    assert "Round 1, match A · Formule Wars · Rust Ring" in text
    assert "Round 1, match B · ice · 1 heat" in text


@pytest.mark.django_db
def test_a_schedule_of_one_ruleset_names_it_once_above() -> None:
    announced(RACE, RACE | {"setting": {"circuit": small()}})
    text = said(HOME, at="schedule")
    assert text.startswith("Schedule by Formule Wars CSV XLSX Circuit race Round 1, match A · Rust Ring · 1 heat")
    assert "Round 1, match B · Tin Ring · 1 heat" in text
    assert text.count("Formule Wars") == 1


@pytest.mark.django_db
def test_a_schedule_that_people_report_names_no_rules() -> None:
    announced(BY_PEOPLE)
    assert said(HOME, at="schedule").startswith("Schedule CSV XLSX Race Round 1, match A · ice · 1 heat")


@pytest.mark.django_db
def test_a_season_without_a_round_names_no_rules() -> None:
    founded()
    assert said(HOME, at="schedule").startswith("Schedule CSV XLSX No round has been announced.")


@pytest.mark.django_db
def test_a_franchises_schedule_says_which_rules_and_where_unless_all_go_by_the_same() -> None:
    table = announced(RACE)
    assert "Round 1, match A circuit race · Rust Ring" in said(HISTORY, at="schedule")
    table.give("void_match", match="m1", again={"match": "m2", "franchises": SIDES[0], **DUEL}, reason="Rain.")
    text = said(HISTORY, at="schedule")
    assert "circuit race · Formule Wars · Rust Ring" in text
    assert "duel · RHAD · The Pan" in text


@pytest.mark.django_db
def test_what_was_set_is_asked_for_with_the_schedule() -> None:
    announced(BY_PEOPLE)
    with CaptureQueriesContext(connection) as queries:
        Client().get(HOME)
    assert sum("setting" in query["sql"] and "franchiseseason" in query["sql"] for query in queries) == 1


@pytest.mark.django_db
def test_an_announcement_tells_the_rules_by_name_and_what_was_set() -> None:
    table = announced(RACE, BY_PEOPLE)
    table.give("void_match", match="m1", again={"match": "m3", "franchises": SIDES[0], **DUEL}, reason="Rain.")
    text = said(entry_of("announce_round"))
    assert (
        "was announced: circuit race, by Formule Wars, 1 heat, 2 cars a team. Circuit: Rust Ring, Laps: 2. DM-C-087"
        in text
    )
    assert "was announced: race, 1 heat, 2 cars a team. DM-C-087" in text
    again = said(entry_of("void_match"))
    assert "was announced: duel, by RHAD, 1 heat, 3 cars a team. Arena: The Pan. DM-C-087" in again


@pytest.mark.django_db
def test_a_match_added_to_its_round_is_announced_with_what_was_set() -> None:
    with temporarily_installed(LADDER):
        table = announced(BY_PEOPLE)
        plan = {"match": "m2", "event": "climb", "franchises": SIDES[1], "vehicles_per_team": 1, "ruleset": "ladder"}
        table.give("add_match", round="r1", plan=plan | {"setting": {"height": 7}}, reason="They came late.")
        text = said(entry_of("add_match"))
    assert "was announced: climb, by The Ladder, 1 heat, 1 car a team. Height: 7." in text


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ({}, ""),
        ({"laps": 2, "circuit": "rust_ring"}, "Rust Ring"),
        ({"circuit": {"title": "Tin Ring", "lanes": 2}}, "Tin Ring"),
        ({"pit_lane": {"lanes": 2}, "night": True}, "pit lane of its own"),
        ({"arena": "", "track": None, "walls": [1]}, ""),
        ({"arena": "pit", "track": "Old Mill"}, "Pit, Old Mill"),
    ],
)
def test_where_a_match_is_played_is_what_of_its_setting_has_a_name(setting: dict[str, Any], told: str) -> None:
    assert ground_words(setting) == told

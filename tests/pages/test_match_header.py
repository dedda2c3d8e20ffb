"""A match's header names its ruleset and its setting before anything has been run."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from explain.printed_names import setting_lines
from rules.match.registry import temporarily_installed
from rules.match.ruleset import ErrorDetail, Fixture
from tests.league.small_league import lined_up, report, settled, signed
from tests.pages.season_pages import HOME, main_of
from tests.rules.formule.test_circuit import small
from tests.rules.ladder import Ladder

COMMON = {"match": "m1", "franchises": ["razors", "saints"], "vehicles_per_team": 2}
RACE = COMMON | {"event": "circuit_race", "ruleset": "formule"}


class Anywhere(Ladder):
    """A ladder that accepts any setting."""

    def fixture_errors(self, fixture: Fixture) -> list[ErrorDetail]:  # noqa: ARG002 - every setting is accepted
        """No errors."""
        return []


def header_of(match: str) -> str:
    """The line under the teams at the top of the page."""
    banner = re.search(r'<p class="match-facts">(.*?)</p>', main_of(f"{HOME}{match}/"))
    assert banner is not None
    return unescape(banner[1])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (
            RACE | {"setting": {"circuit": "rust_ring", "laps": 2}},
            "1 heat · 2 cars a team · Rules: Formule Wars · Circuit: Rust Ring · Laps: 2",
        ),
        (
            RACE | {"setting": {"circuit": small()}},
            "1 heat · 2 cars a team · Rules: Formule Wars · Circuit: Tin Ring",
        ),
        (
            COMMON | {"event": "duel", "ruleset": "rhad", "setting": {"arena": "pillar_hall"}},
            "1 heat · 2 cars a team · Rules: RHAD · Arena: Pillar Hall",
        ),
        (
            COMMON | {"event": "race", "heats": 2, "surface": "ice"},
            "ice · 2 heats · 2 cars a team · reported by people",
        ),
    ],
)
def test_an_announced_match_says_by_which_rules_it_goes_and_what_was_set(plan: dict[str, Any], told: str) -> None:
    signed().give("announce_round", round="r1", matches=[plan])
    assert header_of("m1") == told


@pytest.mark.django_db
def test_a_ruleset_that_is_not_installed_goes_by_its_name_and_what_was_set_is_told_as_text() -> None:
    plan = COMMON | {"event": "climb", "ruleset": "gone", "setting": {"track": "<b>Old</b> Mill"}}
    table = signed()
    with temporarily_installed(Anywhere(name="gone")):
        table.give("announce_round", round="r1", matches=[plan])
    assert "<b>" not in main_of(f"{HOME}m1/").split("</h1>")[1].split('<span class="steps')[0]
    assert header_of("m1").endswith(" · Rules: gone · Track: <b>Old</b> Mill")


@pytest.mark.django_db
def test_the_header_says_it_still_when_the_match_is_settled() -> None:
    settled()
    assert header_of("m1").endswith(" cars a team · reported by people")


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ({}, []),
        ({"laps": 12, "circuit": "ice_bridge"}, ["Circuit: Ice Bridge", "Laps: 12"]),
        ({"pit_lane": True, "night": False}, ["Night: off", "Pit lane: on"]),
        (
            {"table": {"name": "den"}, "walls": [1], "posts": {}, "gates": []},
            [
                "Gates: one of its own",
                "Posts: one of its own",
                "Table: Den",
                "Walls: one of its own",
            ],
        ),
        ({"arena": "pit", "track": "route_66"}, ["Arena: Pit", "Track: Route 66"]),
        ({"track": "", "table": None, "laps": 0, "night": False}, ["Night: off"]),
        ({"circuit": {"title": "Tin Ring", "name": "tin_ring_two"}}, ["Circuit: Tin Ring"]),
        ({"track": {"id": "scrap", "name": "Scrap Ring"}}, ["Track: Scrap Ring"]),
        ({"track": {"title": " ", "name": "scrap_ring"}}, ["Track: Scrap Ring"]),
        ({"track": {"title": 4, "name": ""}}, ["Track: one of its own"]),
        ({"by": "McCoy's old_mill"}, ["By: McCoy's old_mill"]),
    ],
)
def test_what_was_set_is_told_in_plain_words(setting: dict[str, Any], told: list[str]) -> None:
    assert setting_lines(setting) == told


@pytest.mark.django_db
def test_what_cars_carry_is_told_while_they_carry_what_they_had_at_the_lock_and_not_after_it_may_be_lost() -> None:
    table = lined_up()
    assert "Car, and what it carries" in main_of(f"{HOME}m1/")
    table.give("accept_report", match="m1", report=report(table))
    assert table.state.match("m1").step == "M5.4"
    after = main_of(f"{HOME}m1/")
    assert '<th scope="col">Car</th>' in after
    assert "nothing on it" not in after

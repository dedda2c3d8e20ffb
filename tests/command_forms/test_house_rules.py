"""The form that changes one house rule: possible settings, the step from which it holds, and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from league.pages.command_forms.chapters.house_rules import steps_to_come
from tests.command_forms.desk import Sitter
from tests.league.small_league import Table, announced, founded, signed

pytestmark = pytest.mark.django_db


def boss(table: Table) -> Sitter:
    """The commissioner at the desk of the season."""
    return Sitter(table.season, "boss")


@pytest.mark.rule("HOUSE-008")
def test_a_house_rule_is_changed_at_once_and_told_with_its_reason() -> None:
    table = founded()
    page = boss(table).open("change_switch", switch="draft.snake").content.decode()
    assert "Does the order turn round after each round?" in page
    assert "Is off; printed: off." in page
    sitter = boss(table)
    answer = sitter.give("change_switch", switch="draft.snake", setting="on", reason="It is fairer.")
    assert answer["Location"] == "/l/rust-belt/s1/rules/"
    assert table.state.setting("draft.snake") is True
    assert (
        "The house rule “Does the order turn round after each round?” is on."
        in sitter.client.get(answer["Location"]).content.decode()
    )


@pytest.mark.parametrize(
    ("switch", "typed", "setting"),
    [
        ("staff.keep_fee_r4_k", "150", 150),
        ("roster.max", "12", 12),
        ("season.tiebreak", "dice", "dice"),
        ("dethmatch.race_points", "9 6 4", "9 6 4"),
        ("match.ruleset", "rhad", "rhad"),
    ],
)
def test_a_setting_is_read_as_what_its_house_rule_holds(switch: str, typed: str, setting: object) -> None:
    table = founded()
    assert boss(table).give("change_switch", switch=switch, setting=typed, reason="So.").status_code == 302
    assert table.state.setting(switch) == setting


@pytest.mark.parametrize(
    ("switch", "typed", "words"),
    [
        ("roster.max", "many", "not a whole number"),
        ("roster.max", "3", "is above “How large may a roster be?” 3"),
        ("draft.snake", "off", "there is nothing to change"),
        ("draft.snake", "perhaps", "on or off"),
        ("nothing.at_all", "on", "There is no switch"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_in_words(switch: str, typed: str, words: str) -> None:
    table = founded()
    answer = boss(table).give("change_switch", switch=switch, setting=typed, reason="So.")
    assert answer.status_code == 422
    assert words in answer.content.decode()


@pytest.mark.rule("HOUSE-008")
def test_a_change_may_wait_for_a_step_to_come() -> None:
    table = founded()
    boss(table).give("change_switch", switch="draft.snake", setting="on", step="E5", reason="It is fairer.")
    (planned,) = table.state.pending
    assert (planned.switch, planned.setting, planned.step) == ("draft.snake", True, "E5")


@pytest.mark.parametrize(
    ("build", "first"),
    [
        (founded, ["M", "r1", "r2", "r3"]),
        (signed, ["r1", "r2", "r3", "E1"]),
        (announced, ["r2", "r3", "E1", "E2"]),
    ],
)
def test_the_steps_to_come_are_those_after_where_the_season_is(build: Any, first: list[str]) -> None:
    assert steps_to_come(build().state)[:4] == first

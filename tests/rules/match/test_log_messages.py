"""Messages of log entries: the fields they may use, and the rule at their end."""

from __future__ import annotations

from rules.match.story import fill_message, message_fields, with_rule
from rules.match.toughness_check import format_toughness_check
from tests.rules.match.log_entries import entry

SLOWED = entry("speed", before={"speed": 5}, after={"speed": 3}, why="oil")


def test_a_message_may_use_everything_in_its_entry() -> None:
    assert message_fields(SLOWED) == {"speed_before": 5, "speed": 3, "why": "oil", "car": "a.c1", "crew": "ada"}
    assert (
        fill_message("{car} slows from {speed_before} to {speed} on {why}", SLOWED) == "a.c1 slows from 5 to 3 on oil"
    )


def test_fields_may_be_changed_for_people() -> None:
    assert fill_message("{car} is in lane {lane}", entry("grid", lane=0), lane=1) == "a.c1 is in lane 1"


def test_a_function_makes_its_message_itself() -> None:
    assert fill_message(lambda made: made.kind, SLOWED) == "speed"


def test_the_rule_comes_last_and_nothing_stays_nothing() -> None:
    assert with_rule("a.c1 slows", SLOWED) == "a.c1 slows [X-001]"
    assert with_rule("", SLOWED) == ""


def test_a_toughness_check_says_what_was_needed_and_why() -> None:
    checks = [entry("toughness", needed=3, face=face, passed=face <= 3, why="the fire") for face in (3, 4)]
    assert [format_toughness_check(check, passed="passes", failed="fails") for check in checks] == [
        "ada tests toughness 3 (the fire): rolls 3, passes",
        "ada tests toughness 3 (the fire): rolls 4, fails",
    ]

"""The quirk table and the effects of each occurrence."""

from __future__ import annotations

import pytest

from rules.campaign.people.quirks import (
    QUIRK_BY_ROLL,
    QUIRK_NAMES,
    consequence,
    graver_availability,
    heart_fails_up_to,
    penalty,
    quirk_name,
)


@pytest.mark.rule("DM-C-047")
@pytest.mark.parametrize(
    ("total", "quirk"),
    [
        (2, "stupid"),
        (3, "stupid"),
        (4, "heart_condition"),
        (5, "arthritic"),
        (6, "head_injury"),
        (7, "combat_fatigue"),
        (8, "poor_health"),
        (9, "eye_problem"),
        (10, "heart_condition"),
        (11, "unhinged"),
        (12, "unhinged"),
    ],
)
def test_the_quirk_table_is_as_printed(total: int, quirk: str) -> None:
    assert QUIRK_BY_ROLL[total] == quirk


@pytest.mark.rule("DM-C-047")
def test_there_are_eight_quirks_by_their_printed_names() -> None:
    assert {tag: quirk_name(tag) for tag in QUIRK_NAMES} == {
        "stupid": "Stupid",
        "heart_condition": "Heart condition",
        "arthritic": "Arthritic",
        "head_injury": "Head injury",
        "combat_fatigue": "Combat fatigue",
        "poor_health": "Poor health",
        "eye_problem": "Eye problem",
        "unhinged": "Unhinged",
    }


@pytest.mark.rule("DM-C-047")
@pytest.mark.parametrize("quirk", sorted(QUIRK_NAMES))
def test_a_first_occurrence_keeps_nobody_away(quirk: str) -> None:
    brought = consequence(quirk=quirk, count=1)
    assert (brought.availability, brought.retiring) == ("available", False)


@pytest.mark.rule(
    "DM-C-047", "DM-C-048", "DM-C-049", "DM-C-050", "DM-C-051", "DM-C-052", "DM-C-053", "DM-C-054", "DM-C-055"
)
@pytest.mark.parametrize(
    ("quirk", "availability", "retiring"),
    [
        ("stupid", "season_out", False),
        ("heart_condition", "available", True),
        ("arthritic", "barred", True),
        ("head_injury", "available", True),
        ("combat_fatigue", "available", True),
        ("poor_health", "available", True),
        ("eye_problem", "barred", True),
        ("unhinged", "season_out", False),
    ],
)
@pytest.mark.parametrize("count", [2, pytest.param(3, marks=pytest.mark.rule("DM-C-056"))])
def test_a_second_occurrence_is_as_printed_and_a_third_adds_nothing(
    quirk: str, availability: str, retiring: bool, count: int
) -> None:
    brought = consequence(quirk=quirk, count=count)
    assert (brought.availability, brought.retiring) == (availability, retiring)


@pytest.mark.rule("DM-C-048", "DM-C-055")
@pytest.mark.parametrize("quirk", ["stupid", "unhinged"])
def test_a_season_out_becomes_retirement_where_the_house_says_so(quirk: str) -> None:
    assert consequence(quirk=quirk, count=2, season_out_retires=True).retiring
    assert not consequence(quirk=quirk, count=1, season_out_retires=True).retiring


@pytest.mark.rule("DM-C-047", "DM-C-056")
@pytest.mark.parametrize(("count", "off"), [(0, 0), (1, 1), (2, 2), (3, 2), (7, 2)])
def test_a_penalty_is_one_then_two_in_all(count: int, off: int) -> None:
    assert penalty("arthritic", count) == off
    assert penalty("unhinged", count) == 0


@pytest.mark.rule("DM-C-049")
@pytest.mark.parametrize(("count", "fails"), [(1, [1]), (2, [1, 2]), (3, [1, 2])])
def test_a_heart_fails_on_one_and_the_second_time_on_two(count: int, fails: list[int]) -> None:
    failed = [face for face in range(1, 7) if face <= heart_fails_up_to(count)]
    assert failed == fails


@pytest.mark.rule("DM-C-012")
@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ("available", "heart_out", "heart_out"),
        ("season_out", "heart_out", "season_out"),
        ("season_out", "barred", "barred"),
        ("retired", "barred", "retired"),
        ("available", "available", "available"),
    ],
)
def test_a_driver_is_only_the_gravest_of_what_keeps_him_away(one: str, other: str, both: str) -> None:
    assert graver_availability(one, other) == graver_availability(other, one) == both

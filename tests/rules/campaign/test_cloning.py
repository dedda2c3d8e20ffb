"""Drivers out of action: the bill, the check, and the effects of a quirk."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.state import Bill, Driver
from rules.campaign.match_day.settlement import OpenSettlement
from rules.campaign.money.bills import BillMade
from rules.campaign.people.cloning import (
    AvailabilityChanged,
    DriverCloned,
    QuirkGained,
    QuirkResisted,
    RetirementMarked,
    roll_quirk_check,
)
from rules.core.dice import Stream
from rules.core.terms import MatchId
from tests.rules.campaign.memory_seasons import Table, accept, locked, report, signed

PATH = "m1/settle/saints.d2/quirk"


@pytest.mark.rule("DM-C-046", "DM-C-005")
@pytest.mark.parametrize(
    ("bonuses", "resisted"),
    [
        ({}, [1, 2, 3]),
        ({"stable": 1}, [1, 2, 3, 4]),
        ({"sponsored": 1}, [1, 2, 3, 4]),
        ({"stable": 1, "sponsored": 2}, [1, 2, 3, 4, 5, 6]),
        ({"stable": 1, "sponsored": 2, "natural_six_fails": True}, [1, 2, 3, 4, 5]),
    ],
)
def test_bonuses_of_different_sources_add_up(bonuses: dict[str, Any], resisted: list[int]) -> None:
    resisted_totals = [
        face
        for face in range(1, 7)
        if not roll_quirk_check(toughness=3, stream=Stream(PATH, loaded=[face, 3, 4]), **bonuses).quirk
    ]
    assert resisted_totals == resisted


@pytest.mark.rule("DM-C-046", "DM-C-047")
def test_a_failed_check_is_followed_by_the_table_on_the_same_dice() -> None:
    checked = roll_quirk_check(toughness=3, stream=Stream(PATH, loaded=[4, 6, 4]))
    assert (checked.quirk, [roll.faces for roll in checked.rolls]) == ("heart_condition", [(4,), (6, 4)])


def opened(
    faces: list[int], *, kinds: tuple[str, ...] = ("oil",), switches: dict[str, Any] | None = None, **sheet: Any
) -> tuple[Table, Driver]:
    """A settlement opened after saints.d2 went out of action."""
    table = signed(switches=switches)
    driver = table.season.driver("saints.d2")
    for name, value in sheet.items():
        setattr(driver, name, value)
    table.sponsor("saints", *kinds)
    locked(table=table)
    accept(table, report(table, drivers={"saints.d2": {"out": True}}))
    table.give(OpenSettlement(match=MatchId("m1")), {PATH: faces})
    return table, driver


@pytest.mark.rule("DM-C-045", "DM-C-046")
def test_a_driver_out_of_action_is_cloned_and_may_resist() -> None:
    table, driver = opened([3])
    assert [(fact.match, fact.driver) for fact in table.said(DriverCloned)] == [("m1", "saints.d2")]
    (bill,) = table.said(BillMade)
    assert (bill.franchise, bill.bill, bill.subject, bill.listed, bill.amount) == (
        "saints",
        "cloning",
        "saints.d2",
        5000,
        5000,
    )
    (fact,) = table.said(QuirkResisted)
    assert (fact.toughness, fact.stable, fact.sponsored, fact.rolls[0].faces) == (3, 0, 0, (3,))
    assert table.season.line_up("m1", "saints").bills == [
        Bill(kind="cloning", subject="saints.d2", listed=5000, amount=5000)
    ]
    assert driver.quirks == {}


@pytest.mark.rule("DM-C-080", "DM-C-085")
@pytest.mark.parametrize(
    ("kinds", "amount"),
    [
        (("insurance",), 0),
        (("cloning_services",), 3000),
        (("insurance", "cloning_services"), 0),
        (("cloning_services", "cloning_services"), 3000),
        (("oil", "medical_services"), 5000),
    ],
)
def test_a_cloning_bill_is_what_sponsors_leave_of_it(kinds: tuple[str, ...], amount: int) -> None:
    table, _ = opened([1], kinds=kinds)
    assert [(fact.listed, fact.amount) for fact in table.said(BillMade)] == [(5000, amount)]


@pytest.mark.rule("DM-C-046", "DM-C-035", "DM-C-076", "DM-C-085", "DM-C-053")
@pytest.mark.parametrize(
    ("kinds", "sheet", "face"),
    [
        (("medical_services",), {}, 4),
        (("cloning_services",), {}, 4),
        (("oil",), {"talents": ["stable_genetics"]}, 4),
        (("medical_services", "cloning_services"), {"talents": ["stable_genetics"]}, 6),
        (("medical_services", "medical_services"), {}, 4),
        (("oil",), {"quirks": {"poor_health": 1}}, 2),
        (("oil",), {"quirks": {"poor_health": 2}}, 1),
        (("oil",), {"toughness": 5, "fatigue": ["driving"] * 4}, 5),
    ],
)
def test_the_check_goes_by_toughness_and_its_bonuses(
    kinds: tuple[str, ...], sheet: dict[str, Any], face: int
) -> None:
    table, _ = opened([face], kinds=kinds, **sheet)
    assert len(table.said(QuirkResisted)) == 1
    if face < 6:
        table, _ = opened([face + 1, 3, 4], kinds=kinds, **sheet)
        assert [fact.quirk for fact in table.said(QuirkGained)] == ["combat_fatigue"]


@pytest.mark.rule("DM-C-005", "DM-C-046")
def test_a_natural_six_fails_the_quirk_check_where_the_house_says_so() -> None:
    table, _ = opened([6, 3, 4], toughness=9, switches={"check.natural_six_fails": True})
    assert len(table.said(QuirkGained)) == 1


@pytest.mark.rule("DM-C-047", "DM-C-056")
@pytest.mark.parametrize(
    ("faces", "had", "quirk", "availability", "retiring"),
    [
        ([6, 1, 1], {}, "stupid", "available", False),
        ([6, 1, 2], {"stupid": 1}, "stupid", "season_out", False),
        ([6, 1, 2], {"stupid": 2}, "stupid", "season_out", False),
        ([6, 6, 6], {"unhinged": 1}, "unhinged", "season_out", False),
        ([6, 5, 5], {"heart_condition": 1}, "heart_condition", "available", True),
        ([6, 2, 3], {"arthritic": 1}, "arthritic", "barred", True),
        ([6, 3, 3], {"head_injury": 1}, "head_injury", "available", True),
        ([6, 3, 4], {"combat_fatigue": 1}, "combat_fatigue", "available", True),
        ([6, 4, 4], {"poor_health": 1}, "poor_health", "available", True),
        ([6, 4, 5], {"eye_problem": 1}, "eye_problem", "barred", True),
        ([6, 1, 1], {"arthritic": 1}, "stupid", "available", False),
    ],
)
def test_a_quirk_counts_up_and_brings_what_its_occurrence_brings(
    faces: list[int], had: dict[str, int], quirk: str, availability: str, retiring: bool
) -> None:
    table, driver = opened(faces, quirks=dict(had))
    count = had.get(quirk, 0) + 1
    (fact,) = table.said(QuirkGained)
    assert (fact.quirk, fact.count, fact.driver) == (quirk, count, "saints.d2")
    assert driver.quirks == {**had, quirk: count}
    assert (driver.availability, driver.retiring) == (availability, retiring)
    changed = [(fact.was, fact.now) for fact in table.said(AvailabilityChanged)]
    assert changed == ([] if availability == "available" else [("available", availability)])
    assert [fact.quirk for fact in table.said(RetirementMarked)] == ([quirk] if retiring else [])


@pytest.mark.rule("DM-C-048")
def test_a_season_out_retires_where_the_house_says_so() -> None:
    _, driver = opened([6, 1, 1], quirks={"stupid": 1}, switches={"quirks.season_out_becomes_retirement": True})
    assert (driver.availability, driver.retiring) == ("season_out", True)


@pytest.mark.rule("DM-C-007", "DM-C-013")
def test_what_the_driver_has_survives_his_cloning() -> None:
    _, driver = opened([6, 3, 4], xp=7, level=3, talents=["adept"], quirks={"stupid": 1}, fatigue=["driving"])
    assert (driver.xp, driver.level, driver.talents, driver.fatigue) == (7, 3, ["adept"], ["driving"])
    assert driver.quirks == {"stupid": 1, "combat_fatigue": 1}


@pytest.mark.rule("DM-C-045")
def test_only_those_out_of_action_are_checked_once_each() -> None:
    table, _ = opened([1])
    assert [roll.path for roll in table.log if roll.path.endswith("/quirk")] == [PATH]

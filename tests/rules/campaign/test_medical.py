"""Medical devices: the quirk each corrects, and the penalties that end with it."""

from __future__ import annotations

import pytest

from rules.campaign.core.command import OutOfStep
from rules.campaign.core.locks_and_shops import LockedForMatch
from rules.campaign.core.state import DriverNotOnRoster
from rules.campaign.garage.stores import ItemLost, NotYourItem
from rules.campaign.people.cloning import AvailabilityChanged
from rules.campaign.people.medical_devices import (
    CuresOtherQuirks,
    QuirkAbsent,
    QuirkCured,
    RetirementLifted,
    UseMedicalDevice,
)
from rules.campaign.people.traits import effective_trait
from rules.core.refusals import Unknown
from rules.core.terms import DriverId, FranchiseId, ItemId, Trait
from tests.rules.campaign.memory_seasons import Table, founded, locked, shopping, signed

RAZORS, D1, DEVICE = FranchiseId("razors"), DriverId("razors.d1"), ItemId("razors.device")
CURES = [
    ("artificial_eye", "eye_problem", "DM-C-127"),
    ("artificial_organs", "heart_condition", "DM-C-128"),
    ("artificial_organs", "poor_health", "DM-C-128"),
    ("artificial_limbs", "arthritic", "DM-C-129"),
]
QUIRKS = (
    "stupid",
    "heart_condition",
    "arthritic",
    "head_injury",
    "combat_fatigue",
    "poor_health",
    "eye_problem",
    "unhinged",
)


def use(quirk: str, *, driver: str = "razors.d1", franchise: str = "razors") -> UseMedicalDevice:
    """The razors use their device on d1."""
    return UseMedicalDevice(franchise=FranchiseId(franchise), item=DEVICE, driver=DriverId(driver), quirk=quirk)


def patient(
    kind: str,
    quirks: dict[str, int],
    *,
    availability: str = "available",
    retiring: bool = False,
    table: Table | None = None,
) -> Table:
    """A season in which d1 of the razors has those quirks and the device is in the stores."""
    table = table or signed()
    driver = table.season.driver("razors.d1")
    driver.quirks, driver.availability, driver.retiring = dict(quirks), availability, retiring
    table.stock(kind, id="device")
    return table


@pytest.mark.rule("DM-C-057", "DM-C-127", "DM-C-128", "DM-C-129")
@pytest.mark.parametrize(("kind", "quirk", "rule"), CURES)
def test_a_device_takes_one_quirk_away_and_is_used_up(kind: str, quirk: str, rule: str) -> None:
    table = patient(kind, {quirk: 1, "head_injury": 1})
    assert table.give(use(quirk)) == [
        QuirkCured(rule="DM-C-057", franchise=RAZORS, driver=D1, item=DEVICE, quirk=quirk, count=0),
        ItemLost(rule="DM-C-057", franchise=RAZORS, item=DEVICE, item_kind=kind, reason="used on razors.d1"),
    ]
    assert table.season.driver("razors.d1").quirks == {"head_injury": 1}
    assert table.season.items == {}
    table.refused(use(quirk), Unknown, "razors.device")


@pytest.mark.rule("DM-C-127", "DM-C-128", "DM-C-129")
@pytest.mark.parametrize("kind", ["artificial_eye", "artificial_organs", "artificial_limbs", "medical_kit", "laser"])
def test_a_device_corrects_nothing_else(kind: str) -> None:
    table = patient(kind, dict.fromkeys(QUIRKS, 1))
    for quirk in QUIRKS:
        if (kind, quirk) not in [(cure, corrected) for cure, corrected, _ in CURES]:
            table.refused(use(quirk), CuresOtherQuirks, "razors.device corrects")
    table.refused(use("cowardice"), CuresOtherQuirks)


@pytest.mark.rule("DM-C-128")
def test_a_refusal_names_what_the_device_corrects() -> None:
    table = patient("artificial_organs", {"stupid": 1})
    table.refused(use("stupid"), CuresOtherQuirks, "razors.device corrects Heart condition or Poor health")
    table = patient("laser", {"stupid": 1})
    table.refused(use("stupid"), CuresOtherQuirks, "razors.device corrects no quirk")


@pytest.mark.rule("DM-C-057")
def test_it_is_not_wasted_on_who_does_not_have_the_quirk() -> None:
    table = patient("artificial_organs", {"heart_condition": 1})
    table.refused(use("poor_health"), QuirkAbsent, "razors.d1 has no Poor health")


@pytest.mark.rule("DM-C-057", "DM-C-129", "DM-C-127", "DM-C-047")
@pytest.mark.parametrize(
    ("kind", "quirk", "trait"),
    [("artificial_limbs", "arthritic", Trait.DRIVING), ("artificial_eye", "eye_problem", Trait.GUNNERY)],
)
def test_a_second_occurrence_corrected_lifts_the_bar_and_the_retirement(kind: str, quirk: str, trait: Trait) -> None:
    table = patient(kind, {quirk: 2}, availability="barred", retiring=True)
    facts = table.give(use(quirk))
    driver = table.season.driver("razors.d1")
    assert (driver.quirks, driver.availability, driver.retiring) == ({quirk: 1}, "available", False)
    assert effective_trait(driver, trait).value == 2
    assert facts[2:] == [
        AvailabilityChanged(rule="DM-C-057", franchise=RAZORS, driver=D1, was="barred", now="available"),
        RetirementLifted(rule="DM-C-057", franchise=RAZORS, driver=D1, quirk=quirk),
    ]


@pytest.mark.rule("DM-C-057", "DM-C-128", "DM-C-053")
@pytest.mark.parametrize("quirk", ["heart_condition", "poor_health"])
def test_a_corrected_heart_or_health_lifts_the_retirement(quirk: str) -> None:
    table = patient("artificial_organs", {quirk: 2}, retiring=True)
    facts = table.give(use(quirk))
    assert not table.season.driver("razors.d1").retiring
    assert facts[2:] == [RetirementLifted(rule="DM-C-057", franchise=RAZORS, driver=D1, quirk=quirk)]


@pytest.mark.rule("DM-C-057", "DM-C-056")
@pytest.mark.parametrize(
    ("quirks", "availability"),
    [
        ({"arthritic": 3}, "barred"),
        ({"arthritic": 2, "eye_problem": 2}, "barred"),
    ],
)
def test_what_a_third_occurrence_or_another_quirk_brings_stays(quirks: dict[str, int], availability: str) -> None:
    table = patient("artificial_limbs", quirks, availability=availability, retiring=True)
    assert len(table.give(use("arthritic"))) == 2
    driver = table.season.driver("razors.d1")
    assert (driver.availability, driver.retiring) == (availability, True)


@pytest.mark.rule("DM-C-057", "DM-C-047")
def test_the_bar_goes_while_another_quirk_still_makes_him_retire() -> None:
    table = patient("artificial_limbs", {"arthritic": 2, "combat_fatigue": 2}, availability="barred", retiring=True)
    table.give(use("arthritic"))
    driver = table.season.driver("razors.d1")
    assert (driver.availability, driver.retiring) == ("available", True)


@pytest.mark.rule("DM-C-057", "DM-C-048")
def test_a_driver_out_for_the_season_stays_out_and_retires_by_the_house_rule_for_that() -> None:
    table = signed(switches={"quirks.season_out_becomes_retirement": True})
    driver = table.season.driver("razors.d1")
    driver.quirks = {"poor_health": 2, "stupid": 2}
    driver.availability, driver.retiring = "season_out", True
    table.stock("artificial_organs", id="device")
    table.give(use("poor_health"))
    assert (driver.availability, driver.retiring) == ("season_out", True)


@pytest.mark.rule("DM-C-057", "DM-C-049")
def test_a_corrected_heart_that_failed_before_a_match_still_misses_that_one() -> None:
    table = patient("artificial_organs", {"heart_condition": 1}, availability="heart_out")
    table.give(use("heart_condition"))
    assert table.season.driver("razors.d1").availability == "heart_out"


@pytest.mark.rule("DM-C-057")
@pytest.mark.switch("quirks.cure_cancels_retirement", False)
def test_a_cure_lifts_only_the_penalty_by_house_rule() -> None:
    table = signed(switches={"quirks.cure_cancels_retirement": False})
    patient("artificial_limbs", {"arthritic": 2}, availability="barred", retiring=True, table=table)
    assert len(table.give(use("arthritic"))) == 2
    driver = table.season.driver("razors.d1")
    assert (driver.quirks, driver.availability, driver.retiring) == ({"arthritic": 1}, "barred", True)


@pytest.mark.rule("DM-C-057")
def test_device_and_driver_are_ones_own() -> None:
    table = patient("artificial_limbs", {"arthritic": 1})
    table.refused(use("arthritic", franchise="saints"), NotYourItem)
    table.refused(use("arthritic", driver="saints.d1"), DriverNotOnRoster, "saints.d1")
    table.refused(use("arthritic", driver="razors.d9"), Unknown)
    del table.season.contracts["razors.d1"]
    table.refused(use("arthritic"), DriverNotOnRoster, "razors.d1")


@pytest.mark.rule("DM-C-129", "DM-C-159")
@pytest.mark.parametrize("step", ["S1", "S2", "S3", "M", "E1", "E2"])
def test_a_device_is_used_in_any_step_up_to_the_retirements(step: str) -> None:
    table = patient("artificial_limbs", {"arthritic": 1})
    table.season.step = step
    table.give(use("arthritic"))
    assert table.season.driver("razors.d1").quirks == {}


@pytest.mark.rule("DM-C-129", "DM-C-159")
def test_it_is_too_late_when_the_retirements_begin() -> None:
    table = patient("artificial_limbs", {"arthritic": 1})
    table.season.step = "E3"
    table.refused(use("arthritic"), OutOfStep, "too late")
    founded().refused(use("arthritic"), Unknown)


@pytest.mark.rule("DM-C-129")
def test_it_is_used_while_shopping_and_not_while_the_match_is_locked() -> None:
    table = patient("artificial_limbs", {"arthritic": 1}, table=locked())
    table.refused(use("arthritic"), LockedForMatch, "m1")
    table = patient("artificial_limbs", {"arthritic": 1}, table=shopping())
    table.give(use("arthritic"))
    assert table.season.driver("razors.d1").quirks == {}

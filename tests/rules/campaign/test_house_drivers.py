"""A commissioner's corrections to a driver's sheet: only the given fields change, within possible values."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.commissioner.balance_and_points import NothingToChange
from rules.campaign.commissioner.driver_corrections import (
    AdjustDriver,
    DriverLeftSport,
    ExperienceAdjusted,
    FatigueAdjusted,
    FigureOutOfRange,
    QuirkAdjusted,
    RetirementAdjusted,
    TalentHeld,
    TalentNotHeld,
    TalentTaken,
    TraitAdjusted,
)
from rules.campaign.core.facts import Fact
from rules.campaign.core.figure_limits import FigureTooLarge
from rules.campaign.core.state import Driver
from rules.campaign.people.cloning import AvailabilityChanged
from rules.campaign.people.experience import LevelReached, TalentGained, TraitRaised
from rules.core.refusals import Malformed, Refusal, Unknown
from rules.core.terms import DriverId, Trait
from tests.rules.campaign.memory_seasons import Table, signed
from tests.rules.campaign.settled_match import put

D1 = DriverId("razors.d1")


def sheet(**values: Any) -> Table:
    """A season in which d1 of the razors has those values on their sheet."""
    table = signed()
    put(table.season, {"razors.d1": values})
    return table


def adjust(**changes: Any) -> AdjustDriver:
    """A commissioner's adjustment of d1."""
    return AdjustDriver(driver=D1, **changes)


@pytest.mark.rule("HOUSE-002")
@pytest.mark.parametrize(
    ("given", "changed", "said"),
    [
        ({"driving": 2}, {"driving": 5}, TraitAdjusted),
        ({"gunnery": -3}, {"gunnery": 0}, TraitAdjusted),
        ({"initiative": 17}, {"initiative": 20}, TraitAdjusted),
        ({"toughness": -1}, {"toughness": 2}, TraitAdjusted),
        ({"xp": -5}, {"xp": 0}, ExperienceAdjusted),
        ({"quirk": "stupid", "quirk_change": 2}, {"quirks": {"arthritic": 1, "stupid": 2}}, QuirkAdjusted),
        ({"quirk": "arthritic", "quirk_change": -1}, {"quirks": {}}, QuirkAdjusted),
        ({"fatigue": [Trait.GUNNERY, Trait.DRIVING]}, {"fatigue": ["gunnery", "driving"]}, FatigueAdjusted),
        ({"fatigue": []}, {"fatigue": []}, FatigueAdjusted),
        ({"availability": "barred"}, {"availability": "barred"}, AvailabilityChanged),
        ({"availability": "season_out"}, {"availability": "season_out"}, AvailabilityChanged),
        ({"availability": "heart_out"}, {"availability": "heart_out"}, AvailabilityChanged),
        ({"retiring": True}, {"retiring": True}, RetirementAdjusted),
        ({"talents_added": ["face"]}, {"talents": ["pro", "face"]}, TalentGained),
        ({"talents_removed": ["pro"]}, {"talents": []}, TalentTaken),
    ],
)
def test_only_what_is_given_changes(given: dict[str, Any], changed: dict[str, Any], said: type[Fact]) -> None:
    earlier: dict[str, Any] = {
        "xp": 5,
        "level": 2,
        "talents": ["pro"],
        "quirks": {"arthritic": 1},
        "fatigue": ["initiative"],
    }
    table = sheet(**earlier)
    (fact,) = table.give(adjust(**given))
    assert isinstance(fact, said)
    assert fact.rule == "HOUSE-002"
    assert table.season.driver("razors.d1") == Driver(id="razors.d1", **{**earlier, **changed})


@pytest.mark.rule("HOUSE-002")
def test_the_facts_say_what_was_and_what_is() -> None:
    table = sheet(fatigue=["driving"])
    table.give(adjust(driving=1, quirk="unhinged", quirk_change=1, fatigue=[], retiring=True))
    (trait,) = table.said(TraitAdjusted)
    assert (trait.franchise, trait.trait, trait.was, trait.now) == ("razors", "driving", 3, 4)
    (quirk,) = table.said(QuirkAdjusted)
    assert (quirk.quirk, quirk.was, quirk.now) == ("unhinged", 0, 1)
    (tired,) = table.said(FatigueAdjusted)
    assert (tired.points, tired.traits) == (0, "none")
    assert [fact.retiring for fact in table.said(RetirementAdjusted)] == [True]


@pytest.mark.rule("HOUSE-002", "DM-C-015", "DM-C-016")
def test_experience_given_brings_its_levels_with_their_rolls() -> None:
    table = sheet(xp=2)
    table.give(adjust(xp=4), {"house/razors.d1/level2": [3, 4, 1, 4, 4, 6]})
    driver = table.season.driver("razors.d1")
    assert (driver.xp, driver.level, driver.driving, driver.talents) == (6, 3, 4, ["adept"])
    assert [(fact.level, fact.xp) for fact in table.said(LevelReached)] == [(2, 6), (3, 6)]
    assert [(fact.was, fact.now) for fact in table.said(ExperienceAdjusted)] == [(2, 6)]
    assert [fact.trait for fact in table.said(TraitRaised)] == ["driving"]


@pytest.mark.rule("HOUSE-002", "DM-C-016")
def test_experience_taken_takes_no_level_and_given_back_gives_none() -> None:
    table = sheet(xp=6, level=3)
    table.give(adjust(xp=-6))
    table.give(adjust(xp=6))
    driver = table.season.driver("razors.d1")
    assert (driver.xp, driver.level) == (6, 3)
    assert table.said(LevelReached) == []


@pytest.mark.rule("HOUSE-002")
def test_experience_is_given_up_to_a_hundred_thousand() -> None:
    table = sheet(xp=99_999, level=317)
    table.refused(adjust(xp=2), FigureOutOfRange, "100001 XP", "0 to 100000")
    table.give(adjust(xp=1))
    assert table.season.driver("razors.d1").xp == 100_000


@pytest.mark.rule("HOUSE-002")
def test_a_driver_nobody_has_under_contract_is_corrected_as_well() -> None:
    table = sheet()
    del table.season.contracts["razors.d1"]
    (fact,) = table.give(adjust(driving=1))
    assert isinstance(fact, TraitAdjusted)
    assert fact.franchise == ""


@pytest.mark.rule("HOUSE-002", "DM-C-020")
@pytest.mark.parametrize(
    ("had", "given", "now"),
    [
        (["mechanic"], {"talents_added": ["mechanic"]}, ["mechanic", "mechanic"]),
        (["pro", "face"], {"talents_added": ["pro"], "talents_removed": ["pro"]}, ["face", "pro"]),
    ],
)
def test_mechanic_is_held_again_and_a_talent_taken_may_be_given(
    had: list[str], given: dict[str, Any], now: list[str]
) -> None:
    table = sheet(talents=had)
    table.give(adjust(**given))
    assert table.season.driver("razors.d1").talents == now


@pytest.mark.rule("HOUSE-002", "DM-C-020")
@pytest.mark.switch("talents.duplicates", "stack")
def test_a_talent_is_given_twice_where_the_house_stacks_them() -> None:
    table = signed(switches={"talents.duplicates": "stack"})
    table.give(adjust(talents_added=["pro", "pro"]))
    assert table.season.driver("razors.d1").talents == ["pro", "pro"]


@pytest.mark.rule("HOUSE-002")
@pytest.mark.parametrize(
    ("given", "refusal", "words"),
    [
        ({}, NothingToChange, ["razors.d1"]),
        ({"fatigue": []}, NothingToChange, ["razors.d1"]),
        ({"availability": "available", "retiring": False}, NothingToChange, ["razors.d1"]),
        ({"driving": -4}, FigureOutOfRange, ["driving", "-1"]),
        ({"toughness": 18}, FigureOutOfRange, ["toughness", "21"]),
        ({"xp": -6}, FigureOutOfRange, ["-1 XP"]),
        ({"xp": 100_000}, FigureOutOfRange, ["100005"]),
        ({"quirk": "stupid"}, Malformed, ["both"]),
        ({"quirk_change": 1}, Malformed, ["both"]),
        ({"quirk": "lazy", "quirk_change": 1}, Unknown, ["lazy", "heart_condition"]),
        ({"quirk": "stupid", "quirk_change": 10_000}, FigureTooLarge, ["9999"]),
        ({"quirk": "arthritic", "quirk_change": -2}, FigureOutOfRange, ["arthritic", "1 times"]),
        ({"quirk": "stupid", "quirk_change": -1}, FigureOutOfRange, ["stupid", "0 times"]),
        ({"fatigue": [Trait.TOUGHNESS]}, Malformed, ["toughness"]),
        ({"availability": "retired"}, Malformed, ["retired", "season_out"]),
        ({"talents_added": ["juggler"]}, Unknown, ["juggler"]),
        ({"talents_added": ["pro"]}, TalentHeld, ["pro"]),
        ({"talents_removed": ["face"]}, TalentNotHeld, ["face"]),
        ({"talents_removed": ["pro", "pro"]}, TalentNotHeld, ["pro"]),
    ],
)
def test_nothing_impossible_is_written_on_a_sheet(
    given: dict[str, Any], refusal: type[Refusal], words: list[str]
) -> None:
    table = sheet(xp=5, level=2, talents=["pro"], quirks={"arthritic": 1})
    table.refused(adjust(**given), refusal, *words)


@pytest.mark.rule("HOUSE-002")
def test_who_left_the_sport_has_no_sheet_to_correct() -> None:
    table = sheet(availability="retired")
    table.refused(adjust(driving=1), DriverLeftSport, "razors.d1")
    table.refused(AdjustDriver(driver=DriverId("nobody"), driving=1), Unknown, "nobody")

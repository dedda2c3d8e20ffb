"""Trait checks, and a driver's effective traits."""

from __future__ import annotations

import pytest

from rules.campaign.core.state import Driver, LockSnapshot
from rules.campaign.people.traits import (
    TraitModifier,
    all_effective_traits,
    effective_trait,
    raise_trait,
    roll_trait_check,
    snapshot_toughness,
    succeeds,
    take_lock_snapshot,
)
from rules.core.dice import Stream
from rules.core.terms import Trait


@pytest.mark.rule("DM-C-005")
@pytest.mark.parametrize(
    ("trait", "passing"), [(-2, 0), (0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (9, 6)]
)
def test_a_check_succeeds_on_the_trait_or_lower(trait: int, passing: int) -> None:
    passed = [
        face
        for face in range(1, 7)
        if roll_trait_check(trait=trait, why="", stream=Stream("m/a", loaded=[face])).passed
    ]
    assert passed == list(range(1, passing + 1))


@pytest.mark.rule("DM-C-005")
@pytest.mark.parametrize(("die", "trait", "passed"), [(6, 6, False), (6, 9, False), (5, 5, True), (1, 1, True)])
def test_a_natural_six_fails_where_the_house_says_so(die: int, trait: int, passed: bool) -> None:
    assert succeeds(die=die, trait=trait, natural_six_fails=True) is passed


@pytest.mark.rule("DM-C-009")
def test_a_new_driver_has_threes_and_nothing_else() -> None:
    driver = Driver(id="razors.d1")
    assert [(trait.trait, trait.value, trait.modifiers) for trait in all_effective_traits(driver)] == [
        (Trait.DRIVING, 3, ()),
        (Trait.GUNNERY, 3, ()),
        (Trait.INITIATIVE, 3, ()),
        (Trait.TOUGHNESS, 3, ()),
    ]
    assert (driver.xp, driver.level, driver.talents, driver.quirks, driver.fatigue) == (0, 1, [], {}, [])
    assert (driver.availability, driver.retiring, driver.ardent_spent) == ("available", False, False)


@pytest.mark.rule("DM-C-011", "DM-C-047")
@pytest.mark.parametrize(
    ("quirk", "trait"),
    [
        ("arthritic", Trait.DRIVING),
        ("head_injury", Trait.INITIATIVE),
        ("poor_health", Trait.TOUGHNESS),
        ("eye_problem", Trait.GUNNERY),
    ],
)
@pytest.mark.parametrize(("count", "value"), [(1, 2), (2, 1), (3, 1), (9, 1)])
def test_a_quirk_takes_one_then_two_off_its_trait_and_no_more(
    quirk: str, trait: Trait, count: int, value: int
) -> None:
    driver = Driver(id="d", quirks={quirk: count})
    assert {effective.trait: effective.value for effective in all_effective_traits(driver)} == {
        **dict.fromkeys(Trait, 3),
        trait: value,
    }


@pytest.mark.rule("DM-C-011")
@pytest.mark.parametrize("quirk", ["stupid", "heart_condition", "combat_fatigue", "unhinged"])
def test_the_other_quirks_touch_no_trait(quirk: str) -> None:
    assert [trait.value for trait in all_effective_traits(Driver(id="d", quirks={quirk: 2}))] == [3, 3, 3, 3]


@pytest.mark.rule("DM-C-011")
def test_every_modifier_is_named_with_what_it_takes() -> None:
    driver = Driver(
        id="d", driving=5, quirks={"arthritic": 2, "stupid": 1}, fatigue=["driving", "gunnery", "driving"]
    )
    effective = effective_trait(driver, Trait.DRIVING)
    assert (effective.base, effective.value) == (5, 1)
    assert effective.modifiers == (
        TraitModifier(source="Arthritic", amount=-2, rule="DM-C-047"),
        TraitModifier(source="Fatigue", amount=-2, rule="DM-C-101"),
    )


@pytest.mark.rule("DM-C-011")
def test_a_trait_may_fall_below_zero_and_rise_without_a_cap() -> None:
    tired = Driver(id="d", gunnery=3, quirks={"eye_problem": 2}, fatigue=["gunnery"] * 4)
    assert effective_trait(tired, Trait.GUNNERY).value == -3
    assert effective_trait(Driver(id="d", gunnery=11), Trait.GUNNERY).value == 11


@pytest.mark.rule("DM-C-018")
@pytest.mark.parametrize("trait", list(Trait))
def test_raising_a_trait_raises_that_one_by_one(trait: Trait) -> None:
    driver = Driver(id="d")
    assert raise_trait(driver, trait) == 4
    assert {effective.trait: effective.base for effective in all_effective_traits(driver)} == {
        **dict.fromkeys(Trait, 3),
        trait: 4,
    }


@pytest.mark.rule("DM-C-007")
def test_what_is_locked_does_not_follow_the_driver() -> None:
    driver = Driver(id="d", talents=["face"], quirks={"poor_health": 1}, toughness=4)
    snapshot = take_lock_snapshot(driver)
    driver.talents.append("iron_man")
    driver.quirks["poor_health"] = 2
    raise_trait(driver, Trait.TOUGHNESS)
    assert snapshot == LockSnapshot(talents=["face"], quirks={"poor_health": 1}, toughness=4)
    assert snapshot_toughness(snapshot) == 3
    assert LockSnapshot() == take_lock_snapshot(Driver(id="new"))


@pytest.mark.rule("DM-C-101", "DM-C-053")
@pytest.mark.parametrize(("count", "toughness"), [(0, 4), (1, 3), (2, 2), (3, 2)])
def test_locked_toughness_has_poor_health_off_it(count: int, toughness: int) -> None:
    assert snapshot_toughness(LockSnapshot(quirks={"poor_health": count, "arthritic": 2}, toughness=4)) == toughness

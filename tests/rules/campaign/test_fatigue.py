"""Fatigue: drivers who run get tired, drivers who sit out recover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.campaign.core.state import Driver, LockSnapshot, Season
from rules.campaign.people.fatigue import (
    FatigueCleared,
    FatigueEased,
    FatigueGained,
    FatigueShielded,
    FatigueShrugged,
    ShieldRestored,
    rest_driver,
    roll_fatigue,
    roll_recovery,
    tire_driver,
)
from rules.campaign.people.traits import take_lock_snapshot
from rules.core.dice import Stream
from rules.core.terms import Trait


def loaded(*faces: int) -> Stream:
    return Stream("m1/settle/d/fatigue", loaded=faces)


@pytest.mark.rule("DM-C-101")
@pytest.mark.parametrize(
    ("face", "trait"),
    [(1, "initiative"), (2, "initiative"), (3, "driving"), (4, "driving"), (5, "gunnery"), (6, "gunnery")],
)
def test_running_lowers_the_trait_on_the_die(face: int, trait: str) -> None:
    assert roll_fatigue(toughness=3, stream=loaded(face)).traits == (Trait(trait),)


CASES: list[tuple[dict[str, Any], Sequence[int], tuple[str, ...]]] = [
    ({"iron_man": True}, (3,), ()),
    ({"iron_man": True}, (4, 1), ("initiative",)),
    ({"combat_fatigue": True}, (3, 1), ("initiative",)),
    ({"combat_fatigue": True}, (4, 1, 6), ("initiative", "gunnery")),
    ({"shield": True}, (), ()),
    ({"shield": True, "combat_fatigue": True}, (4, 3), ("driving",)),
    ({"shield": True, "combat_fatigue": True}, (3,), ()),
    ({"iron_man": True, "combat_fatigue": True}, (3,), ()),
    ({"iron_man": True, "combat_fatigue": True}, (4, 3, 5), ("gunnery",)),
    ({"iron_man": True, "combat_fatigue": True}, (6, 6, 5, 5), ("gunnery", "gunnery")),
    ({"iron_man": True, "combat_fatigue": True, "shield": True}, (6, 6, 5), ("gunnery",)),
]


@pytest.mark.rule("DM-C-033", "DM-C-043", "DM-C-052", "DM-C-101")
@pytest.mark.parametrize(("has", "faces", "traits"), CASES)
def test_iron_man_comes_first_then_combat_fatigue_then_the_shield_then_the_traits(
    has: dict[str, Any], faces: Sequence[int], traits: tuple[str, ...]
) -> None:
    stream = loaded(*faces)
    assert roll_fatigue(toughness=3, stream=stream, **has).traits == traits
    assert stream.unused_count() == 0


@pytest.mark.rule("DM-C-043", "DM-C-101")
def test_an_iron_man_who_passes_keeps_his_shield() -> None:
    tired = roll_fatigue(toughness=3, iron_man=True, shield=True, stream=loaded(1))
    assert (tired.shrugged, tired.shield_used, tired.points) == (True, False, 0)


@pytest.mark.rule("DM-C-005", "DM-C-043")
def test_a_natural_six_fails_the_iron_man_too_where_the_house_says_so() -> None:
    assert roll_fatigue(toughness=6, iron_man=True, stream=loaded(6)).shrugged
    assert not roll_fatigue(toughness=6, iron_man=True, natural_six_fails=True, stream=loaded(6, 1)).shrugged


@pytest.mark.rule("DM-C-005", "DM-C-052")
def test_a_natural_six_fails_the_combat_fatigue_check_too_where_the_house_says_so() -> None:
    assert roll_fatigue(toughness=6, combat_fatigue=True, stream=loaded(6, 1)).points == 1
    assert roll_fatigue(toughness=6, combat_fatigue=True, natural_six_fails=True, stream=loaded(6, 1, 1)).points == 2
    assert roll_recovery(
        fatigue=["driving", "gunnery"], toughness=6, combat_fatigue=True, natural_six_fails=True, stream=loaded(6)
    ).left == ("driving",)


@pytest.mark.rule("DM-C-101")
def test_sitting_out_clears_everything_without_a_die() -> None:
    assert roll_recovery(fatigue=["driving"] * 5, toughness=3, stream=loaded()).left == ()


@pytest.mark.rule("DM-C-052")
@pytest.mark.parametrize(("face", "left"), [(3, ()), (4, ("driving", "gunnery"))])
def test_combat_fatigue_may_leave_all_but_the_newest_point(face: int, left: tuple[str, ...]) -> None:
    fatigue = ["driving", "gunnery", "initiative"]
    assert roll_recovery(fatigue=fatigue, toughness=3, combat_fatigue=True, stream=loaded(face)).left == left


@pytest.mark.rule("DM-C-052")
def test_combat_fatigue_without_fatigue_throws_nothing() -> None:
    assert roll_recovery(fatigue=[], toughness=3, combat_fatigue=True, stream=loaded()).rolls == ()


def tired(driver: Driver, *faces: int, locked: LockSnapshot | None = None) -> list[Any]:
    return tire_driver(
        Season(), driver, franchise="razors", locked=locked or take_lock_snapshot(driver), stream=loaded(*faces)
    )


def rested(driver: Driver, *faces: int, recharges: bool = True) -> list[Any]:
    return rest_driver(
        Season(switches={"talents.ardent_recharges": recharges}),
        driver,
        franchise="razors",
        locked=take_lock_snapshot(driver),
        stream=loaded(*faces),
    )


@pytest.mark.rule("DM-C-101")
def test_points_pile_up_in_the_order_they_came_even_on_a_trait_at_zero() -> None:
    driver = Driver(id="d", driving=0)
    for face in (3, 5, 4):
        (fact,) = tired(driver, face)
        assert isinstance(fact, FatigueGained)
    assert driver.fatigue == ["driving", "gunnery", "driving"]


@pytest.mark.rule("DM-C-033")
def test_ardent_runs_two_matches_unpenalised_and_again_after_a_rest() -> None:
    driver = Driver(id="d", talents=["ardent"])
    assert [type(fact) for fact in tired(driver)] == [FatigueShielded]
    assert (driver.fatigue, driver.ardent_spent) == ([], True)
    assert [type(fact) for fact in tired(driver, 1)] == [FatigueGained]
    assert driver.fatigue == ["initiative"]
    assert [type(fact) for fact in rested(driver)] == [FatigueCleared, ShieldRestored]
    assert [type(fact) for fact in tired(driver)] == [FatigueShielded]
    assert driver.fatigue == []


@pytest.mark.rule("DM-C-033")
def test_the_shield_comes_back_to_somebody_who_had_no_fatigue_left() -> None:
    driver = Driver(id="d", talents=["ardent"], ardent_spent=True)
    assert [type(fact) for fact in rested(driver)] == [ShieldRestored]
    assert driver.ardent_spent is False


@pytest.mark.rule("DM-C-033", "DM-C-052")
def test_the_shield_stays_spent_while_any_fatigue_is_left() -> None:
    driver = Driver(
        id="d",
        talents=["ardent"],
        ardent_spent=True,
        quirks={"combat_fatigue": 1},
        fatigue=["driving", "gunnery"],
    )
    (fact,) = rested(driver, 6)
    assert isinstance(fact, FatigueEased)
    assert (fact.trait, fact.left, driver.fatigue, driver.ardent_spent) == ("gunnery", 1, ["driving"], True)


@pytest.mark.rule("DM-C-033")
def test_the_shield_is_spent_for_good_where_the_house_says_so() -> None:
    driver = Driver(id="d", talents=["ardent"], ardent_spent=True, fatigue=["driving"])
    assert [type(fact) for fact in rested(driver, recharges=False)] == [FatigueCleared]
    assert (driver.fatigue, driver.ardent_spent) == ([], True)


@pytest.mark.rule("DM-C-007")
def test_an_iron_man_made_after_the_lock_tires_like_anybody() -> None:
    driver = Driver(id="d", talents=["iron_man", "ardent"], toughness=6)
    assert [type(fact) for fact in tired(driver, 1, locked=LockSnapshot())] == [FatigueGained]


@pytest.mark.rule("DM-C-043")
def test_an_iron_man_shrugs_fatigue_off() -> None:
    driver = Driver(id="d", talents=["iron_man"])
    assert [type(fact) for fact in tired(driver, 3)] == [FatigueShrugged]
    assert driver.fatigue == []


@pytest.mark.rule("DM-C-053", "DM-C-043")
def test_poor_health_lowers_the_check_and_fatigue_does_not() -> None:
    driver = Driver(id="d", talents=["iron_man"], quirks={"poor_health": 1}, fatigue=["driving"] * 3)
    assert [type(fact) for fact in tired(driver, 2)] == [FatigueShrugged]
    assert [type(fact) for fact in tired(driver, 3, 1)] == [FatigueGained]


def test_a_rest_that_changes_nothing_says_nothing() -> None:
    assert rested(Driver(id="d")) == []

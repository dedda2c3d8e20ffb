"""Device rolls before a match: which cars break down, which devices are reversed, and that no device escapes its
roll.
"""

from __future__ import annotations

import pytest

from rules.campaign.garage.device_failures import DeviceUnrolled
from rules.campaign.garage.item_placement import FitItem, StowItem
from rules.campaign.match_day.breakdowns import CarBrokeDown, DeviceHeld, RangerReversed
from rules.campaign.match_day.line_ups import CarBroken, LockLineUps, SeatTaken
from rules.campaign.match_day.settlement import OpenSettlement
from rules.core.dice import FacesLeftOver
from rules.core.terms import CarId, FranchiseId, ItemId, MatchId
from tests.rules.campaign.memory_seasons import Table, accept, announce, end_shopping, line_up, signed

RAZORS, M1 = FranchiseId("razors"), MatchId("m1")


def roll(table: Table, **faces: int) -> None:
    """Announce m1 with these faces for the razors' devices, by device id."""
    announce(table, faces={f"m1/pre/razors.{name}/breakdown": [face] for name, face in faces.items()})


@pytest.mark.rule("DM-C-088", "DM-C-087", "DM-C-147", "DM-C-148", "DM-C-149", "DM-C-150", "DM-M-037")
@pytest.mark.parametrize("kind", ["efficient_injectors", "turbochargers", "active_suspension", "hydraulics"])
def test_a_car_whose_device_shows_1_is_out_of_the_match(kind: str) -> None:
    table = signed()
    table.stock(kind, id="device", car="razors.c1")
    roll(table, device=1)
    (broke,) = table.said(CarBrokeDown)
    assert (broke.rule, broke.match, broke.franchise, broke.car) == ("DM-C-088", "m1", "razors", "razors.c1")
    assert (broke.item, broke.item_kind, broke.fails_up_to) == ("razors.device", kind, 1)
    assert [roll_made.path for roll_made in broke.rolls] == ["m1/pre/razors.device/breakdown"]
    assert [car.broken for car in table.season.garage("razors")] == [True, False, False]
    table.refused(line_up("razors"), CarBroken, "razors.c1 broke down before m1")
    table.give(line_up("razors", seats=[("c2", "d1"), ("c3", "d2")]))


@pytest.mark.rule("DM-C-088", "DM-C-087", "DM-M-037")
@pytest.mark.parametrize("kind", ["efficient_injectors", "turbochargers", "active_suspension", "hydraulics"])
def test_a_device_that_shows_2_holds(kind: str) -> None:
    table = signed()
    table.stock(kind, id="device", car="razors.c1")
    roll(table, device=2)
    (fact,) = table.said(DeviceHeld)
    assert (fact.item, fact.item_kind, fact.car, fact.fails_up_to) == ("razors.device", kind, "razors.c1", 1)
    assert fact.rolls[0].faces == (2,)
    assert not table.season.car("razors.c1").broken
    table.give(line_up("razors"))


@pytest.mark.rule("DM-C-088", "DM-C-148", "DM-M-037")
@pytest.mark.parametrize(("face", "broken"), [(1, True), (2, True), (3, False)])
@pytest.mark.parametrize("other", ["supercharger", "turbochargers"])
def test_turbochargers_beside_another_accelerator_fail_on_2_as_well(other: str, face: int, broken: bool) -> None:
    table = signed()
    table.stock("turbochargers", id="turbo", car="razors.c1")
    table.stock(other, id="other", car="razors.c1")
    roll(table, turbo=face, **({"other": 6} if other == "turbochargers" else {}))
    assert table.season.car("razors.c1").broken is broken
    facts = [*table.said(CarBrokeDown), *table.said(DeviceHeld)]
    assert {fact.fails_up_to for fact in facts} == {2}


@pytest.mark.rule("DM-C-088")
@pytest.mark.parametrize("other", ["gear_set", "nitrous_injector", "booster_rockets", "active_suspension"])
def test_gears_nitrous_boosters_and_other_devices_are_no_accelerators(other: str) -> None:
    table = signed()
    table.stock("turbochargers", id="turbo", car="razors.c1")
    table.stock("supercharger", car="razors.c2")
    table.stock(other, id="other", car="razors.c1")
    roll(table, turbo=2, **({"other": 2} if other == "active_suspension" else {}))
    assert not table.season.car("razors.c1").broken


@pytest.mark.rule("DM-C-088", "DM-C-155", "DM-M-037")
@pytest.mark.parametrize(("face", "backwards"), [(1, True), (2, False)])
def test_an_auto_ranger_that_shows_1_works_backwards_for_the_match(face: int, backwards: bool) -> None:
    table = signed()
    table.stock("laser", car="razors.c1")
    ranger = table.stock("auto_ranger", id="ranger", weapon="razors.laser")
    roll(table, ranger=face)
    assert (ranger.backwards, table.season.car("razors.c1").broken) == (backwards, False)
    assert len(table.said(RangerReversed)) == int(backwards)
    table.give(line_up("razors"))


@pytest.mark.rule("DM-C-088", "DM-C-087", "DM-M-037")
def test_the_whole_garage_is_rolled_each_device_for_itself_and_the_stores_are_not() -> None:
    table = signed()
    table.stock("hydraulics", id="a", car="razors.c3")
    table.stock("turbochargers", id="b", car="razors.c1")
    table.stock("active_suspension", id="c", car="razors.c1")
    table.stock("hydraulics", id="spare")
    table.stock("laser")
    table.stock("auto_ranger", id="ranger", weapon="razors.laser")
    table.stock("hydraulics", "saints", id="theirs", car="saints.c2")
    roll(table, a=6, b=1, c=6)
    rolled = [fact for fact in table.facts if isinstance(fact, DeviceHeld | CarBrokeDown)]
    assert [fact.item for fact in rolled] == ["razors.b", "razors.c", "razors.a", "saints.theirs"]
    assert table.season.car("razors.c1").broken


@pytest.mark.rule("DM-C-088", "DM-C-178")
def test_a_franchise_without_a_match_in_the_round_is_not_rolled() -> None:
    table = signed("razors", "saints", "widows")
    table.stock("hydraulics", "widows", id="device", car="widows.c1")
    announce(table, franchises=["razors", "saints"])
    assert table.said(DeviceHeld) == table.said(CarBrokeDown) == []


@pytest.mark.rule("DM-C-088")
def test_what_broke_down_is_whole_again_when_the_match_is_over() -> None:
    table = signed()
    table.stock("hydraulics", id="device", car="razors.c3")
    table.stock("laser", car="razors.c1")
    ranger = table.stock("auto_ranger", id="ranger", weapon="razors.laser")
    roll(table, device=1, ranger=1)
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    table.give(LockLineUps(match=M1))
    accept(table)
    table.run()
    assert table.season.car("razors.c3").broken
    end_shopping(table)
    assert not table.season.car("razors.c3").broken
    assert not ranger.backwards


def before_the_lock(*, early: bool) -> Table:
    """A match with line-ups named. Hydraulics on c1 and c2 of the razors were rolled only if `early`."""
    table = signed(switches={"prematch.breakdowns_before_lineup": early})
    for car in ("c1", "c2"):
        table.stock("hydraulics", id=f"device-{car}", car=f"razors.{car}")
    announce(table)
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    return table


@pytest.mark.rule("DM-C-087", "DM-C-088")
@pytest.mark.switch("prematch.breakdowns_before_lineup", False)
def test_devices_are_rolled_at_the_lock_by_house_rule_and_a_broken_car_loses_its_seat() -> None:
    table = before_the_lock(early=False)
    assert table.said(CarBrokeDown) == table.said(DeviceHeld) == []
    faces = {"m1/pre/razors.device-c1/breakdown": [1], "m1/pre/razors.device-c2/breakdown": [2]}
    table.give(LockLineUps(match=M1), faces)
    assert [fact.car for fact in table.said(CarBrokeDown)] == ["razors.c1"]
    assert [fact.car for fact in table.said(DeviceHeld)] == ["razors.c2"]
    assert [seat.car for seat in table.season.seats_of("m1.razors")] == ["razors.c2"]
    assert [fact.car for fact in table.said(SeatTaken)] == ["razors.c2", "saints.c1", "saints.c2"]
    accept(table)
    table.give(OpenSettlement(match=M1))
    assert "razors.d1" in table.season.line_up("m1", "razors").locked


@pytest.mark.rule("DM-C-087")
def test_nothing_is_rolled_at_the_lock_when_it_was_rolled_before() -> None:
    table = signed()
    table.stock("hydraulics", id="device", car="razors.c1")
    roll(table, device=2)
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    with pytest.raises(FacesLeftOver):
        table.give(LockLineUps(match=M1), {"m1/pre/razors.device/breakdown": [1]})
    assert [seat.car for seat in table.season.seats_of("m1.razors")] == ["razors.c1", "razors.c2"]


def fit(item: str, *, car: str = "", weapon: str = "") -> FitItem:
    """The razors put one of their items on a car or a weapon, by ids without the franchise."""
    return FitItem(
        franchise=RAZORS,
        item=ItemId(f"razors.{item}"),
        car=CarId(f"razors.{car}" if car else ""),
        weapon=ItemId(f"razors.{weapon}" if weapon else ""),
    )


def rolled(*, early: bool = True) -> Table:
    """The razors before the line-ups of m1: turbochargers on c1, a laser in the stores, a railgun on c2."""
    table = signed(switches={"prematch.breakdowns_before_lineup": early})
    table.stock("turbochargers", id="turbo", car="razors.c1")
    table.stock("laser")
    table.stock("railgun", car="razors.c2")
    announce(table, faces={"m1/pre/razors.turbo/breakdown": [6]} if early else None)
    return table


@pytest.mark.rule("DM-C-088", "DM-C-087")
@pytest.mark.parametrize("kind", ["efficient_injectors", "turbochargers", "active_suspension", "hydraulics"])
def test_a_device_does_not_slip_past_its_roll(kind: str) -> None:
    table = rolled()
    table.stock(kind, id="device")
    table.refused(fit("device", car="c2"), DeviceUnrolled, "rolled for m1", "razors.device on razors.c2")


@pytest.mark.rule("DM-C-088", "DM-C-155")
def test_nor_does_an_auto_ranger_with_its_weapon_or_onto_one() -> None:
    table = rolled()
    table.stock("auto_ranger", id="ranger", weapon="razors.laser")
    table.stock("auto_ranger", id="second")
    table.refused(fit("laser", car="c2"), DeviceUnrolled)
    table.refused(fit("second", weapon="railgun"), DeviceUnrolled, "razors.second on razors.c2")
    table.give(StowItem(franchise=RAZORS, item=ItemId("razors.railgun")))
    table.give(fit("second", weapon="railgun"))


@pytest.mark.rule("DM-C-088")
def test_a_supercharger_does_not_join_turbochargers_after_their_roll() -> None:
    table = rolled()
    table.stock("supercharger")
    table.refused(fit("supercharger", car="c1"), DeviceUnrolled)
    table.give(fit("supercharger", car="c2"))
    table.give(fit("laser", car="c2"))
    table.give(StowItem(franchise=RAZORS, item=ItemId("razors.turbo")))
    assert [item.kind for item in table.season.items_on_car("razors.c2")] == ["laser", "railgun", "supercharger"]


@pytest.mark.rule("DM-C-087", "DM-C-088")
@pytest.mark.switch("prematch.breakdowns_before_lineup", False)
def test_devices_still_to_be_rolled_at_the_lock_may_be_fitted() -> None:
    table = rolled(early=False)
    table.stock("hydraulics", id="device")
    table.give(fit("device", car="c2"))
    assert table.season.item("razors.device").car == "razors.c2"

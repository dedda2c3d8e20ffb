"""When a weapon may be used and by whom: rate of fire, ammunition, one weapon per turn, weapons held."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.combat.shooting import NoSuchTarget, NoSuchWeapon, check_fire_order, fire, possible_fire_orders
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.match.orders import FireOrder
from rules.dethmatch.match.state import NOWHERE, CarStatus
from rules.dethmatch.weapons.weapon_use import (
    CarSilenced,
    FiredLastPhase,
    FiredThisPhase,
    NoAmmunition,
    NotUsed,
    OneWeaponATurn,
    RateSpent,
    SeatEmpty,
    TargetChanged,
    WeaponOut,
    WeaponsHeld,
    WeaponTaken,
)
from tests.rules.dethmatch.boards import Board
from tests.rules.dethmatch.gunnery import armed, at_b, duel, gunner_of, target_at

MISS = 6
TWO_GUNS = armed(Mount(id="m1", type="light"), Mount(id="m2", type="light"))


def fired(play: Board, mount: str = "m1", **fields: Any) -> type[NotUsed] | None:
    """Try to fire at `b` and miss. The result is the reason against it; None if the weapon fired."""
    play.load(MISS)
    try:
        fire(play, play.car(), at_b(mount, **fields))
    except NotUsed as error:
        return type(error)
    assert play.all_thrown()
    return None


def two_guns(**shooter: Any) -> Board:
    """Car `a` with a machinegun and a heavy machinegun, and `b` and `c` side by side in range."""
    shooter_car = gunner_of(**shooter)
    shooter_car.design, shooter_car.guns = TWO_GUNS, {"m1": "machinegun", "m2": "heavy_machinegun"}
    second = target_at(3, 0)
    third = target_at(3, -1)
    third.id = "c"
    return Board(shooter_car, second, third)


@pytest.mark.rule("DM-M-093")
@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("machinegun", [None, None, None, None, None, None]),
        ("rockets", [None, FiredLastPhase, None, FiredLastPhase, None, NoAmmunition]),
        ("recoilless_rifle", [None, RateSpent, RateSpent, None, RateSpent, RateSpent]),
    ],
)
def test_a_rate_of_3_fires_in_every_phase_2_in_every_other_and_1_once_a_turn(
    kind: str, told: list[type[NotUsed] | None]
) -> None:
    play = duel(kind, far=1)
    outcomes = []
    for phase in range(6):
        if phase == 5 and kind == "rockets":
            play.gun().ammunition, play.gun().fired = 0, -9
        outcomes.append(fired(play))
        play.next_phase()
    assert outcomes == told


@pytest.mark.rule("DM-M-093")
@pytest.mark.parametrize("kind", ["recoilless_rifle", "rockets"])
def test_a_slow_weapon_fired_in_phase_3_rests_in_phase_1_of_the_next_turn(kind: str) -> None:
    play = duel(kind, far=1, phase=3)
    assert fired(play) is None
    play.next_phase()
    assert fired(play) is FiredLastPhase
    play.next_phase()
    assert fired(play) is None


@pytest.mark.rule("DM-M-093", "DM-M-114")
def test_rapid_fire_lets_a_weapon_with_rate_left_fire_anyway_once_a_phase() -> None:
    play = duel("rockets", far=1, shooter={"driver": {"talents": ("rapid_fire",)}})
    assert fired(play) is None
    assert fired(play) is FiredThisPhase
    play.next_phase()
    assert fired(play) is None
    play.next_phase()
    assert fired(play) is RateSpent


@pytest.mark.rule("DM-M-093")
def test_no_weapon_fires_twice_in_a_phase() -> None:
    play = duel()
    assert [fired(play), fired(play)] == [None, FiredThisPhase]


@pytest.mark.rule("DM-M-093", "DM-M-015")
def test_every_attack_takes_one_round_until_none_is_left() -> None:
    play = duel("heavy_rockets", far=1)
    assert play.gun().ammunition == 2
    for remaining in (1, 0):
        assert fired(play) is None
        assert play.gun().ammunition == remaining
        play.next_phase(2)
    assert fired(play) is NoAmmunition


@pytest.mark.rule("DM-M-140")
def test_what_is_no_gun_is_used_up_with_its_last_round() -> None:
    play = duel("heavy_rockets", far=1)
    fired(play)
    assert play.car().loadout.used == []
    play.next_phase(2)
    fired(play)
    assert play.car().loadout.used == ["a.m1"]
    empty = duel()
    empty.gun().ammunition = 1
    fired(empty)
    assert (empty.gun().ammunition, empty.car().loadout.used) == (0, [])


@pytest.mark.rule("DM-M-094")
def test_a_competitor_uses_one_weapon_a_turn_and_another_one_in_the_next() -> None:
    play = two_guns()
    assert [fired(play, "m1"), fired(play, "m2")] == [None, OneWeaponATurn]
    play.next_phase()
    assert [fired(play, "m2"), fired(play, "m1")] == [OneWeaponATurn, None]
    play.next_phase(2)
    assert [fired(play, "m2"), fired(play, "m1")] == [None, OneWeaponATurn]


@pytest.mark.rule("DM-M-094")
def test_the_one_weapon_of_a_turn_may_be_fired_at_another_car_in_each_phase() -> None:
    play = two_guns()
    assert fired(play, "m1") is None
    play.next_phase()
    play.load(MISS)
    fire(play, play.car(), FireOrder(mount="m1", target="c"))
    assert play.all_thrown()


@pytest.mark.rule("DM-M-094", "DM-M-114")
def test_a_gunslinger_may_use_two_weapons_in_a_turn_against_one_target() -> None:
    play = two_guns(driver={"talents": ("gunslinger",)})
    assert fired(play, "m1") is None
    with pytest.raises(TargetChanged, match="against one target only"):
        check_fire_order(play, play.car(), FireOrder(mount="m2", target="c"))
    assert fired(play, "m2") is None
    play.next_phase()
    with pytest.raises(TargetChanged):
        check_fire_order(play, play.car(), FireOrder(mount="m1", target="c"))
    assert [fired(play, "m1"), fired(play, "m2")] == [None, None]


@pytest.mark.rule("DM-M-094")
def test_a_gunslinger_who_has_changed_targets_takes_up_no_second_weapon() -> None:
    play = two_guns(driver={"talents": ("gunslinger",)})
    fired(play, "m1")
    play.next_phase()
    play.load(MISS)
    fire(play, play.car(), FireOrder(mount="m1", target="c"))
    for target in ("b", "c"):
        with pytest.raises(NotUsed):
            check_fire_order(play, play.car(), FireOrder(mount="m2", target=target))


@pytest.mark.rule("DM-M-094")
def test_a_gunslinger_uses_no_third_weapon() -> None:
    shooter = gunner_of(driver={"talents": ("gunslinger",)})
    shooter.design = armed(*(Mount(id=f"m{number}", type="light") for number in (1, 2, 3)))
    shooter.guns = {"m1": "machinegun", "m2": "machinegun", "m3": "machinegun"}
    play = Board(shooter, target_at(3))
    assert [fired(play, "m1"), fired(play, "m2"), fired(play, "m3")] == [None, None, OneWeaponATurn]


@pytest.mark.rule("DM-M-023", "DM-M-094")
def test_driver_and_gunner_fire_a_weapon_each_and_never_the_same_one_in_a_turn() -> None:
    play = two_guns(gunner={})
    assert fired(play, "m1") is None
    play.next_phase()
    assert fired(play, "m1", seat="gunner") is WeaponTaken
    assert fired(play, "m2", seat="gunner") is None
    play.next_phase()
    assert fired(play, "m2") is WeaponTaken
    play.next_phase()
    assert fired(play, "m1", seat="gunner") is None


@pytest.mark.rule("DM-M-023", "DM-M-109")
def test_nobody_fires_from_an_empty_seat_or_with_a_man_out_of_action_in_it() -> None:
    play = two_guns()
    assert fired(play, seat="gunner") is SeatEmpty
    play.crew().out = True
    assert fired(play) is SeatEmpty


@pytest.mark.rule("DM-M-023")
def test_the_gunner_fires_on_when_the_driver_is_out_of_action() -> None:
    play = two_guns(gunner={})
    play.crew().out = True
    assert fired(play, seat="gunner") is None


@pytest.mark.rule("DM-M-075", "DM-M-110")
@pytest.mark.parametrize("status", [CarStatus.DESTROYED, CarStatus.WRECK, CarStatus.FINISHED, CarStatus.OFF])
def test_a_car_that_is_destroyed_or_gone_fires_nothing_and_is_no_target(status: CarStatus) -> None:
    play = two_guns()
    play.car().status = status
    assert fired(play) is CarSilenced
    play.car().status, play.car("b").status = CarStatus.RUNNING, status
    assert fired(play) is NoSuchTarget


@pytest.mark.rule("DM-M-092")
def test_a_parked_car_is_still_a_target() -> None:
    play = two_guns()
    play.car("b").status = CarStatus.PARKED
    assert fired(play) is None


@pytest.mark.rule("DM-M-093")
def test_a_car_off_the_map_or_unknown_or_the_firing_car_is_no_target() -> None:
    play = two_guns()
    play.car("b").at = NOWHERE
    assert fired(play) is NoSuchTarget
    for target in ("nobody", "a", ""):
        with pytest.raises(NoSuchTarget):
            check_fire_order(play, play.car(), FireOrder(mount="m1", target=target))


@pytest.mark.rule("DM-M-120")
@pytest.mark.parametrize("fault", ["out", "destroyed"])
def test_a_weapon_that_is_out_of_use_or_destroyed_does_not_fire(fault: str) -> None:
    play = two_guns()
    setattr(play.gun(), fault, True)
    assert fired(play) is WeaponOut


@pytest.mark.rule("DM-M-133")
def test_while_weapons_are_held_nobody_fires_and_there_are_no_shots_to_be_had() -> None:
    play = duel(event="lap_race")
    assert fired(play) is WeaponsHeld
    assert possible_fire_orders(play, play.car(), "driver") == []
    play.car("b").laps = 1
    assert fired(play) is None


@pytest.mark.rule("DM-M-133")
def test_weapons_are_free_from_the_start_in_an_arena() -> None:
    assert fired(duel(event="last_car")) is None


@pytest.mark.rule("DM-M-015")
@pytest.mark.parametrize("kind", ["oil_jet", "caltrops", "smoke_launcher", "booster_rockets", "kami_bomb"])
def test_what_is_dropped_or_burned_is_not_fired(kind: str) -> None:
    assert fired(duel(kind, far=1)) is NoSuchWeapon


@pytest.mark.rule("DM-M-119")
def test_only_a_dual_recoilless_has_both_barrels_and_they_need_two_rounds() -> None:
    assert fired(duel(), both=True) is NoSuchWeapon
    play = duel("dual_recoilless_rifle", far=1)
    play.gun().ammunition = 1
    assert fired(play, both=True) is NoAmmunition


@pytest.mark.rule("DM-M-119", "DM-M-093")
def test_both_barrels_have_a_rate_of_1_and_one_barrel_has_2() -> None:
    play = duel("dual_recoilless_rifle", far=1)
    assert fired(play) is None
    play.next_phase(2)
    assert fired(play, both=True) is RateSpent
    assert fired(play) is None


@pytest.mark.rule("DM-M-017")
@pytest.mark.parametrize(("rounds", "left"), [(1, 5), (2, 4)])
def test_two_rolls_for_a_point_of_rate_use_one_round_or_what_the_house_says(rounds: int, left: int) -> None:
    play = duel("vulcan_gun", switches={"dethmatch.plus_rof_ammo_per_use": rounds}, faces=[6, 6])
    fire(play, play.car(), at_b())
    assert play.gun().ammunition == left
    assert play.all_thrown()
    play.gun().ammunition = rounds - 1
    play.next_phase()
    with pytest.raises(NoAmmunition):
        check_fire_order(play, play.car(), at_b())


@pytest.mark.rule("DM-M-017", "DM-M-093")
def test_what_the_house_says_of_two_rolls_is_not_said_of_one() -> None:
    play = duel(switches={"dethmatch.plus_rof_ammo_per_use": 2}, faces=[6])
    fire(play, play.car(), at_b())
    assert play.gun().ammunition == 9


@pytest.mark.rule("DM-M-093", "DM-M-094")
def test_a_refusal_says_which_weapon_and_what_to_do() -> None:
    play = duel("recoilless_rifle", far=1)
    fired(play)
    with pytest.raises(FiredThisPhase) as raised:
        check_fire_order(play, play.car(), at_b())
    assert (
        raised.value.sentence == "The Recoilless rifle in m1 of a has fired in this phase: it may fire once a phase."
    )
    assert raised.value.code == "FiredThisPhase"

"""The Autonomous Target System."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.combat.shooting import check_fire_order, fire, possible_shots
from rules.dethmatch.combat.target_systems import NoSystem, systems_fire
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.match.orders import FireOrder
from rules.dethmatch.match.state import CarStatus, Control
from rules.dethmatch.weapons.weapon_use import SeatEmpty, ShotSpent, WeaponTaken
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.gunnery import aid, armed, at_b, target_at

SYSTEM = aid("autonomous_target_system")


def manned(*others: Car, faces: tuple[int, ...] = (), target: tuple[int, int] = (3, 0), **put: Any) -> Board:
    """Car `a` with the system on the machinegun in `m1`, in a turret, and another machinegun to the front in `m2`."""
    design = armed(Mount(id="m1", type="light", traverse="turret"), Mount(id="m2", type="light"))
    guns = {"m1": "machinegun", "m2": "machinegun"}
    a = Car(id="a", design=design, guns=guns, items=[SYSTEM, *put.pop("items", [])], **put)
    return Board(a, target_at(*target), *others, faces=faces)


def told(target: str = "b", mount: str = "m1") -> FireOrder:
    return FireOrder(mount=mount, target=target, seat="system")


@pytest.mark.rule("DM-M-123")
def test_setting_a_target_is_the_operators_shot_for_the_phase_and_leaves_him_his_weapon_of_the_turn() -> None:
    play = manned(faces=(6,))
    fire(play, play.car(), told())
    assert (play.gun().designated, play.kinds()) == ("b", ["target"])
    with pytest.raises(ShotSpent, match="either fires or sets the target"):
        check_fire_order(play, play.car(), at_b("m2"))
    play.next_phase()
    fire(play, play.car(), at_b("m2"))
    assert play.all_thrown()


@pytest.mark.rule("DM-M-123")
def test_who_has_fired_in_this_phase_sets_no_target() -> None:
    play = manned(faces=(6,))
    fire(play, play.car(), at_b("m2"))
    with pytest.raises(ShotSpent):
        fire(play, play.car(), told())
    play.next_phase()
    fire(play, play.car(), told())
    with pytest.raises(ShotSpent):
        fire(play, play.car(), told(""))


@pytest.mark.rule("DM-M-123")
def test_a_target_is_dropped_by_naming_none_and_may_be_set_out_of_arc() -> None:
    play = manned()
    play.car("b").at = play.track.index[-10, 0]
    fire(play, play.car(), told())
    play.next_phase()
    fire(play, play.car(), told(""))
    assert play.gun().designated == ""


@pytest.mark.rule("DM-M-123")
def test_only_a_weapon_with_a_system_is_told_a_target_and_only_by_an_able_operator() -> None:
    play = manned()
    with pytest.raises(NoSystem, match="fire it by hand"):
        fire(play, play.car(), told(mount="m2"))
    play.crew().out = True
    with pytest.raises(SeatEmpty):
        fire(play, play.car(), told())


@pytest.mark.rule("DM-M-123")
def test_the_gunner_is_the_operator_where_there_is_one() -> None:
    play = manned(gunner={}, faces=(6,))
    fire(play, play.car(), told())
    fire(play, play.car(), at_b("m2"))
    with pytest.raises(WeaponTaken):
        check_fire_order(play, play.car(), at_b("m1"))


@pytest.mark.rule("DM-M-123", "DM-M-093")
@pytest.mark.parametrize(("face", "kind"), [(4, "hit"), (5, "miss")])
def test_the_system_fires_once_a_phase_with_gunnery_3_whatever_its_operators_is(face: int, kind: str) -> None:
    play = manned(driver={"gunnery": 6, "talents": ("marksman", "eagle_eyes")}, faces=(face, 1))
    play.gun().designated = "b"
    systems_fire(play, play.car())
    assert play.kinds()[:2] == ["fire", kind]
    systems_fire(play, play.car())
    assert play.kinds().count("fire") == 1
    assert "weapon m1" not in play.crew().turn_used


@pytest.mark.rule("DM-M-123", "DM-M-077")
def test_the_system_is_free_of_being_out_of_control_and_of_the_drivers_quadrants_and_of_nothing_else() -> None:
    def needed(**sheet: Any) -> int:
        play = manned(target=(-3, 0), speed=3, **sheet, driver={"worn": ("helmet_sight",)})
        return {order.target: figure for order, figure in possible_shots(play, play.car(), "system")}["b"]

    assert needed() == 4
    assert needed(control=Control.SPIN) == 4
    assert needed(handling=0) == 3
    assert needed(rough=1) == 3


@pytest.mark.rule("DM-M-123")
@pytest.mark.parametrize(("berserk", "struck"), [(1, "c"), (2, "c"), (3, "b"), (6, "b")])
def test_with_another_car_in_arc_the_system_switches_to_it_on_1_or_2(berserk: int, struck: str) -> None:
    play = manned(Car(id="c", at=(0, 3), team="team-a"), faces=(berserk, 6))
    play.gun().designated = "b"
    systems_fire(play, play.car())
    assert play.entries_of("fire")[0].more["target"] == struck
    assert play.gun().designated == struck
    assert play.all_thrown()


@pytest.mark.rule("DM-M-123")
def test_the_berserk_target_is_drawn_among_the_others_in_arc() -> None:
    play = manned(Car(id="c", at=(0, 3)), Car(id="d", at=(0, -3)), faces=(1, 2, 6))
    play.gun().designated = "b"
    systems_fire(play, play.car())
    assert play.gun().designated == "d"


@pytest.mark.rule("DM-M-123")
def test_a_system_whose_target_is_out_of_reach_waits_and_one_whose_target_is_gone_forgets_it() -> None:
    play = manned(target=(0, 9), items=[])
    play.gun().designated = "b"
    play.car().at = play.track.index[0, -9]
    systems_fire(play, play.car())
    assert (play.log.entries, play.gun().designated) == ([], "b")
    play.car("b").status = CarStatus.WRECK
    systems_fire(play, play.car())
    assert play.gun().designated == ""


@pytest.mark.rule("DM-M-123", "DM-M-139")
def test_what_a_system_hits_is_credited_to_its_operator() -> None:
    play = manned(gunner={}, faces=(1, 6, 6, 1))
    play.gun().designated, play.car("b").damage = "b", 1
    systems_fire(play, play.car())
    assert play.crew("a.gunner").criticals == 1


@pytest.mark.rule("DM-M-123")
def test_a_target_it_has_is_no_shot_to_be_had_for_a_system() -> None:
    play = manned()
    assert [order.target for order, _ in possible_shots(play, play.car(), "system")] == ["b"]
    fire(play, play.car(), told())
    play.next_phase()
    assert possible_shots(play, play.car(), "system") == []
    play.load()

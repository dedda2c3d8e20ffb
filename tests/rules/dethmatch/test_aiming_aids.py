"""The Autonomous Target System."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.combat.designation import NoSystem
from rules.dethmatch.combat.shooting import check_fire_order, fire, possible_shots
from rules.dethmatch.combat.target_systems import systems_fire
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import FireOrder
from rules.dethmatch.match.state import CarStatus, Control
from rules.dethmatch.weapons.weapon_use import SeatEmpty, ShotSpent, WeaponTaken
from tests.rules.dethmatch.boards import Put, board, reload
from tests.rules.dethmatch.gunnery import aid, armed, at_b, car, crew, gun, next_phase, target_at
from tests.rules.dethmatch.motion import all_thrown, entries, kinds

SYSTEM = aid("autonomous_target_system")


def manned(*others: Put, faces: tuple[int, ...] = (), target: tuple[int, int] = (3, 0), **put: Any) -> Match:
    """Car `a` with the system on the machinegun in `m1`, in a turret, and another machinegun to the front in `m2`."""
    design = armed(Mount(id="m1", type="light", traverse="turret"), Mount(id="m2", type="light"))
    guns = {"m1": "machinegun", "m2": "machinegun"}
    a = Put(id="a", design=design, guns=guns, items=[SYSTEM, *put.pop("items", [])], **put)
    return board(a, target_at(*target), *others, faces=faces)


def told(target: str = "b", mount: str = "m1") -> FireOrder:
    return FireOrder(mount=mount, target=target, seat="system")


@pytest.mark.rule("DM-M-123")
def test_setting_a_target_is_the_operators_shot_for_the_phase_and_leaves_him_his_weapon_of_the_turn() -> None:
    play = manned(faces=(6,))
    fire(play, car(play), told())
    assert (gun(play).designated, kinds(play)) == ("b", ["target"])
    with pytest.raises(ShotSpent, match="either fires or sets the target"):
        check_fire_order(play, car(play), at_b("m2"))
    next_phase(play)
    fire(play, car(play), at_b("m2"))
    assert all_thrown(play)


@pytest.mark.rule("DM-M-123")
def test_who_has_fired_in_this_phase_sets_no_target() -> None:
    play = manned(faces=(6,))
    fire(play, car(play), at_b("m2"))
    with pytest.raises(ShotSpent):
        fire(play, car(play), told())
    next_phase(play)
    fire(play, car(play), told())
    with pytest.raises(ShotSpent):
        fire(play, car(play), told(""))


@pytest.mark.rule("DM-M-123")
def test_a_target_is_dropped_by_naming_none_and_may_be_set_out_of_arc() -> None:
    play = manned()
    car(play, "b").at = play.track.index[-10, 0]
    fire(play, car(play), told())
    next_phase(play)
    fire(play, car(play), told(""))
    assert gun(play).designated == ""


@pytest.mark.rule("DM-M-123")
def test_only_a_weapon_with_a_system_is_told_a_target_and_only_by_an_able_operator() -> None:
    play = manned()
    with pytest.raises(NoSystem, match="fire it by hand"):
        fire(play, car(play), told(mount="m2"))
    crew(play).out = True
    with pytest.raises(SeatEmpty):
        fire(play, car(play), told())


@pytest.mark.rule("DM-M-123")
def test_the_gunner_is_the_operator_where_there_is_one() -> None:
    play = manned(gunner={}, faces=(6,))
    fire(play, car(play), told())
    fire(play, car(play), at_b("m2"))
    with pytest.raises(WeaponTaken):
        check_fire_order(play, car(play), at_b("m1"))


@pytest.mark.rule("DM-M-123", "DM-M-093")
@pytest.mark.parametrize(("face", "kind"), [(4, "hit"), (5, "miss")])
def test_the_system_fires_once_a_phase_with_gunnery_3_whatever_its_operators_is(face: int, kind: str) -> None:
    play = manned(driver={"gunnery": 6, "talents": ("marksman", "eagle_eyes")}, faces=(face, 1))
    gun(play).designated = "b"
    systems_fire(play, car(play))
    assert kinds(play)[:2] == ["fire", kind]
    systems_fire(play, car(play))
    assert kinds(play).count("fire") == 1
    assert "weapon m1" not in crew(play).turn_used


@pytest.mark.rule("DM-M-123", "DM-M-077")
def test_the_system_is_free_of_being_out_of_control_and_of_the_drivers_quadrants_and_of_nothing_else() -> None:
    def needed(**sheet: Any) -> int:
        play = manned(target=(-3, 0), speed=3, sheet=sheet, driver={"worn": ("helmet_sight",)})
        return {order.target: figure for order, figure in possible_shots(play, car(play), "system")}["b"]

    assert needed() == 4
    assert needed(control=Control.SPIN) == 4
    assert needed(handling=0) == 3
    assert needed(rough=1) == 3


@pytest.mark.rule("DM-M-123")
@pytest.mark.parametrize(("berserk", "struck"), [(1, "c"), (2, "c"), (3, "b"), (6, "b")])
def test_with_another_car_in_arc_the_system_switches_to_it_on_1_or_2(berserk: int, struck: str) -> None:
    play = manned(Put(id="c", at=(0, 3), team="team-a"), faces=(berserk, 6))
    gun(play).designated = "b"
    systems_fire(play, car(play))
    assert entries(play, "fire")[0].more["target"] == struck
    assert gun(play).designated == struck
    assert all_thrown(play)


@pytest.mark.rule("DM-M-123")
def test_the_berserk_target_is_drawn_among_the_others_in_arc() -> None:
    play = manned(Put(id="c", at=(0, 3)), Put(id="d", at=(0, -3)), faces=(1, 2, 6))
    gun(play).designated = "b"
    systems_fire(play, car(play))
    assert gun(play).designated == "d"


@pytest.mark.rule("DM-M-123")
def test_a_system_whose_target_is_out_of_reach_waits_and_one_whose_target_is_gone_forgets_it() -> None:
    play = manned(target=(0, 9), items=[])
    gun(play).designated = "b"
    car(play).at = play.track.index[0, -9]
    systems_fire(play, car(play))
    assert (play.log.entries, gun(play).designated) == ([], "b")
    car(play, "b").status = CarStatus.WRECK
    systems_fire(play, car(play))
    assert gun(play).designated == ""


@pytest.mark.rule("DM-M-123", "DM-M-139")
def test_what_a_system_hits_is_credited_to_its_operator() -> None:
    play = manned(gunner={}, faces=(1, 6, 6, 1))
    gun(play).designated, car(play, "b").damage = "b", 1
    systems_fire(play, car(play))
    assert crew(play, "a.gunner").criticals == 1


@pytest.mark.rule("DM-M-123")
def test_a_target_it_has_is_no_shot_to_be_had_for_a_system() -> None:
    play = manned()
    assert [order.target for order, _ in possible_shots(play, car(play), "system")] == ["b"]
    fire(play, car(play), told())
    next_phase(play)
    assert possible_shots(play, car(play), "system") == []
    reload(play)

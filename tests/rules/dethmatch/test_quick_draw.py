"""Quick draw: a shot during another car's move."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.combat.quick_draw import offer_quick_draws
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.match.orders import StandingOrder
from tests.rules.dethmatch.boards import Board
from tests.rules.dethmatch.gunnery import armed, gunner_of, target_at


def facing_off(
    *, least: int = 4, far: int = 3, faces: tuple[int, ...] = (6,), event: str = "last_car", **shooter: Any
) -> Board:
    """Car `a` with a driver who has Quick Draw, and car `b` passing ahead of it."""
    shooter_car = gunner_of(**{"driver": {"talents": ("quick_draw",)}, **shooter})
    standing = StandingOrder(quick_draw=least, marksman="never")
    return Board(shooter_car, target_at(far), faces=faces, standing=standing, event=event)


@pytest.mark.rule("DM-M-115")
def test_a_quick_one_fires_in_an_enemys_move_once_a_heat() -> None:
    play = facing_off()
    offer_quick_draws(play, play.car("b"))
    assert play.kinds() == ["quick_draw", "fire", "miss"]
    assert play.crew().used == {"quick_draw": 1}
    play.next_phase()
    offer_quick_draws(play, play.car("b"))
    assert play.kinds().count("fire") == 1


@pytest.mark.rule("DM-M-115", "DM-M-145")
@pytest.mark.parametrize(
    ("least", "far", "fires"), [(4, 3, True), (4, 4, False), (3, 4, True), (5, 3, False), (0, 3, False)]
)
def test_the_shot_must_be_as_good_as_his_standing_order_wants(least: int, far: int, fires: bool) -> None:
    play = facing_off(least=least, far=far)
    offer_quick_draws(play, play.car("b"))
    assert bool(play.entries_of("fire")) is fires


@pytest.mark.rule("DM-M-115")
def test_it_obeys_arc_rate_and_ammunition() -> None:
    for fault in ({"ammunition": 0}, {"fired": 1}, {"out": True}):
        play = facing_off()
        for name, value in fault.items():
            setattr(play.gun(), name, value)
        offer_quick_draws(play, play.car("b"))
        assert play.kinds() == []
    play = facing_off(far=-3)
    offer_quick_draws(play, play.car("b"))
    assert play.kinds() == []


@pytest.mark.rule("DM-M-115", "DM-M-094")
def test_it_obeys_the_one_weapon_of_the_turn() -> None:
    play = facing_off()
    play.crew().turn_used["weapon other"] = 1
    offer_quick_draws(play, play.car("b"))
    assert play.kinds() == []


@pytest.mark.rule("DM-M-115", "DM-M-133")
def test_nobody_draws_on_a_team_mate_or_while_weapons_are_held() -> None:
    shooter = gunner_of(driver={"talents": ("quick_draw",)}, team="reds")
    play = Board(shooter, target_at(3, team="reds"), standing=StandingOrder(quick_draw=1))
    offer_quick_draws(play, play.car("b"))
    assert play.kinds() == []
    play = facing_off(event="lap_race")
    offer_quick_draws(play, play.car("b"))
    assert play.kinds() == []


@pytest.mark.rule("DM-M-115", "DM-M-023")
def test_a_quick_gunner_draws_for_himself() -> None:
    play = facing_off(driver={}, gunner={"talents": ("quick_draw",)})
    offer_quick_draws(play, play.car("b"))
    assert play.entries_of("quick_draw")[0].crew == "a.gunner"


@pytest.mark.rule("DM-M-115")
@pytest.mark.parametrize(
    ("guns", "drawn"),
    [
        ({"m1": "recoilless_rifle", "m2": "machinegun"}, "m2"),
        ({"m1": "machinegun", "m2": "heavy_machinegun"}, "m1"),
    ],
)
def test_he_draws_the_weapon_with_the_best_chance_the_first_of_equals(guns: dict[str, str], drawn: str) -> None:
    shooter = gunner_of(driver={"talents": ("quick_draw",)})
    shooter.design = armed(Mount(id="m1", type="light"), Mount(id="m2", type="light"))
    shooter.guns = guns
    play = Board(shooter, target_at(3), faces=(6,), standing=StandingOrder(quick_draw=1, marksman="never"))
    offer_quick_draws(play, play.car("b"))
    assert [entry.more["mount"] for entry in play.entries_of("fire")] == [drawn]


@pytest.mark.rule("DM-M-115")
def test_nobody_else_fires_out_of_turn() -> None:
    play = facing_off(driver={})
    offer_quick_draws(play, play.car("b"))
    assert play.kinds() == []

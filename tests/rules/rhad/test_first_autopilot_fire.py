"""The autopilot's targets and weapons, and its estimate of which cars could hit it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.rhad.designs.design import Weapon
from rules.rhad.first_autopilot import Autopilot, aim, threats
from rules.rhad.match.orders import Attack, PhaseOrder
from rules.rhad.match.state import CarStatus, ControlLoss
from tests.rules.rhad.boards import GUN, PLAIN, Board, Car
from tests.rules.rhad.test_first_autopilot import AHEAD, TURRET, UNARMED, WATCHER


def fired(*others: Car, gunner: bool = False, sheet: Mapping[str, Any] | None = None, **design: Any) -> list[Attack]:
    """The attacks of a car in the middle that faces east."""
    shooter = Car("a", gunner=gunner, design=replace(PLAIN, **design), **dict(sheet or {}))
    play = Board(shooter, *(others or (AHEAD,)))
    return list(aim.choose_attacks(play, play.car(), play.car().at, play.car().facing))


def gun(**figures: Any) -> Weapon:
    return replace(GUN, **figures)


@pytest.mark.rule("RH-088")
@pytest.mark.parametrize(
    ("weapons", "number"),
    [
        ((gun(damage="1d"), gun(damage="2d")), 1), ((gun(to_hit=8), gun(to_hit=7)), 1),
        ((gun(to_hit=7), gun(to_hit=7)), 0), ((gun(damage="2d-1"), gun(damage="2d")), 1),
        ((gun(damage="1d+5"), gun(damage="2d")), 0), ((gun(damage="1d", to_hit=2), gun(damage="4d", to_hit=8)), 1),
        ((gun(mount="back", damage="6d"), gun()), 1),
    ],
)  # fmt: skip
def test_the_best_chance_times_mean_damage_is_fired(weapons: tuple[Weapon, ...], number: int) -> None:
    assert fired(Car("b", at=(3, 0), design=UNARMED), weapons=weapons) == [Attack(weapon=number, target="b")]


@pytest.mark.rule("RH-085", "RH-088")
def test_it_fires_at_what_two_dice_can_hit() -> None:
    assert fired(Car("b", at=(12, 0)), weapons=(gun(to_hit=10),)) == [Attack(weapon=0, target="b")]
    assert fired(Car("b", at=(12, 0)), weapons=(gun(to_hit=11),)) == []
    assert fired(Car("b", at=(11, 0)), weapons=(gun(to_hit=11),)) == [Attack(weapon=0, target="b")]


@pytest.mark.rule("RH-088")
def test_the_better_shot_goes_before_the_nearer_and_the_nearer_before_the_first() -> None:
    assert fired(Car("b", at=(9, 0)), Car("c", at=(7, 0)))[0].target == "c"
    assert fired(Car("b", at=(7, 0)), Car("c", at=(6, 0)))[0].target == "c"
    assert fired(Car("b", at=(3, -1)), Car("c", at=(3, 0)))[0].target == "b"


@pytest.mark.rule("RH-088")
def test_each_of_the_crew_fires_a_weapon_of_his_own() -> None:
    pair = (gun(damage="1d"), gun(damage="2d"))
    attacks = fired(gunner=True, weapons=pair)
    assert attacks == [Attack(weapon=1, target="b"), Attack(weapon=0, target="b", crew="gunner")]
    assert fired(gunner=True) == [Attack(weapon=0, target="b")]
    assert fired(weapons=pair) == [Attack(weapon=1, target="b")]


@pytest.mark.rule("RH-088")
def test_who_has_attacked_and_what_was_fired_waits_for_the_next_round() -> None:
    play = Board(Car("a", gunner=True, design=replace(PLAIN, weapons=(GUN, GUN))), AHEAD)
    play.state.crew["a.d"].attacked = 1
    assert Autopilot().order(play, play.car(), "phase") == PhaseOrder(
        attacks=(Attack(weapon=0, target="b", crew="gunner"),)
    )
    play.car().guns[0].fired = 1
    assert aim.choose_attacks(play, play.car(), play.car().at, 0) == (Attack(weapon=1, target="b", crew="gunner"),)
    play.state.crew["a.g"].attacked = 1
    assert aim.choose_attacks(play, play.car(), play.car().at, 0) == ()


@pytest.mark.rule("RH-088")
def test_nobody_fires_on_friends_wrecks_or_without_shots() -> None:
    assert fired(AHEAD.variant(team="team-a")) == []
    assert fired(AHEAD.variant(status=CarStatus.COMPLETE_KILL)) == []
    assert fired(AHEAD.variant(status=CarStatus.MOBILITY_KILL)) == [Attack(weapon=0, target="b")]
    play = Board(Car("a"), AHEAD)
    play.car().guns[0].shots = 0
    assert aim.choose_attacks(play, play.car(), (0, 0), 0) == ()


@pytest.mark.rule("RH-088")
def test_it_aims_from_where_it_will_be() -> None:
    play = Board(Car("a", speed=50), Car("b", at=(-5, 9), design=UNARMED))
    order = Autopilot().order(play, play.car(), "phase")
    assert order == PhaseOrder(maneuvers=("turn_60_right",), attacks=(Attack(weapon=0, target="b"),))


@pytest.mark.rule("RH-086")
def test_a_clear_shot_needs_an_enemy_who_can_fire_a_weapon_that_bears_and_reaches() -> None:
    def threatened(**car: Any) -> bool:
        play = Board(Car("a"), WATCHER.variant(**car))
        return threats.is_threatened(play, play.car())

    assert threatened()
    assert not threatened(team="team-a")
    assert not threatened(design=UNARMED)
    assert not threatened(pending=ControlLoss.ROLL)
    assert not threatened(status=CarStatus.COMPLETE_KILL)
    assert threatened(design=replace(PLAIN, weapons=(replace(TURRET, to_hit=10),)))
    assert not threatened(design=replace(PLAIN, weapons=(replace(TURRET, to_hit=11),)))
    assert not threatened(design=PLAIN)
    assert threatened(design=PLAIN, facing=3)


@pytest.mark.rule("RH-088")
@pytest.mark.parametrize(
    ("to_hit", "damage", "worth"), [(7, "1d", 147), (2, "2d", 504), (12, "1d", 7), (7, "1d-5", 21), (8, "2d+1", 240)]
)
def test_worth_is_throws_times_twice_the_mean(to_hit: int, damage: str, worth: int) -> None:
    play = Board(Car("a", design=replace(PLAIN, weapons=(gun(to_hit=to_hit, damage=damage),))))
    assert threats.shot_value(play.car().guns[0], to_hit) == worth

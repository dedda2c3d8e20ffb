"""Armor added to a car: its value against each attack, and its risks."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.weapon_stats import D2, D3, ONE, Firepower
from rules.dethmatch.damage.addon_armor import (
    absorb_with_reactive_armor,
    after_ram_guard,
    armor_of,
    bonus,
    roll_armor_risks,
)
from rules.dethmatch.damage.damage import HitOutcome, resolve_hit
from tests.rules.dethmatch.boards import Board
from tests.rules.dethmatch.gunnery import fixture, target_at


def wearing(*kinds: str, faces: tuple[int, ...] = (), **board_fields: Any) -> Board:
    """Car `b` with such items on it."""
    return Board(target_at(0, items=[fixture(kind) for kind in kinds]), faces=faces, **board_fields)


@pytest.mark.rule("DM-M-126")
@pytest.mark.parametrize(
    ("kind", "light", "heavy", "crash"),
    [
        ("ballistic_sheets", 1, 1, 1),
        ("applique_armour", 1, 1, 1),
        ("blast_panels", 0, 1, 1),
        ("crash_bars", 0, 0, 2),
        ("ram_guard", 0, 0, 0),
        ("reactive_armour", 0, 0, 0),
    ],
)
def test_each_is_worth_what_is_printed_against_light_and_heavy_weapons_and_in_a_crash(
    kind: str, light: int, heavy: int, crash: int
) -> None:
    play = wearing(kind)
    b = play.car("b")
    assert bonus(play, b, "shot", firepower=ONE) == light
    assert bonus(play, b, "shot", firepower=D2) == heavy
    assert bonus(play, b, "collision") == crash
    assert bonus(play, b, "rollover") == crash


@pytest.mark.rule("DM-M-126", "DM-M-105")
def test_all_of_it_adds_up_on_every_side() -> None:
    play = wearing("ballistic_sheets", "applique_armour", "blast_panels", "crash_bars")
    b = play.car("b")
    b.armor["left"] = 2
    assert armor_of(play, b, "left", "collision") == 2 + 1 + 1 + 1 + 2
    assert armor_of(play, b, "front", "shot", firepower=D3) == 4 + 1 + 1 + 1


@pytest.mark.rule("DM-M-126")
def test_a_hit_meets_the_armor_with_what_is_added() -> None:
    play = wearing("ballistic_sheets", faces=(5, 1))
    arguments = {"quadrant": "rear", "pen": 0, "firepower": ONE, "by": "", "cause": "shot", "tire_bonus": 0}
    assert resolve_hit(play, play.car("b"), **arguments) is HitOutcome.GRAZED


@pytest.mark.rule("DM-M-126")
@pytest.mark.parametrize(
    ("firepower", "ignored"),
    [(ONE, False), (D2, True), (D3, True), (Firepower(plus=2), True), (Firepower(sides=6), True)],
)
def test_reactive_armor_ignores_the_first_hit_printed_with_more_than_1(firepower: Firepower, ignored: bool) -> None:
    play = wearing("reactive_armour")
    b = play.car("b")
    assert absorb_with_reactive_armor(play, b, firepower=firepower) is ignored
    assert b.loadout.used == (["x.reactive_armour"] if ignored else [])
    assert not (ignored and absorb_with_reactive_armor(play, b, firepower=firepower))


@pytest.mark.rule("DM-M-126")
def test_a_hit_that_reactive_armor_ignores_does_nothing_at_all() -> None:
    play = wearing("reactive_armour", "blast_panels", faces=(6, 6, 4, 1, 6))
    arguments = {"quadrant": "rear", "pen": 9, "firepower": D2, "by": "", "cause": "shot", "tire_bonus": 0}
    assert resolve_hit(play, play.car("b"), **arguments) is HitOutcome.IGNORED
    assert (play.dice.log, play.kinds()) == ([], ["damage"])
    assert resolve_hit(play, play.car("b"), **arguments) is HitOutcome.PENETRATED


@pytest.mark.rule("DM-M-126")
@pytest.mark.parametrize(
    ("quadrant", "cause", "weapons", "left"),
    [
        ("front", "shot", True, 2),
        ("front", "collision", True, 2),
        ("rear", "shot", True, 3),
        ("left", "collision", True, 3),
        ("front", "shot", False, 3),
        ("front", "collision", False, 2),
    ],
)
def test_a_ram_guard_takes_1_off_damage_on_the_front_and_by_house_rule_in_crashes_alone(
    quadrant: str, cause: str, weapons: bool, left: int
) -> None:
    play = wearing("ram_guard", switches={"dethmatch.ram_guard_vs_weapons": weapons})
    assert after_ram_guard(play, play.car("b"), 3, quadrant=quadrant, cause=cause) == left


@pytest.mark.rule("DM-M-126")
def test_a_ram_guard_may_bring_damage_to_0_and_no_lower() -> None:
    play = wearing("ram_guard")
    assert [after_ram_guard(play, play.car("b"), points, quadrant="front", cause="shot") for points in (1, 0)] == [
        0,
        0,
    ]


@pytest.mark.rule("DM-M-126")
@pytest.mark.parametrize(
    ("kind", "light", "heavy", "crash"),
    [
        ("applique_armour", False, True, False),
        ("blast_panels", True, True, True),
        ("crash_bars", True, True, True),
        ("ballistic_sheets", False, False, False),
        ("ram_guard", False, False, False),
    ],
)
@pytest.mark.parametrize("face", [1, 2])
def test_what_is_at_risk_is_ruined_on_a_1(kind: str, light: bool, heavy: bool, crash: bool, face: int) -> None:
    for cause, firepower, at_risk in (("shot", ONE, light), ("shot", D2, heavy), ("collision", Firepower(), crash)):
        play = wearing(kind, faces=(face,) if at_risk else ())
        roll_armor_risks(play, play.car("b"), cause=cause, firepower=firepower)
        ruined = at_risk and face == 1
        assert play.car("b").loadout.lost == ([f"x.{kind}"] if ruined else [])
        assert (kind in play.fits["b"].devices) is not ruined
        assert play.all_thrown()


@pytest.mark.rule("DM-M-126", "DM-M-031")
def test_the_acceleration_that_applique_armor_cost_comes_back_when_it_is_destroyed() -> None:
    play = wearing("applique_armour", faces=(1,))
    before = play.fits["b"].acceleration
    roll_armor_risks(play, play.car("b"), cause="shot", firepower=D2)
    assert play.fits["b"].acceleration == before + 1


@pytest.mark.rule("DM-M-126")
def test_the_risk_is_rolled_after_the_hit_and_for_a_deflected_one_too() -> None:
    play = wearing("crash_bars", faces=(1, 1))
    arguments = {"quadrant": "rear", "pen": 0, "firepower": ONE, "by": "", "cause": "shot", "tire_bonus": 0}
    assert resolve_hit(play, play.car("b"), **arguments) is HitOutcome.DEFLECTED
    assert [roll.why for roll in play.dice.log] == ["penetration", "crash bars"]
    assert play.car("b").loadout.lost == ["x.crash_bars"]

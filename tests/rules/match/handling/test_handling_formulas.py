"""The figures of handling: bonus, check, recovery, hits and lost tires."""

from __future__ import annotations

import pytest

from rules.match.handling.handling_formulas import (
    accessory_bonus,
    base_after_tires,
    handling_after_recovery,
    handling_at_check,
    hit_loss,
    is_in_control,
)


@pytest.mark.rule("RH-035")
@pytest.mark.parametrize(
    ("mph", "bonus"),
    [
        (0, 0),
        (55, 0),
        (60, 1),
        (115, 1),
        (120, 2),
        (125, 2),
        (175, 2),
        (180, 3),
        (235, 3),
        (240, 4),
        (295, 4),
        (300, 5),
    ],
)
def test_an_accessory_brings_a_point_for_every_full_60_mph(mph: int, bonus: int) -> None:
    assert accessory_bonus(mph=mph, accessories=("spoiler",)) == bonus
    assert accessory_bonus(mph=mph, accessories=("airdam",), stack=False) == bonus


@pytest.mark.rule("RH-035")
@pytest.mark.parametrize(
    ("accessories", "stack", "bonus"),
    [
        ((), True, 0),
        ((), False, 0),
        (("spoiler", "airdam"), True, 4),
        (("spoiler", "airdam"), False, 2),
        (("spoiler", "spoiler"), True, 2),
    ],
)
def test_two_different_accessories_stack_and_two_alike_do_not(
    accessories: tuple[str, ...], stack: bool, bonus: int
) -> None:
    assert accessory_bonus(mph=120, accessories=accessories, stack=stack) == bonus


@pytest.mark.rule("RH-033", "RH-034")
def test_modifier_and_bonus_are_added_without_a_ceiling() -> None:
    assert handling_at_check(hc=1, modifier=1, bonus=0) == 2
    assert handling_at_check(hc=4, modifier=10, bonus=5) == 19
    assert handling_at_check(hc=-1, modifier=-1, bonus=2) == 0


@pytest.mark.rule("RH-036")
@pytest.mark.parametrize(("end", "controlled"), [(2, True), (1, True), (0, False), (-1, False)])
def test_control_is_kept_above_zero(end: int, controlled: bool) -> None:
    assert is_in_control(end) is controlled


@pytest.mark.rule("RH-037", "RH-038", "RH-040", "RH-041", "RH-042", "RH-043")
@pytest.mark.parametrize(
    ("end", "base", "handling"),
    [(2, 4, 4), (-2, 4, 2), (0, 4, 4), (-1, 4, 3), (-4, 4, 0), (-5, 4, -1), (-3, 0, -3), (1, 0, 0), (-3, -1, -4)],
)
def test_recovery_adds_the_base_and_stops_there(end: int, base: int, handling: int) -> None:
    assert handling_after_recovery(end=end, base=base) == handling


@pytest.mark.rule("RH-039")
def test_skill_may_be_added_to_recovery_below_the_ceiling() -> None:
    assert handling_after_recovery(end=-2, base=4, skill=1) == 3
    assert handling_after_recovery(end=-2, base=4, skill=9) == 4


@pytest.mark.rule("RH-032")
@pytest.mark.parametrize(
    ("damage", "loss"), [(0, 0), (-1, 0), (1, 1), (5, 1), (6, 2), (7, 2), (9, 2), (10, 3), (60, 3)]
)
def test_a_hit_takes_handling_by_its_damage(damage: int, loss: int) -> None:
    assert hit_loss(damage) == loss


@pytest.mark.rule("RH-032")
@pytest.mark.parametrize(("damage", "loss"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_the_brackets_may_be_others(damage: int, loss: int) -> None:
    assert hit_loss(damage, (3, 6)) == loss


@pytest.mark.rule("RH-077")
@pytest.mark.parametrize(("lost", "base"), [(0, 4), (1, 2), (2, 0), (3, 0), (4, 0)])
def test_the_first_two_lost_tires_lower_the_base(lost: int, base: int) -> None:
    assert base_after_tires(base=4, lost=lost) == base
    assert base_after_tires(base=4, lost=lost, each=3) == 4 - 3 * min(lost, 2)

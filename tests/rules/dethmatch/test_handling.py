"""Handling: the turn mode, the price of a turn, and how handling is lost and regained."""

from __future__ import annotations

import pytest

from rules.dethmatch.driving.handling import (
    apply_tire_change,
    lose_handling,
    maximum_handling,
    recover_handling,
    straight_hexes,
    turn_mode,
    turn_toll,
)
from rules.dethmatch.match.state import Control
from tests.rules.dethmatch.motion import HERE, on_the_road


@pytest.mark.rule("DM-M-004", "DM-M-064")
@pytest.mark.parametrize(
    ("speed", "most", "hexes"),
    [(0, 3, 0), (1, 3, 1), (3, 3, 1), (4, 3, 2), (6, 3, 2), (7, 3, 3), (5, 1, 5), (5, 0, 5), (5, -2, 5), (7, 2, 4)],
)
def test_the_turn_mode_is_speed_by_maximum_handling_rounded_up(speed: int, most: int, hexes: int) -> None:
    assert straight_hexes(speed=speed, maximum=most) == hexes


@pytest.mark.rule("DM-M-060", "DM-M-064")
@pytest.mark.parametrize(
    ("raised", "on_ice", "dog_sledder", "hexes"),
    [
        (False, False, 0, 2),
        (True, False, 0, 3),
        (False, True, 0, 4),
        (True, True, 0, 6),
        (False, True, 1, 3),
        (True, True, 1, 5),
        (True, True, 2, 5),
        (False, False, 1, 2),
    ],
)
def test_a_raised_suspension_adds_one_before_the_ice_doubles(
    raised: bool, on_ice: bool, dog_sledder: int, hexes: int
) -> None:
    needed = straight_hexes(speed=6, maximum=3, raised=raised, on_ice=on_ice, dog_sledder=dog_sledder)
    assert needed == hexes
    assert straight_hexes(speed=6, maximum=3, on_ice=True) == 4


@pytest.mark.rule("DM-M-060", "DM-M-064", "DM-M-113")
@pytest.mark.parametrize(
    ("surface", "height", "talents", "tire_damage", "hexes"),
    [
        ("asphalt", "normal", (), 0, 2),
        ("asphalt", "raised", (), 0, 3),
        ("asphalt", "lowered", (), 0, 2),
        ("ice", "normal", (), 0, 4),
        ("ice", "normal", ("dog_sledder",), 0, 3),
        ("snow", "normal", ("dog_sledder",), 0, 2),
        ("asphalt", "normal", (), 1, 3),
    ],
)
def test_a_car_has_the_turn_mode_of_where_it_is_and_how_it_is(
    surface: str, height: str, talents: tuple[str, ...], tire_damage: int, hexes: int
) -> None:
    play, car = on_the_road(
        speed=6,
        ground={HERE: {"surface": surface}},
        talents=talents,
        fit={"height": height},
        tire_damage=tire_damage,
    )
    assert turn_mode(play, car) == hexes


@pytest.mark.rule("DM-M-065")
@pytest.mark.parametrize(
    ("speed", "toll"),
    [(1, 1), (6, 1), (7, 2), (12, 2), (13, 3), (18, 3), (19, 4), (24, 4), (25, 5), (30, 5), (31, 5), (99, 5)],
)
def test_a_turn_costs_a_sixth_of_the_speed_rounded_up_and_five_at_most(speed: int, toll: int) -> None:
    play, _ = on_the_road()
    assert turn_toll(play, speed) == toll


@pytest.mark.rule("DM-M-065")
@pytest.mark.parametrize(
    ("table", "speed", "toll"),
    [
        ("ceil(speed/5)", 5, 1),
        ("ceil(speed/5)", 6, 2),
        ("ceil(speed/4)", 4, 1),
        ("ceil(speed/4)", 5, 2),
        ("ceil(speed/3)", 3, 1),
        ("ceil(speed/3)", 4, 2),
        ("ceil(speed/3)", 16, 5),
    ],
)
def test_a_house_may_have_a_stricter_table(table: str, speed: int, toll: int) -> None:
    play, _ = on_the_road(switches={"dethmatch.turn_cost_table": table})
    assert turn_toll(play, speed) == toll


@pytest.mark.rule("DM-M-032", "DM-M-112")
@pytest.mark.parametrize(("damage", "most"), [(0, 3), (1, 3), (2, 2), (3, 2), (4, 1), (8, -1)])
def test_tires_lower_the_maximum_each_time_their_toughness_is_reached(damage: int, most: int) -> None:
    play, car = on_the_road(fit={"tire_toughness": 2}, tire_damage=damage)
    assert maximum_handling(play, car) == most


# ------------------------------------------------------------------------------------------ losing and regaining


@pytest.mark.rule("DM-M-068")
def test_handling_of_zero_needs_no_check() -> None:
    play, car = on_the_road(handling=2)
    lose_handling(play, car, 2, rule="DM-M-065", why="turn")
    assert car.handling == 0
    entry = play.entries_of("handling")[0]
    assert (entry.rule, entry.before, entry.after) == ("DM-M-065", {"handling": 2}, {"handling": 0})


@pytest.mark.rule("DM-M-068")
def test_handling_below_zero_puts_control_to_the_test() -> None:
    play, car = on_the_road(handling=0, faces=[3])
    lose_handling(play, car, 1, rule="DM-M-065", why="turn")
    assert (car.handling, car.control) == (-1, Control.OK)
    assert play.all_thrown()


@pytest.mark.rule("DM-M-068")
def test_nothing_lost_is_nothing_written() -> None:
    play, car = on_the_road(handling=0)
    lose_handling(play, car, 0, rule="DM-M-059", why="obstacle")
    assert (car.handling, play.log.entries) == (0, [])


@pytest.mark.rule("DM-M-067")
@pytest.mark.parametrize(
    ("held", "most", "regained"),
    [(-2, 3, 1), (0, 3, 3), (1, 3, 3), (3, 3, 3), (-3, 1, -2), (-2, 0, -1), (0, 0, 0), (-3, -1, -2), (-1, -1, -1)],
)
def test_a_car_regains_its_maximum_and_at_least_one_but_never_more_than_it_has(
    held: int, most: int, regained: int
) -> None:
    play, car = on_the_road(speed=1, handling=held, fit={"handling": most})
    recover_handling(play, car)
    assert car.handling == regained


@pytest.mark.rule("DM-M-067")
def test_a_car_that_stands_is_restored() -> None:
    play, car = on_the_road(speed=0, handling=-7)
    recover_handling(play, car)
    assert car.handling == 3


@pytest.mark.rule("DM-M-067")
def test_a_car_out_of_control_regains_as_well() -> None:
    play, car = on_the_road(handling=-2, control=Control.SPIN)
    recover_handling(play, car)
    assert car.handling == 1


@pytest.mark.rule("DM-M-034", "DM-M-067")
@pytest.mark.parametrize("speed", [0, 4])
def test_a_broken_suspension_never_recovers(speed: int) -> None:
    play, car = on_the_road(speed=speed, handling=-5, broken=True)
    recover_handling(play, car)
    assert car.handling == -5


@pytest.mark.rule("DM-M-032", "DM-M-112")
def test_worn_tires_take_from_the_current_handling_at_once() -> None:
    play, car = on_the_road(handling=2, fit={"tire_toughness": 1})
    before = maximum_handling(play, car)
    car.tire_damage = 2
    apply_tire_change(play, car, before)
    assert (maximum_handling(play, car), car.handling) == (1, 0)


@pytest.mark.rule("DM-M-032", "DM-M-112")
def test_fresh_tires_give_it_back_but_not_to_a_broken_suspension() -> None:
    for broken, handling in ((False, 3), (True, 1)):
        play, car = on_the_road(handling=1, tire_damage=2, broken=broken)
        before = maximum_handling(play, car)
        car.tire_damage = 0
        apply_tire_change(play, car, before)
        assert car.handling == handling


@pytest.mark.rule("DM-M-032", "DM-M-112")
def test_tires_that_are_as_they_were_change_nothing() -> None:
    play, car = on_the_road(handling=1, fit={"tire_toughness": 2})
    before = maximum_handling(play, car)
    car.tire_damage = 1
    apply_tire_change(play, car, before)
    assert (car.handling, play.log.entries) == (1, [])

"""Bonuses of a duel, what the arena awards, and the price of counters in no-drop zones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.carwars.scoring.duel import Arena, Duel, Duelist, Feature
from rules.carwars.scoring.events import Checkpoint, Counter, Hazard, Jump, Target
from rules.carwars.scoring.no_drop_zones import squares_inside, squares_under_zone, zone_penalty
from tests.rules.carwars.duels import at, control, crew, duel, hit, kill, reasons, scored, speed

ARENA = Arena(
    checkpoints={"north": Feature(points=5), "lap": Feature(points=3, repeats=True)},
    targets={"barrel": Feature(points=4)},
    jumps={"gap": Feature(points=10)},
)


@pytest.mark.rule("CW-S-017", "CW-S-023")
@pytest.mark.parametrize(
    ("aboard", "alive", "bonus"), [(1, 1, 2), (1, 0, 0), (2, 2, 2), (2, 1, 1), (2, 0, 0), (3, 2, 1)]
)
def test_survivors_are_worth_points_at_the_end(aboard: int, alive: int, bonus: int) -> None:
    sheet = scored(duel(turn_limit=1, crews=aboard), crew(2, "b", alive), closed=5)
    found = [points for _, who, rule, points in reasons(sheet, "bonus") if (who, rule) == ("b", "CW-S-017")]
    assert sum(found) == bonus


@pytest.mark.rule("CW-S-017", "CW-S-019")
def test_the_bonuses_of_the_end_are_not_awarded_before_it() -> None:
    assert reasons(scored(duel(), closed=5), "bonus") == []


@pytest.mark.rule("CW-S-018", "CW-S-023")
@pytest.mark.parametrize(
    ("hits", "first"),
    [
        ([(3, "a", "b"), (4, "b", "a")], [(3, "a")]),
        ([(4, "b", "a"), (3, "a", "b")], [(3, "a")]),
        ([(3, "a", "b"), (3, "b", "a"), (3, "a", "c")], [(3, "a"), (3, "b")]),
    ],
    ids=["one", "in any order", "in one phase"],
)
def test_first_blood_is_for_everybody_who_does_damage_in_the_first_phase_of_any(
    hits: list[tuple[int, str, str]], first: list[tuple[int, str]]
) -> None:
    sheet = scored(duel(), *(hit(*each) for each in hits))
    assert [(phase, who) for phase, who, rule, points in reasons(sheet, "bonus")] == first
    assert {(rule, points) for _, _, rule, points in reasons(sheet, "bonus")} == {("CW-S-018", 1)}


@pytest.mark.rule("CW-S-018")
def test_first_blood_is_damage_to_an_opponent_and_a_hazard_is_no_damage() -> None:
    table = Duel(tuple(Duelist(id=id, team=team) for id, team in (("a", "reds"), ("b", "reds"), ("c", "blues"))))
    sheet = scored(table, hit(1, "a", "b"), Hazard(**at(2), by="a", on="c"), hit(3, "c", "a"))
    assert [(phase, who) for phase, who, _, _ in reasons(sheet, "bonus")] == [(3, "c")]


@pytest.mark.rule("CW-S-018")
def test_an_attack_that_kills_is_first_blood() -> None:
    assert reasons(scored(duel(), kill(2, "b", "a")), "bonus") == [(2, "a", "CW-S-018", 1)]


@pytest.mark.rule("CW-S-019")
def test_who_still_moves_at_the_end_has_a_point_backward_and_coasting_too() -> None:
    events = [speed(2, "a", 0), speed(2, "b", -5), kill(2, "c", "a", "mobility"), speed(2, "c", 10)]
    sheet = scored(duel("abc", turn_limit=1), *events, closed=5)
    assert sorted(who for _, who, rule, _ in reasons(sheet, "bonus") if rule == "CW-S-019") == ["b", "c"]


@pytest.mark.rule("CW-S-020")
def test_a_checkpoint_counts_once_for_a_vehicle_unless_the_arena_says_otherwise() -> None:
    touched = [Checkpoint(**at(phase), by=by, name=name) for phase, by, name in (
        (1, "a", "north"), (1, "b", "north"), (2, "a", "north"), (3, "a", "lap"), (4, "a", "lap"),
    )]  # fmt: skip
    assert reasons(scored(duel(arena=ARENA), *touched), "bonus") == [
        (1, "a", "CW-S-020", 5),
        (1, "b", "CW-S-020", 5),
        (3, "a", "CW-S-020", 3),
        (4, "a", "CW-S-020", 3),
    ]


@pytest.mark.rule("CW-S-021")
@pytest.mark.parametrize(
    ("points", "damage", "counts"),
    [
        (1, "vehicular", True),
        (0, "vehicular", False),
        (9, "burst", False),
        (9, "flechette", False),
        (9, "hand_weapon", False),
    ],
)
def test_a_target_takes_a_point_of_vehicular_damage(points: int, damage: Any, counts: bool) -> None:
    shot = Target(**at(2), by="a", name="barrel", points=points, damage=damage)
    again = Target(**at(3), by="a", name="barrel")
    assert again.points == 1
    expected = [(2, "a", "CW-S-021", 4)] if counts else [(3, "a", "CW-S-021", 4)]
    assert reasons(scored(duel(arena=ARENA), shot, again), "bonus") == expected


@pytest.mark.rule("CW-S-022")
def test_a_jump_counts_when_control_returns() -> None:
    landed = [Jump(**at(2), by="a", name="gap"), control(2, "a", "skidding"), control(6, "a", "controlled")]
    assert reasons(scored(duel(arena=ARENA), *landed), "bonus") == [(6, "a", "CW-S-022", 10)]
    assert reasons(scored(duel(arena=ARENA), Jump(**at(2), by="a", name="gap")), "bonus") == [
        (2, "a", "CW-S-022", 10)
    ]


@pytest.mark.rule("CW-S-022")
@pytest.mark.parametrize("landed", ["overshot", "short"])
def test_a_jump_that_misses_its_ramp_earns_nothing(landed: Any) -> None:
    assert reasons(scored(duel(arena=ARENA), Jump(**at(2), by="a", name="gap", landed=landed)), "bonus") == []


@pytest.mark.rule("CW-S-025")
@pytest.mark.parametrize(
    ("width", "length", "squares", "penalty"),
    [
        (100, 100, 4, -28),
        (100, 99, 4, -28),
        (100, 101, 6, -42),
        (100, 200, 8, -56),
        (50, 50, 1, -7),
        (0, 200, 0, 0),
        (1, 1, 1, -7),
    ],
)
def test_the_price_of_a_counter_by_the_part_that_is_inside(
    width: int, length: int, squares: int, penalty: int
) -> None:
    assert squares_inside(width, length) == squares
    assert zone_penalty(width=width, length=length, squares=None, rate=-7, partial="round_up_units") == penalty


@pytest.mark.rule("CW-S-024", "CW-S-025")
@pytest.mark.parametrize(
    ("zone", "squares"),
    [
        ([(0, 0), (100, 0), (100, 100), (0, 100)], 4),
        ([(-50, -50), (300, -50), (300, 101), (-50, 101)], 6),
        ([(0, 0), (100, 0), (0, 100)], 3),
        ([(0, 100), (100, 0), (0, 0)], 3),
        ([(100, 200), (150, 200), (150, 250)], 0),
        ([(40, 40), (60, 40), (60, 60), (40, 60)], 4),
        ([(0, 0), (1, 0), (1, 200), (0, 200)], 4),
        ([(0, 0), (100, 0), (100, 1), (0, 1)], 2),
        ([(101, 0), (150, 0), (150, 1), (101, 1)], 0),
    ],
    ids=[
        "half",
        "just over half",
        "slanted",
        "the other way round",
        "touching a corner",
        "small, over four",
        "a strip along one side",
        "a strip along the other",
        "one off",
    ],
)
def test_squares_under_a_zone_at_any_angle(zone: list[tuple[int, int]], squares: int) -> None:
    assert squares_under_zone(100, 200, zone) == squares


@pytest.mark.rule("CW-S-024", "CW-S-025")
def test_each_counter_in_a_zone_is_counted_for_itself_and_lowers_the_total() -> None:
    counters = [Counter(**at(2), by="a", width=100, length=101), Counter(**at(2), by="a", squares=3)]
    sheet = scored(duel(), *counters)
    assert reasons(sheet, "penalty") == [(2, "a", "CW-S-024", -42), (2, "a", "CW-S-024", -21)]
    assert sheet.scores["a"].total == -63


@pytest.mark.rule("CW-S-024")
@pytest.mark.parametrize(("counts", "penalty"), [(True, -7), (False, 0)])
def test_gases_count_unless_the_league_says_otherwise(counts: bool, penalty: int) -> None:
    sheet = scored(duel(no_drop_gases=counts), Counter(**at(2), by="a", width=50, length=50, gas=True))
    assert sheet.scores["a"].penalty_points == penalty


@pytest.mark.rule("CW-S-025")
def test_a_league_may_count_the_exact_area() -> None:
    sheet = scored(duel(no_drop_partial="exact_area"), Counter(**at(2), by="a", width=100, length=101))
    assert sheet.scores["a"].penalty_points == Fraction(-28) * Fraction(101, 100)


@pytest.mark.rule("CW-S-024", "CW-S-025")
def test_a_counter_smaller_than_a_square_is_cut_as_well() -> None:
    assert squares_under_zone(2, 2, [(1, 0), (9, 0), (9, 1), (1, 1)]) == 1

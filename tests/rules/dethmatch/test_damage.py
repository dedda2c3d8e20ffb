"""The effects of a hit: penetration, damage points, criticals, and the hazard of being hit."""

from __future__ import annotations

import pytest

from rules.core.weapon_stats import D3, ONE, Firepower
from rules.dethmatch.combat.shooting import fire
from rules.dethmatch.damage.damage import HitOutcome, destroy, hit_outcome, resolve_hit, suffer
from rules.dethmatch.match.orders import StandingOrder
from rules.dethmatch.match.state import CarStatus, Control, Critical
from tests.rules.dethmatch.boards import Board
from tests.rules.dethmatch.gunnery import armed, at_b, duel


def struck(play: Board, *, pen: int = 0, firepower: Firepower = ONE, quadrant: str = "rear") -> HitOutcome:
    """A hit on car `b` by the driver of `a`."""
    return resolve_hit(
        play,
        play.car("b"),
        quadrant=quadrant,
        pen=pen,
        firepower=firepower,
        by="a.driver",
        cause="shot",
        tire_bonus=0,
    )


@pytest.mark.rule("DM-M-105")
@pytest.mark.parametrize(
    ("total", "armor", "outcome"),
    [(3, 4, "deflected"), (4, 4, "grazed"), (5, 4, "penetrated"), (1, 0, "penetrated"), (0, 0, "grazed")],
)
def test_lower_than_the_armor_is_deflected_equal_grazes_and_higher_penetrates(
    total: int, armor: int, outcome: str
) -> None:
    assert hit_outcome(total, armor) == outcome


@pytest.mark.rule("DM-M-105")
@pytest.mark.parametrize(
    ("face", "pen", "outcome", "rolled", "points"),
    [(3, 0, "deflected", 1, 0), (4, 0, "grazed", 2, 0), (5, 0, "penetrated", 2, 1), (1, 3, "grazed", 2, 0)],
)
def test_a_graze_or_better_rolls_the_tires_and_only_a_penetration_does_damage(
    face: int, pen: int, outcome: str, rolled: int, points: int
) -> None:
    play = duel(faces=[face, 1])
    assert struck(play, pen=pen) == outcome
    assert (len(play.dice.log), play.car("b").damage) == (rolled, points)


@pytest.mark.rule("DM-M-105")
@pytest.mark.parametrize(
    ("firepower", "faces", "points"),
    [
        (ONE, [], 1),
        (Firepower(sides=2), [3], 1),
        (Firepower(sides=2), [4], 2),
        (D3, [2], 1),
        (D3, [5], 3),
        (Firepower(sides=3, plus=1), [5], 4),
        (Firepower(sides=3, plus=3), [1], 4),
    ],
)
def test_a_penetration_does_damage_equal_to_its_firepower(
    firepower: Firepower, faces: list[int], points: int
) -> None:
    # Toughness 9 prevents criticals.
    play = duel(target={"design": armed(toughness=9)}, faces=[6, *faces, 1])
    struck(play, firepower=firepower)
    assert play.car("b").damage == points
    assert play.all_thrown()


@pytest.mark.rule("DM-M-098", "DM-M-105")
@pytest.mark.parametrize(("facing", "outcome"), [(0, "penetrated"), (3, "deflected"), (1, "grazed"), (4, "grazed")])
def test_the_armor_of_the_side_toward_the_attacker_resists(facing: int, outcome: str) -> None:
    armor = {"front": 6, "rear": 4, "left": 5, "right": 5}
    play = duel(target={"facing": facing, "armor": armor}, faces=[1, 5, 1])
    fire(play, play.car(), at_b())
    assert play.entries_of("damage")[0].more["outcome"] == outcome


@pytest.mark.rule("DM-M-106")
@pytest.mark.parametrize(
    ("before", "points", "left", "criticals"), [(0, 1, 1, 0), (0, 2, 0, 1), (1, 1, 0, 1), (1, 2, 1, 1), (1, 3, 0, 2)]
)
def test_every_time_damage_reaches_the_toughness_that_much_comes_off_for_a_critical(
    before: int, points: int, left: int, criticals: int
) -> None:
    play = duel(target={"damage": before}, faces=[4, 3][:criticals])
    suffer(play, play.car("b"), points, quadrant="rear", by="a.driver", cause="shot")
    assert (play.car("b").damage, len(play.car("b").criticals)) == (left, criticals)
    assert play.all_thrown()


@pytest.mark.rule("DM-M-106")
def test_every_critical_a_car_has_adds_1_to_the_next_of_the_same_hit_too() -> None:
    play = duel(target={"criticals": [Critical(row="old")]}, faces=[3, 3, 1])
    suffer(play, play.car("b"), 4, quadrant="rear", by="a.driver", cause="shot")
    # 3 + 1 is a weapon critical, 3 + 2 a crew critical, which the driver's toughness resists.
    assert [entry.more["total"] for entry in play.entries_of("critical")] == [4, 5]


@pytest.mark.rule("DM-M-106")
def test_no_more_criticals_are_rolled_once_a_car_is_destroyed() -> None:
    old = [Critical(row="old") for _ in range(6)]
    play = duel(target={"criticals": old}, faces=[1, 1])
    suffer(play, play.car("b"), 6, quadrant="rear", by="a.driver", cause="shot")
    assert len(play.entries_of("critical")) == 1
    assert play.car("b").status is CarStatus.WRECK
    suffer(play, play.car("b"), 6, quadrant="rear", by="a.driver", cause="shot")
    assert len(play.entries_of("critical")) == 1


@pytest.mark.rule("DM-M-086")
def test_a_critical_that_may_come_to_6_at_most_takes_the_body_and_not_the_car() -> None:
    play = duel(target={"criticals": [Critical(row="old") for _ in range(5)]}, faces=[6])
    suffer(play, play.car("b"), 2, quadrant="left", by="a.driver", cause="collision", most=6)
    assert (play.car("b").criticals[-1].row, play.car("b").armor["left"]) == ("body", 3)


@pytest.mark.rule("DM-M-063")
def test_a_hit_that_grazes_calls_for_one_check_in_a_phase_and_a_deflected_one_for_none() -> None:
    play = duel(target={"speed": 3}, faces=[3, 4, 1, 1, 4, 1])
    assert [struck(play), struck(play), struck(play)] == ["deflected", "grazed", "grazed"]
    assert play.kinds().count("hazard") == 1
    assert play.all_thrown()


@pytest.mark.rule("DM-M-075", "DM-M-139")
def test_who_made_a_car_lose_control_by_fire_is_remembered_and_who_only_hit_it_is_not() -> None:
    play = duel(target={"speed": 3}, faces=[4, 1, 1])
    struck(play)
    assert play.car("b").loser == ""
    # The check of the hit fails, handling is −1, the check to keep control fails: the table, and the side.
    play = duel(target={"speed": 3, "handling": 0}, faces=[4, 1, 6, 6, 1, 1])
    struck(play)
    assert play.car("b").control is not Control.OK
    assert play.car("b").loser == "a.driver"


@pytest.mark.rule("DM-M-114", "DM-M-006")
@pytest.mark.parametrize(
    ("wish", "faces", "outcome"),
    [
        ("always", [1, 4, 5, 1], "penetrated"),
        ("always", [1, 3, 2], "deflected"),
        ("always", [1, 5, 1], "penetrated"),
        ("serious", [1, 3, 5, 1], "penetrated"),
        ("serious", [1, 4, 1], "grazed"),
        ("never", [1, 3], "deflected"),
    ],
)
def test_a_crack_shot_throws_a_penetration_roll_again_and_the_second_stands(
    wish: str, faces: list[int], outcome: str
) -> None:
    standing = StandingOrder(crack_shot=wish)
    play = duel(shooter={"driver": {"talents": ("crack_shot",)}}, standing=standing, faces=faces)
    fire(play, play.car(), at_b())
    assert play.entries_of("damage")[0].more["outcome"] == outcome
    assert play.all_thrown()


@pytest.mark.rule("DM-M-114")
def test_a_crack_shot_does_it_once_a_turn_and_for_the_lowest_damage_too() -> None:
    standing = StandingOrder(crack_shot="always")
    shooter = {"driver": {"talents": ("crack_shot",)}}
    # 6 + 2 penetrates, a 1 on the 1d2 is rolled again for a 4: two points, a weapon critical, tires.
    play = duel("recoilless_rifle", far=1, shooter=shooter, standing=standing, faces=[1, 6, 1, 4, 4, 1])
    fire(play, play.car(), at_b())
    assert play.entries_of("damage")[0].more["points"] == 2
    assert play.crew().turn_used["crack_shot"] == 1
    play = duel("vulcan_gun", shooter=shooter, standing=standing, faces=[1, 1, 1, 1, 1])
    fire(play, play.car(), at_b())
    assert [roll.why for roll in play.dice.log].count("penetration, crack_shot re-roll") == 1
    assert play.all_thrown()


@pytest.mark.rule("DM-M-105", "DM-M-114")
@pytest.mark.parametrize(("armor", "faces"), [(5, [1, 4, 6, 1]), (6, [1, 5])])
def test_what_only_a_6_penetrates_is_thrown_again_and_what_no_die_penetrates_is_not(
    armor: int, faces: list[int]
) -> None:
    target = {"armor": dict.fromkeys(("front", "rear", "left", "right"), armor)}
    standing = StandingOrder(crack_shot="always")
    play = duel(shooter={"driver": {"talents": ("crack_shot",)}}, target=target, standing=standing, faces=faces)
    fire(play, play.car(), at_b())
    assert play.all_thrown()


@pytest.mark.rule("DM-M-110", "DM-M-092")
@pytest.mark.parametrize(
    ("speed", "status", "control"), [(0, CarStatus.WRECK, Control.OK), (4, CarStatus.DESTROYED, Control.UNCONTROLLED)]
)
def test_a_destroyed_car_stands_as_a_wreck_or_rolls_on_uncontrolled(
    speed: int, status: CarStatus, control: Control
) -> None:
    play = duel(target={"speed": speed, "to_lay": 2, "laying": "m1"}, faces=[1])
    destroy(play, play.car("b"), by="a.driver", cause="shot")
    b = play.car("b")
    assert (b.status, b.control, b.to_lay) == (status, control, 0)
    assert play.kinds()[0] == "destroyed"
    destroy(play, b, by="a.driver", cause="shot")
    assert play.kinds().count("destroyed") == 1

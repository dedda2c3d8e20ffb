"""The order of what happens at once: shots at one target, hazards, movement."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.performing import performed


@pytest.mark.rule("CW-P-001")
@pytest.mark.parametrize(
    ("faces", "order"),
    [([1, 1], ["a", "b", "c"]), ([3, 2], ["c", "b", "a"]), ([2, 1], ["b", "a", "c"])],
)
def test_shooters_at_one_target_are_drawn_one_after_the_other(faces: list[int], order: list[str]) -> None:
    shots = [["a", "x"], ["b", "x"], ["c", "x"], ["d", "y"]]
    outcome = performed("fire_order", {"shots": shots}, faces=faces)
    assert outcome.values["orders"] == {"x": order, "y": ["d"]}
    assert outcome.says == (f"At x: {', then '.join(order)}.",)


@pytest.mark.rule("CW-P-001")
def test_twenty_shots_at_targets_of_their_own_need_no_dice() -> None:
    outcome = performed("fire_order", {"shots": [[f"s{number}", f"t{number}"] for number in range(20)]})
    assert len(outcome.values["orders"]) == 20
    assert outcome.says == ("No two shots have one target.",)


@pytest.mark.rule("CW-P-001", "CW-Q-066")
def test_the_referee_may_go_by_initiative() -> None:
    inputs = {"shots": [["a", "x"], ["b", "x"]], "initiative": ["b", "a"]}
    outcome = performed("fire_order", inputs, answers={"fire.same_target_order": {"order": "initiative"}})
    assert outcome.values["orders"] == {"x": ["b", "a"]}


HAZARDS = [
    {"name": "oil", "difficulty": 2},
    {"name": "mine", "difficulty": 3},
    {"name": "ice", "difficulty": 2},
    {"name": "bump", "difficulty": 1},
]


@pytest.mark.rule("CW-P-002", "CW-Q-140")
@pytest.mark.parametrize(
    ("faces", "order"),
    [
        ([1, 1, 1], ["oil", "mine", "ice", "bump"]),
        ([4, 3, 2], ["bump", "ice", "mine", "oil"]),
        ([2, 2, 1], ["mine", "ice", "oil", "bump"]),
    ],
)
def test_hazards_are_drawn_one_by_one_and_finished_before_the_next(faces: list[int], order: list[str]) -> None:
    outcome = performed("hazard_order", {"hazards": HAZARDS}, faces=faces)
    assert outcome.values == {"order": order}
    assert outcome.says[0] == f"The order is drawn at random. It is: {', then '.join(order)}."
    assert "before the next" in outcome.says[1]


@pytest.mark.rule("CW-P-002")
def test_a_single_hazard_needs_no_dice_and_no_difficulty() -> None:
    assert performed("hazard_order", {"hazards": [{"name": "oil"}]}).values == {"order": ["oil"]}


@pytest.mark.rule("CW-P-002", "CW-Q-140")
@pytest.mark.parametrize(
    ("face", "order"), [(1, ["mine", "oil", "ice", "bump"]), (2, ["mine", "ice", "oil", "bump"])]
)
def test_the_worst_hazard_may_come_first_with_dice_between_equals(face: int, order: list[str]) -> None:
    answers = {"crash.hazard_order": {"order": "worst_first"}}
    outcome = performed("hazard_order", {"hazards": HAZARDS}, faces=[face], answers=answers)
    assert outcome.values == {"order": order}
    assert "worst" in outcome.says[0]


@pytest.mark.rule("CW-P-002", "CW-Q-140")
def test_the_player_of_the_vehicle_may_choose_the_order() -> None:
    wanted = ["bump", "oil", "mine", "ice"]
    answers = {"crash.hazard_order": {"order": "owner"}}
    outcome = performed("hazard_order", {"hazards": HAZARDS, "wanted": wanted}, answers=answers)
    assert outcome.values == {"order": wanted}
    assert "has chosen" in outcome.says[0]
    for wrong in ([], wanted[:3], [*wanted, "oil"], ["bump", "oil", "mine", "sand"]):
        with pytest.raises(InputsImpossible, match="name every hazard in it once"):
            performed("hazard_order", {"hazards": HAZARDS, "wanted": wrong}, answers=answers)


def test_a_hazard_without_difficulty_cannot_be_compared() -> None:
    answers = {"crash.hazard_order": {"order": "worst_first"}}
    with pytest.raises(InputsImpossible, match="give the difficulty of sand"):
        performed("hazard_order", {"hazards": [*HAZARDS, {"name": "sand"}]}, answers=answers)


def mover(name: str, speed: int, **more: Any) -> dict[str, Any]:
    """A vehicle that is to move."""
    return {"name": name, "speed": speed, **more}


@pytest.mark.rule("CW-P-003", "CW-Q-131")
def test_the_faster_moves_first_whatever_the_reflexes_and_better_reflexes_come_before_skill() -> None:
    movers = [
        mover("slow", 30, reflexes=6, skill=5),
        mover("skilled", 40, reflexes=3, skill=5),
        mover("quick", 40, reflexes=4, skill=1, choice="second"),
        mover("fast", 45),
    ]
    outcome = performed("movement_order", {"movers": movers})
    assert outcome.values == {"order": [["fast"], ["quick"], ["skilled"], ["slow"]]}
    assert outcome.says == ("The order is: fast, then quick, then skilled, then slow.",)


@pytest.mark.rule("CW-P-003", "CW-Q-131")
@pytest.mark.parametrize(("choice", "order"), [("first", [["b"], ["a"]]), ("second", [["a"], ["b"]])])
def test_at_one_speed_the_driver_with_more_skill_chooses_first_or_second(choice: str, order: Any) -> None:
    movers = [mover("a", 40, skill=1, choice="first"), mover("b", 40, skill=2, choice=choice)]
    assert performed("movement_order", {"movers": movers}).values == {"order": order}


@pytest.mark.rule("CW-P-003", "CW-Q-131")
def test_of_more_than_two_each_moves_before_or_after_all_with_less_skill() -> None:
    movers = [
        mover("a", 40, skill=1),
        mover("b", 40, skill=2, choice="second"),
        mover("c", 40, skill=2, choice="first"),
        mover("d", 40, skill=3, choice="second"),
    ]
    assert performed("movement_order", {"movers": movers}).values == {"order": [["c"], ["a"], ["b"], ["d"]]}


@pytest.mark.rule("CW-P-003", "CW-Q-131")
def test_equals_move_at_once_with_an_arbiter() -> None:
    movers = [mover("a", 40), mover("b", 40, reflexes=0, skill=0), mover("c", 35)]
    outcome = performed("movement_order", {"movers": movers, "arbiter": True})
    assert outcome.values == {"order": [["a", "b"], ["c"]]}
    assert outcome.says[0] == "The order is: a with b, then c."
    assert "in secret" in outcome.says[1]


@pytest.mark.rule("CW-P-003", "CW-Q-131")
@pytest.mark.parametrize(
    ("faces", "order"),
    [
        ([2, 5, 1], [["b"], ["a"], ["c"]]),
        ([6, 5, 1], [["a"], ["b"], ["c"]]),
        ([4, 2, 4, 3, 6], [["c"], ["a"], ["b"]]),
        ([3, 3, 6, 1, 1, 2, 5], [["c"], ["b"], ["a"]]),
    ],
)
def test_without_an_arbiter_the_higher_die_moves_first_and_equal_dice_are_rolled_again(
    faces: list[int], order: Any
) -> None:
    movers = [mover("a", 40), mover("b", 40), mover("c", 40)]
    outcome = performed("movement_order", {"movers": movers}, faces=faces)
    assert outcome.values == {"order": order}
    assert len(outcome.says) == 1


@pytest.mark.rule("CW-P-003", "CW-Q-131")
def test_the_referee_may_settle_ties_by_dice_alone() -> None:
    movers = [mover("a", 40, skill=1), mover("b", 40, skill=5), mover("c", 50), mover("d", 40, reflexes=1)]
    answers = {"move.order_ties": {"ties": "dice_only"}}
    outcome = performed("movement_order", {"movers": movers, "arbiter": True}, faces=[6, 2], answers=answers)
    assert outcome.values == {"order": [["c"], ["d"], ["a"], ["b"]]}


@pytest.mark.parametrize(
    ("tag", "inputs", "refusal", "says"),
    [
        ("fire_order", {"shots": [["a"]]}, Malformed, "Fire at one target: .*shots"),
        ("fire_order", {"shots": []}, Malformed, "Fire at one target: .*shots"),
        ("fire_order", {"shots": [["a", ""]]}, Malformed, "Fire at one target: .*shots"),
        ("fire_order", {"shots": [["a", "x"]] * 21}, InputsImpossible, "At most 20"),
        ("hazard_order", {"hazards": []}, Malformed, "length >= 1"),
        ("hazard_order", {"hazards": [{"name": "oil"}, {"name": "oil"}]}, InputsImpossible, "named 'oil'"),
        ("hazard_order", {"hazards": [{"name": str(n)} for n in range(21)]}, Malformed, "length <= 20"),
        ("hazard_order", {"hazards": HAZARDS, "wanted": ["oil"] * 21}, Malformed, "length <= 20"),
        ("movement_order", {"movers": []}, Malformed, "length >= 1"),
        ("movement_order", {"movers": [mover(str(n), 40) for n in range(21)]}, Malformed, "length <= 20"),
        ("movement_order", {"movers": [mover("a", 40), mover("a", 50)]}, InputsImpossible, "named 'a'"),
    ],
)
def test_inputs_that_cannot_be_are_refused(tag: str, inputs: Any, refusal: type[Exception], says: str) -> None:
    with pytest.raises(refusal, match=says):
        performed(tag, inputs)


def test_twenty_are_ordered_at_once() -> None:
    names = [str(number) for number in range(20)]
    movers = [mover(name, 40 + int(name)) for name in names]
    assert len(performed("movement_order", {"movers": movers}).values["order"]) == 20
    answers = {"crash.hazard_order": {"order": "owner"}}
    hazards = {"hazards": [{"name": name} for name in names], "wanted": names}
    assert performed("hazard_order", hazards, answers=answers).values == {"order": names}

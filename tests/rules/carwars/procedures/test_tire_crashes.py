"""Control rolls for lost tires, and the crash results of those that fail."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.core.dice import NeedsDice
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed


@pytest.mark.rule("CW-P-024", "CW-Q-086")
@pytest.mark.parametrize(
    ("faces", "kept"),
    [([4, 4], [True, True]), ([3, 6], [False, True]), ([6, 3], [True, False]), ([1, 1], [False, False])],
)
def test_each_lost_tire_has_a_control_roll_of_its_own(faces: list[int], kept: list[bool]) -> None:
    outcome = performed("tire_control_rolls", {"lost": ["front left", "back left"], "needed": 4}, faces=faces)
    assert outcome.values == {
        "rolls": [
            {"for": "front left", "face": faces[0], "kept": kept[0]},
            {"for": "back left", "face": faces[1], "kept": kept[1]},
        ],
        "kept": all(kept),
    }
    assert len(outcome.says) == 2


@pytest.mark.rule("CW-P-024", "CW-Q-086")
def test_the_referee_may_ask_for_one_roll_for_all_of_them() -> None:
    answers = {"dmg.multi_tyre_rolls": {"rolls": "once"}}
    inputs = {"lost": ["front left", "back left"], "needed": 5}
    outcome = performed("tire_control_rolls", inputs, faces=[4], answers=answers)
    assert outcome.values == {"rolls": [{"for": "front left, back left", "face": 4, "kept": False}], "kept": False}
    assert outcome.says == (
        "Control at -6 for the loss of front left, back left: 4 with 5 needed, so control is lost.",
    )


@pytest.mark.rule("CW-P-024")
@pytest.mark.parametrize(("needed", "kept"), [(1, True), (7, False)])
def test_a_roll_that_cannot_change_anything_is_not_made(needed: int, kept: bool) -> None:
    outcome = performed("tire_control_rolls", {"lost": ["front left"], "needed": needed})
    assert outcome.values == {"rolls": [{"for": "front left", "face": None, "kept": kept}], "kept": kept}
    assert outcome.says[0].endswith("without a roll.")


@pytest.mark.rule("CW-P-024")
@pytest.mark.parametrize("needed", [2, 6])
def test_the_needed_face_itself_keeps_control(needed: int) -> None:
    for face, kept in ((needed, True), (needed - 1, False)):
        outcome = performed("tire_control_rolls", {"lost": ["front left"], "needed": needed}, faces=[face])
        assert outcome.values["kept"] is kept


TABLE = [
    {"up_to": 4, "result": "trivial skid"},
    {"up_to": 8, "result": "minor skid"},
    {"up_to": 11, "result": "severe skid"},
    {"up_to": 14, "result": "spinout"},
]
CRASH = {"lost": ["front left"], "needed": 4, "table": TABLE}


@pytest.mark.rule("CW-P-025", "CW-Q-144")
def test_enemy_fire_comes_first_then_the_tire_at_plus_3_and_the_worst_result_happens() -> None:
    inputs = CRASH | {"fire_hazard": 2, "fire_needed": 3}
    outcome = performed("tire_loss_crash", inputs, faces=[2, 6, 3, 1, 4, 4])
    assert outcome.values == {"results": ["minor skid", "severe skid"], "worst": "severe skid"}
    assert outcome.says == (
        "The D2 of the enemy fire: 2 with 3 needed, so control is lost.",
        "On the crash table 9-1 = 8 is: minor skid.",
        "Control at -6 for the loss of front left: 1 with 4 needed, so control is lost.",
        "On the crash table 8+3 = 11 is: severe skid.",
        "Only the worst result happens: severe skid.",
    )


@pytest.mark.rule("CW-P-025", "CW-Q-144")
def test_the_result_of_the_fire_may_be_the_worst() -> None:
    inputs = CRASH | {"fire_hazard": 3, "fire_needed": 7}
    outcome = performed("tire_loss_crash", inputs, faces=[6, 6, 1, 1, 2])
    assert outcome.values == {"results": ["spinout", "minor skid"], "worst": "spinout"}


@pytest.mark.rule("CW-P-025")
@pytest.mark.parametrize(
    ("dice", "result"),
    [
        ([1, 1], "minor skid"),
        ([1, 4], "minor skid"),
        ([2, 4], "severe skid"),
        ([4, 4], "severe skid"),
        ([4, 5], "spinout"),
        ([6, 6], "spinout"),
    ],
)
def test_a_line_of_the_table_counts_up_to_its_total_and_the_last_beyond(dice: list[int], result: str) -> None:
    assert performed("tire_loss_crash", CRASH, faces=[1, *dice]).values["worst"] == result


@pytest.mark.rule("CW-P-025")
def test_kept_control_has_no_result() -> None:
    outcome = performed("tire_loss_crash", CRASH | {"fire_hazard": 1, "fire_needed": 2}, faces=[2, 4])
    assert outcome.values == {"results": [], "worst": None}
    assert outcome.says[-1] == "Control is kept, and nothing happens."


@pytest.mark.rule("CW-P-025")
def test_without_a_hazard_of_the_fire_or_a_needed_face_there_is_no_roll_for_it() -> None:
    assert len(performed("tire_loss_crash", CRASH, faces=[4]).says) == 2
    outcome = performed("tire_loss_crash", CRASH | {"fire_hazard": 1}, faces=[4])
    assert outcome.says[0] == "The D1 of the enemy fire: control is kept without a roll."


@pytest.mark.rule("CW-P-025", "CW-P-024", "CW-Q-086")
def test_several_tires_are_rolled_for_one_by_one_or_at_once() -> None:
    inputs = CRASH | {"lost": ["front left", "back left"]}
    outcome = performed("tire_loss_crash", inputs, faces=[1, 1, 1, 3, 4, 5])
    assert outcome.values == {"results": ["minor skid", "spinout"], "worst": "spinout"}
    answers = {"dmg.multi_tyre_rolls": {"rolls": "once"}}
    assert performed("tire_loss_crash", inputs, faces=[1, 1, 1], answers=answers).values["results"] == ["minor skid"]


@pytest.mark.rule("CW-P-025")
def test_a_modifier_and_the_number_of_dice_count_on_every_roll_of_the_table() -> None:
    inputs = CRASH | {"fire_hazard": 4, "fire_needed": 7, "modifier": -4, "dice": 1, "needed": 7}
    outcome = performed("tire_loss_crash", inputs, faces=[6, 6])
    assert outcome.says[1] == "On the crash table 6-3 = 3 is: trivial skid."
    assert outcome.says[3] == "On the crash table 6-1 = 5 is: minor skid."


@pytest.mark.rule("CW-P-025")
def test_the_order_of_severity_may_differ_from_that_of_the_table() -> None:
    severity = ["trivial skid", "severe skid", "spinout", "minor skid"]
    inputs = CRASH | {"lost": ["a", "b"], "severity": severity, "needed": 7}
    assert performed("tire_loss_crash", inputs, faces=[1, 1, 6, 6]).values["worst"] == "minor skid"
    for wrong in (severity[:3], [*severity, "crash"]):
        with pytest.raises(InputsImpossible, match="names every result of the table and no other"):
            performed("tire_loss_crash", inputs | {"severity": wrong})


@pytest.mark.rule("CW-P-025", "CW-Q-144")
def test_another_rule_of_the_referee_is_pointed_out() -> None:
    answers = {"crash.tyre_loss_roll": {"procedure": "No roll."}}
    outcome = performed("tire_loss_crash", CRASH, faces=[6], answers=answers)
    assert "CW-Q-144" in outcome.says[0]


def test_a_table_that_is_out_of_order_and_tires_of_one_name_are_refused() -> None:
    for table in (TABLE[::-1], [TABLE[0], TABLE[0]]):
        with pytest.raises(InputsImpossible, match="put its lines in order"):
            performed("tire_loss_crash", CRASH | {"table": table})
    for tag, inputs in (("tire_control_rolls", {"lost": ["a", "a"], "needed": 2}), ("tire_loss_crash", CRASH)):
        with pytest.raises(InputsImpossible, match="named 'a'"):
            performed(tag, inputs | {"lost": ["a", "a"]})


def test_a_missing_face_is_asked_for_with_its_reason() -> None:
    with pytest.raises(NeedsDice, match="2d6: the crash table for a D6"):
        performed("tire_loss_crash", CRASH, faces=[1])


ROLLS: dict[str, Any] = {"lost": ["front left"], "needed": 4}


@pytest.mark.parametrize(
    ("tag", "inputs", "path", "bounds"),
    [
        ("tire_control_rolls", ROLLS, "needed", (1, 7)),
        ("tire_loss_crash", CRASH, "needed", (1, 7)),
        ("tire_loss_crash", CRASH, "fire_needed", (1, 7)),
        ("tire_loss_crash", CRASH, "fire_hazard", (0, 20)),
        ("tire_loss_crash", CRASH, "modifier", (-10, 10)),
        ("tire_loss_crash", CRASH, "dice", (1, 4)),
        ("tire_loss_crash", CRASH, "table.0.up_to", (-20, 60)),
    ],
)
def test_figures_have_bounds(tag: str, inputs: dict[str, Any], path: str, bounds: tuple[int, int]) -> None:
    assert_bounded(tag, inputs, path, *bounds, sample=0)


def test_lists_have_bounds() -> None:
    assert_bounded("tire_control_rolls", ROLLS, "lost", 1, 12, sample=["a"])
    assert_bounded("tire_loss_crash", CRASH, "table", 1, 30, sample=[TABLE[0]])
    assert_bounded("tire_loss_crash", CRASH, "severity", 0, 30, sample=["spinout"])


def test_a_crash_result_has_a_name() -> None:
    with pytest.raises(Malformed):
        performed("tire_loss_crash", CRASH | {"table": [{"up_to": 4, "result": ""}]})

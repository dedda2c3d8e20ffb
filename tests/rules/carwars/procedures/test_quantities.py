"""The bounds of the quantities that procedures ask for, and what is worked out from them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.carwars.procedures import quantities
from rules.carwars.procedures.phases import phase_after
from rules.carwars.procedures.procedure import Answers, InputsImpossible
from rules.carwars.procedures.quantities import angle_between, counted, refuse_same_names, turn_heading
from rules.carwars.procedures.written_rules import note_other_rule
from rules.carwars.questionnaire import find_question

BOUNDS = {
    "Speed": (0, 500),
    "SignedSpeed": (-500, 500),
    "Distance": (0, 10_000),
    "Coordinate": (-100_000, 100_000),
    "Heading": (0, 359),
    "Handling": (-6, 20),
    "HandlingClass": (-10, 20),
    "Skill": (0, 20),
    "Difficulty": (0, 20),
    "Turn": (1, 1000),
    "Phase": (1, 10),
}


@pytest.mark.parametrize(("name", "lowest", "highest"), [(name, *bounds) for name, bounds in BOUNDS.items()])
def test_a_quantity_is_within_its_bounds(name: str, lowest: int, highest: int) -> None:
    quantity: Any = getattr(quantities, name)
    assert [msgspec.convert(bound, quantity) for bound in (lowest, highest)] == [lowest, highest]
    for beyond in (lowest - 1, highest + 1):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(beyond, quantity)


def test_a_name_has_1_to_80_characters() -> None:
    assert msgspec.convert("a", quantities.Name) == "a"
    assert msgspec.convert("a" * 80, quantities.Name) == "a" * 80
    for wrong in ("", "a" * 81):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, quantities.Name)


def test_a_name_that_is_given_twice_is_refused() -> None:
    refuse_same_names(["a", "b"])
    with pytest.raises(InputsImpossible, match="named b: give each a name of its own"):
        refuse_same_names(["a", "b", "b"])


@pytest.mark.parametrize(("count", "words"), [(0, "0 inches"), (1, "1 inch"), (2, "2 inches")])
def test_a_number_has_its_noun(count: int, words: str) -> None:
    assert counted(count, "inch", "inches") == words


@pytest.mark.parametrize(
    ("heading", "degrees", "turned"), [(0, 90, 90), (350, 20, 10), (10, -20, 350), (180, 180, 0), (5, -5, 0)]
)
def test_a_turn_to_the_right_adds_to_the_heading(heading: int, degrees: int, turned: int) -> None:
    assert turn_heading(heading, degrees) == turned


@pytest.mark.parametrize(
    ("first", "second", "angle"), [(0, 0, 0), (0, 180, 180), (10, 350, 20), (350, 10, 20), (0, 181, 179), (90, 0, 90)]
)
def test_the_angle_between_headings_is_the_smaller_one(first: int, second: int, angle: int) -> None:
    assert angle_between(first, second) == angle


@pytest.mark.rule("CW-S-003")
@pytest.mark.parametrize(
    ("turn", "phase", "count", "later"),
    [(5, 4, 4, (6, 3)), (1, 1, 0, (1, 1)), (1, 5, 1, (2, 1)), (1, 1, 4, (1, 5)), (2, 3, 10, (4, 3))],
)
def test_phases_are_counted_on_into_later_turns(turn: int, phase: int, count: int, later: tuple[int, int]) -> None:
    assert phase_after(turn, phase, count, Answers({})) == later


def test_a_turn_may_have_another_number_of_phases() -> None:
    question = find_question("duel.end_conditions")
    answers = Answers({question.key: question.printed_answer | {"phases_per_turn": 3}})
    assert phase_after(1, 3, 5, answers) == (3, 2)
    with pytest.raises(InputsImpossible, match="3 phases, so there is no phase 4"):
        phase_after(1, 4, 5, answers)


def test_a_rule_that_the_referee_wrote_is_pointed_out_and_spaces_are_no_difference() -> None:
    printed = str(find_question("crash.roll").printed_answer["procedure"])
    for text in (printed, printed.replace("\n", "\r\n ").strip()):
        assert note_other_rule(Answers({"crash.roll": {"procedure": text}}), "crash.roll", "procedure") == ()
    (sentence,) = note_other_rule(Answers({"crash.roll": {"procedure": "Stop."}}), "crash.roll", "procedure")
    assert "CW-Q-138" in sentence
    assert "read theirs first" in sentence

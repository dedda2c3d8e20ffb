"""The bounds of the quantities that procedures ask for, and what is worked out from them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.carwars.procedures import quantities
from rules.carwars.procedures.phases import Moment, moment_at, moment_text, phase_after, phase_index
from rules.carwars.procedures.procedure import Answers, InputsImpossible
from rules.carwars.procedures.quantities import angle_between, counted, inches, refuse_repeated, turn_heading
from rules.carwars.procedures.written_rules import note_own_rule, own_rule
from rules.carwars.questionnaire import find_question

BOUNDS = {
    "Speed": (0, 500),
    "SignedSpeed": (-500, 500),
    "Distance": (0, 100_000),
    "Coordinate": (-100_000, 100_000),
    "Heading": (0, 359),
    "Handling": (-6, 20),
    "HandlingClass": (-10, 20),
    "Skill": (0, 20),
    "Difficulty": (0, 20),
    "Points": (0, 1000),
    "Turn": (1, 10_000),
    "Phase": (1, 10),
}


@pytest.mark.parametrize(("name", "lowest", "highest"), [(name, *bounds) for name, bounds in BOUNDS.items()])
def test_a_quantity_is_within_its_bounds(name: str, lowest: int, highest: int) -> None:
    quantity: Any = getattr(quantities, name)
    assert [msgspec.convert(bound, quantity) for bound in (lowest, highest)] == [lowest, highest]
    for beyond in (lowest - 1, highest + 1):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(beyond, quantity)


def test_a_name_has_1_to_60_characters() -> None:
    assert msgspec.convert("a", quantities.Name) == "a"
    assert msgspec.convert("a" * 60, quantities.Name) == "a" * 60
    for wrong in ("", "a" * 61):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, quantities.Name)


def test_a_name_that_is_given_twice_is_refused() -> None:
    refuse_repeated(["a", "b"], "cars")
    with pytest.raises(InputsImpossible, match="Two cars are named 'b': give each of them its own name"):
        refuse_repeated(["a", "b", "b"], "cars")


@pytest.mark.parametrize(("kind", "most"), [("Few", 20), ("Many", 100)])
def test_a_list_has_1_to_20_or_100_elements(kind: str, most: int) -> None:
    quantity: Any = getattr(quantities, kind)[int]
    assert [len(msgspec.convert([7] * count, quantity)) for count in (1, most)] == [1, most]
    for count in (0, most + 1):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert([7] * count, quantity)


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


@pytest.mark.rule("CW-S-003", "CW-Q-148")
@pytest.mark.parametrize(
    ("per_turn", "turn", "phase", "index"), [(5, 5, 4, 24), (5, 6, 3, 28), (3, 5, 3, 15), (3, 2, 1, 4), (7, 2, 7, 14)]
)
def test_the_phases_of_a_turn_are_those_of_the_duel(per_turn: int, turn: int, phase: int, index: int) -> None:
    answers = with_phases(per_turn)
    assert phase_index(Moment(turn=turn, phase=phase), answers) == index
    assert moment_at(index, answers) == {"turn": turn, "phase": phase}
    assert moment_text(index, answers) == f"turn {turn} phase {phase}"


@pytest.mark.rule("CW-S-003", "CW-Q-148")
@pytest.mark.parametrize(("per_turn", "later"), [(3, (3, 2)), (5, (2, 3)), (7, (2, 1))])
def test_a_turn_may_have_another_number_of_phases(per_turn: int, later: tuple[int, int]) -> None:
    answers = with_phases(per_turn)
    assert phase_after(1, 3, 5, answers) == later
    for count_on in (
        lambda: phase_after(1, per_turn + 1, 5, answers),
        lambda: phase_index(Moment(turn=1, phase=per_turn + 1), answers),
    ):
        with pytest.raises(InputsImpossible, match=f"{per_turn} phases, so there is no phase {per_turn + 1}"):
            count_on()


def with_phases(per_turn: int) -> Answers:
    """The answers of a referee whose turns have that many phases."""
    question = find_question("duel.end_conditions")
    return Answers({question.key: question.printed_answer | {"phases_per_turn": per_turn}})


def test_a_rule_that_the_referee_wrote_is_quoted_and_spaces_are_no_difference() -> None:
    printed = str(find_question("crash.roll").printed_answer["procedure"])
    for text in (printed, printed.replace("\n", "\r\n ").strip()):
        answers = Answers({"crash.roll": {"procedure": text}})
        assert own_rule(answers, "crash.roll", "procedure") == ""
        assert note_own_rule(answers, "crash.roll", "procedure") == ()
    answers = Answers({"crash.roll": {"procedure": " Stop.\n"}})
    assert own_rule(answers, "crash.roll", "procedure") == "Stop."
    assert note_own_rule(answers, "crash.roll", "procedure") == (
        "This is worked out by the printed rule. The referee's answer to CW-Q-138 comes first: Stop.",
    )


@pytest.mark.parametrize(
    ("hundredths", "words"),
    [
        (0, "0 inches"),
        (5, "0.05 inches"),
        (50, "0.5 inches"),
        (100, "1 inch"),
        (125, "1.25 inches"),
        (200, "2 inches"),
    ],
)
def test_inches_in_words(hundredths: int, words: str) -> None:
    assert inches(hundredths) == words

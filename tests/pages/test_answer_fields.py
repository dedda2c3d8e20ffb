"""The parts of answers as form fields: what a typed text means, and the sentence for one that means nothing."""

from __future__ import annotations

from typing import Any

import pytest

from league.pages.questionnaire.questions_by_parts import bounds_words, condition_words, read_part, typed_part
from rules.core.refusals import Malformed
from rules.match.referee.questionnaire import Part

NUMBER = Part(name="n", label="Number", kind="number", default=2, lowest=-1, highest=9, step=0.5, unit="turns")
COUNT = Part(name="c", label="Count", kind="number", default=2, highest=500)
TEXT = Part(name="t", label="Text", kind="text", default="One.\nTwo.\n", longest=20)
SIDES = (("left", "The left"), ("right", "The right"))
CHOICE = Part(name="s", label="Side", kind="choice", default="left", choices=SIDES)
SET = Part(name="m", label="Sides", kind="set", default=("left",), choices=SIDES)
FLAG = Part(name="f", label="Flag", kind="yes_no", default=True)


@pytest.mark.parametrize(
    ("part", "typed", "value"),
    [
        (NUMBER, [" 3 "], 3),
        (NUMBER, ["1.5"], 1.5),
        (NUMBER, ["\N{MINUS SIGN}1"], -1),
        (NUMBER, ["-0.50"], -0.5),
        (NUMBER, ["1,5"], 1.5),
        (NUMBER, [".5"], 0.5),
        (NUMBER, ["\N{ARABIC-INDIC DIGIT THREE}"], 3),
        (COUNT, ["0"], 0),
        (TEXT, ["One.\r\nTwo."], "One.\nTwo.\n"),
        (TEXT, [" Three.\r\nFour. "], "Three.\nFour."),
        (TEXT, [""], ""),
        (CHOICE, ["right"], "right"),
        (SET, [""], ()),
        (SET, ["", "right", "left"], ("left", "right")),
        (SET, ["", "right", "right"], ("right",)),
        (FLAG, ["no"], False),
        (FLAG, ["ON"], True),
    ],
)
def test_what_is_typed_is_a_value_of_its_kind(part: Part, typed: list[str], value: Any) -> None:
    read = read_part(part, typed)
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize("part", [NUMBER, TEXT, CHOICE, SET, FLAG])
def test_a_value_is_read_from_its_own_field(part: Part) -> None:
    typed = typed_part(part.default)
    assert read_part(part, ["", *typed] if part.kind == "set" else typed) == part.default


@pytest.mark.parametrize(
    ("part", "typed", "says"),
    [
        (NUMBER, "", "'' is not a number: give one from -1 to 9 turns"),
        (NUMBER, "1,500", "1,500 may be 1500 or 1.5: write one of them"),
        (COUNT, "1.000", "1.000 may be 1000 or 1: write one of them"),
        (NUMBER, "1.", "is not a number"),
        (NUMBER, "1e3", "is not a number"),
        (NUMBER, "NaN", "is not a number"),
        (NUMBER, "9" * 13, "is not a number"),
        (NUMBER, "9" * 10, "Give a number from -1 to 9 turns"),
        (NUMBER, "10", "Give a number from -1 to 9 turns"),
        (NUMBER, "0.3", "Give a number in steps of 0.5 turns"),
        (COUNT, "501", "Give a number from 0 to 500"),
        (TEXT, "x" * 21, "Write a text of at most 20 characters"),
        (CHOICE, "middle", "'middle' is not a possible answer: choose “The left” or “The right”"),
        (SET, "middle", "'middle' cannot be chosen here: check only “The left” or “The right”"),
        (FLAG, "perhaps", "'perhaps' is neither yes nor no: choose one of them"),
    ],
)
def test_what_is_no_value_is_refused_in_a_sentence(part: Part, typed: str, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        read_part(part, [typed])


def test_a_field_says_what_is_possible_and_when_it_counts() -> None:
    assert bounds_words(NUMBER) == "-1 to 9 turns, in steps of 0.5."
    assert bounds_words(COUNT) == "0 to 500."
    assert [bounds_words(part) for part in (TEXT, CHOICE, SET, FLAG)] == ["", "", "", ""]
    by_flag = Part(name="x", label="X", kind="text", default="", only_if=("f", False))
    by_side = Part(name="y", label="Y", kind="text", default="", only_if=("s", "right"))
    parts = (FLAG, CHOICE, by_flag, by_side)
    assert condition_words(by_flag, parts) == "Counts only if “Flag” is answered with “no”."
    assert condition_words(by_side, parts) == "Counts only if “Side” is answered with “The right”."
    assert condition_words(FLAG, parts) == ""

"""The questions of the Car Wars referee: sections, printed answers, and what an answer may be. Rules CW-Q-001 to
CW-Q-169.

Each section is a TOML file in `questions/`. An answer has a value for every part of its question.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from rules.core.refusals import refuse_any
from rules.match.referee.questionnaire import Answer, Preset, Question, Questionnaire, Section, Value, answer_faults

__all__ = ["Answer", "Question", "Section", "Value"]
COMMENTS = "referee.comments"
"""The key of the referee's comments (CW-Q-000), which are no question of the count."""


@cache
def sections() -> tuple[Section, ...]:
    """Every section in the order of the questionnaire, the referee's comments first."""
    folder = files(__package__) / "questions"
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(".toml"))
    return tuple(
        msgspec.convert(tomllib.loads((folder / name).read_text(encoding="utf-8")), Section) for name in names
    )


@cache
def presets() -> tuple[Preset, ...]:
    """The sets of answers to start from."""
    text = (files(__package__) / "presets.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["preset"], tuple[Preset, ...])


QUESTIONNAIRE = Questionnaire("carwars", "the referee's questionnaire", sections, presets)
"""The questionnaire of a Car Wars referee."""


@cache
def questions() -> Mapping[str, Question]:
    """Every question by its key, the referee's comments included."""
    return QUESTIONNAIRE.questions()


def find_question(key: str) -> Question:
    """The question with a key. Raises `Unknown`."""
    found = questions().get(key)
    return QUESTIONNAIRE.question(key) if found is None else found


def refuse_bad_answers(answers: Mapping[str, object]) -> None:
    """Raise `Malformed` for everything wrong with answers by key, or `Unknown` for a key of no question."""
    refuse_any(fault for key, answer in answers.items() for fault in answer_faults(find_question(key), answer))

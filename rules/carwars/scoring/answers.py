"""The settings of the scorer as a questionnaire answers them. Rules CW-Q-067, CW-Q-095, CW-Q-109, CW-Q-147 to
CW-Q-169.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.carwars.questionnaire import Answer, find_question, questions, refuse_bad_answers
from rules.carwars.scoring.duel import Arena, Feature
from rules.carwars.scoring.settings import DEFINITIONS, ScoringSettings

OTHERWISE_NAMED = {
    ("burn.pfe_on_mods", "removes_modifiers"): "personal_extinguishers_clear",
    ("duel.complete_kill_definition", "definition"): "complete_kill_definition",
    ("duel.mobility_kill_definition", "definition"): "mobility_kill_definition",
    ("fire.fluid_projector_counter", "size"): "projector_counter",
}
"""A part of an answer, by the key of its question, and the setting it is."""
PRINTED_HELD_PHASES = 25
"""The printed answer is five turns of five phases: a duel of other turns holds for five of its own (CW-S-029)."""
SETTINGS = frozenset(ScoringSettings.__struct_fields__)
FEATURE_POINTS = {
    "checkpoints": ("arena.checkpoint_definition", "checkpoint_points"),
    "targets": ("arena.target_definition", "target_points"),
    "jumps": ("arena.jump_definition", "jump_points"),
}
"""The question and the part that say what each kind of feature is worth."""


def setting_of(key: str, part: str) -> str:
    """The setting that a part of an answer is, empty where the scorer reads no setting of it."""
    name = OTHERWISE_NAMED.get((key, part), part)
    return name if find_question(key).scope in ("scorer", "engine") and name in SETTINGS else ""


def scoring_settings(answers: Mapping[str, Answer]) -> ScoringSettings:
    """The settings of a duel from the answers that differ from the printed ones.

    Raises `Malformed` for what is no answer, and `Unknown` for a key of no question.
    """
    refuse_bad_answers(answers)
    values: dict[str, Any] = {}
    for key, question in questions().items():
        answer = answers.get(key, question.printed_answer)
        values |= {name: answer[part.name] for part in question.parts if (name := setting_of(key, part.name))}
    for name in DEFINITIONS:
        values[name] = own_text(f"duel.{name}", "definition", values[name])
    if values["held_win_phases"] == PRINTED_HELD_PHASES:
        values["held_win_phases"] = None
    return msgspec.convert(values, ScoringSettings)


def own_text(key: str, part: str, given: str) -> str:
    """A text of the referee's own, and nothing if it is the printed one; spaces and line ends are no difference."""
    text = " ".join(given.split())
    return "" if text == " ".join(str(find_question(key).printed_answer[part]).split()) else text


def arena_with_points(answers: Mapping[str, Answer], arena: Mapping[str, list[str]]) -> Arena:
    """An arena whose checkpoints, targets and jumps are worth what the questionnaire says (CW-Q-162 to CW-Q-164).

    `arena` has the names on the arena's sheet by `checkpoints`, `targets` and `jumps`.
    """
    shelves: dict[str, dict[str, Feature]] = {}
    for shelf, (key, part) in FEATURE_POINTS.items():
        points = answers.get(key, find_question(key).printed_answer)[part]
        shelves[shelf] = {name: Feature(points=int(str(points))) for name in arena.get(shelf, ())}
    return Arena(**shelves)

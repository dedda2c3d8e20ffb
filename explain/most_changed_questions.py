"""The questions that leagues really change, which a questionnaire shows first, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping

from explain.house_rule_questions import HOUSE_RULES
from rules.campaign.core.switches import every_switch
from rules.core.switches import MostChanged
from rules.match.registry import QUESTIONNAIRES, get_questionnaire

MOST_SHOWN = 12
"""The most questions that a questionnaire shows first."""


def most_changed_questions(questionnaire: str) -> Mapping[str, str]:
    """Why a questionnaire shows a question first, by the question's key, in the order in which they are shown.

    It is empty for a questionnaire that shows none first, such as a league's own questions.
    """
    shown = [(most.place, key, most.why) for key, most in _declared(questionnaire).items() if most is not None]
    return {key: why for _, key, why in sorted(shown)}


def _declared(questionnaire: str) -> Mapping[str, MostChanged | None]:
    """What each question of a questionnaire declares, by its key."""
    if questionnaire == HOUSE_RULES.id:
        return {switch.name: switch.most_changed for switch in every_switch()}
    if questionnaire in QUESTIONNAIRES:
        return {key: question.most_changed for key, question in get_questionnaire(questionnaire).questions().items()}
    return {}

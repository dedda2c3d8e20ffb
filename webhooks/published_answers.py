"""What a message says of a published version of answers, whichever questionnaire it answers. Rules HOUSE-008,
HOUSE-012.

The house rules are changed one by one, so that a version of theirs is several entries: all of them make the same
message, which is sent once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from league.models import AnswerVersion, Entry
from rules.campaign.core.questionnaires import HOUSE_RULES, OWN, own_questionnaire
from rules.match.registry import get_questionnaire

ANSWER_COMMAND, SWITCH_COMMAND = "answer_questions", "change_switch"
HOUSE_RULES_TITLE = "the house rules"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedAnswers:
    """A version that an entry published; `step` is when it is in force, empty for at once.

    `questions` are the keys of those it answers otherwise. It `is_readable` if it has a document besides its entry.
    """

    questionnaire: str
    title: str
    version: int
    step: str
    questions: tuple[str, ...]
    is_readable: bool

    @property
    def key(self) -> str:
        """What tells its message from others of the season."""
        return f"answers/{self.questionnaire}/{self.version}"

    @property
    def sentence(self) -> str:
        """The sentence of its message."""
        when = f", in force from {self.step} on" if self.step else ""
        return f"Version {self.version} of {self.title} was published{when}."

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of its message."""
        return {
            "questionnaire": self.questionnaire,
            "version": self.version,
            "in_force_from": self.step,
            "questions": list(self.questions),
        }


def published_answers_in(entry: Entry, command: Mapping[str, Any]) -> PublishedAnswers | None:
    """The version that the command of an entry published; None if it published none."""
    if entry.command not in (ANSWER_COMMAND, SWITCH_COMMAND) or not command.get("version"):
        return None
    is_house_rule = entry.command == SWITCH_COMMAND
    questionnaire = HOUSE_RULES if is_house_rule else str(command["questionnaire"])
    row = AnswerVersion.objects.filter(
        season=entry.season_id, questionnaire=questionnaire, number=command["version"], published_at__isnull=False
    ).first()
    given = [command["switch"]] if is_house_rule else command.get("answers", {})
    return PublishedAnswers(
        questionnaire=questionnaire,
        title=_title(questionnaire),
        version=command["version"],
        step=command.get("step", ""),
        questions=tuple(sorted(given if row is None else row.answers)),
        is_readable=row is not None,
    )


def _title(questionnaire: str) -> str:
    """What sentences call a questionnaire."""
    if questionnaire == HOUSE_RULES:
        return HOUSE_RULES_TITLE
    return (own_questionnaire(()) if questionnaire == OWN else get_questionnaire(questionnaire)).title

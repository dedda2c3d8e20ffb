"""A ruling that becomes the answer to its question in the next version. Rules HOUSE-012, HOUSE-014."""

from __future__ import annotations

from dataclasses import dataclass

from league.access import Viewer
from league.models import Season
from league.pages.questionnaire.league_questionnaire import LeagueQuestionnaire, Typed
from league.pages.season.put_questions import rulings_by_entry
from league.queries.rulings import put_questions_of


@dataclass(frozen=True, slots=True)
class RuledAnswer:
    """A ruling on a question of a questionnaire: the number of the question that was put, its words, the answer."""

    number: int
    key: str
    put: str
    answer: str

    @property
    def note(self) -> str:
        """The note of a draft that follows from it."""
        return f"From the ruling on question {self.number}."

    def typed_in(self, asked: LeagueQuestionnaire) -> Typed:
        """What it types into the form: its words where the answer is a text, otherwise nothing."""
        parts = asked.questions[self.key].parts
        return {asked.field_name(self.key, part): (self.answer,) for part in parts[:1] if part.kind == "text"}


def ruled_answer(
    asked: LeagueQuestionnaire, season: Season, viewer: Viewer, number: int | None
) -> RuledAnswer | None:
    """The ruling on the question that was put with that number, None if there is none about this questionnaire."""
    if not number or not viewer.is_commissioner:
        return None
    put = put_questions_of(season.pk).filter(number=number, questionnaire=asked.id, entry__isnull=False).first()
    if put is None or put.entry is None or put.question not in asked.questions:
        return None
    ruling = rulings_by_entry(season, viewer, [put.entry]).get(put.entry)
    return None if ruling is None else RuledAnswer(put.number, put.question, put.put, ruling.answer)

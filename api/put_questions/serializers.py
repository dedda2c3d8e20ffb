"""Serializers of questions put during play, with the rulings as the journal has them now."""

from __future__ import annotations

from collections.abc import Sequence

from api.put_questions.schemas import PutQuestionOut
from explain.links import short_id
from league.access import Viewer
from league.models import Membership, PutQuestion, Season
from league.pages.season.put_questions import rulings_by_entry


def serialize_put_questions(
    row: Season, viewer: Viewer, questions: Sequence[PutQuestion]
) -> tuple[PutQuestionOut, ...]:
    """Questions of a season as that viewer reads them, in their order."""
    handles = {question.actor for question in questions}
    members = Membership.objects.filter(league_id=row.league_id, handle__in=handles)
    franchises = dict(members.values_list("handle", "franchise_id"))
    rulings = rulings_by_entry(row, viewer, [question.entry for question in questions if question.entry])
    found = []
    for question in questions:
        ruling, franchise = rulings.get(question.entry or 0), franchises.get(question.actor)
        found.append(
            PutQuestionOut(
                number=question.number,
                standing=question.standing,
                match=question.match or None,
                questionnaire=question.questionnaire or None,
                question=question.question or None,
                put=question.put,
                cited=question.cited,
                franchise=short_id(franchise) if franchise else None,
                at=question.at,
                own=question.actor in viewer.handles,
                answer=None if ruling is None else ruling.answer,
                answer_cited=None if ruling is None else ruling.cited,
                answered_at=question.answered_at,
                entry=question.entry,
            )
        )
    return tuple(found)

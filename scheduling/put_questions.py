"""Questions about the rules put to the commissioners during play, and the rulings on them. Rule HOUSE-014."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from journal import perform
from journal.state import store
from league.access import NotYours
from league.models import Membership, PutQuestion, Season
from rules.campaign.commissioner.given_rulings import GiveRuling, clean_words
from rules.campaign.core.questionnaires import season_questionnaire
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import MatchId
from scheduling.notices.mail import notify_and_mail

MOST_WAITING = 20
"""How many questions of one member may wait at a time."""
ASKERS = frozenset({Membership.Role.COMMISSIONER, Membership.Role.OWNER})


class NoSuchQuestion(Refusal):
    """The season has no question with that number."""


class QuestionClosed(Refusal):
    """The question was answered or taken back already."""


class QuestionsWaiting(Refusal):
    """The member has as many questions waiting as one may have."""


@transaction.atomic
def put_question(
    row: Season,
    *,
    member: Membership,
    put: str,
    cited: str = "",
    match: str = "",
    about: tuple[str, str] = ("", ""),
    at: datetime,
) -> PutQuestion:
    """Put a question to the commissioners; the same words again are the same question while it waits.

    `about` is a questionnaire and the key of its question, or two empty texts. Raises `NotYours`, `QuestionsWaiting`,
    `Malformed` or `Unknown`.
    """
    if member.role not in ASKERS:
        raise NotYours("Only owners and commissioners of the league may ask questions: ask one of them to do it.")
    row = Season.objects.select_for_update(no_key=True).get(pk=row.pk)
    put = _clean(put, "question", field="put")
    cited = _clean(cited, "text that is cited", field="cited") if cited.strip() else ""
    questionnaire, question = about
    refuse_unknown_subject(row, match=match, questionnaire=questionnaire, question=question)
    waiting = PutQuestion.objects.filter(season=row, actor=member.handle, standing=PutQuestion.Standing.WAITING)
    if same := waiting.filter(put=put, match=match).first():
        return same
    if waiting.count() >= MOST_WAITING:
        raise QuestionsWaiting(f"{MOST_WAITING} of your questions wait for a ruling: take one back first.")
    newest = PutQuestion.objects.filter(season=row).aggregate(newest=Max("number"))["newest"] or 0
    asked = PutQuestion.objects.create(
        season=row,
        number=newest + 1,
        match=match,
        questionnaire=questionnaire,
        question=question,
        put=put,
        cited=cited,
        actor=member.handle,
        at=at,
    )
    commissioners = Membership.objects.filter(league_id=row.league_id, role=Membership.Role.COMMISSIONER)
    _notify(commissioners.exclude(handle=member.handle), row, asked, about="question_put", at=at)
    return asked


@transaction.atomic
def rule_on_question(
    row: Season, number: int, *, actor: str, answer: str, cited: str = "", words: str = "", at: datetime
) -> PutQuestion:
    """Answer a question by a ruling, which is an entry of the journal; the one who put it is notified.

    `cited` is the text that the answer is drawn from, that of the question if it is empty. Raises `NoSuchQuestion`,
    `QuestionClosed`, or any refusal of the journal.
    """
    asked = _waiting_question(row, number)
    command = GiveRuling(
        put=asked.put,
        answer=_clean(answer, "answer", field="answer"),
        cited=_clean(cited, "text that is cited", field="cited") if cited.strip() else asked.cited,
        match=MatchId(asked.match),
        questionnaire=asked.questionnaire,
        question=asked.question,
    )
    key = f"question.{row.pk}.{asked.number}"
    result = perform(row.pk, [command], actor=actor, at=at, key=key, words=words)
    asked.standing, asked.answered_by, asked.answered_at = PutQuestion.Standing.ANSWERED, actor, at
    asked.entry = result.entries[0].number
    asked.save()
    _notify(Membership.objects.filter(handle=asked.actor), row, asked, about="question_ruled", at=at)
    return asked


@transaction.atomic
def withdraw_question(row: Season, number: int, *, handles: Collection[str], at: datetime) -> PutQuestion:
    """Take a question back; only who put it may. Raises `NoSuchQuestion`, `QuestionClosed` or `NotYours`."""
    asked = _waiting_question(row, number)
    if asked.actor not in handles:
        raise NotYours("Only the person who asked a question may withdraw it.")
    asked.standing, asked.answered_at = PutQuestion.Standing.WITHDRAWN, at
    asked.save()
    return asked


def refuse_unknown_subject(row: Season, *, match: str, questionnaire: str, question: str) -> None:
    """Raise `Unknown` or `Malformed` for a match or a question of a questionnaire that the season does not have."""
    season = store.load(row).season
    if match:
        with _pointing_at("match"):
            season.match(match)
    if bool(questionnaire) != bool(question):
        missing = "question" if questionnaire else "questionnaire"
        raise Malformed("A question of a questionnaire is named by both: give the two, or neither.").at(missing)
    if questionnaire:
        with _pointing_at("questionnaire"):
            asked = season_questionnaire(questionnaire, season.own_questions)
        with _pointing_at("question"):
            asked.question(question)


def _clean(text: str, thing: str, *, field: str) -> str:
    """A text of a question or a ruling. Raises `Malformed` that points at its field."""
    with _pointing_at(field):
        return clean_words(text, thing)


@contextmanager
def _pointing_at(field: str) -> Iterator[None]:
    """Point refusals raised in this context at a field."""
    try:
        yield
    except Refusal as refusal:
        raise refusal.at(field) from None


def _waiting_question(row: Season, number: int) -> PutQuestion:
    asked = PutQuestion.objects.select_for_update().filter(season=row, number=number).first()
    if asked is None:
        raise NoSuchQuestion("There is no such question in this season: look at those that wait.")
    if asked.standing != PutQuestion.Standing.WAITING:
        raise QuestionClosed(
            f"That question is already {asked.get_standing_display().lower()}: ask another one if it is not settled."
        )
    return asked


def _notify(members: Iterable[Membership], row: Season, asked: PutQuestion, *, about: str, at: datetime) -> None:
    arguments = {"season": row.name, "question": asked.number, "put": asked.put[:200]}
    key = f"{about}/{row.pk}/{asked.number}"
    notify_and_mail(members, about=about, key=key, at=at, season=row, arguments=arguments)

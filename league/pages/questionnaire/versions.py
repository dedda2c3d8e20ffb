"""Versions of a league's answers: drafted, published as one batch of the journal, and acknowledged.

A ruling becomes the answer to its question in the next version. Rules HOUSE-008, HOUSE-012, HOUSE-014.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max, QuerySet

from explain.house_rule_questions import HOUSE_RULES
from journal import perform
from journal.state import store
from league.access import Viewer
from league.models import Acknowledgement, AnswerVersion, Membership, Season
from league.pages.questionnaire.league_questionnaire import (
    AnswerRefused,
    Answers,
    DraftChanged,
    LeagueQuestionnaire,
    NothingDrafted,
    Typed,
)
from league.pages.questionnaire.season_questionnaires import find_questionnaire
from league.pages.season.put_questions import rulings_by_entry
from league.queries.rulings import put_questions_of
from rules.core.refusals import Refusal
from scheduling.notices.inbox import season_owners
from scheduling.notices.mail import notify_and_mail

__all__ = ["AnswerRefused", "DraftChanged", "NothingDrafted", "VersionUnknown"]
LONGEST_NOTE = 150
"""The longest note, which is the reason of every entry that the version makes."""
ABOUT = "answers"


class VersionUnknown(Refusal):
    """There is no published version with that number."""


def versions(season: str, questionnaire: str) -> QuerySet[AnswerVersion]:
    """Every version of a season's answers to a questionnaire, newest first; a draft is the newest."""
    return AnswerVersion.objects.filter(season_id=season, questionnaire=questionnaire).order_by("-number")


@transaction.atomic
def save_draft(
    row: Season,
    answers: Answers,
    *,
    questionnaire: str,
    actor: str,
    at: datetime,
    revision: int,
    note: str = "",
    step: str = "",
    as_printed: bool = False,
) -> AnswerVersion | None:
    """Save a draft's answers, its note, and the step at which it takes effect; delete it if it changes nothing.

    `questionnaire` is an id. `revision` is that of the draft the writer had read, 0 if there was none. Saving it
    unchanged changes nothing. With `as_printed`, a draft of the first version stays without a change, so that the
    answers are published as they are. Raises `DraftChanged`, or `Unknown` for a questionnaire that is not answered.
    """
    row = Season.objects.select_for_update(no_key=True).get(pk=row.pk)
    asked = find_questionnaire(questionnaire, row)
    draft = versions(row.pk, asked.id).filter(published_at=None).first()
    before = asked.answers_by(store.load(row).season, step)
    new_answers, note = asked.changed_answers(answers, before), note[:LONGEST_NOTE]
    if draft is not None and (draft.answers, draft.note, draft.step) == (new_answers, note, step):
        return draft
    if revision != (draft.revision if draft else 0):
        raise DraftChanged(
            "Somebody else saved the draft in the meantime. Look at what it says now, and save yours again."
        )
    if not new_answers and not (as_printed and may_be_as_printed(row, asked)):
        if draft is not None:
            draft.delete()
        return None
    if draft is None:
        draft = AnswerVersion(season=row, questionnaire=asked.id, number=next_number(row, asked.id))
    draft.answers, draft.note, draft.step = new_answers, note, step
    draft.drafted_by, draft.drafted_at, draft.revision = actor, at, revision + 1
    draft.save()
    return draft


@transaction.atomic
def publish(
    row: Season, *, questionnaire: str, actor: str, at: datetime, revision: int, words: str = ""
) -> AnswerVersion:
    """Perform everything a draft changes in one batch, with its note as the reason, and notify every owner.

    `questionnaire` is an id; `words` are the random words of the sender's browser. Raises `DraftChanged`,
    `NothingDrafted`, `AnswerRefused`, or any refusal of the journal.
    """
    row = Season.objects.select_for_update(no_key=True).get(pk=row.pk)
    asked = find_questionnaire(questionnaire, row)
    draft = versions(row.pk, asked.id).select_for_update().filter(published_at=None).first()
    if draft is None:
        raise NothingDrafted("There is no draft to publish: change an answer first.")
    if draft.revision != revision:
        raise DraftChanged("Somebody else saved the draft in the meantime. Read it again before you publish it.")
    draft.number = max(draft.number, next_number(row, asked.id, besides=draft))
    season = store.load(row).season
    commands = asked.commands(season, draft)
    result = perform(
        row.pk,
        commands,
        actor=actor,
        at=at,
        key=f"{ABOUT}.{draft.pk}.{draft.revision}",
        reason=draft.note,
        words=words,
    )
    before = asked.answers_by(season, draft.step)
    draft.answers = asked.changed_answers(asked.published_answers(commands), before)
    draft.was = {key: asked.answer(key, before) for key in draft.answers}
    draft.standing = asked.changed_answers({**before, **draft.answers}, {})
    draft.published_by, draft.published_at, draft.entry = actor, at, result.entries[0].number
    draft.save()
    _notify_owners(row, asked, draft, at=at)
    return draft


def acknowledge(row: Season, number: int, *, questionnaire: str, members: Sequence[Membership], at: datetime) -> int:
    """Record that these members have read a published version; return for how many of them that is new.

    `questionnaire` is an id. Raises `VersionUnknown`.
    """
    version = versions(row.pk, questionnaire).filter(number=number).exclude(published_at=None).first()
    if version is None:
        raise VersionUnknown(f"There is no version {number} to acknowledge: look up which was published last.")
    acknowledged = set(version.acknowledgements.filter(member__in=members).values_list("member_id", flat=True))
    new = [
        Acknowledgement(version=version, member=member, at=at) for member in members if member.pk not in acknowledged
    ]
    Acknowledgement.objects.bulk_create(new, ignore_conflicts=True)  # the same button may be pressed twice at once
    return len(new)


def next_number(row: Season, questionnaire: str, *, besides: AnswerVersion | None = None) -> int:
    """The number after that of every version, those without a page included; `besides` does not count."""
    others = versions(row.pk, questionnaire)
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    newest = others.aggregate(newest=Max("number"))["newest"] or 0
    planned = [version["version"] for version in row.pending_answers if version["questionnaire"] == questionnaire]
    return max(newest, row.versions_in_force.get(questionnaire, 0), *planned, 0) + 1


def may_be_as_printed(row: Season, asked: LeagueQuestionnaire) -> bool:
    """Whether a version without a change may be published: the first one of answers with parts."""
    return not asked.needs_changes and next_number(row, asked.id) == 1 + int(
        versions(row.pk, asked.id).filter(published_at=None).exists()
    )


def _notify_owners(row: Season, asked: LeagueQuestionnaire, version: AnswerVersion, *, at: datetime) -> None:
    arguments = {
        "season": row.name,
        "questionnaire": asked.id,
        "title": asked.name,
        "version": version.number,
        "count": len(version.answers),
        "note": version.note,
    }
    of_which = "" if asked.id == HOUSE_RULES.id else f"{asked.id}/"
    key = f"{ABOUT}/{row.pk}/{of_which}{version.number}"
    notify_and_mail(season_owners(row), about=ABOUT, key=key, at=at, season=row, arguments=arguments)


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

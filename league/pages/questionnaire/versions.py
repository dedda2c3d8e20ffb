"""Versions of a league's answers: drafted, published as one batch of the journal, and acknowledged (HOUSE-008)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max, QuerySet

from explain.house_rule_questions import HOUSE_RULES, Questionnaire
from journal import perform
from journal.state import store
from league.models import Acknowledgement, AnswerVersion, Membership, Season
from league.pages.questionnaire.answers import Answers, changed_answers
from rules.campaign.core import state
from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import STEPS_BEFORE_CLOSED, Command
from rules.campaign.season.house_rules import ChangeSwitch, apply_pending
from rules.campaign.season.steps import ROUND_STEP_PATTERN
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Refusal
from scheduling import notice_mail, notices

LONGEST_NOTE = 150
"""The longest note, which is the reason of every entry that the version makes."""
ABOUT = "answers"


class DraftChanged(Refusal):
    """Another commissioner saved the draft in the meantime."""


class NothingDrafted(Refusal):
    """There is no draft, or the draft changes nothing."""


class VersionUnknown(Refusal):
    """There is no published version with that number."""


class AnswerRefused(Refusal):
    """The season cannot take one of the answers; `question` is the id of its question."""

    def __init__(self, sentence: str, *, question: str) -> None:
        super().__init__(sentence)
        self.question = question


def versions(season: str, questionnaire: Questionnaire = HOUSE_RULES) -> QuerySet[AnswerVersion]:
    """Every version of a season's answers, newest first; a draft is the newest."""
    return AnswerVersion.objects.filter(season_id=season, questionnaire=questionnaire.id).order_by("-number")


@transaction.atomic
def save_draft(
    row: Season, answers: Answers, *, actor: str, at: datetime, revision: int, note: str = "", step: str = ""
) -> AnswerVersion | None:
    """Save a draft's answers, its note, and the step at which it takes effect; delete it if it changes nothing.

    `revision` is that of the draft the writer had read, 0 if there was none. Saving the same again changes nothing.
    Raises `DraftChanged`.
    """
    row = Season.objects.select_for_update(no_key=True).get(pk=row.pk)
    draft = versions(row.pk).filter(published_at=None).first()
    new_answers, note = changed_answers(answers, row.switches, HOUSE_RULES.by_id()), note[:LONGEST_NOTE]
    if draft is not None and (draft.answers, draft.note, draft.step) == (new_answers, note, step):
        return draft
    if revision != (draft.revision if draft else 0):
        raise DraftChanged(
            "The draft was saved by somebody else meanwhile: look what it says now, and save yours again."
        )
    if not new_answers:
        if draft is not None:
            draft.delete()
        return None
    if draft is None:
        newest = versions(row.pk).aggregate(newest=Max("number"))["newest"] or 0
        draft = AnswerVersion(season=row, questionnaire=HOUSE_RULES.id, number=newest + 1)
    draft.answers, draft.note, draft.step = new_answers, note, step
    draft.drafted_by, draft.drafted_at, draft.revision = actor, at, revision + 1
    draft.save()
    return draft


@transaction.atomic
def publish(row: Season, *, actor: str, at: datetime, revision: int, words: str = "") -> AnswerVersion:
    """Perform everything a draft changes in one batch, with its note as the reason, and notify every owner.

    `words` are the random words of the sender's browser. Raises `DraftChanged`, `NothingDrafted`, `AnswerRefused`, or
    any refusal of the journal.
    """
    Season.objects.select_for_update(no_key=True).get(pk=row.pk)
    draft = versions(row.pk).select_for_update().filter(published_at=None).first()
    if draft is None:
        raise NothingDrafted("There is no draft to publish: answer a question otherwise first.")
    if draft.revision != revision:
        raise DraftChanged("The draft was saved by somebody else meanwhile: read it again before you publish it.")
    season = store.load(row).season
    commands = in_order(season, changes(season, draft))
    result = perform(
        row.pk,
        commands,
        actor=actor,
        at=at,
        key=f"{ABOUT}.{draft.pk}.{draft.revision}",
        reason=draft.note,
        words=words,
    )
    draft.answers = {command.switch: command.setting for command in commands}
    effective_season = season_at_step(season, draft.step)
    draft.was = {id: effective_season.setting(id) for id in draft.answers}
    draft.standing = changed_answers({**effective_season.switches, **draft.answers}, {}, HOUSE_RULES.by_id())
    draft.published_by, draft.published_at, draft.entry = actor, at, result.entries[0].number
    draft.save()
    _notify_owners(row, draft, at=at)
    return draft


def changes(season: state.Season, draft: AnswerVersion) -> list[ChangeSwitch]:
    """The draft's changes as commands, without answers that are already in force. Raises `NothingDrafted`."""
    effective_season = season_at_step(season, draft.step)
    commands = [
        ChangeSwitch(switch=id, setting=answer, step=draft.step)
        for id, answer in sorted(draft.answers.items())
        if answer != effective_season.setting(id)
    ]
    if not commands:
        raise NothingDrafted("Everything in the draft stands already: answer a question otherwise, or throw it away.")
    return commands


def in_order(season: state.Season, commands: Sequence[ChangeSwitch]) -> list[ChangeSwitch]:
    """The changes in an order in which all can be given, such as upper limits before lower.

    Raises `AnswerRefused`.
    """
    trial_season, remaining, ordered = copy_season(season), list(commands), list[ChangeSwitch]()
    while remaining:
        refused: list[tuple[ChangeSwitch, Refusal]] = []
        for command in remaining:
            try:
                _perform(trial_season, command)
            except Refusal as refusal:
                refused.append((command, refusal))
            else:
                ordered.append(command)
        if len(refused) == len(remaining):
            first_command, first_refusal = refused[0]
            raise AnswerRefused(first_refusal.sentence, question=first_command.switch)
        remaining = [command for command, _ in refused]
    return ordered


def acknowledge(row: Season, number: int, *, members: Sequence[Membership], at: datetime) -> int:
    """Record that these members have read a published version; return for how many of them that is new.

    Raises `VersionUnknown`.
    """
    version = versions(row.pk).filter(number=number).exclude(published_at=None).first()
    if version is None:
        raise VersionUnknown(f"There is no version {number} to acknowledge: look which was published last.")
    acknowledged = set(version.acknowledgements.filter(member__in=members).values_list("member_id", flat=True))
    new = [
        Acknowledgement(version=version, member=member, at=at) for member in members if member.pk not in acknowledged
    ]
    Acknowledgement.objects.bulk_create(new, ignore_conflicts=True)  # the same button may be pressed twice at once
    return len(new)


def _perform(season: state.Season, command: Command) -> None:
    command.perform(season, Dice(KeyRing(b"")))  # a change of house rules throws nothing


def season_at_step(season: state.Season, step: str) -> state.Season:
    """A copy of the season with the house rules planned until `step`; unchanged if there is no such step."""
    copied = copy_season(season)
    if step in STEPS_BEFORE_CLOSED or ROUND_STEP_PATTERN.fullmatch(step):
        apply_pending(copied, step)
    return copied


def _notify_owners(row: Season, version: AnswerVersion, *, at: datetime) -> None:
    arguments = {"season": row.name, "version": version.number, "count": len(version.answers), "note": version.note}
    key = f"{ABOUT}/{row.pk}/{version.number}"
    count = notices.notify(notices.season_owners(row), about=ABOUT, key=key, at=at, season=row, arguments=arguments)
    if count:
        notice_mail.enqueue_mail(at=at)

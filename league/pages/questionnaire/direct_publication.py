"""A version of answers published in one step, without a draft that others may see. Rules HOUSE-008, HOUSE-012."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import transaction

from journal.state import store
from league.models import AnswerVersion, Season
from league.pages.questionnaire.league_questionnaire import Answers, NothingDrafted
from league.pages.questionnaire.questions_by_parts import own_questions_of
from league.pages.questionnaire.versions import LONGEST_NOTE, publish, save_draft, versions
from rules.campaign.core.questionnaires import HOUSE_RULES, season_questionnaire
from rules.campaign.core.switches import clean_setting
from rules.campaign.season.steps import refuse_step
from rules.core.refusals import Malformed, Refusal, refuse_any


class DraftStands(Refusal):
    """A commissioner has a draft of the next version on the site, which another version would overtake."""


@transaction.atomic
def publish_directly(
    row: Season,
    answers: Answers,
    *,
    questionnaire: str,
    actor: str,
    at: datetime,
    note: str,
    step: str = "",
    words: str = "",
) -> AnswerVersion:
    """Publish these answers as the next version of a questionnaire, given by its id.

    The first version may change nothing. Raises `DraftStands`, `NothingDrafted`, `Malformed` or `StepPast` for
    the note or the step, `Malformed` or `Unknown` for answers that are none, each with a pointer below the
    answers, and whatever `publish` raises.
    """
    row = Season.objects.select_for_update(no_key=True).get(pk=row.pk)
    if draft := versions(row.pk, questionnaire).filter(published_at=None).first():
        raise DraftStands(
            f"A commissioner is drafting version {draft.number} on the site: publish that or throw it away there "
            "first."
        )
    if len(note) > LONGEST_NOTE:
        raise Malformed(f"A note has at most {LONGEST_NOTE} characters: shorten it.").at("note")
    if step:
        _refuse_step(row, step)
    saved = save_draft(
        row,
        _clean_answers(row, answers, questionnaire),
        questionnaire=questionnaire,
        actor=actor,
        at=at,
        revision=0,
        note=" ".join(note.split()),
        step=step,
        as_printed=not answers,
    )
    if saved is None:
        raise NothingDrafted("All these answers are already in force: change at least one.")
    return publish(row, questionnaire=questionnaire, actor=actor, at=at, revision=saved.revision, words=words)


def _refuse_step(row: Season, step: str) -> None:
    """Raise `Malformed` or `StepPast` for a step that the season does not have, or has reached."""
    try:
        refuse_step(store.load(row).season, step)
    except Refusal as refusal:
        raise refusal.at("step") from None


def _clean_answers(row: Season, answers: Answers, questionnaire: str) -> dict[str, Any]:
    """The answers as they are stored. Raises every fault of them."""
    if questionnaire == HOUSE_RULES:
        refuse_any(_setting_faults(answers))
        return {key: clean_setting(key, setting) for key, setting in answers.items()}
    cleaned = season_questionnaire(questionnaire, own_questions_of(row)).clean_answers(answers)
    return {
        key: {name: list(value) if isinstance(value, tuple) else value for name, value in answer.items()}
        for key, answer in cleaned.items()
    }


def _setting_faults(answers: Answers) -> Iterator[Refusal]:
    """Everything wrong with the settings of house rules."""
    for key, setting in answers.items():
        try:
            clean_setting(key, setting)
        except Refusal as refusal:
            yield refusal.at(key)

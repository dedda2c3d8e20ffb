"""Founding a league from a template: what the founding form does not ask is done as a commissioner would do it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F
from msgspec.structs import replace

from explain.links import short_id
from journal import perform
from league.founding import FoundingRequest, LeagueShape, create_playable_league
from league.league_templates.content_checks import calendar_arguments, check_contents
from league.league_templates.contents import TemplateContents, contents_from_json
from league.league_templates.round_assignment import assign_rounds
from league.models import League, LeagueTemplate, Membership, Season
from league.pages.questionnaire.direct_publication import publish_directly
from rules.campaign.core.switches import RULESET_SWITCH
from rules.campaign.season.own_questions import AskQuestion
from rules.core.refusals import Refusal, refuse_any
from scheduling.meetings import set_home_night
from scheduling.round_plans import save_round_plans


class TemplatePartsUnapplied(Refusal):
    """Some of the template cannot be applied to the league that is founded, and nobody agreed to leave it out."""


class TemplateRenewed(Refusal):
    """The template has a newer version than the one that was read."""


@dataclass(frozen=True, slots=True)
class TemplateFounding:
    """The shape of a league that is founded from a template, and a sentence for all that cannot be applied to it."""

    shape: LeagueShape
    left_out: tuple[str, ...]


def template_founding(template: LeagueTemplate, request: FoundingRequest) -> TemplateFounding:
    """What a request would found, and what it would leave out. Raises what `check_contents` raises."""
    checked = check_contents(contents_from_json(template.contents))
    contents = checked.contents
    resolver = request.resolver or contents.system
    contents = replace(
        contents,
        franchises=request.franchises,
        rounds=request.rounds or contents.rounds,
        house_rules={**contents.house_rules, RULESET_SWITCH: resolver},
    )
    places = [f"f{number}" for number in range(1, request.franchises + 1)]
    assigned = assign_rounds(contents, places)
    reason = f"From league template {template.key}, version {template.version}."
    shape = LeagueShape(
        ruleset=resolver,
        rounds=contents.rounds,
        house_rules=contents.house_rules,
        edition=contents.edition,
        calendar=calendar_arguments(contents.calendar),
        prepare=lambda season, by, at: _publish_answers(season, by, at, contents=contents, reason=reason),
        complete=lambda season, by, at: _complete(season, by, at, contents=contents, template=template.key),
        template_key=template.key,
        template_version=template.version,
    )
    return TemplateFounding(shape, (*checked.left_out, *assigned.left_out))


def found_from_template(
    template: LeagueTemplate,
    request: FoundingRequest,
    *,
    version: int,
    leaves_out: bool,
    founder: Any,
    at: datetime,
    key: str,
    words: str = "",
) -> League:
    """Found a league from a template in the `version` that the founder read.

    What cannot be applied is left out if they agreed. Raises `TemplateRenewed`, `TemplatePartsUnapplied` with a
    refusal for each part, or whatever `create_playable_league` raises.
    """
    if template.version != version:
        raise TemplateRenewed(
            f"The template is in version {template.version} by now: read what it holds, and found from that."
        ).at("version")
    founding = template_founding(template, request)
    if not leaves_out:
        refuse_any(TemplatePartsUnapplied(sentence) for sentence in founding.left_out)
    return create_playable_league(request, founder=founder, at=at, key=key, words=words, shape=founding.shape)


def _publish_answers(
    season: Season, by: Membership, at: datetime, *, contents: TemplateContents, reason: str
) -> None:
    """Ask the template's questions and publish its answers, each questionnaire's as its first version."""
    questions = [AskQuestion(question=question.to_own()) for question in contents.questions]
    if questions:
        perform(season.pk, questions, actor=by.handle, at=at, key="template/questions", reason=reason)
    for questionnaire, answers in contents.answers.items():
        row = Season.objects.get(pk=season.pk)
        publish_directly(row, answers, questionnaire=questionnaire, actor=by.handle, at=at, note=reason)


def _complete(season: Season, by: Membership, at: datetime, *, contents: TemplateContents, template: str) -> None:
    """Set the match night, plan the rounds for the new franchises, and count the founding."""
    league = League.objects.get(pk=season.league_id)
    if contents.calendar.match_night:
        set_home_night(league=league, franchise="", night=contents.calendar.match_night, member=by, at=at)
    franchises = [short_id(id) for id in season.franchises.values_list("identity_id", flat=True)]
    save_round_plans(season, assign_rounds(contents, sorted(franchises)).plans, member=by, at=at)
    LeagueTemplate.objects.filter(pk=template).update(uses=F("uses") + 1)

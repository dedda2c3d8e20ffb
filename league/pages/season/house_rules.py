"""The house rules of a season: what differs from the printed game, what will change, and what was done by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explain import links
from explain.house_rule_questions import HOUSE_RULES, Question, house_rules_of_edition
from explain.name_lookup import complete_names
from explain.names import Names, Segment
from explain.printed_names import step_words
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.command_forms.page import command_form_url
from league.pages.questionnaire.answers import answer_words
from league.pages.questionnaire.house_rules import HouseRules
from league.pages.season.house_acts import house_act_log
from league.queries.entries import acts_on_behalf
from league.queries.league_templates import template_of_league
from league.queries.seasons import own_balance
from rules.campaign.core.switches import every_switch, switch_by_name
from rules.core.switches import Switch
from rules.core.terms import FranchiseId

MAX_ACTS_ON_BEHALF = 20
MOST_CHANGED = 20
"""The most house rules that are listed as played differently; a page of its own has all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchLine:
    """A house rule: the season's setting, the printed one, and what it changes.

    `asked` is the question that it answers, and `href` its place in the questionnaire.
    """

    name: str
    asked: str
    href: str
    setting: str
    printed: str
    changed: bool
    rule: str
    changes: str
    may_be: str


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A section of the house rules: how many there are in it, how many are played differently, and its page."""

    title: str
    href: str
    count: int
    changed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingLine:
    """A house rule that changes when the season reaches a step (HOUSE-008)."""

    name: str
    asked: str
    setting: str
    at: str
    rule: str
    changes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActsOnBehalf:
    """Commands given on an owner's behalf for one reason: how many, and the last entry (HOUSE-007)."""

    team: Segment
    reason: str
    times: int
    last: int
    href: str


def house_rules_page(*, league: League, season: Season, viewer: Viewer, before: int | None) -> dict[str, Any]:
    """The context of a season's house rules page; it shows acts by hand before entry `before`, if given."""
    on_behalf = list(acts_on_behalf(season.pk, viewer)[:MAX_ACTS_ON_BEHALF])
    names = complete_names(Names(season.pk), [], also=[act["on_behalf_of"] for act in on_behalf])
    log = house_act_log(season, viewer, names, before=before)
    questions = HOUSE_RULES.by_id()
    changed = [
        _line(switch, questions[switch.name], season)
        for switch in every_switch()
        if season.switches.get(switch.name, switch.default) != switch.default
    ]
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="House rules",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
                Breadcrumb("House rules"),
            ],
            balance=own_balance(viewer),
        ),
        "changes_by": _change_form_url(season, viewer),
        "template_maker": viewer.is_commissioner and not season.forked_from,
        "origin": template_of_league(league),
        "changed": changed[:MOST_CHANGED],
        "differ": len(changed),
        "pending": [_pending(pending, questions[pending["switch"]]) for pending in season.pending],
        "sections": _sections(season, {line.name for line in changed}),
        "questionnaire_href": links.questionnaire_url(season.pk, HOUSE_RULES.id),
        "how_many": len(house_rules_of_edition(season.edition)),
        "acts": log.acts,
        "on_behalf": [_acts_on_behalf(act, names, season.pk) for act in on_behalf],
        "newest": before is None,
        "older": log.older,
    }


def _change_form_url(season: Season, viewer: Viewer) -> str:
    """The address of the form that changes a house rule; "" if the viewer may not, or the season is closed."""
    if not viewer.is_commissioner or season.step == "closed":
        return ""
    return command_form_url(season.pk, "change_switch")


def _line(switch: Switch, question: Question, season: Season) -> SwitchLine:
    setting = season.switches.get(switch.name, switch.default)
    return SwitchLine(
        name=switch.name,
        asked=question.text,
        href=links.question_url(season.pk, HOUSE_RULES.id, switch.name),
        setting=answer_words(question, setting),
        printed=answer_words(question, switch.default),
        changed=setting != switch.default,
        rule=switch.rule,
        changes="" if switch.changes == question.text else switch.changes,
        may_be=_may_be(switch, question),
    )


def _sections(season: Season, changed: set[str]) -> list[RuleSection]:
    """The sections of the house rules, each with its first page."""
    pages = HouseRules(season.edition).pages
    return [
        RuleSection(
            page.section,
            links.question_section_url(season.pk, HOUSE_RULES.id, page.slug),
            len(keys := [key for other in pages if other.section == page.section for key in other.keys]),
            len(changed.intersection(keys)),
        )
        for page in pages
        if page.part == 1
    ]


def _acts_on_behalf(act: dict[str, Any], names: Names, season: str) -> ActsOnBehalf:
    return ActsOnBehalf(
        team=names.segment(FranchiseId, act["on_behalf_of"]),
        reason=act["reason"],
        times=act["times"],
        last=act["last"],
        href=links.entry_url(season, act["last"]),
    )


def _may_be(switch: Switch, question: Question) -> str:
    if question.choices:
        return " or ".join(words for _, words in question.choices)
    return "a text like it" if isinstance(switch.default, str) else f"{switch.lowest} to {switch.highest}"


def _pending(pending: dict[str, Any], question: Question) -> PendingLine:
    """A pending change of the season, from its stored document."""
    switch = switch_by_name(pending["switch"])
    return PendingLine(
        name=switch.name,
        asked=question.text,
        setting=answer_words(question, pending["setting"]),
        at=step_words(pending["step"]),
        rule=switch.rule,
        changes=switch.changes,
    )

"""The house rules of a season: what differs from the printed game, what will change, and what was done by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explain import links
from explain.house_rule_questions import HOUSE_RULES, Question
from explain.name_lookup import complete_names
from explain.names import Names, Segment
from explain.printed_names import step_words
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.command_forms.page import command_form_url
from league.pages.questionnaire.answers import answer_words
from league.pages.season.house_acts import house_act_log
from league.queries.entries import acts_on_behalf
from league.queries.seasons import own_balance
from rules.campaign.core.switches import SWITCH_BY_NAME, every_switch, switch_by_name
from rules.core.switches import Setting, Switch
from rules.core.terms import FranchiseId
from rules.match.registry import rulesets

MAX_ACTS_ON_BEHALF = 20
MAX_QUERY_LENGTH = 60


@dataclass(frozen=True, slots=True)
class HouseRuleQuery:
    """The query of the page: switches that contain some words, and acts before an entry."""

    words: str
    before: int | None

    @classmethod
    def from_query(cls, query: Any) -> HouseRuleQuery:
        """Read the query string; a value that is no number is ignored."""
        before = query.get("before", "")
        return cls(
            " ".join(query.get("q", "").split())[:MAX_QUERY_LENGTH],
            int(before) if before.isdecimal() and len(before) < 10 else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchLine:
    """A house rule: the season's setting, the printed one, and what it changes.

    `asked` is the question that it answers. `book` is the title of the ruleset it belongs to, empty for the
    campaign's own.
    """

    name: str
    asked: str
    book: str
    setting: str
    printed: str
    changed: bool
    rule: str
    changes: str
    may_be: str


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


def house_rules_page(*, league: League, season: Season, viewer: Viewer, sought: HouseRuleQuery) -> dict[str, Any]:
    """The context of a season's house rules page."""
    on_behalf = list(acts_on_behalf(season.pk, viewer)[:MAX_ACTS_ON_BEHALF])
    names = complete_names(Names(season.pk), [], also=[act["on_behalf_of"] for act in on_behalf])
    log = house_act_log(season, viewer, names, before=sought.before)
    books = {
        switch.name: book.title
        for book in rulesets()
        for switch in book.switches
        if switch.name not in SWITCH_BY_NAME
    }
    questions = HOUSE_RULES.by_id()
    lines = [
        _line(switch, questions[switch.name], season.switches, book=books.get(switch.name, ""))
        for switch in every_switch()
    ]
    switch_lines = [line for line in lines if _matches_words(line, sought.words)]
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Rules",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
                Breadcrumb("House rules"),
            ],
            balance=own_balance(viewer),
        ),
        "changes_by": _change_form_url(season, viewer),
        "changed": [line for line in lines if line.changed],
        "pending": [_pending(pending, questions[pending["switch"]]) for pending in season.pending],
        "switches": switch_lines,
        "books": any(line.book for line in switch_lines),
        "how_many": len(lines),
        "sought": sought.words,
        "acts": log.acts,
        "on_behalf": [_acts_on_behalf(act, names, season.pk) for act in on_behalf],
        "newest": sought.before is None,
        "older": log.older,
    }


def _change_form_url(season: Season, viewer: Viewer) -> str:
    """The address of the form that changes a house rule; "" if the viewer may not, or the season is closed."""
    if not viewer.is_commissioner or season.step == "closed":
        return ""
    return command_form_url(season.pk, "change_switch")


def _line(switch: Switch, question: Question, switches: dict[str, Setting], *, book: str) -> SwitchLine:
    setting = switches.get(switch.name, switch.default)
    return SwitchLine(
        name=switch.name,
        asked=question.text,
        book=book,
        setting=answer_words(question, setting),
        printed=answer_words(question, switch.default),
        changed=setting != switch.default,
        rule=switch.rule,
        changes="" if switch.changes == question.text else switch.changes,
        may_be=_may_be(switch, question),
    )


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


def _matches_words(line: SwitchLine, words: str) -> bool:
    """Whether the house rule's texts contain every one of the words."""
    text = f"{line.name} {line.asked} {line.book} {line.rule} {line.changes} {line.setting}".lower()
    return all(word in text for word in words.lower().split())

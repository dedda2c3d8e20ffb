"""The contents of a template made of a season: its settings in force, without names, results, or anything sealed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from django.db.models import Count
from msgspec import convert
from msgspec.structs import replace

from drivers.models import Driver
from franchises.models import Franchise
from league.accounts import display_name
from league.founding import FEWEST_FRANCHISES, MOST_FRANCHISES, SEASON_KINDS
from league.founding.league_shape import SeasonKind
from league.league_templates.content_checks import round_error
from league.league_templates.contents import (
    CalendarSettings,
    PlannedMatch,
    PlannedRound,
    TemplateContents,
    TemplateQuestion,
)
from league.models import HomeNight, Match, Membership, NameChange, RoundPlan, Season
from league.queries.season_leaves import LEAVES
from rules.campaign.core.questionnaires import HOUSE_RULES, OWN, OwnQuestion, season_questionnaire
from rules.campaign.core.switches import REPORTED_BY_PEOPLE, RULESET_SWITCH, every_switch
from rules.campaign.match_day.announcing import MatchPlan
from rules.campaign.match_day.round_plans import ground_choices
from rules.core.refusals import Refusal
from rules.core.switches import Setting
from scheduling.calendar import calendar_of

SHORTEST_NAME = 3
"""Names with fewer letters are not looked for in texts: they are in every other word."""


class TemplateOfRehearsal(Refusal):
    """A template was to be made of a fork, which is no season of the league's own."""


@dataclass(frozen=True, slots=True)
class SeasonContents:
    """The contents of a template made of a season, and a sentence for everything of it that was left out.

    `reveals` is what only members of the league can read today, in words; empty if everybody can.
    """

    contents: TemplateContents
    left_out: tuple[str, ...]
    reveals: tuple[str, ...]


def season_contents(row: Season) -> SeasonContents:
    """What a template made of a season holds. Raises `TemplateOfRehearsal`."""
    if row.forked_from:
        raise TemplateOfRehearsal("A template is made of a season of the league, not of a rehearsal: choose another.")
    house_rules = {name: setting for name, setting in row.switches.items() if name in _switch_names()}
    names = _names_in(row)
    questions, unquestioned = _questions(row, names)
    answers, unanswered = _answers(row, questions, names)
    calendar = _calendar_settings(row.league_id)
    franchises = row.franchises.filter(folded=False).count()
    contents = TemplateContents(
        kind=closest_kind(house_rules, calendar.hours).id,
        franchises=min(max(franchises, FEWEST_FRANCHISES), MOST_FRANCHISES),
        rounds=row.rounds_planned,
        edition=row.edition,
        dice=row.dice or LEAVES,
        public=row.league.public,
        house_rules=dict(sorted(house_rules.items())),
        calendar=calendar,
        questions=questions,
        answers=answers,
    )
    plan, unplanned, has_coming_rounds = _plan(row, contents)
    reveals = []
    if not row.league.public:
        reveals.append("the rules and settings of a league for members only")
    elif has_coming_rounds:
        reveals.append("the plan of rounds that are not announced yet, without who meets whom")
    return SeasonContents(
        contents=replace(contents, plan=plan),
        left_out=(*_pending(row), *unquestioned, *unanswered, *unplanned),
        reveals=tuple(reveals),
    )


def closest_kind(house_rules: Mapping[str, Setting], hours: Mapping[str, int]) -> SeasonKind:
    """The kind of season from which these settings differ least; of several the first."""
    return min(SEASON_KINDS, key=lambda kind: _differences(kind_settings(kind), house_rules, kind.hours, hours))


def kind_settings(kind: SeasonKind) -> dict[str, Setting]:
    """The house rules of a plainly founded league of that kind which differ from the printed game."""
    ruleset = {} if kind.ruleset == REPORTED_BY_PEOPLE else {RULESET_SWITCH: kind.ruleset}
    return {**kind.switches, **ruleset}


def _differences(
    usual: Mapping[str, Setting], settings: Mapping[str, Setting], hours: Mapping[str, int], own: Mapping[str, int]
) -> tuple[bool, int]:
    """How much settings differ: first by the match system, then by the number of house rules and hours."""
    rules = sum(usual.get(name) != settings.get(name) for name in {*usual, *settings})
    steps = sum(hours.get(step) != own.get(step) for step in {*hours, *own})
    return usual.get(RULESET_SWITCH) != settings.get(RULESET_SWITCH), rules + steps


def _switch_names() -> set[str]:
    return {switch.name for switch in every_switch()}


def _calendar_settings(league: str) -> CalendarSettings:
    calendar = calendar_of(league)
    night = HomeNight.objects.filter(league=league, franchise="").values_list("night", flat=True).first()
    return CalendarSettings(
        hours=dict(calendar.hours),
        unattended=calendar.unattended,
        results=calendar.results,  # type: ignore[arg-type]
        reminder_hours=calendar.reminder_hours,
        agreed_hours=calendar.agreed_hours,
        least_evidence=calendar.least_evidence,
        appeal_hours=calendar.appeal_hours,
        missed_hours=calendar.missed_hours,
        standing_reveal=calendar.standing_reveal,
        match_night=night or "",
    )


def _pending(row: Season) -> Iterator[str]:
    """A sentence for every change that is planned: a template holds what is in force."""
    for change in row.pending:
        yield f"The change of the house rule {change['switch']} that is planned for {change['step']} is left out."
    for planned in row.pending_answers:
        yield (
            f"Version {planned['version']} of the answers to {planned['questionnaire']}, which is planned for "
            f"{planned['step']}, is left out."
        )


def _questions(row: Season, names: re.Pattern[str] | None) -> tuple[tuple[TemplateQuestion, ...], list[str]]:
    """The questions that the league asks itself, without those that name somebody."""
    asked = [convert(stored, OwnQuestion) for _, stored in sorted(row.own_questions.items())]
    kept: list[TemplateQuestion] = []
    left_out: list[str] = []
    for question in (question for question in asked if not question.withdrawn):
        texts = (question.key.replace("_", " "), question.section, question.question, *question.choices)
        if name := _name_in((*texts, str(question.default), question.unit), names):
            left_out.append(f"The question {question.key} is left out, since it names {name}.")
        else:
            kept.append(TemplateQuestion.from_own(question))
    return tuple(kept), left_out


def _answers(
    row: Season, questions: Iterable[TemplateQuestion], names: re.Pattern[str] | None
) -> tuple[dict[str, dict[str, dict[str, Any]]], list[str]]:
    """The published answers that are in force, without those that name somebody."""
    asked = {question.key: question.to_own() for question in questions}
    kept: dict[str, dict[str, dict[str, Any]]] = {}
    left_out: list[str] = []
    for id in sorted(row.versions_in_force):
        if id == HOUSE_RULES or (id == OWN and not asked):
            continue
        known = season_questionnaire(id, asked).questions()
        kept[id] = {}
        for key, answer in sorted(row.answers.get(id, {}).items()):
            if key not in known:
                continue
            if name := _name_in((value for value in answer.values() if isinstance(value, str)), names):
                left_out.append(f"The answer to {key} of {id} is left out, since it names {name}.")
            else:
                kept[id][key] = answer
    return kept, left_out


def _plan(row: Season, contents: TemplateContents) -> tuple[tuple[PlannedRound, ...], list[str], bool]:
    """The rounds as they were announced, and those that are planned; and whether there are any of the latter."""
    left_out: list[str] = []
    rounds: dict[int, list[PlannedMatch]] = {}
    announced = Match.objects.filter(season=row).exclude(step="void").select_related("round")
    for match in announced.annotate(teams=Count("line_ups")).order_by("round__number", "place", "pk"):
        kept = _planned_match(match, contents, teams=match.teams, ruleset=match.ruleset or REPORTED_BY_PEOPLE)
        rounds.setdefault(match.round.number, []).append(kept)
    last = max(rounds, default=row.rounds_before)
    coming = RoundPlan.objects.filter(season=row, number__gt=last, number__lte=row.rounds_planned).order_by("number")
    for plan in coming:
        for planned in (convert(match, MatchPlan) for match in plan.matches):
            ruleset = planned.ruleset or contents.system
            kept = _planned_match(planned, contents, teams=len(planned.franchises), ruleset=ruleset)
            rounds.setdefault(plan.number, []).append(kept)
    found = []
    for number, matches in sorted(rounds.items()):
        round = PlannedRound(number=number, matches=tuple(_as_many_as_fit(matches)))
        if (error := round_error(contents, round)) is None:
            found.append(round)
        else:
            left_out.append(f"The plan of round {number} is left out: {error[1].sentence}")
    return tuple(found), left_out, any(round.number > last for round in found)


def _as_many_as_fit(matches: list[PlannedMatch]) -> list[PlannedMatch]:
    """The first matches of a round, for as many teams as a league is founded with; at least one match."""
    teams = accumulate(match.teams for match in matches)
    within = [match for match, so_far in zip(matches, teams, strict=True) if so_far <= MOST_FRANCHISES]
    return within or [replace(matches[0], teams=MOST_FRANCHISES)]


def _planned_match(match: Any, contents: TemplateContents, *, teams: int, ruleset: str) -> PlannedMatch:
    """A match without its teams. Its event is one that every league has, since people may call one as they like."""
    choices = ground_choices(ruleset, teams=max(teams, 2))
    return PlannedMatch(
        event=match.event if match.event in choices.events else choices.nearest_event(match.event),
        teams=teams,
        surface=match.surface if match.surface in choices.surfaces else "",
        heats=match.heats,
        vehicles_per_team=match.vehicles_per_team,
        scoring=match.scoring,
        ruleset="" if ruleset == contents.system else ruleset,
        setting={name: value for name, value in match.setting.items() if isinstance(value, str | int | bool)},
    )


def _names_in(row: Season) -> re.Pattern[str] | None:
    """A pattern that finds the names of the league, its people, franchises and drivers; None without any."""
    members = Membership.objects.filter(league=row.league_id).select_related("user")
    names = {
        row.league.name,
        *Franchise.objects.filter(league=row.league_id).values_list("name", flat=True),
        *Driver.objects.filter(league=row.league_id).values_list("name", flat=True),
        *NameChange.objects.filter(league=row.league_id).values_list("former", flat=True),
        *(display_name(member.user) for member in members),
        *(member.user.get_username() for member in members),
    }
    found = sorted({" ".join(name.split()) for name in names if len(name) >= SHORTEST_NAME}, key=len, reverse=True)
    if not found:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, found))})(?!\w)", re.IGNORECASE)


def _name_in(texts: Iterable[str], names: re.Pattern[str] | None) -> str:
    """The first name that a text has; empty if none has any."""
    if names is None:
        return ""
    found = (names.search(" ".join(text.split())) for text in texts)
    return next((match.group() for match in found if match is not None), "")

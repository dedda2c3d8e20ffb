"""What this site can apply of a template: wrong values are refused, and what it does not know is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from league.founding import FEWEST_FRANCHISES, MOST_FRANCHISES, SEASON_KINDS
from league.league_templates.contents import (
    CalendarSettings,
    PlannedMatch,
    PlannedRound,
    TemplateContents,
)
from league.models import Calendar
from league.name_text import INVISIBLE
from league.queries.season_leaves import SCHEMES
from rules.campaign.core.editions import (
    EDITIONS,
    NEWEST_EDITION,
    SwitchOfLaterEdition,
    refuse_switch_of_later_edition,
)
from rules.campaign.core.questionnaires import OWN, season_questionnaire
from rules.campaign.core.state import Franchise, Season
from rules.campaign.core.switches import RULESET_SWITCH, clean_setting, default_setting
from rules.campaign.founding.season_start import MOST_ROUNDS
from rules.campaign.match_day.announcing import LEAST_TEAMS, MatchPlan, refuse_improper_plans
from rules.campaign.match_day.fixture_checks import FixtureFaulty, SettingUnread
from rules.campaign.season.answers import AnswerQuestions
from rules.campaign.season.house_rules import settings_contradiction
from rules.campaign.season.own_questions import AskQuestion
from rules.core.dice import Dice
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal, Unknown, refuse_any, refuse_first
from rules.core.switches import Setting
from rules.core.terms import MatchId, RoundId
from scheduling.calendar import ANY_EVIDENCE, NEVER_ACCEPT, change_calendar
from scheduling.local_times import clean_night

DEFAULT_KIND = "printed"
MOST_LISTED = 20
"""How many unknown parts are named at once."""
LONGEST_PLACE = 80
"""How much of the place of a wrong text is named, in characters."""


class TemplatePartsUnknown(Refusal):
    """The template has parts that this site does not know; they can be left out."""


@dataclass(frozen=True, slots=True)
class CheckedContents:
    """Contents that this site can apply, and a sentence for everything that had to be left out."""

    contents: TemplateContents
    left_out: tuple[str, ...]


def check_contents(contents: TemplateContents) -> CheckedContents:
    """The part of the contents that this site can apply.

    Raises `Malformed` for values that no league has, each with its pointer below the contents.
    """
    refuse_first(_illegible_texts(msgspec.to_builtins(contents), ()))
    _refuse_impossible_numbers(contents)
    check_calendar(contents.calendar)
    left_out: list[str] = []
    if contents.kind not in {kind.id for kind in SEASON_KINDS}:
        left_out.append(
            f"The kind of season {contents.kind[:40]!r} is not known here: it counts as the printed game."
        )
        contents = msgspec.structs.replace(contents, kind=DEFAULT_KIND)
    if contents.edition not in EDITIONS:
        left_out.append(
            f"Edition {contents.edition[:20]!r} of the rules is not known here: edition {NEWEST_EDITION} is used."
        )
        contents = msgspec.structs.replace(contents, edition=NEWEST_EDITION)
    house_rules, unknown_rules = _known_house_rules(contents.house_rules, contents.edition)
    answers, unknown_answers = _known_answers(contents)
    left_out += [*unknown_rules, *unknown_answers]
    contents = msgspec.structs.replace(contents, house_rules=house_rules, answers=answers)
    check_answers(contents)
    plan, unplayable = _playable_plan(contents)
    return CheckedContents(msgspec.structs.replace(contents, plan=plan), (*left_out, *unplayable))


def refuse_unknown_parts(checked: CheckedContents) -> None:
    """Raise `TemplatePartsUnknown` if something was left out, with a refusal for each of the first parts."""
    sentences = list(checked.left_out[:MOST_LISTED])
    if further := len(checked.left_out) - len(sentences):
        sentences.append(f"There are {further} more.")
    refuse_any(map(TemplatePartsUnknown, sentences))


def scratch_season(contents: TemplateContents, franchises: int) -> Season:
    """A season with those house rules and so many franchises, in which nothing has happened: for checks alone."""
    ids = [f"f{number}" for number in range(1, franchises + 1)]
    return Season(
        edition=contents.edition,
        rounds_planned=contents.rounds,
        switches={name: value for name, value in contents.house_rules.items() if value != default_setting(name)},
        franchises={id: Franchise(id=id) for id in ids},
    )


def check_calendar(settings: CalendarSettings) -> None:
    """Raise `Malformed` unless a league can keep time like that."""
    try:
        change_calendar(Calendar(), **calendar_arguments(settings))
        if settings.match_night:
            clean_night(settings.match_night)
    except Refusal as refusal:
        raise refusal.below("/calendar") from None


def calendar_arguments(settings: CalendarSettings) -> dict[str, Any]:
    """The settings as arguments of `set_calendar`."""
    return {
        "hours": settings.hours,
        "unattended": settings.unattended,
        "results": settings.results,
        "reminder_hours": settings.reminder_hours,
        "agreed_hours": NEVER_ACCEPT if settings.agreed_hours is None else settings.agreed_hours,
        "least_evidence": settings.least_evidence or ANY_EVIDENCE,
        "appeal_hours": settings.appeal_hours,
        "missed_hours": settings.missed_hours,
        "standing_reveal": settings.standing_reveal,
    }


def check_answers(contents: TemplateContents) -> None:
    """Raise unless the questions can be asked and answered like that, as a commissioner would."""
    season = scratch_season(contents, 0)
    for place, question in enumerate(contents.questions):
        try:
            AskQuestion(question=question.to_own()).perform(season, Dice())
        except Refusal as refusal:
            raise refusal.below(f"/questions/{place}") from None
    for questionnaire, answers in contents.answers.items():
        try:
            AnswerQuestions(questionnaire=questionnaire, version=1, answers=answers).perform(season, Dice())
        except Refusal as refusal:
            below = f"/answers/{questionnaire}"
            for other in refusal.together or (refusal,):
                other.below(below)
            raise


def round_error(contents: TemplateContents, round: PlannedRound) -> tuple[int, Refusal] | None:
    """The first match of a round that cannot be played in such a league, by its place, and why; None if all can."""
    for place, match in enumerate(round.matches):
        season = scratch_season(contents, match.teams)
        id = match_id(round, place)
        try:
            plan = match_plan(match, id=id, franchises=sorted(season.franchises))
            refuse_improper_plans(season, RoundId("r"), [plan])
        except Refusal as refusal:
            return place, refusal
    return None


def match_id(round: PlannedRound, place: int) -> str:
    """The id of a match of a planned round in a league that is founded from it: `m3`, or `m3b` if it has several."""
    return f"m{round.number}" if len(round.matches) == 1 else f"m{round.number}{chr(ord('a') + place)}"


def match_plan(match: PlannedMatch, *, id: str, franchises: list[str]) -> MatchPlan:
    """A planned match between these franchises."""
    return MatchPlan(
        match=MatchId(id),
        event=match.event,
        franchises=franchises,
        surface=match.surface,
        heats=match.heats,
        vehicles_per_team=match.vehicles_per_team,
        scoring=match.scoring,
        ruleset=match.ruleset,
        setting=dict(match.setting),
    )


def _refuse_impossible_numbers(contents: TemplateContents) -> None:
    if not FEWEST_FRANCHISES <= contents.franchises <= MOST_FRANCHISES:
        raise Malformed(
            f"A league has {FEWEST_FRANCHISES} to {MOST_FRANCHISES} franchises at first: give a number of those."
        ).at("franchises")
    if not 1 <= contents.rounds <= MOST_ROUNDS:
        raise Malformed(f"A season has 1 to {MOST_ROUNDS} rounds: give a number of those.").at("rounds")
    if contents.dice not in SCHEMES:
        raise Malformed(f"Dice rest on one of {', '.join(SCHEMES)}: choose one of those.").at("dice")
    numbers = [round.number for round in contents.plan]
    for place, number in enumerate(numbers):
        if not 1 <= number <= contents.rounds or number in numbers[:place]:
            raise Malformed(f"The plan has a round {number} twice, or the season has none: correct its number.").at(
                "plan", place, "number"
            )
    for place, round in enumerate(contents.plan):
        for match_place, match in enumerate(round.matches):
            if not LEAST_TEAMS <= match.teams <= MOST_FRANCHISES:
                raise Malformed(
                    f"A planned match has {LEAST_TEAMS} to {MOST_FRANCHISES} teams: give a number of those."
                ).at("plan", place, "matches", match_place, "teams")
        if not round.matches or sum(match.teams for match in round.matches) > MOST_FRANCHISES:
            raise Malformed(
                f"A planned round has at least one match, and at most {MOST_FRANCHISES} teams in all: correct it."
            ).at("plan", place, "matches")


def _known_house_rules(house_rules: Mapping[str, Setting], edition: str) -> tuple[dict[str, Setting], list[str]]:
    """The house rules that a season of that edition has here, and a sentence for each of the others.

    Raises `Malformed`.
    """
    known: dict[str, Setting] = {}
    unknown: list[str] = []
    errors: list[Refusal] = []
    for name, value in sorted(house_rules.items()):
        try:
            known[name] = clean_setting(name, value)
        except Unknown:
            unknown.append(
                f"The match system {str(value)[:40]!r} is not on this site: people report the matches."
                if name == RULESET_SWITCH
                else f"The house rule {name[:80]!r} is not known here."
            )
        except Malformed as refusal:
            errors.append(refusal.at("house_rules", name))
    refuse_any(errors)
    for name in list(known):
        try:
            refuse_switch_of_later_edition(name, edition=edition)
        except SwitchOfLaterEdition:
            unknown.append(f"The house rule {name} came with a later edition of the rules than {edition}.")
            del known[name]
    if contradiction := settings_contradiction(known):
        raise Malformed(contradiction).at("house_rules")
    return {name: value for name, value in known.items() if value != default_setting(name)}, unknown


def _known_answers(contents: TemplateContents) -> tuple[dict[str, dict[str, dict[str, Any]]], list[str]]:
    """The answers to questions that this site asks, and a sentence for each of the others."""
    asked = {question.key: question.to_own() for question in contents.questions}
    known: dict[str, dict[str, dict[str, Any]]] = {}
    unknown: list[str] = []
    for id, answers in sorted(contents.answers.items()):
        try:
            questions = season_questionnaire(id, asked).questions()
        except Unknown:
            unknown.append(f"The questionnaire {id[:80]!r} is not known here.")
            continue
        if id == OWN and not answers:
            continue  # nothing of the league's own can be published that answers no question
        known[id] = {key: answer for key, answer in answers.items() if key in questions}
        unknown += [
            f"The question {key[:80]!r} of {id} is not asked here." for key in sorted(answers) if key not in questions
        ]
    return known, unknown


def _playable_plan(contents: TemplateContents) -> tuple[tuple[PlannedRound, ...], list[str]]:
    """The planned rounds that can be played here, and a sentence for each of the others. Raises `Malformed`."""
    playable: list[PlannedRound] = []
    unplayable: list[str] = []
    for place, round in sorted(enumerate(contents.plan), key=lambda numbered: numbered[1].number):
        found = round_error(contents, round)
        if found is None:
            playable.append(round)
            continue
        match_place, error = found
        if not isinstance(error, Unknown | FixtureFaulty | SettingUnread):
            raise error.at("plan", place, "matches", match_place)
        unplayable.append(f"Round {round.number} is not planned: {error.sentence}")
    return tuple(playable), unplayable


def _illegible_texts(value: Any, at: tuple[str | int, ...]) -> Iterator[Malformed]:
    """An error for every text, and every name of a field, with a character that nobody can see."""
    if isinstance(value, str) and not is_legible(value):
        where = _place_words(at) or "The text"
        yield Malformed(f"{where} has a character that nobody can see: leave it out, or type the text anew.").at(*at)
    elif isinstance(value, dict):
        for name, item in value.items():
            if is_legible(name):
                yield from _illegible_texts(item, (*at, name))
            else:
                where = _place_words(at) or "The template"
                yield Malformed(f"{where} has a name with a character that nobody can see: type it anew.").at(*at)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _illegible_texts(item, (*at, place))


def _place_words(at: tuple[str | int, ...]) -> str:
    """Where a text stands: `calendar.match_night`."""
    return ".".join(map(str, at))[:LONGEST_PLACE]


def is_legible(text: str) -> bool:
    """Whether every character can be seen or is a space, a line break, or a joiner that some scripts need."""
    return is_readable(text, line_breaks=True) and INVISIBLE.isdisjoint(text)

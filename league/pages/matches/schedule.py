"""The schedule of a season: rounds played, announced and planned, and the forms about rounds, reveals and times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from msgspec import convert

from explain import links
from explain.printed_names import as_title, ground_words, ruleset_title
from league.access import Viewer
from league.models import Calendar, League, RoundPlan, Season
from league.pages.base_context import Breadcrumb, base_context, franchise_color, own_franchise_ids
from league.pages.command_forms.context import CommandContext
from league.pages.command_forms.fields import LenientChoiceField, LenientMultipleChoiceField
from league.pages.matches.match_time import agreed_time, appointments_of_fixtures
from league.pages.matches.plan_fields import (
    MAX_MATCHES,
    MOST_TOGETHER,
    FranchiseAssignment,
    MatchFields,
    MatchPlanFields,
    reset_for_ruleset,
    ruleset_choices,
)
from league.pages.season.fixture_lines import FixtureLine, fixture_line
from league.pages.season.reveals import RevealPanel, reveals_of_season
from league.queries.match_times import DAY_NAMES, UNPLAYED_STEPS, match_night_of
from league.queries.round_plans import plans_of
from league.queries.seasons import own_balance
from league.queries.standings import Fixture, SeasonTable, season_table
from rules.campaign.match_day.announcing import MatchPlan
from rules.campaign.match_day.pairings import SMALLEST_MATCH
from rules.campaign.match_day.round_plans import plan_all_rounds, rounds_left
from rules.core.terms import MatchId
from scheduling.calendar import ANY_EVIDENCE, NEVER_ACCEPT, format_local_time, zone_of
from scheduling.standing_reveals import line_ups_close_at
from scheduling.watch_parties import BEFORE_LOCK

DAYS = {day: f"{name}s" for day, name in DAY_NAMES.items()}


@dataclass(frozen=True, slots=True)
class RefusedReveal:
    """What a commissioner asked about the reveal of a round, and why it was refused."""

    round: int
    until: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealForm:
    """What a commissioner may do about the reveal of a round."""

    round: int
    until: str
    """The value of the field for the time, in the league's time."""
    seen: str
    """The time that the round is to be revealed when the form is shown, "" for none."""
    zone: str
    """The league's time zone, in which the time is meant."""
    closes: str
    """When the line-ups of the round close, "" if that is not known or they are locked."""
    pending: bool
    """Whether the round is held back now, so that its reveal can be moved and called off."""
    locked: bool
    """Whether all its line-ups are locked, so that it can be revealed now."""
    refusal: str


class StandingRevealForm(forms.Form):
    """On which day of the week and when every round is revealed."""

    use_required_attribute = False

    day = LenientChoiceField(
        label="The matches of a round are revealed together",
        choices=[("", "no, each once its line-ups are locked"), *((day, f"on {name}") for day, name in DAYS.items())],
    )
    clock = forms.TimeField(
        label="At",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text="League time; the first one after the line-ups\u2019 deadline. For matches that the site plays. A "
        "single round has a time of its own under \u201cMake it a watch party\u201d, once it is announced.",
    )

    def __init__(self, calendar: Calendar) -> None:
        day, _, clock = calendar.standing_reveal.partition(" ")
        super().__init__(label_suffix="", initial={"day": day, "clock": clock or USUAL_CLOCK})


def reveal_form(
    calendar: Calendar,
    number: int,
    fixtures: Sequence[Fixture],
    *,
    season_id: str,
    reveal: RevealPanel | None,
    refused: RefusedReveal | None,
    at: datetime,
) -> RevealForm | None:
    """The form of a round with these matches; None if nothing can be set about its reveal any more."""
    steps = {fixture.id: fixture.step for fixture in fixtures if fixture.ruleset and fixture.step != "void"}
    pending = reveal is not None and reveal.ahead
    own = refused if refused is not None and refused.round == number else None
    possible = steps and all(step in (UNPLAYED_STEPS if pending else BEFORE_LOCK) for step in steps.values())
    if not possible or (reveal is not None and not pending):
        return None
    by_short_id = {id.rpartition("/")[2]: step for id, step in steps.items()}
    closes = line_ups_close_at(season_id, by_short_id, calendar, at=at)
    return RevealForm(
        round=number,
        until=own.until if own else reveal.field if reveal else _usual_time(calendar, closes or at),
        seen=reveal.at.isoformat() if reveal else "",
        zone=calendar.time_zone.replace("_", " "),
        closes="" if closes is None else format_local_time(calendar, closes),
        pending=pending,
        locked=all(step not in BEFORE_LOCK for step in steps.values()),
        refusal=own.sentence if own else "",
    )


def _usual_time(calendar: Calendar, after: datetime) -> str:
    """The first usual time of day after a moment, as the value of a form field in the league's time."""
    local = after.astimezone(zone_of(calendar))
    hour, minute = map(int, USUAL_CLOCK.split(":"))
    usual = local.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return f"{usual if usual >= local else usual + timedelta(days=1):%Y-%m-%dT%H:%M}"


USUAL_CLOCK = "20:00"
MISSED_HOURS = (2, 12, 24, 48)
"""The offered numbers of hours after which a match without a report counts as missed."""


class MatchTimesForm(forms.Form):
    """The evening on which a league usually plays, and how long after an agreed time a match counts as missed."""

    use_required_attribute = False

    night_day = LenientChoiceField(
        label="Match night of the league", choices=[("", "none"), *((day, name) for day, name in DAY_NAMES.items())]
    )
    night_clock = forms.TimeField(
        label="At",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text="League time. Teams that agree on when they play see it as a suggestion.",
    )
    missed = LenientChoiceField(
        label="A match that was not reported counts as missed",
        choices=[("0", "never"), *((str(hours), f"{hours} hours after its time") for hours in MISSED_HOURS)],
        help_text="You are notified then, and decide what follows. Nothing follows by itself.",
    )

    def __init__(self, calendar: Calendar) -> None:
        night = match_night_of(calendar.league_id)
        day, _, clock = ("" if night is None else night.night).partition(" ")
        missed = str(calendar.missed_hours)
        initial = {"night_day": day, "night_clock": clock or USUAL_CLOCK, "missed": missed}
        super().__init__(label_suffix="", initial=initial)
        choice_field = self.fields["missed"]
        if missed not in {value for value, _ in choice_field.choices}:  # type: ignore[attr-defined] # a choice
            choice_field.choices = [*choice_field.choices, (missed, f"{missed} hours after its time")]  # type: ignore[attr-defined] # a choice


ACCEPTANCE_HOURS = (6, 12, 24, 48)
"""The offered numbers of hours after which an agreed report is accepted."""
APPEAL_HOURS = (24, 48, 72, 168)
"""The offered numbers of hours for appeals."""


class DrawForm(forms.Form):
    """How rounds are drawn up: how many franchises a match has, and its ruleset."""

    size = LenientChoiceField(label="Franchises in a match")

    def __init__(self, given: QueryDict | None = None) -> None:
        super().__init__(given, label_suffix="", initial={"size": str(SMALLEST_MATCH)})
        self.offer_sizes(MOST_TOGETHER)
        self.fields["rulesets"] = LenientMultipleChoiceField(
            label="Played by, in turn",
            required=False,
            choices=ruleset_choices(),
            help_text="Choose none to follow the house rule.",
        )

    def offer_sizes(self, most: int) -> None:
        """Offer matches of two franchises, or of up to `most`."""
        sizes = range(SMALLEST_MATCH, max(SMALLEST_MATCH, min(most, MOST_TOGETHER)) + 1)
        self.fields["size"].choices = [(str(size), f"Up to {size}") for size in sizes]  # type: ignore[attr-defined] # a choice

    def as_last_time(self, games: Iterable[tuple[int, str]]) -> None:
        """Take the initial values from matches that were drawn up: pairs of a number of teams and a ruleset."""
        pairs = list(games)
        if sizes := [size for size, _ in pairs if size]:
            self.initial["size"] = str(max(sizes))
        self.initial["rulesets"] = [name for name in dict.fromkeys(by for _, by in pairs) if name]


class AcceptanceForm(forms.Form):
    """When a report is accepted without the commissioner, how well proven it must be, and the time for appeals."""

    hours = LenientChoiceField(
        label="A report that nobody contradicts",
        choices=[
            (str(NEVER_ACCEPT), "waits for the commissioner"),
            ("0", "is accepted at once"),
            *((str(hour), f"is accepted after {hour} hours") for hour in ACCEPTANCE_HOURS),
        ],
        help_text="Until then the other sides may enter their own, and the commissioner may rule.",
    )
    evidence = LenientChoiceField(
        label="It needs at least this evidence",
        choices=[
            (ANY_EVIDENCE, "anything"),
            ("attested", "two teams that report the same"),
            ("legal", "a log that follows the rules"),
            ("rerun", "a log with the season's own dice"),
        ],
        help_text="The commissioner may accept one with less evidence, with a reason.",
    )
    appeals = LenientChoiceField(
        label="Teams may appeal against it",
        choices=[("0", "never"), *((str(hour), f"for {hour} hours") for hour in APPEAL_HOURS)],
        help_text="A commissioner answers an appeal. If they uphold it, an amend corrects the result.",
    )

    def __init__(self, calendar: Calendar, given: QueryDict | None = None) -> None:
        hours = NEVER_ACCEPT if calendar.agreed_hours is None else calendar.agreed_hours
        initial = {
            "hours": str(hours),
            "evidence": calendar.least_evidence or ANY_EVIDENCE,
            "appeals": str(calendar.appeal_hours),
        }
        super().__init__(given, label_suffix="", initial=initial)
        for name, value in initial.items():
            choice_field: Any = self.fields[name]
            if value not in {choice for choice, _ in choice_field.choices}:
                choice_field.choices = [*choice_field.choices, (value, _custom_choice_words(name, value))]


def _custom_choice_words(name: str, value: str) -> str:
    """A value that is not among the choices, in words."""
    return f"for {value} hours" if name == "appeals" else f"{value.replace('_', ' ')}, as it was set"


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A planned match in words."""

    title: str
    what: str
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round that is planned, and the franchises without a match in it."""

    number: int
    href: str
    games: tuple[PlannedMatch, ...]
    resting: tuple[str, ...]
    next: bool


@dataclass(frozen=True, slots=True)
class ScheduleRound:
    """A round that was announced, with its matches, the franchises without one, and when it is revealed."""

    number: int
    games: tuple[FixtureLine, ...]
    resting: tuple[str, ...]
    reveal: RevealPanel | None
    reveal_form: RevealForm | None
    """What a commissioner may do about its reveal; None where that is nothing."""


@dataclass(frozen=True, slots=True)
class MatchLoad:
    """How many matches a franchise has had and will have by the plan, and how many rounds it rests."""

    name: str
    href: str
    color: str
    own: bool
    announced: int
    planned: int
    rests: int


def schedule_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    at: datetime,
    form: DrawForm | None = None,
    refused: RefusedReveal | None = None,
) -> dict[str, Any]:
    """The context of the schedule; `league` is loaded with its calendar, if it has one.

    `refused` is what a commissioner asked about a reveal and was refused.
    """
    may_set = viewer.is_commissioner and not season.forked_from  # the calendar is the league's, not a sandbox's
    calendar = getattr(league, "calendar", None) if may_set else None
    table = season_table(season)
    names = {links.short_id(standing.franchise): standing.name for standing in table.standings}
    reveals = reveals_of_season(league, season, table, at=at)
    appointments = appointments_of_fixtures(league, season, table.fixtures)
    times = {fixture.id: agreed_time(appointments.get(fixture.id)) for fixture in table.fixtures}
    announced = _announced_rounds(table, names, reveals, calendar, times, season_id=season.pk, refused=refused, at=at)
    last = max((schedule_round.number for schedule_round in announced), default=season.rounds_before)
    plans = list(plans_of(season.pk, after=last)) if viewer.is_member else []
    planned = [_planned_round(season, plan, names, first=last + 1) for plan in plans]
    left = season.rounds_planned - last
    draw = form or DrawForm()
    draw.offer_sizes(len(names) or MOST_TOGETHER)
    draw.as_last_time(_earlier_matches(table, plans))
    loads = _match_loads(league, viewer, names, table, plans)
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Schedule",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
                Breadcrumb("Schedule"),
            ],
            balance=own_balance(viewer),
        ),
        "rounds": announced,
        "planned": planned,
        "left": left,
        "next_number": last + 1,
        "open_round": any(not game.over for schedule_round in announced[-1:] for game in schedule_round.games),
        "loads": loads,
        "uneven": len({load.announced + load.planned for load in loads}) > 1,
        "commissioner": viewer.is_commissioner,
        "member": viewer.is_member,
        "draw": draw,
        "agreed": None if calendar is None else AcceptanceForm(calendar),
        "standing": None if calendar is None else StandingRevealForm(calendar),
        "times": None if calendar is None else MatchTimesForm(calendar),
        "ended": season.step not in ("S0", "S1", "S2", "S3", "M"),
    }


def _earlier_matches(table: SeasonTable, plans: Sequence[RoundPlan]) -> list[tuple[int, str]]:
    """The number of teams and the ruleset of each planned match, or else the number of teams in the last round."""
    if plans:
        return [
            (len(match.get("franchises", ())), match.get("ruleset", "")) for plan in plans for match in plan.matches
        ]
    last = max((fixture.round for fixture in table.fixtures), default=0)
    return [(len(fixture.teams), "") for fixture in table.fixtures if fixture.round == last]


def _announced_rounds(
    table: SeasonTable,
    names: dict[str, str],
    reveals: dict[int, RevealPanel],
    calendar: Calendar | None,
    times: Mapping[str, datetime | None],
    *,
    season_id: str,
    refused: RefusedReveal | None,
    at: datetime,
) -> list[ScheduleRound]:
    return [
        ScheduleRound(
            number,
            tuple(fixture_line(fixture, by=True, reveals=reveals, time=times[fixture.id]) for fixture in fixtures),
            _resting(names, set(_entered(fixtures))),
            reveals.get(number),
            None
            if calendar is None
            else reveal_form(
                calendar,
                number,
                fixtures,
                season_id=season_id,
                reveal=reveals.get(number),
                refused=refused,
                at=at,
            ),
        )
        for number, fixtures in sorted(_by_round(table).items())
    ]


def _by_round(table: SeasonTable) -> dict[int, list[Fixture]]:
    fixtures_by_round: dict[int, list[Fixture]] = {}
    for fixture in table.fixtures:
        fixtures_by_round.setdefault(fixture.round, []).append(fixture)
    return fixtures_by_round


def _entered(fixtures: Iterable[Fixture]) -> Iterator[str]:
    """The short ids of all teams in matches that are not void, once for each match."""
    return (
        links.short_id(team.franchise) for fixture in fixtures if fixture.step != "void" for team in fixture.teams
    )


def _planned_round(season: Season, plan: RoundPlan, names: dict[str, str], *, first: int) -> PlannedRound:
    games = tuple(
        PlannedMatch(
            as_title(match.get("event", "")),
            " · ".join(
                filter(None, (ground_words(match.get("setting", {})), _ruleset_words(match.get("ruleset", ""))))
            ),
            tuple(names.get(id, id) for id in match.get("franchises", ())),
        )
        for match in plan.matches
    )
    href = links.round_plan_url(season.pk, plan.number)
    return PlannedRound(plan.number, href, games, _resting(names, set(_planned_for(plan))), plan.number == first)


def _planned_for(plan: RoundPlan) -> Iterator[str]:
    """The short ids of all franchises in the matches of a plan, once for each match."""
    return (id for match in plan.matches for id in match.get("franchises", ()))


def _ruleset_words(ruleset: str) -> str:
    return "" if ruleset in ("", "reported") else ruleset_title(ruleset)


def _resting(names: dict[str, str], playing: Collection[str]) -> tuple[str, ...]:
    """The names of the franchises that do not play; two franchises may have the same name."""
    return tuple(name for id, name in names.items() if id not in playing)


def _match_loads(
    league: League,
    viewer: Viewer,
    names: dict[str, str],
    table: SeasonTable,
    plans: Sequence[RoundPlan],
) -> list[MatchLoad]:
    own = own_franchise_ids(viewer)
    announced = [Counter(_entered(fixtures)) for fixtures in _by_round(table).values()]
    planned = [Counter(_planned_for(plan)) for plan in plans]
    loads = []
    for id, name in names.items():
        played, ahead = (sum(counts[id] for counts in rounds) for rounds in (announced, planned))
        rests = sum(not counts[id] for counts in (*announced, *planned))
        href = links.franchise_url(league.pk, id)
        loads.append(MatchLoad(name, href, franchise_color(id), id in own, played, ahead, rests))
    return loads


# ------------------------------------------------------------------------------------------- a plan that is changed


class PlanForm(forms.Form):
    """The plan of a round that is not announced yet."""

    def __init__(self, desk: CommandContext, plans: Sequence[MatchPlan], *, given: QueryDict | None = None) -> None:
        given = None if given is None else reset_for_ruleset(given, desk.season)
        super().__init__(given, label_suffix="", initial={})
        if given is not None:
            numbers = [number for number in range(1, MAX_MATCHES + 1) if f"{number}:match" in given]
            plans = [_submitted_plan(given, number) for number in numbers]
        self.game_fields = MatchPlanFields(desk.season, desk.called, plans)
        self.game_fields.add_to(self)

    @property
    def planned_matches(self) -> list[MatchFields]:
        """The matches, each with its fields."""
        return self.game_fields.planned_matches(self)

    @property
    def assignments(self) -> list[FranchiseAssignment]:
        """The franchises, each with the field for its match."""
        return self.game_fields.assignments(self)

    def documents(self) -> list[dict[str, Any]]:
        """The plans as they are stored. Raises `Malformed`."""
        return self.game_fields.documents(self.cleaned_data)


def saved_plans(plan: RoundPlan) -> list[MatchPlan]:
    """The matches of a stored plan."""
    return [convert(match, MatchPlan) for match in plan.matches]


def draw_up_rounds(desk: CommandContext, *, size: int, rulesets: Sequence[str]) -> dict[int, list[MatchPlan]]:
    """Draw up every remaining round. Raises the refusals of `plan_all_rounds`."""
    return plan_all_rounds(desk.season, size=size, rulesets=rulesets)


def rounds_to_plan(desk: CommandContext) -> list[int]:
    """The numbers of the rounds that can still be planned."""
    return rounds_left(desk.season)


def plan_page(*, desk: CommandContext, league: League, season: Season, number: int, form: PlanForm) -> dict[str, Any]:
    """The context of the page on which the plan of a round is edited."""
    return {
        **base_context(
            league=league,
            season=season,
            viewer=desk.viewer,
            here="Schedule",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
                Breadcrumb("Schedule", links.schedule_url(season.pk)),
                Breadcrumb(f"Round {number}"),
            ],
        ),
        "form": form,
        "number": number,
        "back": links.schedule_url(season.pk),
    }


def _submitted_plan(posted: QueryDict, number: int) -> MatchPlan:
    return MatchPlan(
        match=MatchId(posted.get(f"{number}:match", "")),
        event=posted.get(f"{number}:event", ""),
        franchises=[],
        ruleset=posted.get(f"{number}:ruleset", ""),
    )

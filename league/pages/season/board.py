"""The commissioner's board of a season: the step, who has not acted, what comes next and what it would come to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile
from typing import Any

from explain import links
from explain.command_preview import CommandPreview, preview_commands, sentence_with_names
from explain.fact_rendering import command_words
from explain.names import Segment
from explain.printed_names import as_title
from explain.season_names import SeasonNames
from journal.state.visible import load_visible_state
from league.access import Viewer
from league.models import League, Membership, ReportClaim, Season
from league.packet_statements import packet_statement_digest
from league.pages.base_context import Breadcrumb, base_context, franchise_color
from league.pages.command_forms.base import new_key
from league.pages.command_forms.page import command_form_url
from league.pages.season.deadlines import Deadline, RefusedClockAction, calendar_or_none, deadlines
from league.queries.report_claims import agreed_claim, claims_of_matches, standing_claims
from league.queries.round_plans import with_planned_matches
from league.queries.rulings import waiting_rulings
from rules.campaign.core import state
from rules.campaign.core.codec import command_document
from rules.campaign.core.command import SEASON_STEPS, STEP_NAMES, Command, Reader, command_type, open_steps, tag_of
from rules.campaign.dry_run.commands import possible_season
from rules.campaign.dry_run.sample_dice import EXTREMES
from rules.campaign.founding.setup import CloseSetup
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan
from rules.campaign.steward import next_commissioner_command
from rules.core.refusals import Refusal
from rules.match.registry import get_ruleset
from scheduling.advance import MOST_STEPS
from scheduling.waits import REPORT_STEP, current_waits
from scheduling.windows import is_paused, step_of

SETUP_TITLE = "Hiring, garage and party"
"""What is open while they are one window."""
STAGES = {
    "Founding": ("S0",),
    "Setup": ("S1", "S2", "S3"),
    "Rounds": ("M",),
    "Final table": ("E1", "E2", "E3"),
    "Staff": ("E4",),
    "Draft": ("E5", "E6"),
    "Sponsors": ("E7", "E8"),
    "Off-season": ("E9", "closed"),
}
"""A season in the stages a commissioner thinks in, each with its steps."""
DONE, NOW, AHEAD = "done", "now", "ahead"


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the season: its name, and whether it is done, now or ahead."""

    name: str
    standing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSeat:
    """A franchise on the board: who sees to it, and whether the season waits for it there."""

    name: str
    href: str
    colour: str
    owned: bool
    awaited: bool
    lacks_party: bool = False
    """It may throw a party and has not: when the setup is closed it has lost it (DM-C-070)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardWait:
    """One thing the season waits for: in words, until when, and every franchise it is about.

    `acted` of them have, of those it asks; `remindable` says that there is anybody to remind.
    """

    what: str
    about: str
    line: Deadline | None
    seats: tuple[BoardSeat, ...]
    acted: int
    remindable: bool
    match: str = ""
    match_href: str = ""
    result: str = ""
    """How the result of a match comes, where that is what is waited for."""
    report_href: str = ""
    """Where it is reported, if people report it."""
    accept_href: str = ""
    """Where the commissioner accepts it, once its teams agree."""
    played_here: bool = False
    """A job of the site plays the match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextCommand:
    """The commissioner's next command: its name, what it does, what it would come to, and its form.

    `then` are their commands that going on would give after it, in words.
    """

    title: str
    summary: str
    trial: CommandPreview
    href: str
    then: tuple[str, ...]
    ends_setup: bool
    """It ends the time in which a party may be thrown."""


@dataclass(frozen=True, slots=True)
class RejectedAction:
    """What was pressed on the board in vain, and why."""

    sentence: str


def board_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    at: datetime,
    refused: RejectedAction | None = None,
    refused_by_clock: RefusedClockAction | None = None,
) -> dict[str, Any]:
    """The context of a season's board at that moment."""
    now, reader = load_visible_state(season, viewer)
    called = SeasonNames(season.pk, now)
    owned = _owned_franchise_ids(league)
    awaited = current_waits(now)
    clock = deadlines(
        league=league,
        season=season,
        viewer=viewer,
        at=at,
        still_waited={wait.what for wait in awaited},
        refused=refused_by_clock,
    )
    lines = {line.what: line for line in clock.lines} if clock else {}
    claims = claims_of_matches(season.pk, (match.id for match in now.matches.values() if match.step == REPORT_STEP))
    command = with_planned_matches(next_commissioner_command(now), season.pk, now)
    awaiting = [
        _board_wait(
            wait.what,
            wait.franchises,
            now,
            called,
            owned,
            line=lines.get(wait.what),
            season=season,
            claims=claims,
        )
        for wait in awaited
    ]
    own = [
        now.franchises[id]
        for franchise in viewer.franchises
        if (id := links.short_id(franchise.pk)) in now.franchises
    ]
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Board",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
                Breadcrumb("Board"),
            ],
            balance=own[0].balance if own else None,
        ),
        "step": SETUP_TITLE if is_single_window(season) else STEP_NAMES[season.step].capitalize(),
        "stages": [_stage(name, steps, season.step) for name, steps in STAGES.items()],
        "waits": awaiting,
        "agreed": next((wait for wait in awaiting if wait.accept_href), None),
        "played_here": [wait for wait in awaiting if wait.played_here],
        "unreported": [wait for wait in awaiting if wait.report_href],
        "partyless": [seat.name for wait in awaiting for seat in wait.seats if seat.lacks_party],
        "seats": [_seat(id, called, owned, league, awaited=False) for id in sorted(now.franchises)],
        "standing": 0
        if _is_paused(league, season)
        else len({id for wait in awaited for id in wait.franchises} - owned),
        "closes_early": _windows_closed_early(season, awaiting, clock.lines if clock else ()),
        "ownerless": len(now.franchises.keys() - owned),
        "next": None if command is None else _next_command(command, now, called, season, reader),
        "clock": clock,
        "key": new_key(),
        "refused": refused and RejectedAction(sentence_with_names(refused.sentence, called.names)),
        "own_match": _own_matches(now, viewer),
        "over": season.step == "closed",
        "rulings": len(waiting_rulings(season.pk)),
        "rulings_href": links.rulings_url(season.pk),
    }


def _is_paused(league: League, season: Season) -> bool:
    """Whether the clock stands still in the season's step: no standing orders answer then."""
    calendar = calendar_or_none(league)
    return calendar is not None and is_paused(calendar, season.step)


def is_single_window(season: Season) -> bool:
    """Whether hiring, garage and party are open together now (annex a)."""
    return season.step in STAGES["Setup"] and bool(season.switches.get("season.setup_single_window", True))


def _windows_closed_early(season: Season, awaiting: Iterable[BoardWait], lines: Iterable[Deadline]) -> list[Deadline]:
    """Windows of the setup that going on ends before their time: no owner is awaited in them any more."""
    if season.step not in STAGES["Setup"] or any(seat.awaited and seat.owned for it in awaiting for seat in it.seats):
        return []
    found = [
        line for line in lines if step_of(line.what) in STAGES["Setup"] and not line.paused and line.look != "bad"
    ]
    return [replace(deadline, about=SETUP_TITLE.lower()) for deadline in found] if is_single_window(season) else found


def _owned_franchise_ids(league: League) -> set[str]:
    """The short names of the franchises that have an owner."""
    owners = Membership.objects.filter(league=league, role=Membership.Role.OWNER, franchise_id__isnull=False)
    return {links.short_id(id) for id in owners.values_list("franchise_id", flat=True)}


def _stage(name: str, steps: tuple[str, ...], at: str) -> Stage:
    if at in steps:
        return Stage(name, DONE if at == "closed" else NOW)
    return Stage(name, DONE if SEASON_STEPS.index(steps[-1]) < SEASON_STEPS.index(at) else AHEAD)


def _board_wait(
    what: str,
    awaited: tuple[str, ...],
    now: state.Season,
    called: SeasonNames,
    owned: set[str],
    *,
    line: Deadline | None,
    season: Season,
    claims: Iterable[ReportClaim],
) -> BoardWait:
    step, match = step_of(what), what.partition("/")[2] if what.startswith(("M3/", "M4/", "M5.")) else ""
    franchises = [line_up.franchise for line_up in now.line_ups_of(match)] if match else sorted(now.franchises)
    if step in ("E6", "E8"):
        franchises = list(awaited)
    parties = step in STAGES["Setup"] and "S3" in open_steps(now)
    seats = tuple(
        replace(
            _seat(id, called, owned, season.league, awaited=id in awaited),
            lacks_party=parties and not now.franchise(id).party_thrown,
        )
        for id in franchises
    )
    result = accept_href = ""
    if step == REPORT_STEP and (ruleset := now.match(match).ruleset):
        result = f"It is played here by {get_ruleset(ruleset).title}."
    elif step == REPORT_STEP:
        standing = _standing_claims(season, now, match, claims)
        result, agreed = _report_status_words(standing), agreed_claim(standing)
        if agreed is not None:
            asked_with = {"match": match, "claim": str(agreed.pk), "back": links.board_url(season.pk)}
            accept_href = command_form_url(season.pk, "accept_report", **asked_with)
    name = STEP_NAMES[step].capitalize() + (f", match {match}" if match else "")
    return BoardWait(
        what=what,
        about=SETUP_TITLE if step == "S1" and is_single_window(season) else line.about if line else name,
        line=line,
        seats=() if step == REPORT_STEP else seats,
        acted=sum(not seat.awaited for seat in seats),
        remindable=any(seat.awaited and seat.owned for seat in seats),
        match=match,
        match_href=links.match_url(f"{season.pk}/{match}") if match else "",
        report_href=""
        if step != REPORT_STEP or now.match(match).ruleset
        else links.report_url(f"{season.pk}/{match}"),
        result=result,
        accept_href=accept_href,
        played_here=step == REPORT_STEP and bool(now.match(match).ruleset),
    )


def _standing_claims(row: Season, now: state.Season, match: str, claims: Iterable[ReportClaim]) -> list[ReportClaim]:
    """What each side claims of a match; `claims` are those of all open matches."""
    return standing_claims(
        [claim for claim in claims if claim.match == match], packet=packet_statement_digest(row, now, match)
    )


def _report_status_words(standing: Sequence[ReportClaim]) -> str:
    """How far the report of a match is that people report."""
    if agreed_claim(standing) is not None:
        return "The teams agree on its report: accept it, or rule otherwise."
    return "A report is claimed: others confirm it, or you rule." if standing else "Its result has to be reported."


def _seat(id: str, called: SeasonNames, owned: set[str], league: League, *, awaited: bool) -> BoardSeat:
    return BoardSeat(
        name=called.franchise(id),
        href=links.franchise_url(league.pk, id),
        colour=franchise_color(id),
        owned=id in owned,
        awaited=awaited,
    )


def _next_command(
    command: Command, now: state.Season, called: SeasonNames, season: Season, reader: Reader
) -> NextCommand:
    document = command_document(command)
    tag = tag_of(type(command))
    query = {name: str(value) for name, value in document.items() if name != "type" and isinstance(value, str | int)}
    row = command_type(tag)
    return NextCommand(
        title=_command_title(command),
        summary=row.summary,
        trial=preview_commands(now, [command], called.names, reader),
        href=command_form_url(season.pk, tag, **query, back=links.board_url(season.pk)),
        ends_setup="S3" in open_steps(now) and isinstance(command, CloseSetup),
        then=_following_commands(command, now, called, season, reader),
    )


def _following_commands(
    command: Command, now: state.Season, called: SeasonNames, season: Season, reader: Reader
) -> tuple[str, ...]:
    """The commissioner's commands that going on gives after that one, in words: those that hang on no die.

    Answers of seats that nobody owns are not played: where they are asked, more may follow.
    """
    one, other = (_command_names_after(command, now, called, season, reader, play=extreme) for extreme in EXTREMES)
    return tuple(takewhile(lambda each: each in other, one))


def _command_names_after(
    command: Command, now: state.Season, called: SeasonNames, season: Season, reader: Reader, *, play: int
) -> list[str]:
    steps: list[str] = []
    following: Command | None = command
    while following is not None and len(steps) < MOST_STEPS:
        try:
            now = possible_season(now, following, play=play, reader=reader)
        except Refusal:
            break
        following = with_planned_matches(next_commissioner_command(now), season.pk, now)
        if following is not None:
            steps.append(_command_title(following, called))
    return steps


def _command_title(command: Command, called: SeasonNames | None = None) -> str:
    """A command in words with its match, and a round with its matches where `called` names who meets in them."""
    words = command_words(tag_of(type(command)))
    if called is not None and isinstance(command, AnnounceRound):
        return f"{words}: {'; '.join(_fixture(plan, called) for plan in command.matches)}"
    match = getattr(command, "match", "")
    return f"{words}: match {match}" if match else words


def _fixture(plan: MatchPlan, called: SeasonNames) -> str:
    teams = " v ".join(called.franchise(franchise) for franchise in plan.franchises)
    return f"{plan.match}, {as_title(plan.event)}, {teams}"


def _own_matches(now: state.Season, viewer: Viewer) -> tuple[Segment, ...]:
    """The open matches that the commissioner's own franchises are in: another of them had better rule on those."""
    own = {links.short_id(franchise.pk) for franchise in viewer.franchises}
    found = {line_up.match for line_up in now.line_ups.values() if line_up.franchise in own}
    open_ones = sorted(id for id in found if now.match(id).step not in ("settled", "void"))
    return tuple(Segment(f"match {id}") for id in open_ones)

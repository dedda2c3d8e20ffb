"""The commissioner's board of a season: the step, who has not acted, and the next command with its preview."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
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
from league.pages.season.jobs import running_job
from league.pages.season.reveals import next_round_to_reveal, watch_party_url
from league.queries.match_times import reveal_of, rounds_held_back
from league.queries.names import match_letter
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
from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.steward import next_commissioner_command
from rules.campaign.steward.waits import REPORT_STEP, current_waits
from rules.core.refusals import Refusal
from rules.match.registry import get_ruleset
from scheduling.automatic_steps import MOST_STEPS
from scheduling.windows import is_paused, step_of

SETUP_TITLE = "Hiring, garage and party"
"""The title of the three steps of the setup while they are one window."""
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
"""The season's stages as the board shows them, each with its steps."""
DONE, NOW, AHEAD = "done", "now", "ahead"


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the season; `standing` says whether it is done, now or ahead."""

    name: str
    standing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSeat:
    """A franchise on the board: whether it has an owner, and whether the season waits for it."""

    name: str
    href: str
    color: str
    owned: bool
    awaited: bool
    lacks_party: bool = False
    """Whether it may still throw a party; closing the setup ends that (DM-C-070)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardWait:
    """One thing the season waits for, its deadline, and every franchise it concerns.

    `acted` counts the franchises that are no longer awaited; `remindable` is set if an awaited franchise has an owner
    to remind.
    """

    what: str
    about: str
    line: Deadline | None
    seats: tuple[BoardSeat, ...]
    acted: int
    remindable: bool
    match: str = ""
    match_name: str = ""
    match_href: str = ""
    result: str = ""
    """How the result comes about, if it waits for the result of a match."""
    report_href: str = ""
    """Where the match is reported, if people report it."""
    accept_href: str = ""
    """Where the commissioner accepts the report, once the teams agree."""
    played_here: bool = False
    """Whether a job of the site plays the match."""
    held_back: bool = False
    """Whether the site plays it later, when its round is revealed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextCommand:
    """The commissioner's next command: its title, what it does, its preview, and its form.

    `then` lists, in words, the commands that going on would give after it.
    """

    title: str
    summary: str
    trial: CommandPreview
    href: str
    then: tuple[str, ...]
    ends_setup: bool
    """Whether it ends the time in which a party can be thrown."""
    reveal_href: str = ""
    """Where its round can still be made a watch party, if the site plays the match whose line-ups it locks."""


@dataclass(frozen=True, slots=True)
class RejectedAction:
    """Why the last action on the board was refused."""

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
    """The context of a season's board at that time."""
    season_state, reader = load_visible_state(season, viewer)
    names = SeasonNames(season.pk, season_state)
    owned = _owned_franchise_ids(league)
    awaited = current_waits(season_state)
    clock = deadlines(
        league=league,
        season=season,
        viewer=viewer,
        at=at,
        still_waited={wait.what for wait in awaited},
        refused=refused_by_clock,
    )
    lines = {line.what: line for line in clock.lines} if clock else {}
    claims = claims_of_matches(
        season.pk, (match.id for match in season_state.matches.values() if match.step == REPORT_STEP)
    )
    command = with_planned_matches(next_commissioner_command(season_state), season.pk, season_state)
    results_awaited = any(wait.step == REPORT_STEP for wait in awaited)
    held_back = rounds_held_back(season.pk, at=at) if results_awaited else frozenset()
    awaiting = [
        _board_wait(
            wait.what,
            wait.franchises,
            season_state,
            names,
            owned,
            line=lines.get(wait.what),
            season=season,
            claims=claims,
            held_back=held_back,
        )
        for wait in awaited
    ]
    own_franchises = [
        season_state.franchises[id]
        for franchise in viewer.franchises
        if (id := links.short_id(franchise.pk)) in season_state.franchises
    ]
    played_here = [wait for wait in awaiting if wait.played_here and not wait.held_back]
    asked = {id for wait in awaited for id in wait.franchises}
    standing = 0 if _is_paused(league, season) else len(asked - owned)
    overdue = any(wait.line is not None and wait.line.look == "bad" for wait in awaiting)
    press_helps = bool(played_here or standing or overdue or not awaiting)
    may_go_on = command is not None or (press_helps and season.step != "closed" and not season.awaited)
    revealing = sorted(
        {season_state.rounds[season_state.match(wait.match).round].number for wait in awaiting if wait.held_back}
    )
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Board",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
                Breadcrumb("Board"),
            ],
            balance=own_franchises[0].balance if own_franchises else None,
        ),
        "step": SETUP_TITLE if is_single_window(season) else STEP_NAMES[season.step].capitalize(),
        "stages": [_stage(name, steps, season.step) for name, steps in STAGES.items()],
        "waits": awaiting,
        "agreed": next((wait for wait in awaiting if wait.accept_href), None),
        "played_here": played_here,
        "may_go_on": may_go_on,
        "to_remind": None if may_go_on else next((wait for wait in awaiting if wait.remindable), None),
        "reveal": next_round_to_reveal(league, season, revealing, at=at),
        "job": running_job(league, season, viewer) if played_here else None,
        "unreported": [wait for wait in awaiting if wait.report_href],
        "partyless": [seat.name for wait in awaiting for seat in wait.seats if seat.lacks_party],
        "seats": [_seat(id, names, owned, league, awaited=False) for id in sorted(season_state.franchises)],
        "standing": standing,
        "owners_awaited": bool(asked & owned),
        "closes_early": _windows_closed_early(season, awaiting, clock.lines if clock else ()),
        "ownerless": len(season_state.franchises.keys() - owned),
        "next": None if command is None else _next_command(command, season_state, names, season, reader),
        "clock": clock,
        "key": new_key(),
        "refused": refused and RejectedAction(sentence_with_names(refused.sentence, names.names)),
        "own_match": _own_matches(season_state, names, viewer),
        "over": season.step == "closed",
        "rulings": len(waiting_rulings(season.pk)),
        "rulings_href": links.rulings_url(season.pk),
    }


def _is_paused(league: League, season: Season) -> bool:
    """Whether the league's clock is paused at the season's step; standing orders answer nothing meanwhile."""
    calendar = calendar_or_none(league)
    return calendar is not None and is_paused(calendar, season.step)


def is_single_window(season: Season) -> bool:
    """Whether hiring, garage and party are open together now (annex a)."""
    return season.step in STAGES["Setup"] and bool(season.switches.get("season.setup_single_window", True))


def _windows_closed_early(season: Season, awaiting: Iterable[BoardWait], lines: Iterable[Deadline]) -> list[Deadline]:
    """Windows of the setup that going on would close before their deadline.

    Empty if the season is past the setup or an owner is still awaited.
    """
    if season.step not in STAGES["Setup"] or any(
        seat.awaited and seat.owned for wait in awaiting for seat in wait.seats
    ):
        return []
    closing = [
        line for line in lines if step_of(line.what) in STAGES["Setup"] and not line.paused and line.look != "bad"
    ]
    return (
        [replace(deadline, about=SETUP_TITLE.lower()) for deadline in closing]
        if is_single_window(season)
        else closing
    )


def _owned_franchise_ids(league: League) -> set[str]:
    """The short ids of the franchises that have an owner."""
    owners = Membership.objects.filter(league=league, role=Membership.Role.OWNER, franchise_id__isnull=False)
    return {links.short_id(id) for id in owners.values_list("franchise_id", flat=True)}


def _stage(name: str, steps: tuple[str, ...], current: str) -> Stage:
    if current in steps:
        return Stage(name, DONE if current == "closed" else NOW)
    return Stage(name, DONE if SEASON_STEPS.index(steps[-1]) < SEASON_STEPS.index(current) else AHEAD)


def _board_wait(
    what: str,
    awaited: tuple[str, ...],
    season_state: state.Season,
    names: SeasonNames,
    owned: set[str],
    *,
    line: Deadline | None,
    season: Season,
    claims: Iterable[ReportClaim],
    held_back: Collection[int],
) -> BoardWait:
    step, match = step_of(what), what.partition("/")[2] if what.startswith(("M3/", "M4/", "M5.")) else ""
    franchises = (
        [line_up.franchise for line_up in season_state.line_ups_of(match)]
        if match
        else sorted(season_state.franchises)
    )
    if step in ("E6", "E8"):
        franchises = list(awaited)
    parties = step in STAGES["Setup"] and "S3" in open_steps(season_state)
    seats = tuple(
        replace(
            _seat(id, names, owned, season.league, awaited=id in awaited),
            lacks_party=parties and not season_state.franchise(id).party_thrown,
        )
        for id in franchises
    )
    result = accept_href = ""
    held = False
    if step == REPORT_STEP and (ruleset := season_state.match(match).ruleset):
        held = season_state.rounds[season_state.match(match).round].number in held_back
        when = " when its round is revealed" if held else ""
        result = f"It is played here by {get_ruleset(ruleset).title}{when}."
    elif step == REPORT_STEP:
        open_claims = _standing_claims(season, season_state, match, claims)
        result, agreed = _report_status_words(open_claims), agreed_claim(open_claims)
        if agreed is not None:
            query = {"match": match, "claim": str(agreed.pk), "back": links.board_url(season.pk)}
            accept_href = command_form_url(season.pk, "accept_report", **query)
    name = STEP_NAMES[step].capitalize() + (f", {names.match(match, in_sentence=True)}" if match else "")
    if held:
        line, name = None, names.match(match)
    return BoardWait(
        what=what,
        about=SETUP_TITLE if step == "S1" and is_single_window(season) else line.about if line else name,
        line=line,
        seats=() if step == REPORT_STEP else seats,
        acted=sum(not seat.awaited for seat in seats),
        remindable=any(seat.awaited and seat.owned for seat in seats),
        match=match,
        match_name=names.match(match) if match else "",
        match_href=links.match_url(f"{season.pk}/{match}") if match else "",
        report_href=""
        if step != REPORT_STEP or season_state.match(match).ruleset
        else links.report_url(f"{season.pk}/{match}"),
        result=result,
        accept_href=accept_href,
        played_here=step == REPORT_STEP and bool(season_state.match(match).ruleset),
        held_back=held,
    )


def _standing_claims(
    row: Season, season_state: state.Season, match: str, claims: Iterable[ReportClaim]
) -> list[ReportClaim]:
    """The claims of one match that are in effect; `claims` are those of all open matches."""
    return standing_claims(
        [claim for claim in claims if claim.match == match], packet=packet_statement_digest(row, season_state, match)
    )


def _report_status_words(claims: Sequence[ReportClaim]) -> str:
    """How far the report of a match is, if people report it."""
    if agreed_claim(claims) is not None:
        return "The teams agree on its report: accept it, or rule differently."
    return "One side has reported: another confirms it, or you rule." if claims else "Its result has to be reported."


def _seat(id: str, names: SeasonNames, owned: set[str], league: League, *, awaited: bool) -> BoardSeat:
    return BoardSeat(
        name=names.franchise(id),
        href=links.franchise_url(league.pk, id),
        color=franchise_color(id),
        owned=id in owned,
        awaited=awaited,
    )


def _next_command(
    command: Command, season_state: state.Season, names: SeasonNames, season: Season, reader: Reader
) -> NextCommand:
    document = command_document(command)
    tag = tag_of(type(command))
    query = {name: str(value) for name, value in document.items() if name != "type" and isinstance(value, str | int)}
    row = command_type(tag)
    return NextCommand(
        title=_command_title(command, names),
        summary=row.summary,
        trial=preview_commands(season_state, [command], names.names, reader),
        href=command_form_url(season.pk, tag, **query, back=links.board_url(season.pk)),
        ends_setup="S3" in open_steps(season_state) and isinstance(command, CloseSetup),
        then=_following_commands(command, season_state, names, season, reader),
        reveal_href=_reveal_href(command.match, season_state, season) if isinstance(command, LockLineUps) else "",
    )


def _reveal_href(match: str, season_state: state.Season, season: Season) -> str:
    """Where the round of that match can be made a watch party; "" if it is one, or can be none any more."""
    round = season_state.rounds[season_state.match(match).round]
    steps = [it.step for it in season_state.matches_of(round.id) if it.ruleset and it.step != "void"]
    href = watch_party_url(season.league, season, round.number, steps=steps)
    reveal = reveal_of(season.pk, round.number) if href else None
    return "" if reveal and reveal.at else href


def _following_commands(
    command: Command, season_state: state.Season, names: SeasonNames, season: Season, reader: Reader
) -> tuple[str, ...]:
    """The commands that going on would give after this one, in words, as long as no die can change them.

    Answers of franchises without an owner are not played, so more commands may follow where they are asked.
    """
    lowest, highest = (
        _command_names_after(command, season_state, names, season, reader, play=extreme) for extreme in EXTREMES
    )
    return tuple(takewhile(lambda command_name: command_name in highest, lowest))


def _command_names_after(
    command: Command, season_state: state.Season, names: SeasonNames, season: Season, reader: Reader, *, play: int
) -> list[str]:
    steps: list[str] = []
    following: Command | None = command
    while following is not None and len(steps) < MOST_STEPS:
        try:
            season_state = possible_season(season_state, following, play=play, reader=reader)
        except Refusal:
            break
        following = with_planned_matches(next_commissioner_command(season_state), season.pk, season_state)
        if following is not None:
            steps.append(_command_title(following, names))
    return steps


def _command_title(command: Command, names: SeasonNames) -> str:
    """A command in words with its match, or a round with its fixtures."""
    words = command_words(tag_of(type(command)))
    if isinstance(command, AnnounceRound):
        return f"{words}: {'; '.join(_fixture(*planned, names) for planned in enumerate(command.matches, 1))}"
    match = getattr(command, "match", "")
    return f"{words}: {names.match(match, in_sentence=True)}" if match else words


def _fixture(place: int, plan: MatchPlan, names: SeasonNames) -> str:
    teams = " v ".join(names.franchise(franchise) for franchise in plan.franchises)
    return f"match {match_letter(place)}, {as_title(plan.event)}, {teams}"


def _own_matches(season_state: state.Season, names: SeasonNames, viewer: Viewer) -> tuple[Segment, ...]:
    """The open matches of the commissioner's own franchises, which another commissioner should rule on."""
    own_ids = {links.short_id(franchise.pk) for franchise in viewer.franchises}
    matches = {line_up.match for line_up in season_state.line_ups.values() if line_up.franchise in own_ids}
    open_matches = sorted(id for id in matches if season_state.match(id).step not in ("settled", "void"))
    return tuple(Segment(names.match(id, in_sentence=True)) for id in open_matches)

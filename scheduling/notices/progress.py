"""What became of the thing a notice asks for: its deadline, and whether it is done already.

Turns of commissioners are named by the keys of their notices.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q

from franchises.models import Trade
from journal.state import store
from league.models import (
    Appeal,
    Appointment,
    Calendar,
    DeletionRequest,
    HandoverOffer,
    Job,
    LineUp,
    Match,
    Membership,
    Notice,
    ProposedTime,
    PutQuestion,
    ReportClaim,
    Ruling,
    Season,
    SeatRequest,
    Window,
)
from rules.campaign.core import state
from rules.campaign.core.codec import command_document
from rules.campaign.core.command import PUBLIC_READER, Command
from rules.campaign.core.visible_state import hide_from_reader
from rules.campaign.steward import next_commissioner_command
from rules.campaign.steward.waits import REPORT_STEP
from rules.core.canonical_json import json_bytes
from scheduling.meetings import OPEN_STEPS, PLAYED_LATER, report_due
from scheduling.notices.texts import TIME_NOTICES, moment_of, moments_of
from scheduling.windows import LINE_UP_STEP

RULED_NOTICES = frozenset(("report_agreed", "report_disputed"))
"""Notices that ask a commissioner for a ruling, until the match has a result."""
MATCH_NOTICES = RULED_NOTICES | TIME_NOTICES - {"time_called_off"}
"""Notices about a match that can be done; that a time was called off stays news."""
DATES = frozenset(("time_agreed", "time_moved", "time_reminder"))
"""Notices that say when a match is played."""


@dataclass(frozen=True, slots=True)
class _Matches:
    """What became of some matches, by stored id: their appointments, steps, reports, and open windows."""

    appointments: Mapping[str, Appointment]
    offered_at: Mapping[int, datetime]
    steps: Mapping[str, str]
    claimed: frozenset[str]
    deadlines: Mapping[str, dict[str, datetime | None]]

    def is_reported(self, match: str) -> bool:
        """Whether a match was played by now, or is no longer there."""
        step = self.steps.get(match)
        return step not in OPEN_STEPS or (step == REPORT_STEP and match in self.claimed)


def done_match_notices(notices: Sequence[Notice], *, at: datetime) -> set[int]:
    """The ids of those `MATCH_NOTICES` that are done or past at that time, in five queries at most.

    Proposed times are done once their reader answered, once others are on offer, or when all of them have passed;
    a request for times once some are on offer or agreed on; a time and its reminder once it has passed or is another
    one; what asks for an earlier or later time, or says that a match was missed, once that is so no longer; and what
    asks for a ruling once the match has a result.
    """
    if not notices:
        return set()
    matches = _load_matches({_match_of(notice) for notice in notices})
    return {notice.pk for notice in notices if _is_done(notice, matches, at=at)}


def _match_of(notice: Notice) -> str:
    return f"{notice.season_id}/{notice.arguments.get('match', '')}"


def _load_matches(ids: set[str]) -> _Matches:
    seasons = {id.rpartition("/")[0] for id in ids}
    appointments = {f"{row.season_id}/{row.match}": row for row in Appointment.objects.filter(season__in=seasons)}
    own = [row.pk for match, row in appointments.items() if match in ids]
    offered = ProposedTime.objects.filter(appointment__in=own, offer=F("appointment__offer"))
    claims = ReportClaim.objects.filter(season__in=seasons).values_list("season_id", "match")
    deadlines: dict[str, dict[str, datetime | None]] = {}
    for season, what, closes_at in Window.objects.filter(season__in=seasons, closed_at=None).values_list(
        "season_id", "what", "closes_at"
    ):
        step, _, match = what.partition("/")
        if step in (LINE_UP_STEP, REPORT_STEP):
            deadlines.setdefault(f"{season}/{match}", {})[step] = closes_at
    return _Matches(
        appointments=appointments,
        offered_at=dict(offered.values_list("appointment_id", "at")),
        steps=dict(Match.objects.filter(pk__in=ids).values_list("pk", "step")),
        claimed=frozenset(f"{season}/{match}" for season, match in claims),
        deadlines=deadlines,
    )


def _is_done(notice: Notice, matches: _Matches, *, at: datetime) -> bool:
    match = _match_of(notice)
    if notice.about in RULED_NOTICES:
        return matches.steps.get(match) not in OPEN_STEPS
    appointment = matches.appointments.get(match)
    if appointment is None or matches.is_reported(match):
        return True
    if notice.about == "time_declined":
        return bool(appointment.offer) or _is_agreed(appointment)
    if notice.about == "time_proposed":
        is_past = (moments := moments_of(notice)) != [] and max(moments) <= at
        is_other = matches.offered_at.get(appointment.pk) != notice.at
        return is_past or is_other or not _is_awaited(notice.member, appointment)
    if not _is_agreed(appointment):
        return True
    return _is_date_done(notice, appointment, matches.deadlines.get(match, {}), at=at)


def _is_date_done(
    notice: Notice, appointment: Appointment, deadlines: Mapping[str, datetime | None], *, at: datetime
) -> bool:
    """Whether a notice about an agreed time, while one stands, is past, about another one, or settled."""
    named = moment_of(notice, "before" if notice.about == "time_too_late" else "until")
    if named is None:  # an old notice, which has only the words of its time
        return False
    if appointment.agreed_at != named:
        return True
    if notice.about in DATES:
        return named <= at
    if notice.about == "time_missed":
        return PLAYED_LATER in {said for said, _ in appointment.said.values()}
    due = report_due(_calendar_of(notice.member), deadlines)
    return due is None or due >= named


def _calendar_of(member: Membership) -> Calendar:
    """The calendar of a member's league, which should be loaded with them; a default one if none was set."""
    return getattr(member.league, "calendar", None) or Calendar(league_id=member.league_id)


def _is_agreed(appointment: Appointment) -> bool:
    return appointment.standing == Appointment.Standing.AGREED


def _is_awaited(member: Membership, appointment: Appointment) -> bool:
    """Whether times on offer wait for a member: for their franchise, or for one without an owner."""
    if member.franchise_id is None:
        return bool(appointment.awaited)
    return member.franchise_id.rpartition("/")[2] in appointment.awaited


def awaited_key(row: Season, season: state.Season, command: Command) -> str:
    """The key of the notice that a season waits for a commissioner to give that command."""
    return f"awaited/{row.pk}/{season.step}/{_short_digest(json_bytes(command_document(command)))}"


def failure_key(job: Job) -> str:
    """The key of the notice that a job failed: the same for all jobs of a kind that failed for one reason."""
    reason = job.failure.replace(str(job.pk), "")
    return f"job_failed/{job.season_id or job.league_id}/{job.kind}/{_short_digest(reason.encode())}"


def standing_awaited_keys(seasons: Iterable[str]) -> set[str]:
    """The keys of what those seasons wait for a commissioner to do, by their stored ids.

    As where the notices are made, nothing that is sealed has a say, so that no digest tells anything of it.
    """
    keys = set()
    for row in Season.objects.filter(pk__in=set(seasons)):
        season = store.load(row).season
        hide_from_reader(season, PUBLIC_READER)
        command = next_commissioner_command(season)
        if command is not None:
            keys.add(awaited_key(row, season, command))
    return keys


def standing_failure_keys(leagues: Iterable[str]) -> set[str]:
    """The keys of the jobs of those leagues and their seasons that failed and were not run again since."""
    leagues = set(leagues)
    of_leagues = Q(season__league__in=leagues) | Q(season=None, league__in=leagues)
    return {failure_key(job) for job in Job.objects.filter(of_leagues, state=Job.State.FAILED)}


def _short_digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


WINDOW_KINDS = frozenset(
    ("turn", "turn_paused", "reminder", "reminder_report", "reminded", "report_missing", "extended", "shortened")
)
"""Notices about a window, which their key names after the season."""


def wait_of(notice: Notice) -> str:
    """The name of the wait that a notice is about, such as `M3/m4`; empty if it is about none."""
    if notice.season_id is None:
        return ""
    if notice.about in WINDOW_KINDS:
        rest = notice.key.partition(f"/{notice.season_id}/")[2]
        depth = 2 if notice.about in ("extended", "shortened") else 1
        return "/".join(rest.split("/")[:-depth])
    if notice.about == "line_up_fallen":
        return f"M3/{notice.arguments.get('match', '')}"
    return ""


def deadlines_of(notices: Iterable[Notice]) -> dict[int, datetime]:
    """The deadlines of what notices ask for, by the notice's id, in one query; not those without.

    A notice about the time of a match is to be read before the first time that it names and that was still to come.
    """
    notices = list(notices)
    waits = {notice.pk: (notice.season_id, wait) for notice in notices if (wait := wait_of(notice))}
    windows = _windows(waits.values())
    deadlines = {
        pk: window.closes_at
        for pk, place in waits.items()
        if (window := windows.get(place)) is not None and window.closes_at is not None
    }
    for notice in notices:
        if notice.about in TIME_NOTICES and (
            ahead := [moment for moment in moments_of(notice) if moment > notice.at]
        ):
            deadlines[notice.pk] = min(ahead)
    return deadlines


def done_notices(notices: Sequence[Notice], *, at: datetime) -> set[int]:
    """The ids of those notices that ask for nothing any more, in as few queries for many as for one of their kind.

    They were read, their window was closed, their line-up was named, cared for or through shopping, their trade,
    appeal, ruling, question, offer, proposed time or request was answered or withdrawn, a report came in, the time of
    a match that they name has passed or is another one, the season does not wait for that command of a commissioner
    any more, or the job that failed was run again. Only the state of a season says what it waits for a commissioner
    to do, so each season of such notices is loaded.
    """
    done = {n.pk for n in notices if (n.on_site and n.read_at is not None) or n.arguments.get("done")}
    open_notices = [notice for notice in notices if notice.pk not in done]
    waits = {notice.pk: (notice.season_id, wait) for notice in open_notices if (wait := wait_of(notice))}
    windows = _windows(waits.values())
    for pk, place in waits.items():
        if (window := windows.get(place)) is not None and window.closed_at is not None:
            done.add(pk)
    done |= _answered_line_ups([n for n in open_notices if n.pk in waits and n.pk not in done], waits)
    done |= _answered_requests(open_notices, at=at)
    done |= done_match_notices([n for n in open_notices if n.about in MATCH_NOTICES], at=at)
    if turns := {n.pk: n.key for n in open_notices if n.about == "awaited"}:
        done |= _without(turns, standing_awaited_keys({n.season_id or "" for n in open_notices if n.pk in turns}))
    if failures := {n.pk: n.key for n in open_notices if n.about == "job_failed"}:
        leagues = {n.member.league_id for n in open_notices if n.pk in failures}
        done |= _without(failures, standing_failure_keys(leagues))
    if asked := {
        n.pk: f"{n.member.league_id} {n.at.isoformat()}" for n in open_notices if n.about == "deletion_asked"
    }:
        waiting = DeletionRequest.objects.filter(confirmed_at=None).values_list("league_id", "asked_at")
        done |= _without(asked, [f"{league} {at.isoformat()}" for league, at in waiting])
    return done


def _windows(places: Iterable[tuple[str | None, str]]) -> dict[tuple[str | None, str], Window]:
    wanted = set(places)
    if not wanted:
        return {}
    rows = Window.objects.filter(season__in={season for season, _ in wanted}, what__in={what for _, what in wanted})
    return {(row.season_id, row.what): row for row in rows}


def _answered_line_ups(notices: Sequence[Notice], waits: Mapping[int, tuple[str | None, str]]) -> set[int]:
    """Those notices of an owner whose own franchise has done its part, while the window waits for others."""
    places = {}
    for notice in notices:
        season, wait = waits[notice.pk]
        step, _, match = wait.partition("/")
        if match and step in ("M3", "M5.4", "M5.10") and notice.member.franchise_id:
            places[notice.pk] = step, f"{season}/{match}", notice.member.user_id
    if not places:
        return set()
    rows = LineUp.objects.filter(match_id__in={match for _, match, _ in places.values()})
    answered: dict[tuple[str, str, int], bool] = {}
    for match, user, named, fallen, decided, shopping in rows.values_list(
        "match_id", "franchise__identity__owners__user_id", "named", "fallen", "decided", "shopping"
    ):
        for step, finished in (
            ("M3", named and not fallen),
            ("M5.4", decided),
            ("M5.10", shopping not in ("", "open")),
        ):
            answered[step, match, user] = answered.get((step, match, user), True) and finished
    return {pk for pk, place in places.items() if answered.get(place)}


def _answered_requests(notices: Sequence[Notice], *, at: datetime) -> set[int]:
    """Those that ask about a trade, an appeal, a ruling or a question that is no longer open."""
    by_kind: dict[str, dict[int, str]] = {}
    for notice in notices:
        last = notice.key.rpartition("/")[2]
        key = last if last.isdecimal() else ""
        if notice.about == "trade_offered":
            key = str(notice.arguments.get("trade", ""))
        elif notice.about == "question_put":
            key = f"{notice.season_id}/{last}"
        if key:
            by_kind.setdefault(notice.about, {})[notice.pk] = key
    done: set[int] = set()
    if trades := by_kind.get("trade_offered"):
        seasons = {notice.pk: notice.season_id for notice in notices}
        ids = {pk: f"{seasons[pk]}/{trade}" for pk, trade in trades.items()}
        waiting = set(Trade.objects.filter(pk__in=ids.values(), accepted=False).values_list("pk", flat=True))
        done |= {pk for pk, trade in ids.items() if trade not in waiting}
    if appeals := by_kind.get("appealed"):
        rows = Appeal.objects.filter(pk__in=appeals.values(), answer=Appeal.Answer.OPEN)
        done |= _without(appeals, rows.values_list("pk", flat=True))
    if rulings := by_kind.get("ruling_asked"):
        asked = Ruling.objects.filter(pk__in=rulings.values(), standing=Ruling.Standing.WAITING)
        done |= _without(rulings, asked.values_list("pk", flat=True))
    if offers := by_kind.get("handover_offered"):
        standing = HandoverOffer.objects.filter(state=HandoverOffer.State.OPEN, expires_at__gt=at)
        made = standing.filter(pk__in=offers.values())
        done |= _without(offers, made.values_list("pk", flat=True))
    if seats := by_kind.get("seat_asked"):
        requests = SeatRequest.objects.filter(pk__in=seats.values(), state=SeatRequest.State.OPEN)
        done |= _without(seats, requests.values_list("pk", flat=True))
    if questions := by_kind.get("question_put"):
        waits = Q(standing=PutQuestion.Standing.WAITING, season__in={n.season_id for n in notices})
        put = PutQuestion.objects.filter(waits).values_list("season_id", "number")
        done |= _without(questions, [f"{season}/{number}" for season, number in put])
    return done


def _without(asked: Mapping[int, str], waiting: Iterable[object]) -> set[int]:
    still = {str(key) for key in waiting}
    return {pk for pk, key in asked.items() if key not in still}

"""What became of the thing a notice asks for: its deadline, and whether it is done already."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Q

from franchises.models import Trade
from league.models import (
    Appeal,
    DeletionRequest,
    HandoverOffer,
    LineUp,
    Notice,
    PutQuestion,
    Ruling,
    SeatRequest,
    Window,
)
from scheduling.commissioner_turns import standing_awaited_keys, standing_failure_keys
from scheduling.match_notice_progress import MATCH_NOTICES, done_match_notices
from scheduling.notices import TIME_NOTICES, moments_of

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

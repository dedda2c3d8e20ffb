"""Operations that read rounds, line-ups, results, match logs, windows, and the end of a season."""

from __future__ import annotations

import base64
import hashlib
from typing import Any, TypeVar

import msgspec
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.awaited.schemas import WindowOut, WindowsOut
from api.etags import not_modified_or
from api.openapi import problem_responses, response_schema
from api.query_params import ETAG_DESCRIPTION
from api.request_context import season_and_viewer
from api.response_examples import response_example
from api.rounds.schemas import LineUpsOut, MatchLogOut, PlannedOut, ResultOut, RoundOut, RoundsOut, SeasonEndOut
from api.rounds.serializers import serialize_calendar, serialize_line_ups, serialize_result, serialize_season_end
from explain.links import short_id
from journal.entry_body import decompress
from league.models import Calendar, Match, Season
from league.queries.matches import standing_log
from league.queries.round_plans import plans_of
from league.queries.season_end import matches_of, rounds_of
from league.queries.windows import open_windows
from rules.campaign.core.codec import parse_json

S = TypeVar("S", bound=msgspec.Struct)
READ_PROBLEMS = problem_responses(401, 403, 404, 406, 429)


@extend_schema(
    operation_id="rounds",
    summary="The rounds of a season",
    description=(
        "The rounds that were announced with their matches, and for members those that are planned. "
        f"{ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(RoundsOut, "In their order.", example=response_example("rounds")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def rounds(request: Any, league: str, season: str) -> Response:
    """The announced rounds with their matches, and for members the planned ones."""
    row, viewer = season_and_viewer(request, league, season)
    announced = list(rounds_of(row.pk))
    last_announced = announced[-1].number if announced else row.rounds_before
    plans = list(plans_of(row.pk, after=last_announced)) if viewer.is_member else []

    def build() -> RoundsOut:
        by_round: dict[str, list[str]] = {round.pk: [] for round in announced}
        for match in matches_of(row.pk):
            by_round[match.round_id].append(short_id(match.pk))
        return RoundsOut(
            season=row.pk,
            rounds=tuple(
                RoundOut(
                    id=short_id(round.pk), number=round.number, step=round.step, matches=tuple(by_round[round.pk])
                )
                for round in announced
            ),
            planned=tuple(PlannedOut(number=plan.number, matches=tuple(plan.matches)) for plan in plans),
        )

    planned = "".join(f"{plan.number} {plan.updated_at}" for plan in plans)
    return not_modified_or(request, row, viewer, build, of=f"rounds {planned}")


@extend_schema(
    operation_id="line_ups",
    summary="Who is in a match, and who sits where",
    description=(
        "The franchises of a match, and the cars and crews of its line-ups. Line-ups are sealed until all of them "
        f"are locked. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(LineUpsOut, "The line-ups.", example=response_example("line_ups")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def line_ups(request: Any, league: str, season: str, match: str) -> Response:
    """The line-ups of a match, as far as the sender may see them."""
    row, viewer = season_and_viewer(request, league, season)
    return not_modified_or(
        request,
        row,
        viewer,
        lambda: _found_or_404(serialize_line_ups(row, match, viewer), row, match),
        of=f"line-ups {match}",
    )


@extend_schema(
    operation_id="result",
    summary="The result of a match",
    description=(
        "Points, box score and settlements as they stand since any amend, each with the entry that made it. "
        f"{ETAG_DESCRIPTION}"
    ),
    responses={200: response_schema(ResultOut, "The result.", example=response_example("result")), **READ_PROBLEMS},
)
@api_view(["GET"])
def result(request: Any, league: str, season: str, match: str) -> Response:
    """The result of a match: points, box score, settlements, accepted report, and where its log is."""
    row, viewer = season_and_viewer(request, league, season)
    return not_modified_or(
        request,
        row,
        viewer,
        lambda: _found_or_404(serialize_result(row, match, viewer), row, match),
        of=f"result {match}",
    )


@extend_schema(
    operation_id="match_log",
    summary="The log of a match that was resolved here",
    description=(
        "Bytes of the log in base64, under their SHA-256, and the packet the match was resolved from. "
        f"{ETAG_DESCRIPTION}"
    ),
    responses={200: response_schema(MatchLogOut, "The log.", example=response_example("match_log")), **READ_PROBLEMS},
)
@api_view(["GET"])
def match_log(request: Any, league: str, season: str, match: str) -> Response:
    """The current log of a match that was run here, from which it can be replayed."""
    row, viewer = season_and_viewer(request, league, season)

    def build() -> MatchLogOut:
        log = standing_log(f"{row.pk}/{match}")
        if log is None:
            if not Match.objects.filter(pk=f"{row.pk}/{match}").exists():
                raise Http404(f"{row.pk} has no match {match[:80]!r}.")
            raise Http404(f"No log is kept of {match}: it was not resolved here, or not yet.")
        return MatchLogOut(
            season=row.pk,
            match=match,
            digest=log.digest,
            ruleset=log.ruleset,
            edition=log.edition,
            packet=parse_json(decompress(log.packet)),
            log=base64.b64encode(decompress(log.log)).decode(),
        )

    return not_modified_or(request, row, viewer, build, of=f"log {match}")


@extend_schema(
    operation_id="season_end",
    summary="The end of a season",
    description=f"The final table, the Metal Cup, and the turns of the draft. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(SeasonEndOut, "As far as it has come.", example=response_example("season_end")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def season_end(request: Any, league: str, season: str) -> Response:
    """The final table, the Metal Cup, and the picks of the draft."""
    row, viewer = season_and_viewer(request, league, season)
    return not_modified_or(request, row, viewer, lambda: serialize_season_end(row), of="end")


@extend_schema(
    operation_id="windows",
    summary="What a season waits for, and until when",
    description=f"The open windows of the season; none where its league keeps no calendar. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(WindowsOut, "The next deadline first.", example=response_example("windows")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def windows(request: Any, league: str, season: str) -> Response:
    """The open windows of a season; none if its league has no calendar."""
    row, viewer = season_and_viewer(request, league, season)
    calendar = Calendar.objects.filter(league=row.league_id).first()
    open_rows = [] if calendar is None or row.forked_from else list(open_windows(row.pk))
    zone = "UTC" if calendar is None else calendar.time_zone
    body = WindowsOut(
        season=row.pk,
        time_zone=zone,
        calendar=None if calendar is None or not viewer.is_member else serialize_calendar(calendar),
        windows=tuple(
            WindowOut(what=window.what, opened_at=window.opened_at, closes_at=window.closes_at, left=window.left)
            for window in open_rows
        ),
    )
    return not_modified_or(request, row, viewer, lambda: body, of=f"windows {_windows_digest(body)}")


def _windows_digest(body: WindowsOut) -> str:
    """A digest of the windows for the entity tag, since windows are not part of the journal."""
    return hashlib.sha256(repr(body).encode()).hexdigest()


def _found_or_404(body: S | None, row: Season, match: str) -> S:
    if body is None:
        raise Http404(f"{row.pk} has no match {match[:80]!r}.")
    return body

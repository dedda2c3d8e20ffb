"""Announcements of a league."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view

from api.announcements.schemas import AnnouncementIn, AnnouncementOut, AnnouncementsOut, WordingIn
from api.etags import content_not_modified_or, league_not_modified_or
from api.idempotency import batch_key, perform_once
from api.idempotency_key import refuse_missing_key
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.query_params import (
    ETAG_DESCRIPTION,
    LARGEST_INTEGER,
    LIMIT_PARAMETER,
    integer_parameter,
    parse_integer,
    parse_limit,
)
from api.request_context import league_and_viewer, league_commissioner
from api.response_examples import response_example
from api.validation import parse_body, refuse_body
from league.access import Viewer
from league.models import League, Wording
from league.queries.announcements import announcements_version, latest_wordings
from scheduling import announcements as league_announcements

OK, CREATED = 200, 201
WRITE_STATUSES = (400, 401, 403, 404, 406, 409, 415, 422, 429)
ANNOUNCEMENT_IN: dict[str, Any] = {"title": "Rain", "text": "Bring *tires*.", "pinned": True}
ANNOUNCEMENT: dict[str, Any] = {
    "number": 1,
    **ANNOUNCEMENT_IN,
    "wordings": 1,
    "posted_at": "2026-03-05T18:00:00Z",
    "worded_at": "2026-03-05T18:00:00Z",
    "withdrawn_at": None,
}
AFTER_ANNOUNCEMENT = integer_parameter(
    "after", "Only announcements after that number; 0 begins at the first.", otherwise=0
)


@extend_schema(
    methods=["GET"],
    operation_id="announcements",
    summary="The announcements of a league",
    description=(
        "What commissioners announced, in the words it has now. Only commissioners read a withdrawn one. "
        f"{ETAG_DESCRIPTION}"
    ),
    parameters=[AFTER_ANNOUNCEMENT, LIMIT_PARAMETER],
    responses={
        200: response_schema(AnnouncementsOut, "The oldest first.", example=response_example("announcements")),
        **problem_responses(400, 401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="post_announcement",
    summary="Post an announcement",
    description="Announces something to everybody who reads the league, as a commissioner. Members get a notice.",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(AnnouncementIn, example=ANNOUNCEMENT_IN),
    responses={
        201: response_schema(AnnouncementOut, "It is announced.", example=ANNOUNCEMENT),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["GET", "POST"])
def announcements(request: Any, league: str) -> HttpResponse:
    """Read the announcements of a league in their latest wording, or post one."""
    league_row, viewer = league_and_viewer(request, league)
    if request.method == "POST":
        return _post_announcement(request, league_row, viewer)
    after, limit = parse_integer(request, "after", most=LARGEST_INTEGER), parse_limit(request)

    def build() -> AnnouncementsOut:
        rows = latest_wordings(league_row.pk).filter(announcement__number__gt=after).order_by("announcement__number")
        fetched = list(rows[: limit + 1])
        page = fetched[:limit]
        return AnnouncementsOut(
            league=league_row.pk,
            announcements=tuple(_serialize_announcement(wording, viewer) for wording in page),
            next=page[-1].announcement.number if len(fetched) > limit else None,
        )

    return league_not_modified_or(
        request, league_row, viewer, build, of=f"announcements {after} {limit} {announcements_version(league_row.pk)}"
    )


def _post_announcement(request: Any, league: League, viewer: Viewer) -> HttpResponse:
    member = league_commissioner(request, viewer)
    refuse_missing_key(request)
    body, at = parse_body(AnnouncementIn, request.data), timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        posted = league_announcements.post_announcement(
            league=league,
            by=member,
            title=body.title,
            text=body.text,
            pinned=body.pinned,
            key=batch_key(request),
            at=at,
        )
        return CREATED, _serialize_announcement(_latest_wording(league, posted.number), viewer)

    return perform_once(request, perform, at=at)


@extend_schema(
    methods=["GET"],
    operation_id="announcement",
    summary="An announcement",
    description=f"An announcement in its present words. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(AnnouncementOut, "The announcement.", example=ANNOUNCEMENT),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="edit_announcement",
    summary="Reword, pin or unpin an announcement",
    description="Gives an announcement new words, as a commissioner. Words that are newer than those you read stay.",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(WordingIn, example={**ANNOUNCEMENT_IN, "seen": 1}),
    responses={
        200: response_schema(AnnouncementOut, "It is so now.", example={**ANNOUNCEMENT, "wordings": 2}),
        **problem_responses(*WRITE_STATUSES, 412),
    },
)
@api_view(["GET", "POST"])
def announcement(request: Any, league: str, number: int) -> HttpResponse:
    """Read an announcement, or give it new words."""
    league_row, viewer = league_and_viewer(request, league)
    if request.method == "GET":
        return content_not_modified_or(request, _serialize_announcement(_latest_wording(league_row, number), viewer))
    member = league_commissioner(request, viewer)
    refuse_missing_key(request)
    body, at = parse_body(WordingIn, request.data), timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        league_announcements.edit_announcement(
            league=league_row,
            number=number,
            by=member,
            title=body.title,
            text=body.text,
            pinned=body.pinned,
            seen=body.seen,
            tell=body.notify,
            at=at,
        )
        return OK, _serialize_announcement(_latest_wording(league_row, number), viewer)

    return perform_once(request, perform, at=at)


@extend_schema(
    operation_id="withdraw_announcement",
    summary="Withdraw an announcement",
    description=(
        "Takes an announcement back, as a commissioner: only commissioners read its words any more, and its notices "
        "leave all inboxes."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        200: response_schema(
            AnnouncementOut,
            "It is withdrawn.",
            example={**ANNOUNCEMENT, "pinned": False, "withdrawn_at": "2026-03-06T09:00:00Z"},
        ),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def withdrawal(request: Any, league: str, number: int) -> HttpResponse:
    """Withdraw an announcement."""
    league_row, viewer = league_and_viewer(request, league, read_only_too=True)
    member = league_commissioner(request, viewer)
    refuse_missing_key(request)
    refuse_body(request.data)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        league_announcements.withdraw_announcement(league=league_row, number=number, by=member, at=at)
        return OK, _serialize_announcement(_latest_wording(league_row, number), viewer)

    return perform_once(request, perform, at=at)


def _latest_wording(league: League, number: int) -> Wording:
    """The present words of an announcement. Raises `Http404`."""
    found = (
        latest_wordings(league.pk).filter(announcement__number=number).first() if number <= LARGEST_INTEGER else None
    )
    if found is None:
        raise Http404(f"{league.pk} has no announcement {number}.")
    return found


def _serialize_announcement(wording: Wording, viewer: Viewer) -> AnnouncementOut:
    announcement = wording.announcement
    hidden = announcement.withdrawn_at is not None and not viewer.is_commissioner
    return AnnouncementOut(
        number=announcement.number,
        title="" if hidden else wording.title,
        text="" if hidden else wording.text,
        pinned=announcement.pinned,
        wordings=announcement.wordings,
        posted_at=announcement.posted_at,
        worded_at=wording.at,
        withdrawn_at=announcement.withdrawn_at,
    )

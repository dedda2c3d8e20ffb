"""Announcements of a league."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.announcements.schemas import AnnouncementOut, AnnouncementsOut
from api.etags import league_not_modified_or
from api.openapi import problem_responses, response_schema
from api.query_params import (
    ETAG_DESCRIPTION,
    LARGEST_INTEGER,
    LIMIT_PARAMETER,
    integer_parameter,
    parse_integer,
    parse_limit,
)
from api.request_context import league_and_viewer
from api.response_examples import response_example
from league.access import Viewer
from league.models import Wording
from league.queries.announcements import announcements_version, latest_wordings

AFTER_ANNOUNCEMENT = integer_parameter(
    "after", "Only announcements after that number; 0 begins at the first.", otherwise=0
)


@extend_schema(
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
@api_view(["GET"])
def announcements(request: Any, league: str) -> Response:
    """The announcements of a league in their latest wording."""
    league_row, viewer = league_and_viewer(request, league)
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

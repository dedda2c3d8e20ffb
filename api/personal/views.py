"""Operations for what belongs to the token's person: their key for feeds, their time zone, and the token itself."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.views.decorators.debug import sensitive_variables
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.errors import ScopeMissing
from api.openapi import problem_responses, request_schema, response_schema
from api.personal.schemas import FeedKeyOut, NewFeedKeyOut, RevokedTokenOut, TimeZoneIn, TimeZoneOut
from api.request_context import league_and_viewer, require_token
from api.validation import parse_body, refuse_body
from league.accounts import preferences_of, set_time_zone
from league.feed_keys import feed_key_of, replace_feed_key, revoke_feed_key
from league.models import AccessToken, FeedKey, League, Preferences
from league.pages.people.calendar_address import keyed_addresses
from league.tokens import READ_SCOPE, revoke_token

CREATED = 201
READ_STATUSES = (401, 403, 404, 406, 429)
WRITE_STATUSES = (400, 401, 403, 404, 406, 409, 415, 422, 429)
OWN_STATUSES = (401, 403, 406, 429)
OWN_WRITE_STATUSES = (400, 401, 403, 406, 415, 422, 429)
KEY_EXAMPLE = {
    "league": "rust-belt",
    "exists": True,
    "shown": "dmf_Xk3v9Q",
    "made_at": "2026-11-24T19:00:00Z",
    "used_at": None,
}
NEW_KEY_EXAMPLE = {
    "league": "rust-belt",
    "shown": "dmf_Xk3v9Q",
    "calendar": "https://example.org/l/rust-belt/calendar.ics?key=dmf_Xk3v9Q…",
    "feed": "https://example.org/l/rust-belt/journal.atom?key=dmf_Xk3v9Q…",
}
TOKEN_EXAMPLE = {
    "league": "rust-belt",
    "name": "Our scoring app",
    "shown": "dm_Xk3v9Qab",
    "revoked_at": "2026-11-24T19:00:00Z",
}
ZONE_EXAMPLE = {"time_zone": "Europe/Berlin", "shown": True}


@extend_schema(
    methods=["GET"],
    operation_id="feed_key",
    summary="Your key for a league's calendar and feed",
    description="Whether your token's person has a key, and when it was used. Needs a token with `read`.",
    responses={
        200: response_schema(FeedKeyOut, "The key, without its text.", example=KEY_EXAMPLE),
        **problem_responses(*READ_STATUSES),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="replace_feed_key",
    summary="Make or replace that key",
    description=(
        "Makes a key with which a calendar and a feed reader fetch the league as your token's person may read it. "
        "The key they had stops working at once. The new one is in this answer and in no other: sent twice, it makes "
        "two keys, and only the second is good. Needs a token with `read`."
    ),
    request=None,
    responses={
        201: response_schema(NewFeedKeyOut, "The addresses, shown only this once.", example=NEW_KEY_EXAMPLE),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["GET", "POST"])
@sensitive_variables("text", "addresses")
def feed_key(request: Any, league: str) -> Response:
    """Read, make or replace the key of the token's person."""
    league_row, token = _league_and_token(request, league)
    if request.method != "POST":
        return Response(_serialize_key(league_row, feed_key_of(league_row, token.user)))
    refuse_body(request.data)
    key, text = replace_feed_key(league=league_row, user=token.user, at=timezone.now())
    addresses = keyed_addresses(league_row.pk, text, site=request.build_absolute_uri("/").rstrip("/"))
    body = NewFeedKeyOut(league=league_row.pk, shown=key.shown, calendar=addresses.calendar, feed=addresses.feed)
    return Response(body, status=CREATED, headers={"Cache-Control": "private, no-store"})


@extend_schema(
    operation_id="revoke_feed_key",
    summary="Revoke that key",
    description="Ends the key of your token's person at once; without a key nothing happens. Needs `read`.",
    request=None,
    responses={
        200: response_schema(FeedKeyOut, "There is no key any more.", example={
            "league": "rust-belt", "exists": False, "shown": "", "made_at": None, "used_at": None,
        }),
        **problem_responses(*WRITE_STATUSES),
    },
)  # fmt: skip
@api_view(["POST"])
def end_feed_key(request: Any, league: str) -> Response:
    """Revoke the key of the token's person."""
    league_row, token = _league_and_token(request, league)
    refuse_body(request.data)
    revoke_feed_key(league=league_row, user=token.user)
    return Response(_serialize_key(league_row, None))


@extend_schema(
    methods=["GET"],
    operation_id="time_zone",
    summary="Your time zone",
    description="The time zone of your token's person, on this site and in all their leagues. Needs `read`.",
    responses={
        200: response_schema(TimeZoneOut, "The time zone.", example=ZONE_EXAMPLE),
        **problem_responses(*OWN_STATUSES),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="set_time_zone",
    summary="Set your time zone",
    description=(
        "Sets the time zone in which pages and mail show times to your token's person. A zone is found in any case; "
        "a name that is none is refused with names like it. Needs `read`."
    ),
    request=request_schema(TimeZoneIn, example={"time_zone": "europe/berlin"}),
    responses={
        200: response_schema(TimeZoneOut, "It is set.", example=ZONE_EXAMPLE),
        **problem_responses(*OWN_WRITE_STATUSES),
    },
)
@api_view(["GET", "POST"])
def time_zone(request: Any) -> Response:
    """Read or set the time zone of the token's person."""
    token = _read_token(request)
    if request.method != "POST":
        return Response(_serialize_zone(preferences_of(token.user)))
    body = parse_body(TimeZoneIn, request.data)
    return Response(_serialize_zone(set_time_zone(user=token.user, name=body.time_zone, shown=body.shown)))


@extend_schema(
    operation_id="revoke_own_token",
    summary="Revoke the token that you send",
    description=(
        "Revokes the token of this request at once, such as one that was published by accident. Any token may, "
        "whatever its scopes, also in an archived league and after its person has left. Sent again, it is answered "
        "with 401, as every request with that token is."
    ),
    request=None,
    responses={
        200: response_schema(RevokedTokenOut, "It does not work any more.", example=TOKEN_EXAMPLE),
        **problem_responses(400, 401, 406, 415, 422, 429),
    },
)
@api_view(["POST"])
def end_token(request: Any) -> Response:
    """Revoke the token of the request."""
    token = require_token(request)
    refuse_body(request.data)
    revoked = revoke_token(token=token.pk, league=token.league, user=token.user, at=timezone.now())
    assert revoked.revoked_at is not None  # noqa: S101 - it was just revoked
    return Response(
        RevokedTokenOut(
            league=revoked.league_id, name=revoked.name, shown=revoked.shown, revoked_at=revoked.revoked_at
        )
    )


def _read_token(request: Any) -> AccessToken:
    """The request's token, which may read. Raises `NotAuthenticated` or `ScopeMissing`."""
    token = require_token(request)
    if READ_SCOPE not in token.scopes:
        raise ScopeMissing(f"The token {token.shown}… was made without {READ_SCOPE!r}: make one that has it.")
    return token


def _league_and_token(request: Any, league: str) -> tuple[League, AccessToken]:
    """The league, and a token of a member that may read. Raises as `league_and_viewer` does, or `ScopeMissing`."""
    league_row, viewer = league_and_viewer(request, league, read_only_too=True)
    token = _read_token(request)
    if not viewer.is_member:
        raise ScopeMissing(f"The token's person does not belong to {league_row.pk} any more: ask for an invitation.")
    return league_row, token


def _serialize_key(league: League, key: FeedKey | None) -> FeedKeyOut:
    return FeedKeyOut(
        league=league.pk,
        exists=key is not None,
        shown=key.shown if key else "",
        made_at=key.made_at if key else None,
        used_at=key.used_at if key else None,
    )


def _serialize_zone(preferences: Preferences) -> TimeZoneOut:
    return TimeZoneOut(time_zone=preferences.time_zone, shown=preferences.zone_shown)

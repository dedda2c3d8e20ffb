"""Operations on how notices reach the token's person."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view

from api.errors import ScopeMissing
from api.etags import content_not_modified_or
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.notice_settings.schemas import GroupChoice, LeagueMailOff, NoticeSettingsIn, NoticeSettingsOut, QuietHours
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.query_params import ETAG_DESCRIPTION
from api.request_context import league_for_member, require_token
from api.response_examples import response_example
from api.validation import parse_body, refuse_body
from league.accounts import preferences_of
from league.models import League
from league.tokens import READ_SCOPE
from scheduling.notices.choices import CHANNELS, DELIVERIES, MAIL, NOTICE_GROUPS, settings_of_user
from scheduling.notices.settings import leagues_of_notices, save_notice_settings, turn_everything_on_again

OK = 200
WRITE_STATUSES = (400, 401, 403, 404, 406, 409, 415, 422, 429)
SETTINGS_IN = {
    "time_zone": "Europe/Berlin",
    "digest_hour": 8,
    "digest_day": 0,
    "quiet": {"begin": 22, "end": 7},
    "groups": [{"group": "results", "site": "now", "mail": "daily", "webhook": "now"}],
    "muted": [],
    "mail_off": [],
}
"""The example of settings that are sent."""
SETTINGS_OUT = {
    **SETTINGS_IN,
    "groups": [
        {"group": group, "site": "now", "mail": "daily" if group == "results" else "now", "webhook": "now"}
        for group in NOTICE_GROUPS
    ],
    "mail_reaches": True,
    "webhook": False,
}
"""The example of settings as they are then."""


@extend_schema(
    methods=["GET"],
    operation_id="notice_settings",
    summary="How your notices reach you",
    description=(
        f"When each group of notices comes by each channel, in all leagues of your token's person. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(NoticeSettingsOut, "The settings.", example=response_example("notice_settings")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="save_notice_settings",
    summary="Choose how your notices reach you",
    description=(
        "Saves all settings of your token's person at once; what is left out becomes the default. What waits for a "
        "digest follows them. Needs a token with `read`."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(NoticeSettingsIn, example=SETTINGS_IN),
    responses={
        200: response_schema(NoticeSettingsOut, "They are saved.", example=SETTINGS_OUT),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["GET", "POST"])
def notice_settings(request: Any, league: str) -> HttpResponse:
    """Read or save how notices reach the token's person."""
    _readable_league(request, league)
    if request.method == "GET":
        return content_not_modified_or(request, _serialize(request.user))
    refuse_missing_key(request)
    body = parse_body(NoticeSettingsIn, request.data)
    at = timezone.now()

    def save() -> tuple[int, msgspec.Struct]:
        save_notice_settings(
            user=request.user,
            time_zone=body.time_zone,
            digest_hour=body.digest_hour,
            digest_day=body.digest_day,
            quiet=None if body.quiet is None else (body.quiet.begin, body.quiet.end),
            choices={
                (choice.group, channel): getattr(choice, channel) for choice in body.groups for channel in CHANNELS
            },
            muted=body.muted,
            off_in=[(off.league, off.group) for off in body.mail_off],
            at=at,
        )
        return OK, _serialize(request.user)

    return perform_once(request, save, at=at)


@extend_schema(
    operation_id="turn_mail_on_again",
    summary="Undo what letters turned off",
    description=(
        "Turns on again all mail that your token's person turned off from a letter. Needs a token with `read`."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        200: response_schema(NoticeSettingsOut, "The settings as they are now.", example=SETTINGS_OUT),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def turn_mail_on_again(request: Any, league: str) -> HttpResponse:
    """Undo everything that was turned off from a letter."""
    _readable_league(request, league)
    refuse_missing_key(request)
    refuse_body(request.data)
    at = timezone.now()

    def undo() -> tuple[int, msgspec.Struct]:
        turn_everything_on_again(user=request.user, at=at)
        return OK, _serialize(request.user)

    return perform_once(request, undo, at=at)


def _readable_league(request: Any, league: str) -> League:
    """The league, of which the sender is a member with a read token."""
    row, _ = league_for_member(request, league, "How notices reach you", read_only_too=True)
    token = require_token(request)
    if READ_SCOPE not in token.scopes:
        raise ScopeMissing(f"The token {token.shown}… was made without {READ_SCOPE!r}: make one that has it.")
    return row


def _serialize(user: Any) -> NoticeSettingsOut:
    preferences, settings = preferences_of(user), settings_of_user(user.pk)
    own = {league.pk for league in leagues_of_notices(user)}  # those that they left cannot be saved again
    chosen = {choice: delivery for choice, delivery in settings.choices.items() if not choice[0] or choice[0] in own}
    groups = [
        {"group": group} | {channel: chosen.get(("", group, channel), DELIVERIES[channel][0]) for channel in CHANNELS}
        for group in NOTICE_GROUPS
    ]
    mail_off = [
        {"league": league, "group": group}
        for league, group, channel in sorted(chosen)
        if league and group and channel == MAIL
    ]
    return NoticeSettingsOut(
        time_zone=preferences.time_zone,
        digest_hour=preferences.digest_hour,
        digest_day=preferences.digest_day,
        quiet=None if settings.quiet is None else QuietHours(begin=settings.quiet[0], end=settings.quiet[1]),
        groups=msgspec.convert(groups, tuple[GroupChoice, ...]),
        muted=tuple(sorted(league for league, group, _ in chosen if league and not group)),
        mail_off=msgspec.convert(mail_off, tuple[LeagueMailOff, ...]),
        mail_reaches=not settings.mail_stopped,
        webhook=settings.webhook is not None,
    )

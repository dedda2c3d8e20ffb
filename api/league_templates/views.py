"""Operations on league templates. A token belongs to one league, and acts here as its person."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.errors import QueryWrong, ScopeMissing
from api.etags import content_not_modified_or
from api.idempotency import batch_key, perform_once
from api.idempotency_key import refuse_missing_key
from api.league_templates import examples
from api.league_templates.schemas import (
    SeasonTemplateOut,
    TemplateImportIn,
    TemplateLeagueIn,
    TemplateLeagueOut,
    TemplateMakeIn,
    TemplateOut,
    TemplatePublishIn,
    TemplatesOut,
    TemplateSummaryOut,
    TemplateTextIn,
)
from api.league_templates.serializers import (
    serialize_season_template,
    serialize_summary,
    serialize_template,
    serialize_templates,
)
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.query_params import ETAG_DESCRIPTION, LIMIT_PARAMETER, LINES, parse_choice, parse_limit, text_parameter
from api.request_context import league_commissioner, require_token, season_and_viewer
from api.validation import parse_body, refuse_body
from league.founding import FoundingRequest
from league.league_templates import template_changes
from league.league_templates.contents import contents_from_json
from league.league_templates.document import convert_document
from league.league_templates.template_changes import TemplateText
from league.models import League, LeagueTemplate, Membership, Season
from league.pages.league_templates.founding import found_from_template
from league.queries.league_templates import NEWEST, ORDERS, readable_template
from league.tokens import COMMISSION_SCOPE, READ_SCOPE
from rules.campaign.core.switches import REPORTED_BY_PEOPLE
from rules.core.refusals import Refusal
from rules.match.registry import ruleset_names

OK, CREATED = 200, 201
WRITE_STATUSES = (400, 401, 403, 404, 406, 409, 415, 422, 429)
LEAGUE_STATUSES = (*WRITE_STATUSES, 410)
COMMISSION_DESCRIPTION = "Needs a token with `commission`."
PERSON_DESCRIPTION = "Needs a token that may do more than read, and acts as its person."
LONGEST_SEARCH = 80
SYSTEMS = (*ruleset_names(), REPORTED_BY_PEOPLE)
"""The match systems by which templates are found."""
MOST_FOUNDED, FOUNDED_WITHIN = 5, timedelta(days=1)
"""How many leagues a person founds by program, and within which time."""


class TooManyFounded(Refusal):
    """The person founded as many leagues as a program may within a day."""


@extend_schema(
    methods=["GET"],
    operation_id="templates",
    summary="League templates",
    description=(
        f"The league templates that everybody may read, and with a token those of its person. {ETAG_DESCRIPTION}"
    ),
    parameters=[
        OpenApiParameter(
            "q",
            {"type": "string", "maxLength": LONGEST_SEARCH},
            description="Words that the title, the text or the maker's name has.",
        ),
        text_parameter("system", "Match system by its name, or `reported`.", choices=SYSTEMS),
        text_parameter("order", "The order of the published ones.", choices=ORDERS),
        LIMIT_PARAMETER,
    ],
    responses={
        200: response_schema(TemplatesOut, "In that order.", example=examples.TEMPLATES),
        **problem_responses(400, 401, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="import_template",
    summary="Import a template",
    description=f"Adds a document from elsewhere to your private templates. {PERSON_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(TemplateImportIn, example=examples.IMPORT_IN),
    responses={
        201: response_schema(TemplateSummaryOut, "It is yours.", example=examples.PRIVATE),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["GET", "POST"])
def templates(request: Any) -> Response | HttpResponse:
    """Templates of leagues; POST imports one."""
    if request.method == "GET":
        words = request.query_params.get("q", "")
        if len(words) > LONGEST_SEARCH:
            raise QueryWrong(f"?q= takes at most {LONGEST_SEARCH} characters.")
        found = serialize_templates(
            _reader(request),
            words=words.replace("\0", " "),
            system=parse_choice(request, "system", SYSTEMS),
            order=parse_choice(request, "order", ORDERS) or NEWEST,
            most=parse_limit(request),
        )
        return content_not_modified_or(request, found)
    _require_acting_token(request)
    refuse_missing_key(request)
    body, at = parse_body(TemplateImportIn, request.data), timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        try:
            made = template_changes.import_template(
                document=convert_document(body.document), user=request.user, leaves_out=body.leave_out, at=at
            )
        except Refusal as refusal:
            for other in refusal.together or (refusal,):
                if other.pointer:
                    other.below("/document")
            raise
        return CREATED, serialize_summary(made)

    return perform_once(request, build, at=at)


@extend_schema(
    methods=["GET"],
    operation_id="template",
    summary="A template",
    description=f"A template that everybody may read, or one of the token's person. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(TemplateOut, "With what it holds.", example=examples.TEMPLATE),
        **problem_responses(401, 404, 406, 429),
    },
)
@extend_schema(
    methods=["DELETE"],
    operation_id="delete_template",
    summary="Delete a template",
    description=f"Deletes a private template of yours for good. {PERSON_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        200: response_schema(TemplatesOut, "It is deleted.", example=examples.TEMPLATES),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["GET", "DELETE"])
def template(request: Any, key: str) -> Response | HttpResponse:
    """A template; DELETE deletes one of one's own."""
    if request.method == "GET":
        return content_not_modified_or(request, serialize_template(_readable(request, key)))
    _require_acting_token(request)
    refuse_missing_key(request)
    refuse_body(request.data)

    def build() -> tuple[int, msgspec.Struct]:
        template_changes.delete_template(template=_own(request, key), user=request.user)
        return OK, serialize_templates(request.user, most=LINES)

    return perform_once(request, build, at=timezone.now())


@extend_schema(
    operation_id="publish_template",
    summary="Publish a template",
    description=f"Lets everybody read a template of yours. {PERSON_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(TemplatePublishIn, example=examples.PUBLISH_IN),
    responses={
        200: response_schema(TemplateSummaryOut, "It is published.", example=examples.SUMMARY),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def publish(request: Any, key: str) -> HttpResponse:
    """Publish a template of one's own."""
    _require_acting_token(request)
    refuse_missing_key(request)
    body, at = parse_body(TemplatePublishIn, request.data), timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        row = template_changes.publish_template(
            template=_own(request, key), user=request.user, confirmed=body.confirmed, at=at
        )
        return OK, serialize_summary(row)

    return perform_once(request, build, at=at)


@extend_schema(
    operation_id="withdraw_template",
    summary="Withdraw a template",
    description=f"Makes a published template of yours private again. {PERSON_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        200: response_schema(TemplateSummaryOut, "It is private.", example=examples.PRIVATE),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def withdraw(request: Any, key: str) -> HttpResponse:
    """Withdraw a template of one's own."""
    _require_acting_token(request)
    refuse_missing_key(request)
    refuse_body(request.data)

    def build() -> tuple[int, msgspec.Struct]:
        row = template_changes.withdraw_template(template=_own(request, key), user=request.user)
        return OK, serialize_summary(row)

    return perform_once(request, build, at=timezone.now())


@extend_schema(
    operation_id="describe_template",
    summary="Describe a template",
    description=f"Gives a private template of yours another title and text. {PERSON_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(TemplateTextIn, example=examples.TEXT_IN),
    responses={
        200: response_schema(TemplateSummaryOut, "It is changed.", example={**examples.PRIVATE, **examples.TEXT_IN}),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def describe(request: Any, key: str) -> HttpResponse:
    """Describe a private template of one's own."""
    _require_acting_token(request)
    refuse_missing_key(request)
    body, at = parse_body(TemplateTextIn, request.data), timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        text = TemplateText(body.title, body.about)
        row = template_changes.describe_template(template=_own(request, key), user=request.user, text=text, at=at)
        return OK, serialize_summary(row)

    return perform_once(request, build, at=at)


@extend_schema(
    operation_id="copy_template",
    summary="Copy a template",
    description=f"Copies a published template into your private ones, with its maker's credit. {PERSON_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        201: response_schema(TemplateSummaryOut, "The copy is yours.", example=examples.COPY),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def copy(request: Any, key: str) -> HttpResponse:
    """Copy a published template."""
    _require_acting_token(request)
    refuse_missing_key(request)
    refuse_body(request.data)
    at = timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        made = template_changes.copy_template(template=_readable(request, key), user=request.user, at=at)
        return CREATED, serialize_summary(made)

    return perform_once(request, build, at=at)


@extend_schema(
    operation_id="found_from_template",
    summary="Found a league from a template",
    description=(
        "Founds a league from a template, with the token's person as its commissioner, at most "
        f"{MOST_FOUNDED} within a day. The token is not of that league: its person makes one there. "
        f"{COMMISSION_DESCRIPTION}"
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(TemplateLeagueIn, example=examples.LEAGUE_IN),
    responses={
        201: response_schema(TemplateLeagueOut, "It is founded.", example=examples.LEAGUE),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def found(request: Any, key: str) -> HttpResponse:
    """Found a league from a template."""
    token = require_token(request)
    if COMMISSION_SCOPE not in token.scopes:
        raise ScopeMissing(f"The token {token.shown}… was made without {COMMISSION_SCOPE!r}: make one that has it.")
    refuse_missing_key(request)
    body, at = parse_body(TemplateLeagueIn, request.data), timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        row = _readable(request, key)
        _refuse_founding_too_often(request.user, at=at)
        league = found_from_template(
            row,
            _founding_request(row, body),
            version=body.version,
            leaves_out=body.leave_out,
            founder=request.user,
            at=at,
            key=batch_key(request),
            words=body.words,
        )
        season = Season.objects.filter(league=league).earliest("number")
        return CREATED, TemplateLeagueOut(
            league=league.pk, name=league.name, season=season.pk, template=row.key, version=row.version
        )

    return perform_once(request, build, at=at)


@extend_schema(
    methods=["GET"],
    operation_id="season_template",
    summary="What a template of a season holds",
    description=f"What a template would hold, before it is made. {COMMISSION_DESCRIPTION} {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(SeasonTemplateOut, "Nothing is saved.", example=examples.SEASON_TEMPLATE),
        **problem_responses(401, 403, 404, 406, 410, 422, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="make_template",
    summary="Make a template of a season",
    description=f"Makes a template of a season, or the next version of one of yours. {COMMISSION_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(TemplateMakeIn, example=examples.MAKE_IN),
    responses={
        201: response_schema(TemplateSummaryOut, "It is made.", example=examples.PRIVATE),
        **problem_responses(*LEAGUE_STATUSES),
    },
)
@api_view(["GET", "POST"])
def season_template(request: Any, league: str, season: str) -> Response | HttpResponse:
    """What a template of a season would hold; POST makes it."""
    row, viewer = season_and_viewer(request, league, season, read_only_too=True)
    by = league_commissioner(request, viewer)
    if request.method == "GET":
        return content_not_modified_or(request, serialize_season_template(row))
    refuse_missing_key(request)
    body, at = parse_body(TemplateMakeIn, request.data), timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        return CREATED, serialize_summary(_make(request, row, by, body, at))

    return perform_once(request, build, at=at)


def _make(request: Any, season: Season, by: Membership, body: TemplateMakeIn, at: Any) -> LeagueTemplate:
    if body.replaces:
        return template_changes.renew_template(
            template=_own(request, body.replaces), season=season, by=by, confirmed=body.confirmed, at=at
        )
    text = TemplateText(body.title, body.about)
    if body.publish:
        return template_changes.make_and_publish(season=season, by=by, text=text, confirmed=body.confirmed, at=at)
    return template_changes.make_template(season=season, by=by, text=text, at=at)


def _founding_request(row: LeagueTemplate, body: TemplateLeagueIn) -> FoundingRequest:
    """The request for a league; what the body leaves out is as in the template."""
    contents = contents_from_json(row.contents)
    return FoundingRequest(
        name=body.name,
        franchises=contents.franchises if body.franchises is None else body.franchises,
        rounds=contents.rounds if body.rounds is None else body.rounds,
        resolver=body.system,
        public=contents.public if body.public is None else body.public,
        own_seat=body.own_seat,
        time_zone=body.time_zone,
        unattended=contents.calendar.unattended if body.unattended is None else body.unattended,
        dice=body.dice or contents.dice,
    )


def _refuse_founding_too_often(user: Any, *, at: Any) -> None:
    commissioner = Membership.Role.COMMISSIONER
    lately = League.objects.filter(
        memberships__user=user, memberships__role=commissioner, founded_at__gt=at - FOUNDED_WITHIN
    )
    if lately.distinct().count() >= MOST_FOUNDED:
        raise TooManyFounded(
            f"You run {MOST_FOUNDED} leagues that were founded within a day: found the next one tomorrow, or on the "
            "site."
        )


def _reader(request: Any) -> Any:
    """The token's person if the token may read, else a stranger."""
    return request.user if request.auth is not None and READ_SCOPE in request.auth.scopes else AnonymousUser()


def _readable(request: Any, key: str) -> LeagueTemplate:
    """The template of that key. Raises `Http404` for one that the sender may not read."""
    row = readable_template(_reader(request), key)
    if row is None:
        raise Http404("There is no such template, or it is not published any more.")
    return row


def _own(request: Any, key: str) -> LeagueTemplate:
    """The template of that key, if the token's person made it. Raises `Http404`."""
    row = LeagueTemplate.objects.filter(key=key, maker=request.user).first()
    if row is None:
        raise Http404("You have no such template.")
    return row


def _require_acting_token(request: Any) -> None:
    """Raise `NotAuthenticated` without a token, or `ScopeMissing` for one that may only read."""
    token = require_token(request)
    if set(token.scopes) <= {READ_SCOPE}:
        raise ScopeMissing(f"The token {token.shown}… may only read: make one that may report or act.")

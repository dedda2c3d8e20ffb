"""Operations for reports: reading claims, claiming a match or a heat, and ruling on claims."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view

from api.commands import examples
from api.commands.schemas import GivenOut
from api.errors import ScopeMissing
from api.etags import IF_MATCH_PARAMETER, check_if_match, not_modified_or
from api.idempotency import batch_key, is_repeated_request, perform_once
from api.idempotency_key import refuse_missing_key
from api.journal.serializers import serialize_entries, serialize_receipt
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.permissions import season_commissioner
from api.query_params import ETAG_DESCRIPTION
from api.reports import examples as examples_reports
from api.reports.schemas import ReportedOut, ReportIn, ReportsOut, RulingIn
from api.reports.semantic_errors import point_into_request, semantic_errors
from api.reports.serializers import NO_CLAIM, serialize_reports
from api.request_context import require_token, season_and_viewer
from api.validation import parse_body
from explain.links import short_id
from explain.names import Names
from journal.input_validation import refuse_improper_words
from journal.state import store
from league.access import NotYours, ReasonMissing, Viewer
from league.models import Calendar, LineUp, Match, Membership, ReportClaim, Season
from league.packet_statements import packet_statement_digest
from league.queries.entries import all_entries
from league.queries.report_claims import accepted_report, claim_rows_of
from league.tokens import REPORT_SCOPE
from rules.campaign.match_day.packet_builder import NotLocked
from rules.campaign.match_day.reports import AcceptReport
from rules.core.refusals import Malformed, Refusal, Unknown, refuse_any
from rules.core.schema_validation import schema_errors
from rules.match.report import Report
from scheduling.automatic_acceptance import accept_report_command
from scheduling.claims import ClaimResult, ResultStands, StalePacket, record_match_report
from scheduling.evidence import EvidenceTooWeak, ReportEvidence, assess_report
from scheduling.rulings import RulingOutcome, perform_or_request_approval
from sql.cached_sql import cached_sql

OK, CREATED, ACCEPTED = 200, 201, 202
LONGEST_LOG = 700_000
"""The most characters of a log in base64."""


class SideUnclear(Refusal):
    """The token's person runs several teams in the match, and the request does not say which one it is for."""


class LogUnreadable(Refusal):
    """The log is empty, is not valid base64, or is longer than the log of any match."""


class NoSuchClaim(Refusal):
    """The match has no claim with that number."""


@extend_schema(
    methods=["GET"],
    operation_id="reports",
    summary="The claims and the result of a match",
    description=f"The claims of the sides, where they differ, and the accepted result. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(ReportsOut, "The claims that count.", example=examples_reports.CLAIMS),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="report_match",
    summary="Report a match",
    description=(
        "Claims a result of the match, or of one `heat`; all errors are answered at once. Answers 200 where that "
        "very report was accepted before, and 202 where more heats are missing. Needs a token with `report`."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(ReportIn, example=examples_reports.REPORT_IN),
    responses={
        200: response_schema(
            ReportedOut, "It was accepted before.", example={**examples_reports.ACCEPTED_RESULT, "claim": None}
        ),
        201: response_schema(
            ReportedOut, "It is claimed, and accepted where `entry` says so.", example=examples_reports.CLAIM_RESULT
        ),
        202: response_schema(ReportedOut, "The heat is kept.", example=examples_reports.HEAT_RESULT),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def reports(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """Read the claims and result of a match, or claim its result."""
    row, viewer = season_and_viewer(request, league, season)
    if request.method == "GET":
        serialized = _serialize_reports_or_404(row, match)
        digest = hashlib.sha256(msgspec.json.encode(serialized)).hexdigest()
        return not_modified_or(request, row, viewer, lambda: serialized, of=f"reports {digest}")
    token = require_token(request)
    if REPORT_SCOPE not in token.scopes:
        raise ScopeMissing(f"The token {token.shown}… was made without {REPORT_SCOPE!r}: make one that has it.")
    refuse_missing_key(request)
    member, side = reporting_member(row, match, viewer, _requested_side(request.data))
    body = _parse_report(row, match, request.data, side=side, member=member)
    report = body.report if body.source is None else replace(body.report, source=body.source)
    log = None if body.log is None else _decode_log(body.log)
    proof = None if log is None or is_repeated_request(request) else _examine_log(row, match, report, log)
    at, calendar = timezone.now(), getattr(member.league, "calendar", None)

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        with point_into_request(request.data):
            result = record_match_report(
                row.pk,
                match=match,
                side=side,
                report=report,
                member=member,
                key=batch_key(request),
                at=at,
                about=body.packet,
                heat=body.heat,
                log=log,
                proof=proof,
                calendar=calendar,
                words=body.words,
            )
        status = OK if result.known else CREATED if result.claim is not None else ACCEPTED
        standing = _serialize_reports_or_404(row, match, calendar, claim_result=result)
        receipt = None if result.written is None else serialize_receipt(result.written, at=at)
        return status, ReportedOut(
            claim=result.number, entry=result.entry, heats=result.heats, reports=standing, receipt=receipt
        )

    return perform_once(request, perform, at=at)


@extend_schema(
    operation_id="rule_on_reports",
    summary="Rule on a match's claims",
    description=(
        "Accepts one of the claims as a commissioner, while it is about what is locked. Answers 202 where it is "
        "the commissioner's own match and another member is asked first."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(RulingIn, example=examples_reports.RULING_IN),
    responses={
        201: response_schema(GivenOut, "It is accepted.", example=examples.COMMANDS_RESULT),
        202: response_schema(GivenOut, "It waits for another member's approval.", example=examples.COMMANDS_PENDING),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def ruling(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """Accept one of a match's claims as the league's commissioner."""
    row, viewer = season_and_viewer(request, league, season)
    member = season_commissioner(request, row, viewer)
    if not Match.objects.filter(pk=f"{row.pk}/{match}").exists():
        raise _match_not_found(row, match)
    refuse_missing_key(request)
    body = parse_body(RulingIn, request.data)
    refuse_improper_words(body.words)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        if (result := accepted_report(row.pk, match)) is not None:
            raise ResultStands(
                f"{match} has its result, by entry {result.entry}: amend that entry where another report is to stand."
            )
        claims = claim_rows_of(row.pk, match)
        if not 1 <= body.claim <= len(claims):
            raise NoSuchClaim(f"{match} has no claim {body.claim}: choose one of its claims.").at("claim")
        _refuse_stale_claim(row, match, claims[body.claim - 1])
        command = accept_report_command(claims[body.claim - 1].document, match=match)
        signed: dict[str, Any] = {"member": member, "at": at, "key": batch_key(request), "reason": body.reason}
        outcome = _perform_ruling(row, command, **signed, words=body.words)
        if outcome.answer is None:
            return ACCEPTED, GivenOut(entries=(), length=row.length, waits=outcome.waiting_message)
        numbers = [entry.number for entry in outcome.answer.entries]
        rows = all_entries(row.pk, viewer).filter(number__in=numbers).order_by("number")
        receipt = serialize_receipt(outcome.answer.entries[-1].entry, at=at)
        return CREATED, GivenOut(entries=serialize_entries(rows, Names(row.pk)), length=max(numbers), receipt=receipt)

    return perform_once(request, perform, at=at)


def _refuse_stale_claim(row: Season, match: str, claim: ReportClaim) -> None:
    """Raise `StalePacket` if a claim is about a packet other than the locked one."""
    try:
        locked = packet_statement_digest(row, store.load(row).season, match)
    except NotLocked:
        return  # the ruling itself is refused then
    if claim.packet != locked:
        raise StalePacket(
            f"What is locked for {match} is {locked[:8]}…, and that claim is one of {claim.packet[:8]}…: wait for a "
            "claim of what is locked."
        ).at("claim")


def _perform_ruling(row: Season, command: AcceptReport, **signed: Any) -> RulingOutcome:
    """Perform a ruling or request its approval. Refusals of the claim's report point at the claim."""
    try:
        return perform_or_request_approval(row, None, [command], **signed)
    except Refusal as error:
        if isinstance(error, ReasonMissing | EvidenceTooWeak):
            raise error.at("reason") from None
        if error.place is not None:
            error.together = ()
            raise error.at("claim") from None
        raise


def reporting_member(row: Season, match: str, viewer: Viewer, wanted: str | None) -> tuple[Membership, str]:
    """The membership and the side for which a person reports a match: the `wanted` side, else their only one.

    The side "" is the league's own, for commissioners. Raises `Http404` if there is no such match, `NotYours`, or
    `SideUnclear` if they run several teams in it.
    """
    teams = {short_id(id) for id in _team_ids(f"{row.pk}/{match}")}
    if not teams:
        raise _match_not_found(row, match)
    owners = {short_id(member.franchise_id): member for member in viewer.memberships if member.franchise_id}
    commissioner = next(
        (member for member in viewer.memberships if member.role == Membership.Role.COMMISSIONER), None
    )
    own_teams = sorted(teams & owners.keys())
    if wanted is None and len(own_teams) > 1:
        raise SideUnclear(f"You run {' and '.join(own_teams)}: say by `side` for which of them.").at("side")
    side = wanted if wanted is not None else own_teams[0] if own_teams else ""
    member = owners.get(side) if side else commissioner
    if member is None and not side and wanted is not None:
        raise NotYours(
            "An empty `side` is the league's own table, for whom commissioners report: name your team in `side`, or "
            "leave it out."
        ).at("side")
    if member is None and side in teams | {""}:
        refusal = NotYours(f"The token's person has no say for {side or 'a team in it'} in {match}: its owner has.")
        raise refusal.at("side") if wanted is not None else refusal
    if member is None:
        member = next(iter(viewer.memberships), None)
    if member is None:
        raise NotYours(f"The token's person has no part in {match}.")
    return member, side


@cached_sql
def _team_ids(match: str) -> QuerySet[LineUp, str]:
    return LineUp.objects.filter(match_id=match).values_list("franchise_id", flat=True)


def _requested_side(body: Any) -> str | None:
    """The side a request names, read before the body is validated."""
    side = body.get("side") if isinstance(body, Mapping) else None
    return side if isinstance(side, str) else None


def _parse_report(row: Season, match: str, body: Any, *, side: str, member: Membership) -> ReportIn:
    """The request body of a report. Raises all errors at once: of its schema, log and words, and semantic ones."""
    errors = [
        *schema_errors(ReportIn, body),
        *_text_errors(body, "log", _decode_log),
        *_text_errors(body, "words", refuse_improper_words),
    ]
    if errors:
        refuse_any([*errors, *semantic_errors(row, match, body, errors, side=side, member=member)])
    return msgspec.convert(body, ReportIn)


def _serialize_reports_or_404(
    row: Season, match: str, calendar: Calendar | None = None, *, claim_result: ClaimResult = NO_CLAIM
) -> ReportsOut:
    serialized = serialize_reports(row, match, calendar=calendar, claim_result=claim_result)
    if serialized is None:
        raise _match_not_found(row, match)
    return serialized


def _match_not_found(row: Season, match: str) -> Http404:
    return Http404(f"{row.pk} has no match {match[:80]!r}.")


def _text_errors(body: Any, field: str, check: Callable[[str], object]) -> Iterator[Refusal]:
    """What `check` refuses in a text field. A value that is no text is left to the schema check."""
    text = body.get(field) if isinstance(body, Mapping) else None
    if isinstance(text, str):
        try:
            check(text)
        except (LogUnreadable, Malformed) as error:
            yield error


def _decode_log(text: str) -> bytes:
    if not text:
        raise LogUnreadable("The log is empty: send its bytes as base64, or leave `log` out.").at("log")
    if len(text) > LONGEST_LOG:
        raise LogUnreadable(f"The log is longer than {LONGEST_LOG} characters: send it compressed.").at("log")
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise LogUnreadable("`log` is not valid base64: encode the bytes of the log as base64.").at("log") from None


def _examine_log(row: Season, match: str, report: Report, log: bytes) -> ReportEvidence | None:
    """The evidence of a log, assessed before any lock is taken; None if the match awaits no report."""
    try:
        return assess_report(row, store.load(row).season, match, report, log)
    except (NotLocked, Unknown):
        return None

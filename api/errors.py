"""Errors of the API as problem documents (RFC 9457), each with a stable `type`.

The type of a refusal is derived from its class name: `RosterFull` becomes `/api/v1/problems/roster-full`. Its
`detail` is the refusal's sentence, and `errors` point to the wrong parts of the request by JSON pointers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions
from rest_framework.response import Response

import beacon
import journal
import rules
import scheduling
from api.throttling import count_address_request
from journal.writer import KeyReused, OutOfDate
from league.access import LeagueGone, LeagueReadOnly, NotAMember, NotYours, find_deleted_league
from rules.core.dice import NeedsDice
from rules.core.refusals import Refusal
from scheduling.announcements import AnnouncementChanged, AnnouncementUnknown
from scheduling.claims import ResultStands, StalePacket
from scheduling.clock_controls import DeadlineMoved
from scheduling.put_questions import NoSuchQuestion

PROBLEM_TYPES_URL = "/api/v1/problems/"
OWN_PACKAGES = (
    "rules", "beacon", "sql", "league", "drivers", "franchises",
    "journal", "jobs", "scheduling", "webhooks", "explain", "api",
)  # fmt: skip
OPENAPI_URL = "/api/v1/openapi.json"
PROBLEM_MEDIA_TYPE = "application/problem+json"
UNPROCESSABLE = 422


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with one part of what was sent; `pointer` is a JSON pointer (RFC 6901) to it.

    `type` is that of a problem with this error alone.
    """

    pointer: str
    """JSON pointer (RFC 6901) to the part of what was sent that is wrong."""
    detail: str
    """What is wrong with it and what to do, in a sentence for people."""
    type: str = ""
    """Type that a problem with this error alone would have."""


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a request was turned down (RFC 9457). `type` is stable: branch on it, never on the words."""

    type: str
    """Kind of the problem, an address that never changes: branch on it."""
    title: str
    """The kind in a few words for people."""
    status: int
    """Status of the answer."""
    detail: str
    """What is wrong and what to do, in a sentence for people; its words may change."""
    errors: tuple[Fault, ...] = ()
    """What is wrong with parts of what was sent; left out where no part is."""


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of problem: its stable name, its status, and when it occurs."""

    name: str
    status: int
    says: str

    @property
    def title(self) -> str:
        """The name in words, such as "Roster full"."""
        return self.name.replace("-", " ").capitalize()


class KeyMissing(Refusal):
    """A request that changes something was sent without an `Idempotency-Key` header."""


class KeyMalformed(Refusal):
    """The idempotency key cannot be read: it is empty, too long or badly quoted, or more than one was sent."""


class KeyInUse(Refusal):
    """Another request with the same key or on the same season is still running, and the wait for it timed out."""


class ScopeMissing(Refusal):
    """The token does not have the scope that this request needs."""


class TokenOfAnotherLeague(Refusal):
    """The token was made for another league."""


class ConformanceOff(Refusal):
    """The request is only accepted by a server that is set up for testing clients, and this one is not."""


class QueryWrong(Refusal):
    """A query parameter is unknown, is repeated, or has a value that the address does not accept."""


class ConditionNotTaken(Refusal):
    """`If-Match` was sent to an operation that does not check it: the condition would have been ignored."""


REFUSAL_STATUSES: Mapping[type[Exception], int] = {
    KeyMissing: 400,
    KeyMalformed: 400,
    ConditionNotTaken: 400,
    QueryWrong: 400,
    KeyInUse: 409,
    ScopeMissing: 403,
    ConformanceOff: 403,
    TokenOfAnotherLeague: 403,
    NotYours: 403,
    NotAMember: 403,
    NoSuchQuestion: 404,
    AnnouncementUnknown: 404,
    OutOfDate: 412,
    AnnouncementChanged: 412,
    DeadlineMoved: 412,
    KeyReused: UNPROCESSABLE,
    LeagueReadOnly: 409,
    LeagueGone: 410,
    StalePacket: 409,
    ResultStands: 409,
}
"""The HTTP status of each refusal that does not have the default, 422."""
HTTP_PROBLEM_KINDS: Mapping[int, ProblemKind] = {
    kind.status: kind
    for kind in (
        ProblemKind(
            "malformed-request", 400, "The request cannot be read: its JSON breaks, or a part of it is missing."
        ),
        ProblemKind("not-logged-in", 401, "No token was sent, or one that is unknown, revoked or expired."),
        ProblemKind("forbidden", 403, "The token's person may not do that, or not see it."),
        ProblemKind("not-found", 404, "There is nothing at this address, or nothing that may be seen."),
        ProblemKind(
            "method-not-allowed", 405, "The address does not answer that method; `Allow` says which it answers."
        ),
        ProblemKind("not-acceptable", 406, "The API answers JSON only."),
        ProblemKind(
            "unsupported-media-type", 415, "The API reads JSON in UTF-8 only: send `Content-Type: application/json`."
        ),
        ProblemKind("too-many-requests", 429, "Too many requests in too little time; `Retry-After` says when."),
        ProblemKind("internal-error", 500, "Something broke here; nothing was changed."),
        ProblemKind("database-busy", 503, "The site is busy; nothing was changed. `Retry-After` says when."),
    )
}
"""Problems that are not refusals of the rules, by HTTP status."""
FRAMEWORK_ERRORS = (exceptions.MethodNotAllowed, exceptions.NotAcceptable, exceptions.UnsupportedMediaType)
"""Framework exceptions whose own text is replaced by the text of the problem kind."""
UNAUTHENTICATED_ERRORS = (exceptions.AuthenticationFailed, exceptions.NotAcceptable)
"""Exceptions raised before the request counts against a token, so it counts against its address instead."""
NEEDS_DICE_KIND = ProblemKind(
    "needs-dice", UNPROCESSABLE, "The season takes its dice from a real table: send the faces that are asked for."
)


def problem_slug(name: str) -> str:
    """The stable name of a refusal class, such as `roster-full` for `RosterFull`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def refusal_kind(refusal: type[Refusal]) -> ProblemKind:
    """The problem kind of a refusal class, described by the first paragraph of its docstring."""
    says = " ".join((refusal.__doc__ or "").strip().split("\n\n")[0].split())
    return ProblemKind(problem_slug(refusal.__name__), REFUSAL_STATUSES.get(refusal, UNPROCESSABLE), says)


def all_problem_kinds() -> dict[str, ProblemKind]:
    """Every kind of problem the API may answer with, sorted by name. Imports all modules that define refusals."""
    _import_refusals()
    known = [*HTTP_PROBLEM_KINDS.values(), NEEDS_DICE_KIND, *(refusal_kind(cls) for cls in _refusals(Refusal))]
    return {kind.name: kind for kind in sorted(known, key=lambda kind: kind.name)}


def make_problem(kind: ProblemKind, detail: str, *, errors: Sequence[Fault] = ()) -> Problem:
    """A problem document of that kind with the sentence for one request."""
    return Problem(
        type=PROBLEM_TYPES_URL + kind.name, title=kind.title, status=kind.status, detail=detail, errors=tuple(errors)
    )


def problem_from_exception(wrong: Exception) -> Problem | None:
    """The problem document for an exception; None if the exception is a bug of the site."""
    match wrong:
        case Refusal():
            return make_problem(refusal_kind(type(wrong)), wrong.sentence, errors=_field_errors(wrong))
        case NeedsDice():
            sentence = f"{wrong.path} needs {wrong.dice}: {wrong.reason}."
            path = wrong.path.replace("~", "~0").replace("/", "~1")
            fault = Fault(
                pointer=f"/typed/faces/{path}", detail=sentence, type=PROBLEM_TYPES_URL + NEEDS_DICE_KIND.name
            )
            return make_problem(NEEDS_DICE_KIND, sentence, errors=[fault])
        case Http404():
            return make_problem(HTTP_PROBLEM_KINDS[404], str(wrong) or HTTP_PROBLEM_KINDS[404].says)
        case PermissionDenied():
            return make_problem(HTTP_PROBLEM_KINDS[403], str(wrong) or HTTP_PROBLEM_KINDS[403].says)
        case exceptions.APIException():
            kind = HTTP_PROBLEM_KINDS.get(wrong.status_code, HTTP_PROBLEM_KINDS[400])
            return make_problem(kind, kind.says if type(wrong) in FRAMEWORK_ERRORS else str(wrong.detail))
    return None


def exception_response(wrong: Exception, context: Mapping[str, Any]) -> Response | None:
    """Exception handler of the framework: the problem response; None lets the exception propagate as a bug."""
    if isinstance(wrong, UNAUTHENTICATED_ERRORS):
        wrong = count_address_request(context["request"]) or wrong
    problem = problem_from_exception(wrong)
    failed = problem is None or isinstance(wrong, exceptions.AuthenticationFailed)  # its tokens are deleted with it
    if failed and (gone := _deleted_league(wrong, context)) is not None:
        problem = problem_from_exception(gone)
    if problem is None:
        return None
    return Response(problem, status=problem.status, content_type=PROBLEM_MEDIA_TYPE, headers=_error_headers(wrong))


def _deleted_league(wrong: Exception, context: Mapping[str, Any]) -> LeagueGone | None:
    """The refusal for a request that failed because its league was deleted meanwhile."""
    league = (context.get("kwargs") or {}).get("league")
    if league is None or isinstance(wrong, DatabaseError):
        return None
    token = getattr(context.get("request"), "auth", None)
    return find_deleted_league(str(league), hidden_too=token is not None and token.league_id == league)


def rejection_response(request: HttpRequest, wrong: Exception) -> HttpResponse:
    """The problem response to a request rejected before authentication. The request counts against its address."""
    wrong = count_address_request(request) or wrong
    problem = problem_from_exception(wrong)
    assert problem is not None  # noqa: S101 - what turns a request down is a problem
    response = problem_response(problem)
    for name, value in _error_headers(wrong).items():
        response[name] = value
    return response


def problem_response(problem: Problem) -> HttpResponse:
    """A problem document as a plain Django response."""
    return HttpResponse(msgspec.json.encode(problem), status=problem.status, content_type=PROBLEM_MEDIA_TYPE)


def _error_headers(wrong: Exception) -> dict[str, str]:
    """The `WWW-Authenticate` and `Retry-After` headers of a problem response."""
    headers = {}
    if (challenge := getattr(wrong, "auth_header", None)) is not None:
        headers["WWW-Authenticate"] = challenge
    if (seconds := getattr(wrong, "wait", None)) is not None:
        headers["Retry-After"] = str(max(1, round(seconds)))
    return headers


def _field_errors(refusal: Refusal) -> tuple[Fault, ...]:
    return tuple(
        Fault(pointer=error.pointer, detail=error.sentence, type=PROBLEM_TYPES_URL + refusal_kind(type(error)).name)
        for error in refusal.together or (refusal,)
        if error.pointer
    )


@cache
def _import_refusals() -> None:
    """Import every module that defines refusals; rulesets and command modules are otherwise imported on demand."""
    for package in (rules, beacon, journal, scheduling):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)


def _refusals(base: type[Refusal]) -> Iterator[type[Refusal]]:
    for subclass in base.__subclasses__():
        if subclass.__module__.partition(".")[0] in OWN_PACKAGES:
            yield subclass
        yield from _refusals(subclass)

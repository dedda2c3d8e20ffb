"""Idempotent writes: a request sent several times under one key is performed once.

This follows the IETF draft of the `Idempotency-Key` header. The same request under the same key gets the stored
response, byte for byte. A different request under a used key is refused. A request that arrives while the first is
still running waits for its response. Key, effect and response are written in one transaction.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

import msgspec
from django.db import OperationalError, transaction
from django.http import HttpResponse

from api.errors import PROBLEM_MEDIA_TYPE, KeyInUse, problem_from_exception
from api.idempotency_key import idempotency_key
from api.json_codec import JSON_MEDIA_TYPE
from journal.state.visible import log_if_sealed
from journal.writer import KeyReused
from league.models import StoredAnswer
from rules.core.dice import NeedsDice
from rules.core.refusals import Refusal
from sql.bulk import insert_or_ignore, upsert
from sql.busy_errors import is_busy
from sql.connections import set_lock_timeout

REPLAYED_HEADER = "Idempotent-Replayed"
"""Response header that marks a stored response."""
LOCK_TIMEOUT = "10s"
"""How long a request waits on PostgreSQL for a lock: that of its key, or of rows that others are changing."""
FINGERPRINT_EXCLUDES = ("words",)
"""Fields that are mixed into dice and do not count for the fingerprint of a request."""
IN_PROGRESS = 0
"""The status of a stored response that is not made yet. Only the transaction that makes it ever sees it."""


def perform_once(
    request: Any,
    perform: Callable[[], tuple[int, msgspec.Struct]],
    *,
    at: datetime,
    mixed: Collection[str] = FINGERPRINT_EXCLUDES,
) -> HttpResponse:
    """Perform a request, or answer it from the stored response of its key.

    `perform` returns a status and the body. If it raises a `Refusal` or `NeedsDice`, that problem is stored as the
    response. The fields in `mixed` are only mixed into dice: a request that differs in them alone is the same
    request. Raises `KeyMissing`, `KeyMalformed`, `KeyReused`, or `KeyInUse`.
    """
    key, fingerprint = idempotency_key(request), _fingerprint(request, mixed)
    try:
        with transaction.atomic():
            set_lock_timeout(LOCK_TIMEOUT)
            return _perform_or_repeat(request.user, key, fingerprint, perform, at=at)
    except OperationalError as error:
        if not is_busy(error):
            raise
        raise KeyInUse(
            f"Another request is still being performed, under the key {key!r} or on what this one would change: "
            "nothing was done, so send it again in a moment, unchanged and under its key."
        ) from None


def is_repeated_request(request: Any) -> bool:
    """Whether the sender has used the key of this request before."""
    return StoredAnswer.objects.filter(user=request.user, key=idempotency_key(request)).exists()


def batch_key(request: Any) -> str:
    """The key of a request's batch in the journal, made from sender and key since two people may use the same key."""
    return "api/" + hashlib.sha256(f"{request.user.pk}/{idempotency_key(request)}".encode()).hexdigest()


def _perform_or_repeat(
    user: Any, key: str, fingerprint: str, perform: Callable[[], tuple[int, msgspec.Struct]], *, at: datetime
) -> HttpResponse:
    row = StoredAnswer(
        user=user, key=key, asked=fingerprint, status=IN_PROGRESS, kind=JSON_MEDIA_TYPE, body=b"", at=at
    )
    if not insert_or_ignore(row, by=["user", "key"]):
        return _stored_response(StoredAnswer.objects.get(user=user, key=key), fingerprint)
    row.status, row.kind, row.body = _perform_and_encode(perform)
    upsert([row], over=["status", "kind", "body"], by=["user", "key"])
    return HttpResponse(bytes(row.body), status=row.status, content_type=row.kind)


def _perform_and_encode(perform: Callable[[], tuple[int, msgspec.Struct]]) -> tuple[int, str, bytes]:
    try:
        with transaction.atomic():
            status, body = perform()
    except (Refusal, NeedsDice) as error:
        if isinstance(error, Refusal):
            log_if_sealed(error)
        problem = problem_from_exception(error)
        assert problem is not None  # noqa: S101 - every refusal is a problem
        return problem.status, PROBLEM_MEDIA_TYPE, msgspec.json.encode(problem)
    return status, JSON_MEDIA_TYPE, msgspec.json.encode(body)


def _stored_response(stored: StoredAnswer, fingerprint: str) -> HttpResponse:
    if stored.asked != fingerprint:
        raise KeyReused(
            f"The key {stored.key!r} was used for another request: make up a new key for a new thing, and send the "
            "old one unchanged to hear its answer again."
        )
    response = HttpResponse(bytes(stored.body), status=stored.status, content_type=stored.kind)
    response[REPLAYED_HEADER] = "true"
    return response


def _fingerprint(request: Any, mixed: Collection[str]) -> str:
    """A hash of method, path and body without the `mixed` fields, which a program may choose anew for a retry."""
    body = request.data
    compared = {name: value for name, value in body.items() if name not in mixed} if isinstance(body, dict) else body
    document = msgspec.json.encode(compared, order="deterministic")
    return hashlib.sha256(f"{request.method} {request.path}\n".encode() + document).hexdigest()

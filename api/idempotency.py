"""A request that changes something is performed once, however often it is sent under one key.

As the IETF's draft of the `Idempotency-Key` header has it: the same key and the same request are answered byte for
byte as before, another request under a used key is refused, and one that comes while the first is performed waits for
its answer. Key, effect and answer are written in one transaction, so that none is there without the others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

import msgspec
from django.db import OperationalError, connection, transaction
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

REPLAYED_HEADER = "Idempotent-Replayed"
"""Says that an answer is one that was given before."""
LOCK_TIMEOUT = "10s"
"""How long a request waits on PostgreSQL for another of its key, and for each thing that others are changing."""
FINGERPRINT_EXCLUDES = ("words",)
"""The fields of a request that its dice are mixed with."""
IN_PROGRESS = 0
"""The status of an answer that is not there yet: nobody but its own transaction ever sees it."""


def perform_once(
    request: Any,
    perform: Callable[[], tuple[int, msgspec.Struct]],
    *,
    at: datetime,
    mixed: Collection[str] = FINGERPRINT_EXCLUDES,
) -> HttpResponse:
    """Perform what a request asks for, or answer it as it was answered before.

    The fields that are only `mixed` into dice make it no other request.
    `perform` returns a status and a shape, or raises a `Refusal` or `NeedsDice`, which are kept as answers too.
    Raises `KeyMissing`, `KeyMalformed`, `KeyReused`, or `KeyInUse`.
    """
    key, asked = idempotency_key(request), _fingerprint(request, mixed)
    try:
        with transaction.atomic():
            _set_lock_timeout()
            return _perform_or_repeat(request.user, key, asked, perform, at=at)
    except OperationalError as no:
        if not is_busy(no):
            raise
        raise KeyInUse(
            f"Another request is still being performed, under the key {key!r} or on what this one would change: "
            "nothing was done, so send it again in a moment, unchanged and under its key."
        ) from None


def is_repeated_request(request: Any) -> bool:
    """Whether something was asked under the request's key before."""
    return StoredAnswer.objects.filter(user=request.user, key=idempotency_key(request)).exists()


def batch_key(request: Any) -> str:
    """The key under which the journal keeps what a request does: another person's same key is another."""
    return "api/" + hashlib.sha256(f"{request.user.pk}/{idempotency_key(request)}".encode()).hexdigest()


def _perform_or_repeat(
    user: Any, key: str, asked: str, perform: Callable[[], tuple[int, msgspec.Struct]], *, at: datetime
) -> HttpResponse:
    row = StoredAnswer(user=user, key=key, asked=asked, status=IN_PROGRESS, kind=JSON_MEDIA_TYPE, body=b"", at=at)
    if not insert_or_ignore(row):
        return _stored_response(StoredAnswer.objects.get(user=user, key=key), asked)
    row.status, row.kind, row.body = _perform_and_encode(perform)
    upsert([row], over=["status", "kind", "body"], by=["user", "key"])
    return HttpResponse(bytes(row.body), status=row.status, content_type=row.kind)


def _perform_and_encode(perform: Callable[[], tuple[int, msgspec.Struct]]) -> tuple[int, str, bytes]:
    try:
        with transaction.atomic():
            status, shape = perform()
    except (Refusal, NeedsDice) as no:
        if isinstance(no, Refusal):
            log_if_sealed(no)
        made = problem_from_exception(no)
        assert made is not None  # noqa: S101 - every refusal is a problem
        return made.status, PROBLEM_MEDIA_TYPE, msgspec.json.encode(made)
    return status, JSON_MEDIA_TYPE, msgspec.json.encode(shape)


def _stored_response(kept: StoredAnswer, asked: str) -> HttpResponse:
    if kept.asked != asked:
        raise KeyReused(
            f"The key {kept.key!r} was used for another request: make up a new key for a new thing, and send the old "
            "one unchanged to hear its answer again."
        )
    answer = HttpResponse(bytes(kept.body), status=kept.status, content_type=kept.kind)
    answer[REPLAYED_HEADER] = "true"
    return answer


def _fingerprint(request: Any, mixed: Collection[str]) -> str:
    """What was asked, but for what its dice are mixed with: a program may make that anew to ask again."""
    sent = request.data
    asked = {name: value for name, value in sent.items() if name not in mixed} if isinstance(sent, dict) else sent
    document = msgspec.json.encode(asked, order="deterministic")
    return hashlib.sha256(f"{request.method} {request.path}\n".encode() + document).hexdigest()


def _set_lock_timeout() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")

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

from league.api.keyed import key_of
from league.api.problems import KIND, KeyInUse, problem_of
from league.api.rendering import JSON
from league.busy_database import is_busy
from league.journal.visible_state import leave_trace
from league.journal.writer import KeyReused
from league.models import StoredAnswer
from league.putting import put, put_unless_there
from rules.core.dice import NeedsDice
from rules.core.refusals import Refusal

AGAIN = "Idempotent-Replayed"
"""Says that an answer is one that was given before."""
WAITS = "10s"
"""How long a request waits on PostgreSQL for another of its key, and for each thing that others are changing."""
MIXED = ("words",)
"""The fields of a request that its dice are mixed with."""
UNDER_WAY = 0
"""The status of an answer that is not there yet: nobody but its own transaction ever sees it."""


def once(
    request: Any,
    perform: Callable[[], tuple[int, msgspec.Struct]],
    *,
    at: datetime,
    mixed: Collection[str] = MIXED,
) -> HttpResponse:
    """Perform what a request asks for, or answer it as it was answered before.

    The fields that are only `mixed` into dice make it no other request.
    `perform` returns a status and a shape, or raises a `Refusal` or `NeedsDice`, which are kept as answers too.
    Raises `KeyMissing`, `KeyMalformed`, `KeyReused`, or `KeyInUse`.
    """
    key, asked = key_of(request), _fingerprint(request, mixed)
    try:
        with transaction.atomic():
            _wait_no_longer()
            return _told(request.user, key, asked, perform, at=at)
    except OperationalError as no:
        if not is_busy(no):
            raise
        raise KeyInUse(
            f"Another request is still being performed, under the key {key!r} or on what this one would change: "
            "nothing was done, so send it again in a moment, unchanged and under its key."
        ) from None


def answered_before(request: Any) -> bool:
    """Whether something was asked under the request's key before."""
    return StoredAnswer.objects.filter(user=request.user, key=key_of(request)).exists()


def batch_key(request: Any) -> str:
    """The key under which the journal keeps what a request does: another person's same key is another."""
    return "api/" + hashlib.sha256(f"{request.user.pk}/{key_of(request)}".encode()).hexdigest()


def _told(
    user: Any, key: str, asked: str, perform: Callable[[], tuple[int, msgspec.Struct]], *, at: datetime
) -> HttpResponse:
    row = StoredAnswer(user=user, key=key, asked=asked, status=UNDER_WAY, kind=JSON, body=b"", at=at)
    if not put_unless_there(row):
        return _again(StoredAnswer.objects.get(user=user, key=key), asked)
    row.status, row.kind, row.body = _performed(perform)
    put([row], over=["status", "kind", "body"], by=["user", "key"])
    return HttpResponse(bytes(row.body), status=row.status, content_type=row.kind)


def _performed(perform: Callable[[], tuple[int, msgspec.Struct]]) -> tuple[int, str, bytes]:
    try:
        with transaction.atomic():
            status, shape = perform()
    except (Refusal, NeedsDice) as no:
        if isinstance(no, Refusal):
            leave_trace(no)
        made = problem_of(no)
        assert made is not None  # noqa: S101 - every refusal is a problem
        return made.status, KIND, msgspec.json.encode(made)
    return status, JSON, msgspec.json.encode(shape)


def _again(kept: StoredAnswer, asked: str) -> HttpResponse:
    if kept.asked != asked:
        raise KeyReused(
            f"The key {kept.key!r} was used for another request: make up a new key for a new thing, and send the old "
            "one unchanged to hear its answer again."
        )
    answer = HttpResponse(bytes(kept.body), status=kept.status, content_type=kept.kind)
    answer[AGAIN] = "true"
    return answer


def _fingerprint(request: Any, mixed: Collection[str]) -> str:
    """What was asked, but for what its dice are mixed with: a program may make that anew to ask again."""
    sent = request.data
    asked = {name: value for name, value in sent.items() if name not in mixed} if isinstance(sent, dict) else sent
    document = msgspec.json.encode(asked, order="deterministic")
    return hashlib.sha256(f"{request.method} {request.path}\n".encode() + document).hexdigest()


def _wait_no_longer() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{WAITS}'")

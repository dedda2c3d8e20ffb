"""Who fetches a calendar or feed with a key: the key's person as they are in the league now, or nobody."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.db import OperationalError, transaction
from django.db.models import Exists, OuterRef
from django.http import HttpResponse

from league.client_address import address_block
from league.models import FeedKey, Membership

WRONG_KEYS = {"feed_key": "30/m/key"}
"""How many wrong keys an address may send, as allauth writes rates."""
WAIT_SECONDS = 60
KNOWN_SECONDS = 24 * 3600
"""For how long a key that was right is let in, whatever others send from the same address."""
LAST_USE_INTERVAL = timedelta(minutes=5)
"""The last use of a key is noted no more often: reading writes nothing else."""


def set_key_digest(request: Any, digest: str) -> None:
    """Note the digest of the key that a request was sent with."""
    request.feed_key_digest = digest


def open_to_keys(view: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator for a view that a feed key opens. A key opens no others."""
    view.open_to_keys = True  # type: ignore[attr-defined]  # functions have no declared attributes
    return view


def takes_key(request: Any, view: object) -> bool:
    """Whether the request was sent with a key to a view that keys open."""
    return hasattr(request, "feed_key_digest") and getattr(view, "open_to_keys", False)


def person_of_feed_key(request: Any, league: str, *, at: datetime) -> int | None:
    """The number of the member of that league whose key the request has; None if it is no key of a member there.

    A session that comes with the request does not count. A wrong key is counted against the sender's address.
    """
    digest = request.feed_key_digest
    memberships = Membership.objects.filter(league_id=league, user_id=OuterRef("user_id"))
    is_member = Exists(memberships.exclude(role=Membership.Role.FORMER))
    key = FeedKey.objects.filter(is_member, digest=digest, league=league, user__is_active=True).first()
    if key is None:
        cache.delete(_known_cache_key(digest))
        _consume(request, dry_run=False)
        return None
    cache.add(_known_cache_key(digest), True, KNOWN_SECONDS)
    _record_use(key, at=at)
    return key.user_id


def is_guessing(request: Any) -> bool:
    """Whether the sender's address has sent too many wrong keys, and this is not one that was right lately."""
    if cache.get(_known_cache_key(request.feed_key_digest)):
        return False
    return _consume(request, dry_run=True) is None


def too_many_guesses() -> HttpResponse:
    """The response to an address that guesses."""
    return HttpResponse(
        "Too many wrong keys: wait a minute.\n",
        status=429,
        content_type="text/plain; charset=utf-8",
        headers={"Retry-After": str(WAIT_SECONDS)},
    )


def _consume(request: Any, *, dry_run: bool) -> ratelimit.RateLimitUsage | None:
    return ratelimit.consume(
        request,
        app="league",
        action="feed_key",
        config=WRONG_KEYS,
        key=address_block(request),
        dry_run=dry_run,
        limit_get=True,
    )


def _record_use(key: FeedKey, *, at: datetime) -> None:
    """Note that a key was used, where that was not noted just before; not while others write for too long."""
    if key.used_at is None or key.used_at < at - LAST_USE_INTERVAL:
        with suppress(OperationalError), transaction.atomic():
            FeedKey.objects.filter(pk=key.pk).update(used_at=at)


def _known_cache_key(digest: str) -> str:
    return f"known-feed-key-{digest}"

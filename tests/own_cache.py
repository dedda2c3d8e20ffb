"""The cache of a test, which other workers share where it is Redis: each test has its own keys in it."""

from __future__ import annotations

import secrets

from django.core.cache import caches


def new_prefix() -> str:
    """A key prefix that no other test uses."""
    return secrets.token_hex(8)


def empty_cache() -> None:
    """Go on with an empty cache. Clearing it would also delete what other workers keep in the same Redis."""
    caches["default"].key_prefix = new_prefix()

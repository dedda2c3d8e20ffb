"""Checks that no cache may share an answer, and that every answer has the site's Permissions-Policy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from config.middleware.permissions_policy import PERMISSIONS_POLICY


def words_of(answer: Any, header: str) -> set[str]:
    """The comma-separated parts of a header, in lower case."""
    return {part.strip().lower() for part in answer.headers.get(header, "").split(",") if part.strip()}


def shared(answers: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """A sentence for each answer that a cache may share or that lacks the policy, named by its request."""
    for url, answer in answers:
        parts = words_of(answer, "Cache-Control")
        if "public" in parts or not {"private", "no-store"} & parts or not {"no-cache", "no-store"} & parts:
            yield (
                f"The answer to {url} has Cache-Control {', '.join(sorted(parts)) or 'none'}: a cache may give it to "
                "others, so let config/middleware/private_cache.py say private, or the view no-store."
            )
        if "cookie" not in words_of(answer, "Vary"):
            yield (
                f"The answer to {url} does not vary by the cookie, by which the site knows who asks: see that it "
                "passes config/middleware/private_cache.py."
            )
        if answer.headers.get("Permissions-Policy") != PERMISSIONS_POLICY:
            yield (
                f"The answer to {url} has no Permissions-Policy: see that it passes "
                "config/middleware/permissions_policy.py."
            )

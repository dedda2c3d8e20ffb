"""Which answers a cache might give to somebody else, or a browser might let do what the site never does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from config.middleware.permissions_policy import PERMISSIONS_POLICY


def words_of(answer: Any, header: str) -> set[str]:
    """The parts of a header with commas between, in small letters."""
    return {each.strip().lower() for each in answer.headers.get(header, "").split(",") if each.strip()}


def shared(answers: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """A sentence for each answer that a cache may keep for others, or that has no policy, by what was asked."""
    for what, answer in answers:
        kept = words_of(answer, "Cache-Control")
        if "public" in kept or not {"private", "no-store"} & kept or not {"no-cache", "no-store"} & kept:
            yield (
                f"The answer to {what} has Cache-Control {', '.join(sorted(kept)) or 'none'}: a cache may give it to "
                "others, so let config/middleware/private_cache.py say private, or the view no-store."
            )
        if "cookie" not in words_of(answer, "Vary"):
            yield (
                f"The answer to {what} does not vary by the cookie, by which the site knows who asks: see that it "
                "passes config/middleware/private_cache.py."
            )
        if answer.headers.get("Permissions-Policy") != PERMISSIONS_POLICY:
            yield (
                f"The answer to {what} has no Permissions-Policy: see that it passes "
                "config/middleware/permissions_policy.py."
            )

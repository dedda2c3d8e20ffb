"""Rate limits in settings: a number per second, minute, hour or day."""

from __future__ import annotations

import re

from django.core.exceptions import ImproperlyConfigured

RATE = re.compile(r"[1-9][0-9]{0,8}/(second|minute|hour|day)")


def validate_rate(text: str, *, variable: str) -> str:
    """The rate itself. Raises `ImproperlyConfigured` if it is invalid, so that nothing starts with it."""
    if not RATE.fullmatch(text):
        raise ImproperlyConfigured(
            f"{variable} is {text[:40]!r} and no rate: give it as 600/minute, or to a second, hour or day."
        )
    return text

"""How often one may ask, as it is set: so many to a second, a minute, an hour or a day."""

from __future__ import annotations

import re

from django.core.exceptions import ImproperlyConfigured

RATE = re.compile(r"[1-9][0-9]{0,8}/(second|minute|hour|day)")


def validate_rate(text: str, *, variable: str) -> str:
    """The rate itself. Raises `ImproperlyConfigured` for what is none, so that nothing starts with it."""
    if not RATE.fullmatch(text):
        raise ImproperlyConfigured(
            f"{variable} is {text[:40]!r} and no rate: give it as 600/minute, or to a second, hour or day."
        )
    return text

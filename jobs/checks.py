"""System checks: what the settings need before processes can share jobs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register


@register("jobs")
def check_shared_redis(**_options: Any) -> list[CheckMessage]:
    """An error where several web processes run, each with its own broker and cache."""
    if settings.WEB_SERVERS > 1 and not settings.REDIS_URL:
        text = f"WEB_PROCESSES is {settings.WEB_SERVERS} and there is no REDIS_URL."
        return [Error(text, hint="Set REDIS_URL, which they share, or run one process.", id="league.E001")]
    return []

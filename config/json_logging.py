"""Logs as JSON lines, for whatever collects them; structlog is imported here and nowhere else among the settings."""

from __future__ import annotations

import re
from typing import Any

import structlog
from django.http import HttpRequest
from django_structlog.middlewares import RequestMiddleware

SECRET_LINK_PATHS = re.compile(r"^(/accounts/.*?/key/|/accounts/confirm-email/).*")
"""Addresses whose rest is a secret somebody was mailed."""

_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


class RequestLogMiddleware(RequestMiddleware):
    """A line when a request begins and one when it ends, with its id; never its query or a mailed key."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Method and path."""
        path = SECRET_LINK_PATHS.sub(r"\1…", request.path)
        return f"{request.method} {path}"


def configure() -> None:
    """Send what is logged through structlog to the loggers of the standard library."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def formatter() -> dict[str, Any]:
    """The formatter of JSON lines, as Django's LOGGING describes one."""
    return {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [*_SHARED, structlog.stdlib.ExtraAdder(allow=())],
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    }

"""Logs as JSON lines, for log collectors; none of the other settings modules imports structlog."""

from __future__ import annotations

import re
from typing import Any

import structlog
from django.http import HttpRequest
from django_structlog.middlewares import RequestMiddleware

SECRET_LINK_PATHS = re.compile(r"^(/accounts/.*?/key/|/accounts/confirm-email/|/unsubscribe/).*")
"""Addresses whose last part is a secret that was mailed to somebody."""

_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


class RequestLogMiddleware(RequestMiddleware):
    """Logs one line when a request begins and one when it ends, with its id; never its query or a mailed key."""

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
    """The formatter of JSON lines, as an entry for Django's LOGGING."""
    return {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [*_SHARED, structlog.stdlib.ExtraAdder(allow=())],
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    }

"""Logs: plain lines for the person at the terminal, JSON lines for whatever collects them."""

from __future__ import annotations

import re
from typing import Any

import structlog
from django.http import HttpRequest
from django_structlog.middlewares import RequestMiddleware

REQUEST_LOG = "config.logs.RequestLog"
KEYED = re.compile(r"^(/accounts/.*?/key/|/accounts/confirm-email/).*")
"""Addresses whose rest is a secret somebody was mailed."""
QUIET = ("celery.beat", "celery.worker.strategy", "celery.app.trace", "celery.redirected", "kombu")
"""What would say a line for every nudge."""

_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


class RequestLog(RequestMiddleware):
    """A line when a request begins and one when it ends, with its id; never its query or a mailed key."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Method and path."""
        path = KEYED.sub(r"\1…", request.path)
        return f"{request.method} {path}"


def logging_in(form: str) -> dict[str, Any]:
    """Django's LOGGING, `plain` or `json`; JSON lines carry request, job and season where there is one."""
    if form not in {"plain", "json"}:
        raise ValueError(f"LOG_FORMAT is {form!r}: it is plain or json.")
    if form == "json":
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
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "plain": {"format": "{levelname} {name}: {message}", "style": "{"},
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": [*_SHARED, structlog.stdlib.ExtraAdder(allow=())],
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    structlog.processors.JSONRenderer(ensure_ascii=False),
                ],
            },
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": form}},
        "loggers": {
            # Whoever asks for another host gets 400; it is no news to the operator.
            "django.security.DisallowedHost": {"handlers": [], "propagate": False},
            **{name: {"level": "WARNING"} for name in QUIET},
        },
        "root": {"handlers": ["console"], "level": "INFO" if form == "json" else "WARNING"},
    }

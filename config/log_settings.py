"""Logs: plain lines for a person at the terminal, JSON lines for log collectors."""

from __future__ import annotations

from typing import Any

QUIET_LOGGERS = ("celery.beat", "celery.worker.strategy", "celery.app.trace", "celery.redirected", "kombu")
"""Loggers that would write a line for every nudge."""


def logging_config(form: str) -> dict[str, Any]:
    """Django's LOGGING, `plain` or `json`; JSON lines include request, job and season if there is one."""
    if form not in {"plain", "json"}:
        raise ValueError(f"LOG_FORMAT is {form!r}: it is plain or json.")
    formatters: dict[str, Any] = {"plain": {"format": "{levelname} {name}: {message}", "style": "{"}}
    if form == "json":
        from config import json_logging  # slow to import: structlog brings a terminal's colors

        json_logging.configure()
        formatters["json"] = json_logging.formatter()
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": formatters,
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": form}},
        "loggers": {
            # A request for another host gets 400; that is no news to the operator.
            "django.security.DisallowedHost": {"handlers": [], "propagate": False},
            **{name: {"level": "WARNING"} for name in QUIET_LOGGERS},
        },
        "root": {"handlers": ["console"], "level": "INFO" if form == "json" else "WARNING"},
    }

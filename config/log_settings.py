"""Logs: plain lines for the person at the terminal, JSON lines for whatever collects them."""

from __future__ import annotations

from typing import Any

QUIET_LOGGERS = ("celery.beat", "celery.worker.strategy", "celery.app.trace", "celery.redirected", "kombu")
"""What would say a line for every nudge."""


def logging_config(form: str) -> dict[str, Any]:
    """Django's LOGGING, `plain` or `json`; JSON lines carry request, job and season where there is one."""
    if form not in {"plain", "json"}:
        raise ValueError(f"LOG_FORMAT is {form!r}: it is plain or json.")
    formatters: dict[str, Any] = {"plain": {"format": "{levelname} {name}: {message}", "style": "{"}}
    if form == "json":
        from config import json_logging  # structlog brings a terminal's colors; no command waits for those in vain

        json_logging.configure()
        formatters["json"] = json_logging.formatter()
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": formatters,
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": form}},
        "loggers": {
            # Whoever asks for another host gets 400; it is no news to the operator.
            "django.security.DisallowedHost": {"handlers": [], "propagate": False},
            **{name: {"level": "WARNING"} for name in QUIET_LOGGERS},
        },
        "root": {"handlers": ["console"], "level": "INFO" if form == "json" else "WARNING"},
    }

"""The limits of the API for its documentation, each imported from the module that enforces it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings

from api.commands.views import MOST_COMMANDS
from api.duels.scorer import MOST_DUELISTS, MOST_EVENTS
from api.json_codec import LONGEST_BODY
from api.query_params import LINES, MOST_LINES
from api.quotas import POLICY_HEADER, REMAINING_HEADER
from api.reports.views import LONGEST_LOG
from api.throttling import ANONYMOUS_WORK_DIVISOR, TOKENS_PER_ADDRESS_FACTOR
from jobs.sweeper import ANSWER_RETENTION as ANSWERS_KEPT
from journal.amends.misread_dice import MOST_MISREAD
from journal.amends.requests import MOST_CORRECTIONS
from journal.input_validation import LONGEST_KEY, LONGEST_REASON
from league import sandboxes, tokens
from league.pages.duels.actions import MOST_ACTIONS, MOST_ENTRIES
from scheduling.evidence import LONGEST_LOG as LONGEST_UNPACKED
from webhooks.delivery import DEAD_RETENTION, MOST_TRIES, RETENTION, RETRY_DELAYS
from webhooks.publisher import MOST_WAITING
from webhooks.subscriptions import MOST_WEBHOOKS
from webhooks.transport import POST_SECONDS

RATE_SETTINGS = {"token": "API_RATE_TOKEN", "address": "API_RATE_ADDRESS"}
"""The environment variable that sets each rate, by the scope of its throttle."""


def limits() -> tuple[tuple[str, str], ...]:
    """Each limited thing and its limit, as texts."""
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    by_token, by_address = (rates[scope].replace("/", " a ") for scope in RATE_SETTINGS)
    days = round(sum(RETRY_DELAYS, timedelta()) / timedelta(days=1), 1)
    return (
        (
            "requests",
            (
                f"{by_token} by one token and {TOKENS_PER_ADDRESS_FACTOR} times as many by all tokens of an address, "
                f"{by_address} from an address without one; then 429, and Retry-After says when; RateLimit says in "
                "every answer what is left"
            ),
        ),
        ("the body of a request", f"{LONGEST_BODY:,} bytes"),
        (
            "a log in a report",
            f"{LONGEST_LOG:,} characters of base64, {LONGEST_UNPACKED:,} bytes unpacked: compress it",
        ),
        (
            "a duel that is scored",
            (
                f"{MOST_DUELISTS} vehicles and {MOST_EVENTS:,} events; without a token, "
                f"1 request where {ANONYMOUS_WORK_DIVISOR} others are allowed"
            ),
        ),
        ("a duel at a table", f"{MOST_ACTIONS} actions at once, {MOST_ENTRIES:,} in all"),
        ("commands at once", f"{MOST_COMMANDS}"),
        ("corrections of an amend", f"{MOST_CORRECTIONS}, of {MOST_COMMANDS} commands each"),
        ("misread dice of an amend", f"{MOST_MISREAD}"),
        ("lines of a page", f"{LINES} where nothing is said, {MOST_LINES} at most"),
        ("an idempotency key", f"{LONGEST_KEY} characters; its answer is kept {_hours(ANSWERS_KEPT)} hours at least"),
        ("a reason", f"{LONGEST_REASON:,} characters"),
        (
            "tokens",
            (
                f"{tokens.MOST_TOKENS} of a person in a league; good for {tokens.DAYS} days where nothing is said, "
                f"{tokens.LONGEST_DAYS} at most"
            ),
        ),
        (
            "sandboxes",
            (
                f"{sandboxes.MOST_PER_PERSON} of a person and {sandboxes.MOST_PER_LEAGUE} of all in a league; they "
                "stand "
                f"{sandboxes.DAYS} days where nothing is said, {sandboxes.LONGEST_DAYS} at most"
            ),
        ),
        (
            "webhooks",
            f"{MOST_WEBHOOKS} of a person in a league; one for which {MOST_WAITING:,} messages wait is stopped",
        ),
        (
            "a message of a webhook",
            (
                f"is to be taken within {POST_SECONDS:.0f} seconds; tried {MOST_TRIES} times within {days} days; "
                "kept "
                f"{RETENTION.days} days after it was taken, {DEAD_RETENTION.days} days where it never was"
            ),
        ),
    )


def limits_table() -> str:
    """The limits as a Markdown table."""
    rows = [f"| {subject} | {limit} |" for subject, limit in limits()]
    return "\n".join(("| what | how much |", "|---|---|", *rows))


def add_limits(result: dict[str, Any], **_asked: object) -> dict[str, Any]:
    """drf-spectacular hook: append the table of limits to the description of the document."""
    result["info"]["description"] += f"\n\n## Limits\n{limits_table()}\n"
    return result


HEADER_COMPONENTS: dict[str, dict[str, Any]] = {
    POLICY_HEADER: {
        "description": (
            "The limits that the request counted against: the name of each, with `q` requests in `w` seconds, as in "
            "draft-ietf-httpapi-ratelimit-headers. Left out where the request counted against none."
        ),
        "schema": {"type": "string"},
        "example": '"token";q=600;w=60, "tokens-of-address";q=6000;w=60',
    },
    REMAINING_HEADER: {
        "description": (
            "What is left of each of them: `r` requests; after `t` seconds there are more. Wait for `Retry-After` "
            "where it is sent too."
        ),
        "schema": {"type": "string"},
        "example": '"token";r=598;t=41, "tokens-of-address";r=5987;t=23',
    },
    "Retry-After": {
        "description": "Seconds after which the request may be sent again.",
        "schema": {"type": "string"},
        "example": "17",
    },
}
RETRIED_STATUSES = ("429", "503")
"""Statuses of responses that have `Retry-After`."""


def add_quota_headers(result: dict[str, Any], **_asked: object) -> dict[str, Any]:
    """drf-spectacular hook: describe the headers of the limits, and name them at every response."""
    result.setdefault("components", {})["headers"] = HEADER_COMPONENTS
    for operations in result["paths"].values():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                names = HEADER_COMPONENTS if status in RETRIED_STATUSES else (POLICY_HEADER, REMAINING_HEADER)
                response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    return result


def _hours(span: timedelta) -> int:
    return round(span / timedelta(hours=1))

"""Reads the `RateLimit` and `RateLimit-Policy` headers of an answer: how much of each limit is left."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

ITEM = re.compile(r'"((?:[^"\\]|\\.)*)"((?:\s*;\s*[a-z*][a-z0-9_.*-]*(?:=(?:"(?:[^"\\]|\\.)*"|[^\s",;]+))?)*)')
INTEGER_PARAMETER = re.compile(r"([a-z*][a-z0-9_.*-]*)=(\d+)")


@dataclass(frozen=True, slots=True)
class Quota:
    """A limit: `limit` requests in `window` seconds, of which `left` remain; more are allowed after `reset` seconds.

    A figure that the server did not send is None.
    """

    name: str
    limit: int | None
    window: int | None
    left: int | None
    reset: int | None


def quotas_in(headers: Mapping[str, str]) -> dict[str, Quota]:
    """The limits by name, from headers with lower-case names. What cannot be read is left out."""
    policies = _parameters_by_name(headers.get("ratelimit-policy", ""))
    remaining = _parameters_by_name(headers.get("ratelimit", ""))
    return {
        name: Quota(
            name=name,
            limit=policies.get(name, {}).get("q"),
            window=policies.get(name, {}).get("w"),
            left=remaining.get(name, {}).get("r"),
            reset=remaining.get(name, {}).get("t"),
        )
        for name in {**policies, **remaining}
    }


def _parameters_by_name(header: str) -> dict[str, dict[str, int]]:
    """The whole-number parameters of each string in a structured list."""
    return {
        name: {key: int(number) for key, number in INTEGER_PARAMETER.findall(parameters)}
        for name, parameters in ITEM.findall(header)
    }

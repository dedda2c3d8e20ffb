"""Log entries for tests of what books make of their logs."""

from __future__ import annotations

from typing import Any

from rules.match.log import LogEntry


def entry(
    kind: str,
    *,
    car: str = "a.c1",
    crew: str = "ada",
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    **more: Any,
) -> LogEntry:
    """An entry of the third phase of turn 2, by rule X-001, without dice."""
    return LogEntry(1, 1, 2, 3, car, crew, kind, "X-001", (), before or {}, after or {}, more)

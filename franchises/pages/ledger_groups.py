"""The lines of a franchise's ledger, grouped by the match they follow from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from explain import links
from explain.fact_rendering import RenderedFact
from league.models import Settlement

BEFORE_ANY_MATCH = "Before the first match"


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """A line of the ledger, with the balance after it and its fact; `match` is the short id of its match, or ""."""

    balance: int
    told: RenderedFact
    entry: int
    href: str
    match: str


@dataclass(frozen=True, slots=True)
class LedgerGroup:
    """The lines of a match and of the shopping after it, the newest first.

    `total` is what they add up to in credits, None if some of them are on another page.
    """

    title: str
    href: str
    lines: tuple[MoneyLine, ...]
    total: int | None


def match_of_line(line: Any, stated: Any, command: Mapping[str, Any], settled: Sequence[Settlement]) -> str:
    """The short id of the match a ledger line follows from: its own, or the last one settled before; "" for none."""
    named = getattr(stated, "match", "") or command.get("match", "")
    if named:
        return str(named)
    before = (settlement.match_id for settlement in settled if settlement.entry <= line.entry)
    return links.short_id(next(before, ""))


def ledger_groups(
    lines: Iterable[MoneyLine], *, titles: Mapping[str, str], season: str, newest: bool, oldest: bool
) -> list[LedgerGroup]:
    """The lines by match, as they follow each other; `newest` and `oldest` say at which ends nothing is left out."""
    by_match = [(match, tuple(group)) for match, group in groupby(lines, key=lambda line: line.match)]
    groups = []
    for place, (match, group) in enumerate(by_match):
        is_whole = (newest or place > 0) and (oldest or place < len(by_match) - 1)
        groups.append(
            LedgerGroup(
                titles.get(match, f"Match {match}") if match else BEFORE_ANY_MATCH,
                links.match_url(f"{season}/{match}") if match else "",
                group,
                sum(line.told.amount or 0 for line in group) if is_whole else None,
            )
        )
    return groups

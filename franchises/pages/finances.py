"""The finances page of a franchise: its ledger, grouped by match, and match settlements.

Rules DM-C-096 to DM-C-100.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Any

from django.db.models import Q

from explain import links
from explain.fact_rendering import RenderedFact, render_fact
from explain.name_lookup import complete_names
from explain.names import Names
from franchises.pages.base_context import FranchisePageRequest, load_franchise_page
from franchises.queries.franchise import ledger, settlements
from journal.entry_body import load_standing_body
from league.models import Settlement
from league.pages.list_pages import fact_lines, list_page
from league.queries.names import title_at

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


MOST_LINES = 30
LINES_A_PAGE = 80
"""The most lines of the ledger on a page, as a phone shows them with their reasons; it has fewer entries then."""
MOST_MATCHES = 14
"""The most settled matches on a page."""
CURSOR = re.compile(r"(\d{1,9})-(\d{1,9})")


@dataclass(frozen=True, slots=True)
class MatchReckoning:
    """The settlement of a match in credits. `bills` is negative; `profit` is what remains after overhead."""

    match: str
    short: str
    """The match on the axis of a chart, such as "R2 A"."""
    match_href: str
    prize: int
    sponsors: int
    besides: int
    bills: int
    net: int
    size: int
    profit: int
    entry: int
    href: str


def finances_page(page_request: FranchisePageRequest) -> dict[str, Any] | None:
    """The context of the finances page; None if the franchise is not in that season."""
    page = load_franchise_page(page_request, "finances")
    if page is None:
        return None
    row, season = page.row, page.row.season_id
    lines = ledger(row, page_request.viewer)
    if cursor := CURSOR.fullmatch(page_request.before):
        entry, fact = int(cursor[1]), int(cursor[2])
        lines = lines.filter(Q(entry__lt=entry) | Q(entry=entry, fact__lt=fact))
    fetched = list(lines[: MOST_LINES + 1])
    bodies = [load_standing_body(line.entry_body, line.entry_retold) for line in fetched[:MOST_LINES]]
    facts = [body.parsed_facts()[line.fact] for line, body in zip(fetched, bodies, strict=False)]
    settled: list[Any] = list(settlements(row.pk))
    names = Names(season, franchises={page_request.franchise: row.identity.name})
    complete_names(names, facts)
    names.matches |= {links.short_id(it.match_id): title_at(it.match_at) for it in settled}
    money_lines = [
        MoneyLine(
            line.balance,
            render_fact(fact, names),
            line.entry,
            links.entry_url(season, line.entry),
            match_of_line(line, fact, body.command, settled),
        )
        for line, fact, body in zip(fetched, facts, bodies, strict=False)
    ]
    fitting = max(1, sum(lines <= LINES_A_PAGE for lines in accumulate(map(_lines, money_lines))))
    shown_lines, is_oldest = fetched[:fitting], len(fetched) <= fitting
    return {
        **page.context,
        "ledger": ledger_groups(
            money_lines[:fitting],
            titles=names.matches,
            season=season,
            newest=not cursor,
            oldest=is_oldest,
        ),
        "newest": not cursor,
        "older": "" if is_oldest else f"{shown_lines[-1].entry}-{shown_lines[-1].fact}",
        "balances": [
            (entry, balance, links.entry_url(season, entry))
            for entry, balance in {line.entry: line.balance for line in reversed(shown_lines)}.items()
        ][::-1],
        "matches": list_page(
            [_match_reckoning(settlement) for settlement in settled],
            page_request.query,
            "matches",
            lines=lambda _: 1,
            most=MOST_MATCHES,
        ),
        "asked_season": page_request.season,
    }


def _lines(line: MoneyLine) -> int:
    """About how many lines of a phone a line of the ledger takes with its reason."""
    return fact_lines(line.told) + len(line.told.rolls) + 2


def _match_reckoning(settlement: Any) -> MatchReckoning:
    return MatchReckoning(
        match=title_at(settlement.match_at),
        short=title_at(settlement.match_at).replace("Round ", "R").replace(", match", ""),
        match_href=links.match_url(settlement.match_id),
        prize=settlement.prize,
        sponsors=settlement.sponsor_income,
        besides=settlement.face_income + settlement.cup_bonus + settlement.holding_payout,
        bills=-(settlement.cloning + settlement.replacements + settlement.repairs),
        net=settlement.net_income,
        size=settlement.size,
        profit=settlement.profit,
        entry=settlement.entry,
        href=links.entry_url(settlement.season_id, settlement.entry),
    )

"""The finances page of a franchise: ledger and match settlements. Rules DM-C-096 to DM-C-100."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
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
from rules.campaign.core.facts import Fact

LINES_A_PAGE = 30
CURSOR = re.compile(r"(\d{1,9})-(\d{1,9})")


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """A line of the ledger, with the balance after it and its fact."""

    at: datetime
    balance: int
    told: RenderedFact
    entry: int
    href: str


@dataclass(frozen=True, slots=True)
class MatchReckoning:
    """The settlement of a match in credits. `bills` is negative; `profit` is what remains after overhead."""

    match: str
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
    fetched = list(lines[: LINES_A_PAGE + 1])
    shown_lines = fetched[:LINES_A_PAGE]
    lines_with_facts = [
        (line, load_standing_body(line.entry_body, line.entry_retold).parsed_facts()[line.fact])
        for line in shown_lines
    ]
    names = Names(season, franchises={page_request.franchise: row.identity.name})
    complete_names(names, [fact for _, fact in lines_with_facts])
    return {
        **page.context,
        "ledger": [_money(line, fact, names, season) for line, fact in lines_with_facts],
        "newest": not cursor,
        "older": f"{shown_lines[-1].entry}-{shown_lines[-1].fact}" if len(fetched) > LINES_A_PAGE else "",
        "balances": [
            (entry, balance, links.entry_url(season, entry))
            for entry, balance in {line.entry: line.balance for line in reversed(shown_lines)}.items()
        ][::-1],
        "matches": [_match_reckoning(settlement) for settlement in settlements(row.pk)],
        "asked_season": page_request.season,
    }


def _money(line: Any, stated: Fact, names: Names, season: str) -> MoneyLine:
    return MoneyLine(
        line.entry_at, line.balance, render_fact(stated, names), line.entry, links.entry_url(season, line.entry)
    )


def _match_reckoning(settlement: Settlement) -> MatchReckoning:
    return MatchReckoning(
        match=f"Match {links.short_id(settlement.match_id)}",
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

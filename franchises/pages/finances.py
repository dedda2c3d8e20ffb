"""A franchise's money: its ledger, what each match came to, and what is still to come. Rules DM-C-096 to DM-C-100."""

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
    """A line of the ledger: the balance after it, and the fact behind it."""

    at: datetime
    balance: int
    told: RenderedFact
    entry: int
    href: str


@dataclass(frozen=True, slots=True)
class MatchReckoning:
    """What a match came to, in credits: the bills are what was taken off, `profit` what overhead left."""

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


def finances_page(asked: FranchisePageRequest) -> dict[str, Any] | None:
    """The context of a franchise's money, None when it is not in that season."""
    page = load_franchise_page(asked, "finances")
    if page is None:
        return None
    row, season = page.row, page.row.season_id
    lines = ledger(row, asked.viewer)
    if found := CURSOR.fullmatch(asked.before):
        entry, fact = int(found[1]), int(found[2])
        lines = lines.filter(Q(entry__lt=entry) | Q(entry=entry, fact__lt=fact))
    fetched = list(lines[: LINES_A_PAGE + 1])
    listed = fetched[:LINES_A_PAGE]
    stated = [
        (line, load_standing_body(line.entry_body, line.entry_retold).parsed_facts()[line.fact]) for line in listed
    ]
    names = Names(season, franchises={asked.franchise: row.identity.name})
    complete_names(names, [fact for _, fact in stated])
    return {
        **page.context,
        "ledger": [_money(line, fact, names, season) for line, fact in stated],
        "newest": not found,
        "older": f"{listed[-1].entry}-{listed[-1].fact}" if len(fetched) > LINES_A_PAGE else "",
        "balances": [
            (entry, balance, links.entry_url(season, entry))
            for entry, balance in {line.entry: line.balance for line in reversed(listed)}.items()
        ][::-1],
        "matches": [_match_reckoning(settlement) for settlement in settlements(row.pk)],
        "asked_season": asked.season,
    }


def _money(line: Any, stated: Fact, names: Names, season: str) -> MoneyLine:
    return MoneyLine(
        line.entry_at, line.balance, render_fact(stated, names), line.entry, links.entry_url(season, line.entry)
    )


def _match_reckoning(each: Settlement) -> MatchReckoning:
    return MatchReckoning(
        match=f"Match {links.short_id(each.match_id)}",
        match_href=links.match_url(each.match_id),
        prize=each.prize,
        sponsors=each.sponsor_income,
        besides=each.face_income + each.cup_bonus + each.holding_payout,
        bills=-(each.cloning + each.replacements + each.repairs),
        net=each.net_income,
        size=each.size,
        profit=each.profit,
        entry=each.entry,
        href=links.entry_url(each.season_id, each.entry),
    )

"""The sponsors page of a franchise: sponsors and events of the season. Rules DM-C-068 to DM-C-086, DM-C-168."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explain import links
from explain.fact_rendering import RenderedFact, render_fact
from explain.name_lookup import complete_names
from explain.names import Names
from franchises.models import Sponsor
from franchises.pages.base_context import FranchisePage, FranchisePageRequest, load_franchise_page
from franchises.pages.team import SponsorLine, sponsor_line
from franchises.queries.franchise import sponsor_entries, sponsors
from journal.entry_body import load_standing_body
from rules.campaign.core.facts import Fact
from rules.campaign.sponsors.holding_companies import HOLDING_COMPANY

SPONSOR_FACTS = frozenset(
    {
        "sponsor_joined",
        "sponsor_waits",
        "sponsor_left",
        "sponsor_declined",
        "sponsor_declared_safe",
        "no_sponsor_safe",
        "sponsor_pooled",
        "farewell_paid",
        "holding_cashed",
        "holding_payout_waits",
        "party_thrown",
    }
)
"""Tags of the facts about sponsors won, kept and lost."""


@dataclass(frozen=True, slots=True)
class FranchiseSponsor:
    """A sponsor of a franchise: the season it joined, and whether it is or was safe."""

    line: SponsorLine
    id: str
    joined: int
    safe: str
    href: str
    may_be_cashed: bool


@dataclass(frozen=True, slots=True)
class SponsorEvent:
    """A fact about the sponsors, with its entry."""

    told: RenderedFact
    number: int
    href: str


def sponsors_page(page_request: FranchisePageRequest) -> dict[str, Any] | None:
    """The context of the sponsors page; None if the franchise is not in that season."""
    page = load_franchise_page(page_request, "sponsors")
    if page is None:
        return None
    row = page.row
    return {
        **page.context,
        "backers": [_franchise_sponsor(sponsor, season=page.house.number) for sponsor in sponsors(row.pk)],
        "sponsors_max": page.house.number_setting("sponsors.max"),
        "waiting": [sponsor_line(kind) for kind in row.waiting_sponsors],
        "events": _events(page, page_request),
        "safety": _safety(page),
        "same_kind_adds": bool(page.house.setting("sponsors.same_type_effects_stack")),
    }


def _franchise_sponsor(sponsor: Sponsor, *, season: int) -> FranchiseSponsor:
    safe = ""
    if season in sponsor.safe_in:
        safe = "safe this season"
    elif season - 1 in sponsor.safe_in:
        safe = "safe last season, so not this one"
    return FranchiseSponsor(
        line=sponsor_line(sponsor.kind),
        id=links.short_id(sponsor.pk),
        joined=sponsor.joined,
        safe=safe,
        href=f"{links.journal_url(sponsor.season_id)}?subject={links.short_id(sponsor.pk)}",
        may_be_cashed=sponsor.kind == HOLDING_COMPANY,
    )


def _safety(page: FranchisePage) -> str:
    """A sentence about declaring sponsors safe at step E7; empty at other steps (DM-C-168)."""
    if page.house.step != "E7" or page.row.folded:
        return ""
    if page.row.safe_declared:
        return "It has declared what is safe; it may change that until the draw."
    return "It may declare one sponsor safe before one of the others is drawn and lost."


def _events(page: FranchisePage, page_request: FranchisePageRequest) -> list[SponsorEvent]:
    row = page.row
    facts: list[tuple[Any, Fact]] = [
        (entry, fact)
        for entry in sponsor_entries(row, page_request.viewer)
        for fact in reversed(load_standing_body(entry.read_body, entry.read_retold).parsed_facts())
        if fact.tag in SPONSOR_FACTS and getattr(fact, "franchise", "") == page_request.franchise
    ]
    names = Names(row.season_id, franchises={page_request.franchise: row.identity.name})
    complete_names(names, [fact for _, fact in facts])
    return [
        SponsorEvent(render_fact(fact, names), entry.number, links.entry_url(row.season_id, entry.number))
        for entry, fact in facts
    ]

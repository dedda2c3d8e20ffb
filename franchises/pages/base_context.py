"""What all pages of a franchise share: which season is asked for, the banner, and the tabs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse

from explain import links
from explain.driver_sheet import season_rules_state
from franchises.queries.franchise import franchise_in_season
from league.access import Viewer
from league.models import League
from league.pages.base_context import Breadcrumb, base_context, franchise_color
from rules.campaign.core import state
from rules.campaign.core.command import command_type, open_steps
from rules.core.terms import ID_PATTERN

TABS = {
    "": "Team",
    "stores": "Stores",
    "market": "Market",
    "finances": "Finances",
    "sponsors": "Sponsors",
    "history": "History",
    "orders": "Orders",
}
"""The pages of a franchise by the last part of their address."""
PRIVATE_TABS = frozenset({"orders"})
SETUP_TAB = {"founding": "Set up"}
"""The page of whoever sets the franchise up, while hiring, garage and party are open."""
SETUP_STEPS = frozenset({"S1", "S2", "S3"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FranchisePageRequest:
    """Which franchise's page somebody asks for: `season` by its short name, empty for the newest.

    `before` is the ledger line to go on from, empty for the newest.
    """

    league: League
    viewer: Viewer
    franchise: str
    season: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of the franchise, `here` when it is the one that is shown."""

    name: str
    href: str
    here: bool


@dataclass(frozen=True, slots=True)
class FranchisePage:
    """The franchise in the season that was asked for, and what every page of it begins with."""

    row: Any
    house: state.Season
    context: dict[str, Any]
    own: bool
    """Whether the viewer owns it (DM-C-059)."""


def load_franchise_page(asked: FranchisePageRequest, here: str) -> FranchisePage | None:
    """The franchise with the frame, banner and tabs of its page `here`; None when it is not in that season."""
    if asked.season and not ID_PATTERN.fullmatch(asked.season):
        return None
    row = franchise_in_season(asked.league.pk, asked.franchise, asked.viewer, season=asked.season)
    if row is None:
        return None
    season, name = row.season, row.identity.name
    own = row.identity in asked.viewer.franchises
    private = own or asked.viewer.is_commissioner
    setting_up = private and season.step in SETUP_STEPS and not row.folded
    tabs = {**SETUP_TAB, **TABS} if setting_up or here in SETUP_TAB else TABS
    crumbs = [
        Breadcrumb(asked.league.name, links.league_url(asked.league.pk)),
        Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
        Breadcrumb(name, tab_url(asked) if here else ""),
    ]
    context = {
        **base_context(
            league=asked.league,
            season=season,
            viewer=asked.viewer,
            here="Franchises",
            crumbs=[*crumbs, Breadcrumb(tabs[here])] if here else crumbs,
            balance=row.own_balance,
        ),
        "franchise": row,
        "name": name,
        "short_name": asked.franchise,
        "colour": franchise_color(asked.franchise),
        "own_franchise": own,
        "tabs": [
            Tab(words, tab_url(asked, part), part == here)
            for part, words in tabs.items()
            if private or part not in PRIVATE_TABS
        ],
        "founding_href": tab_url(asked, "founding") if setting_up else "",
        "finances_href": tab_url(asked, "finances"),
        "history_href": tab_url(asked, "history"),
        "stores_href": tab_url(asked, "stores"),
        "market_href": tab_url(asked, "market"),
        "sponsors_href": tab_url(asked, "sponsors"),
        "shopping_after": "" if row.shopping_after is None else f"match {links.short_id(row.shopping_after)}",
        "shopping_href": "" if row.shopping_after is None else links.match_url(row.shopping_after),
        "gone": row.newest_number > season.number and not asked.season,
        "may": _allowed_actions(row, season_rules_state(season)) if private else AllowedActions(),
        "newest_href": tab_url(replace(asked, season=""), here) if asked.season else "",
    }
    return FranchisePage(row, season_rules_state(season), context, own)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedActions:
    """What the viewer may do for the franchise now, as far as a page knows without asking more; the rules have the
    last word. All are closed to whoever may not act for it.
    """

    act: bool = False
    """Whether they may act for it at all."""
    hire: bool = False
    staff: bool = False
    shop: bool = False
    move: bool = False
    """Items on and off, drivers let go."""
    learn: bool = False
    """Trait points placed."""
    cure: bool = False
    party: bool = False


def _allowed_actions(row: Any, house: state.Season) -> AllowedActions:
    """Which windows are open to the franchise (DM-C-063, DM-C-064, DM-C-104, DM-C-178)."""
    steps, shopping = open_steps(house), row.shopping_after is not None

    def legal(tag: str) -> bool:
        return not steps.isdisjoint(command_type(tag).steps)

    def hiring(switch: str) -> bool:
        midseason = bool(house.setting(switch))
        return ("S1" in steps and (midseason or not row.season.rounds_before)) or (shopping and midseason)

    idle = house.step == "M" and bool(house.setting("round.idle_may_shop"))
    free = row.locked_for is None
    return AllowedActions(
        act=True,
        hire=hiring("hire.midseason"),
        staff=hiring("staff.midseason_hire"),
        shop="S2" in steps or shopping or idle,
        move=free and legal("fit_item"),
        learn=free and legal("choose_trait"),
        cure=free and legal("use_medical_device"),
        party=legal("throw_party") and not row.party_thrown,
    )


def tab_url(asked: FranchisePageRequest, part: str = "") -> str:
    """The address of a page of the franchise, in the season that was asked for."""
    name = f"franchise-{part}" if part else "franchise"
    address = reverse(name, args=[asked.league.pk, asked.franchise])
    return f"{address}?season={asked.season}" if asked.season else address

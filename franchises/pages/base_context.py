"""What all pages of a franchise share: the season, the banner, the tabs, and whether its visitor can trade with it.

Rules DM-C-104, DM-C-107.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from explain import links
from explain.driver_sheet import season_rules_state
from explain.links import route_url
from franchises.crests import crest_of
from franchises.queries.franchise import franchise_in_season
from franchises.queries.season_franchises import trading_states
from league.access import Viewer
from league.models import League, Membership, NameChange
from league.pages.base_context import Breadcrumb, base_context
from league.pages.command_forms.page import command_form_url
from league.pages.names import formerly
from league.queries.names import title_at, title_in_sentence
from rules.campaign.core import state
from rules.campaign.core.command import command_type, open_steps
from rules.core.terms import ID_PATTERN


@dataclass(frozen=True, slots=True)
class TradeInvitation:
    """Links to the form of a trade with the rival, each with its words; without one, why no trade is possible."""

    links: tuple[tuple[str, str], ...] = ()
    reason: str = ""


NO_TRADE = TradeInvitation()
"""Nothing is shown: the viewer owns no other franchise there, or nobody is shopping."""


def trade_invitation(row: Any, viewer: Viewer) -> TradeInvitation:
    """How the viewer can propose a trade to the franchise, with each of theirs that can trade now (DM-C-107)."""
    own = {franchise.pk for franchise in viewer.franchises}
    season = row.season
    if not own or row.identity_id in own or season.step != "M" or row.folded or row.newest_number > season.number:
        return NO_TRADE
    states = trading_states(season.pk, (row.identity_id, *sorted(own)))
    rival = next(state for state in states if state.identity_id == row.identity_id)
    ready = [state for state in states if state.identity_id in own and state.shopping]
    able = [state for state in ready if not state.tinkered]
    name = row.identity.name
    if not rival.shopping:
        return (
            TradeInvitation(reason=f"You cannot trade with {name} now: its shops are closed.") if ready else NO_TRADE
        )
    if not ready:
        return TradeInvitation(
            reason=f"You can trade with {name} once you both shop: your shops open when your next match is settled."
        )
    if not able:
        return TradeInvitation(
            reason=f"You can trade with {name} once you have bought or declined what was tinkered for you."
        )
    if rival.tinkered:
        return TradeInvitation(
            reason=f"You can trade with {name} once it has bought or declined what was tinkered for it."
        )
    return TradeInvitation(
        tuple(
            (
                f"Propose a trade as {state.identity.name}" if len(own) > 1 else "Propose a trade",
                command_form_url(
                    season.pk,
                    "propose_trade",
                    franchise=links.short_id(state.pk),
                    partner=links.short_id(row.pk),
                ),
            )
            for state in able
        )
    )


TABS = {
    "": "Team",
    "stores": "Stores",
    "market": "Market",
    "finances": "Finances",
    "sponsors": "Sponsors",
    "history": "History",
    "rivals": "Rivals",
    "orders": "Orders",
}
"""The pages of a franchise, by the last part of their URL."""
PRIVATE_TABS = frozenset({"orders"})
SETUP_TAB = {"founding": "Set up"}
"""The page for setting up the franchise, shown to its owner and commissioners during setup."""
HIRING_SWITCH = "hire.midseason"
"""The house rule by which drivers are hired while a franchise shops (DM-C-063)."""
SETUP_STEPS = frozenset({"S1", "S2", "S3"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FranchisePageRequest:
    """A request for a page of a franchise. `season` is a short name; empty means the newest.

    `before` is the ledger line before which the page begins; empty means the newest lines.
    """

    league: League
    viewer: Viewer
    franchise: str
    season: str = ""
    before: str = ""
    sort: str = ""
    """The column the roster is sorted by, `-` before it for descending; empty for its usual order."""
    against: str = ""
    """The short name of the franchise it is compared with; empty for none."""
    query: Mapping[str, str] | None = None
    """The query, which asks for pages of lists; without one they are whole."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A link to a page of the franchise; `here` is true for the page that is shown."""

    name: str
    href: str
    here: bool


@dataclass(frozen=True, slots=True)
class FranchisePage:
    """A franchise in the requested season, with the part of the context that all its pages share."""

    row: Any
    house: state.Season
    context: dict[str, Any]
    own: bool
    """Whether the viewer owns it (DM-C-059)."""


def load_franchise_page(page_request: FranchisePageRequest, here: str) -> FranchisePage | None:
    """The franchise with the shared context of its page `here`; None if it is not in that season."""
    if page_request.season and not ID_PATTERN.fullmatch(page_request.season):
        return None
    row = franchise_in_season(
        page_request.league.pk, page_request.franchise, page_request.viewer, season=page_request.season
    )
    if row is None:
        return None
    season, name = row.season, row.identity.name
    own = row.identity in page_request.viewer.franchises
    private = own or page_request.viewer.is_commissioner
    house = season_rules_state(season)
    setting_up = private and season.step in SETUP_STEPS and not row.folded
    tabs = {**SETUP_TAB, **TABS} if setting_up or here in SETUP_TAB else TABS
    crumbs = [
        Breadcrumb(page_request.league.name, links.league_url(page_request.league.pk)),
        Breadcrumb(season.label, links.season_url(season.pk)),
        Breadcrumb(name, tab_url(page_request) if here else ""),
    ]
    context = {
        **base_context(
            league=page_request.league,
            season=season,
            viewer=page_request.viewer,
            here="Franchises",
            crumbs=[*crumbs, Breadcrumb(tabs[here])] if here else crumbs,
            balance=row.own_balance,
        ),
        "franchise": row,
        "name": name,
        "short_name": page_request.franchise,
        "team_crest": crest_of(page_request.franchise),
        "crest_href": tab_url(replace(page_request, season=""), "crest") if private else "",
        "names_href": links.names_url(page_request.league.pk, NameChange.Kind.FRANCHISE, page_request.franchise),
        "may_rename": private and not season.forked_from,
        "formerly": None
        if here
        else formerly(page_request.league, NameChange.Kind.FRANCHISE, page_request.franchise, present=name),
        "own_franchise": own,
        "tabs": [
            Tab(words, tab_url(page_request, part), part == here)
            for part, words in tabs.items()
            if private or part not in PRIVATE_TABS
        ],
        "founding_href": tab_url(page_request, "founding") if setting_up else "",
        "finances_href": tab_url(page_request, "finances"),
        "history_href": tab_url(page_request, "history"),
        "rivals_href": tab_url(page_request, "rivals"),
        "stores_href": tab_url(page_request, "stores"),
        "market_href": tab_url(page_request, "market"),
        "sponsors_href": tab_url(page_request, "sponsors"),
        "shopping_after": "" if row.shopping_after is None else title_in_sentence(title_at(row.shopping_after_at)),
        "shopping_href": "" if row.shopping_after is None else links.match_url(row.shopping_after),
        "gone": row.newest_number > season.number and not page_request.season,
        "may": _allowed_actions(row, house) if private else AllowedActions(),
        "newest_href": tab_url(replace(page_request, season=""), here) if page_request.season else "",
        "trade": NO_TRADE if own else trade_invitation(row, page_request.viewer),
        "hiring_closed": _hiring_closed(row, house) if private and not page_request.season else "",
    }
    return FranchisePage(row, house, context, own)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedActions:
    """What the viewer may do for the franchise now, as far as the page knows without further queries.

    The rules decide in the end. All are false for people who may not act for it.
    """

    act: bool = False
    """Whether they may act for it at all."""
    hire: bool = False
    staff: bool = False
    shop: bool = False
    move: bool = False
    """Fit and remove items, release drivers."""
    learn: bool = False
    """Choose traits to raise."""
    cure: bool = False
    party: bool = False


def _allowed_actions(row: Any, house: state.Season) -> AllowedActions:
    """The actions that are open to the franchise now (DM-C-063, DM-C-064, DM-C-104, DM-C-178)."""
    steps, shopping = open_steps(house), row.shopping_after is not None

    def legal(tag: str) -> bool:
        return not steps.isdisjoint(command_type(tag).steps)

    idle = house.step == "M" and bool(house.setting("round.idle_may_shop"))
    unlocked = row.locked_for is None
    return AllowedActions(
        act=True,
        hire=_hiring_open(row, house, HIRING_SWITCH),
        staff=_hiring_open(row, house, "staff.midseason_hire"),
        shop="S2" in steps or shopping or idle,
        move=unlocked and legal("fit_item"),
        learn=unlocked and legal("choose_trait"),
        cure=unlocked and legal("use_medical_device"),
        party=legal("throw_party") and not row.party_thrown,
    )


def _hiring_open(row: Any, house: state.Season, switch: str) -> bool:
    """Whether the franchise may hire now: at the first step of the setup, or while it shops if `switch` says so."""
    midseason = bool(house.setting(switch))
    at_setup = "S1" in open_steps(house) and (midseason or not row.season.rounds_before)
    return at_setup or (midseason and row.shopping_after is not None)


def _hiring_closed(row: Any, house: state.Season) -> str:
    """That no driver can be hired now, and when one can, in a sentence; "" while hiring is open (DM-C-063)."""
    if row.folded or _hiring_open(row, house, HIRING_SWITCH):
        return ""
    if house.setting(HIRING_SWITCH) and house.step in ("S2", "S3", "M"):
        return "Hiring is closed now. It opens again while the franchise shops after a match."
    return "Hiring is closed now. It opens again when the next season is set up, before its first round."


def tab_url(page_request: FranchisePageRequest, part: str = "", *, car: str = "") -> str:
    """The URL of a page of the franchise, or of a car in its garage, in the requested season."""
    name = "car" if car else f"franchise-{part}" if part else "franchise"
    address = route_url(name, page_request.league.pk, page_request.franchise, *([car] if car else []))
    return f"{address}?season={page_request.season}" if page_request.season else address


def acting_member(page_request: FranchisePageRequest) -> Membership:
    """The membership by which the viewer acts for the franchise: as its owner, else as commissioner."""
    owned = f"{page_request.league.pk}/{page_request.franchise}"
    memberships = page_request.viewer.memberships
    of_owner = [membership for membership in memberships if membership.franchise_id == owned]
    of_commissioner = [membership for membership in memberships if membership.role == Membership.Role.COMMISSIONER]
    return (*of_owner, *of_commissioner)[0]

"""The page of a franchise's standing orders, for its owner and commissioners. DM-C-179."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from explain.name_lookup import sentence_with_names_of_season
from explain.printed_names import ITEM_WORDS, TRAIT_WORDS
from franchises.models import Franchise
from franchises.pages.base_context import FranchisePageRequest, load_franchise_page
from franchises.queries.franchise import ThingNames, has_owner, standing_orders, thing_names
from league.access import Viewer
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.campaign.steward import DEFAULT_ORDERS, Orders, orders_from
from rules.core.refusals import Refusal
from rules.core.terms import K, in_k

POLICY_GROUPS: dict[str, dict[str, str]] = {
    "Money": {
        "reserve_k": "What stays in the account",
        "party_k": "The most a sponsor party may take",
        "staff_k": "The most a season's staff may take",
        "driver_k": "The most a driver's fee may be",
        "car_k": "The most one car may be bought for",
        "item_k": "The most one thing of the price list may be bought for",
        "offer_k": "The most one offer may be bought for",
        "offers": "The most for these offers",
        "world_trade": "Asks world trade after each match",
        "holding": "Bankrupts a holding company",
        "trades": "What happens to a trade proposed to it",
    },
    "Drivers and staff": {
        "roster": "Drivers wanted",
        "staff_rating": "Staff rating wanted",
        "keep_staff": "Keeps its staff at the season's end",
        "match_mechanic": "Hires rating 4 staff for each match",
        "drivers": "Lined up first",
        "rest_at": "Rests drivers with this much fatigue",
        "gunners": "Spare drivers sit at the guns",
        "traits": "Traits raised, where owners choose",
        "medical": "Uses medical devices as soon as they are needed",
    },
    "Cars": {
        "garage": "Cars wanted",
        "overhead_cars": "Of these, overhead cars",
        "gunner_stations": "Buys cars with a gunner station",
        "gearing": "Gear-set of new cars",
        "cars": "Lined up first",
        "replace_k": "Replaces a destroyed car billed up to",
        "repair_k": "Repairs a car billed up to",
        "tires": "Tires for a bare car",
        "tread": "Tread of those tires",
        "weapons": "Weapon for a bare car, the first that can be paid",
    },
    "The season's end": {
        "protect": "Protected first",
        "draft": "Picked first in the draft",
        "draft_queue": "Picked before all others, in this order",
        "pick": "Picks drivers in the draft",
        "safe": "Declared safe first",
        "sponsors": "Kinds of sponsor liked best",
    },
}
"""Labels of all policies, by group."""
POLICY_NOTES: dict[str, str] = {
    "reserve_k": "But for what the season cannot go on without.",
    "party_k": "0 throws none.",
    "offer_k": "Where the list below does not say.",
    "offers": "In k; 0 never buys it.",
    "rest_at": "A driver this tired runs only when nobody fresher is left; 0 rests nobody.",
    "drivers": "The others follow by what they are worth.",
    "cars": "The others follow, the least damaged first.",
    "replace_k": "What is billed above that is given up.",
    "repair_k": "What is billed above that is left undone.",
    "roster": "Each counts in the size, which overhead goes by.",
    "draft_queue": "Whatever else these orders say; only the owner sees it.",
    "sponsors": "The others follow by what they pay.",
}
"""Notes on some policies, shown in the form."""
SEALED_POLICIES = frozenset({"drivers", "cars", "protect", "draft"})
"""Policies that answer sealed questions: until the step opens the seal, only the owner may know them."""
OWNER_ONLY_POLICIES = frozenset({"draft_queue"})
"""Policies that only an owner may see, even if the franchise has none."""
POLICIES_NAMING_THINGS = ("drivers", "cars", "protect", "draft", "draft_queue", "safe")


@dataclass(frozen=True, slots=True)
class PolicyLine:
    """A policy: its label, its value in words, and whether the value differs from the default."""

    about: str
    wanted: str
    own: bool


@dataclass(frozen=True, slots=True)
class PolicyGroup:
    """Policies of one kind."""

    name: str
    orders: tuple[PolicyLine, ...]


def orders_page(page_request: FranchisePageRequest) -> dict[str, Any] | None:
    """The context of the page of standing orders; None if the viewer may not read them.

    For a franchise with an owner, a commissioner does not see the policies that answer sealed questions.
    """
    if not page_request.viewer.is_commissioner and all(
        franchise.pk != f"{page_request.league.pk}/{page_request.franchise}"
        for franchise in page_request.viewer.franchises
    ):
        return None
    page = load_franchise_page(page_request, "orders")
    if page is None:
        return None
    identity = page.row.identity_id
    stored = standing_orders(identity)
    hidden = hidden_orders(page.row.identity, page_request.viewer)
    if hidden is None:
        return None
    sealed = hidden & SEALED_POLICIES
    refused = ""
    try:
        orders = orders_from(stored.document if stored is not None else {})
    except Refusal as refusal:
        orders, refused = DEFAULT_ORDERS, sentence_with_names_of_season(refusal.sentence, page.row.season_id)
    names = thing_names(page.row.season_id, _things(orders, hidden))
    return {
        **page.context,
        "groups": [_group(name, policies, orders, names, hidden) for name, policies in POLICY_GROUPS.items()],
        "kept": stored,
        "refused": refused,
        "hidden": bool(sealed),
        "may_change": not sealed,
    }


def hidden_orders(identity: Franchise, viewer: Viewer) -> frozenset[str] | None:
    """The policies of a franchise that the viewer may not read; None if they may read none.

    For a franchise with an owner, that includes the policies that answer sealed questions, for commissioners.
    """
    if identity in viewer.franchises:
        return frozenset()
    if not viewer.is_commissioner:
        return None
    return SEALED_POLICIES | OWNER_ONLY_POLICIES if has_owner(identity.pk) else OWNER_ONLY_POLICIES


def _things(orders: Orders, hidden: Iterable[str]) -> set[str]:
    return {id for policy in POLICIES_NAMING_THINGS if policy not in hidden for id in getattr(orders, policy)}


def _group(
    name: str, policies: dict[str, str], orders: Orders, names: ThingNames, hidden: frozenset[str]
) -> PolicyGroup:
    return PolicyGroup(
        name,
        tuple(
            PolicyLine(
                words,
                _policy_words(policy, orders, names),
                getattr(orders, policy) != getattr(DEFAULT_ORDERS, policy),
            )
            for policy, words in policies.items()
            if policy not in hidden
        ),
    )


def _policy_words(policy: str, orders: Orders, names: ThingNames) -> str:
    """The value of a policy in words."""
    value = getattr(orders, policy)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if policy.endswith("_k"):
        return in_k(value * K) if value else "nothing"
    if isinstance(value, dict):
        caps = (f"{ITEM_WORDS[kind]}: {in_k(most * K) if most else 'never'}" for kind, most in value.items())
        return "; ".join(caps) or "as any other offer"
    if isinstance(value, list):
        return ", ".join(_thing(policy, str(tag), names) for tag in value) or "no preference"
    return str(value).replace("_", " ")


def _thing(policy: str, tag: str, names: ThingNames) -> str:
    if policy == "weapons":
        return ITEM_WORDS[tag]
    if policy == "traits":
        return TRAIT_WORDS[tag]
    if policy == "sponsors":
        return SPONSOR_KINDS[tag].name
    if kind := names.sponsors.get(tag):
        return SPONSOR_KINDS[kind].name
    return names.drivers.get(tag) or names.cars.get(tag) or f"{tag}, not in this season"

"""Standing orders: what an owner wants done when they do not answer themselves (annex a, DM-C-179).

Every policy has a default that plays a sensible season, so that nobody has to set any. Amounts are in k. What a
season cannot go on without (the smallest garage, somebody to drive) is bought whatever the caps and the reserve say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, get_type_hints

import msgspec

from rules.campaign.garage.catalog import CATALOG
from rules.campaign.garage.device_failures import AUTO_RANGER, FAILS_UP_TO
from rules.campaign.market.offers import NEW_CONTRACT
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.refusals import Malformed
from rules.core.terms import Trait

Amount = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
"""An amount in k."""
Count = Annotated[int, msgspec.Meta(ge=0, le=100)]


CAR_STOPPING_DEVICES = frozenset(FAILS_UP_TO) - {AUTO_RANGER}
OFFER_KINDS = frozenset(CATALOG) | {NEW_CONTRACT}
LISTED_WEAPONS = frozenset(kind for kind, row in CATALOG.items() if row.group == "weapon" and row.sold == "list")


class PolicyUnknown(Malformed):
    """The standing orders name a policy that does not exist."""


class PolicyImproper(Malformed):
    """A policy of the standing orders has an invalid value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """The standing orders of one franchise. Lists of ids are in the order of preference, the unnamed after them."""

    # ------------------------------------------------------------------------------------------- money
    reserve_k: Amount = 60
    """What stays in the account, but for what the season cannot go on without."""
    party_k: Amount = 40
    """The most a sponsor party may take; 0 throws none."""
    staff_k: Amount = 100
    """The most a season's staff may be hired or kept for."""
    driver_k: Amount = 120
    """The most a driver's fee may be."""
    car_k: Amount = 150
    """The most one car may be bought for."""
    item_k: Amount = 20
    """The most one thing of the price list may be bought for."""
    offer_k: Amount = 60
    """The most one tinkered or world-trade offer may be bought for, where `offers` does not say."""
    offers: dict[str, Amount] = field(default_factory=lambda: dict.fromkeys(sorted(CAR_STOPPING_DEVICES), 0))
    """The most to pay for an offer, by kind of item, or `new_contract`; 0 never buys that kind.

    Unless orders say so, no device is bought that may keep its car out of a match (DM-C-088).
    """
    world_trade: bool = True
    """Whether the world market is tried after each match."""
    holding: Literal["never", "to_survive"] = "to_survive"
    """Whether a holding company is bankrupted when there is no money for what the season cannot go on without."""
    trades: Literal["decline", "leave"] = "decline"
    """Whether a proposed trade is declined, or left to its owner."""

    # ------------------------------------------------------------------------------------------- people
    roster: Count = 8
    """How many drivers are wanted; 8 with three cars stay in the second column of the overhead table."""
    staff_rating: Literal[1, 2, 3, 4] = 2
    """The rating wanted for a season."""
    keep_staff: bool = True
    """Whether staff of the rating wanted, or a better one, is kept on at the season's end."""
    match_mechanic: bool = False
    """Whether rating 4 staff is hired for each match."""
    drivers: list[str] = field(default_factory=list)
    """Who is lined up first."""
    rest_at: Count = 2
    """The fatigue points from which a driver is lined up only when nobody fresher is left; 0 rests nobody."""
    gunners: bool = True
    """Whether spare drivers sit at the guns."""
    traits: list[Trait] = field(default_factory=lambda: [Trait.GUNNERY, Trait.DRIVING])
    """Which trait is raised, where owners choose: each in turn as it is the lower."""
    medical: bool = True
    """Whether artificial organs, eyes and limbs are used as soon as somebody needs them."""

    # ------------------------------------------------------------------------------------------- cars
    garage: Count = 3
    """How many cars are wanted."""
    overhead_cars: Count = 0
    """How many of them are of 75 DP."""
    gunner_stations: bool = False
    """Whether cars are bought with a gunner station."""
    gearing: Literal[-1, 0, 1] = 0
    """The gear-set cars are bought with."""
    cars: list[str] = field(default_factory=list)
    """Which car is lined up first."""
    replace_k: Amount = 8
    """A destroyed car whose replacement is billed above this is given up."""
    repair_k: Amount = 7
    """A repair billed above this is left undone."""
    tires: Literal["light", "heavy", "puncture_resistant", "solid"] = "light"
    """The tire-set bought for a bare car."""
    tread: Literal["mud_and_snow", "street", "traction", "snow"] = "street"
    weapons: list[str] = field(default_factory=lambda: ["machinegun"])
    """What a car that carries no weapon is armed with: the first on the list that can be paid."""

    # --------------------------------------------------------------------------------------- season's end
    protect: list[str] = field(default_factory=list)
    """Who is kept out of the draft first."""
    draft: list[str] = field(default_factory=list)
    """Who is picked first in the draft."""
    draft_queue: list[str] = field(default_factory=list)
    """Whom to pick in the draft, in this order and before anything else, whatever `pick` and `roster` say.

    The owner's private list: who was picked by another, or may not be picked, is passed over.
    """
    pick: bool = True
    """Whether drivers are picked in the draft at all."""
    safe: list[str] = field(default_factory=list)
    """Which sponsor is declared safe first."""
    sponsors: list[str] = field(default_factory=list)
    """Kinds of sponsor by preference; the others follow by what they pay."""


DEFAULT_ORDERS = Orders()
POLICIES: dict[str, Any] = get_type_hints(Orders, include_extras=True)
"""Every policy with what it may be."""
POLICY_WORDS: dict[str, frozenset[str]] = {
    "offers": OFFER_KINDS,
    "weapons": LISTED_WEAPONS,
    "sponsors": frozenset(SPONSOR_KINDS),
}
"""The words some policies are made of; others name drivers, cars and sponsors, who come and go."""


def orders_from(document: Mapping[str, Any]) -> Orders:
    """Standing orders from what was stored or sent. Raises `PolicyUnknown` or `PolicyImproper`, naming the policy."""
    for name in sorted(document):
        if name not in POLICIES:
            raise PolicyUnknown(f"There is no standing order {name[:80]!r}: use {', '.join(POLICIES)}.")
    return Orders(**{name: _clean_policy(name, value) for name, value in sorted(document.items())})


def _clean_policy(name: str, value: Any) -> Any:
    try:
        proper = msgspec.convert(value, POLICIES[name])
    except msgspec.ValidationError as no:
        raise PolicyImproper(f"The standing order {name} cannot be that: {no}.") from None
    for word in proper if name in POLICY_WORDS else ():
        if word not in POLICY_WORDS[name]:
            known = ", ".join(sorted(POLICY_WORDS[name]))
            raise PolicyImproper(f"The standing order {name} cannot name {word[:80]!r}: use {known}.")
    return proper

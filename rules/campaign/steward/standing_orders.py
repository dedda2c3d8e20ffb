"""Standing orders: what an owner wants done when they do not answer themselves (annex a, DM-C-179).

Every policy has a sensible default. Amounts are in k. What a season cannot go on without (the smallest garage, enough
drivers) is bought whatever the caps and the reserve say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, get_type_hints

import msgspec

from rules.campaign.garage.device_failures import AUTO_RANGER, FAILS_UP_TO
from rules.campaign.market.offers import NEW_CONTRACT
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.refusals import Malformed
from rules.core.terms import Trait
from rules.match.catalog import CATALOG

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
    """The standing orders of one franchise. Lists of ids are by preference, with unlisted ids after them."""

    # ------------------------------------------------------------------------------------------- money
    reserve_k: Amount = 60
    """The balance to keep, except for what the season cannot go on without."""
    season_end_k: Amount = 500
    """The balance to have when the season ends, for the next one's drivers, staff and party.

    A part of it is saved each round, and offers, spare cars and staff for a match are paid from what is above the
    savings. Contracts, tires and weapons for bare cars may be paid from them. Seasons of edition 4 and earlier do not
    save.
    """
    party_k: Amount = 40
    """The most to spend on a sponsor party; 0 for none."""
    staff_k: Amount = 100
    """The most to pay for hiring or keeping a season's staff."""
    driver_k: Amount = 120
    """The most to pay as a driver's fee."""
    car_k: Amount = 150
    """The most to pay for a car."""
    item_k: Amount = 20
    """The most to pay for an item of the price list."""
    offer_k: Amount = 60
    """The most to pay for a tinkered or world-trade offer, if `offers` does not say."""
    offers: dict[str, Amount] = field(default_factory=lambda: dict.fromkeys(sorted(CAR_STOPPING_DEVICES), 0))
    """The most to pay for an offer, by kind of item, or `new_contract`; 0 never buys that kind.

    By default, no device is bought that may keep its car out of a match (DM-C-088).
    """
    world_trade: bool = True
    """Whether the world market is tried after each match."""
    holding: Literal["never", "to_survive"] = "to_survive"
    """Whether a holding company is bankrupted if there is no money for what the season cannot go on without."""
    trades: Literal["decline", "leave"] = "decline"
    """Whether a proposed trade is declined, or left to the owner."""

    # ------------------------------------------------------------------------------------------- people
    roster: Count = 8
    """How many drivers are wanted; 8 drivers and three cars stay in the second column of the overhead table."""
    staff_rating: Literal[1, 2, 3, 4] = 2
    """The rating wanted for a season."""
    keep_staff: bool = True
    """Whether staff of the wanted rating or better is kept at the season's end."""
    match_mechanic: bool = False
    """Whether rating 4 staff is hired for each match."""
    drivers: list[str] = field(default_factory=list)
    """Drivers to line up first."""
    rest_at: Count = 2
    """The fatigue points from which a driver is lined up only if nobody fresher is left; 0 rests nobody."""
    gunners: bool = True
    """Whether spare drivers sit at the guns."""
    traits: list[Trait] = field(default_factory=lambda: [Trait.GUNNERY, Trait.DRIVING])
    """The traits to raise where owners choose: always the lowest of these, the first if level."""
    medical: bool = True
    """Whether artificial organs, eyes and limbs are used as soon as a driver needs them."""

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
    """Cars to line up first."""
    replace_k: Amount = 8
    """A destroyed car whose replacement is billed above this is given up."""
    repair_k: Amount = 7
    """A repair billed above this is left undone."""
    tires: Literal["light", "heavy", "puncture_resistant", "solid"] = "light"
    """The tire-set bought for a bare car."""
    tread: Literal["mud_and_snow", "street", "traction", "snow"] = "street"
    weapons: list[str] = field(default_factory=lambda: ["machinegun"])
    """Weapons for a car that has none: the first on the list that can be paid."""

    # --------------------------------------------------------------------------------------- season's end
    protect: list[str] = field(default_factory=list)
    """Drivers to protect from the draft first."""
    draft: list[str] = field(default_factory=list)
    """Drivers to pick first in the draft."""
    draft_queue: list[str] = field(default_factory=list)
    """Drivers to pick in the draft, in this order and before all others, whatever `pick` and `roster` say.

    The list is private to the owner. Drivers who may not be picked any more are skipped.
    """
    pick: bool = True
    """Whether drivers are picked in the draft at all."""
    safe: list[str] = field(default_factory=list)
    """Sponsors to declare safe first."""
    sponsors: list[str] = field(default_factory=list)
    """Kinds of sponsor by preference; the others follow by what they pay."""


DEFAULT_ORDERS = Orders()
POLICIES: dict[str, Any] = get_type_hints(Orders, include_extras=True)
"""The type of every policy."""
POLICY_WORDS: dict[str, frozenset[str]] = {
    "offers": OFFER_KINDS,
    "weapons": LISTED_WEAPONS,
    "sponsors": frozenset(SPONSOR_KINDS),
}
"""The words allowed in some policies. Others name drivers, cars and sponsors, which come and go."""


def orders_from(document: Mapping[str, Any]) -> Orders:
    """Standing orders from what was stored or sent. Raises `PolicyUnknown` or `PolicyImproper`, naming the policy."""
    for name in sorted(document):
        if name not in POLICIES:
            raise PolicyUnknown(f"There is no standing order {name[:80]!r}: use {', '.join(POLICIES)}.")
    return Orders(**{name: _clean_policy(name, value) for name, value in sorted(document.items())})


def _clean_policy(name: str, value: Any) -> Any:
    try:
        converted = msgspec.convert(value, POLICIES[name])
    except msgspec.ValidationError as error:
        raise PolicyImproper(f"The standing order {name} cannot be that: {error}.") from None
    for word in converted if name in POLICY_WORDS else ():
        if word not in POLICY_WORDS[name]:
            known = ", ".join(sorted(POLICY_WORDS[name]))
            raise PolicyImproper(f"The standing order {name} cannot name {word[:80]!r}: use {known}.")
    return converted

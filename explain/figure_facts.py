"""The facts behind each figure: those that add to it, subtract from it, or set it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import rules.campaign.play.perform  # noqa: F401 - brings every chapter, and with it every fact
from rules.campaign.core.facts import FACT_TYPES, SUBJECT_TYPES, BookedFact, Fact, subject_fields
from rules.campaign.money.bills import BillMade
from rules.campaign.people.quirks import LOWERED_TRAITS
from rules.core.terms import Trait

TRAITS = tuple(trait.value for trait in Trait)
FATIGUE_FACTS = (
    "fatigue_gained", "fatigue_eased", "fatigue_cleared", "fatigue_left_behind", "fatigue_adjusted",
    "fatigue_shielded", "fatigue_shrugged",
)  # fmt: skip
HIRING_FACTS = (
    "driver_entered", "driver_hired", "veteran_hired", "driver_released", "driver_traded", "driver_protected",
    "driver_drafted", "driver_reserved", "driver_retired",
)  # fmt: skip
SPONSORSHIP_FACTS = (
    "sponsor_joined", "sponsor_waits", "sponsor_left", "sponsor_declined", "sponsor_declared_safe", "no_sponsor_safe",
    "sponsor_pooled", "farewell_paid", "holding_cashed", "party_thrown",
)  # fmt: skip
TRAIT_FACTS = ("driver_entered", "trait_raised", "trait_adjusted", "quirk_gained", "quirk_cured", "quirk_adjusted")
"""Facts that change a trait in effect, besides fatigue; of quirks only those that lower it (DM-C-047)."""
FACTS_BY_FIGURE: Mapping[str, tuple[str, ...]] = {
    "points": ("points_scored", "points_awarded"),
    "wins": ("points_scored", "points_awarded"),
    "criticals": (
        "points_scored", "points_awarded", "car_damaged", "car_repaired", "car_replaced", "car_destroyed",
    ),
    "rank": ("final_rank",),
    "staff": ("staff_entered", "staff_hired", "staff_kept", "staff_left"),
    "sponsors": SPONSORSHIP_FACTS,
    "roster": HIRING_FACTS,
    "to_come": (
        "cup_awarded", "cup_bonus_collected", "cup_bonus_paid", "holding_payout_waits", "holding_payout_collected",
    ),
    "profit": ("pot_rolled", "prize_shared", "sponsor_paid", "face_earned", "bill_made", "settlement_reckoned",
               "profit_kept", "cup_bonus_collected", "holding_payout_collected"),
    "xp": ("driver_entered", "driver_appeared", "experience_adjusted"),
    "level": ("driver_entered", "driver_appeared", "level_reached"),
    "talents": ("talent_gained", "talent_taken", "advancement_wasted"),
    "quirks": ("quirk_gained", "quirk_resisted", "quirk_cured", "quirk_adjusted"),
    "fatigue": FATIGUE_FACTS,
    "availability": ("availability_changed", "heart_failed", "heart_held", "driver_retired"),
    "retiring": ("retirement_marked", "retirement_lifted", "retirement_adjusted", "driver_retired"),
    "contract": HIRING_FACTS,
    "bodies": ("driver_cloned", "driver_lived", "fatigue_left_behind", "quirk_gained", "quirk_resisted"),
    "car": ("car_bought", "car_entered", "car_traded", "car_taken", "car_sold", "car_given_up", "car_designed"),
    "item": (
        "item_bought", "item_gained", "item_traded", "item_lost", "offer_bought", "item_fitted", "item_fixed",
        "item_worn", "item_stowed", "ammunition_left", "kit_used",
    ),
    "offer": ("offer_made", "offer_bought", "offer_declined"),
    "trade": (
        "trade_proposed", "trade_accepted", "trade_made", "trade_refused", "trade_withdrawn", "trade_paid",
        "trade_collected", "legal_fee_paid",
    ),
}  # fmt: skip
"""The tags of the facts behind each figure, except `balance` and the four traits."""
KIND_BY_ID_TYPE: Mapping[object, str] = {
    subject_type: subject_type.__name__.removesuffix("Id").lower() for subject_type in SUBJECT_TYPES
}
"""The kind of thing that each type of id names."""
CLONING = "cloning"
"""The bill that is for a driver; all others are for cars."""
BALANCE_FIGURE = "balance"
FIGURE_NAMES = tuple(sorted({*FACTS_BY_FIGURE, *TRAITS, BALANCE_FIGURE}))
"""Every figure whose facts can be requested."""


def explains_figure(figure: str, stated: Fact) -> bool:
    """Whether a fact about a figure's subject is behind that figure."""
    if figure == BALANCE_FIGURE:
        return isinstance(stated, BookedFact)
    if figure in TRAITS:
        return _changes_trait(figure, stated)
    return stated.tag in FACTS_BY_FIGURE[figure]


@dataclass(frozen=True, slots=True)
class FactSubject:
    """A thing that a fact names: its kind, such as `driver`, and its short id."""

    kind: str
    id: str


def subjects_of_fact(stated: Fact) -> tuple[FactSubject, ...]:
    """The things a fact names, without duplicates, in the order of its fields."""
    subjects = (
        (KIND_BY_ID_TYPE[kind], getattr(stated, field)) for field, kind in subject_fields(type(stated)).items()
    )
    found = [FactSubject(kind, id) for kind, id in subjects if id]
    if isinstance(stated, BillMade):
        found.append(FactSubject("driver" if stated.bill == CLONING else "car", stated.subject))
    return tuple(dict.fromkeys(found))


def fact_names(stated: Fact, id: str, *, kind: str = "") -> bool:
    """Whether a fact names the thing with that short id, of that kind or, if it is empty, of any."""
    return any(subject.id == id and kind in ("", subject.kind) for subject in subjects_of_fact(stated))


def _changes_trait(trait: str, stated: Fact) -> bool:
    if stated.tag in FATIGUE_FACTS:
        lowered = getattr(stated, "traits", getattr(stated, "trait", None))
        return lowered is None or trait in lowered
    if stated.tag not in TRAIT_FACTS:
        return False
    if (quirk := getattr(stated, "quirk", None)) is not None:
        return quirk in LOWERED_TRAITS and LOWERED_TRAITS[quirk].value == trait
    return getattr(stated, "trait", trait) == trait


for _tags in FACTS_BY_FIGURE.values():
    if unknown := set(_tags) - FACT_TYPES.keys():
        raise ValueError(f"there are no facts {sorted(unknown)}")

"""What the design of a car forbids it to carry: hydraulics without a lowered suspension. Rule DM-C-150.

It applies from edition 3 on. A car without a design of its own enters as a stock design made for what it carries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.campaign.core.editions import EDITIONS, has_edition
from rules.campaign.core.goods import Item
from rules.campaign.core.state import Car, Season
from rules.core.refusals import Refusal
from rules.match.registry import rulesets
from rules.match.ruleset import ErrorDetail, in_words, without_warnings

LOAD_LIMITS_SINCE = "3"
"""The first edition that checks what a car carries against its designs."""
DESIGN_LIMITED_KINDS = frozenset({"hydraulics"})
"""The items that a design may forbid. Earlier editions chose stock designs without regard to them (DM-C-150)."""


class DesignForbidsItem(Refusal):
    """The design of the car does not allow it to carry the item (DM-C-150)."""


def load_errors(
    season: Season, car: Car, kinds: Sequence[str], *, designs: Mapping[str, dict[str, Any]] | None = None
) -> list[ErrorDetail]:
    """The errors of carrying items of these kinds on a car with those designs, by default its own."""
    if not has_edition(season, LOAD_LIMITS_SINCE):
        return []
    return _faults(car.designs if designs is None else designs, kinds)


def refuse_unsuited(season: Season, car: Car, item: Item) -> None:
    """Raise `DesignForbidsItem` when a design of the car forbids the item."""
    if errors := load_errors(season, car, [item.kind]):
        raise DesignForbidsItem(f"{item.id} cannot go on {car.id}: {in_words(errors)}")


def kinds_for_stock_design(season: Season, kinds: Sequence[str]) -> list[str]:
    """The kinds that the choice of a stock design takes into account in this season's edition."""
    return [kind for kind in kinds if kind not in DESIGN_LIMITED_KINDS or has_edition(season, LOAD_LIMITS_SINCE)]


def items_barred_by_edition(season: Season, edition: str) -> list[Item]:
    """The items that must come off their cars when the season adopts that edition, by id."""
    if EDITIONS.index(edition) < EDITIONS.index(LOAD_LIMITS_SINCE) or has_edition(season, LOAD_LIMITS_SINCE):
        return []
    on_cars = [item for _, item in sorted(season.items.items()) if item.car]
    return [item for item in on_cars if _faults(season.car(item.car).designs, [item.kind])]


def _faults(designs: Mapping[str, dict[str, Any]], kinds: Sequence[str]) -> list[ErrorDetail]:
    """The errors by all installed rulesets that the car has designs for."""
    return [
        error
        for ruleset in rulesets()
        if ruleset.name in designs
        for error in without_warnings(ruleset.load_errors(designs[ruleset.name], kinds=kinds))
    ]

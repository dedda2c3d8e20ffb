"""What a report may say of items and medical kits. Rules DM-C-090, DM-C-094, DM-C-130, DM-M-140."""

from __future__ import annotations

from collections.abc import Mapping

from rules.campaign.catalogue import item_type, shots_of
from rules.campaign.goods import Item
from rules.campaign.losses import kit_uses, kits_of
from rules.campaign.refits import aboard
from rules.campaign.state import Season
from rules.refusal import Refusal
from rules.report import CarReport, Report


class ItemNotOnCar(Refusal):
    """The report names an item that was neither on the car nor on a weapon of it."""


class ItemReportedTwice(Refusal):
    """An item stands twice among those a car lost, used and left in the stores."""


class ItemNotExpendable(Refusal):
    """Only an expendable is fired or triggered for good (DM-C-094)."""


class AmmunitionImpossible(Refusal):
    """A gun is left with less than nothing, or with more than its magazine holds."""


class KitUsedUp(Refusal):
    """A franchise used its medical kits more often than they last (DM-C-130)."""


def refuse_false_items(season: Season, claim: CarReport) -> None:
    """Raise the first refusal a car's items earn: each is on that car, and stands once.

    What was fitted to it during the match counts, and was held by `refits` before.
    """
    on = {item.id: item for item in aboard(season, claim)}
    gone = [*claim.devices_lost, *claim.expendables_used, *claim.stowed]
    for id in (*gone, *sorted(claim.ammunition)):
        if id not in on:
            raise ItemNotOnCar(f"{id[:80]} was not on {claim.car}: take it out of the report.")
        if gone.count(id) > 1:
            raise ItemReportedTwice(
                f"{id} is reported lost or used more than once, or in the stores besides, on {claim.car}: "
                f"report it once."
            )
    for id in claim.expendables_used:
        row = item_type(on[id].kind)
        if not row.consumed:
            raise ItemNotExpendable(
                f"{id} ({row.name}) is not used up by using it: leave it out, or report it lost where it was."
            )
    for id, left in sorted(claim.ammunition.items()):
        most = magazine(on[id])
        if not 0 <= left <= most:
            raise AmmunitionImpossible(f"{id} is reported with {left} ammunition left: it holds 0 to {most}.")


def magazine(item: Item) -> int:
    """What an item holds when it is full: its stat line's ammunition, or what was rolled for it (DM-M-015)."""
    if "ammunition" in item.rolled:
        return item.rolled["ammunition"]
    return max((shot.ammunition for shot in shots_of(item.kind, variant=item.variant)), default=0)


def refuse_false_kits(season: Season, report: Report, drivers: Mapping[str, str]) -> None:
    """Raise `KitUsedUp` when a franchise claims more uses than its kits have; `drivers` says whose each is."""
    for franchise in sorted(set(drivers.values())):
        used = sum(claim.kit_uses for claim in report.drivers if drivers[claim.driver] == franchise)
        lasts = sum(kit_uses(season, kit) for kit in kits_of(season, franchise))
        if used > lasts:
            raise KitUsedUp(
                f"{franchise} is reported with {used} uses of medical kits and its kits have {lasts}: mend it."
            )

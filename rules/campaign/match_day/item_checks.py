"""Checks of the items and medical kits in a report. Rules DM-C-090, DM-C-094, DM-C-130, DM-M-140."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.campaign.core.goods import Item
from rules.campaign.core.state import Season
from rules.campaign.match_day.item_moves import items_aboard
from rules.campaign.match_day.losses import kit_uses, kits_of
from rules.core.refusals import Refusal
from rules.match.catalog import item_type, stat_lines
from rules.match.report import CarReport, Report


class ItemNotOnCar(Refusal):
    """The report names an item that was neither on the car nor on one of its weapons."""


class ItemReportedTwice(Refusal):
    """An item is named more than once among those that a car lost, used or left in the stores."""


class ItemNotExpendable(Refusal):
    """An item is reported as used up that is not an expendable (DM-C-094)."""


class AmmunitionImpossible(Refusal):
    """A gun is reported with negative ammunition, or with more than its magazine holds."""


class KitUsedUp(Refusal):
    """A franchise is reported with more uses of its medical kits than they have (DM-C-130)."""


def reported_item_errors(season: Season, claim: CarReport) -> Iterator[Refusal]:
    """Every error in a car's items, with pointers into its report: each item must be aboard and named once.

    Items fitted during the match count as aboard; `item_move_errors` checks them.
    """
    aboard = {item.id: item for item in items_aboard(season, claim)}
    lists = ("devices_lost", "expendables_used", "stowed")
    mentions: list[tuple[str, str | int, str]] = [
        (name, index, id) for name in lists for index, id in enumerate(getattr(claim, name))
    ]
    named = [id for _, _, id in mentions]
    loaded = [("ammunition", id, id) for id in sorted(claim.ammunition)]
    for number, (part, key, id) in enumerate((*mentions, *loaded)):
        if id not in aboard:
            yield ItemNotOnCar(f"{id[:80]} was not on {claim.car}: take it out of the report.").at(part, key)
        elif number < len(named) and id in named[:number]:
            yield ItemReportedTwice(
                f"{id} is reported lost or used more than once, or in the stores besides, on {claim.car}: "
                f"report it once."
            ).at(part, key)
    for index, id in enumerate(claim.expendables_used):
        if id in aboard and not (row := item_type(aboard[id].kind)).consumed:
            yield ItemNotExpendable(
                f"{id} ({row.name}) is not used up by using it: leave it out, or report it lost where it was."
            ).at("expendables_used", index)
    for id, ammunition in sorted(claim.ammunition.items()):
        most = magazine_size(aboard[id]) if id in aboard else ammunition
        if id in aboard and not 0 <= ammunition <= most:
            yield AmmunitionImpossible(
                f"{id} is reported with {ammunition} ammunition left: it holds 0 to {most}."
            ).at("ammunition", id)


def magazine_size(item: Item) -> int:
    """The ammunition an item holds when full: what was rolled for it, else its stat line's, else 0 (DM-M-015)."""
    if "ammunition" in item.rolled:
        return item.rolled["ammunition"]
    return max((shot.ammunition for shot in stat_lines(item.kind, variant=item.variant)), default=0)


def reported_kit_errors(season: Season, report: Report, drivers: Mapping[str, str]) -> Iterator[Refusal]:
    """`KitUsedUp` for each franchise that claims more uses than its kits have; `drivers` has franchises by driver."""
    for franchise in sorted(set(drivers.values())):
        crew = [index for index, driver in enumerate(report.drivers) if drivers.get(driver.driver) == franchise]
        used = sum(report.drivers[index].kit_uses for index in crew)
        available = sum(kit_uses(season, kit) for kit in kits_of(season, franchise))
        if used > available:
            last = next(index for index in reversed(crew) if report.drivers[index].kit_uses)
            yield KitUsedUp(
                f"{franchise} is reported with {used} uses of medical kits and its kits have {available}: mend it."
            ).at("drivers", last, "kit_uses")

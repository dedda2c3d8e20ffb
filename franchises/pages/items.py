"""Items as pages show them: printed name and stat lines, state, and place; and the page of a franchise's stores.

Rules DM-C-067, CW-Q-013.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.printed_effects import ITEM_GROUP_TITLES, ITEM_ORIGIN_WORDS, SHOT_LEGEND, shot_words
from franchises.pages.base_context import FranchisePageRequest, load_franchise_page
from franchises.pages.rival_cars import is_hidden_item
from franchises.queries.franchise import stores
from franchises.queries.rivals import hidden_car_fields
from rules.campaign.core import state
from rules.campaign.match_day.match_items import lasts_one_match
from rules.campaign.people.medical_devices import CURES
from rules.match.catalog import item_type, stat_lines
from rules.match.item_types import ItemType


@dataclass(frozen=True, slots=True)
class ItemLine:
    """An item: `shots` are its stat lines, `state` is what distinguishes this copy, `place` is where it is.

    `origin` and `paid` (credits) say how it was obtained, and `href` leads to its entries in the journal. It
    `may_be_fitted` if it is in the stores, `comes_off` if it can be removed from where it is, and `cures` a quirk if
    it is a medical device.
    """

    id: str
    name: str
    group: str
    rule: str
    effect: str
    shots: tuple[str, ...]
    state: tuple[str, ...]
    place: str
    place_href: str
    in_stores: bool
    origin: str
    paid: int
    href: str
    may_be_fitted: bool
    comes_off: bool
    cures: bool

    @property
    def explanation(self) -> str:
        """Effect, stat lines and state in one line."""
        return " ".join((self.effect, *(f"{shot}." for shot in self.shots), *(f"{state}." for state in self.state)))


@dataclass(frozen=True, slots=True)
class ItemGroup:
    """A group of the catalogue, with the items of a franchise in it."""

    name: str
    lines: tuple[ItemLine, ...]


def item_line(item: Any, *, house: state.Season) -> ItemLine:
    """An item from `stores` as pages show it; house rules decide whether a match uses it up (DM-C-094)."""
    row = item_type(item.kind)
    place, href = _place(item)
    fitted = bool(item.car_id or item.driver_id or item.weapon_id)
    return ItemLine(
        id=links.short_id(item.pk),
        name=row.name,
        group=row.group,
        rule=row.rule,
        effect=row.effect,
        shots=tuple(shot_words(shot) for shot in stat_lines(item.kind, variant=item.variant)),
        state=tuple(_state(item, house)),
        place=place,
        place_href=href,
        in_stores=not fitted,
        origin=ITEM_ORIGIN_WORDS[item.origin],
        paid=item.paid,
        href=f"{links.journal_url(item.season_id)}?subject={links.short_id(item.pk)}",
        may_be_fitted=bool(row.where) and not fitted,
        comes_off=fitted and (row.removable or not (item.car_id or item.weapon_id)),
        cures=item.kind in CURES,
    )


def group_items(items: Iterable[Any], *, house: state.Season) -> list[ItemGroup]:
    """Items grouped as in the catalogue and in its order; empty groups are left out."""
    by_group: dict[str, list[ItemLine]] = {group: [] for group in ITEM_GROUP_TITLES}
    for item in items:
        line = item_line(item, house=house)
        by_group[line.group].append(line)
    return [
        ItemGroup(ITEM_GROUP_TITLES[group], tuple(sorted(lines, key=lambda line: (line.name, line.id))))
        for group, lines in by_group.items()
        if lines
    ]


def car_name(car: Any) -> str:
    """The name of a car, or its short id if it has none."""
    return str(car.name or links.short_id(car.pk))


def _place(item: Any) -> tuple[str, str]:
    """Where an item is in words, and a URL that may be empty."""
    if item.car_id:
        return f"on {car_name(item.car)}", ""
    if item.driver_id:
        return f"worn by {item.driver.person.name}", links.object_url(item.driver)
    if item.weapon_id:
        weapon = item_type(item.weapon.kind).name
        on = f" on {car_name(item.weapon.car)}" if item.weapon.car_id else " in the stores"
        return f"fixed to {weapon}{on}", ""
    if item.bound_id:
        return f"in the stores, belongs to {car_name(item.bound)} for good", ""
    return "in the stores", ""


def _state(item: Any, house: state.Season) -> Iterator[str]:
    """Phrases about the state of this copy, then about its kind."""
    row = item_type(item.kind)
    if item.variant:
        yield f"made from {item_type(item.variant).name}"
    yield from (
        f"{part} {_tag_words(tag)}" for part, tag in (("carcass", item.carcass), ("tread", item.tread)) if tag
    )
    if row.group == "gears":
        yield f"gearing {item.gearing:+d}" if item.gearing else "gearing 0"
    yield from (f"{_tag_words(name)} {value}, rolled once" for name, value in sorted(item.rolled.items()))
    if item.uses:
        yield f"{item.uses} use{'' if item.uses == 1 else 's'} left"
    if item.ammunition is not None:
        yield f"ammunition left {item.ammunition}"
    if item.backwards:
        yield "works backwards in this match (DM-C-088)"
    yield from _of_its_kind(row, lasts=not lasts_one_match(house, item.kind))


def _of_its_kind(row: ItemType, *, lasts: bool) -> Iterator[str]:
    if row.mount:
        yield f"{row.mount} mount"
    if not lasts:
        yield "used up by the match it is mounted for"
    elif row.consumed == "triggered":
        yield "gone once it is triggered"
    if not row.removable:
        yield "cannot be taken off"


def _tag_words(tag: str) -> str:
    return tag.replace("_", " ")


def stores_page(page_request: FranchisePageRequest) -> dict[str, Any] | None:
    """The context of the stores page; None if the franchise is not in that season."""
    page = load_franchise_page(page_request, "stores")
    if page is None:
        return None
    hidden = hidden_car_fields(page.row, page.row.season, page_request.viewer)
    visible_items = [item for item in stores(page.row.pk) if not is_hidden_item(item, hidden)]
    shelves = group_items(visible_items, house=page.house)
    lines = [line for shelf in shelves for line in shelf.lines]
    return {
        **page.context,
        "shelves": shelves,
        "items": len(lines),
        "hides_items": bool(hidden & {"devices", "tires"}),
        "stowed": sum(line.in_stores for line in lines),
        "paid": sum(line.paid for line in lines),
        "legend": SHOT_LEGEND,
    }

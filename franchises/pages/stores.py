"""The stores page of a franchise: all its items, by group of the catalogue. Rules CW-Q-013, DM-C-067."""

from __future__ import annotations

from typing import Any

from explain.items_and_sponsors import SHOT_LEGEND
from franchises.pages.base_context import FranchisePageRequest, load_franchise_page
from franchises.pages.items import group_items
from franchises.pages.rival_cars import is_hidden_item
from franchises.queries.duel_rivals import hidden_car_fields
from franchises.queries.franchise import stores


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

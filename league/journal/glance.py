"""A season read in part, for pages that only look: one query a shelf, and nothing can be saved from it."""

from __future__ import annotations

from typing import Any

from league.journal.shelves import OWN, SHELVES
from league.journal.store import place_of
from league.models import Season
from rules.campaign import state

BY_ATTRIBUTE = {shelf.attribute: shelf for shelf in SHELVES}


def glance(row: Season, *attributes: str) -> state.Season:
    """The season with those of its shelves, such as `franchises`; the others are empty.

    Rules that are asked of it must read no other shelf. Raises `KeyError` for a shelf there is not.
    """
    place = place_of(row)
    shelves: dict[str, Any] = {}
    for shelf in (BY_ATTRIBUTE[attribute] for attribute in attributes):
        rows = shelf.model._default_manager.filter(season_id=row.pk).values_list(*shelf.columns)
        shelves[shelf.attribute] = {each[0][len(place.season) + 1 :]: shelf.read(each, place) for each in rows}
    own = OWN.fields(tuple(getattr(row, name) for name in OWN.columns), place)
    return state.Season(**own, **shelves)

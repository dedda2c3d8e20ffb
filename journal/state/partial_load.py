"""A season read in part, for pages that only look: one query, and nothing can be saved from it."""

from __future__ import annotations

from journal.state.store import load
from journal.state.tables import STATE_TABLES
from league.models import Season
from rules.campaign.core import state

BY_ATTRIBUTE = {shelf.attribute: shelf for shelf in STATE_TABLES}


def load_partially(row: Season, *attributes: str) -> state.Season:
    """The season with those of its shelves, such as `franchises`; the others are empty.

    Rules that are asked of it must read no other shelf. Raises `KeyError` for a shelf there is not.
    """
    return load(row, shelves=[BY_ATTRIBUTE[attribute] for attribute in attributes]).season

"""Loads part of a season for read-only pages: one query, and the result cannot be saved."""

from __future__ import annotations

from journal.state.store import load
from journal.state.tables import STATE_TABLES
from league.models import Season
from rules.campaign.core import state

BY_ATTRIBUTE = {shelf.attribute: shelf for shelf in STATE_TABLES}


def load_partially(row: Season, *attributes: str) -> state.Season:
    """The season with only these shelves, such as `franchises`; the others are empty.

    Rules applied to it must read no other shelf. Raises `KeyError` for an unknown shelf.
    """
    return load(row, shelves=[BY_ATTRIBUTE[attribute] for attribute in attributes]).season

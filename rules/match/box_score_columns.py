"""Columns that the box scores of several books share, and the words in their cells."""

from __future__ import annotations

from collections.abc import Iterable

from rules.match.text_tables import EMPTY_CELL, Cell, Column

RANK = Column("rank")
TEAM = Column("team")
CAR = Column("car")
COMPETITOR = Column("competitor")
CAR_END = Column("end", "how the car ended")
STANDING_CRITICALS = Column("standing", "criticals that stand on it")
LOST_ITEMS = Column("lost", "items destroyed on it")
CRITICALS_MADE = Column("criticals", "criticals they made on enemies")
FRIENDLY_CRITICALS = Column("friendly", "criticals they made on their own side")
WOUNDS = Column("wounds", "flesh wounds they have")
COMPETITOR_END = Column("end", "whether they are out of action")


def competitor_end(*, out: bool) -> str:
    """How a competitor ended, for `COMPETITOR_END`."""
    return "out of action" if out else "able"


def list_cell(names: Iterable[str]) -> Cell:
    """A cell that lists names, or shows that there are none."""
    return ", ".join(names) or EMPTY_CELL

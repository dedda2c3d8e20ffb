"""Serializers of dice that a season awaits."""

from __future__ import annotations

from datetime import datetime

from api.awaited_dice.schemas import AwaitedDiceOut, AwaitedDiceStandOut
from api.journal.schemas import ReceiptOut
from journal.dice.throw_awaited import throwing_entry
from league.access import Viewer
from league.models import Season
from league.pages.dice.awaited import words_status


def serialize_awaited_dice(row: Season, viewer: Viewer) -> tuple[AwaitedDiceOut, ...]:
    """All dice that a season awaits, in order, with the state of the viewer's own words."""
    if not row.awaited:
        return ()
    states = {state["entry"]: state for state in words_status(row, viewer)}
    return tuple(
        AwaitedDiceOut(
            entry=item["entry"],
            command=item["what"],
            match=item["match"],
            round=item["round"] or None,
            due=datetime.fromisoformat(item["due"]),
            words=not item["round"],
            closed=item["hashes"] is not None,
            given=states[item["entry"]]["given"],
            held=states[item["entry"]]["held"],
            revealed=states[item["entry"]]["revealed"],
            agreed=tuple(item["waived"]),
            asked=states[item["entry"]]["asked"],
            closed_in=states[item["entry"]]["closed_in"],
            receipt=ReceiptOut(**receipt) if (receipt := states[item["entry"]]["receipt"]) is not None else None,
        )
        for item in row.awaited
    )


def serialize_dice_status(row: Season, number: int, viewer: Viewer) -> AwaitedDiceStandOut:
    """The dice that an entry awaits, or the entry in which they fell.

    Answers a request that gave something for them.
    """
    awaited = next((dice for dice in serialize_awaited_dice(row, viewer) if dice.entry == number), None)
    return AwaitedDiceStandOut(
        entry=number, awaited=awaited, fell=None if awaited is not None else throwing_entry(row, number)
    )

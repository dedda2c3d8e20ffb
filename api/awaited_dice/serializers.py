"""Dice that a season awaits as programs are told of them."""

from __future__ import annotations

from datetime import datetime

from api.awaited_dice.schemas import AwaitedDiceOut, AwaitedDiceStandOut
from api.journal.schemas import ReceiptOut
from journal.dice.throw_awaited import throwing_entry
from league.access import Viewer
from league.models import Season
from league.pages.dice.awaited import words_status


def serialize_awaited_dice(row: Season, viewer: Viewer) -> tuple[AwaitedDiceOut, ...]:
    """All dice that a season awaits, in order, with where the viewer's own words stand."""
    if not row.awaited:
        return ()
    own = {state["entry"]: state for state in words_status(row, viewer)}
    return tuple(
        AwaitedDiceOut(
            entry=item["entry"],
            command=item["what"],
            match=item["match"],
            round=item["round"] or None,
            due=datetime.fromisoformat(item["due"]),
            words=not item["round"],
            closed=item["hashes"] is not None,
            given=own[item["entry"]]["given"],
            held=own[item["entry"]]["held"],
            revealed=own[item["entry"]]["revealed"],
            agreed=tuple(item["waived"]),
            asked=own[item["entry"]]["asked"],
            closed_in=own[item["entry"]]["closed_in"],
            receipt=ReceiptOut(**kept) if (kept := own[item["entry"]]["receipt"]) is not None else None,
        )
        for item in row.awaited
    )


def serialize_dice_status(row: Season, number: int, viewer: Viewer) -> AwaitedDiceStandOut:
    """How the dice stand that an entry awaited when something was given for them."""
    still = next((dice for dice in serialize_awaited_dice(row, viewer) if dice.entry == number), None)
    return AwaitedDiceStandOut(
        entry=number, awaited=still, fell=None if still is not None else throwing_entry(row, number)
    )

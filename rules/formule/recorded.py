"""A race played again from its log, with the orders that were given in it. Rule FW-144."""

from __future__ import annotations

import msgspec

from rules.dice import Dice
from rules.formule import engine
from rules.formule.entering import setup_of
from rules.formule.orders import BY_KIND, Order
from rules.formule.play import Play
from rules.kept import Document, Recorded, RecordedPilot
from rules.packed import Packet


def played_again(packet: Packet, dice: Dice, recorded: Recorded) -> Play:
    """The race of a packet, driven by what was recorded."""
    pilot = RecordedPilot(recorded, step_of=engine.step_of, order_in=_order_in)
    return engine.play_match(setup_of(packet), dice, pilot)


def _order_in(kind: str, document: Document) -> Order:
    return msgspec.convert(document, BY_KIND[kind])

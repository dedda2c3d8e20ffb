"""A skirmish played again from its log, with the orders that were given in it. Rule CC-098."""

from __future__ import annotations

from rules.carcult import engine
from rules.carcult.asking import step_of
from rules.carcult.entering import setup_of
from rules.carcult.order_checks import order_from
from rules.carcult.play import Play
from rules.dice import Dice
from rules.kept import Recorded, RecordedPilot
from rules.packed import Packet


def played_again(packet: Packet, dice: Dice, recorded: Recorded) -> Play:
    """The skirmish of a packet, driven by what was recorded."""
    pilot = RecordedPilot(recorded, step_of=step_of, order_in=order_from)
    return engine.play_match(setup_of(packet), dice, pilot)

"""The autopilot, which drives every car without orders by plans and learned prices. Rules CC-095 to CC-097."""

from rules.carcult.autopilot.pilot import Autopilot

__all__ = ["Autopilot"]

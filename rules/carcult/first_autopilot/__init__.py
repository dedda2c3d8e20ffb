"""The autopilot, which drives every car without orders. Rules CC-095 to CC-097."""

from rules.carcult.first_autopilot.pilot import Autopilot

__all__ = ["Autopilot"]

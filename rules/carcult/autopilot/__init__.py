"""The autopilot, who drives whoever gives no orders: `Autopilot` answers what is asked. Rules CC-095 to CC-097."""

from rules.carcult.autopilot.pilot import Autopilot

__all__ = ["Autopilot"]

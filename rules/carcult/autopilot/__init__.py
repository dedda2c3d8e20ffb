"""The autopilot, which drives every car without orders by plans and learned prices. Rules CC-095 to CC-097."""

from rules.carcult.autopilot.pilot import Autopilot, pilot_for
from rules.carcult.autopilot.prices import Prices

__all__ = ["Autopilot", "Prices", "pilot_for"]

"""The autopilot of matches driven by plans. Rules DM-M-141 to DM-M-146."""

from rules.dethmatch.autopilot.pilot import Autopilot, pilot_for
from rules.dethmatch.autopilot.prices import Prices

__all__ = ["Autopilot", "Prices", "pilot_for"]

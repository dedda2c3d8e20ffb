"""The autopilot, which drives every car without orders. Rules RH-086 to RH-088."""

from rules.rhad.autopilot.pilot import Autopilot, pilot_for
from rules.rhad.autopilot.prices import Prices

__all__ = ["Autopilot", "Prices", "pilot_for"]

"""The autopilot, which drives every car without orders by plans and learned prices. Rules FW-140 to FW-143."""

from rules.formule.autopilot.pilot import Autopilot, pilot_for
from rules.formule.autopilot.prices import Prices

__all__ = ["Autopilot", "Prices", "pilot_for"]

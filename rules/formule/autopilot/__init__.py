"""The autopilot, which drives every car without orders. Rules FW-140 to FW-143."""

from rules.formule.autopilot.pilot import Autopilot

__all__ = ["Autopilot"]

"""The autopilot, which drives whatever nobody gives orders to. Rules FW-140 to FW-143."""

from rules.formule.autopilot.pilot import Autopilot

__all__ = ["Autopilot"]

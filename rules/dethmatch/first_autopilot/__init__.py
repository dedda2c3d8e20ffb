"""The autopilot, which drives the cars that nobody gives orders to. Rules DM-M-141 to DM-M-146."""

from rules.dethmatch.first_autopilot.pilot import Autopilot

__all__ = ["Autopilot"]

"""The autopilot of matches driven by plans. Rules DM-M-141 to DM-M-146."""

from rules.dethmatch.autopilot.pilot import Autopilot

__all__ = ["Autopilot"]

"""What a season waits for, and of whom, as the rules say it: each wait has a window."""

from rules.campaign.steward.waits import REPORT_STEP, Wait, current_waits

__all__ = ["REPORT_STEP", "Wait", "current_waits"]

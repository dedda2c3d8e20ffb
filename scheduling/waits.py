"""What a season waits for, and for whom, as the rules define it: each wait has a window."""

from rules.campaign.steward.waits import REPORT_STEP, Wait, current_waits

__all__ = ["REPORT_STEP", "Wait", "current_waits"]

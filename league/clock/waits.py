"""What a season waits for, and of whom, as the rules say it: each wait has a window."""

from rules.campaign.steward.waits import REPORTED, Wait, waits

__all__ = ["REPORTED", "Wait", "waits"]

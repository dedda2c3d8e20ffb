"""Drivers and staff: hiring, experience, quirks, talents, fatigue, cloning and retirement."""

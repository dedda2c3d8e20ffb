"""Shooting: attacks, target systems, dropped weapons, smoke and what a weapon risks."""

"""Chances in sixths and mean damage, for whoever weighs a shot. Rules DM-M-002, DM-M-105, DM-M-144."""

from __future__ import annotations

from rules.core.weapon_stats import Firepower

DIE_SIDES = 6


def hit_in_sixths(needed: int) -> int:
    """How many faces of a d6 are that number or lower, 0 to 6 (DM-M-002)."""
    return min(max(needed, 0), DIE_SIDES)


def penetration_in_sixths(penetration: int, armor: int) -> int:
    """How many faces bring d6 + PEN above the armor, 0 to 6 (DM-M-105)."""
    return min(max(DIE_SIDES + penetration - armor, 0), DIE_SIDES)


def graze_in_sixths(penetration: int, armor: int) -> int:
    """1 when a face brings d6 + PEN to the armor exactly, else 0 (DM-M-105)."""
    return 1 if 1 <= armor - penetration <= DIE_SIDES else 0


def mean_firepower(firepower: Firepower) -> float:
    """The damage points a penetration does on average: half of the sides and a half, and what is added (DM-M-105)."""
    return (firepower.sides + 1) / 2 + firepower.plus if firepower.sides else float(firepower.plus)

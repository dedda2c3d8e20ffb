"""Chances in sixths and mean damage, for weighing shots. Rules DM-M-002, DM-M-105, DM-M-144."""

from __future__ import annotations

from rules.match.item_types import Firepower

DIE_SIDES = 6


def hit_in_sixths(needed: int) -> int:
    """How many faces of a d6 are `needed` or lower, 0 to 6 (DM-M-002)."""
    return min(max(needed, 0), DIE_SIDES)


def penetration_in_sixths(penetration: int, armor: int) -> int:
    """How many faces of a d6 bring d6 + PEN above the armor, 0 to 6 (DM-M-105)."""
    return min(max(DIE_SIDES + penetration - armor, 0), DIE_SIDES)


def graze_in_sixths(penetration: int, armor: int) -> int:
    """How many faces of a d6 bring d6 + PEN to the armor exactly, 0 or 1 (DM-M-105)."""
    return 1 if 1 <= armor - penetration <= DIE_SIDES else 0


def mean_firepower(firepower: Firepower) -> float:
    """The mean damage points of a penetration: the mean of the die, plus the fixed part (DM-M-105)."""
    return (firepower.sides + 1) / 2 + firepower.plus if firepower.sides else float(firepower.plus)

"""Handling formulas: losses and gains in a round, the check at its end, and recovery. Rules RH-030 to RH-040, RH-077;
the worked examples are RH-041 to RH-043.

All numbers are points of handling class, which may be below 0; speeds are in mph.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.core.tables import band

MPH_PER_BONUS = 60
"""An accessory gives one point for every full 60 mph (RH-035)."""
HIT_BRACKETS = (5, 9)
"""The most damage of one attack that loses one point of handling, and two points; more loses three (RH-032)."""
COUNTED_TIRE_LOSSES = 2
"""How many lost tires lower the base handling; more have no effect (RH-077)."""
HANDLING_PER_TIRE = 2
"""How much each of them lowers the base handling (RH-077)."""


def accessory_bonus(*, mph: int, accessories: Collection[str], stack: bool = True) -> int:
    """What spoiler and airdam add at that speed: one point each for every full 60 mph (RH-035).

    Two of the same kind count once. Two of different kinds count twice only if they `stack`.
    """
    kinds = len(set(accessories))
    return mph // MPH_PER_BONUS * (kinds if stack else min(kinds, 1))


def handling_at_check(*, hc: int, modifier: int, bonus: int) -> int:
    """The handling that is checked: what is left after the round, plus the speed modifier and the accessory bonus
    (RH-033, RH-034).

    There is no maximum before recovery.
    """
    return hc + modifier + bonus


def is_in_control(end: int) -> bool:
    """Whether a vehicle that ends its round with that handling is in control: it is if handling is above 0
    (RH-036).
    """
    return end > 0


def handling_after_recovery(*, end: int, base: int, skill: int = 0) -> int:
    """Handling after recovery: the base is added, and is also the maximum (RH-037, RH-038, RH-040).

    `skill` is what a driver adds if the house rules allow it (RH-039).
    """
    return min(base, end + base + skill)


def hit_loss(damage: int, brackets: Sequence[int] = HIT_BRACKETS) -> int:
    """The D-value of a weapon hit, from the damage of the whole attack: 0 without damage, else 1, and 1 more for each
    bracket passed (RH-031, RH-032).
    """
    return band(damage, brackets) + 1 if damage > 0 else 0


def base_after_tires(*, base: int, lost: int, each: int = HANDLING_PER_TIRE) -> int:
    """The base handling of a vehicle that has lost that many tires: `each` less for each of the first two
    (RH-077).
    """
    return base - min(lost, COUNTED_TIRE_LOSSES) * each

"""The extra repair checks that competitors with the Mechanic talent make between two heats. Rules DM-C-040,
DM-M-131.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.match.packet import RepairCheck

ATTEMPTS_A_CHECK = 3
"""How many repair attempts of a team bring each of its Mechanics one repair check (DM-C-040, DM-M-131)."""
MECHANIC_SKILL = 3
"""The skill of a Mechanic; each further copy of the talent adds 1 (DM-C-040, DM-M-131)."""


def mechanic_check_count(*, attempts: int) -> int:
    """A Mechanic's repair checks in an interval: a third of the team's attempts, to the nearest whole, at least 1
    (DM-C-040, DM-M-131).
    """
    return max((2 * attempts + ATTEMPTS_A_CHECK) // (2 * ATTEMPTS_A_CHECK), 1)


def repair_checks(copies: Mapping[str, int], *, attempts: int) -> tuple[RepairCheck, ...]:
    """The checks of everybody with the talent, in their order.

    `copies` says how many times each competitor has the talent, 0 for those without it; `attempts` are the team's own
    repair attempts (DM-C-040, DM-M-131).
    """
    checks = mechanic_check_count(attempts=attempts)
    return tuple(
        RepairCheck(driver=driver, checks=checks, skill=MECHANIC_SKILL + count - 1)
        for driver, count in copies.items()
        if count
    )

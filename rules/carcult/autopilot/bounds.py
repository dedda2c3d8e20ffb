"""What is known of a sample before it is worked out: the most it can be worth.

Nothing here decides anything: with looser bounds the same move is made, only later.
"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from rules.carcult.autopilot.chances import CAR
from rules.carcult.autopilot.outlook import Gun, Outlook
from rules.carcult.autopilot.samples import Sample


class Bounds(NamedTuple):
    """The most a sample can be worth, and what is taken where it leads."""

    most: int
    taken: int


def bounds_of(outlook: Outlook, table: tuple[Sample, ...], furthest: int) -> list[Bounds]:
    """The bounds of each sample; none leads farther than `furthest` hundredths of an inch."""
    taken = _taken(outlook, table, furthest)
    dealt, guns = most_dealt(outlook)
    if not guns and not outlook.ram:
        return [Bounds(dealt - less, less) for less in taken]
    x, y = outlook.car.x, outlook.car.y
    found = []
    for each, less in zip(table, taken, strict=True):
        end_x, end_y = x + each.dx, y + each.dy
        most = dealt_at_most(outlook, guns, end_x, end_y, each.length) if guns else 0
        if outlook.ram:
            most += rammed_at_most(outlook, end_x, end_y, each.length)
        found.append(Bounds(dealt + most - less, less))
    return found


def _taken(outlook: Outlook, table: tuple[Sample, ...], furthest: int) -> list[int]:
    """What every armed enemy that may strike where each sample leads would deal together.

    Enemies that strike wherever the car goes, or nowhere, are looked at once.
    """
    everywhere, somewhere = 0, []
    for each in outlook.threats:
        dx, dy = each.x - outlook.car.x, each.y - outlook.car.y
        away = isqrt(dx * dx + dy * dy)
        if away + 1 + furthest <= each.reach:
            everywhere += each.deals
        elif away - furthest <= each.reach:
            somewhere.append((dx, dy, each.reach * each.reach, each.deals))
    taken = [everywhere] * len(table)
    for dx, dy, reach, deals in somewhere:
        taken = [
            less + deals if (dx - each.dx) ** 2 + (dy - each.dy) ** 2 <= reach else less
            for less, each in zip(taken, table, strict=True)
        ]
    return taken


def most_dealt(outlook: Outlook) -> tuple[int, list[Gun]]:
    """What the weapons deal whose best target is in reach at once, and those of which it is not yet known."""
    total, open_guns = 0, []
    at_once = outlook.play.settings.attack_window != "after_move"
    for gun in outlook.guns:
        if at_once and outlook.reaches(outlook.here, gun.targets[0], gun.range):
            total += gun.tokens * gun.targets[0].deals
        else:
            open_guns.append(gun)
    return total, open_guns


def dealt_at_most(outlook: Outlook, guns: list[Gun], x: int, y: int, length: int) -> int:
    """What weapons deal at most on a way of that length that ends there: no stop is farther from both its ends than
    half of it.
    """
    total, slack = 0, length // 2 + 1
    for gun in guns:
        for target in gun.targets:
            within = (target.within + slack) ** 2
            ex, ey = target.car.x, target.car.y
            if (ex - x) ** 2 + (ey - y) ** 2 <= within or (
                (ex - outlook.car.x) ** 2 + (ey - outlook.car.y) ** 2 <= within
            ):
                total += gun.tokens * target.deals
                break
    return total


def rammed_at_most(outlook: Outlook, x: int, y: int, length: int) -> int:
    """What the ram deals at most on a way of that length that ends there: an enemy it touches is hardly farther from
    the two ends of the way together than the way is long.
    """
    best = 0
    for id, deals in outlook.ram.items():
        enemy = outlook.play.state.cars[id]
        ends = isqrt((enemy.x - x) ** 2 + (enemy.y - y) ** 2)
        ends += isqrt((enemy.x - outlook.car.x) ** 2 + (enemy.y - outlook.car.y) ** 2)
        if deals > best and ends <= length + 2 * CAR + 2:
            best = deals
    return best

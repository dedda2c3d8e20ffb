"""What is known of a sample before it is worked out: the most it can be worth.

Nothing here decides anything: with looser bounds the same move is made, only later.
"""

from __future__ import annotations

from math import isqrt

from rules.carcult.autopilot.estimates import CAR_DIAGONAL
from rules.carcult.autopilot.move_samples import Sample
from rules.carcult.autopilot.surroundings import Gun, Surroundings


def bounds_of(outlook: Surroundings, table: tuple[Sample, ...], furthest: int) -> tuple[list[int], list[int]]:
    """The most each sample can be worth, and what is taken where it leads; none leads farther than `furthest`
    hundredths of an inch.
    """
    taken = _enemy_damage(outlook, table, furthest)
    dealt, guns = certain_damage(outlook)
    most = [dealt - less for less in taken]
    for gun in guns:
        _add_attack_damage(most, outlook, gun, table)
    if outlook.ram:
        _add_ram_damage(most, outlook, table)
    return most, taken


def _enemy_damage(outlook: Surroundings, table: tuple[Sample, ...], furthest: int) -> list[int]:
    """What every armed enemy that may strike where each sample leads would deal together.

    Enemies that strike wherever the car goes, or nowhere, are looked at once.
    """
    everywhere, somewhere = 0, []
    for threat in outlook.threats:
        dx, dy = threat.x - outlook.car.x, threat.y - outlook.car.y
        away = isqrt(dx * dx + dy * dy)
        if away + 1 + furthest <= threat.reach:
            everywhere += threat.deals
        elif away - furthest <= threat.reach:
            somewhere.append((dx, dy, threat.reach * threat.reach, threat.deals))
    taken = [everywhere] * len(table)
    ends = [(x, y) for _, _, x, y, _, _ in table] if somewhere else []
    for dx, dy, reach, deals in somewhere:
        for index, (x, y) in enumerate(ends):
            if (off_x := dx - x) * off_x + (off_y := dy - y) * off_y <= reach:
                taken[index] += deals
    return taken


def certain_damage(outlook: Surroundings) -> tuple[int, list[Gun]]:
    """What the weapons deal whose best target is in reach at once, and those of which it is not yet known."""
    total, open_guns = 0, []
    # Weapons are used before a model moves too, unless a house rule has them wait (CC-017).
    at_once = outlook.play.settings.attack_window != "after_move"
    for gun in outlook.guns:
        if at_once and outlook.reaches(outlook.here, gun.targets[0]):
            total += gun.tokens * gun.targets[0].deals
        else:
            open_guns.append(gun)
    return total, open_guns


def _add_attack_damage(most: list[int], outlook: Surroundings, gun: Gun, table: tuple[Sample, ...]) -> None:
    """Add what a weapon deals at most on each way: no stop is farther from both its ends than half of it."""
    targets = []
    for target in gun.targets:
        dx, dy = target.car.x - outlook.car.x, target.car.y - outlook.car.y
        targets.append((dx, dy, dx * dx + dy * dy, target.within + 1, gun.tokens * target.deals))
    for index, (_, length, x, y, _, _) in enumerate(table):
        slack = length // 2
        for dx, dy, square, within, deals in targets:
            far = (within + slack) * (within + slack)
            if square <= far or (off_x := dx - x) * off_x + (off_y := dy - y) * off_y <= far:
                most[index] += deals
                break


def _add_ram_damage(most: list[int], outlook: Surroundings, table: tuple[Sample, ...]) -> None:
    """Add what the ram deals at most on each way: an enemy it touches is hardly farther from the two ends of the way
    together than the way is long.
    """
    enemies = []
    for id, deals in outlook.ram.items():
        dx, dy = outlook.play.state.cars[id].x - outlook.car.x, outlook.play.state.cars[id].y - outlook.car.y
        enemies.append((deals, dx, dy, isqrt(dx * dx + dy * dy) - 2 * CAR_DIAGONAL - 2))
    enemies.sort(reverse=True)
    for index, (_, length, x, y, _, _) in enumerate(table):
        for deals, dx, dy, away in enemies:
            if isqrt((dx - x) * (dx - x) + (dy - y) * (dy - y)) + away <= length:
                most[index] += deals
                break

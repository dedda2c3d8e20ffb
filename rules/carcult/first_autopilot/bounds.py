"""Upper bounds for the worth of a sample, found before the sample is evaluated.

They decide nothing: looser bounds lead to the same move, only more slowly.
"""

from __future__ import annotations

from math import isqrt

from rules.carcult.first_autopilot.estimates import CAR_DIAGONAL
from rules.carcult.first_autopilot.move_samples import Sample
from rules.carcult.first_autopilot.surroundings import Gun, Surroundings


def bounds_of(outlook: Surroundings, table: tuple[Sample, ...], furthest: int) -> tuple[list[int], list[int]]:
    """The most that each sample can be worth, and the damage to fear where it ends.

    No sample leads farther than `furthest` hundredths of an inch.
    """
    taken = _enemy_damage(outlook, table, furthest)
    dealt, guns = certain_damage(outlook)
    most = [dealt - damage for damage in taken]
    for gun in guns:
        _add_attack_damage(most, outlook, gun, table)
    if outlook.ram:
        _add_ram_damage(most, outlook, table)
    return most, taken


def _enemy_damage(outlook: Surroundings, table: tuple[Sample, ...], furthest: int) -> list[int]:
    """The expected damage to fear at the end of each sample, from all armed enemies that can strike there.

    Enemies that can strike anywhere the car may go, or nowhere, are checked only once.
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
    """The damage of the weapons that already reach their best target, and the other weapons.

    Weapons that must wait until the car has moved are all among the others.
    """
    total, open_guns = 0, []
    # Weapons may be used before a car moves, unless a house rule makes them wait (CC-017).
    at_once = outlook.play.settings.attack_window != "after_move"
    for gun in outlook.guns:
        if at_once and outlook.reaches(outlook.here, gun.targets[0]):
            total += gun.tokens * gun.targets[0].deals
        else:
            open_guns.append(gun)
    return total, open_guns


def _add_attack_damage(most: list[int], outlook: Surroundings, gun: Gun, table: tuple[Sample, ...]) -> None:
    """Add the most that a weapon can deal during each sample.

    Every stop of a move is within half of its length from the start or from the end.
    """
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
    """Add the most that the ram can deal during each sample.

    An enemy can only be touched if its distances from the start and the end, less the size of the cars, add up to no
    more than the length of the move.
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

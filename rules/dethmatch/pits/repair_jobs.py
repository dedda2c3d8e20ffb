"""Jobs on a car in the pit and between heats: planning them and doing them. Rules DM-M-039, DM-M-107, DM-M-130,
DM-M-132.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.core.refusals import Refusal, Unknown
from rules.dethmatch.editions import MENDED_ROUNDS_COUNT
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, Critical
from rules.dethmatch.pits.loadouts import (
    EXPENDABLES,
    GEARS,
    GUNS,
    MOUNT_SIGN,
    TIRE_SET_KINDS,
    change_gears,
    change_tires,
    change_weapon,
    find_spare,
    magazine,
    mount_for,
    put_aboard,
    working_weapon_in,
)
from rules.match.catalog import WEAPON_KINDS

Work = Callable[[], None]
"""Does a job that was planned. Raises a refusal if what the job needs is gone by then."""
Planner = Callable[[Match, CarState, str], Work]


class NothingToMend(Refusal):
    """The car has no such critical, its suspension is whole, or the gun has nothing to clear or reload (DM-M-132)."""


def plan(play: Match, car: CarState, job: str, subject: str, *, among: Mapping[str, Planner]) -> Work:
    """Plan a job, and return what does it.

    `among` are the jobs that may be done now. Raises `Unknown`, `NothingToMend`, or a refusal of `loadouts` if the
    item or mount is not there.
    """
    if job not in among:
        raise Unknown(f"There is no job {job!r} to be done to {car.id} now: order one of {', '.join(among)}.")
    return among[job](play, car, subject)


def undo(play: Match, car: CarState, critical: Critical) -> None:
    """Undo what a critical did and remove it from the car (DM-M-132).

    Removing it is enough to give back acceleration lost to the drivetrain.
    """
    car.criticals.remove(critical)
    match critical.row:
        case "body":
            car.armor[critical.quadrant] += critical.amount
        case "weapon":
            _give_back_rounds(play, car, critical)
        case "engine" if critical.effect == "tank":
            car.fuel = min(car.fuel + critical.amount, play.fits[car.id].fuel)


def _give_back_rounds(play: Match, car: CarState, critical: Critical) -> None:
    """Give back the rounds that a critical took. An expendable whose last round went otherwise is no longer used up;
    by editions before the third, it had its rounds but was gone from the next heat on (DM-M-107, DM-M-132).
    """
    for gun in car.guns:
        if gun.mount != critical.mount:
            continue
        if play.setup.edition >= MENDED_ROUNDS_COUNT and critical.amount and gun.item in car.loadout.used:
            car.loadout.used.remove(gun.item)
            play.update_fit(car)
        weapon = play.fits[car.id].weapons.get(gun.mount)
        if weapon is not None:
            gun.ammunition = min(gun.ammunition + critical.amount, magazine(weapon))


def _tires(play: Match, car: CarState, subject: str) -> Work:
    find_spare(play, car, subject, TIRE_SET_KINDS, what="a tire-set")
    return lambda: change_tires(play, car, find_spare(play, car, subject, TIRE_SET_KINDS, what="a tire-set"))


def _gears(play: Match, car: CarState, subject: str) -> Work:
    find_spare(play, car, subject, GEARS, what="a gear-set")
    return lambda: change_gears(play, car, find_spare(play, car, subject, GEARS, what="a gear-set"))


def _weapon(play: Match, car: CarState, subject: str) -> Work:
    """Plan a change of weapon. `subject` is an item, or a mount and an item: `m1:razors.gun2`."""
    mount, _, id = subject.rpartition(MOUNT_SIGN)
    mounted = {kind for kind, arm in WEAPON_KINDS.items() if arm.mount}

    def work() -> None:
        item = find_spare(play, car, id, mounted, what="a weapon")
        change_weapon(play, car, item, mount=mount_for(play, car, item, mount))

    mount_for(play, car, find_spare(play, car, id, mounted, what="a weapon"), mount)
    return work


def _fit(play: Match, car: CarState, subject: str) -> Work:
    """Plan to fit an expendable: in a mount if it needs one, as a weapon does, else in the car (DM-M-130)."""
    id = subject.rpartition(MOUNT_SIGN)[2]
    item = find_spare(play, car, id, EXPENDABLES, what="an expendable")
    if item.kind in WEAPON_KINDS and WEAPON_KINDS[item.kind].mount:
        return _weapon(play, car, subject)
    return lambda: put_aboard(play, car, find_spare(play, car, id, EXPENDABLES, what="an expendable"))


def _reload(play: Match, car: CarState, subject: str) -> Work:
    gun = working_weapon_in(car, subject)
    weapon = play.fits[car.id].weapons.get(subject)
    if weapon is None or gun.kind not in GUNS:
        raise NothingToMend(f"{subject} of {car.id} holds no gun with a magazine: reload another.")
    full = magazine(weapon)
    if gun.ammunition >= full:
        raise NothingToMend(f"{subject} of {car.id} holds {full} of {full} rounds: reload another gun.")

    def work() -> None:
        gun.ammunition = full

    return work


def _clear(_play: Match, car: CarState, subject: str) -> Work:
    gun = working_weapon_in(car, subject)
    if not gun.out:
        raise NothingToMend(f"The {gun.kind} in {subject} of {car.id} is neither jammed nor burned out: leave it.")

    def work() -> None:
        gun.out = False

    return work


def _suspension(_play: Match, car: CarState, _subject: str) -> Work:
    if not car.broken:
        raise NothingToMend(f"The suspension of {car.id} is whole: repair something else.")

    def work() -> None:
        car.broken = False

    return work


def _critical(play: Match, car: CarState, subject: str) -> Work:
    """Plan to repair the critical of that number in the car's list, 1 for the first."""
    if not (subject.isascii() and subject.isdigit() and 1 <= int(subject) <= len(car.criticals)):
        raise NothingToMend(
            f"{car.id} has {len(car.criticals)} criticals and none of number {subject!r}: name one it has."
        )
    critical = car.criticals[int(subject) - 1]
    return lambda: undo(play, car, critical)


IN_THE_PIT: Mapping[str, Planner] = {"tires": _tires, "reload": _reload, "fit": _fit, "clear": _clear}
"""Jobs in the pit: one a turn, with a check (DM-M-130)."""
BY_A_CHECK: Mapping[str, Planner] = {"critical": _critical, "suspension": _suspension, "clear": _clear}
"""Jobs between heats that need an attempt and a passed check (DM-M-132)."""
WITHOUT_A_ROLL: Mapping[str, Planner] = {
    "tires": _tires,
    "gears": _gears,
    "weapon": _weapon,
    "fit": _fit,
    "reload": _reload,
}
"""Jobs between heats that need an attempt but no die (DM-M-039, DM-M-132)."""
BETWEEN_HEATS: Mapping[str, Planner] = {**BY_A_CHECK, **WITHOUT_A_ROLL}

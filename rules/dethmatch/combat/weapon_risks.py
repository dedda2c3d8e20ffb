"""What some weapons do to the car that fires them. Rules DM-M-119, DM-M-120."""

from __future__ import annotations

from rules.core.tables import D6, by_face
from rules.dethmatch.damage import damage
from rules.dethmatch.driving import tires
from rules.dethmatch.match.fitted_car import MountedWeapon
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, WeaponState
from rules.match.item_types import D2

BURSTS_ON = 1
"""The face on which a weapon bursts when it is fired (DM-M-120)."""
BURSTING = frozenset({"railgun", "bomb_launcher"})
"""The weapons that roll for a burst whenever they fire. Firing both barrels at once rolls as well (DM-C-141,
DM-C-143, DM-M-120).
"""
SHELL_PENETRATION, SHELL_FIREPOWER = 2, D2
"""The recoilless shell that hits the firer's own car (DM-M-120)."""
OVERHEATS_ON = 1
"""The face of an attack die on which a weapon in `OVERHEATING` may fail and rolls again (DM-M-120)."""
OUT_OF_USE, DESTROYED, UNHARMED = "out", "destroyed", ""
JAMS = by_face({(1, 2, 3): OUT_OF_USE, (4, 5, 6): UNHARMED}, faces=D6)
BURNS_OUT = by_face({(1, 2): OUT_OF_USE, (3, 4): DESTROYED, (5, 6): UNHARMED}, faces=D6)
OVERHEATING = {"laser": JAMS, "twin_heavy_machineguns": JAMS, "pulsed_laser": BURNS_OUT}
"""What the second die does to each weapon: out of use until a pit check, or destroyed (DM-C-138, DM-C-139, DM-C-142,
DM-M-120).
"""


def roll_burst(play: Match, kind: str, *, both: bool) -> bool:
    """Whether a weapon bursts instead of firing: a railgun, a bomb launcher, or both barrels at once (DM-M-120)."""
    return (both or kind in BURSTING) and play.d6("burst") == BURSTS_ON


def burst_weapon(play: Match, car: CarState, weapon: MountedWeapon, gun: WeaponState) -> None:
    """Destroy a weapon that burst, and apply what that does to its car (DM-M-120). Nobody is credited.

    Both barrels hit their own car as one shell, on the side the mount faces or on the front for a turret. A railgun
    or a bomb launcher causes a critical.
    """
    _lose(play, car, gun)
    if weapon.kind in BURSTING:
        damage.roll_critical(play, car, quadrant="", by="", cause=damage.BURST)
        return
    damage.resolve_hit(
        play,
        car,
        quadrant="front" if weapon.traverse == "turret" else weapon.facing,
        pen=SHELL_PENETRATION,
        firepower=SHELL_FIREPOWER,
        by="",
        cause=damage.BURST,
        tire_bonus=tires.firepower_bonus(SHELL_FIREPOWER),
    )


def after_attack(play: Match, car: CarState, weapon: MountedWeapon, gun: WeaponState, face: int) -> None:
    """Roll for a weapon that may overheat, after an attack die of 1 has been resolved (DM-M-120)."""
    results = OVERHEATING.get(weapon.kind)
    if results is None or face != OVERHEATS_ON or gun.out or gun.destroyed:
        return
    second_face = play.d6("overheating")
    result = results[second_face]
    gun.out = result == OUT_OF_USE
    play.note("weapon", "DM-M-120", car, after={"out": gun.out}, mount=gun.mount, face=second_face, result=result)
    if result == DESTROYED:
        _lose(play, car, gun)
        damage.roll_critical(play, car, quadrant="", by="", cause=damage.BURST)


def _lose(play: Match, car: CarState, gun: WeaponState) -> None:
    gun.destroyed = True
    car.loadout.lost.append(gun.item)
    play.update_fit(car)
    play.note("weapon", "DM-M-120", car, before={"destroyed": False}, after={"destroyed": True}, mount=gun.mount)

"""Booster rockets: triggering them, and the speed they add while they burn. Rules DM-C-144, DM-M-121."""

from __future__ import annotations

from rules.dethmatch.damage import damage
from rules.dethmatch.driving import speed
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, CarStatus, WeaponState
from rules.dethmatch.weapons.weapon_use import spend, weapon_in_mount

KIND = "booster_rockets"
EXPLODE_ON = 1
"""The face on which boosters explode when triggered (DM-M-121)."""
THRUST = 1
"""The speed a burning booster adds each turn (DM-M-121)."""
LEAST_BURN = 1


def trigger(play: Match, car: CarState, mount: str) -> None:
    """Trigger the boosters in a mount. The order lapses if there are none that can be triggered (DM-M-121, DM-M-149).

    1 time in 6 they explode, with a critical for each charge left, including the one triggered.
    """
    gun = weapon_in_mount(car, mount)
    if gun is None or gun.kind != KIND or not gun.ammunition or gun.destroyed or gun.burning:
        why = f"{car.id} has no boosters in {mount} that could be triggered now."
        play.note("order_lapsed", "DM-M-149", car, order="booster", mount=mount, why=why)
        return
    face = play.d6("booster")
    charges = gun.ammunition
    if face == EXPLODE_ON:
        gun.ammunition, gun.destroyed = 0, True
        car.loadout.lost.append(gun.item)
        play.update_fit(car)
        _note(play, car, gun, charges, face=face, exploded=True)
        for _ in range(charges):
            damage.roll_critical(play, car, quadrant="", by="", cause=damage.BOOSTERS)
        return
    spend(car, gun, 1)
    gun.burning = play.items[gun.item].rolled.get("burn_turns", LEAST_BURN)
    _note(play, car, gun, charges, face=face, exploded=False)


def burn(play: Match, car: CarState) -> None:
    """Let each burning booster add its speed and burn down by a turn, at the start of a turn (DM-M-041, DM-M-121).

    A car that stands on a broken suspension gains no speed (DM-M-034).
    """
    stuck = car.broken and not car.speed
    for gun in car.guns:
        if gun.burning and car.status is CarStatus.RUNNING:
            gun.burning -= 1
            if not stuck:
                speed.quicken(play, car, THRUST, rule="DM-M-121", why="boosters")


def _note(play: Match, car: CarState, gun: WeaponState, charges: int, *, face: int, exploded: bool) -> None:
    play.note(
        "booster",
        "DM-M-121",
        car,
        before={"ammunition": charges},
        after={"ammunition": gun.ammunition},
        mount=gun.mount,
        face=face,
        exploded=exploded,
        burns=gun.burning,
    )

"""Damage to a car and its occupants: armor, weapons, power plant, occupants, tires. Rules RH-054, RH-060, RH-075,
RH-076, RH-077, RH-085, RH-093.

Ruling under RH-085: a side is its armor and, behind it, the weapons mounted there, in the order of the design. A
turret's weapons are behind the top. `duel_params` can leave the weapons out.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.match.handling.speed_table import Ram, ram_at
from rules.rhad.car.handling import update_base_handling
from rules.rhad.car.kills import record_harm, update_kill_status
from rules.rhad.match.causes import Cause
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState, CrewState, WeaponState

TURRET, TOP = "turret", "top"
POWER_PLANT = "power_plant"


def roll_ram_points(play: Match, mph: int, *, why: str) -> int:
    """The damage points of a ram at that speed.

    They are rolled on the dice of its row, or read as plain points if the house rule says so. At 0 mph no die is
    thrown (RH-075).
    """
    ram = ram_at(mph)
    if ram.dice == 0:
        return 0
    if _counts_points(play, ram):
        return ram.dice
    return max(play.roll(ram.dice, why).total - ram.minus, 0)


def roll_impact(play: Match, car: CarState, mph: int, *, side: str, rule: str, why: str) -> int:
    """The damage points that a side of a car takes by a ram or a landing at that speed, in an entry of their own
    (RH-065, RH-066, RH-075, RH-085).
    """
    points = roll_ram_points(play, mph, why=why)
    play.note("impact", rule, car, side=side, mph=mph, dice=ram_dice(play, mph), points=points, why=why)
    return points


def ram_dice(play: Match, mph: int) -> str:
    """The dice of a ram at that speed as printed, such as `5d` or `1d-2`; empty if none are thrown (RH-075)."""
    ram = ram_at(mph)
    if ram.dice == 0 or _counts_points(play, ram):
        return ""
    return f"{ram.dice}d" + (f"-{ram.minus}" if ram.minus else "")


def _counts_points(play: Match, ram: Ram) -> bool:
    """Whether an entry of the ram column is read as points by the house rule: only whole numbers are (RH-075)."""
    return play.settings.ram_unit == "points" and not ram.minus


def damage_side(
    play: Match,
    car: CarState,
    *,
    side: str,
    points: int,
    by: str = "",
    crew: str = "",
    why: str,
    because: Cause | None = None,
) -> None:
    """Damage one side of a car: its armor first, then the weapons mounted there, the power plant, and finally the
    occupants, one point at a time, each to a random one. Points left after that are lost (RH-085).

    `by` is the car that did the damage, and `because` why, as for `update_kill_status`. `crew` is credited with
    whatever breaks (RH-093).
    """
    if points <= 0:
        return
    before = car.armor[side]
    absorbed = min(before, points)
    car.armor[side] -= absorbed
    play.note(
        "damage", "RH-085", car, before={side: before}, after={side: car.armor[side]},
        side=side, points=points, by=by, why=why,
    )  # fmt: skip
    if by:
        record_harm(play, car, by=by, because=because)
    remaining = _through_mounts(play, car, side, points - absorbed, by=by, crew=crew)
    remaining = _through_plant(play, car, remaining, by=by, crew=crew)
    if by and play.state.cars[by].team != car.team:
        play.harm_done[by] += points - remaining
    for _ in range(remaining):
        if not _hit_somebody(play, car):
            break
    update_kill_status(play, car, by=by, because=because)


def _through_mounts(play: Match, car: CarState, side: str, points: int, *, by: str, crew: str) -> int:
    """The points left after the weapons mounted on a side (ruling under RH-085)."""
    if not play.duel.mounts:
        return points
    for number, gun in enumerate(car.guns):
        if points <= 0:
            break
        if gun.dp > 0 and _stands_on(gun, side):
            before = gun.dp
            gun.dp = max(before - points, 0)
            points -= before - gun.dp
            key = f"gun_{number}"
            play.note("weapon_hit", "RH-085", car, before={key: before}, after={key: gun.dp}, weapon=gun.name)
            if gun.dp == 0:
                _lose_component(play, car, gun.name, by=by, crew=crew)
    return points


def _stands_on(gun: WeaponState, side: str) -> bool:
    return gun.mount == side or (gun.mount == TURRET and side == TOP)


def _through_plant(play: Match, car: CarState, points: int, *, by: str, crew: str) -> int:
    """The points left after the power plant (RH-085)."""
    if points <= 0 or car.power_plant <= 0:
        return points
    before = car.power_plant
    car.power_plant = max(before - points, 0)
    play.note("plant_hit", "RH-085", car, before={POWER_PLANT: before}, after={POWER_PLANT: car.power_plant})
    if car.power_plant == 0:
        _lose_component(play, car, POWER_PLANT, by=by, crew=crew)
    return points - (before - car.power_plant)


def _lose_component(play: Match, car: CarState, part: str, *, by: str, crew: str) -> None:
    """Record a lost component; the one who destroyed an enemy's is credited with a critical (RH-093)."""
    other, scorer = play.state.cars.get(by), play.state.crew.get(crew)
    credited = scorer is not None and other is not None and other.team != car.team
    if scorer is not None and credited:
        before = scorer.criticals
        scorer.criticals += 1
        play.note(
            "component_lost", "RH-093", car, crew=crew,
            before={"criticals": before}, after={"criticals": scorer.criticals}, part=part, by=by,
        )  # fmt: skip
    else:
        play.note("component_lost", "RH-091", car, part=part, by=by)


def _hit_somebody(play: Match, car: CarState) -> bool:
    """One point of damage to a random living occupant; False if there is none (RH-076, RH-085)."""
    alive = [crew for crew in play.aboard(car) if not play.is_dead(crew)]
    if not alive:
        return False
    hurt(play, car, alive[play.pick(len(alive), "which occupant")], 1)
    return True


def hurt(play: Match, car: CarState, crew: CrewState, points: int) -> None:
    """Take hits off an occupant, at most those they have left (RH-076)."""
    before = crew.hits
    crew.hits = min(before + points, play.settings.occupant_hits)
    if crew.hits != before:
        play.note(
            "injury", "RH-076", car, crew=crew.id, before={"hits": before}, after={"hits": crew.hits},
            of=play.settings.occupant_hits,
        )  # fmt: skip


def hurt_everybody(play: Match, car: CarState, points: int) -> None:
    """Take points off everyone aboard in a crash, without a die (RH-076)."""
    for crew in play.aboard(car):
        hurt(play, car, crew, points)


def wear_tires(play: Match, car: CarState, points: Sequence[int], *, why: str) -> None:
    """Take points off each tire; a tire with none left is lost (RH-054, RH-077)."""
    before = list(car.tires)
    car.tires = [max(tire_points - lost, 0) for tire_points, lost in zip(before, points, strict=True)]
    if car.tires != before:
        play.note("tires", "RH-054", car, before={"tires": before}, after={"tires": list(car.tires)}, why=why)
        update_base_handling(play, car)

"""Damage: armor first, then the overflow table. Rules FW-050 to FW-057, FW-151, FW-153."""

from __future__ import annotations

from rules.core.tables import by_face
from rules.formule.car import wear
from rules.formule.match.match import Match
from rules.formule.match.state import CarState, CarStatus

WEAPON, DRIVER, BODY = "weapon", "driver", "body"
OVERFLOW_TABLE = by_face(
    {
        (1, 2): WEAPON,
        (3, 4, 5): "engine",
        (6, 7): "fuel",
        (8,): "brakes",
        (9,): "road_holding",
        (10, 11): DRIVER,
        (12, 13): "tires",
        (14, 15, 16, 17, 18, 19, 20): BODY,
    },
    faces=range(1, 21),
)
"""What a point of damage past the armor strikes, by the face of the black die (FW-051)."""
LASTING_DAMAGE = frozenset({"engine", "fuel", "brakes", "road_holding", BODY})
"""The characteristics whose points lost to overflow count as criticals after the race (FW-151)."""


def damage_car(play: Match, car: CarState, points: int, *, by: CarState | None, why: str) -> None:
    """Take damage points off a car's armor and allot the excess by the overflow table.

    The excess is allotted point by point, or all to one place if the house rule says `per_hit` (FW-050, FW-052). `by`
    is the car that is credited with the damage, if any. `why` goes into the log entry.
    """
    before = car.armor
    absorbed = wear.take(car, "armor", points)
    play.note(
        "damage", "FW-050", car, before={"armor": before}, after={"armor": car.armor}, points=points,
        absorbed=absorbed, why=why, by="" if by is None else by.id,
    )  # fmt: skip
    excess = points - absorbed
    if excess and play.settings.overflow == "per_hit":
        allot_overflow(play, car, excess, by=by)
        return
    for _ in range(excess):
        if car.status is not CarStatus.RUNNING:
            break
        allot_overflow(play, car, 1, by=by)


def allot_overflow(play: Match, car: CarState, points: int, *, by: CarState | None) -> None:
    """Throw the black die, unmodified, and apply one overflow result of so many points.

    A weapon or the driver is struck once, whatever the number of points. Body is struck instead of a weapon if none
    works, or of a characteristic that has no point left (FW-051, FW-054, FW-056, FW-057).
    """
    face = play.die(wear.BLACK_DIE, "damage")
    place = OVERFLOW_TABLE[face]
    if place == WEAPON and _lose_weapon(play, car, face, by):
        return
    if place == DRIVER:
        _wound(play, car, face, by)
        return
    if place == WEAPON or not getattr(car, place):
        place = BODY
    _credit(car, by)
    first = min(points, getattr(car, place))
    _lose_points(play, car, place, first, face=face, by=by)
    if points > first and car.status is CarStatus.RUNNING:
        _lose_points(play, car, BODY, points - first, face=face, by=by)


def _lose_points(play: Match, car: CarState, place: str, points: int, *, face: int, by: CarState | None) -> None:
    """Take points off a characteristic, no more than it has, and apply what follows (FW-053)."""
    before: dict[str, int] = {place: getattr(car, place)}
    lost = wear.take(car, place, points)
    if place in LASTING_DAMAGE:
        car.struck[place] = car.struck.get(place, 0) + lost
    play.note(
        "struck", "FW-051", car, before=before, after={place: getattr(car, place)}, face=face, place=place,
        points=lost, by="" if by is None else by.id,
    )  # fmt: skip
    wear.apply_loss_effects(play, car, place, by=by)


def _lose_weapon(play: Match, car: CarState, face: int, by: CarState | None) -> bool:
    """Destroy a random working weapon; False if none works (FW-053, FW-057)."""
    number = _break_weapon(play, car)
    if number is None:
        return False
    car.struck[WEAPON] = car.struck.get(WEAPON, 0) + 1
    _credit(car, by)
    play.note(
        "struck", "FW-057", car, before={"works": True}, after={"works": False}, face=face, place=WEAPON,
        weapon=number, key=car.weapons[number].key, by="" if by is None else by.id,
    )  # fmt: skip
    return True


def _break_weapon(play: Match, car: CarState) -> int | None:
    """Disable a random working weapon and return its number; None if none works (FW-057)."""
    working = [number for number, weapon in enumerate(car.weapons) if weapon.works]
    if not working:
        return None
    number = working[play.pick(len(working), "weapon")]
    car.weapons[number].works = False
    return number


def _wound(play: Match, car: CarState, face: int, by: CarState | None) -> None:
    """Wound the driver. A second wound makes them unconscious, and the car retires (FW-056)."""
    before = {"wounds": car.wounds}
    car.wounds += 1
    _credit(car, by)
    play.note(
        "struck", "FW-056", car, crew=car.driver, before=before, after={"wounds": car.wounds}, face=face,
        place=DRIVER, by="" if by is None else by.id,
    )  # fmt: skip
    if car.wounds == wear.UNCONSCIOUS:
        wear.take_out_of_race(play, car, DRIVER, "FW-056", destroyed=False, by=by)


def _credit(car: CarState, by: CarState | None) -> None:
    """Count an overflow result for the car that caused it, unless that is the car itself (FW-153)."""
    if by is None or by.id == car.id:
        return
    if by.team == car.team:
        by.friendly_criticals += 1
    else:
        by.criticals += 1


def deal_old(play: Match, car: CarState, criticals: int) -> None:
    """Deal the damage a car brings into the race, one black die for each critical.

    A result on the driver strikes body instead. The last point of body, engine or road-holding is never taken
    (FW-051, FW-151).
    """
    for _ in range(criticals):
        face = play.die(wear.BLACK_DIE, "old damage")
        place = OVERFLOW_TABLE[face]
        number = _break_weapon(play, car) if place == WEAPON else None
        if number is not None:
            play.note(
                "old_damage", "FW-151", car, before={"works": True}, after={"works": False}, face=face, place=WEAPON,
                weapon=number, key=car.weapons[number].key,
            )  # fmt: skip
            continue
        if place in {WEAPON, DRIVER} or not getattr(car, place):
            place = BODY
        before: dict[str, int] = {place: getattr(car, place)}
        if place not in wear.FATAL or before[place] > 1:
            wear.take(car, place, 1)
        play.note(
            "old_damage", "FW-151", car, before=before, after={place: getattr(car, place)}, face=face, place=place
        )

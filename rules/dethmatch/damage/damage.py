"""What a hit does: penetration, damage points, criticals, bombs that go off, tires, and the hazard it causes. Rules
DM-C-027, DM-C-146, DM-M-063, DM-M-099, DM-M-100, DM-M-105, DM-M-106, DM-M-114, DM-M-121, DM-M-126.

Hits, criticals and explosions stand in one module, since each can lead to the next.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from rules.dethmatch.crew.checks import may_use, use
from rules.dethmatch.crew.credit import credit_damage
from rules.dethmatch.damage import addon_armor, criticals
from rules.dethmatch.driving import hazards, loss_of_control, tires
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import INTACT_STATUSES, KNOCKED_OUT, NOWHERE, CarState
from rules.dethmatch.weapons.arcs import hexes_apart, quadrant_toward
from rules.dethmatch.weapons.weapon_use import SYSTEM, WeaponUser, spend
from rules.match.item_types import Firepower

SHOT, BOMB, BURST, MINE, BOOSTERS = "shot", "bomb", "burst", "mine", "boosters"
"""The causes of damage, in addition to those in `addon_armor`."""
DIE_SIDES = 6
KAMI_BOMB = "kami_bomb"
GOES_OFF_UP_TO = 2
"""The highest face on which a bomb goes off when it is triggered, driven over or shaken by a critical (DM-M-121)."""
BLAST_RADIUS = 1
"""How far a bomb reaches from its hex, in hexes (DM-M-121)."""
BLAST = Firepower(sides=6)
"""A bomb's firepower, rolled once for every car it reaches (DM-M-121)."""
LEAST_PENETRATION = 3
"""The PEN of a bomb for which none was rolled: the lowest result of 2 + 1d3 (DM-M-121)."""
CRACK_SHOT = "crack_shot"


class HitOutcome(StrEnum):
    """The result of a hit (DM-M-105, DM-M-126)."""

    IGNORED = "ignored"
    DEFLECTED = "deflected"
    GRAZED = "grazed"
    PENETRATED = "penetrated"


def resolve_hit(
    play: Match,
    target: CarState,
    *,
    quadrant: str,
    pen: int,
    firepower: Firepower,
    by: str,
    cause: str,
    tire_bonus: int,
    at_tires: bool = False,
    hand: WeaponUser | None = None,
    points: int | None = None,
) -> HitOutcome:
    """Resolve a hit on a quadrant: d6 + PEN against its armor, damage, tires, hazard, then the risks to add-on armor
    (DM-M-100, DM-M-105).

    `by` is the competitor who is credited. `hand` is who fired, for a Crack shot. `points` is the damage if it was
    already rolled, for several targets at once. By house rule a shot at the tires ignores the armor (DM-M-099).
    """
    if addon_armor.absorb_with_reactive_armor(play, target, firepower=firepower):
        return HitOutcome.IGNORED
    if at_tires and play.settings.tire_shot_ignores_armor:
        outcome = HitOutcome.GRAZED
        play.note("damage", "DM-M-099", target, crew=by, quadrant=quadrant, cause=cause, outcome=outcome.value)
    else:
        outcome = _roll_penetration(
            play, target, quadrant, pen, firepower, by=by, cause=cause, hand=hand, points=points
        )
    if outcome is not HitOutcome.DEFLECTED and target.status not in KNOCKED_OUT:
        loser, control = target.loser, target.control
        target.loser = by
        loss_of_control.roll_tires(play, target, bonus=tire_bonus, why=cause, weapon=True)
        hazards.check_hit_hazard(play, target)
        if target.control is control:
            target.loser = loser
    addon_armor.roll_armor_risks(play, target, cause=cause, firepower=firepower)
    return outcome


def _roll_penetration(
    play: Match,
    target: CarState,
    quadrant: str,
    pen: int,
    firepower: Firepower,
    *,
    by: str,
    cause: str,
    hand: WeaponUser | None,
    points: int | None,
) -> HitOutcome:
    """Roll against the armor. A total below it is deflected, an equal one grazes, a higher one penetrates and does
    damage (DM-M-105).

    A Crack shot may throw again if the first roll did not penetrate and another one could (DM-M-114).
    """
    armor = addon_armor.armor_of(play, target, quadrant, cause, firepower=firepower)
    face = play.d6("penetration")
    if face + pen <= armor < DIE_SIDES + pen and _second_try(play, hand, serious=face + pen < armor):
        face = play.d6("penetration, crack_shot re-roll")
    outcome = hit_outcome(face + pen, armor)
    details: dict[str, Any] = {"face": face, "pen": pen, "armor": armor, "outcome": outcome.value}
    if outcome is not HitOutcome.PENETRATED:
        play.note("damage", "DM-M-105", target, crew=by, quadrant=quadrant, cause=cause, **details)
        return outcome
    dealt = _roll_hit_damage(play, firepower, hand) if points is None else points
    suffer(play, target, dealt, quadrant=quadrant, by=by, cause=cause, **details)
    return outcome


def hit_outcome(total: int, armor: int) -> HitOutcome:
    """Return the outcome of a total of d6 + PEN against armor (DM-M-105)."""
    if total < armor:
        return HitOutcome.DEFLECTED
    return HitOutcome.GRAZED if total == armor else HitOutcome.PENETRATED


def roll_damage(play: Match, firepower: Firepower, why: str = "damage") -> int:
    """Return the damage points of firepower, rolling its die if it has one (DM-M-105)."""
    if not firepower.sides:
        return firepower.plus
    roll = {2: play.d2, 3: play.d3, 6: play.d6}[firepower.sides]
    return roll(why) + firepower.plus


def suffer(
    play: Match,
    car: CarState,
    points: int,
    *,
    quadrant: str,
    by: str,
    cause: str,
    most: int | None = None,
    **details: Any,
) -> None:
    """Add damage points to a car on a quadrant.

    Each time they reach the car's toughness, that much is taken off and a critical is rolled. A destroyed car takes
    no more criticals (DM-M-106). `most` is the highest total its criticals can have, 6 for a swipe (DM-M-086).
    `details` go into the log entry.
    """
    if car.status in KNOCKED_OUT:
        if details:  # the dice were thrown before a bomb nearby destroyed the car
            play.note("damage", "DM-M-100", car, crew=by, quadrant=quadrant, cause=cause, **details)
        return
    points = addon_armor.after_ram_guard(play, car, points, quadrant=quadrant, cause=cause)
    if not points and not details:
        return
    before = car.damage
    car.damage += points
    credit_damage(play, by, car, points)
    play.note(
        "damage",
        "DM-M-106",
        car,
        crew=by,
        before={"damage": before},
        after={"damage": car.damage},
        quadrant=quadrant,
        cause=cause,
        points=points,
        **details,
    )
    toughness = play.fits[car.id].toughness
    while car.damage >= toughness and car.status not in KNOCKED_OUT:
        car.damage -= toughness
        roll_critical(play, car, quadrant=quadrant, by=by, cause=cause, most=most)


def roll_critical(play: Match, car: CarState, *, quadrant: str, by: str, cause: str, most: int | None = None) -> None:
    """Roll one critical, unless the car is already destroyed. Then bombs on the car may go off (DM-M-106, DM-M-107,
    DM-M-121).
    """
    if car.status not in KNOCKED_OUT:
        criticals.roll(play, car, quadrant=quadrant, by=by, cause=cause, most=most)
        shake_bombs(play, car)


def shake_bombs(play: Match, car: CarState) -> None:
    """Roll for each unused bomb of a car that suffered a critical. It goes off in the car's hex on a 1 or 2
    (DM-M-121).
    """
    for gun in car.guns:
        if gun.kind != KAMI_BOMB or gun.destroyed:
            continue
        for _ in range(gun.ammunition):
            if not gun.ammunition:
                break
            face = play.d6("bomb shaken")
            goes_off = face <= GOES_OFF_UP_TO
            play.note("bomb", "DM-M-121", car, mount=gun.mount, face=face, exploded=goes_off)
            if goes_off:
                spend(car, gun, 1)
                explode(play, at=car.at, by=car.driver, item=gun.item)


def explode(play: Match, *, at: int, by: str, item: str) -> None:
    """Set off a bomb. It hits every intact car in its hex and the six around it, friend or not, in the order of the
    setup (DM-M-121).

    It strikes the side toward its hex, or the rear of a car in that same hex.
    """
    reached = [
        car
        for car in play.state.cars.values()
        if car.at != NOWHERE and car.status in INTACT_STATUSES and hexes_apart(play, at, car.at) <= BLAST_RADIUS
    ]
    points = roll_damage(play, BLAST, "bomb's firepower")
    play.note("bomb", "DM-M-121", None, crew=by, at=at, firepower=points, reached=[car.id for car in reached])
    for car in reached:
        resolve_hit(
            play,
            car,
            quadrant=quadrant_toward(play, car, at),
            pen=play.items[item].rolled.get("penetration", LEAST_PENETRATION),
            firepower=BLAST,
            by=by,
            cause=BOMB,
            tire_bonus=tires.firepower_bonus(BLAST),
            points=points,
        )


def _roll_hit_damage(play: Match, firepower: Firepower, hand: WeaponUser | None) -> int:
    """Roll the damage of a penetration. A Crack shot may throw the lowest face of the die again (DM-M-114)."""
    dealt = roll_damage(play, firepower)
    if firepower.sides and dealt == firepower.plus + 1 and _second_try(play, hand, serious=False):
        dealt = roll_damage(play, firepower, "damage, crack_shot re-roll")
    return dealt


def _second_try(play: Match, hand: WeaponUser | None, *, serious: bool) -> bool:
    """Whether a Crack shot throws a penetration or damage roll again, which uses the talent for this turn (DM-M-114).

    `serious` means that the hit was deflected.
    """
    if hand is None or hand.crew is None or hand.seat == SYSTEM or not may_use(play, hand.crew, CRACK_SHOT):
        return False
    wanted = play.standing_order(hand.car).crack_shot
    if wanted == "never" or (wanted == "serious" and not serious):
        return False
    use(hand.crew, CRACK_SHOT)
    return True

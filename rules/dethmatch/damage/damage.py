"""What a hit does: penetration, damage points, criticals, tires, and the hazard of it. Rules DM-M-063, DM-M-099,
DM-M-100, DM-M-105, DM-M-106, DM-M-110, DM-M-114, DM-M-126.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from rules.core.weapon_stats import Firepower
from rules.dethmatch.crew.checks import may_use, use
from rules.dethmatch.crew.credit import credit
from rules.dethmatch.damage import addon_armor, criticals, injuries
from rules.dethmatch.driving import hazards, tires, uncontrolled
from rules.dethmatch.match.match import Play
from rules.dethmatch.match.state import CarSheet, Status
from rules.dethmatch.weapons.weapon_use import SYSTEM, Hand

SHOT, BOMB, BURST, MINE, BOOSTERS = "shot", "bomb", "burst", "mine", "boosters"
"""What damage can come of, besides the causes of `addon_armor`."""
SIDES = 6
CRACK_SHOT = "crack_shot"
GONE = frozenset({Status.DESTROYED, Status.WRECK})


class Outcome(StrEnum):
    """What came of a hit (DM-M-105, DM-M-126)."""

    IGNORED = "ignored"
    DEFLECTED = "deflected"
    GRAZED = "grazed"
    PENETRATED = "penetrated"


def strike(
    play: Play,
    target: CarSheet,
    *,
    quadrant: str,
    pen: int,
    firepower: Firepower,
    by: str,
    cause: str,
    tire_bonus: int,
    at_tires: bool = False,
    hand: Hand | None = None,
    points: int | None = None,
) -> Outcome:
    """Resolve a hit on a quadrant: d6 + PEN against its armor, damage, tires, hazard, then what the armor risks
    (DM-M-100, DM-M-105).

    `by` is who is credited; `hand` who fired, for a Crack shot; `points` the damage where it was rolled already, for
    several targets at once. By house rule a shot at the tires goes round the armor (DM-M-099).
    """
    if addon_armor.ignores(play, target, firepower=firepower):
        return Outcome.IGNORED
    if at_tires and play.settings.tire_shot_ignores_armor:
        outcome = Outcome.GRAZED
        play.note("damage", "DM-M-099", target, crew=by, quadrant=quadrant, cause=cause, outcome=outcome.value)
    else:
        outcome = _resisted(play, target, quadrant, pen, firepower, by=by, cause=cause, hand=hand, points=points)
    if outcome is not Outcome.DEFLECTED and target.status not in GONE:
        loser, control = target.loser, target.control
        target.loser = by
        tires.roll_tires(play, target, bonus=tire_bonus, why=cause, weapon=True)
        hazards.hit_hazard(play, target)
        if target.control is control:
            target.loser = loser
    addon_armor.risks(play, target, cause=cause, firepower=firepower)
    return outcome


def _resisted(
    play: Play,
    target: CarSheet,
    quadrant: str,
    pen: int,
    firepower: Firepower,
    *,
    by: str,
    cause: str,
    hand: Hand | None,
    points: int | None,
) -> Outcome:
    """Lower than the armor is deflected, equal grazes, higher penetrates and does damage (DM-M-105).

    What may be penetrated and is not a Crack shot may throw again (DM-M-114).
    """
    armor = addon_armor.armor_of(play, target, quadrant, cause, firepower=firepower)
    face = play.d6("penetration")
    if face + pen <= armor < SIDES + pen and _second_try(play, hand, serious=face + pen < armor):
        face = play.d6("penetration, crack_shot re-roll")
    outcome = outcome_of(face + pen, armor)
    told: dict[str, Any] = {"face": face, "pen": pen, "armor": armor, "outcome": outcome.value}
    if outcome is not Outcome.PENETRATED:
        play.note("damage", "DM-M-105", target, crew=by, quadrant=quadrant, cause=cause, **told)
        return outcome
    dealt = _dealt(play, firepower, hand) if points is None else points
    suffer(play, target, dealt, quadrant=quadrant, by=by, cause=cause, **told)
    return outcome


def outcome_of(total: int, armor: int) -> Outcome:
    """What d6 + PEN comes to against armor (DM-M-105)."""
    if total < armor:
        return Outcome.DEFLECTED
    return Outcome.GRAZED if total == armor else Outcome.PENETRATED


def damage_of(play: Play, firepower: Firepower, why: str = "damage") -> int:
    """The damage points of firepower, with its die where it has one (DM-M-105)."""
    if not firepower.sides:
        return firepower.plus
    small = {2: play.d2, 3: play.d3, 6: play.d6}[firepower.sides]
    return small(why) + firepower.plus


def suffer(
    play: Play,
    car: CarSheet,
    points: int,
    *,
    quadrant: str,
    by: str,
    cause: str,
    most: int | None = None,
    **told: Any,
) -> None:
    """Add damage points on a quadrant; each time they reach the car's toughness that much comes off and a critical is
    rolled, none once it is destroyed (DM-M-106).

    `most` caps the criticals that come of it, 6 for a swipe (DM-M-086); `told` goes into the entry.
    """
    if car.status in GONE:
        if told:  # its die was thrown before a bomb beside it knocked it out
            play.note("damage", "DM-M-100", car, crew=by, quadrant=quadrant, cause=cause, **told)
        return
    points = addon_armor.guarded(play, car, points, quadrant=quadrant, cause=cause)
    if not points and not told:
        return
    before = car.damage
    car.damage += points
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
        **told,
    )
    toughness = play.fits[car.id].toughness
    while car.damage >= toughness and car.status not in GONE:
        car.damage -= toughness
        critical(play, car, quadrant=quadrant, by=by, cause=cause, most=most)


def critical(play: Play, car: CarSheet, *, quadrant: str, by: str, cause: str, most: int | None = None) -> None:
    """Roll one critical on the table, unless the car is destroyed already (DM-M-106, DM-M-107)."""
    if car.status not in GONE:
        criticals.roll(play, car, quadrant=quadrant, by=by, cause=cause, most=most)


def destroy(play: Play, car: CarSheet, *, by: str, cause: str, tests_crew: bool = True) -> None:
    """Knock a car out for good: credit, its crew's test, and it rolls on until it stands as a wreck (DM-M-110).

    Without `tests_crew` those aboard get away unhurt, as a house rule has it for cars on their roofs (DM-M-075).
    """
    if car.status in GONE:
        return
    before = car.status
    car.status, car.to_lay, car.laying = Status.DESTROYED, 0, ""
    play.note(
        "destroyed", "DM-M-110", car, crew=by, before={"status": before}, after={"status": car.status}, cause=cause
    )
    credit(play, by, car, kill=True)
    if tests_crew:
        injuries.crew_of_destroyed(play, car)
    uncontrolled.roll_on(play, car)


def _dealt(play: Play, firepower: Firepower, hand: Hand | None) -> int:
    """The damage of a penetration; a Crack shot may throw the lowest face of a die again (DM-M-114)."""
    dealt = damage_of(play, firepower)
    if firepower.sides and dealt == firepower.plus + 1 and _second_try(play, hand, serious=False):
        dealt = damage_of(play, firepower, "damage, crack_shot re-roll")
    return dealt


def _second_try(play: Play, hand: Hand | None, *, serious: bool) -> bool:
    """Whether a Crack shot throws a damage or penetration roll again, which uses it up for the turn (DM-M-114).

    `serious` is a hit that did nothing at all.
    """
    if hand is None or hand.crew is None or hand.seat == SYSTEM or not may_use(play, hand.crew, CRACK_SHOT):
        return False
    wish = play.standing(hand.car).crack_shot
    if wish == "never" or (wish == "serious" and not serious):
        return False
    use(hand.crew, CRACK_SHOT)
    return True

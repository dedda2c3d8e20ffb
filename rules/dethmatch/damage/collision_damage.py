"""What a collision does to one car: armor, damage and tires. Rules DM-M-083, DM-M-085, DM-M-086, DM-M-126."""

from __future__ import annotations

from rules.dethmatch.damage import addon_armor, damage
from rules.dethmatch.damage.collision_types import damage_points, tire_extra
from rules.dethmatch.driving import loss_of_control
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import KNOCKED_OUT, CarState


def resolve_collision_damage(
    play: Match, car: CarState, *, quadrant: str, pen: int, by: str, most: int | None = None
) -> None:
    """Resolve the damage of a collision to one car: its hit, its tires if it was at least grazed, and the risks to
    its add-on armor (DM-M-085, DM-M-126).

    `by` is the competitor credited with its criticals. `most` is the highest critical it can cause (DM-M-086).
    """
    if car.status in KNOCKED_OUT:
        return
    points = resolve_collision_hit(
        play, car, quadrant=quadrant, pen=pen, by=by, cause=addon_armor.COLLISION, most=most
    )
    if points is not None and car.status not in KNOCKED_OUT:
        extra = tire_extra(points)
        loss_of_control.roll_tires(
            play, car, bonus=0, why=addon_armor.COLLISION, weapon=False, rule="DM-M-085", extra=extra
        )
    addon_armor.roll_armor_risks(play, car, cause=addon_armor.COLLISION)


def resolve_collision_hit(
    play: Match, car: CarState, *, quadrant: str, pen: int, by: str, cause: str, most: int | None = None
) -> int | None:
    """Throw d6 + PEN against the armor that met and apply the damage (DM-M-083).

    Returns the damage points it caused, or None if the hit was deflected.
    """
    armor = addon_armor.armor_of(play, car, quadrant, cause)
    face = play.d6(f"{cause}: penetration")
    outcome = damage.hit_outcome(face + pen, armor)
    penetrated = outcome is damage.HitOutcome.PENETRATED
    points = damage_points(pen, penetrated=penetrated, table=play.settings.collision_damage)
    details = {"face": face, "pen": pen, "armor": armor, "outcome": outcome.value}
    damage.suffer(play, car, points, quadrant=quadrant, by=by, cause=cause, most=most, **details)
    if outcome is damage.HitOutcome.DEFLECTED:
        return None
    return addon_armor.after_ram_guard(play, car, points, quadrant=quadrant, cause=cause)

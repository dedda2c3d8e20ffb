"""The critical table and what each row does. Rules DM-M-021, DM-M-031, DM-M-086, DM-M-106, DM-M-107, DM-M-121,
DM-M-139.
"""

from __future__ import annotations

from rules.core.tables import D6, band, by_face
from rules.dethmatch.crew.credit import credit
from rules.dethmatch.damage import destruction, injuries
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, Critical

ROLL_UP_TO = (3, 4, 5, 6)
"""The last total of each of the first four rows. The fifth row is 7 and more (DM-M-107)."""
ENGINE, WEAPON, CREW, BODY, DESTROYED = ROWS = ("engine", "weapon", "crew", "body", "destroyed")  # no mutant: names
ENGINE_ON = by_face({(1, 2, 3): "drivetrain", (4, 5, 6): "tank"}, faces=D6)
"""What an engine critical hits (DM-M-107)."""
SEALS_FROM = 5
"""The lowest face on which a self-sealing tank keeps a fuel point (DM-M-021)."""
NO_SIDE = "front"
"""The quadrant of a critical that came from no side (DM-M-107)."""
DRIVETRAIN_LOSS, BODY_LOSS = 1, 1
"""What a drivetrain hit takes off acceleration, and a body critical off the armor of its side (DM-M-107)."""


def critical_row(total: int) -> str:
    """Return the row of the critical table for a total (DM-M-107)."""
    return ROWS[band(total, ROLL_UP_TO)]


def roll(play: Match, car: CarState, *, quadrant: str, by: str, cause: str, most: int | None = None) -> None:
    """Roll a critical and apply its row: d6 + 1 for each critical the car already has, capped at `most` (DM-M-106,
    DM-M-107).

    The critical is credited to `by`.
    """
    face, earlier = play.d6("critical"), len(car.criticals)
    total = face + earlier if most is None else min(face + earlier, most)
    row = critical_row(total)
    suffered = Critical(row=row, quadrant=quadrant or NO_SIDE, by=by, heat=play.state.moment.heat)
    car.criticals.append(suffered)
    play.note(
        "critical",
        "DM-M-107",
        car,
        crew=by,
        before={"criticals": earlier},
        after={"criticals": earlier + 1},
        face=face,
        total=total,
        row=row,
        cause=cause,
    )
    credit(play, by, car)
    if row == ENGINE:
        _engine(play, car, suffered)
    elif row == WEAPON:
        _weapon(play, car, suffered)
    elif row == CREW:
        _crew(play, car, suffered, by=by)
    elif row == BODY:
        _body(play, car, suffered)
    else:
        destruction.destroy(play, car, by=by, cause=cause)


def _engine(play: Match, car: CarState, suffered: Critical) -> None:
    """Apply an engine critical: on 1 to 3 acceleration −1, on 4 to 6 the tank loses up to 1d3 fuel
    points (DM-M-107).
    """
    suffered.effect = ENGINE_ON[play.d6("engine")]
    play.note("engine", "DM-M-107", car, effect=suffered.effect)
    if suffered.effect == "drivetrain":
        suffered.amount = DRIVETRAIN_LOSS
        return
    before = car.fuel
    leak = play.d3("fuel lost")
    play.note("leak", "DM-M-107", car, points=leak)
    suffered.amount = _fuel_lost(play, car, min(leak, before))
    car.fuel -= suffered.amount
    play.note("fuel", "DM-M-107", car, before={"fuel": before}, after={"fuel": car.fuel}, why="tank")


def _fuel_lost(play: Match, car: CarState, points: int) -> int:
    """Return how many of `points` fuel points are lost. A self-sealing tank keeps each one on a 5 or 6 (DM-M-021)."""
    if not play.fits[car.id].self_sealing:
        return points
    lost = sum(play.d6("self-sealing") < SEALS_FROM for _ in range(points))
    if points:
        play.note("sealing", "DM-M-021", car, points=points, lost=lost)
    return lost


def _weapon(play: Match, car: CarState, suffered: Critical) -> None:
    """Take up to 1d6 ammunition off a random weapon of the car. Linked weapons are drawn separately (DM-M-107)."""
    weapons = [gun for gun in car.guns if not gun.destroyed]
    if not weapons:
        play.note("no_effect", "DM-M-107", car, row=WEAPON)
        return
    gun = weapons[play.pick(len(weapons), "weapon hit")]
    if play.has_unrecorded_dice:
        play.note("weapon_hit", "DM-M-107", car, mount=gun.mount)
    before = gun.ammunition
    suffered.effect, suffered.mount = "ammunition", gun.mount
    suffered.amount = min(play.d6("ammunition lost"), before)
    gun.ammunition -= suffered.amount
    play.note(
        "ammunition",
        "DM-M-107",
        car,
        before={"ammunition": before},
        after={"ammunition": gun.ammunition},
        mount=gun.mount,
    )


def _crew(play: Match, car: CarState, suffered: Critical, *, by: str) -> None:
    """Injure a random member of the crew who is not out of action (DM-M-107)."""
    aboard = injuries.able_crew(play, car)
    if not aboard:
        play.note("no_effect", "DM-M-107", car, row=CREW)
        return
    victim = aboard[play.pick(len(aboard), "crew hit")]
    if play.has_unrecorded_dice:
        play.note("crew_hit", "DM-M-107", car, crew=victim.id)
    suffered.effect = victim.id
    injuries.injure(play, victim, car, by=by)


def _body(play: Match, car: CarState, suffered: Critical) -> None:
    """Lower the armor of the side hit by 1, to no less than 0 (DM-M-107)."""
    side = suffered.quadrant
    before = car.armor[side]
    suffered.effect, suffered.amount = "armor", min(BODY_LOSS, before)
    car.armor[side] = before - suffered.amount
    play.note("armor", "DM-M-107", car, before={side: before}, after={side: car.armor[side]})

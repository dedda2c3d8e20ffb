"""Contact with terrain, the edge or another car, and the reinforced ram. Rules CC-046 to CC-049, CC-067, CC-075,
CC-078.
"""

from __future__ import annotations

from rules.carcult.car.damage import place_damage
from rules.carcult.car.tokens import components_with_card, sound_az, speed_of, take_off
from rules.carcult.cards import ENGINE, RAM, WEAPONS
from rules.carcult.combat.attacks import D20, apply_hits, is_hit, modifier_parts, reroll
from rules.carcult.combat.explosions import explode_all
from rules.carcult.ground.obstacles import EDGE, TERRAIN
from rules.carcult.ground.table import INCH
from rules.carcult.match.match import Match, Steps
from rules.carcult.match.state import LEFT, OFF_TABLE, CarState


def resolve_contact(play: Match, car: CarState, what: str, *, minimum: int, moved: int, rerolls: int) -> Steps[None]:
    """Resolve the contact of a car with the edge, terrain or another car, given by its id (CC-046, CC-047, CC-078).

    `minimum` is its minimum move in inches, `moved` how far it has moved in hundredths of an inch, and `rerolls` the
    most rerolls to spend on its ram.
    """
    if what == EDGE and play.settings.edge == "leave_play":
        before = {"status": car.status}
        car.status = LEFT
        play.note("left", "CC-049", car, before=before, after={"status": LEFT})
        return
    short = shortfall(minimum, moved)
    if what in {EDGE, TERRAIN}:
        stop(play, car, rule="CC-046", what=what)
        yield from _batter(play, [(car, "")], short, rule="CC-046", why=what)
        return
    struck = play.state.cars[what]
    if has_ram(play, car):
        yield from _ram(play, car, struck, rerolls)
        return
    stop(play, car, rule="CC-047", what=what)
    if play.settings.collision_struck_stops:
        stop(play, struck, rule="CC-047", what=car.id)
    own_harm_by = struck.id if play.settings.collision_credit == "both" else ""
    yield from _batter(play, [(car, own_harm_by), (struck, car.id)], short, rule="CC-047", why="collision")


def shortfall(minimum: int, moved: int) -> int:
    """How many whole inches a car fell short of its minimum move (CC-005, CC-040, CC-046)."""
    return max(0, minimum * INCH - moved) // INCH  # no mutant: one unit makes no inch


def stop(play: Match, car: CarState, *, rule: str, what: str) -> None:
    """Take every speed token off a car's engine (CC-046)."""
    track = car.tracks[ENGINE]
    before = list(track)
    take_off(track, len(track))
    play.note("stopped", rule, car, before={ENGINE: before}, after={ENGINE: list(track)}, what=what)


def _batter(play: Match, cars: list[tuple[CarState, str]], tokens: int, *, rule: str, why: str) -> Steps[None]:
    """Place that many damage tokens on each car, by its owner; each car comes with the car that caused them (CC-047,
    CC-048).
    """
    for car, by in cars:
        for _ in range(tokens):
            yield from place_damage(play, car, rule=rule, why=why, by=by)
    yield from explode_all(play)


def has_ram(play: Match, car: CarState) -> bool:
    """Whether a car has a reinforced ram with a sound AZ (CC-078)."""
    return any(sound_az(car.tracks[name]) for name in components_with_card(play, car, RAM))


def _ram(play: Match, car: CarState, struck: CarState, rerolls: int) -> Steps[None]:
    """Make one ram attack, with the engine's speed tokens as its damage; the car itself takes none (CC-078).

    A car of its own side takes no damage. The gutsy gunner may reroll the die (CC-055, CC-073). The car keeps its
    speed tokens unless the house rules take them.
    """
    if struck.team == car.team:
        play.note("ram", "CC-078", car, target=struck.id, hits=0, damage=0)
    else:
        weapon, tokens = WEAPONS[RAM], speed_of(car)
        parts = modifier_parts(play, struck, weapon)
        modifier = sum(parts.values())
        faces = list(play.roll(weapon.shots, f"ram into {struck.id}", sides=D20).faces)
        reroll(play, car, faces, modifier, rerolls)
        hits = sum(is_hit(face, modifier) for face in faces)
        play.note(
            "ram", "CC-078", car, target=struck.id, modifier=modifier, parts=parts, faces=faces, hits=hits,
            damage=tokens,
        )  # fmt: skip
        yield from apply_hits(play, struck, [tokens] * hits, by=car, rule="CC-061", why=RAM)
    if not play.settings.ram_keeps_speed:
        stop(play, car, rule="CC-078", what=struck.id)
    yield from explode_all(play)


def is_off_table(car: CarState) -> bool:
    """Whether a car is off the table."""
    return car.status in OFF_TABLE

"""Mines, oil and caltrops: laying them, and what sets mines off. Rules CC-067, CC-076, CC-077, CC-082."""

from __future__ import annotations

from rules.carcult.car.tokens import use_up
from rules.carcult.cards import CALTROPS, MINES, OIL, WEAPONS
from rules.carcult.combat.attacks import D20, apply_hits, is_hit, modifier_parts
from rules.carcult.combat.explosions import explode_all
from rules.carcult.ground.geometry import Shape, car_shape, distance_squared, shape_of
from rules.carcult.ground.obstacles import counter_shape
from rules.carcult.ground.table import INCH, Point
from rules.carcult.match.match import Match, Steps
from rules.carcult.match.orders import Lay
from rules.carcult.match.state import SPEED, CarState, Marker

LEAST_ROUGH = {OIL: 4 * INCH, CALTROPS: 6 * INCH}
"""How much rough ground each counter counts as at least, in hundredths of an inch (CC-082)."""


def lay(play: Match, car: CarState, order: Lay) -> None:
    """Lay a marker at the car's place; the AZ of its speed token is used up (CC-076, CC-082).

    Nothing is laid if damage has removed the token. If this covers the car's last AZ, it explodes by its own doing
    (CC-067).
    """
    track, kind = car.tracks[order.card], play.components[car.id][order.card].key
    rule = "CC-076" if kind == MINES else "CC-082"
    if SPEED not in track:
        play.note("no_lay", rule, car, card=order.card, why="no token")
        return
    before, moment, state = list(track), play.state.moment, play.state
    use_up(track)
    car.hit_by = ""
    state.laid += 1
    marker = Marker(
        id=state.laid, kind=kind, x=car.x, y=car.y, owner=car.id, turn=moment.turn, phase=moment.phase
    )  # fmt: skip
    state.markers.append(marker)
    play.note(
        "lay",
        rule,
        car,
        before={order.card: before},
        after={order.card: list(track)},
        card=order.card,
        marker=marker.id,
        x=car.x,
        y=car.y,
    )


def counters(play: Match, car: CarState) -> list[tuple[Marker, Shape]]:
    """The counters of oil and caltrops that affect a car, with their shapes (CC-077, CC-082).

    Those it has laid in this activation do not, unless the house rules arm markers at once.
    """
    return [
        (marker, counter_shape(marker.x, marker.y))
        for marker in play.state.markers
        if marker.kind != MINES and is_armed(play, marker, car)
    ]


def is_armed(play: Match, marker: Marker, car: CarState) -> bool:
    """Whether a marker affects a car (CC-077, CC-082).

    It does not affect the car that laid it in the same activation, unless the house rules arm markers at once.
    """
    moment = play.state.moment
    if play.settings.mine_arming == "at_once" or marker.owner != car.id:
        return True
    return (marker.turn, marker.phase) != (moment.turn, moment.phase)


def mines_on_way(play: Match, car: CarState, way: Point, far: int) -> list[tuple[int, Marker]]:
    """The mines that a car sets off on its way, in the order in which they go off (CC-077).

    The car moves `far` hundredths of an inch ahead, with the displacement `way`. Each mine comes with the distance
    ahead after which it goes off. Mines that go off at the same point are ordered by id.
    """
    if not far:
        return []
    here = car_shape(car.x, car.y, car.heading)
    triggered = []
    for marker in play.state.markers:
        if marker.kind == MINES and is_armed(play, marker, car):
            distance = distance_to_trigger(here, (marker.x, marker.y), way, far)
            if distance is not None:
                triggered.append((distance, marker))
    return sorted(triggered, key=lambda entry: (entry[0], entry[1].id))


def distance_to_trigger(here: Shape, mine: Point, way: Point, far: int) -> int | None:
    """How far a car gets until a mine is within range, in hundredths of an inch of `far` (CC-077).

    None if it never is. Seen from the car, the mine moves the other way along a line. Once that line comes within
    range it stays within range as it grows, so a binary search finds the point.
    """
    span, (x, y), (vx, vy) = WEAPONS[MINES].range * INCH, mine, way
    left, top, right, bottom = here.box
    if not (left - span <= max(x, x - vx) and min(x, x - vx) <= right + span):
        return None
    if not (top - span <= max(y, y - vy) and min(y, y - vy) <= bottom + span):
        return None
    if not _within(here, mine, way, (far, far), span):
        return None
    near, end = 0, far
    while near < end:
        middle = (near + end) // 2
        if _within(here, mine, way, (middle, far), span):
            end = middle
        else:
            near = middle + 1
    return near


def _within(here: Shape, mine: Point, way: Point, part: tuple[int, int], span: int) -> bool:
    """Whether a mine is within `span` of the car at any moment up to that part of its way."""
    driven, far = part
    end = (mine[0] - way[0] * driven // far, mine[1] - way[1] * driven // far)
    return distance_squared(here, shape_of((mine, end))) <= span * span


def set_off(play: Match, car: CarState, marker: Marker) -> Steps[None]:
    """Let a mine attack the car that set it off with one die, and remove it (CC-077)."""
    play.state.markers.remove(marker)
    weapon, owner = WEAPONS[MINES], play.state.cars[marker.owner]
    parts = modifier_parts(play, car, weapon)
    modifier = sum(parts.values())
    faces = list(play.roll(weapon.shots, f"mine {marker.id} under {car.id}", sides=D20).faces)
    hits = sum(is_hit(face, modifier) for face in faces)
    play.note(
        "mine", "CC-077", car, marker=marker.id, owner=marker.owner, modifier=modifier, parts=parts, faces=faces,
        hits=hits,
    )  # fmt: skip
    yield from apply_hits(play, car, [weapon.damage] * hits, by=owner, rule="CC-061", why=MINES)
    yield from explode_all(play)

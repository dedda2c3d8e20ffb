"""How many speed tokens the autopilot wants on the engine. Rules CC-014, CC-030, CC-031, CC-041, CC-042, CC-095.

It aims at a minimum move of 8 to 11 inches, at which the car is hard to hit, or of at most 5 if every enemy is
behind, and less if no way of that length is clear.
"""

from __future__ import annotations

from rules.carcult.car.tokens import Track, fill, open_az, track_limits
from rules.carcult.cards import ENGINE
from rules.carcult.combat.lines_of_sight import other_shapes
from rules.carcult.first_autopilot.estimates import is_behind
from rules.carcult.first_autopilot.move_samples import DEGREES_PER_TURN, HALF_ROUND
from rules.carcult.ground.geometry import FULL_CIRCLE, displacement
from rules.carcult.ground.table import INCH
from rules.carcult.match.match import Match
from rules.carcult.match.state import CarState
from rules.carcult.play.activation import most_at_start

FAST_RANGE, SLOW_RANGE = (8, 11), (0, 5)
"""The minimum moves it aims at, in inches: fast enough to be hard to hit, or slow enough to turn around (CC-095)."""


def tokens_to_start(play: Match, car: CarState) -> int:
    """How many speed tokens the car starts with (CC-030)."""
    return best_token_count(play, car, most=most_at_start(play, car))


def tokens_to_shift(play: Match, car: CarState) -> int:
    """How many tokens to take off: the free one if the car is too fast or no way is clear, else none (CC-014,
    CC-041).
    """
    track = car.tracks[ENGINE]
    minimum = track_limits(track, play.entries[car.id].design.engine.track)[0]
    too_fast = minimum > target_range(play, car)[1]
    return int(bool(minimum) and (too_fast or not _has_room(play, car, track)))


def tokens_to_add(play: Match, car: CarState, *, most: int) -> int:
    """How many of at most `most` tokens to put on the engine (CC-031, CC-042).

    After a down shift it is none, unless the house rules allow it.
    """
    if car.shifted and not play.settings.shift_then_accelerate:
        return 0
    return best_token_count(play, car, most=min(most, play.entries[car.id].design.engine.plug))


def target_range(play: Match, car: CarState) -> tuple[int, int]:
    """The range of minimum moves to aim at, in inches (CC-095)."""
    enemies = play.enemies(car)
    return SLOW_RANGE if enemies and all(is_behind(car, enemy) for enemy in enemies) else FAST_RANGE


def best_token_count(play: Match, car: CarState, *, most: int) -> int:
    """The fewest of at most `most` tokens with which the minimum move comes nearest to the target range.

    Token counts that leave the car no clear way are passed over; if all do, it is 0.
    """
    low, high = target_range(play, car)
    inches = play.entries[car.id].design.engine.track
    options: list[tuple[int, int, int]] = []
    for tokens in range(min(most, open_az(car.tracks[ENGINE])) + 1):
        track = _with(car.tracks[ENGINE], tokens)
        minimum, maximum = track_limits(track, inches)
        slower = 0 if minimum else -maximum  # no mutant: a minimum of 0 is never above 0
        options.append((max(low - minimum, minimum - high, 0), slower, tokens))
    for _, _, tokens in sorted(options):
        if _has_room(play, car, _with(car.tracks[ENGINE], tokens)):
            return tokens
    return 0


def _with(track: Track, tokens: int) -> Track:
    filled = list(track)
    fill(filled, tokens)
    return filled


def _has_room(play: Match, car: CarState, track: Track) -> bool:
    """Whether the car can go its minimum move without touching anything, after any turn it has."""
    minimum = track_limits(track, play.entries[car.id].design.engine.track)[0]
    if not minimum:
        return True
    others = other_shapes(play, car.id)
    turns = min(open_az(track), HALF_ROUND)
    for turn in sorted(range(-turns, turns + 1), key=abs):
        heading = (car.heading + DEGREES_PER_TURN * turn) % FULL_CIRCLE
        way = displacement(heading, INCH * minimum, 0)
        if play.ground.first_contact((car.x, car.y), heading, way, others) is None:
            return True
    return False

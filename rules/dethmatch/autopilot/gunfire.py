"""What the guns of cars can do to each other from where they are. Rules DM-M-093 to DM-M-098, DM-M-105 to DM-M-107.

Harm is counted in lives: the share of a car, from undamaged to a wreck, that is expected to be lost in a phase.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from rules.dethmatch.combat.shooting import NON_SHOOTING_KINDS
from rules.dethmatch.crew.checks import effective_trait
from rules.dethmatch.ground.track import Track
from rules.dethmatch.ground.track_key import TrackKey
from rules.dethmatch.match.fitted_car import FittedCar
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState
from rules.dethmatch.weapons.arcs import is_in_arc, quadrant_of, sight_blocked
from rules.dethmatch.weapons.hit_chances import mean_firepower, penetration_in_sixths
from rules.dethmatch.weapons.to_hit import EYE, FAST_TARGET_SPEED, MODIFIERS
from rules.match.item_types import StatLine

CRITICALS_LEFT = (3.775, 2.775, 2.13, 1.694, 1.389, 1.167, 1.0)
"""How many more criticals destroy a car on average, by those it has: each rolls d6 and 1 for each of them, and 7
destroys (DM-M-106, DM-M-107).
"""
CHANCES = 36.0
"""Faces of a die that hits and of one that penetrates."""
PHASES = 3
MOST_ARMOR = 60
"""More armor than any side of a car has."""
SIXTHS = 6
FIXED = "fixed"
"""The traverse of a mount that covers one quadrant."""
TRACKS = 8  # no mutant: how many are kept changes nothing


class Gun(NamedTuple):
    """A weapon that works: what it covers, how far it reaches, and the highest face that hits at long range."""

    seat: str
    traverse: str
    facing: str
    shot: StatLine
    needed: int
    nearer: int
    penalised: bool
    heat_seeking: bool
    harm_by_armor: tuple[float, ...]
    """The damage points expected in a turn for each face that hits, by the armor that is hit."""

    def needed_at(self, far: int) -> int:
        """The highest face that hits at a range, 0 beyond the reach (DM-M-095 to DM-M-097)."""
        far = max(far - self.nearer, 1)
        if far > self.shot.furthest:
            return 0
        if far <= self.shot.short or self.heat_seeking:
            return self.needed + MODIFIERS["short_range"]
        return self.needed if far <= self.shot.long else self.needed + MODIFIERS["extreme_range"]


class Guns(NamedTuple):
    """The guns of a car by seat, and the furthest that any reaches."""

    seats: tuple[tuple[Gun, ...], ...]
    furthest: int


NO_GUNS = Guns((), 0)


def guns_of(play: Match, car: CarState) -> Guns:
    """The guns that a car's crew can fire from now on, if not in this phase (DM-C-030, DM-M-023,
    DM-M-093)."""
    fit = play.fits[car.id]
    seats = []
    for seat, crew in (("driver", play.driver(car)), ("gunner", play.gunner(car))):
        if crew is None:
            continue
        entry = play.crews[crew.id]
        gunnery = effective_trait(play, crew, "gunnery") + ("helmet_sight" in entry.worn)
        eyes = EYE * ("eagle_eyes" in entry.talents)
        guns = _guns(fit, car, seat, gunnery, eyes, penalised=seat == "driver" and "helmet_sight" not in entry.worn)
        if guns:
            seats.append(guns)
    if not seats:
        return NO_GUNS
    return Guns(tuple(seats), max(gun.shot.furthest + max(gun.nearer, 0) for guns in seats for gun in guns))


def _guns(fit: FittedCar, car: CarState, seat: str, gunnery: int, eyes: int, *, penalised: bool) -> tuple[Gun, ...]:
    guns, pairs = [], set()
    for state in car.guns:
        weapon = fit.weapons.get(state.mount)
        if weapon is None or state.kind in NON_SHOOTING_KINDS or not weapon.shots or state.mount in pairs:
            continue
        if state.out or state.destroyed or not state.ammunition:
            continue
        pairs.add(weapon.partner)
        shot = weapon.shots[0]
        guns.append(
            Gun(
                seat=seat,
                traverse=weapon.traverse,
                facing=weapon.facing,
                shot=shot,
                needed=gunnery + weapon.targeting,
                nearer=eyes - weapon.ranger,
                penalised=penalised,
                heat_seeking=weapon.heat_seeking,
                harm_by_armor=_harm_by_armor(shot, shot.rate * shot.dice * (1 + bool(weapon.partner))),
            )
        )
    return tuple(guns)


def criticals_left(car: CarState) -> float:
    """How many more criticals destroy a car on average (DM-M-107)."""
    return CRITICALS_LEFT[min(len(car.criticals), len(CRITICALS_LEFT) - 1)]


def lives_a_point(play: Match, car: CarState) -> float:
    """The share of what is left of a car that a point of damage takes (DM-M-106)."""
    return 1 / (play.fits[car.id].toughness * criticals_left(car))


@cache
def _harm_by_armor(shot: StatLine, attacks: int) -> tuple[float, ...]:
    mean = mean_firepower(shot.firepower) * attacks / CHANCES
    return tuple(penetration_in_sixths(shot.penetration, armor) * mean for armor in range(MOST_ARMOR + 1))


class Sight:
    """Which hexes of a track see each other, worked out as they are asked for and kept for each track (DM-M-095)."""

    __slots__ = ("_seen", "_size")

    def __init__(self, track: Track) -> None:
        self._seen: dict[int, bool] = {}
        self._size = track.size

    def is_blocked(self, play: Match, one: int, other: int) -> bool:
        """Whether the line between two hexes is blocked, by wrecks too if the house rules say so."""
        if play.settings.wrecks_block_sight:
            return sight_blocked(play, one, other)
        key = one * self._size + other
        known = self._seen.get(key)
        if known is None:
            known = self._seen[key] = sight_blocked(play, one, other)
        return known


@lru_cache(maxsize=TRACKS)
def sight_of(key: TrackKey) -> Sight:
    """The sight of a track."""
    return Sight(key.track)


class Duel(NamedTuple):
    """Another car as it is now, and what its guns and those of the car at hand do to each other for each quadrant.

    `worth` is what its life is worth to the car at hand.
    """

    at: int
    facing: int
    q: int
    r: int
    guns: Guns
    armor: dict[str, int]
    fast: int
    a_point: float
    worth: float


class Battle:
    """What guns are worth to a car at the places where it can go: what it can do, less what can be done to it."""

    __slots__ = (
        "_arc",
        "_armor",
        "_duels",
        "_fast",
        "_guns",
        "_hexes",
        "_known",
        "_own",
        "_play",
        "_sight",
        "most",
        "shot",
        "threat",
        "turned_away",
    )  # fmt: skip

    def __init__(
        self,
        play: Match,
        car: CarState,
        *,
        guns: Guns,
        duels: Sequence[Duel],
        own_life: float,
        sight: Sight,
        shot: float,
        threat: float,
        turned_away: float,
    ) -> None:
        self._play, self._guns, self._duels, self._sight = play, guns, duels, sight
        self._hexes, self._arc = play.track.hexes, play.settings.front_arc_degrees
        self._armor = car.armor
        self._fast = MODIFIERS["fast_target"] if car.speed >= FAST_TARGET_SPEED else 0
        self._own = own_life * lives_a_point(play, car)
        self._known: dict[tuple[int, int], float] = {}
        self.shot, self.threat, self.turned_away = shot, threat, turned_away
        self.most = shot * sum(map(self._most_harm, guns.seats)) / PHASES
        """More than the best place can be worth."""

    def _most_harm(self, guns: Sequence[Gun]) -> float:
        """More than what the guns of a seat can do in a turn from anywhere, in points of the match."""
        return max(
            SIXTHS * gun.harm_by_armor[min(duel.armor.values())] * duel.a_point * duel.worth
            for gun in guns
            for duel in self._duels
        )

    def worth(self, at: int, facing: int) -> float:
        """What it is worth to end an activation there, in points of the match."""
        key = at, facing
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._worth(at, facing)
        return known

    def _worth(self, at: int, facing: int) -> float:
        arc, (q, r) = self._arc, self._hexes[at]
        best = [0.0] * len(self._guns.seats)
        threat = 0.0
        for duel in self._duels:
            away_q, away_r = duel.q - q, duel.r - r
            far = max(abs(away_q), abs(away_r), abs(away_q + away_r))
            reached, reaches = far <= self._guns.furthest, far <= duel.guns.furthest
            if not (reached or reaches) or self._sight.is_blocked(self._play, at, duel.at):
                continue
            mine = quadrant_of(away_q, away_r, facing, arc)
            theirs = quadrant_of(-away_q, -away_r, duel.facing, arc)
            if reached:
                armor, off_front = duel.armor[theirs], mine != "front"
                bearing = mine, away_q, away_r, facing, arc
                for seat, guns in enumerate(self._guns.seats):
                    value = _best_shot(guns, far, armor, duel.fast, off_front, bearing, 0.0)
                    value *= duel.a_point * duel.worth
                    if value > best[seat]:  # noqa: PLR1730 - a call for each enemy
                        best[seat] = value
            if reaches:
                armor, off_front = self._armor[mine], theirs != "front"
                bearing = theirs, -away_q, -away_r, duel.facing, arc
                for guns in duel.guns.seats:
                    threat += _best_shot(guns, far, armor, self._fast, off_front, bearing, self.turned_away)
        return (self.shot * sum(best) - self.threat * threat * self._own) / PHASES


Bearing = tuple[str, int, int, int, int]
"""The quadrant in which a target is, its offset, the facing of the car that fires, and the width of its front."""


def _best_shot(  # noqa: PLR0917 - called for every place and enemy; faster by position
    guns: Sequence[Gun], far: int, armor: int, fast: int, off_front: bool, bearing: Bearing, turned_away: float
) -> float:
    """The damage points expected in a turn of the best gun of a seat; of a gun that does not bear, that share.

    `armor` is that of the target there, `fast` the modifier for its speed, and `off_front` whether it is off the
    front of the car that fires.
    """
    best, quadrant = 0.0, bearing[0]
    for gun in guns:
        needed, share = gun.needed_at(far) + fast, 1.0
        bears = gun.facing == quadrant if gun.traverse == FIXED else is_in_arc(gun.traverse, gun.facing, *bearing[1:])
        if not bears:
            share = turned_away
        elif gun.penalised and off_front:
            needed += MODIFIERS["off_the_front"]
        if needed > 0 and share:
            value = min(needed, SIXTHS) * gun.harm_by_armor[armor] * share
            if value > best:  # noqa: PLR1730 - a call for each gun
                best = value
    return best

"""How the ground affects a car: road and obstacle hazards after suspension, talents and tread. Rules DM-M-028,
DM-M-029, DM-M-058 to DM-M-062, DM-M-102.

A hazard rating is a penalty on the driver's check, so higher is worse (DM-M-003). None means no hazard.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.refusals import Malformed

Rating = int | None

SURFACE_RATINGS: Mapping[str, Rating] = {
    "asphalt": None,
    "concrete": None,
    "dirt": None,
    "gravel": 0,
    "debris": 1,
    "mud": 1,
    "snow": 1,
    "ice": 2,
}
"""The road hazard of each surface. Dirt is packed dirt; loose dirt counts as gravel (DM-M-060)."""
ROAD_SURFACES = ("asphalt", "concrete", "dirt", "ice", "snow")  # no mutant: the order does not matter
"""The surfaces that a track's road may have, which are those a tread can match (DM-M-028)."""
OIL = "oil"
HARD = frozenset({"asphalt", "concrete"})
OIL_ON_HARD, OIL_ELSEWHERE = 2, 0
"""The road hazard of oil on asphalt or concrete, and on any other ground (DM-M-060, DM-M-102)."""
OIL_OBSTACLE = 0
"""The obstacle rating of oil on asphalt or concrete, which no suspension changes (DM-M-061, DM-M-102)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tread:
    """The effects of a tread: the surfaces it makes worse and better, and the roads it matches (DM-M-028).

    `soft_maneuvers` takes 1 off a maneuver hazard and ignores a hazard of 0, and `hard_maneuvers` doubles it.
    `ignores_zero` ignores a hazard of 0 on the surfaces that the tread makes better.
    """

    worse: frozenset[str] = frozenset()
    better: frozenset[str] = frozenset()
    matches: frozenset[str] = frozenset()
    soft_maneuvers: bool = False
    hard_maneuvers: bool = False
    ignores_zero: bool = False


TREAD_EFFECTS: Mapping[str, Tread] = {
    "mud_and_snow": Tread(),
    "street": Tread(
        soft_maneuvers=True,
        worse=frozenset({"debris", "mud", "snow", "ice", "oil"}),
        matches=frozenset({"asphalt", "concrete"}),
    ),
    "traction": Tread(
        hard_maneuvers=True,
        better=frozenset({"debris", "mud", "snow"}),
        ignores_zero=True,
        matches=frozenset({"dirt"}),
    ),
    "snow": Tread(
        hard_maneuvers=True,
        better=frozenset({"snow", "ice", "oil"}),
        matches=frozenset({"ice", "snow"}),
    ),
}
"""The treads as printed (DM-M-028)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ride:
    """What matters about a car and its driver on the ground (DM-M-061).

    `height` is the current setting: `normal`, `raised` or `lowered`. `travel` is `normal`, `increased` or
    `decreased`. `texas_steer` and `dog_sledder` are how many times the driver has the talent. `rare` tires have no
    penalties (DM-M-125). `hydraulics` cancel the penalty of a lowered suspension on obstacles (DM-M-124).
    """

    height: str = "normal"
    travel: str = "normal"
    tread: str = "mud_and_snow"
    rare: bool = False
    texas_steer: int = 0
    dog_sledder: int = 0
    hydraulics: bool = False
    ignores_reduced_zero: bool = False
    """House rule: a hazard that the tread reduces to 0 needs no check (DM-M-028)."""


def surface_ratings(changes: str) -> Mapping[str, Rating]:
    """The printed ratings with a house rule's changes, such as `mud 2 ice 3 gravel -`, where - is none (DM-M-060).

    Raises `Malformed` for words that are not pairs, an unknown surface, or a rating that is no whole number from 0.
    """
    words = changes.split()
    ratings = dict(SURFACE_RATINGS)
    if len(words) % 2:
        raise Malformed(f"The surface ratings {changes!r} are no pairs: give a surface and its rating, as `mud 2`.")
    for surface, rating in zip(words[::2], words[1::2], strict=True):
        if surface not in ratings:
            raise Malformed(f"{surface!r} is no surface: choose {', '.join(ratings)}.")
        if rating != "-" and not rating.isdecimal():
            raise Malformed(f"{rating!r} is no rating for {surface}: give a whole number from 0, or - for none.")
        ratings[surface] = None if rating == "-" else int(rating)
    return ratings


def road_rating(ride: Ride, *, surface: str, printed: Rating) -> Rating:
    """The road hazard of a surface for this car: changed by suspension and talents, to 0 at least, then by the tread.

    `printed` is the rating of the hex or of its surface. Ground without a hazard keeps none (DM-M-028, DM-M-061).
    """
    if printed is None:
        return None
    rating = printed
    if ride.travel == "decreased":
        rating += 1
    if surface == "snow":
        rating -= ride.dog_sledder
    return on_tread(ride, surface=surface, rating=max(rating, 0))


def on_tread(ride: Ride, *, surface: str, rating: int) -> Rating:
    """A surface's hazard after the tread, or None if it needs no check (DM-M-028)."""
    tread = TREAD_EFFECTS[ride.tread]
    if surface in tread.worse and not ride.rare:
        return max(2 * rating, 1)
    if surface not in tread.better:
        return rating
    if rating == 0 and tread.ignores_zero:
        return None
    return _reduced_rating(ride, rating) if tread.ignores_zero else max(rating - 1, 0)


def maneuver_rating(ride: Ride, rating: int) -> Rating:
    """A maneuver hazard after travel and tread, or None if it needs no check (DM-M-028, DM-M-029).

    Wheel guards are not included: they are a penalty on the check itself.
    """
    if ride.travel == "increased":
        rating += 1
    tread = TREAD_EFFECTS[ride.tread]
    if tread.soft_maneuvers:
        return None if rating == 0 else _reduced_rating(ride, rating)
    if tread.hard_maneuvers and not ride.rare:
        return max(2 * rating, 1)
    return rating


def _reduced_rating(ride: Ride, rating: int) -> Rating:
    """A hazard reduced by 1. A hazard of 0 still needs a check, except by house rule (DM-M-028)."""
    return None if rating == 1 and ride.ignores_reduced_zero else rating - 1


def obstacle_rating(ride: Ride, printed: int) -> int:
    """The rating of an obstacle for this car, at least 0; treads do not change it (DM-M-029, DM-M-061)."""
    rating = printed - ride.texas_steer
    if ride.height == "lowered" and not ride.hydraulics:
        rating += 1
    if ride.height == "raised":
        rating -= 1
    if ride.travel == "decreased":
        rating += 1
    if ride.travel == "increased":
        rating -= 1
    return max(rating, 0)


def obstacle_loss(rating: int) -> int:
    """The handling lost on entering an obstacle: half its rating rounded up, at least 1 (DM-M-059)."""
    return max(-(-rating // 2), 1)


def oil_rating(surface: str) -> int:
    """The road hazard of oil on a surface, before the tread (DM-M-060, DM-M-102)."""
    return OIL_ON_HARD if surface in HARD else OIL_ELSEWHERE


def hazard_here(
    ride: Ride,
    *,
    surface: str,
    printed: Rating,
    obstacle: Rating = None,
    oil: bool = False,
    maneuvering: bool = False,
) -> Rating:
    """The road hazard of a hex for this car: the highest of its surface, its obstacle and its oil (DM-M-058).

    `obstacle` is the printed rating of an obstacle, which is also a road hazard of that rating. A car with increased
    travel ignores it while it is `maneuvering` (DM-M-059, DM-M-062). None means nothing to check.
    """
    ratings = [road_rating(ride, surface=surface, printed=printed)]
    if obstacle is not None and not (maneuvering and ride.travel == "increased"):
        ratings.append(obstacle_rating(ride, obstacle))
    if oil:
        ratings.append(road_rating(ride, surface=OIL, printed=oil_rating(surface)))
    return max((rating for rating in ratings if rating is not None), default=None)


def ice_turn_mode(turn_mode: int, *, dog_sledder: int) -> int:
    """The turn mode on ice: doubled, or for a Dog-sledder one and a half times, rounded up (DM-M-060, DM-M-064)."""
    return -(-3 * turn_mode // 2) if dog_sledder else 2 * turn_mode


def matches_road(tread: str, road: str) -> bool:
    """Whether a tread matches the surface of a track's road, for a second option check (DM-M-028, DM-M-053)."""
    return road in TREAD_EFFECTS[tread].matches

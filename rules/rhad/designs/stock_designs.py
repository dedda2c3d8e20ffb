"""Stock designs: those that come with the game, and designs made to fit a car without one. Rules RH-085, RH-094."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from rules.core.document_validation import document_of
from rules.match.ruleset import Document
from rules.match.stock_design_files import read_designs_for_cars_without, read_stock_designs
from rules.rhad.designs.design import GUNNER, Armor, Design, Seat, Tire, Weapon, read_design
from rules.rhad.designs.design_errors import ARMOR_BOUNDS, WEAPON_COUNT_BOUNDS
from rules.rhad.designs.design_points import ARMOR_STEP, dp_spent, weapon_dp
from rules.rhad.designs.stock_weapons import WEAPON_BY_KIND

LEAST_CHASSIS_DP = 30
"""The DP reserved for the car itself, however much it has to carry (ruling under RH-085)."""
MOUNT_ORDER = ("front", "front", "back", "front", "left", "right")
"""The mounts of a tailored design's weapons, in order (ruling under RH-085)."""
TAILORED_NAME = "Made to measure"


def _frame(  # noqa: PLR0917 - the columns of the table in their order
    base_hc: int, max_speed: int, accel: int, brake: int, tire_dp: int, plant: int
) -> Design:
    """A design without armor and weapons, with four tires of that many points each."""
    return Design(
        name=TAILORED_NAME,
        base_hc=base_hc,
        max_speed=max_speed,
        accel=accel,
        brake=brake,
        power_plant_dp=plant,
        tires=tuple(Tire(end=end, dp=tire_dp) for end in ("front", "front", "rear", "rear")),
        armor=Armor(),
        crew=(Seat(role="driver"),),
    )


FRAMES = (
    _frame(3, 120, 15, 30, 8, 12),
    _frame(2, 100, 10, 30, 6, 12),
    _frame(1, 80, 10, 20, 6, 8),
    _frame(0, 60, 5, 10, 4, 4),
)
"""The frames of tailored designs, the best first (ruling under RH-085)."""
LEAST_ARMOR = 20  # no mutant: armor goes by twos, and the frames' tests have 20 and less
"""A better frame is given up if it leaves fewer armor points than this (ruling under RH-085)."""


@cache
def stock_designs() -> dict[str, Document]:
    """Every stock design as a document, by name, the most expensive first."""
    return read_stock_designs("rules.rhad", dict)


@cache
def designs_for_cars_without() -> dict[str, Document]:
    """The documents of which a car without a design may get one, by name; they never change."""
    return read_designs_for_cars_without("rules.rhad", dict)


def stock_design(*, dp: int, gunner_station: bool, kinds: Sequence[str]) -> Document:
    """A legal design for a car without one, within its budget, with its gunner station and with weapons for what it
    carries.

    The first stock design within `dp` that has a weapon for each of `kinds`, and no other weapon, is taken. If the
    car carries no weapon, the design may have any. If no stock design fits, one is tailored (RH-085, RH-094).
    """
    needed = Counter(kind for kind in kinds if kind in WEAPON_BY_KIND)
    for document in designs_for_cars_without().values():
        design = read_design(document)
        available = Counter(weapon.kind for weapon in design.weapons)
        if dp_spent(design) <= dp and design.has_gunner is gunner_station and (available == needed or not needed):
            return dict(document)
    return document_of(tailor_design(dp=dp, gunner_station=gunner_station, kinds=kinds))


def tailor_design(*, dp: int, gunner_station: bool, kinds: Sequence[str]) -> Design:
    """A design within that budget with weapons for `kinds`, as many as it can carry; the most expensive are left out
    first.

    The first frame that leaves enough armor is used, and the rest of the budget goes into armor. The result never
    costs less than 12 DP, even if `dp` is lower (ruling under RH-085).
    """
    weapons = _weapons(kinds, dp=dp - LEAST_CHASSIS_DP)
    candidates = []
    for frame in FRAMES:
        crew = (*frame.crew, Seat(role=GUNNER)) if gunner_station else frame.crew
        bare = replace(frame, crew=crew, weapons=weapons)
        candidates.append(replace(bare, armor=spread(ARMOR_STEP * max(dp - dp_spent(bare), 0))))
    return next((design for design in candidates if design.armor.total >= LEAST_ARMOR), candidates[-1])


def spread(points: int) -> Armor:
    """Armor points divided among the six sides: a quarter each on front and back, three sixteenths on each flank, and
    the rest on top and under, each up to the most a side may have (ruling under RH-085).
    """
    most = ARMOR_BOUNDS[1]
    end = min(points // 4, most)
    flank = min(points * 3 // 16, most)
    rest = points - 2 * end - 2 * flank
    top = min(rest // 2, most)
    return Armor(front=end, back=end, left=flank, right=flank, top=top, under=min(rest - top, most))


def _weapons(kinds: Sequence[str], *, dp: int) -> tuple[Weapon, ...]:
    """A weapon for each kind that the DP can pay for, up to the most a car may have (RH-085)."""
    weapons = sorted((WEAPON_BY_KIND[kind] for kind in kinds if kind in WEAPON_BY_KIND), key=weapon_dp)
    mounted: list[Weapon] = []
    for weapon in weapons[: WEAPON_COUNT_BOUNDS[1]]:
        if (price := weapon_dp(weapon)) <= dp:
            mounted.append(replace(weapon, mount=MOUNT_ORDER[len(mounted)]))
            dp -= price
    return tuple(mounted)

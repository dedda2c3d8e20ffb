"""Designs that come with the game, and the one a car without any gets. Rules FW-001, FW-002, FW-010, FW-101,
FW-154.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from rules.core.document_validation import document_of
from rules.formule.designs.design import WEAR, Design, MountedWeapon
from rules.formule.designs.design_errors import Limits, design_errors
from rules.formule.weapons import WEAPONS
from rules.match.ruleset import Document, without_warnings
from rules.match.stock_design_files import read_designs_for_cars_without, read_stock_designs

COUNTERPARTS: Mapping[str, str] = {
    "machinegun": "mg",
    "heavy_machinegun": "mg",
    "twin_heavy_machineguns": "mg",
    "vulcan_gun": "vulcan",
    "laser": "laser",
    "pulsed_laser": "heavy_laser",
    "recoilless_rifle": "cannon",
    "heavy_recoilless_rifle": "cannon",
    "dual_recoilless_rifle": "cannon",
    "at_rifle": "cannon",
    "heavy_at_rifle": "cannon",
    "at_gun": "cannon",
    "autocannon": "cannon",
    "railgun": "cannon",
    "bomb_launcher": "cannon",
    "light_rockets": "missile",
    "rockets": "missile",
    "heavy_rockets": "missile",
    "cluster_rockets": "missile",
    "heavy_cluster_rockets": "missile",
    "heat_seeking_rockets": "missile",
    "anti_tank_guided_missile": "missile",
    "deployable_mines": "mines",
    "caltrops": "spikes",
    "oil_jet": "oil",
    "smoke_launcher": "smoke",
}
"""The weapon that each kind of campaign item becomes here (FW-154)."""
STANDARD_CAR: Mapping[str, int] = {"tires": 6, "brakes": 3, "fuel": 3, "body": 3, "engine": 3, "road_holding": 2}
"""The characteristics of a standard car, 20 points in all (FW-101)."""
FINELY = 1000  # no mutant: only the resolution of a comparison


@cache
def stock_designs() -> dict[str, Design]:
    """Every stock design by its name. Each takes 35 build points (FW-001)."""
    return read_stock_designs("rules.formule", Design)


@cache
def designs_for_cars_without() -> dict[str, Design]:
    """The designs of which a car without one may get the first legal one, by name; they never change."""
    return read_designs_for_cars_without("rules.formule", Design)


@cache
def stock_design_documents() -> Mapping[str, Document]:
    """The stock designs as documents, by name."""
    return {name: document_of(design) for name, design in stock_designs().items()}


def stock_design(*, kinds: Sequence[str], limits: Limits) -> Design:
    """A legal design for a car without one, with the weapons that its items stand for.

    It has as many of them as the limits allow. A car without such items gets the first legal stock design, or a
    design without weapons if none is legal.
    """
    weapons = [COUNTERPARTS[kind] for kind in kinds if kind in COUNTERPARTS]
    if not weapons:
        legal = (
            design
            for design in designs_for_cars_without().values()
            if not without_warnings(design_errors(design, limits=limits))
        )
        return next(legal, None) or _tailor_design((), limits)
    return _tailor_design(weapons, limits)


def _tailor_design(carried: Sequence[str], limits: Limits) -> Design:
    """Build a design around those weapons (FW-001, FW-002, FW-101).

    It takes the cheapest weapons first, as long as points are left beside the minimum of each characteristic. Then it
    raises characteristics one point at a time up to those of a standard car, and spends the rest on armor.
    """
    left = limits.points - limits.least * len(WEAR)
    weapons: list[MountedWeapon] = []
    for key in sorted(carried, key=lambda key: limits.weapons[key].price):
        if limits.weapons[key].price <= left:
            left -= limits.weapons[key].price
            weapons.append(MountedWeapon(key=key, mount=_mount(key)))
    points = dict.fromkeys(WEAR, limits.least)
    targets = {name: max(limits.least, usual) for name, usual in STANDARD_CAR.items()}
    if limits.most_tires:
        targets["tires"] = max(limits.least, min(targets["tires"], limits.most_tires))
    while left > 0 and points != targets:
        name = min(WEAR, key=lambda name: points[name] * FINELY // targets[name])
        points[name] += 1
        left -= 1
    return Design(
        tires=points["tires"],
        brakes=points["brakes"],
        fuel=points["fuel"],
        body=points["body"],
        engine=points["engine"],
        road_holding=points["road_holding"],
        armor=left,
        weapons=tuple(weapons),
    )


def _mount(key: str) -> str:
    """The front if the weapon may be mounted there, else the rear (FW-003, FW-004)."""
    mounts = WEAPONS[key].mounts
    return "front" if "front" in mounts else "rear"

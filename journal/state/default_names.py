"""Default names for drivers and cars, and the names the site suggests."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Iterator
from itertools import count

ROOKIES = (
    "Rosie Rivet", "Clutch Calloway", "Sparks Delgado", "Hub Cappadoce", "Nitro Nan", "Gasket Grimes",
    "Iron Ilse", "Skids Okafor", "Torque Tanaka", "Dusty Devereux", "Blow-out Bea", "Red Line Rojas",
    "Piston Petrova", "Manny Fold", "Axle Andersen", "Dinah Mite", "Smoke Siddiqui", "Cam Shafto",
    "Hairpin Hattie", "Diesel Duarte", "Chrome Chandra", "Wheels Wozniak", "Ratchet Ruiz", "Slick Sorensen",
    "Backfire Bell", "Juno Jackknife", "Tread Thomsen", "Kerb Kowalski", "Bolt Mbeki", "Pit Stop Pia",
    "Apex Abara", "Grit Gallagher", "Turbo Tilde", "Louie Lugnut", "Fender Farouk", "Oil Can Olga",
    "Radiator Reyes", "Choke Chevalier", "Handbrake Hana", "Low Gear Lou", "Spanner Singh", "Wanda Wreck",
    "Valve Vargas", "Ember Eriksen", "Muffler Moss", "Spoke Salazar", "Crankcase Cole", "Yara Yellowflag",
)  # fmt: skip
"""Names of rookies that are easy to tell apart."""


def generate_names(drivers: Iterable[str], *, taken: Collection[str]) -> Iterator[str]:
    """Generate a name that is not `taken` for each of these drivers; the same input always gives the same names.

    It combines a forename and a surname of `ROOKIES`. If all combinations are taken, the driver's id is their name.
    """
    forenames = [rookie.rsplit(" ", 1)[0] for rookie in ROOKIES]
    surnames = [rookie.rsplit(" ", 1)[1] for rookie in ROOKIES]
    every, used = len(ROOKIES) ** 2, set(taken)
    for id in drivers:
        start = zlib.crc32(id.encode())
        tries = (divmod((start + number) % every, len(ROOKIES)) for number in range(every))
        names = (f"{forenames[first]} {surnames[second]}" for first, second in tries)
        name = next((candidate for candidate in names if candidate not in used), id)
        used.add(name)
        yield name


LONGEST_FRANCHISE_NAME_PART = 100
"""The most characters of a franchise's name in a car's name, so that it fits its column."""


def default_car_name(franchise: str, *, taken: Collection[str]) -> str:
    """The default name of a franchise's car: the first one that is not `taken`."""
    return next(
        name
        for number in count(1)
        if (name := f"Car {number} of {franchise[:LONGEST_FRANCHISE_NAME_PART]}") not in taken
    )

"""Default names for drivers and cars, and the names the site suggests."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, count

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
CAR_NAMES = (
    "Rust Bucket", "Second Mortgage", "Loose Change", "Widow's Peak", "Hot Gravel", "Plan B", "Bad Penny",
    "Scrap Value", "Long Division", "Last Invoice", "Tin Halo", "Night Shift", "Small Print", "Dead Weight",
    "Cold Start", "Third Degree", "Lead Foot", "Wet Paint", "No Refunds", "Sunday Driver",
)  # fmt: skip
"""Names of cars, suggested in forms and given to those that were bought without one."""


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


def default_car_name(car: str, *, taken: Collection[str]) -> str:
    """The default name of a car by its id: one of `CAR_NAMES` that is not `taken`, with a number once all are."""
    start = zlib.crc32(car.encode())
    rotated = [CAR_NAMES[(start + number) % len(CAR_NAMES)] for number in range(len(CAR_NAMES))]
    numbered = (f"{name} {number}" for number in count(2) for name in rotated)
    return next(name for name in chain(rotated, numbered) if name not in taken)

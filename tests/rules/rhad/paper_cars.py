"""Cars on paper for the tests of RHAD designs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.rhad.designs.design import Armor, Design, Seat, Tire, Weapon

GUN = Weapon(name="Popgun", mount="front", to_hit=7, damage="1d", shots=20, dp=3)
PLAIN = Design(
    name="Plain",
    base_hc=3,
    max_speed=120,
    accel=15,
    brake=30,
    power_plant_dp=12,
    tires=tuple(Tire(end=end, dp=8) for end in ("front", "front", "rear", "rear")),
    armor=Armor(front=12, left=6, right=6, back=8, top=4, under=4),
    crew=(Seat(role="driver"),),
    weapons=(GUN,),
)
GUNNER = Seat(role="gunner")


def changed(**figures: Any) -> Design:
    """The plain car with some figures replaced."""
    return replace(PLAIN, **figures)


def armed(**figures: Any) -> Design:
    """The plain car with one weapon that has the given figures."""
    return replace(PLAIN, weapons=(replace(GUN, **figures),))

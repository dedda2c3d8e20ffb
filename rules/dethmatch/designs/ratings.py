"""The ratings of a design with its equipment: weight, acceleration, handling, fuel. Rules DM-M-016, DM-M-026,
DM-M-027, DM-M-029 to DM-M-035, DM-M-112, DM-M-124 to DM-M-126.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.dethmatch.designs.design import Design, Weapons
from rules.match.catalog import WEAPON_KINDS

CARCASS_TOUGHNESS = {"light": 1, "heavy": 2, "puncture_resistant": 3, "solid": 4}
"""The toughness of tires by their carcass (DM-M-027)."""
FOAM_WEIGHT = 2
"""What solid tires add to the weight (DM-M-030)."""
PLAIN_TREAD = "mud_and_snow"
"""The tread that changes nothing (DM-M-028)."""
HANDLING_TWEAKS = {"lowered": 1, "decreased": 1}
"""What a height or a travel adds to the maximum handling (DM-M-029)."""
ACCELERATION_DEVICES = {"supercharger": 1, "turbochargers": 1, "applique_armour": -1}
"""What a device adds to the acceleration rating (DM-C-121, DM-C-148, DM-C-151, DM-M-124, DM-M-126)."""
HANDLING_DEVICES = {"suspension_parts": 1, "active_suspension": 1}
"""What a device adds to the maximum handling (DM-C-123, DM-C-149, DM-M-124)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TireSet:
    """A tire-set: one of `CARCASS_TOUGHNESS`, its tread, and whether it is rare (DM-M-027, DM-M-125).

    The tread of a rare set has no penalties.
    """

    carcass: str = "light"
    tread: str = PLAIN_TREAD
    rare: bool = False

    @property
    def toughness(self) -> int:
        """The damage that takes 1 off the handling (DM-M-027, DM-M-112)."""
        return CARCASS_TOUGHNESS[self.carcass]

    @property
    def weight(self) -> int:
        """What the set adds to the car's weight. Rare sets add nothing (DM-M-030, DM-M-125)."""
        return FOAM_WEIGHT if self.carcass == "solid" and not self.rare else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Equipment:
    """What is on a car for a heat in addition to its design (DM-M-026, DM-M-124).

    - `gearing` is that of the fitted gear-set, None for the one the car was built with.
    - `height` is the setting of an adjustable suspension, empty for the one the car was built with.
    - `devices` are kinds of item, repeated for each one on the car.
    - `extra_fuel` is what was rolled for Super-efficient injectors, in fuel points.
    - `weight` is that of the heat under way, None to weigh the car (DM-M-030).
    """

    gearing: int | None = None
    height: str = ""
    tires: TireSet = field(default_factory=TireSet)
    weapons: Weapons = field(default_factory=dict)
    devices: tuple[str, ...] = ()
    extra_fuel: int = 0
    weight: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CarRatings:
    """A car's ratings before anything happens to it: those of DM-M-030 to DM-M-035.

    `acceleration` and `handling` are ratings, `overload` is the step of an overloaded suspension (0 for none), `fuel`
    the fuel points of a full tank. `handling` is the maximum, without penalties for tires.
    """

    weight: int
    acceleration: int
    handling: int
    overload: int
    fuel: int
    tire_toughness: int
    gearing: int
    height: str
    travel: str


BARE_EQUIPMENT = Equipment()
"""Nothing on the car, and light tires."""


def compute_ratings(design: Design, fitted: Equipment = BARE_EQUIPMENT) -> CarRatings:
    """Return the ratings of a legal design with that equipment (DM-M-026, DM-M-030 to DM-M-035, DM-M-124)."""
    car_weight = fitted.weight
    if car_weight is None:
        car_weight = weight(
            armor_points=design.armor_points,
            toughness=design.toughness,
            deltas=deltas(design, fitted.weapons),
            tires=fitted.tires.weight,
        )
    gearing = design.gearing if fitted.gearing is None else fitted.gearing
    height = fitted.height or design.height
    tweaks = HANDLING_TWEAKS.get(height, 0) + HANDLING_TWEAKS.get(design.travel, 0)
    return CarRatings(
        weight=car_weight,
        acceleration=acceleration_base(power=design.engine, weight=car_weight)
        + gearing
        + sum(ACCELERATION_DEVICES.get(device, 0) for device in fitted.devices),
        handling=handling_base(strength=design.suspension, weight=car_weight)
        + tweaks
        + sum(HANDLING_DEVICES.get(device, 0) for device in fitted.devices),
        overload=overload_step(strength=design.suspension, weight=car_weight),
        fuel=fuel_points(capacity=design.fuel, power=design.engine) + fitted.extra_fuel,
        tire_toughness=fitted.tires.toughness,
        gearing=gearing,
        height=height,
        travel=design.travel,
    )


def tires_of(kind: str, *, carcass: str = "", tread: str = "") -> TireSet:
    """Return the tire-set of a kind of item: `tire_light` and so on, or `rare_tires` with their carcass (DM-C-124,
    DM-M-125).
    """
    if kind == "rare_tires":
        return TireSet(carcass=carcass, tread=tread or PLAIN_TREAD, rare=True)
    return TireSet(carcass=kind.removeprefix("tire_"), tread=tread or PLAIN_TREAD)


def deltas(design: Design, weapons: Weapons) -> int:
    """Return what Δ adds to the weight: 1 for each heavy mount, and 1 for each weapon marked with it (DM-M-016)."""
    heavy = sum(mount.type == "heavy" for mount in design.mounts)
    return heavy + sum(WEAPON_KINDS[kind].delta for kind in weapons.values())


def weight(*, armor_points: int, toughness: int, deltas: int, tires: int) -> int:
    """Return the weight: armor points, twice the vehicle toughness, Δ additions, and what the tires add
    (DM-M-030).
    """
    return armor_points + 2 * toughness + deltas + tires


def acceleration_base(*, power: int, weight: int) -> int:
    """Return power divided by weight, rounded down, -1 if the weight is above 1.5 times the power, -2 above twice
    (DM-M-031).
    """
    if weight > 2 * power:
        return -2
    if 2 * weight > 3 * power:
        return -1
    return power // weight


def handling_base(*, strength: int, weight: int) -> int:
    """Return suspension strength divided by weight, rounded down (DM-M-032)."""
    return strength // weight


def overload_step(*, strength: int, weight: int) -> int:
    """Return how far the weight exceeds the strength, in tenths of it, rounded up; 0 if it does not (DM-M-033)."""
    return max(-(-(weight - strength) * 10 // strength), 0)


def fuel_points(*, capacity: int, power: int) -> int:
    """Return fuel capacity divided by engine power, rounded up (DM-M-035)."""
    return -(-capacity // power)


def tire_penalty(*, damage: int, toughness: int) -> int:
    """Return what tire damage takes off the handling: 1 each time it reaches the toughness (DM-M-112)."""
    return damage // toughness

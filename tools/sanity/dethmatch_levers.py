"""Everything of Dethmatch that costs points or money and should be worth it, in the events it is for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.match.packet import PackedItem
from rules.match.ruleset import Document
from tools.sanity.book_measure import Items, Lever, Outfit, Trade
from tools.sanity.design_changes import with_fields

RACE, FLAGS, LAST_CAR = "lap_race", "flags", "last_car"
ARENA = (FLAGS, LAST_CAR)
LIGHT = {"id": "bonnet", "type": "light"}
HEAVY = {"id": "spine", "type": "heavy"}
RACK = {"id": "rack", "type": "rocket"}
TAIL = {"id": "tail", "type": "special", "facing": "rear"}
BASE: Document = {
    "name": "Yardstick",
    "engine": 40,
    "suspension": 48,
    "fuel": 288,
    "toughness": 2,
    "armor_points": 9,
    "armor": {"front": 3, "rear": 2, "left": 2, "right": 2},
    "tweaks": ["lowered"],
    "components": [],
    "mounts": [LIGHT, RACK, TAIL],
}
"""A stock design for every event, with room for 21 points of improvement."""
EVEN: Document = {**BASE, "engine": 48, "fuel": 384}
"""A design whose acceleration and handling are 3 at every weight from 13 to 16 (DM-M-030 to DM-M-032)."""
WITH_HEAVY = {**BASE, "mounts": [LIGHT, HEAVY]}
WITH_GUNNER = {**BASE, "components": ["gunner_station"], "mounts": [LIGHT, {**LIGHT, "id": "ring"}]}
PAIR = [{**LIGHT, "id": "left", "link": "right"}, {**LIGHT, "id": "right", "link": "left"}]
TWO = [{**LIGHT, "id": "left"}, {**LIGHT, "id": "right"}]
PLAIN_TIRES = PackedItem(id="", kind="tire_heavy")


def outfit_with(*items: str | PackedItem) -> Outfit:
    """A car that carries these items and nothing else but heavy tires, unless it brings its own."""
    found = tuple(item if isinstance(item, PackedItem) else PackedItem(id="", kind=item) for item in items)
    has_tires = any("tire" in item.kind for item in found)
    return Outfit(items=found if has_tires else (*found, PLAIN_TIRES), carries_nothing_else=True)


def on_the_gun(kind: str) -> Outfit:
    """A machinegun with an aid fixed to it."""
    return outfit_with("machinegun", PackedItem(id="", kind=kind, weapon="1"))


def designed(**fields: Any) -> Outfit:
    """A car with other fields of its design."""
    return Outfit(design=with_fields(**fields))


def with_component(component: str) -> Outfit:
    """A car with a component."""
    return designed(components=[component])


def armored(front: int, rear: int, sides: int) -> Outfit:
    """A car with other armor."""
    armor = {"front": front, "rear": rear, "left": sides, "right": sides}
    return designed(armor=armor, armor_points=sum(armor.values()))


def in_each(
    what: str, events: Sequence[Sequence[str]], better: Outfit, other: Outfit, *, exempt: str = ""
) -> Iterator[Lever]:
    """A lever in a race, and in arenas."""
    for group in events:
        event = "race" if RACE in group else "arena"
        yield Lever(what=f"{what}, {event}", better=better, other=other, events=tuple(group), exempt=exempt)


def that_weighs(what: str, better: Outfit, other: Outfit) -> Iterator[Lever]:
    """A lever that makes a car heavier: in a race also between cars of equal acceleration and handling."""
    yield Lever(what=f"{what}, race", better=better, other=other, events=(RACE,), exempt=WEIGHS)
    yield Lever(what=f"{what}, race, equal cars", better=better, other=other, base=EVEN, events=(RACE,))


def weapon_lever(kind: str, base: Document, other: Outfit) -> Lever:
    """A weapon besides or instead of what the other side carries."""
    first = "machinegun" if base is not BASE or kind not in LIGHT_WEAPONS else ""
    outfit = outfit_with(first, kind) if first else outfit_with(kind)
    return Lever(
        what=f"weapon: {kind.replace('_', ' ')}",
        better=outfit,
        other=other,
        base=base,
        events=ARENA,
        exempt=NO_BETTER_WEAPONS.get(kind, ""),
    )


LIGHT_WEAPONS = (
    "heavy_machinegun",
    "recoilless_rifle",
    "vulcan_gun",
    "laser",
    "twin_heavy_machineguns",
    "dual_recoilless_rifle",
)
HEAVY_WEAPONS = (
    "heavy_recoilless_rifle",
    "at_rifle",
    "heavy_at_rifle",
    "autocannon",
    "at_gun",
    "railgun",
    "pulsed_laser",
    "bomb_launcher",
)
ROCKETS = (
    "light_rockets",
    "rockets",
    "heavy_rockets",
    "cluster_rockets",
    "heavy_cluster_rockets",
    "anti_tank_guided_missile",
    "kami_bomb",
)
NO_BETTER_WEAPONS = {
    "recoilless_rifle": "DM-M-015, DM-M-093: it fires once a turn, a machinegun three times: against armor 3, 1.25 "
    "points for each chance to hit and 1.5",
    "kami_bomb": "DM-M-121: on triggering, and at every critical of its owner, it goes off under them on 1 or 2",
}
"""Why a weapon is no better than what the other side has."""
GUN_ONLY = outfit_with("machinegun")
STRONG_SHOTS = ("recoilless_rifle", "rockets")
"""Weapons whose firepower is more than 1, against which some armor is (DM-M-126)."""
WEIGHS = "DM-M-030 to DM-M-032: the weight takes a point of acceleration and one of handling; see equal cars"
"""Why what weighs is no gain to this design in a race."""
DEVICES = {
    "supercharger": (RACE,),
    "nitrous_injector": (RACE,),
    "suspension_parts": (RACE,),
    "turbochargers": (RACE,),
    "active_suspension": (RACE,),
    "hydraulics": (RACE,),
    "ram_guard": ARENA,
    "ballistic_sheets": ARENA,
    "applique_armour": ARENA,
    "crash_bars": ARENA,
}
"""Devices of the catalog, with the events they are for."""
TALENTS = {
    "texas_steer": (RACE,),
    "smooth_driver": (RACE,),
    "dog_sledder": (RACE,),
    "big_foot": (RACE,),
    "autobahn": (RACE,),
    "adept": (RACE,),
    "crack_shot": ARENA,
    "marksman": ARENA,
    "gunslinger": ARENA,
    "eagle_eyes": ARENA,
    "rapid_fire": ARENA,
    "frosty": ARENA,
    "ardent": ARENA,
    "ornery": ARENA,
    "quick_draw": ARENA,
    "sharp_witted": ARENA,
    "impetuous": ARENA,
    "pro": (RACE,),
    "iron_man": ARENA,
    "bail_out": ARENA,
}
"""Talents, with the events they are for (DM-M-113 to DM-M-116)."""
TALENT_SURFACES = {"dog_sledder": ("snow",)}
"""The surfaces that a talent is for (DM-M-113)."""
TALENTS_OUTSIDE = {
    "ardent": "DM-M-115: it acts outside the match",
    "iron_man": "DM-M-116: it acts outside the match",
    "bail_out": "DM-M-110: who gets out of a lost car takes no more part in the heat",
}
"""Why a talent does not decide matches."""


WHO_LIVES = "DM-M-107, DM-M-110: one critical in six asks for it, or a car that is lost; it saves people, not matches"
"""Why toughness is hardly seen in a match."""


def _traits() -> Iterator[Lever]:
    for trait in ("driving", "gunnery", "initiative", "toughness"):
        for better, other in ((4, 3), (3, 2)):
            yield from in_each(
                f"{trait} {better} against {other}",
                ((RACE,), ARENA),
                Outfit(traits={trait: better}),
                Outfit(traits={trait: other}),
                exempt=WHO_LIVES if trait == "toughness" else "",
            )


def _designs() -> Iterator[Lever]:
    plain = Outfit()
    yield from in_each("engine 52 against 40", ((RACE,), ARENA), designed(engine=52, fuel=416), plain)
    yield from in_each("engine 40 against 28", ((RACE,), ARENA), plain, designed(engine=28, fuel=208))
    yield from in_each("suspension 60 against 48", ((RACE,), ARENA), designed(suspension=60), plain)
    yield from in_each("suspension 48 against 36", ((RACE,), ARENA), plain, designed(suspension=36))
    yield from in_each("fuel 288 against 192", ((RACE,),), plain, designed(fuel=192))
    yield from in_each("fuel 288 against 128", (ARENA,), plain, designed(fuel=128))
    yield from that_weighs("vehicle toughness 3 against 2", designed(toughness=3), plain)
    yield Lever(what="vehicle toughness 3 against 2, arena", better=designed(toughness=3), events=ARENA)
    yield Lever(what="armor 13 against 9, race", better=armored(4, 3, 3), events=(RACE,), exempt=WEIGHS)
    yield Lever(what="rear armor 5 against 2, race, equal cars", better=armored(3, 5, 2), base=EVEN, events=(RACE,))
    yield Lever(what="armor 13 against 9, arena", better=armored(4, 3, 3), events=ARENA)
    yield Lever(what="front armor 5 against 3", better=armored(5, 2, 2), events=ARENA)
    yield Lever(what="rear armor 4 against 2", better=armored(3, 4, 2), events=ARENA)
    yield Lever(what="side armor 4 against 2", better=armored(3, 2, 4), events=ARENA)
    yield Lever(
        what="a self-sealing tank",
        better=Outfit(design=with_fields(components=["self_sealing_tank"])),
        events=(RACE,),
        exempt="DM-M-021, DM-M-107: a car leaks once in five races, 2 points, of which the tank keeps one in three",
    )
    yield Lever(what="a driver's armored seat", better=with_component("armored_seat_driver"), events=ARENA)
    yield Lever(
        what="wheel guards against caltrops",
        better=Outfit(
            design=with_fields(components=["wheel_guards"]),
            items=outfit_with("machinegun", "caltrops").items,
            carries_nothing_else=True,
        ),
        other=outfit_with("machinegun", "caltrops"),
        events=(RACE,),
    )
    yield Lever(
        what="a gunner for a second gun",
        better=Outfit(
            design=with_fields(components=["gunner_station"]),
            items=outfit_with("machinegun", "machinegun").items,
            carries_nothing_else=True,
        ),
        other=outfit_with("machinegun", "machinegun"),
        base={**WITH_GUNNER, "components": []},
        events=ARENA,
    )
    yield Lever(
        what="a gunner's armored seat",
        better=designed(components=["gunner_station", "armored_seat_gunner"]),
        base=WITH_GUNNER,
        events=ARENA,
    )
    for traverse in ("swivel", "turret"):
        yield Lever(
            what=f"a gunner's gun on a {traverse} mount",
            better=designed(mounts=[{**LIGHT, "traverse": traverse}]),
            base={**WITH_GUNNER, "mounts": [LIGHT]},
            events=ARENA,
        )
    yield Lever(
        what="two linked guns against two that are not",
        better=designed(mounts=PAIR),
        base={**BASE, "mounts": TWO},
        events=ARENA,
    )
    yield Lever(
        what="an adjustable suspension",
        better=designed(tweaks=[], adjustable="lowered"),
        other=designed(tweaks=[]),
        events=(RACE,),
        exempt="DM-M-022: it is set in the pit or between heats, and a car enters at the height it is built with",
    )


def _items() -> Iterator[Lever]:
    for kind in LIGHT_WEAPONS:
        yield weapon_lever(kind, BASE, GUN_ONLY)
    for kind in HEAVY_WEAPONS:
        yield weapon_lever(kind, WITH_HEAVY, GUN_ONLY)
    for kind in ROCKETS:
        yield Lever(
            what=f"weapon: {kind.replace('_', ' ')}",
            better=outfit_with("machinegun", kind),
            other=GUN_ONLY,
            events=ARENA,
            exempt=NO_BETTER_WEAPONS.get(kind, ""),
        )
    heat_seeking = PackedItem(id="", kind="heat_seeking_rockets", variant="rockets")
    yield Lever(
        what="weapon: heat-seeking rockets against plain ones",
        better=outfit_with("machinegun", heat_seeking),
        other=outfit_with("machinegun", "rockets"),
        events=ARENA,
    )
    yield Lever(
        what="booster rockets", better=outfit_with("machinegun", "booster_rockets"), other=GUN_ONLY, events=(RACE,)
    )
    for kind in ("oil_jet", "caltrops", "smoke_launcher"):
        yield from in_each(kind.replace("_", " "), ((RACE,), ARENA), outfit_with("machinegun", kind), GUN_ONLY)
    for kind in ("smoke_grenade", "deployable_mines"):
        yield Lever(
            what=kind.replace("_", " "), better=outfit_with("machinegun", kind), other=GUN_ONLY, events=(RACE,)
        )
    for kind, events in DEVICES.items():
        yield Lever(what=kind.replace("_", " "), better=Outfit(items=items(kind)), events=events)
    yield Lever(
        what="efficient injectors",
        better=Outfit(items=(PackedItem(id="", kind="efficient_injectors", rolled={"fuel": 2}),)),
        base={**BASE, "fuel": 240},
        events=(RACE,),
    )
    for kind in ("targeting_device", "auto_ranger"):
        yield Lever(what=kind.replace("_", " "), better=on_the_gun(kind), other=GUN_ONLY, events=ARENA)
    system = PackedItem(id="", kind="autonomous_target_system", weapon="2")
    yield Lever(
        what="autonomous target system on one of two guns",
        better=outfit_with("machinegun", "machinegun", system),
        other=outfit_with("machinegun", "machinegun"),
        base={**BASE, "mounts": TWO},
        events=ARENA,
    )
    for kind in ("reactive_armour", "blast_panels"):
        yield Lever(
            what=f"{kind.replace('_', ' ')} against strong shots",
            better=outfit_with(*STRONG_SHOTS, kind),
            other=outfit_with(*STRONG_SHOTS),
            events=ARENA,
        )
    for kind, other in (
        ("tire_heavy", "tire_light"),
        ("tire_puncture_resistant", "tire_heavy"),
    ):
        yield Lever(
            what=f"{kind.replace('_', ' ')} against {other.replace('_', ' ')}",
            better=outfit_with("machinegun", "caltrops", kind),
            other=outfit_with("machinegun", "caltrops", other),
            events=(RACE,),
        )
    yield from that_weighs(
        "tire solid against tire heavy",
        outfit_with("machinegun", "caltrops", "tire_solid"),
        outfit_with("machinegun", "caltrops"),
    )
    for tread, surface in (("street", "asphalt"), ("traction", "dirt"), ("snow", "snow")):
        yield Lever(
            what=f"{tread} treads on {surface}",
            better=outfit_with("machinegun", PackedItem(id="", kind="tire_heavy", tread=tread)),
            other=outfit_with("machinegun", PackedItem(id="", kind="tire_heavy", tread="mud_and_snow")),
            events=(RACE,),
            surfaces=(surface,),
        )
    for gear, exempt in (
        ("heavy_body_armour", WHO_LIVES),
        ("fireproof_suit", "DM-M-110: who gets out of a lost car takes no more part in the heat"),
        ("helmet_sight", ""),
    ):
        yield Lever(what=gear.replace("_", " "), better=Outfit(worn=(gear,)), events=ARENA, exempt=exempt)
    yield Lever(
        what="a medical kit",
        better=Outfit(kit_uses=3),
        events=ARENA,
        exempt="DM-M-108, DM-M-127: it heals flesh wounds between two heats, and a car has one in ten heats",
    )
    yield Lever(what="a mechanic of rating 3 against 1", better=Outfit(staff_rating=3), events=ARENA)


def items(*kinds: str) -> Items:
    """Items of those kinds."""
    return tuple(PackedItem(id="", kind=kind) for kind in kinds)


LEVERS = (
    *_traits(),
    *_designs(),
    *_items(),
    *(
        Lever(
            what=f"talent: {talent.replace('_', ' ')}",
            better=Outfit(talents=(talent,)),
            events=events,
            surfaces=TALENT_SURFACES.get(talent, ()),
            exempt=TALENTS_OUTSIDE.get(talent, ""),
        )
        for talent, events in TALENTS.items()
    ),
)
TRADES = (
    Trade(
        what="3 engine steps or 3 points of armor",
        one=designed(engine=52),
        other=armored(4, 3, 2),
        events=ARENA,
    ),
    Trade(
        what="3 suspension steps or 3 engine steps",
        one=designed(suspension=66),
        other=designed(engine=52),
        events=(RACE,),
    ),
    Trade(
        what="vehicle toughness 3 or 6 points of armor",
        one=designed(toughness=3),
        other=armored(5, 2, 4),
        events=ARENA,
    ),
    Trade(
        what="a driver's armored seat or a self-sealing tank",
        one=with_component("armored_seat_driver"),
        other=with_component("self_sealing_tank"),
        events=ARENA,
    ),
)

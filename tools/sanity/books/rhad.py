"""What is measured of RHAD."""

from __future__ import annotations

from rules.match.driving.judgment import PROFILE_NAMES
from tools.sanity.book_measure import BookMeasure, DesignChange, Lever, Outfit, StockGroup, Trade
from tools.sanity.design_changes import with_fields, with_part, with_parts, with_weapon
from tools.sanity.match_counts import Figure, ending_figures, limit_figure, per_match_figure
from tools.sanity.rivals.rhad import RIVALS

MACHINEGUN = {"name": "Machinegun", "mount": "front", "to_hit": 7, "damage": "1d", "dp": 3, "shots": 20}
RIFLE = {"name": "Recoilless rifle", "mount": "front", "to_hit": 8, "damage": "2d", "dp": 4, "shots": 12}
BASE = {
    "name": "Yardstick",
    "base_hc": 3,
    "max_speed": 120,
    "accel": 15,
    "brake": 30,
    "power_plant_dp": 12,
    "tires": [{"end": end, "dp": 8} for end in ("front", "front", "rear", "rear")],
    "armor": {"front": 10, "left": 6, "right": 6, "back": 8, "top": 4, "under": 4},
    "crew": [{"role": "driver"}],
    "accessories": [],
    "weapons": [MACHINEGUN],
}
"""A plain car with one gun, from which there is room for improvement."""


def with_tires(dp: int) -> DesignChange:
    """A change of the points of every tire."""
    return with_parts("tires", dp=dp)


def armored(side: str, points: int) -> Outfit:
    """A car with so many points of armor on one side."""
    return Outfit(design=with_part("armor", **{side: points}))


LEVERS = (
    Lever(what="handling class 6 against 3", better=Outfit(design=with_fields(base_hc=6))),
    Lever(what="handling class 4 against 3", better=Outfit(design=with_fields(base_hc=4))),
    Lever(what="a spoiler", better=Outfit(design=with_fields(accessories=["spoiler"]))),
    Lever(what="an airdam", better=Outfit(design=with_fields(accessories=["airdam"]))),
    Lever(what="a spoiler and an airdam", better=Outfit(design=with_fields(accessories=["spoiler", "airdam"]))),
    Lever(what="acceleration 30 against 15", better=Outfit(design=with_fields(accel=30))),
    Lever(
        what="brakes 60 against 20",
        better=Outfit(design=with_fields(brake=60)),
        other=Outfit(design=with_fields(brake=20)),
    ),
    Lever(
        what="top speed 60 against 20",
        better=Outfit(design=with_fields(max_speed=60)),
        other=Outfit(design=with_fields(max_speed=20)),
    ),
    Lever(
        what="top speed 120 against 60 in a car of handling 6 with spoiler and airdam",
        better=Outfit(design=with_fields(max_speed=120)),
        other=Outfit(design=with_fields(max_speed=60)),
        base={**BASE, "base_hc": 6, "accessories": ["spoiler", "airdam"]},
    ),
    Lever(
        what="top speed 160 against 60 in a car of handling 3",
        better=Outfit(design=with_fields(max_speed=160)),
        other=Outfit(design=with_fields(max_speed=60)),
        exempt="RH-010, RH-025, RH-036: one turn above 60 mph takes 4 of 3 points, and nothing is added, so the car "
        "is out of control",
    ),
    Lever(what="power plant 24 against 12", better=Outfit(design=with_fields(power_plant_dp=24))),
    Lever(what="tires 8 against 2", better=Outfit(), other=Outfit(design=with_tires(2))),
    Lever(
        what="tires 16 against 8",
        better=Outfit(design=with_tires(16)),
        exempt="RH-054, RH-067: a duel takes about four points off all tires of a car, and one tire of eighty",
    ),
    Lever(what="front armor 20 against 10", better=armored("front", 20)),
    Lever(what="left armor 16 against 6", better=armored("left", 16)),
    Lever(what="right armor 16 against 6", better=armored("right", 16)),
    Lever(what="back armor 18 against 8", better=armored("back", 18)),
    Lever(what="top armor 14 against 4", better=armored("top", 14)),
    Lever(what="under armor 14 against 4", better=armored("under", 14)),
    Lever(what="a gun that hits on 6 against 7", better=Outfit(design=with_weapon(to_hit=6))),
    Lever(what="a gun of 2d against 1d", better=Outfit(design=with_weapon(damage="2d"))),
    Lever(what="20 shots against 5", better=Outfit(), other=Outfit(design=with_weapon(shots=5))),
    Lever(what="a gun of 9 points against 3", better=Outfit(design=with_weapon(dp=9))),
    Lever(what="a gun in a turret", better=Outfit(design=with_weapon(mount="turret"))),
    Lever(
        what="a recoilless rifle besides the machinegun",
        better=Outfit(design=with_fields(weapons=[MACHINEGUN, RIFLE])),
    ),
    Lever(
        what="a gunner for a second gun",
        better=Outfit(design=with_fields(crew=[{"role": "driver"}, {"role": "gunner"}])),
        base={**BASE, "weapons": [MACHINEGUN, RIFLE]},
    ),
    Lever(what="driving 4 against 3", better=Outfit(traits={"driving": 4})),
    Lever(what="driving 3 against 2", better=Outfit(), other=Outfit(traits={"driving": 2})),
    Lever(
        what="gunnery 4 against 3",
        better=Outfit(traits={"gunnery": 4}),
        exempt="RH-085: the throw to hit is the weapon's and the range's alone",
    ),
    Lever(
        what="initiative 4 against 3",
        better=Outfit(traits={"initiative": 4}),
        exempt="RH-088: cars act in the order of their ids",
    ),
    Lever(
        what="toughness 4 against 3",
        better=Outfit(traits={"toughness": 4}),
        exempt="RH-094: toughness says who comes out alive, after the duel is decided",
    ),
)
TRADES = (
    Trade(
        what="handling class 4 or 6 points of front armor",
        one=Outfit(design=with_fields(base_hc=4)),
        other=armored("front", 16),
    ),
    Trade(
        what="a spoiler or 6 points of front armor",
        one=Outfit(design=with_fields(accessories=["spoiler"])),
        other=armored("front", 16),
    ),
    Trade(
        what="acceleration 25 or 4 points of front armor",
        one=Outfit(design=with_fields(accel=25)),
        other=armored("front", 14),
    ),
    Trade(
        what="a turret or 4 points of front armor",
        one=Outfit(design=with_weapon(mount="turret")),
        other=armored("front", 14),
    ),
    Trade(
        what="a gun of 2d or 8 points of front armor",
        one=Outfit(design=with_weapon(damage="2d")),
        other=armored("front", 18),
    ),
)
MEASURE = BookMeasure(
    name="rhad",
    base=BASE,
    levers=LEVERS,
    trades=TRADES,
    rivals=RIVALS,
    profiles=PROFILE_NAMES,
    stock=(
        StockGroup(
            what="cars of 60 points",
            teams={name: (name, name) for name in ("plain_jane", "brick_end", "quick_nickel", "two_chairs")},
        ),
        StockGroup(
            what="cars of 63 to 81 points",
            teams={name: (name, name) for name in ("backbiter", "door_knocker", "night_shift", "long_word")},
            is_judged=False,
        ),
    ),
    figures=(
        *ending_figures(level=0.5, rounds=(2, 40), destroyed=(0.05, 0.95)),
        limit_figure(30, most=0.8),
        per_match_figure("attacks", "attack", least=6),
        Figure(
            what="attacks that hit",
            of=lambda counted: counted.hits / max(counted.kinds["attack"], 1),
            percent=True,
            least=0.15,
            most=0.85,
        ),
        per_match_figure("maneuvers", "maneuver", least=10),
        per_match_figure("crashes", "crash", most=10),
        per_match_figure("walls struck", "wall", most=4),
        per_match_figure("rams", "ram"),
    ),
    last_round=30,
)

"""What is measured of Formule Wars."""

from __future__ import annotations

from rules.match.driving.judgment import PROFILE_NAMES
from rules.match.ruleset import Document
from tools.sanity.book_measure import BookMeasure, Lever, Outfit, StockGroup, Trade
from tools.sanity.design_changes import with_fields
from tools.sanity.match_counts import (
    ending_figures,
    limit_figure,
    per_match_figure,
    per_start_figure,
)
from tools.sanity.rivals.formule import RIVALS

BASE: Document = {
    "name": "Yardstick",
    "tires": 6,
    "brakes": 3,
    "fuel": 3,
    "body": 3,
    "engine": 3,
    "road_holding": 2,
    "armor": 3,
    "weapons": [{"key": "vulcan", "mount": "front"}],
    "equipment": [],
}
"""A car of 27 points with one gun, from which there is room for improvement."""
UNARMED = {**BASE, "weapons": []}
ARMED = (*BASE["weapons"],)


def weapon(key: str, mount: str = "front") -> Lever:
    """A weapon against none on cars that have no other."""
    return Lever(
        what=f"a {key.replace('_', ' ')}",
        better=Outfit(design=with_fields(weapons=[{"key": key, "mount": mount}])),
        base=UNARMED,
    )


def dropper(key: str) -> Lever:
    """A dropper at the rear, besides a gun."""
    return Lever(
        what=f"a dropper of {key}", better=Outfit(design=with_fields(weapons=[*ARMED, {"key": key, "mount": "rear"}]))
    )


def points(name: str, better: int, other: int, *, exempt: str = "") -> Lever:
    """More points of one characteristic."""
    return Lever(
        what=f"{name.replace('_', ' ')} {better} against {other}",
        better=Outfit(design=with_fields(**{name: better})),
        other=Outfit(design=with_fields(**{name: other})),
        exempt=exempt,
    )


LINKED = [{"key": "mg", "mount": "front", "link": "pair"}, {"key": "mg", "mount": "front", "link": "pair"}]
SPARE_FUEL = (
    "FW-103: fuel pays for nothing but skipping gears, and of 21 turns on an empty track its fourth to sixth points "
    "save 0.04 at most, where a brake saves 0.2"
)
"""By the race times of the stock circuits with up to six points of fuel told apart."""
IDLE_BUMPER = (
    "FW-092, FW-093, FW-095: a bumper changes nothing from the side or up to one gear of difference, as 98 of 100 "
    "rams are, and a hit at two gears or more takes a third of a turn from its own car"
)
LEVERS = (
    points("tires", 10, 6),
    points("tires", 6, 3),
    points("brakes", 6, 3),
    points("brakes", 3, 1),
    points("fuel", 6, 3, exempt=SPARE_FUEL),
    points("fuel", 3, 1),
    points("body", 6, 3),
    points("body", 3, 1),
    points("engine", 6, 3),
    points("engine", 3, 1),
    points("road_holding", 5, 2),
    points("armor", 10, 3),
    weapon("mg"),
    weapon("vulcan"),
    weapon("laser"),
    weapon("heavy_laser"),
    weapon("flamethrower", "rear"),
    weapon("cannon"),
    weapon("missile"),
    dropper("mines"),
    dropper("spikes"),
    dropper("oil"),
    dropper("smoke"),
    Lever(what="a targeting computer", better=Outfit(design=with_fields(equipment=["computer"]))),
    Lever(
        what="a turret for the gun",
        better=Outfit(design=with_fields(equipment=["turret"], weapons=[{"key": "vulcan", "mount": "turret"}])),
    ),
    Lever(
        what="a small turret for the gun",
        better=Outfit(design=with_fields(equipment=["small_turret"], weapons=[{"key": "mg", "mount": "turret"}])),
        base={**BASE, "weapons": [{"key": "mg", "mount": "front"}]},
    ),
    Lever(
        what="a bumper",
        better=Outfit(design=with_fields(equipment=["bumper"])),
        exempt=IDLE_BUMPER,
    ),
    Lever(
        what="two linked machine guns against two that are not",
        better=Outfit(design=with_fields(weapons=LINKED)),
        other=Outfit(design=with_fields(weapons=[{"key": "mg", "mount": "front"}] * 2)),
    ),
    Lever(
        what="driving, gunnery and initiative 4 against 3",
        better=Outfit(traits={"driving": 4, "gunnery": 4, "initiative": 4}),
    ),
    Lever(
        what="driving, gunnery and initiative 3 against 2",
        better=Outfit(),
        other=Outfit(traits={"driving": 2, "gunnery": 2, "initiative": 2}),
    ),
    Lever(
        what="toughness 4 against 3",
        better=Outfit(traits={"toughness": 4}),
        exempt="FW-151: toughness says who comes out alive, after the race",
    ),
)
TRADES = (
    Trade(
        what="4 tires or 4 points of armor",
        one=Outfit(design=with_fields(tires=10)),
        other=Outfit(design=with_fields(armor=7)),
    ),
    Trade(
        what="2 brakes or 2 tires",
        one=Outfit(design=with_fields(brakes=5)),
        other=Outfit(design=with_fields(tires=8)),
    ),
    Trade(
        what="a computer or 2 points of armor",
        one=Outfit(design=with_fields(equipment=["computer"])),
        other=Outfit(design=with_fields(armor=5)),
    ),
    Trade(
        what="a Vulcan or a laser",
        one=Outfit(),
        other=Outfit(design=with_fields(weapons=[{"key": "laser", "mount": "front"}])),
    ),
    Trade(
        what="a Vulcan or 4 tires",
        one=Outfit(),
        other=Outfit(design=with_fields(weapons=[], tires=10)),
    ),
)
STOCK = ("outrider", "hound", "lancer", "anvil", "wasp", "skunk", "long_gun")
MEASURE = BookMeasure(
    name="formule",
    base=BASE,
    levers=LEVERS,
    trades=TRADES,
    rivals=RIVALS,
    profiles=PROFILE_NAMES,
    stock=(StockGroup(what="cars of 35 points", teams={name: (name, name) for name in STOCK}),),
    figures=(
        per_start_figure("cars that finish", "finish", least=0.3),
        limit_figure(80, most=0.05),
        *ending_figures(level=0.25, rounds=(8, 60), destroyed=(0.02, 0.6)),
        per_match_figure("shots", "shot", least=3),
        per_match_figure("overshoots", "overshoot", least=0.5),
        per_match_figure("collisions", "collision", least=0.1),
        per_match_figure("rams", "ram"),
        per_match_figure("spins", "spin"),
        per_match_figure("slipstreams", "slipstream", least=0.2),
    ),
    last_round=80,
    race="circuit_race",
)

"""What is measured of Car Cult."""

from __future__ import annotations

from typing import Any

from rules.match.driving.judgment import PROFILE_NAMES
from rules.match.ruleset import Document
from tools.sanity.book_measure import BookMeasure, DesignChange, Lever, Outfit, StockGroup, Trade
from tools.sanity.design_changes import with_fields, with_part
from tools.sanity.match_counts import ending_figures, limit_figure, per_match_figure
from tools.sanity.rivals.carcult import RIVALS

ENGINE = {"plug": 2, "track": [3, 6, 9, 12, 15], "plus": [3, 4, 5]}
CARDS = ["dangerous_driver", "machine_gun", "armor_1"]
BASE: Document = {"name": "Yardstick", "engine": ENGINE, "cards": CARDS}
"""A car of 10 action zones, so that two of them leave 10 of a team's 30 for improvement."""


def engine(**fields: Any) -> Outfit:
    """A car with another engine."""
    return Outfit(design=with_part("engine", **fields))


def cards(*keys: str) -> DesignChange:
    """A change of all cards but the engine."""
    return with_fields(cards=list(keys))


def card_lever(key: str, **switches: bool) -> Lever:
    """A card besides those of the base design."""
    return Lever(
        what=f"a card more: {key.replace('_', ' ')}",
        better=Outfit(design=cards(*CARDS, key)),
        switches={f"carcult.{name}": value for name, value in switches.items()},
    )


LEVERS = (
    Lever(what="a plug of 3 against 2", better=engine(plug=3)),
    Lever(what="a plug of 2 against 1", better=engine(), other=engine(plug=1)),
    Lever(
        what="a + symbol more on the left",
        better=engine(plus=[2, 3, 4, 5]),
        exempt="CC-015: a token covers the symbol of its box, and an engine's tokens fill it from the left",
    ),
    Lever(what="a + symbol more on the right", better=engine(), other=engine(plus=[3, 4])),
    Lever(what="an engine of 6 zones against 5", better=engine(track=[3, 6, 9, 12, 15, 18])),
    Lever(what="a faster engine", better=engine(track=[4, 8, 12, 16, 20])),
    Lever(
        what="a dangerous driver",
        better=Outfit(),
        other=Outfit(design=cards("machine_gun", "armor_1")),
    ),
    card_lever("gutsy_gunner"),
    card_lever("fanatical_fixer"),
    Lever(what="armor 4 against 1", better=Outfit(design=cards("dangerous_driver", "machine_gun", "armor_4"))),
    Lever(what="armor 2 against 1", better=Outfit(design=cards("dangerous_driver", "machine_gun", "armor_2"))),
    card_lever("machine_gun"),
    card_lever("cannon"),
    card_lever("rifle"),
    card_lever("flamethrower"),
    card_lever("mines"),
    card_lever("ram"),
    card_lever("turbo", turbo=True),
    card_lever("oil", slicks=True),
    card_lever("caltrops", slicks=True),
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
        exempt="CC-104: toughness says who comes out alive, after the match",
    ),
)
TRADES = (
    Trade(
        what="a machine gun or a cannon",
        one=Outfit(),
        other=Outfit(design=cards("dangerous_driver", "cannon", "armor_1")),
    ),
    Trade(
        what="a machine gun or a rifle",
        one=Outfit(),
        other=Outfit(design=cards("dangerous_driver", "rifle", "armor_1")),
    ),
    Trade(
        what="a gunner or 2 zones of armor",
        one=Outfit(design=cards(*CARDS, "gutsy_gunner")),
        other=Outfit(design=cards("dangerous_driver", "machine_gun", "armor_3")),
    ),
    Trade(
        what="mines or a second machine gun and 2 zones of armor",
        one=Outfit(design=cards(*CARDS, "mines")),
        other=Outfit(design=cards("dangerous_driver", "machine_gun", "machine_gun", "armor_3")),
    ),
)
TENS = ("gnat", "fencer", "sweeper", "howitzer")
FIFTEENS = ("torch", "sower", "battering_ox")
MEASURE = BookMeasure(
    name="carcult",
    base=BASE,
    levers=LEVERS,
    trades=TRADES,
    rivals=RIVALS,
    profiles=PROFILE_NAMES,
    stock=(
        StockGroup(
            what="teams of 30 zones",
            teams={name: (name,) * 3 for name in TENS} | {name: (name,) * 2 for name in FIFTEENS},
        ),
        StockGroup(
            what="two cars of 10 zones",
            teams={name: (name,) * 2 for name in TENS},
        ),
        StockGroup(
            what="teams with one large car",
            teams={
                "landship": ("landship",),
                "kingpin and gnat": ("kingpin", "gnat"),
                "three gnats": ("gnat",) * 3,
                "two torches": ("torch",) * 2,
            },
            is_judged=False,
        ),
    ),
    figures=(
        *ending_figures(level=0.5, rounds=(2, 12), destroyed=(0.05, 0.95)),
        limit_figure(12, most=0.8),
        per_match_figure("attacks", "attack", least=6),
        per_match_figure("rams", "ram", most=12),
        per_match_figure("mines", "mine"),
        per_match_figure("explosions", "explosion"),
        per_match_figure("brakes tried", "brakes"),
    ),
    last_round=12,
    field_designs={"last_cult": (*TENS, *FIFTEENS)},
)

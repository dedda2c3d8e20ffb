"""What should be true of each book that plays from packets: figures within bounds, and advantages that must show."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from rules.match.ruleset import Document
from tools.sanity.book_counts import Advantage, BookExpectations, Figure, MatchCounts


def _with_fields(**fields: Any) -> Any:
    """A change that sets fields of a design."""

    def changed(design: Document) -> Document:
        return {**deepcopy(design), **fields}

    return changed


def _with_increase(**figures: int) -> Any:
    """A change that adds to figures of a design."""

    def changed(design: Document) -> Document:
        return {**deepcopy(design), **{name: design.get(name, 0) + more for name, more in figures.items()}}

    return changed


def _per_match_figure(what: str, kind: str, *, least: float | None = None, most: float | None = None) -> Figure:
    return Figure(what=what, of=lambda counted: counted.per_match(kind), least=least, most=most)


def _per_start_figure(what: str, kind: str, *, least: float | None = None, most: float | None = None) -> Figure:
    return Figure(
        what=what, of=lambda counted: counted.per_start(counted.kinds[kind]), percent=True, least=least, most=most
    )


def _share_figure(what: str, kind: str, *, of: str, least: float | None = None, most: float | None = None) -> Figure:
    def share(counted: MatchCounts) -> float:
        return counted.kinds[kind] / max(counted.kinds[of], 1)

    return Figure(what=what, of=share, percent=True, least=least, most=most)


def _limit_figure(rounds: int, *, most: float) -> Figure:
    return Figure(
        what=f"not over before round {rounds}",
        of=lambda counted: counted.share_lasting(rounds),
        percent=True,
        most=most,
    )


def _ending_figures(
    *, level: float, rounds: tuple[float, float], destroyed: tuple[float, float]
) -> tuple[Figure, ...]:
    """How matches end: their length, the cars they destroy, and how clearly they are won."""
    return (
        Figure(what="rounds", of=lambda counted: counted.rounds, least=rounds[0], most=rounds[1]),
        Figure(
            what="cars destroyed",
            of=lambda counted: counted.per_start(counted.destroyed),
            percent=True,
            least=destroyed[0],
            most=destroyed[1],
        ),
        Figure(what="out of action a car", of=lambda counted: counted.per_start(counted.out), percent=True, most=0.8),
        Figure(what="criticals made", of=lambda counted: counted.criticals / max(counted.matches, 1)),
        Figure(
            what="level at the top",
            of=lambda counted: counted.level / max(counted.matches, 1),
            percent=True,
            most=level,
        ),
        Figure(
            what="nobody made a point",
            of=lambda counted: counted.pointless / max(counted.matches, 1),
            percent=True,
            most=0.1,
        ),
        Figure(
            what="points between first and second",
            of=lambda counted: counted.margin / max(counted.matches, 1),
            least=1,
        ),
        Figure(what="log entries", of=lambda counted: counted.entries / max(counted.matches, 1)),
    )


def _with_weapon(**weapon: Any) -> Any:
    """A change that sets fields of every weapon."""

    def changed(design: Document) -> Document:
        return {**deepcopy(design), "weapons": [{**mounted, **weapon} for mounted in design["weapons"]]}

    return changed


def _with_armor(front: int, sides: int) -> Any:
    """A change of the armor on the six sides of a car."""
    return _with_fields(armor={"front": front, "left": sides, "right": sides, "back": sides, "top": 2, "under": 2})


FORMULE = BookExpectations(
    name="formule",
    setting={"laps": 2},
    figures=(
        _per_start_figure("cars that finish", "finish", least=0.3),
        _limit_figure(80, most=0.05),
        *_ending_figures(level=0.25, rounds=(8, 60), destroyed=(0.02, 0.6)),
        _per_match_figure("shots", "shot", least=3),
        _per_match_figure("overshoots", "overshoot", least=0.5),
        _per_match_figure("collisions", "collision", least=0.1),
        _per_match_figure("rams", "ram"),
        _per_match_figure("spins", "spin"),
        _per_match_figure("slipstreams", "slipstream", least=0.2),
    ),
    advantages=(
        Advantage(
            what="armor 7 against 1",
            design="outrider",
            with_it=_with_fields(armor=7),
            without=_with_fields(armor=1),
            judged="criticals suffered",
            way=-1,
        ),
        Advantage(
            what="a vulcan against a machine gun",
            design="outrider",
            with_it=_with_weapon(key="vulcan"),
            without=_with_weapon(key="mg"),
            judged="criticals made",
        ),
        Advantage(
            what="a targeting computer",
            design="outrider",
            with_it=_with_fields(equipment=["turret", "computer"]),
            without=_with_fields(equipment=["turret"]),
            judged="hits",
        ),
        Advantage(
            what="6 tires against 3",
            design="outrider",
            with_it=_with_fields(tires=6),
            without=_with_fields(tires=3),
            judged="points more than theirs",
        ),
    ),
)
RHAD = BookExpectations(
    name="rhad",
    figures=(
        *_ending_figures(level=0.5, rounds=(2, 40), destroyed=(0.05, 0.95)),
        _limit_figure(30, most=0.8),
        _per_match_figure("attacks", "attack", least=6),
        Figure(
            what="attacks that hit",
            of=lambda counted: counted.hits / max(counted.kinds["attack"], 1),
            percent=True,
            least=0.15,
            most=0.85,
        ),
        _per_match_figure("maneuvers", "maneuver", least=10),
        _per_match_figure("crashes", "crash", most=10),
        _per_match_figure("walls struck", "wall", most=4),
        _per_match_figure("rams", "ram"),
    ),
    advantages=(
        Advantage(
            what="armor 12 and 6 against 4 and 2",
            design="quick_nickel",
            with_it=_with_armor(12, 6),
            without=_with_armor(4, 2),
            judged="cars that survive",
        ),
        Advantage(
            what="a gun that hits on 6 against 8",
            design="quick_nickel",
            with_it=_with_weapon(to_hit=6),
            without=_with_weapon(to_hit=8),
            judged="hits",
        ),
    ),
)
CARCULT = BookExpectations(
    name="carcult",
    figures=(
        *_ending_figures(level=0.5, rounds=(2, 12), destroyed=(0.05, 0.95)),
        _limit_figure(12, most=0.8),
        _per_match_figure("attacks", "attack", least=6),
        _per_match_figure("rams", "ram", most=12),
        _per_match_figure("mines", "mine"),
        _per_match_figure("explosions", "explosion"),
        _per_match_figure("brakes tried", "brakes"),
    ),
    advantages=(
        Advantage(
            what="armor 4 against 1",
            design="gnat",
            with_it=_with_fields(cards=["dangerous_driver", "machine_gun", "armor_4"]),
            without=_with_fields(cards=["dangerous_driver", "machine_gun", "armor_1"]),
            judged="cars that survive",
        ),
        Advantage(
            what="two machine guns against one",
            design="gnat",
            with_it=_with_fields(cards=["dangerous_driver", "machine_gun", "machine_gun", "armor_2"]),
            without=_with_fields(cards=["dangerous_driver", "machine_gun", "armor_2"]),
            judged="hits",
        ),
    ),
)
EXPECTATIONS: Mapping[str, BookExpectations] = {book.name: book for book in (FORMULE, RHAD, CARCULT)}
"""The expectations of each book that has any, by its name."""

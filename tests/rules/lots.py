"""Lots by which random matches are drawn, and the teams, cars, drivers and house rules that such packets share."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from rules.core.dice import Stream
from rules.core.switches import Setting, Switch
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet
from rules.match.registry import get_ruleset
from rules.match.ruleset import Document

T = TypeVar("T")
TRAITS = ("driving", "gunnery", "initiative", "toughness")
MOST_OF_A_TRAIT = 6
SELDOM = 6
"""One switch in this many differs from the printed setting, on average."""


class Lots:
    """Random draws for one match. The same words give the same draws."""

    def __init__(self, words: str, *, path: str = "lots/match") -> None:
        self.stream = Stream(path, key=hashlib.sha256(words.encode()).digest())

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1."""
        return self.stream.throw(count, "lot") - 1 if count > 1 else 0

    def between(self, least: int, most: int) -> int:
        """A number from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def one_in(self, count: int) -> bool:
        """True once in `count` times on average."""
        return self.below(count) == 0

    def of(self, values: Sequence[T]) -> T:
        """One of the values."""
        return values[self.below(len(values))]

    def some(self, values: Sequence[T], most: int) -> list[T]:
        """At most `most` of the values, none of them twice."""
        remaining = list(values)
        return [remaining.pop(self.below(len(remaining))) for _ in range(min(len(values), self.below(most + 1)))]


def house_rules(
    lots: Lots, switches: Iterable[Switch], *, number: Callable[[Switch], int], texts: Mapping[str, Sequence[str]]
) -> dict[str, Setting]:
    """Settings other than the printed ones for a few switches. A number comes from `number`, a free text from
    `texts`.
    """
    settings: dict[str, Setting] = {}
    for switch in switches:
        if not lots.one_in(SELDOM):
            continue
        if switch.choices:
            settings[switch.name] = lots.of(switch.choices)
        elif isinstance(switch.default, bool):
            settings[switch.name] = not switch.default
        elif isinstance(switch.default, int):
            settings[switch.name] = number(switch)
        else:
            settings[switch.name] = lots.of(texts[switch.name])
    return settings


def match(
    ruleset: str, *, event: str, teams: Sequence[PackedTeam], surface: str = "", setting: Document,
    switches: Mapping[str, Setting],
) -> Packet:  # fmt: skip
    """A locked match of one heat."""
    return Packet(
        match="m1",
        event=event,
        surface=surface,
        heats=1,
        scoring="as_reported",
        repair_attempts=6,
        teams=tuple(teams),
        ruleset=ruleset,
        edition=get_ruleset(ruleset).edition,
        setting=setting,
        switches=dict(switches),
    )


def team(id: str, seats: Iterable[PackedSeat], *, fresh: Sequence[PackedDriver] = ()) -> PackedTeam:
    """A team without mechanics, kits and stores."""
    return PackedTeam(
        franchise=id,
        staff_rating=1,
        pit_bonus=0,
        kit_uses=0,
        mechanics=(),
        seats=tuple(seats),
        fresh=tuple(fresh),
    )


def car(
    id: str, *, dp: int, station: bool = False, gearing: int = 0, kinds: Sequence[str], criticals: int,
    design: Document,
) -> PackedCar:  # fmt: skip
    """A car that carries one item of each kind."""
    items = tuple(PackedItem(id=f"{id}.i{number}", kind=kind) for number, kind in enumerate(kinds, start=1))
    return PackedCar(
        id=id,
        dp=dp,
        overhead=False,
        gunner_station=station,
        gearing=gearing,
        criticals=criticals,
        items=items,
        design=design,
    )


def driver(lots: Lots, id: str) -> PackedDriver:
    """A driver with random traits and no talents, quirks or devices."""
    return driven_by(id, {trait: lots.between(0, MOST_OF_A_TRAIT) for trait in TRAITS})


def driven_by(id: str, traits: dict[str, int]) -> PackedDriver:
    """A driver with the given traits and nothing else."""
    return PackedDriver(id=id, traits=traits, talents=(), quirks={}, worn=())

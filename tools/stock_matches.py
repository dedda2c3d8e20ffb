"""Fields of stock cars for every book, for measuring and counting."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.core.dice import Dice, KeyRing
from rules.core.switches import Setting
from rules.match.book_ruleset import BookRuleset
from rules.match.packet import PackedCar, PackedItem, Packet
from rules.match.recorder import MatchRecorder
from rules.match.registry import get_ruleset
from rules.match.ruleset import Document, Fixture, Resolution
from rules.match.spec import packet_from_spec

TEAMS, CARS = 3, 2
"""The teams of a field, and the cars of each team: six cars."""
MOST_MAPS = 12  # no mutant: more than any book has


class NotBookRuleset(TypeError):
    """A ruleset is not made with `BookRuleset`: an error of the program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One team of a field: its designs, each a car of `dp` points, and the traits of its people that are not 3.

    `items` are what each car carries, a list for each design; their ids are given when the packet is made. Everybody
    has the `talents` and `quirks` and wears what is `worn`.
    """

    designs: Sequence[Document]
    traits: Mapping[str, int] = field(default_factory=dict)
    dp: int = 60
    items: Sequence[Sequence[PackedItem]] = ()
    talents: Sequence[str] = ()
    quirks: Sequence[str] = ()
    worn: Sequence[str] = ()
    staff_rating: int = 1
    kit_uses: int = 0


def book_ruleset(name: str) -> BookRuleset[Any, Any]:
    """The book of that name. Raises `NotBookRuleset` for another kind of ruleset, `Unknown` for an unknown name."""
    ruleset = get_ruleset(name)
    if not isinstance(ruleset, BookRuleset):
        raise NotBookRuleset(f"{ruleset.title} is not made with BookRuleset.")
    return ruleset


def map_fixtures(ruleset: BookRuleset[Any, Any], *, teams: int = TEAMS, cars: int = CARS) -> list[Fixture]:
    """The matches that a ruleset proposes, one for each event on each of its maps."""
    found: dict[str, Fixture] = {}
    for number in range(1, MOST_MAPS + 1):
        proposed = ruleset.propose_fixture(number=number, teams=teams, vehicles_per_team=cars)
        found.setdefault(json.dumps([proposed.event, proposed.setting], sort_keys=True), proposed)
    return list(found.values())


def fixture_name(fixture: Fixture) -> str:
    """The name of a fixture's map in a table: the texts of its setting, or its event if there are none."""
    return ", ".join(str(value) for value in fixture.setting.values() if isinstance(value, str)) or fixture.event


def make_packet(
    ruleset: BookRuleset[Any, Any],
    fixture: Fixture,
    sides: Sequence[Side],
    *,
    match: str = "m1",
    switches: Mapping[str, Setting] | None = None,
    **setting: Any,
) -> Packet:
    """The packet of a match between those sides on the fixture, under those switches and with further settings."""
    teams = [
        {
            "id": f"team{number}",
            "crew": [
                {
                    "id": f"team{number}.{seat}{car}",
                    **side.traits,
                    "talents": list(side.talents),
                    "quirks": list(side.quirks),
                    "worn": list(side.worn),
                }
                for car in range(1, len(side.designs) + 1)
                for seat in ("driver", "gunner")
            ],
            "cars": [
                {
                    "id": f"team{number}.car{car}",
                    "driver": f"team{number}.driver{car}",
                    "gunner": f"team{number}.gunner{car}" if ruleset.has_gunner(design) else "",
                    "dp": side.dp,
                    "design": design,
                }
                for car, design in enumerate(side.designs, start=1)
            ],
        }
        for number, side in enumerate(sides, start=1)
    ]
    described = {
        "match": match,
        "event": fixture.event,
        "surface": fixture.surface,
        "heats": fixture.heats,
        "setting": {**fixture.setting, **setting},
        "switches": dict(switches or {}),
        "teams": teams,
    }
    packet = packet_from_spec(json.dumps(described).encode(), ruleset, stock={})
    loaded = (
        replace(
            team,
            staff_rating=side.staff_rating,
            kit_uses=side.kit_uses,
            seats=tuple(
                replace(seat, car=_loaded(seat.car, side.items[number] if side.items else ()))
                for number, seat in enumerate(team.seats)
            ),
        )
        for team, side in zip(packet.teams, sides, strict=True)
    )
    return replace(packet, teams=tuple(loaded))


def _loaded(car: PackedCar, items: Sequence[PackedItem]) -> PackedCar:
    """A car that carries those items, with ids of its own. What is fixed to a weapon names it by its number."""
    return replace(
        car,
        items=tuple(
            replace(item, id=f"{car.id}.i{number}", weapon=f"{car.id}.i{item.weapon}" if item.weapon else "")
            for number, item in enumerate(items, start=1)
        ),
    )


def random_sides(ruleset: BookRuleset[Any, Any], seed: int, *, teams: int = TEAMS, cars: int = CARS) -> list[Side]:
    """Teams in random stock cars of 60 design points, with 3 in every trait."""
    lots, known = random.Random(f"{ruleset.name} {seed}"), basic_stock_designs(ruleset)
    return [Side(designs=[lots.choice(known) for _ in range(cars)]) for _ in range(teams)]


def random_packet(ruleset: BookRuleset[Any, Any], seed: int) -> Packet:
    """A match of random stock cars, on the ruleset's maps in turn."""
    maps = map_fixtures(ruleset)
    return make_packet(ruleset, maps[seed % len(maps)], random_sides(ruleset, seed), match=f"m{seed}")


def basic_stock_designs(ruleset: BookRuleset[Any, Any]) -> list[Document]:
    """The stock designs for a car of 60 design points without a gear-set, sorted by name."""
    return [
        design
        for _, design in sorted(ruleset.stock_designs().items())
        if not ruleset.design_errors(design, dp=60, gunner_station=ruleset.has_gunner(design), gearing=0, switches={})
    ]


def play_packet(
    ruleset: BookRuleset[Any, Any], packet: Packet, secret: bytes, *, watch: Callable[[Any], None] | None = None
) -> tuple[MatchRecorder, Resolution]:
    """Play a match to its end on the dice of a secret; `watch` is called after every entry."""
    origin = ruleset.origin_of(packet)
    play = ruleset.engine.start(ruleset.setup_of(origin), Dice(KeyRing(secret, {packet.match: ""})))
    play.watch = watch
    while not ruleset.engine.is_over(play):
        ruleset.engine.step(play)
    return play, ruleset.resolution(play, packet, origin)

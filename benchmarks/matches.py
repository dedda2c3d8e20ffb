"""Matches on the autopilot with their whole log: a race and an arena of six cars, and what more cars take."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable

from benchmarks.measure import Pair, Side, compare
from rules.core.dice import Dice, KeyRing, Stream
from rules.dethmatch.designs.stock_designs import stock_designs
from rules.dethmatch.engine import digest, play_match
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, MatchSetup, TeamEntry
from rules.dethmatch.match.match import Match
from rules.dethmatch.replay import encode_recording, make_recording
from rules.match.log import LogEntry, MatchLog

SECRET = bytes.fromhex("00ff")
KEYS = KeyRing(SECRET)
SEEDS = 4
"""Matches in one run of a pair, each with dice of its own."""
CARS = 6
GATE, AIM = 1.5, 5.0
"""Matches a second on one core: below the gate the engine is too slow, and the aim is what is wanted."""
ENTRIES_AIM = 17_700
"""Log entries a second, what a well-known engine of the same kind writes."""
OVERHEAD_AIM = 0.1
"""What dice and log may take of a match."""
QUADRATIC = 4.0
"""What twice as many cars may take."""
MOST_CARS = 3
"""The most cars a team lines up."""
GROWTH = ((2, 4), (3, 6), (4, 8), (6, 12))
ARMED = {"light": "heavy_machinegun", "heavy": "at_rifle", "rocket": "rockets", "special": "oil_jet"}


def workloads(rounds: int) -> list[Pair]:
    """Every pair of this chapter."""
    return [
        dice_and_log("a race of 6 cars and 3 laps", race, rounds),
        dice_and_log("an arena of 6 cars and 2 heats", arena, rounds),
        *(growth(few, many, rounds) for few, many in GROWTH),
    ]


def dice_and_log(name: str, matches: Callable[[int], list[MatchSetup]], rounds: int) -> Pair:
    """The dice, entries and digests of some matches by themselves, against the matches.

    The ratio is the part of a match that is dice and log; the notes say how fast the matches are.
    """
    setups = matches(CARS)
    plays = [play_match(setup, Dice(KEYS)) for setup in setups]
    entries = sum(len(play.log.entries) for play in plays)
    began = time.process_time()
    all_played(setups)
    seconds = time.process_time() - began
    kept = [encode_recording(make_recording(play)) for play in plays]
    return compare(
        f"dice and log of {name}, against the match",
        work=Side(thrown_and_written(plays)),
        floor=Side(lambda: all_played(setups)),
        rounds=rounds,
        aim=OVERHEAD_AIM,
        notes={
            "matches a second": f"{len(setups) / seconds:.1f} (gate {GATE:g}, aim {AIM:g})",
            "entries a second": f"{entries / seconds:,.0f} (aim {ENTRIES_AIM:,})",
            "entries a match": entries // len(plays),
            "bytes of the kept log a match": sum(map(len, kept)) // len(kept),
            "the same compressed": sum(len(zlib.compress(each)) for each in kept) // len(kept),
        },
    )


def growth(few: int, many: int, rounds: int) -> Pair:
    """A race of twice as many cars, against the race."""
    more, fewer = race(many), race(few)
    return compare(
        f"a race of {many} cars, against {few}",
        work=Side(lambda: all_played(more)),
        floor=Side(lambda: all_played(fewer)),
        rounds=rounds,
        aim=QUADRATIC,
    )


def all_played(setups: list[MatchSetup]) -> list[Match]:
    """Whole matches, one after the other."""
    return [play_match(setup, Dice(KEYS)) for setup in setups]


def thrown_and_written(plays: list[Match]) -> Callable[[], object]:
    """What some matches threw and wrote, thrown and written again and nothing else, with a digest for each turn."""

    def run() -> None:
        for play in plays:
            dice, log = Dice(KEYS), MatchLog()
            streams: dict[str, Stream] = {}
            for roll in play.dice.log:
                stream = streams.get(roll.path) or streams.setdefault(roll.path, dice.open(roll.path))
                stream.roll(len(roll.faces), roll.why, sides=roll.sides)
            for each in play.log.entries:
                log.entries.append(
                    LogEntry(
                        each.n, each.heat, each.turn, each.phase, each.car, each.crew, each.kind, each.rule,
                        each.rolls, dict(each.before), dict(each.after), dict(each.more),
                    )
                )  # fmt: skip
            for _ in play.log.digests:
                digest(play.state)

    return run


# -------------------------------------------------------------------------------------------------- what is played


def race(cars: int) -> list[MatchSetup]:
    """Races of three laps on two circuits."""
    return [
        _match(f"race{seed}", "lap_race", track, cars)
        for seed, track in zip(range(SEEDS), ("foundry_row", "anvil_oval") * SEEDS, strict=False)
    ]


def arena(cars: int) -> list[MatchSetup]:
    """Arenas of two heats: flags, and the last car standing."""
    events = (("flags", "hammer_bowl"), ("last_car", "the_sump")) * SEEDS
    return [
        _match(f"arena{seed}", event, track, cars) for seed, (event, track) in zip(range(SEEDS), events, strict=False)
    ]


def _match(id: str, event: str, track: str, cars: int) -> MatchSetup:
    """A match in the stock cars of the event, teams of up to three cars, everybody with 3 in everything."""
    kind = "race" if event == "lap_race" else "arena"
    names = [name for name, each in stock_designs().items() if each.event in {kind, "any"}]
    entered = [_car(f"{id}.car{number}", names[number % len(names)]) for number in range(cars)]
    sides = max(2, -(-cars // MOST_CARS))
    teams = tuple(
        TeamEntry(
            id=f"{id}.team{number}",
            cars=tuple(entered[number::sides]),
            crew=tuple(
                CrewEntry(id=crew) for car in entered[number::sides] for crew in (car.driver, car.gunner) if crew
            ),
            mechanic=2,
        )
        for number in range(sides)
    )
    return MatchSetup(match=id, event=event, track=track, teams=teams)


def _car(id: str, name: str) -> CarEntry:
    design = stock_designs()[name].design
    guns = [ItemEntry(id=f"{id}.{mount.id}", kind=ARMED[mount.type], mount=mount.id) for mount in design.mounts]
    return CarEntry(
        id=id,
        design=design,
        driver=f"{id}.driver",
        gunner=f"{id}.gunner" if design.has("gunner_station") else "",
        items=(*guns, ItemEntry(id=f"{id}.tires", kind="tire_heavy")),
        gearing=design.gearing,
    )

"""Matches on the autopilot with their whole log: races and arenas of six cars, and the effect of more cars."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable

from benchmarks.measure import Pair, Side, compare
from rules.core.dice import Dice, KeyRing, Stream
from rules.dethmatch import engine
from rules.dethmatch.designs.stock_designs import stock_designs
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, MatchSetup, TeamEntry
from rules.dethmatch.match.match import Match
from rules.dethmatch.ruleset import RULESET
from rules.match.engine import play_match
from rules.match.log import LogEntry, MatchLog
from rules.match.recording import digest_of_state

SECRET = bytes.fromhex("00ff")
KEYS = KeyRing(SECRET)
MATCHES_PER_RUN = 4
"""The number of matches in one run of a pair, each with its own dice."""
CARS = 6
GATE, AIM = 1.5, 5.0
"""Matches per second on one core: below the gate the engine is too slow, and the aim is what is wanted."""
ENTRIES_AIM = 17_700
"""Log entries per second: what a well-known engine of the same kind writes."""
OVERHEAD_AIM = 0.1
"""The largest part of a match that dice and log may take."""
GROWTH_AIM = 4.0
"""How many times longer a match with twice as many cars may take."""
MOST_CARS = 3
"""The most cars in a team."""
CAR_COUNTS = ((2, 4), (3, 6), (4, 8), (6, 12))
MOUNT_WEAPONS = {"light": "heavy_machinegun", "heavy": "at_rifle", "rocket": "rockets", "special": "oil_jet"}


def workloads(rounds: int) -> list[Pair]:
    """Every pair of this chapter."""
    return [
        dice_and_log_pair("a race of 6 cars and 3 laps", race_setups, rounds),
        dice_and_log_pair("an arena of 6 cars and 2 heats", arena_setups, rounds),
        *(growth_pair(few, many, rounds) for few, many in CAR_COUNTS),
    ]


def dice_and_log_pair(name: str, matches: Callable[[int], list[MatchSetup]], rounds: int) -> Pair:
    """The dice, entries and digests of some matches by themselves, compared with the matches.

    The ratio is the part of a match spent on dice and log; the notes say how fast the matches are.
    """
    setups = matches(CARS)
    plays = [play_match(engine, setup, Dice(KEYS)) for setup in setups]
    entries = sum(len(play.log.entries) for play in plays)
    began = time.process_time()
    play_all(setups)
    seconds = time.process_time() - began
    logs = [RULESET.log_of(play, play.setup) for play in plays]
    return compare(
        f"dice and log of {name}, against the match",
        work=Side(dice_and_log_replay(plays)),
        floor=Side(lambda: play_all(setups)),
        rounds=rounds,
        aim=OVERHEAD_AIM,
        notes={
            "matches a second": f"{len(setups) / seconds:.1f} (gate {GATE:g}, aim {AIM:g})",
            "entries a second": f"{entries / seconds:,.0f} (aim {ENTRIES_AIM:,})",
            "entries a match": entries // len(plays),
            "bytes of the kept log a match": sum(map(len, logs)) // len(logs),
            "the same compressed": sum(len(zlib.compress(log)) for log in logs) // len(logs),
        },
    )


def growth_pair(few: int, many: int, rounds: int) -> Pair:
    """A race with twice as many cars, compared with the smaller race."""
    large_races, small_races = race_setups(many), race_setups(few)
    return compare(
        f"a race of {many} cars, against {few}",
        work=Side(lambda: play_all(large_races)),
        floor=Side(lambda: play_all(small_races)),
        rounds=rounds,
        aim=GROWTH_AIM,
    )


def play_all(setups: list[MatchSetup]) -> list[Match]:
    """Play whole matches, one after the other."""
    return [play_match(engine, setup, Dice(KEYS)) for setup in setups]


def dice_and_log_replay(plays: list[Match]) -> Callable[[], object]:
    """A function that throws the dice of some matches again and writes their entries and digests again, and nothing
    else.
    """

    def run() -> None:
        for play in plays:
            dice, log = Dice(KEYS), MatchLog()
            streams: dict[str, Stream] = {}
            for roll in play.dice.log:
                stream = streams.get(roll.path) or streams.setdefault(roll.path, dice.open(roll.path))
                stream.roll(len(roll.faces), roll.why, sides=roll.sides)
            for entry in play.log.entries:
                log.entries.append(
                    LogEntry(
                        entry.n, entry.heat, entry.turn, entry.phase, entry.car, entry.crew, entry.kind, entry.rule,
                        entry.rolls, dict(entry.before), dict(entry.after), dict(entry.more),
                    )
                )  # fmt: skip
            for _ in play.log.digests:
                digest_of_state(play.state)

    return run


# --------------------------------------------------------------------------------------------------------- matches


def race_setups(cars: int) -> list[MatchSetup]:
    """Races of three laps on two circuits."""
    return [
        _match(f"race{seed}", "lap_race", track, cars)
        for seed, track in zip(range(MATCHES_PER_RUN), ("foundry_row", "anvil_oval") * MATCHES_PER_RUN, strict=False)
    ]


def arena_setups(cars: int) -> list[MatchSetup]:
    """Arena matches of two heats: flags, and the last car standing."""
    events = (("flags", "hammer_bowl"), ("last_car", "the_sump")) * MATCHES_PER_RUN
    return [
        _match(f"arena{seed}", event, track, cars)
        for seed, (event, track) in zip(range(MATCHES_PER_RUN), events, strict=False)
    ]


def _match(id: str, event: str, track: str, cars: int) -> MatchSetup:
    """A match of the event's stock cars, in teams of up to three cars, with traits of 3 for everyone."""
    kind = "race" if event == "lap_race" else "arena"
    names = [name for name, design in stock_designs().items() if design.event in {kind, "any"}]
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
    guns = [
        ItemEntry(id=f"{id}.{mount.id}", kind=MOUNT_WEAPONS[mount.type], mount=mount.id) for mount in design.mounts
    ]
    return CarEntry(
        id=id,
        design=design,
        driver=f"{id}.driver",
        gunner=f"{id}.gunner" if design.has("gunner_station") else "",
        items=(*guns, ItemEntry(id=f"{id}.tires", kind="tire_heavy")),
        gearing=design.gearing,
    )

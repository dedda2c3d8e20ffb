"""Matches of the books that play from packets: six stock cars and the whole log, compared with the dice alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmarks.measure import Pair, Side, compare
from rules.core.dice import Dice, KeyRing, Stream
from rules.match.packet import Packet
from rules.match.recorder import MatchRecorder
from rules.match.ruleset import Resolution, Ruleset
from tools.stock_matches import book_ruleset, make_packet, map_fixtures, play_packet, random_sides

SECRET = bytes.fromhex("00ff")
MATCHES_PER_RUN = 4
"""The number of matches in one run of a pair, each with its own dice."""
DICE_AIM = 0.2
"""The largest part of a match that its dice alone may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookBenchmark:
    """The benchmark of a book: its match in words, the setting of the match, and the matches per second to
    aim for.
    """

    what: str
    aim: float
    setting: Mapping[str, Any] = field(default_factory=dict)


BOOK_BENCHMARKS: Mapping[str, BookBenchmark] = {
    "formule": BookBenchmark(what="a formule race of 6 cars and 2 laps", aim=10, setting={"laps": 2}),
    "carcult": BookBenchmark(what="a skirmish of 6 cars", aim=20),
    "rhad": BookBenchmark(what="a duel of 6 cars", aim=4),
}


def workloads(rounds: int) -> list[Pair]:
    """A pair for each book."""
    return [dice_against_match(name, measured, rounds) for name, measured in BOOK_BENCHMARKS.items()]


def dice_against_match(name: str, measured: BookBenchmark, rounds: int) -> Pair:
    """The dice of some matches alone, compared with resolving the matches, including report and log.

    The ratio is the part of a match spent on dice; the notes say how fast the matches are.
    """
    ruleset, packets = book_ruleset(name), book_packets(name, measured)
    plays = [play_packet(ruleset, packet, SECRET)[0] for packet in packets]
    began = time.process_time()
    resolutions = resolve_all(ruleset, packets)
    seconds = time.process_time() - began
    entries = sum(len(play.log.entries) for play in plays)
    return compare(
        f"the bare dice of {measured.what}, against the match",
        work=Side(dice_replay(plays)),
        floor=Side(lambda: resolve_all(ruleset, packets)),
        rounds=rounds,
        aim=DICE_AIM,
        notes={
            "matches a second": f"{len(packets) / seconds:.1f} (aim {measured.aim:g})",
            "entries a second": f"{entries / seconds:,.0f}",
            "entries a match": entries // len(plays),
            "turns a match": f"{sum(len(play.log.digests) for play in plays) / len(plays):.1f}",
            "bytes of the kept log a match": sum(len(resolution.log) for resolution in resolutions)
            // len(resolutions),
        },
    )


def book_packets(name: str, measured: BookBenchmark) -> list[Packet]:
    """Matches of six stock cars, with the book's maps in turn."""
    ruleset = book_ruleset(name)
    maps = map_fixtures(ruleset)
    return [
        make_packet(
            ruleset, maps[seed % len(maps)], random_sides(ruleset, seed), match=f"m{seed}", **measured.setting
        )
        for seed in range(MATCHES_PER_RUN)
    ]


def resolve_all(ruleset: Ruleset, packets: list[Packet]) -> list[Resolution]:
    """Resolve whole matches, one after the other."""
    return [ruleset.resolve(packet, Dice(KeyRing(SECRET, {packet.match: ""}))) for packet in packets]


def dice_replay(plays: list[MatchRecorder]) -> Callable[[], object]:
    """A function that throws the dice of some matches again and does nothing else."""

    def run() -> None:
        for play in plays:
            dice = Dice(KeyRing(SECRET, {play.match: ""}))
            streams: dict[str, Stream] = {}
            for roll in play.dice.log:
                stream = streams.get(roll.path) or streams.setdefault(roll.path, dice.open(roll.path))
                stream.roll(len(roll.faces), roll.why, sides=roll.sides)

    return run

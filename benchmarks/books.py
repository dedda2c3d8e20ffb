"""Matches of the books that play from packets: six stock cars and the whole log, compared with the dice alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from benchmarks.book_benchmark import BookBenchmark
from benchmarks.measure import Pair, Side, compare
from rules.core.dice import Dice, KeyRing, Stream
from rules.match.packet import Packet
from rules.match.packet_ruleset import PacketRuleset
from rules.match.recorder import MatchRecorder
from rules.match.registry import rulesets
from rules.match.ruleset import Resolution, Ruleset
from tools.stock_matches import book_ruleset, make_packet, map_fixtures, play_packet, random_sides

SECRET = bytes.fromhex("00ff")
MATCHES_PER_RUN = 4
"""The number of matches in one run of a pair, each with its own dice."""
DICE_AIM = 0.2
"""The largest part of a match that its dice alone may take."""


MATCH_SYSTEMS = Path(__file__).parent / "match_systems"
OF_ITS_OWN = ("dethmatch",)
"""The books that are measured by a chapter of their own."""


def books_with_aims() -> list[str]:
    """The books that have a benchmark of their own, sorted."""
    return sorted(path.stem for path in MATCH_SYSTEMS.glob("*.py") if path.stem != "__init__")


def measured_books() -> list[str]:
    """The books that are measured here, sorted. This imports every book."""
    packet_books = (ruleset.name for ruleset in rulesets() if isinstance(ruleset, PacketRuleset))
    return [name for name in packet_books if name not in OF_ITS_OWN]


def benchmark_of(book: str) -> BookBenchmark:
    """The benchmark of a book; one that has none of its own aims at one match a second."""
    if book in books_with_aims():
        benchmark: BookBenchmark = import_module(f"benchmarks.match_systems.{book}").BENCHMARK
        return benchmark
    return BookBenchmark(what=f"a {book} match of 6 cars", aim=1)


def workloads(rounds: int) -> list[Pair]:
    """A pair for each book."""
    return [dice_against_match(name, benchmark_of(name), rounds) for name in measured_books()]


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

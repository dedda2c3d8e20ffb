"""`python -m benchmarks`: measures every chapter against its floor, prints ratios, and saves the figures as JSON."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import databases
from benchmarks.chapter import CHAPTERS
from benchmarks.measure import WIDEST_SPREAD, Pair, Probe, probe_noise

CHECKOUT = Path(__file__).resolve().parent.parent
ROUNDS_BY_CHAPTER = {
    "memory": 15,
    "matches": 7,
    "books": 7,
    "duels": 15,
    "replays": 7,
    "replay_scripts": 5,
    "journal": 25,
    "pages": 11,
    "api": 25,
    "load": 1,
    "jobs": 15,
    "outbox": 3,
    "rollover": 7,
    "handwritten_sql": 15,
}
QUICK_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter and where it is measured: without a database (`none`), on SQLite or on PostgreSQL."""

    name: str
    where: str


CHAPTERS_IN_ORDER = (
    Chapter("memory", "none"),
    Chapter("matches", "none"),
    Chapter("books", "none"),
    Chapter("duels", "none"),
    Chapter("replays", "none"),
    Chapter("replay_scripts", "sqlite"),
    Chapter("journal", "sqlite"),
    Chapter("journal", "postgresql"),
    Chapter("pages", "sqlite"),
    Chapter("pages", "postgresql"),
    Chapter("api", "sqlite"),
    Chapter("api", "postgresql"),
    Chapter("load", "postgresql"),
    Chapter("jobs", "sqlite"),
    Chapter("jobs", "postgresql"),
    Chapter("outbox", "sqlite"),
    Chapter("rollover", "sqlite"),
    Chapter("rollover", "postgresql"),
    Chapter("handwritten_sql", "sqlite"),
    Chapter("handwritten_sql", "postgresql"),
)


def main(arguments: Sequence[str]) -> int:
    """Measure what the arguments ask for.

    The result is 1 if a pair exceeds its aim, which a noisy machine alone cannot cause.
    """
    options = _parse_arguments(arguments)
    began = probe_noise()
    if options.probe:
        print(f"{os.cpu_count()} cores; {began.line()}")
        return 0
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores; {began.line()}")
    pairs: list[Pair] = []
    for run in CHAPTERS_IN_ORDER:
        if run.name not in options.only:
            continue
        print(f"\n{run.name}{'' if run.where == 'none' else f' on {run.where}'}", flush=True)
        try:
            measured = _measure_chapter(run, QUICK_ROUNDS if options.quick else ROUNDS_BY_CHAPTER[run.name])
        except databases.NoServer as error:
            print(f"         {str(error).splitlines()[0]}: not measured")
            continue
        for pair in measured:
            _print_pair(pair)
        pairs += measured
    ended = probe_noise()
    print(f"\n{ended.line()}")
    path = _save(options.out / f"{options.time}.json", options.time, pairs, (began, ended))
    print(f"kept in {path}")
    return any(pair.verdict == "over the aim" for pair in pairs)


def _parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    reader = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure against floors of our own.")
    reader.add_argument("--only", nargs="+", choices=CHAPTERS, default=list(CHAPTERS), help="these chapters alone")
    reader.add_argument("--probe", action="store_true", help="measure nothing but the machine's own noise")
    reader.add_argument("--quick", action="store_true", help=f"{QUICK_ROUNDS} rounds of each, for a first look")
    reader.add_argument(
        "--time", default=datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ"), help="what the file is called"
    )
    reader.add_argument("--out", type=Path, default=CHECKOUT / "var" / "bench", help="where the file is kept")
    return reader.parse_args(arguments)


def _measure_chapter(run: Chapter, rounds: int) -> list[Pair]:
    """Measure a chapter in a separate process, on a temporary database. Raises `NoServer`."""
    with databases.temporary_database(run.where) as environment:
        program = subprocess.run(
            [sys.executable, "-m", "benchmarks.chapter", run.name, str(rounds)],
            cwd=CHECKOUT,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            check=True,
        )
    return [Pair(**document) for document in json.loads(program.stdout)]


def _print_pair(pair: Pair) -> None:
    print(pair.line())
    for name, note in pair.notes.items():
        if isinstance(note, dict):
            for size, counts in note.items():
                listed = ", ".join(f"{label} {count}" for label, count in counts.items())
                print(f"          {name}, {size}: {listed}")
        else:
            print(f"          {name}: {note}")


def _save(path: Path, time: str, pairs: Sequence[Pair], probes: tuple[Probe, Probe]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    document = {
        "time": time,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "probes": [asdict(probe) for probe in probes],
        "widest spread": WIDEST_SPREAD,
        "pairs": [{**asdict(pair), "verdict": pair.verdict} for pair in pairs],
    }
    path.write_text(json.dumps(document, indent=2) + "\n")
    return path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

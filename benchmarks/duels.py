"""Score sheets of duels: eight entrants and a hundred phases, compared with bare reading and writing."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.measure import Pair, Side, compare
from rules.carwars.scoring.documents import read_duel_document, sheet_document
from rules.carwars.scoring.score import score_duel

ENTRANTS = tuple(f"car-{number}" for number in range(1, 9))
PHASES = 100
PHASES_PER_TURN = 5
MILLISECONDS = 50
"""The most that a sheet may take on a page."""
SHEET_AIM = 16.0
"""How many times as long as bare reading and writing a sheet may take."""
GROWTH_AIM = 3.0
"""How many times longer a duel of twice as many phases may take."""
SHEETS_PER_RUN = 3


def workloads(rounds: int) -> list[Pair]:
    """Every pair of this chapter."""
    return [sheet_pair(rounds), growth_pair(rounds)]


def sheet_pair(rounds: int) -> Pair:
    """A sheet with everything around it, compared with reading the same events and writing the same sheet."""
    text = json.dumps(duel_document(PHASES))
    sheet = score_sheet(text)
    began = time.process_time()
    for _ in range(SHEETS_PER_RUN):
        score_sheet(text)
    milliseconds = (time.process_time() - began) * 1000 / SHEETS_PER_RUN

    def read_and_write() -> None:
        for _ in range(SHEETS_PER_RUN):
            json.loads(text)
            json.dumps(sheet)

    return compare(
        f"score sheets of {len(ENTRANTS)} entrants and {PHASES} phases, against reading and writing alone",
        work=Side(lambda: [score_sheet(text) for _ in range(SHEETS_PER_RUN)]),
        floor=Side(read_and_write),
        rounds=rounds,
        aim=SHEET_AIM,
        notes={
            "milliseconds a sheet": f"{milliseconds:.1f} (aim {MILLISECONDS})",
            "events a duel": len(duel_document(PHASES)["events"]),
            "lines a sheet": len(sheet["lines"]),
        },
    )


def growth_pair(rounds: int) -> Pair:
    """A duel compared with one of half as many phases: events and phases are looked at once."""
    long, short = (json.dumps(duel_document(phases)) for phases in (2 * PHASES, PHASES))
    return compare(
        f"a score sheet of {2 * PHASES} phases, against {PHASES}",
        work=Side(lambda: score_sheet(long)),
        floor=Side(lambda: score_sheet(short)),
        rounds=rounds,
        aim=GROWTH_AIM,
    )


def score_sheet(text: str) -> dict[str, Any]:
    """The sheet of a duel from the text of a file, as plain values."""
    document = read_duel_document(json.loads(text))
    duel = document.duel()
    return sheet_document(duel, score_duel(duel, document.events, closed=document.closed))


def duel_document(phases: int) -> dict[str, Any]:
    """A crowded duel in which everybody shoots in every phase and four cars are killed in part: nobody wins it."""
    events = [event for number in range(1, phases + 1) for event in _phase_events(number)]
    return {
        "duelists": [{"id": id, "occupants": 2} for id in ENTRANTS],
        "settings": {"phases_per_turn": PHASES_PER_TURN, "turn_limit": phases // PHASES_PER_TURN + 1},
        "arena": {"checkpoints": {"gate": {"points": 5, "repeats": True}}},
        "events": events,
        "closed": phases,
    }


def _phase_events(number: int) -> Iterator[dict[str, Any]]:
    turn, before = divmod(number - 1, PHASES_PER_TURN)
    moment = {"turn": turn + 1, "phase": before + 1}
    for place, car in enumerate(ENTRANTS):
        other = ENTRANTS[(place + 1 + number % (len(ENTRANTS) - 1)) % len(ENTRANTS)]
        yield moment | {"type": "hit", "by": car, "on": other, "hazard": True}
        yield moment | {"type": "speed", "of": car, "mph": 20 + 5 * (number % 5)}
        if before == place % PHASES_PER_TURN:
            yield moment | {"type": "burn_modifier", "by": car, "on": other, "modifier": 2, "turns": 2}
            yield moment | {"type": "fire_roll", "on": other, "roll": 12}
            yield moment | {"type": "counter", "by": car, "width": 60, "length": 120}
            yield moment | {"type": "checkpoint", "by": car, "name": "gate"}
    if number % 20 == 0 and number <= 80:
        victim, by = ENTRANTS[number // 20 - 1], ENTRANTS[4 + number // 20 - 1]
        because = {"type": "pushed", "driver": ENTRANTS[7 - number // 20], "because": {"type": "attack", "by": by}}
        yield moment | {"type": "kill", "on": victim, "part": "mobility", "because": because}

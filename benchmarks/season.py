"""A whole season in memory: the first one of the Rust Belt example, performed from its folder, compared with its bare
rolls and facts.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from benchmarks.measure import Pair, Side, compare
from league.league_folder import first_season_secret, perform_with_due, read_plan, season_commands
from rules.campaign.core.command import Command
from rules.campaign.core.facts import Fact
from rules.campaign.core.state import Season
from rules.core.dice import KeyRing, Roll

FOLDER = Path(__file__).resolve().parent.parent / "examples" / "rust-belt"
AIM = 8.0
DIGEST_BYTES = 32


@dataclass(frozen=True, slots=True)
class PlayedSeason:
    """A season that was performed, with its facts and every roll."""

    season: Season
    facts: list[Fact]
    rolls: list[Roll]
    keys: KeyRing


def whole_season_pair(rounds: int) -> Pair:
    """Performing every command of a season, compared with only throwing its dice and writing its facts.

    The floor makes the same HMACs, faces, rolls and facts without any rules.
    """
    plan = read_plan(FOLDER)
    secret, first = first_season_secret(FOLDER, plan), plan.seasons[0]
    opening = first.opening(secret)
    commands = [opening, *season_commands(FOLDER / first.name)]
    played = perform_all(commands, secret)
    return compare(
        "a whole season in memory, against its rolls and facts",
        work=Side(lambda: perform_all(commands, secret)),
        floor=Side(bare_replay(played)),
        rounds=rounds,
        aim=AIM,
        notes={"commands": len(commands), "facts": len(played.facts), "rolls": len(played.rolls)},
    )


def perform_all(commands: list[Command], secret: bytes) -> PlayedSeason:
    """A season performed from its commands, including what is due after each."""
    season = Season()
    facts: list[Fact] = []
    rolls: list[Roll] = []
    for command in commands:
        for command_facts, command_rolls in perform_with_due(season, command, secret=secret):
            facts += command_facts
            rolls += command_rolls
    return PlayedSeason(
        season, facts, rolls, KeyRing(secret, {match.id: match.words for match in season.matches.values()})
    )


def bare_replay(played: PlayedSeason) -> Callable[[], object]:
    """A function that makes the season's dice and facts with the standard library only: HMACs, faces and the
    values.
    """
    thrown: dict[str, list[Roll]] = {}
    for roll in played.rolls:
        thrown.setdefault(roll.path, []).append(roll)
    paths = [(played.keys.for_path(path), path, rolls) for path, rolls in thrown.items()]
    fact_values = [(type(fact), _fields(fact)) for fact in played.facts]

    def run() -> None:
        for key, path, rolls in paths:
            needed = sum(len(roll.faces) for roll in rolls)
            stream = b"".join(
                hmac.digest(key, f"{path}|{block}".encode(), hashlib.sha256)
                for block in range(-(-needed // DIGEST_BYTES))
            )
            start = 0
            for roll in rolls:
                end = start + len(roll.faces)
                faces = tuple([byte % roll.sides + 1 for byte in stream[start:end]])
                Roll(path, roll.sides, faces, roll.why)
                start = end
        for cls, values in fact_values:
            cls(**values)

    return run


def _fields(fact: Fact) -> dict[str, Any]:
    return {field.name: getattr(fact, field.name) for field in fields(fact)}

"""A season resolved in memory: the second one of the Rust Belt example, played on by its owners' standing orders,
compared with its matches alone.
"""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.measure import Pair, Side, compare
from league.league_folder import (
    Owners,
    batch_commands,
    first_season_secret,
    perform_folder,
    perform_with_due,
    read_batches,
    read_plan,
    season_secret,
)
from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command
from rules.campaign.core.state import Season
from rules.campaign.match_day.resolution import (
    acceptance_command,
    matches_awaiting_resolution,
    packet_to_resolve,
    resolve_packet,
)
from rules.campaign.season_end.off_season import next_season
from rules.campaign.steward.unattended import key_ring
from rules.core.dice import Dice, KeyRing
from rules.match.packet import Packet

FOLDER = Path(__file__).resolve().parent.parent / "examples" / "rust-belt"
AIM = 1.5
"""How much longer than its matches the season may take, with owners, commissioner and commands."""
ROUNDS_DIVISOR = 5
"""A season takes seconds, so the rounds of other pairs are divided by this."""
LEAST_ROUNDS = 2


@dataclass(slots=True)
class TimeSpent:
    """The seconds of a season by what they were spent on, its resolved matches, and its number of commands."""

    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    matches: list[tuple[Packet, KeyRing]] = field(default_factory=list)
    commands: int = 0


def resolved_season_pair(rounds: int) -> Pair:
    """The whole second season, compared with its matches alone; the notes say what the seconds are spent on."""
    [over] = perform_folder(FOLDER, most=1)
    opened = next_season(over.season)
    spent = play_second_season(copy_season(opened))
    return compare(
        "the example's second season in memory, resolved here, against its matches alone",
        work=Side(lambda: play_second_season(copy_season(opened))),
        floor=Side(lambda: [resolve_packet(packet, Dice(keys)) for packet, keys in spent.matches]),
        rounds=max(LEAST_ROUNDS, rounds // ROUNDS_DIVISOR),
        aim=AIM,
        notes={
            "matches": len(spent.matches),
            "commands": spent.commands,
            **{f"seconds of {name}": f"{seconds:.2f}" for name, seconds in sorted(spent.seconds.items())},
        },
    )


def play_second_season(season: Season) -> TimeSpent:
    """Play the second season from its opening to its end."""
    plan, spent = read_plan(FOLDER), TimeSpent()
    _, second = plan.seasons
    secret = season_secret(first_season_secret(FOLDER, plan), plan, second)
    owners = Owners(plan.members)
    _perform(season, second.opening(secret), spent, secret=secret)
    for batch in read_batches(FOLDER / second.name):
        for command in batch_commands(batch, FOLDER / second.name):
            _perform(season, command, spent, secret=secret)
        while batch.goes_on and _play_next(season, owners, spent, secret=secret):
            pass
    return spent


def _play_next(season: Season, owners: Owners, spent: TimeSpent, *, secret: bytes) -> bool:
    began = time.process_time()
    move = owners.next_batch_move(season, secret=secret)
    spent.seconds["standing orders"] += time.process_time() - began
    if move is not None:
        for command in move.commands:
            _perform(season, command, spent, secret=secret)
        return True
    awaiting = matches_awaiting_resolution(season)
    if awaiting:
        began = time.process_time()
        match, keys = awaiting[0].id, key_ring(season, secret=secret)
        packet = packet_to_resolve(season, match)
        report = resolve_packet(packet, Dice(keys)).report
        spent.seconds["matches"] += time.process_time() - began
        spent.matches.append((packet, keys))
        _perform(season, acceptance_command(season, report, match=match), spent, secret=secret)
    return bool(awaiting)


def _perform(season: Season, command: Command, spent: TimeSpent, *, secret: bytes) -> None:
    began = time.process_time()
    spent.commands += sum(1 for _ in perform_with_due(season, command, secret=secret))
    spent.seconds["commands"] += time.process_time() - began

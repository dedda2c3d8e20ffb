"""Seasons played in memory by standing orders; nothing is stored.

Matches are resolved by their ruleset if they have one, and drawn by the stand-in otherwise.

A simulation has its own secret: with a league's, it would reveal faces that have not fallen yet.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command
from rules.campaign.core.editions import NEWEST_EDITION
from rules.campaign.core.facts import Fact
from rules.campaign.core.state import Season
from rules.campaign.founding.season_start import FoundFranchise, OpenSeason
from rules.campaign.founding.setup import LEAST_FRANCHISES
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan
from rules.campaign.play.due_commands import due_commands
from rules.campaign.play.perform import perform
from rules.campaign.season_end.off_season import next_season
from rules.campaign.steward import DEFAULT_ORDERS, Orders, answers, next_commissioner_command
from rules.campaign.steward.proposed_ids import with_proposed_ids
from rules.campaign.steward.unattended import (
    NO_ORDERS,
    UNATTENDED,
    Attendance,
    CommandSource,
    IdleFranchises,
    key_ring,
    match_dice_from,
    next_batch,
    next_secret,
    result_batch,
)
from rules.core.dice import Dice, KeyRing, secret_hash
from rules.core.refusals import Refusal
from rules.core.switches import Setting
from rules.core.terms import FranchiseId

__all__ = [
    "CommandSource",
    "PerformedCommand",
    "RoundPlanner",
    "SeasonUnfounded",
    "Stalled",
    "new_league_season",
    "play_out",
    "simulate",
]


RoundPlanner = Callable[[Season], list[MatchPlan]]
"""Plans the next round of a season: returns its matches."""


class Stalled(RuntimeError):
    """Nobody has anything to do and the season is not over, which is a bug."""


class SeasonUnfounded(Refusal):
    """The season is not open, or has too few franchises for a match, and only people can change that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PerformedCommand:
    """One command of a simulation, and its facts.

    `season` is the season that is being played. It goes on changing, so read it before asking for the next command.
    """

    season: Season
    by: CommandSource
    command: Command
    facts: tuple[Fact, ...]


def new_league_season(
    *, franchises: int = 8, rounds: int = 10, secret: bytes, switches: Mapping[str, Setting] | None = None
) -> Season:
    """A new league's first season, its franchises `f1` … founded and nothing else done."""
    season = Season()
    keys = _keys(secret, season)
    perform(season, OpenSeason(rounds=rounds, switches=dict(switches or {}), edition=NEWEST_EDITION), Dice(keys))
    for number in range(1, franchises + 1):
        perform(season, FoundFranchise(franchise=FranchiseId(f"f{number}")), Dice(keys))
    return season


def simulate(
    season: Season,
    *,
    secret: bytes,
    seasons: int,
    orders: Mapping[str, Orders] = NO_ORDERS,
    rounds: int | None = None,
    planner: RoundPlanner | None = None,
) -> Iterator[PerformedCommand]:
    """Play the rest of a season, or the next one if it is closed, and go on until `seasons` have been played.

    Franchises without `orders` have the default ones. Later seasons have `rounds`, or as many as the one before.
    Rounds have the matches of the `planner`, or else those of a round that nobody planned. Does not change the given
    season. Raises `SeasonUnfounded`, or `Stalled` if a season cannot go on.
    """
    current = copy_season(season)
    for _ in range(seasons):
        if current.step == "closed":
            opened = next_season(current)
            yield _perform_simulated(
                opened,
                CommandSource.COMMISSIONER,
                OpenSeason(rounds=rounds or current.rounds_planned, edition=current.edition),
                secret=secret,
            )
            current = opened
        yield from _play_to_end(current, secret=secret, orders=orders, planner=planner)


def play_out(
    season: Season,
    *,
    secret: bytes,
    orders: Mapping[str, Orders] = NO_ORDERS,
    attended: Attendance = UNATTENDED,
    seasons: int = 1,
    until: str = "closed",
) -> Iterator[PerformedCommand]:
    """Play a season with its own secret, as its calendar would if every deadline were over, and those after it.

    The last of `seasons` stops at the step `until`. Each command is yielded once it has been performed, so that the
    digests in between are those of the journal's entries. This reveals every face to come: it is for callers who may
    know the secret, and not for rehearsals. Does not change the given season. Raises `Stalled` if it cannot go on, as
    while a league is still being founded.
    """
    current = copy_season(season)
    for number in range(1, seasons + 1):
        if current.step == "closed":
            secret = next_secret(secret)
            opening = OpenSeason(
                rounds=current.rounds_planned, edition=current.edition, secret_hash=secret_hash(secret)
            )
            current = next_season(current)
            yield _perform_with_secret(current, CommandSource.COMMISSIONER, opening, secret=secret)
        last = until if number == seasons else "closed"
        idle = IdleFranchises()
        while current.step != last:
            batch = next_batch(current, dice=match_dice_from(secret), orders=orders, attended=attended, idle=idle)
            if batch is None:
                raise Stalled(f"Season {current.number} stands at {current.step} and nobody has anything to do.")
            for command in batch.commands:
                yield _perform_with_secret(current, batch.by, command, secret=secret)
                while due := due_commands(current):
                    yield _perform_with_secret(current, CommandSource.SEASON, due[0], secret=secret)


def _perform_with_secret(season: Season, by: CommandSource, command: Command, *, secret: bytes) -> PerformedCommand:
    facts = perform(season, command, Dice(key_ring(season, secret=secret)))
    return PerformedCommand(season=season, by=by, command=command, facts=tuple(facts))


def _play_to_end(
    season: Season, *, secret: bytes, orders: Mapping[str, Orders], planner: RoundPlanner | None
) -> Iterator[PerformedCommand]:
    if season.step == "S0" and next_commissioner_command(season) is None:
        raise SeasonUnfounded(
            f"Season {season.number} is planned for {season.rounds_planned} rounds with {len(season.franchises)} "
            f"franchises: open it and found at least {LEAST_FRANCHISES} first."
        )
    while season.step != "closed":
        moved = False
        for performed in _perform_answers(season, secret=secret, orders=orders):
            moved = True
            yield performed
        if moved:
            continue
        command = next_commissioner_command(season)
        if command is not None:
            if planner is not None and isinstance(command, AnnounceRound):
                command = with_proposed_ids(season, replace(command, matches=planner(season)))
            yield _perform_simulated(season, CommandSource.COMMISSIONER, command, secret=secret)
            continue
        played = _play_next_match(season, secret=secret)
        if played is None:
            raise Stalled(f"Season {season.number} stands at {season.step} and nobody has anything to do.")
        yield played


def _perform_answers(season: Season, *, secret: bytes, orders: Mapping[str, Orders]) -> Iterator[PerformedCommand]:
    """Perform what is due, then each franchise's answers, and what is due after them."""
    yield from _perform_due_commands(season, secret=secret)
    for franchise in sorted(season.franchises):
        for command in answers(season, franchise, orders.get(franchise, DEFAULT_ORDERS)):
            yield _perform_simulated(season, CommandSource.STEWARD, command, secret=secret)
        yield from _perform_due_commands(season, secret=secret)


def _perform_due_commands(season: Season, *, secret: bytes) -> Iterator[PerformedCommand]:
    while commands := due_commands(season):
        for command in commands:
            yield _perform_simulated(season, CommandSource.SEASON, command, secret=secret)


def _play_next_match(season: Season, *, secret: bytes) -> PerformedCommand | None:
    """Accept a result for the first locked match; None if there is none."""
    for round in season.all_rounds():
        for match in season.matches_of(round.id):
            if match.step == "M4":
                batch = result_batch(season, match.id, dice=Dice(_keys(secret, season)))
                return _perform_simulated(season, batch.by, batch.commands[0], secret=secret)
    return None


def _perform_simulated(season: Season, by: CommandSource, command: Command, *, secret: bytes) -> PerformedCommand:
    facts = perform(season, command, Dice(_keys(secret, season)))
    return PerformedCommand(season=season, by=by, command=command, facts=tuple(facts))


def _keys(secret: bytes, season: Season) -> KeyRing:
    """The keys of one simulated season, made from the simulation's secret and the season's number."""
    key = hmac.digest(secret, f"simulated season {season.number}".encode(), hashlib.sha256)
    return KeyRing(key, {match.id: match.words for match in season.matches.values()})

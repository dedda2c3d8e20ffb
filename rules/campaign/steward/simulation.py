"""Seasons played in memory by standing orders; nothing of them is kept.

Matches are resolved by their ruleset, where the season has one, and drawn by the stand-in otherwise.

A simulation has a secret of its own: thrown with a league's, it would show faces that are still to come.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command
from rules.campaign.core.editions import NEWEST_EDITION
from rules.campaign.core.facts import Fact
from rules.campaign.core.state import Season
from rules.campaign.founding.season_start import FoundFranchise, OpenSeason
from rules.campaign.founding.setup import LEAST_FRANCHISES
from rules.campaign.play.due_commands import due_commands
from rules.campaign.play.perform import perform
from rules.campaign.season_end.off_season import next_season
from rules.campaign.steward import DEFAULT_ORDERS, Orders, answers, next_commissioner_command
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
    "SeasonUnfounded",
    "Stalled",
    "new_league_season",
    "play_out",
    "simulate",
]


class Stalled(RuntimeError):
    """Nobody has anything to do and the season is not over: a fault of the program."""


class SeasonUnfounded(Refusal):
    """The season is not open, or has too few franchises for a match, and only people can change that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PerformedCommand:
    """One command of a simulation and what it brought about.

    `season` is the season as it stands now: it goes on changing, so read it before the next is asked for.
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
) -> Iterator[PerformedCommand]:
    """Play the rest of a season, or the one after it when it is closed, and go on until `seasons` were played.

    Franchises without `orders` have the default ones. Later seasons have `rounds`, or as many as the one before.
    The season given is not changed. Raises `SeasonUnfounded`, and `Stalled` when it cannot go on, which none may do.
    """
    now = copy_season(season)
    for _ in range(seasons):
        if now.step == "closed":
            opened = next_season(now)
            yield _perform_simulated(
                opened,
                CommandSource.COMMISSIONER,
                OpenSeason(rounds=rounds or now.rounds_planned, edition=now.edition),
                secret=secret,
            )
            now = opened
        yield from _play_to_end(now, secret=secret, orders=orders)


def play_out(
    season: Season,
    *,
    secret: bytes,
    orders: Mapping[str, Orders] = NO_ORDERS,
    attended: Attendance = UNATTENDED,
    seasons: int = 1,
    until: str = "closed",
) -> Iterator[PerformedCommand]:
    """Play a season out with its own secret, as its calendar would with every deadline over; and those after it.

    The last of `seasons` stops where it reaches the step `until`. Each command is told when it was performed, so that
    the digests on the way are those of the journal's entries. It shows every face to come: it is for whoever may know
    the secret, and no rehearsal. The season given is not changed. Raises `Stalled` when it cannot go on, as a league
    that is still founded cannot.
    """
    now = copy_season(season)
    for number in range(1, seasons + 1):
        if now.step == "closed":
            secret = next_secret(secret)
            opening = OpenSeason(rounds=now.rounds_planned, edition=now.edition, secret_hash=secret_hash(secret))
            now = next_season(now)
            yield _perform_with_secret(now, CommandSource.COMMISSIONER, opening, secret=secret)
        last = until if number == seasons else "closed"
        idle = IdleFranchises()
        while now.step != last:
            move = next_batch(now, dice=match_dice_from(secret), orders=orders, attended=attended, idle=idle)
            if move is None:
                raise Stalled(f"Season {now.number} stands at {now.step} and nobody has anything to do.")
            for command in move.commands:
                yield _perform_with_secret(now, move.by, command, secret=secret)
                while named := due_commands(now):
                    yield _perform_with_secret(now, CommandSource.SEASON, named[0], secret=secret)


def _perform_with_secret(season: Season, by: CommandSource, command: Command, *, secret: bytes) -> PerformedCommand:
    facts = perform(season, command, Dice(key_ring(season, secret=secret)))
    return PerformedCommand(season=season, by=by, command=command, facts=tuple(facts))


def _play_to_end(season: Season, *, secret: bytes, orders: Mapping[str, Orders]) -> Iterator[PerformedCommand]:
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
            yield _perform_simulated(season, CommandSource.COMMISSIONER, command, secret=secret)
            continue
        played = _play_next_match(season, secret=secret)
        if played is None:
            raise Stalled(f"Season {season.number} stands at {season.step} and nobody has anything to do.")
        yield played


def _perform_answers(season: Season, *, secret: bytes, orders: Mapping[str, Orders]) -> Iterator[PerformedCommand]:
    """Everything that is due, then what each franchise answers, and what is due after each answer."""
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
    """The result of the first match that awaits one."""
    for round in season.all_rounds():
        for match in season.matches_of(round.id):
            if match.step == "M4":
                move = result_batch(season, match.id, dice=Dice(_keys(secret, season)))
                return _perform_simulated(season, move.by, move.commands[0], secret=secret)
    return None


def _perform_simulated(season: Season, by: CommandSource, command: Command, *, secret: bytes) -> PerformedCommand:
    facts = perform(season, command, Dice(_keys(secret, season)))
    return PerformedCommand(season=season, by=by, command=command, facts=tuple(facts))


def _keys(secret: bytes, season: Season) -> KeyRing:
    """The keys of one simulated season, made from the simulation's secret and the season's number."""
    own = hmac.digest(secret, f"simulated season {season.number}".encode(), hashlib.sha256)
    return KeyRing(own, {match.id: match.words for match in season.matches.values()})

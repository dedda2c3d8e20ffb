"""What comes next in a season that runs by its calendar: an answer by standing orders, a step, or a result.

This depends on the season alone, and never on who asks or what was done just before. A season that was left at any
point goes on as if it had never stopped. Rules annex (a), DM-C-179, HOUSE-006.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.campaign.core.command import Command
from rules.campaign.core.state import Season
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.match_day.resolution import acceptance_command, packet_to_resolve, resolve_packet
from rules.campaign.match_day.stand_in import stand_in_report
from rules.campaign.play.due_commands import due_commands
from rules.campaign.steward import DEFAULT_ORDERS, Orders, answers, next_commissioner_command
from rules.campaign.steward.waits import REPORT_STEP, SETUP_STEPS, TURN_STEPS, Wait, current_waits
from rules.core.dice import Dice, KeyRing
from rules.core.terms import MatchId

NO_ORDERS: Mapping[str, Orders] = {}
MatchDice = Callable[[Season, str], Dice]
"""Returns the dice of a locked match, from their first faces on, by the season as it is and the match's id."""
NEXT_SECRET_LABEL = b"next season"


class CommandSource(StrEnum):
    """Who gives a command."""

    SEASON = "season"
    STEWARD = "steward"
    """A franchise, by its standing orders."""
    COMMISSIONER = "commissioner"
    STAND_IN = "stand-in"
    """The commissioner, with a result that nobody played."""
    RULESET = "ruleset"
    """The commissioner, with a result that the match's ruleset resolved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """What people do themselves at the moment. By default nothing: nobody attends, or every deadline is over.

    `owners` are the franchises that have one. `over` names the waits whose time is over (`S1`, `M3/m4`, `E6/7`); None
    means all of them.
    """

    owners: frozenset[str] = frozenset()
    over: frozenset[str] | None = None
    commissioner: bool = False
    """The commissioner takes their steps themselves."""
    reporter: bool = False
    """Results are reported by people, never by the stand-in."""
    resolver: bool = False
    """Matches that a ruleset resolves are resolved elsewhere, and their results arrive from there."""

    def may_take_time(self, wait: Wait) -> bool:
        """Whether the people a season waits for may still take their time."""
        return self.over is not None and wait.what not in self.over


UNATTENDED = Attendance()


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandBatch:
    """The commands to give next, all or none: by whom, and by which franchise's standing orders."""

    by: CommandSource
    commands: tuple[Command, ...]
    franchise: str = ""


class IdleFranchises:
    """Franchises that had nothing to answer at a setup step, where answers of others do not change that.

    This avoids asking all of them again after each answer. It is valid as long as nobody else changes the season.
    """

    def __init__(self) -> None:
        self.step, self.franchises = "", set[str]()

    def franchises_at(self, season: Season) -> set[str]:
        """The franchises that need not be asked again; empty outside setup."""
        if season.step != self.step or season.step not in SETUP_STEPS:
            self.step, self.franchises = season.step, set()
        return self.franchises


def next_batch(
    season: Season,
    *,
    dice: MatchDice,
    orders: Mapping[str, Orders] = NO_ORDERS,
    attended: Attendance = UNATTENDED,
    idle: IdleFranchises | None = None,
) -> CommandBatch | None:
    """What comes next without the people who attend; None while people are awaited, or the season is closed.

    Due commands come first, then answers by standing orders, franchise by franchise, then the commissioner's step,
    then a result: resolved by the match's ruleset or drawn by the stand-in, with the `dice` of the match. Franchises
    without `orders` have the default ones. Callers that ask repeatedly pass the same `idle`.
    """
    if due := due_commands(season):
        return CommandBatch(by=CommandSource.SEASON, commands=(due[0],))
    if _is_founding(season):
        return None
    awaited, skipped = current_waits(season), (idle or IdleFranchises()).franchises_at(season)
    for franchise in _franchises_to_answer(season, awaited, attended):
        if franchise in skipped:
            continue
        if commands := answers(season, franchise, orders.get(franchise, DEFAULT_ORDERS)):
            return CommandBatch(by=CommandSource.STEWARD, franchise=franchise, commands=tuple(commands))
        skipped.add(franchise)
    command = next_commissioner_command(season)
    if command is not None and not _is_attended(awaited, attended):
        return CommandBatch(by=CommandSource.COMMISSIONER, commands=(command,))
    return _next_result(season, awaited, dice=dice, attended=attended)


def _is_founding(season: Season) -> bool:
    """Whether a new league's franchises are being founded. Only people know when that is over."""
    return season.step == "S0" and all(
        franchise.first_season == season.number for franchise in season.all_franchises()
    )


def key_ring(season: Season, *, secret: bytes) -> KeyRing:
    """The dice keys of a season as it is now, made from its secret and its matches' words."""
    return KeyRing(secret, {match.id: match.words for match in season.matches.values()})


def match_dice_from(secret: bytes) -> MatchDice:
    """A function that returns the dice of matches, for a season that throws with that secret."""
    return lambda season, _match: Dice(key_ring(season, secret=secret))


def next_secret(secret: bytes) -> bytes:
    """The secret of the next season when it opens by itself. It is derived from this one, so nobody chooses it."""
    return hmac.digest(secret, NEXT_SECRET_LABEL, hashlib.sha256)


def _franchises_to_answer(season: Season, awaited: list[Wait], attended: Attendance) -> Iterator[str]:
    """The ids of the franchises whose standing orders answer now.

    If a franchise has no owner or has folded, they answer whatever is asked; else only what the season waits for,
    once the owner's time is over. At steps with turns, only the franchise on turn answers.
    """
    over = {id for wait in awaited if not attended.may_take_time(wait) for id in wait.franchises}
    on_turn = {id for wait in awaited for id in wait.franchises}
    for franchise in season.all_franchises():
        if season.step in TURN_STEPS and franchise.id not in on_turn:
            continue
        if franchise.id in over or franchise.folded or franchise.id not in attended.owners:
            yield franchise.id


def _is_attended(awaited: list[Wait], attended: Attendance) -> bool:
    """Whether the step is the commissioner's own to take, or would close a wait that is kept open to the end."""
    return attended.commissioner or any(wait.to_the_end and attended.may_take_time(wait) for wait in awaited)


def _next_result(
    season: Season, awaited: list[Wait], *, dice: MatchDice, attended: Attendance
) -> CommandBatch | None:
    """The result of the first match that awaits one, by its ruleset or the stand-in.

    The stand-in waits until the time of a commissioner who attends is over. A ruleset waits for nobody.
    """
    for wait in awaited:
        if wait.step != REPORT_STEP:
            continue
        if season.match(wait.match).ruleset:
            if not attended.resolver:
                return result_batch(season, wait.match, dice=dice(season, wait.match))
        elif not (attended.reporter or (attended.commissioner and attended.may_take_time(wait))):
            return result_batch(season, wait.match, dice=dice(season, wait.match))
    return None


def result_batch(season: Season, match: str, *, dice: Dice) -> CommandBatch:
    """The result of a locked match: played by its ruleset, or drawn by the stand-in if it has none."""
    locked = season.match(match)
    if not locked.ruleset:
        drawn = AcceptReport(match=MatchId(match), report=stand_in_report(season, locked, dice))
        return CommandBatch(by=CommandSource.STAND_IN, commands=(drawn,))
    packed = packet_to_resolve(season, match)
    return CommandBatch(
        by=CommandSource.RULESET,
        commands=(acceptance_command(season, resolve_packet(packed, dice).report, match=match),),
    )

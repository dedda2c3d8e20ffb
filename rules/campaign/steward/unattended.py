"""What comes next in a season that goes by its calendar: an answer by standing orders, a step, a result.

The season alone decides what comes next, and never who asks or what was done just before: whoever takes up a season
that was left anywhere goes on as if nobody had stopped. Rules annex (a), DM-C-179, HOUSE-006.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.campaign.core.command import Command
from rules.campaign.core.state import Season
from rules.campaign.match_day.report_acceptance import AcceptReport
from rules.campaign.match_day.resolution import acceptance_command, packet_to_resolve, resolve_packet
from rules.campaign.match_day.stand_in import stand_in_report
from rules.campaign.play.due_commands import due_commands
from rules.campaign.steward import DEFAULT_ORDERS, Orders, answers, next_commissioner_command
from rules.campaign.steward.waits import REPORT_STEP, SETUP_STEPS, TURN_STEPS, Wait, current_waits
from rules.core.dice import Dice, KeyRing
from rules.core.terms import MatchId

NO_ORDERS: Mapping[str, Orders] = {}
MatchDice = Callable[[Season, str], Dice]
"""Gives the dice of a locked match, from their first faces on, by the season as it stands and the match's id."""
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
    """What people see to themselves just now; by default nothing, since nobody is there or every deadline is over.

    `owners` are the franchises that have one. `over` names the waits whose time is over (`S1`, `M3/m4`, `E6/7`), None
    that it is over for every one.
    """

    owners: frozenset[str] = frozenset()
    over: frozenset[str] | None = None
    commissioner: bool = False
    """The commissioner gives their steps themselves."""
    reporter: bool = False
    """Results are reported by people, and never by the stand-in."""
    resolver: bool = False
    """Matches that a ruleset resolves are resolved elsewhere, and their results come in by themselves."""

    def may_take_time(self, wait: Wait) -> bool:
        """Whether the people a season waits for may still take their time."""
        return self.over is not None and wait.what not in self.over


UNATTENDED = Attendance()


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandBatch:
    """What is given next, all or none: by whom, and by which franchise's standing orders."""

    by: CommandSource
    commands: tuple[Command, ...]
    franchise: str = ""


class IdleFranchises:
    """The franchises that had nothing to answer at a step of the setup, where no other's answer changes that.

    It spares asking all of them again after each answer, and is good for as long as nobody else writes.
    """

    def __init__(self) -> None:
        self.step, self.franchises = "", set[str]()

    def franchises_at(self, season: Season) -> set[str]:
        """Who need not be asked again; nobody outside the setup."""
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
    """What comes next without the people who attend; None while they are awaited, or the season is closed.

    What is due comes first, then standing orders by franchise, then the commissioner's step, then a result, resolved
    by the match's ruleset or drawn by the stand-in, thrown with the `dice` of the match. Franchises without `orders`
    have the house's own. Whoever asks again and again gives the same `idle`.
    """
    if named := due_commands(season):
        return CommandBatch(by=CommandSource.SEASON, commands=(named[0],))
    if _is_founding(season):
        return None
    awaited, passed_over = current_waits(season), (idle or IdleFranchises()).franchises_at(season)
    for franchise in _franchises_to_answer(season, awaited, attended):
        if franchise in passed_over:
            continue
        if commands := answers(season, franchise, orders.get(franchise, DEFAULT_ORDERS)):
            return CommandBatch(by=CommandSource.STEWARD, franchise=franchise, commands=tuple(commands))
        passed_over.add(franchise)
    command = next_commissioner_command(season)
    if command is not None and not _is_attended(awaited, attended):
        return CommandBatch(by=CommandSource.COMMISSIONER, commands=(command,))
    return _next_result(season, awaited, dice=dice, attended=attended)


def _is_founding(season: Season) -> bool:
    """Whether a new league's franchises are being founded: only people know when that is over."""
    return season.step == "S0" and all(
        franchise.first_season == season.number for franchise in season.all_franchises()
    )


def key_ring(season: Season, *, secret: bytes) -> KeyRing:
    """The keys a season throws with now, made from its own secret and its matches' words."""
    return KeyRing(secret, {match.id: match.words for match in season.matches.values()})


def match_dice_from(secret: bytes) -> MatchDice:
    """The dice of a match in a season that throws with that secret."""
    return lambda season, _match: Dice(key_ring(season, secret=secret))


def next_secret(secret: bytes) -> bytes:
    """The secret of the season that follows by itself: nobody chooses it, and the same season has the same."""
    return hmac.digest(secret, NEXT_SECRET_LABEL, hashlib.sha256)


def _franchises_to_answer(season: Season, awaited: list[Wait], attended: Attendance) -> Iterator[str]:
    """Whose standing orders answer, by id.

    Where nobody owns a franchise, or its owner left with it, they answer whatever is asked; else only what the
    season waits for, once the owner's time is over. While turns are taken nobody off turn has anything to say.
    """
    over = {id for wait in awaited if not attended.may_take_time(wait) for id in wait.franchises}
    on_turn = {id for wait in awaited for id in wait.franchises}
    for franchise in season.all_franchises():
        if season.step in TURN_STEPS and franchise.id not in on_turn:
            continue
        if franchise.id in over or franchise.folded or franchise.id not in attended.owners:
            yield franchise.id


def _is_attended(awaited: list[Wait], attended: Attendance) -> bool:
    """Whether the commissioner gives their step themselves, or it would close what is kept open to the end."""
    return attended.commissioner or any(wait.to_the_end and attended.may_take_time(wait) for wait in awaited)


def _next_result(
    season: Season, awaited: list[Wait], *, dice: MatchDice, attended: Attendance
) -> CommandBatch | None:
    """The result of the first match that awaits one, of its ruleset's or the stand-in's making.

    A commissioner who is there is given their time for the stand-in's; a ruleset waits for nobody.
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
    """The result of a locked match: as its ruleset plays it, or drawn by the stand-in where it has none."""
    locked = season.match(match)
    if not locked.ruleset:
        drawn = AcceptReport(match=MatchId(match), report=stand_in_report(season, locked, dice))
        return CommandBatch(by=CommandSource.STAND_IN, commands=(drawn,))
    packed = packet_to_resolve(season, match)
    return CommandBatch(
        by=CommandSource.RULESET,
        commands=(acceptance_command(season, resolve_packet(packed, dice).report, match=match),),
    )

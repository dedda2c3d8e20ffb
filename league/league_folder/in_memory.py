"""Performs a league folder in memory, season after season, with owners who decide by their standing orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from league.league_folder.files import (
    OWNER,
    Member,
    batch_commands,
    first_season_secret,
    read_batches,
    read_plan,
    season_secret,
)
from rules.campaign.core.command import Command
from rules.campaign.core.facts import Fact
from rules.campaign.core.state import Season
from rules.campaign.garage.cars import BuyCar
from rules.campaign.match_day.announcing import AnnounceRound
from rules.campaign.match_day.resolution import matches_awaiting_resolution
from rules.campaign.people.hiring import HireRookie
from rules.campaign.play.due_commands import due_commands
from rules.campaign.play.perform import perform
from rules.campaign.season_end.off_season import next_season
from rules.campaign.season_end.standings import RankTable
from rules.campaign.steward import orders_from
from rules.campaign.steward.unattended import (
    Attendance,
    CommandBatch,
    CommandSource,
    key_ring,
    match_dice_from,
    next_batch,
    result_batch,
)
from rules.core.dice import Dice, KeyRing, Roll

TIME_BETWEEN_MOVES = timedelta(minutes=20)
"""The time between two batches while a season continues by standing orders."""
EXTERNAL_RESOLVER = Attendance(resolver=True)
"""Matches that a ruleset resolves are played outside, after everything that can be answered before them."""
NAME_LISTS = {HireRookie: "drivers", BuyCar: "cars"}
"""For each command that takes a new name, the list of the owner's plan with the names."""


class Owners:
    """The owners of the franchises of a league folder, and the names that are used up."""

    def __init__(self, members: Sequence[Member]) -> None:
        self._owners = {member.franchise: member for member in members if member.role == OWNER}
        self._orders = {id: orders_from(owner.orders) for id, owner in self._owners.items()}
        self._named: set[str] = set()

    def mark_name_used(self, name: object) -> None:
        """Record that a name is in use, so that it is not given again. Values that are no text are ignored."""
        if isinstance(name, str) and name:
            self._named.add(name)

    def next_batch_move(self, season: Season, *, secret: bytes) -> CommandBatch | None:
        """The next batch while the season continues; None if it rests, or awaits a ruleset's result.

        It rests if a round is to be announced or the table is to be ranked, which the folder's own batches do. Raises
        the refusals of the rules.
        """
        move = next_batch(season, dice=match_dice_from(secret), orders=self._orders, attended=EXTERNAL_RESOLVER)
        if move is None or isinstance(move.commands[0], AnnounceRound | RankTable):
            return None
        owner = self._owners.get(move.franchise)
        return replace(move, commands=self._with_names(move.commands, owner)) if owner else move

    def giver_of(self, move: CommandBatch, season: Season) -> tuple[str, str]:
        """The franchise whose owner gives a batch, empty for the commissioner, and the franchise it is given for.

        The commissioner acts on behalf of a franchise that has no owner or has folded.
        """
        if move.by is not CommandSource.STEWARD:
            return "", ""
        seated = move.franchise in self._owners and not season.franchise(move.franchise).folded
        return (move.franchise, "") if seated else ("", move.franchise)

    def _with_names(self, commands: Sequence[Command], owner: Member) -> tuple[Command, ...]:
        named_commands = []
        for command in commands:
            named_command = command
            if isinstance(command, HireRookie | BuyCar):
                name = next(
                    (name for name in getattr(owner, NAME_LISTS[type(command)]) if name not in self._named), ""
                )
                self.mark_name_used(name)
                named_command = replace(command, name=name)
            named_commands.append(named_command)
        return tuple(named_commands)


CommandOutcome = tuple[list[Fact], list[Roll]]
"""The facts and all rolls of a command."""


@dataclass(frozen=True, slots=True)
class PerformedSeason:
    """The final state of a season of a folder, with all its facts in order."""

    season: Season
    facts: list[Fact]


def perform_folder(folder: Path, *, secret: bytes | None = None, most: int | None = None) -> list[PerformedSeason]:
    """Perform the seasons of a league folder in memory. The states equal those that `play` leaves in the database.

    `secret` is the first season's, by default that of `league.json`. Only the first `most` seasons are performed, all
    by default. Raises the refusals of the rules.
    """
    plan = read_plan(folder)
    first = secret if secret is not None else first_season_secret(folder, plan)
    owners = Owners(plan.members)
    seasons: list[PerformedSeason] = []
    for season_plan in plan.seasons[:most]:
        own_secret = season_secret(first, plan, season_plan)
        season = next_season(seasons[-1].season) if seasons else Season()
        facts = [
            fact
            for new_facts, _ in perform_with_due(season, season_plan.opening(own_secret), secret=own_secret)
            for fact in new_facts
        ]
        for batch in read_batches(folder / season_plan.name):
            for command in batch_commands(batch, folder / season_plan.name):
                owners.mark_name_used(getattr(command, "name", ""))
                facts += [
                    fact
                    for new_facts, _ in perform_with_due(season, command, secret=own_secret)
                    for fact in new_facts
                ]
            facts += [fact for new_facts, _ in perform_results(season, secret=own_secret) for fact in new_facts]
            if batch.goes_on:
                facts += [
                    fact
                    for new_facts, _ in perform_continuation(season, owners, secret=own_secret)
                    for fact in new_facts
                ]
        seasons.append(PerformedSeason(season, facts))
    return seasons


def perform_with_due(season: Season, command: Command, *, secret: bytes) -> Iterator[CommandOutcome]:
    """Perform a command and the commands due after it, yielding the outcome of each. Raises the rules' refusals."""
    pending = [command]
    while pending:
        dice = Dice(KeyRing(secret, {match.id: match.words for match in season.matches.values()}))
        yield perform(season, pending[0], dice), dice.log
        pending = due_commands(season)


def perform_results(season: Season, *, secret: bytes) -> Iterator[CommandOutcome]:
    """Play every locked match that a ruleset resolves, yielding outcomes like `perform_with_due`.

    Raises the refusals of the rules.
    """
    while matches_awaiting_resolution(season):
        yield from perform_first_result(season, secret=secret)


def perform_continuation(season: Season, owners: Owners, *, secret: bytes) -> Iterator[CommandOutcome]:
    """Perform all that standing orders and the commissioner give until the season rests.

    Yields outcomes like `perform_with_due`. Raises the refusals of the rules.
    """
    while True:
        if move := owners.next_batch_move(season, secret=secret):
            for command in move.commands:
                yield from perform_with_due(season, command, secret=secret)
        elif matches_awaiting_resolution(season):
            yield from perform_first_result(season, secret=secret)
        else:
            return


def perform_first_result(season: Season, *, secret: bytes) -> Iterator[CommandOutcome]:
    """Play the first match that awaits its ruleset, and report the result."""
    dice = Dice(key_ring(season, secret=secret))
    move = result_batch(season, matches_awaiting_resolution(season)[0].id, dice=dice)
    yield from perform_with_due(season, move.commands[0], secret=secret)

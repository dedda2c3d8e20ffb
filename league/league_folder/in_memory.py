"""A league on disk performed in memory: season after season, every command and all that follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from league.league_folder.files import batch_commands, first_season_secret, read_batches, read_plan, season_secret
from league.league_folder.owners import Owners
from rules.campaign.core.command import Command
from rules.campaign.core.facts import Fact
from rules.campaign.core.state import Season
from rules.campaign.match_day.resolution import matches_awaiting_resolution
from rules.campaign.play.due_commands import due_commands
from rules.campaign.play.perform import perform
from rules.campaign.season_end.off_season import next_season
from rules.campaign.steward.unattended import key_ring, result_batch
from rules.core.dice import Dice, KeyRing, Roll

CommandOutcome = tuple[list[Fact], list[Roll]]
"""What came of a command: its facts, and every roll of it."""


@dataclass(frozen=True, slots=True)
class PerformedSeason:
    """A season of a folder as its commands leave it, and every fact on the way."""

    season: Season
    facts: list[Fact]


def perform_folder(folder: Path, *, secret: bytes | None = None, most: int | None = None) -> list[PerformedSeason]:
    """Every season of a league on disk, performed in memory; the state is that which `play` leaves in the database.

    `secret` is the first season's, `league.json`'s own when left out; of so many seasons the first `most` are
    performed, or all. Raises what the rules refuse.
    """
    plan = read_plan(folder)
    first = secret if secret is not None else first_season_secret(folder, plan)
    owners = Owners(plan.members)
    seasons: list[PerformedSeason] = []
    for season_plan in plan.seasons[:most]:
        own = season_secret(first, plan, season_plan)
        season = next_season(seasons[-1].season) if seasons else Season()
        facts = [fact for new, _ in perform_with_due(season, season_plan.opening(own), secret=own) for fact in new]
        for batch in read_batches(folder / season_plan.name):
            for command in batch_commands(batch, folder / season_plan.name):
                owners.mark_name_used(getattr(command, "name", ""))
                facts += [fact for new, _ in perform_with_due(season, command, secret=own) for fact in new]
            facts += [fact for new, _ in perform_results(season, secret=own) for fact in new]
            if batch.goes_on:
                facts += [fact for new, _ in perform_continuation(season, owners, secret=own) for fact in new]
        seasons.append(PerformedSeason(season, facts))
    return seasons


def perform_with_due(season: Season, command: Command, *, secret: bytes) -> Iterator[CommandOutcome]:
    """A command and what is due after it, each with its facts and every roll of it. Raises what the rules refuse."""
    following = [command]
    while following:
        dice = Dice(KeyRing(secret, {match.id: match.words for match in season.matches.values()}))
        yield perform(season, following[0], dice), dice.log
        following = due_commands(season)


def perform_results(season: Season, *, secret: bytes) -> Iterator[CommandOutcome]:
    """The results of every locked match that a ruleset resolves, each as `perform_with_due`.

    Raises what playing does.
    """
    while matches_awaiting_resolution(season):
        yield from perform_first_result(season, secret=secret)


def perform_continuation(season: Season, owners: Owners, *, secret: bytes) -> Iterator[CommandOutcome]:
    """All that is given while a season goes on, each as `perform_with_due`. Raises what the rules refuse."""
    while True:
        if move := owners.next_batch_move(season, secret=secret):
            for command in move.commands:
                yield from perform_with_due(season, command, secret=secret)
        elif matches_awaiting_resolution(season):
            yield from perform_first_result(season, secret=secret)
        else:
            return


def perform_first_result(season: Season, *, secret: bytes) -> Iterator[CommandOutcome]:
    """The result of the first match that awaits its ruleset."""
    dice = Dice(key_ring(season, secret=secret))
    move = result_batch(season, matches_awaiting_resolution(season)[0].id, dice=dice)
    yield from perform_with_due(season, move.commands[0], secret=secret)

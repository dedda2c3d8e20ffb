"""A league on disk performed in memory: season after season, every command and all that follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from league.on_disk.folder import batches, commands_in, own_secret, plan_of, secret_of
from league.on_disk.owners import Owners
from rules.campaign.core.command import Command
from rules.campaign.core.facts import Fact
from rules.campaign.core.perform import due_commands, perform
from rules.campaign.core.state import Season
from rules.campaign.match_day.resolution import matches_awaiting_resolution
from rules.campaign.season_end.off_season import next_season
from rules.campaign.steward.unattended import key_ring, result_batch
from rules.core.dice import Dice, KeyRing, Roll

Carried = tuple[list[Fact], list[Roll]]
"""What came of a command: its facts, and every roll of it."""


@dataclass(frozen=True, slots=True)
class Performed:
    """A season of a folder as its commands leave it, and every fact on the way."""

    season: Season
    facts: list[Fact]


def performed(folder: Path, *, secret: bytes | None = None, most: int | None = None) -> list[Performed]:
    """Every season of a league on disk, performed in memory; the state is that which `play` leaves in the database.

    `secret` is the first season's, `league.json`'s own when left out; of so many seasons the first `most` are
    performed, or all. Raises what the rules refuse.
    """
    plan = plan_of(folder)
    first = secret if secret is not None else own_secret(folder, plan)
    owners = Owners(plan.members)
    seasons: list[Performed] = []
    for each in plan.seasons[:most]:
        own = secret_of(first, plan, each)
        season = next_season(seasons[-1].season) if seasons else Season()
        facts = [fact for told, _ in carried_out(season, each.opening(own), secret=own) for fact in told]
        for given in batches(folder / each.name):
            for command in commands_in(given, folder / each.name):
                owners.heard(getattr(command, "name", ""))
                facts += [fact for told, _ in carried_out(season, command, secret=own) for fact in told]
            facts += [fact for told, _ in results(season, secret=own) for fact in told]
            if given.goes_on:
                facts += [fact for told, _ in going_on(season, owners, secret=own) for fact in told]
        seasons.append(Performed(season, facts))
    return seasons


def carried_out(season: Season, command: Command, *, secret: bytes) -> Iterator[Carried]:
    """A command and what is due after it, each with its facts and every roll of it. Raises what the rules refuse."""
    following = [command]
    while following:
        dice = Dice(KeyRing(secret, {each.id: each.words for each in season.matches.values()}))
        yield perform(season, following[0], dice), dice.log
        following = due_commands(season)


def results(season: Season, *, secret: bytes) -> Iterator[Carried]:
    """The results of every locked match that a ruleset resolves, each as `carried_out`. Raises what playing does."""
    while matches_awaiting_resolution(season):
        yield from result_carried_out(season, secret=secret)


def going_on(season: Season, owners: Owners, *, secret: bytes) -> Iterator[Carried]:
    """All that is given while a season goes on, each as `carried_out`. Raises what the rules refuse."""
    while True:
        if move := owners.next(season, secret=secret):
            for command in move.commands:
                yield from carried_out(season, command, secret=secret)
        elif matches_awaiting_resolution(season):
            yield from result_carried_out(season, secret=secret)
        else:
            return


def result_carried_out(season: Season, *, secret: bytes) -> Iterator[Carried]:
    """The result of the first match that awaits its ruleset."""
    dice = Dice(key_ring(season, secret=secret))
    move = result_batch(season, matches_awaiting_resolution(season)[0].id, dice=dice)
    yield from carried_out(season, move.commands[0], secret=secret)

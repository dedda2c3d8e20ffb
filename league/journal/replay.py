"""Replay: a season made again from its opening and its entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from league.journal import body as bodies
from league.models import Checkpoint, Entry, Season
from rules.campaign.codec import command_from, season_from
from rules.campaign.facts import Fact
from rules.campaign.perform import perform
from rules.campaign.state import Season as SeasonState
from rules.dice import Dice, KeyRing, Roll


class CheckpointMissing(LookupError):
    """A season has no opening state to replay from."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """One entry performed again, on `season` as it then was and now is."""

    entry: Entry
    body: bodies.Body
    facts: list[Fact]
    rolls: list[Roll]
    season: SeasonState


def replay(row: Season, *, from_number: int = 0, to_number: int | None = None) -> Iterator[Replayed]:
    """Perform the entries after checkpoint `from_number` again, up to and with `to_number`, one at a time."""
    season = state_at_checkpoint(row, from_number)
    secret = bytes.fromhex(row.secret)
    entries = Entry.objects.filter(season=row, number__gt=from_number).order_by("number")
    if to_number is not None:
        entries = entries.filter(number__lte=to_number)
    for entry in entries.iterator(chunk_size=200):
        body = bodies.read(entry.body)
        if body.typed:
            dice = Dice(loaded=body.typed["faces"])
        else:
            dice = Dice(KeyRing(secret, {each.id: each.words for each in season.matches.values()}))
        facts = perform(season, command_from(body.command), dice)
        yield Replayed(entry, body, facts, dice.log, season)


def state_at_checkpoint(row: Season, number: int) -> SeasonState:
    """The state kept after that entry."""
    kept = Checkpoint.objects.filter(season=row, number=number).first()
    if kept is None:
        raise CheckpointMissing(f"{row.pk} has no checkpoint {number}")
    return season_from(bodies.unpacked(kept.state))


def state_after(row: Season, number: int) -> SeasonState:
    """The state after an entry, from the nearest checkpoint before it."""
    nearest = (
        Checkpoint.objects.filter(season=row, number__lte=number)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
    )
    season = state_at_checkpoint(row, nearest or 0)
    for each in replay(row, from_number=nearest or 0, to_number=number):
        season = each.season
    return season

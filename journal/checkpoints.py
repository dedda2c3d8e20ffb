"""Checkpoints: stored states of a season, so that a replay need not begin at its opening."""

from __future__ import annotations

from journal import entry_body as bodies
from league.models import Checkpoint, Season
from rules.campaign.core.codec import season_from_json
from rules.campaign.core.state import Season as SeasonState


class CheckpointMissing(LookupError):
    """A season has no checkpoint of that number."""


def state_at_checkpoint(row: Season, number: int) -> SeasonState:
    """The stored state after that entry."""
    checkpoint = Checkpoint.objects.filter(season=row, number=number).first()
    if checkpoint is None:
        raise CheckpointMissing(f"{row.pk} has no checkpoint {number}")
    return season_from_json(bodies.decompress(checkpoint.state))


def nearest_checkpoint(row: Season, number: int) -> int:
    """The number of the last checkpoint up to an entry; 0 is the opening."""
    checkpoints = Checkpoint.objects.filter(season=row, number__lte=number).order_by("-number")
    return checkpoints.values_list("number", flat=True).first() or 0

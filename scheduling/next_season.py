"""The next season: opened by the calendar in an unattended league, otherwise by a commissioner."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction

from journal.season_opening import open_following_season
from journal.writer import lock_season
from league.access import CLOCK
from league.models import Batch, Membership, Season
from league.queries.season_leaves import LEAVES, Seeds, has_leaves
from rules.campaign.steward.unattended import next_secret


@transaction.atomic
def open_next_by_clock(closed: Season, *, at: datetime) -> str | None:
    """Open the season that follows a closed one and return its id; None if one follows already.

    The commitment for its dice is made anew, and published as the season opens.
    """
    # Checked under the closed season's lock: opening one that exists would wait for its row holding the league's.
    row = lock_season(closed.pk)
    if Season.objects.filter(league=row.league_id, forked_from="", number__gt=row.number).exists():
        return None
    name = _free_season_name(row)
    open_following_season(
        row.pk, name, secret=next_season_dice(row), rounds=row.rounds_planned, actor=CLOCK, at=at, key="clock/open"
    )
    return f"{row.league_id}/{name}"


@transaction.atomic
def open_next_by_commissioner(
    closed: Season, *, member: Membership, rounds: int, at: datetime, key: str, words: str = ""
) -> Season:
    """Open the season that follows a closed one for a commissioner, with that many rounds and the same house rules.

    The commitment for its dice is made anew, as the calendar would; `words` are the commissioner's. The same key
    again returns the season opened before. Raises what `open_following_season` and `perform` raise.
    """
    row = lock_season(closed.pk)
    before = Batch.objects.filter(key=key, first=1, season__league=row.league_id).select_related("season").first()
    if before is not None:
        return before.season
    name = _free_season_name(row)
    arguments: dict[str, Any] = {"rounds": rounds, "actor": member.handle, "at": at, "key": key, "words": words}
    open_following_season(row.pk, name, secret=next_season_dice(row), **arguments)
    return Season.objects.get(pk=f"{row.league_id}/{name}")


def next_season_dice(closed: Season) -> Seeds | bytes:
    """What the next season's dice come from: leaves of its own, made from nothing else.

    They wait for what the closed season's dice waited for. Under `API_CONFORMANCE`, where programs are tested, a
    season that follows one with a given secret gets a secret made from that one, so that testers know what to expect.
    """
    if settings.API_CONFORMANCE and not has_leaves(closed):
        return next_secret(bytes.fromhex(closed.secret))
    return Seeds.fresh(closed.dice or LEAVES)


def _free_season_name(closed: Season) -> str:
    """`s2` after season 1, or `s2-2` where a rehearsal is called that."""
    name = f"s{closed.number + 1}"
    used = set(Season.objects.filter(league=closed.league_id).values_list("name", flat=True))
    tries = [name, *(f"{name}-{number}" for number in range(2, len(used) + 2))]
    return next(candidate for candidate in tries if candidate not in used)

"""The season after one that closed: opened by the calendar where nobody attends, else by a commissioner."""

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
    """Open the season that follows a closed one and give its id; None where one follows already.

    What its dice are committed by is drawn afresh, and published as it is opened.
    """
    # Looked at under the closed season's lock: opening one that stands would wait for its row with the league's held.
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
    """A commissioner opens the season that follows a closed one, of so many rounds; its house rules are carried over.

    What its dice are committed by is drawn afresh, as the calendar would draw it; `words` are the commissioner's.
    Under the same key again it is the season opened before. Raises what `open_following_season` and `perform` raise.
    """
    row = lock_season(closed.pk)
    before = Batch.objects.filter(key=key, first=1, season__league=row.league_id).select_related("season").first()
    if before is not None:
        return before.season
    name = _free_season_name(row)
    asked: dict[str, Any] = {"rounds": rounds, "actor": member.handle, "at": at, "key": key, "words": words}
    open_following_season(row.pk, name, secret=next_season_dice(row), **asked)
    return Season.objects.get(pk=f"{row.league_id}/{name}")


def next_season_dice(closed: Season) -> Seeds | bytes:
    """What the dice of the season after a closed one come from: leaves of its own, made from nobody else's.

    They wait for what those of the closed one waited for. Where programs are tried (`API_CONFORMANCE`) and the closed
    season came from a secret that was given, it is a secret made from that one, so that whoever tries a program knows
    what to expect.
    """
    if settings.API_CONFORMANCE and not has_leaves(closed):
        return next_secret(bytes.fromhex(closed.secret))
    return Seeds.fresh(closed.dice or LEAVES)


def _free_season_name(closed: Season) -> str:
    """`s2` after season 1, or `s2-2` where a rehearsal is called that."""
    name = f"s{closed.number + 1}"
    taken = set(Season.objects.filter(league=closed.league_id).values_list("name", flat=True))
    tries = [name, *(f"{name}-{again}" for again in range(2, len(taken) + 2))]
    return next(each for each in tries if each not in taken)

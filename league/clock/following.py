"""The season after an unattended one: opened by the calendar, with its rounds and its house rules."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from league.access import CLOCK
from league.journal.opening import open_next
from league.journal.writer import locked
from league.models import Season
from rules.campaign.unattended import next_secret


@transaction.atomic
def follow(closed: Season, *, at: datetime) -> str | None:
    """Open the season that follows a closed one and give its id; None where one follows already.

    Its secret is made from the closed season's, so that nobody chose it, and its hash is published as it is opened.
    An HMAC does not go backwards, so that no key published of either season tells of the other.
    """
    # Looked at under the closed season's lock: opening one that stands would wait for its row with the league's held.
    row = locked(closed.pk)
    if Season.objects.filter(league=row.league_id, forked_from="", number__gt=row.number).exists():
        return None
    name, secret = _free_name(row), next_secret(bytes.fromhex(row.secret))
    open_next(row.pk, name, secret=secret, rounds=row.rounds_planned, actor=CLOCK, at=at, key="clock/open")
    return f"{row.league_id}/{name}"


def _free_name(closed: Season) -> str:
    """`s2` after season 1, or `s2-2` where a rehearsal is called that."""
    name = f"s{closed.number + 1}"
    taken = set(Season.objects.filter(league=closed.league_id).values_list("name", flat=True))
    tries = [name, *(f"{name}-{again}" for again in range(2, len(taken) + 2))]
    return next(each for each in tries if each not in taken)

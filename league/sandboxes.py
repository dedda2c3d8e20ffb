"""Sandboxes: forks that a member makes to try things in. Their alone, for some days, with dice of their own.

In one they are commissioner and every owner at once. It holds what they may see: what others named under seal is left
out.
"""

from __future__ import annotations

import logging
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from journal.forks import delete_fork, delete_some_fork_rows, fork_for_viewer
from league.access import Viewer
from league.membership import lock_league
from league.models import League, Membership, Sandbox, Season
from league.queries.season_leaves import Seeds
from league.queries.seasons import expired_sandboxes, sandboxes, visible_sandboxes
from rules.core.refusals import Malformed, Refusal, Unknown
from sql.short_transactions import MOST_ROWS_PER_SWEEP, in_background, short_transaction, yield_writer

DAYS, LONGEST_DAYS = 7, 30
"""How long a sandbox stands where nothing else is said, and at most."""
MOST_PER_PERSON, MOST_PER_LEAGUE = 3, 24
"""How many a person may have in a league at once, and how many all its members together."""
NAME_PREFIX = "sandbox-"
DELETE_BATCH_SIZE = 20
logger = logging.getLogger(__name__)


class TooManySandboxes(Refusal):
    """The person or the league already has as many sandboxes as allowed."""


class SandboxNested(Refusal):
    """The season is a fork, and a sandbox can only be made from one of the league's own seasons."""


class NobodyToPlay(Refusal):
    """Only owners and commissioners of a league can make a sandbox."""


@transaction.atomic
def create_sandbox(
    *, season: Season, viewer: Viewer, at: datetime, days: int = DAYS, entry: int | None = None
) -> Sandbox:
    """Fork a season for a member, as it stands or as it stood after an entry.

    Raises `NobodyToPlay`, `SandboxNested`, `Malformed`, `Unknown` for an entry there is not, or
    `TooManySandboxes`.
    """
    maker = _playing_membership(viewer)
    if season.forked_from:
        raise SandboxNested(f"{season.name} is a fork itself: make a sandbox of the season it was taken from.")
    if not 1 <= days <= LONGEST_DAYS:
        raise Malformed(f"A sandbox lasts 1 to {LONGEST_DAYS} days: choose a number of days in this range.").at(
            "days"
        )
    lock_league(season.league)
    _refuse_too_many(season.league, maker.user_id, at=at)
    name = NAME_PREFIX + secrets.token_hex(6)
    row = fork_for_viewer(season.pk, name, viewer=viewer, secret=Seeds.fresh(), at=at, entry=entry)
    return Sandbox.objects.create(season=row, user=maker.user, made_at=at, expires_at=at + timedelta(days=days))


def end_sandbox(*, league: League, name: str, viewer: Viewer, at: datetime) -> Sandbox:
    """End a sandbox of one's own at once, or as a commissioner anybody's. Raises `Unknown` where there is none."""
    found = visible_sandboxes(league.pk, viewer, at=at).filter(season__name=name).first()
    if found is None:
        raise Unknown("You have no such sandbox in this league: look at the list of those there are.")
    delete_fork(found.season_id)
    return found


@in_background()
def end_expired_sandboxes(*, at: datetime) -> int:
    """End sandboxes whose time is over, some at a time; how many were. One that cannot be ended holds up no other.

    Nobody sees them any more, so that their rows go some in each transaction; a large one may take several calls.
    """
    count, budget = 0, MOST_ROWS_PER_SWEEP
    for id in list(expired_sandboxes(at=at).values_list("pk", flat=True)[:DELETE_BATCH_SIZE]):
        try:
            budget -= delete_some_fork_rows(id, most=budget)
            if budget <= 0:
                break
            yield_writer()  # the rest goes in one transaction, with a statement for each table
            with short_transaction():
                delete_fork(id)
        except Unknown:
            continue  # somebody else ended it meanwhile
        except Exception:
            logger.exception("The sandbox %s could not be ended.", id)
        else:
            count += 1
    return count


def maker_membership(season: Season, viewer: Viewer) -> Membership | None:
    """The membership by which the viewer plays in a sandbox of theirs; None where the season is none."""
    if not season.forked_from:
        return None
    box = Sandbox.objects.filter(season=season).first()
    return (
        None
        if box is None
        else next((member for member in viewer.memberships if member.user_id == box.user_id), None)
    )


def _playing_membership(viewer: Viewer) -> Membership:
    for member in viewer.memberships:
        if member.role in (Membership.Role.COMMISSIONER, Membership.Role.OWNER):
            return member
    raise NobodyToPlay("Sandboxes are for a league's owners and commissioners: claim a franchise first.")


def _refuse_too_many(league: League, user: Any, *, at: datetime) -> None:
    standing = list(sandboxes(league.pk, at=at).values_list("user_id", flat=True))
    if standing.count(user) >= MOST_PER_PERSON:
        raise TooManySandboxes(
            f"You have {MOST_PER_PERSON} sandboxes in this league: end one before you make another."
        )
    if len(standing) >= MOST_PER_LEAGUE:
        raise TooManySandboxes(
            f"The league has {MOST_PER_LEAGUE} sandboxes: wait for one to end, or ask a commissioner."
        )

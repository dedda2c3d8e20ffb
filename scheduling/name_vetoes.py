"""A commissioner undoes a rename, and the thing's owner is notified."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from league.models import League, Membership, NameChange
from league.renaming import VETO_LASTS, find_named_thing, undo_rename
from scheduling.calendar import calendar_of, time_arguments
from scheduling.notices.inbox import franchise_owners
from scheduling.notices.mail import notify_and_mail

NAME_VETOED = "name_vetoed"
"""The kind of notice."""


@transaction.atomic
def veto_name(*, league: League, change: int, member: Membership, at: datetime, reason: str) -> NameChange:
    """Give a thing its former name back, and notify its owner. Raises as `undo_rename` does."""
    row = undo_rename(league=league, change=change, member=member, at=at, reason=reason)
    thing = find_named_thing(league, row.kind, row.subject or league.pk)
    owners = [owner for owner in franchise_owners(league.pk, [thing.franchise]) if owner.user_id != member.user_id]
    if thing.franchise and owners:
        arguments = {
            "former": row.former,
            "name": row.name,
            **time_arguments(calendar_of(league.pk), at + VETO_LASTS),
            "reason": row.reason,
            "kind": row.kind,
            "subject": row.subject,
        }
        notify_and_mail(owners, about=NAME_VETOED, key=f"name/{row.pk}", at=at, arguments=arguments)
    return row

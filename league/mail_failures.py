"""Addresses that mail servers refuse for good: counted, and not mailed any more once it is plain."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import F

from league.models import MailFailure

PERMANENT = range(500, 600)
"""The replies of a mail server that mean: never."""
BAD_ADDRESS = re.compile(r"\b5\.1\.\d{1,3}\b")
"""The enhanced status of a reply that says the address itself is wrong (RFC 3463)."""
MOST_REFUSALS = 3
"""After how many permanent refusals of other kinds no more is mailed."""
LONGEST_SAID = 300


@transaction.atomic
def record_refusal(*, user: Any, said: str, at: datetime) -> MailFailure:
    """Record that a person's address was refused for good, with what the server said.

    Mail stops at once if it said that the address is wrong (5.1.x), and otherwise after `MOST_REFUSALS`. Refusals of
    another address the person had before do not count.
    """
    said = " ".join("".join(char if char.isprintable() else " " for char in said).split())[:LONGEST_SAID]
    failure = MailFailure.objects.select_for_update().filter(user_id=user.pk).first()
    if failure is None or failure.address != user.email:
        failure = MailFailure(user_id=user.pk, address=user.email, refusals=0, first_at=at)
    failure.refusals += 1
    failure.said, failure.last_at = said, at
    if failure.stopped_at is None and (BAD_ADDRESS.search(said) or failure.refusals >= MOST_REFUSALS):
        failure.stopped_at = at
    failure.save()
    return failure


def failure_of(user: Any) -> MailFailure | None:
    """Why nothing is mailed to a person; None if it is."""
    return MailFailure.objects.filter(user_id=user.pk, stopped_at__isnull=False, address=F("user__email")).first()


def unreached_users(users: Iterable[int]) -> set[int]:
    """Those of some people, by their ids, whose address takes no mail."""
    found = MailFailure.objects.filter(user_id__in=list(users), stopped_at__isnull=False, address=F("user__email"))
    return set(found.values_list("user_id", flat=True))


def forget_failure(*, user: int) -> None:
    """Forget what was refused: the address was confirmed anew, or took mail again."""
    MailFailure.objects.filter(user_id=user).delete()


def users_with_address(address: str) -> list[Any]:
    """The people whose address that is, whatever the case of its letters."""
    users = get_user_model()._default_manager.filter(email__iexact=address, is_active=True)
    return list(users.order_by("pk")) if address else []

"""Mail of the site: who it comes from, what mail servers returned, and whom they refuse for good.

A report of undelivered mail is read as RFC 3464 has it. The headers `Message-ID` and `Reply-To` are set here; `From`
is `DEFAULT_FROM_EMAIL`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import F

from league.models import MailFailure


def sender_domain() -> str:
    """The domain of the sender's address, which mail servers want `Message-ID` to have too."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"


def sender_headers(message: str = "") -> dict[str, str]:
    """The headers of a mail: its `Message-ID`, and `Reply-To` where the operator chose an address for replies.

    `message` names a mail that has the same id however often it is composed; others get a new one.
    """
    domain = sender_domain()
    headers = {"Message-ID": f"<{message}@{domain}>" if message else make_msgid(domain=domain)}
    if settings.MAIL_REPLY_TO:
        headers["Reply-To"] = settings.MAIL_REPLY_TO
    return headers


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


LARGEST_REPORT = 1_000_000
"""The most bytes of a report that are read."""


@dataclass(frozen=True, slots=True)
class Bounce:
    """An address that could not be reached for good, and what its server said."""

    address: str
    said: str


def read_bounces(report: bytes) -> list[Bounce]:
    """The addresses that a delivery report gives up for good; none in other mail, or if it warns of a delay."""
    message = message_from_bytes(report[:LARGEST_REPORT], policy=policy.default)
    if not isinstance(message, EmailMessage):
        return []
    bounces: dict[str, Bounce] = {}
    for part in message.walk():
        if part.get_content_type() != "message/delivery-status" or not part.is_multipart():
            continue
        for fields in part.iter_parts():
            status = str(fields.get("Status", "")).strip()
            if str(fields.get("Action", "")).strip().lower() != "failed" or not status.startswith("5."):
                continue
            said = " ".join(f"{status} {fields.get('Diagnostic-Code', '')}".split())
            for header in ("Original-Recipient", "Final-Recipient"):
                if address := _address(str(fields.get(header, ""))):
                    bounces.setdefault(address.casefold(), Bounce(address, said))
    return list(bounces.values())


def _address(recipient: str) -> str:
    """The address of a field such as `rfc822; ann@example.org`; "" if it has none."""
    kind, _, address = recipient.partition(";")
    found = parseaddr(address.strip())[1]
    return found if kind.strip().lower() in ("rfc822", "utf-8") and "@" in found else ""

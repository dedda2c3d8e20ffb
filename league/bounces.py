"""Reads the reports by which mail servers return what they could not deliver (RFC 3464)."""

from __future__ import annotations

from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr

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

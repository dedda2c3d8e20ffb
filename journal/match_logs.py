"""Exports and imports the logs of matches resolved here, by the digest of their content."""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import IntegrityError, transaction

from journal import entry_body as bodies
from league.models import Entry, MatchLog, Season
from rules.core.refusals import Malformed
from rules.match.packet import Packet, packet_from
from rules.match.ruleset import log_digest

REPORTS = "accept_report"
"""The tag of the command that accepts a report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogDocument:
    """A log in an export: its packet as JSON, and its compressed bytes in base64."""

    digest: str
    match: str
    ruleset: str
    edition: int
    packet: msgspec.Raw
    log: str


def log_documents(row: Season) -> list[dict[str, Any]]:
    """The logs of a season for its export, sorted by digest."""
    return [
        {
            "digest": match_log.digest,
            "match": match_log.match_id.rsplit("/", 1)[-1],
            "ruleset": match_log.ruleset,
            "edition": match_log.edition,
            "packet": msgspec.Raw(bodies.decompress(match_log.packet)),
            "log": base64.b64encode(bytes(match_log.log)).decode(),
        }
        for match_log in MatchLog.objects.filter(season=row).order_by("digest")
    ]


def import_match_logs(row: Season, documents: Sequence[LogDocument]) -> None:
    """Store the logs of an export for its imported season; exporting them again yields the same bytes.

    Call it inside the transaction that creates the season, with the journal's gate open. Raises `Malformed` if a log
    does not match its digest, or its packet is not the one that its report was made from.
    """
    logs, packets = [], _packets_of_reports(row)
    for document in documents:
        try:
            stored = base64.b64decode(document.log, validate=True)
            digest = log_digest(bodies.decompress(stored))
        except (ValueError, zlib.error):
            digest = ""
        if digest != document.digest:
            raise Malformed(f"The log of {document.match[:80]} is not what its digest says: export the league again.")
        if (
            packets.get(document.digest, packet_hash := hashlib.sha256(bytes(document.packet)).hexdigest())
            != packet_hash
        ):
            raise Malformed(
                f"The packet of {document.match[:80]} is not what its match was played from: export it again."
            )
        packet = bodies.compress(bytes(document.packet))
        match = f"{row.pk}/{document.match}"
        logs.append(
            MatchLog(
                digest=document.digest,
                season=row,
                match_id=match,
                ruleset=document.ruleset,
                edition=document.edition,
                packet=packet,
                log=stored,
            )
        )
    try:
        with transaction.atomic():
            MatchLog.objects.bulk_create(logs)
    except IntegrityError:
        raise Malformed(f"A log of {row.pk} stands twice in this export: give it once.") from None


def _packets_of_reports(row: Season) -> dict[str, str]:
    """The packet digest of each accepted report, by the digest of its log."""
    accepted = Entry.objects.filter(season=row, command=REPORTS).values_list("body", flat=True)
    sources = [bodies.load_body(bytes(body)).command["report"].get("source") or {} for body in accepted]
    return {
        source["log_digest"]: source["packet"]
        for source in sources
        if source.get("log_digest") and source.get("packet")
    }


def read_match_log(log: MatchLog) -> tuple[Packet, bytes]:
    """The packet a match was resolved from, and its log. Raises `Malformed` if they cannot be read."""
    try:
        return packet_from(bodies.decompress(log.packet)), bodies.decompress(log.log)
    except zlib.error as error:
        raise Malformed(f"The log of {log.match_id} cannot be read ({error}): restore it from a backup.") from None

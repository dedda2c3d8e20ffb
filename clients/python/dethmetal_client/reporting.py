"""A match reported from its log: its packet is checked, its outcome read, and posted under keys that are kept.

The keys lie in a file beside the log, written before anything is sent. Whoever starts again after a crash sends the
very same requests, and hears what was answered the first time.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from dethmetal_client.canonical import canonical, hashed
from dethmetal_client.leagues import Client
from dethmetal_client.packets import Packet, checked

Document = dict[str, Any]


class NoOutcome(Exception):
    """Nothing here can tell what a log comes to."""


@dataclass
class KeptKeys:
    """The keys of requests in a file, each made once for what is sent under it."""

    file: Path

    def key_of(self, path: str, document: object) -> str:
        """The key of that request: the one it had before, or a new one that is on the disk before it is given."""
        kept: dict[str, str] = json.loads(self.file.read_bytes()) if self.file.exists() else {}
        request = hashed([path, document])
        if request not in kept:
            kept[request] = secrets.token_urlsafe(24)
            written = self.file.with_name(f"{self.file.name}.new")
            with written.open("w", encoding="utf-8") as out:
                json.dump(kept, out, indent=1)
                out.flush()
                os.fsync(out.fileno())
            written.replace(self.file)
        return kept[request]


@dataclass(frozen=True)
class Reporter:
    """Reports one match: of that league and season, for that side; the league's own where `side` is empty."""

    client: Client
    league: str
    season: str
    match: str
    keys: KeptKeys
    side: str | None = None

    def packet(self, *, ruleset: str | None = None) -> Packet:
        """The match's packet, checked. Raises `PacketFalse`."""
        return checked(self.client.packet(self.league, self.season, self.match, ruleset=ruleset), self.client.keys())

    def report(self, packet: Packet, outcome: Mapping[str, Any], *, log: bytes | None = None) -> Document:
        """Report the whole match, with its log where there is one; what the server made of it."""
        return self._post(packet, outcome, log=None if log is None else base64.b64encode(log).decode())

    def report_heat(self, packet: Packet, heat: int, outcome: Mapping[str, Any]) -> Document:
        """Report one heat; the match is claimed with the last of them."""
        return self._post(packet, outcome, heat=heat)

    def _post(self, packet: Packet, outcome: Mapping[str, Any], **more: object) -> Document:
        sent = {"packet": packet.claimed_as, "report": dict(outcome), "side": self.side, **more}
        document = {name: each for name, each in sent.items() if each is not None}
        key = self.keys.key_of(f"{self.client.asking.base} {self.league}/{self.season}/{self.match}", document)
        answered: Document = self.client.report(self.league, self.season, self.match, document, key=key).document
        return answered


def outcome_of(packet: Packet, log: bytes) -> Document:
    """What a log of a bundled ruleset comes to, played again from its own faces.

    It needs the rules, which are no part of this package: run it in a checkout of the site. Raises `NoOutcome` where
    they are not there, or for a log that does not come out.
    """
    try:
        written, packed, refusal, registry = (
            import_module(f"rules.{each}") for each in ("canonical", "packed", "refusal", "registry")
        )
    except ImportError:
        raise NoOutcome("The rules are not here: run this in the site's checkout, or give --outcome.") from None
    try:
        told: Document = written.plain(
            registry.named(packet.ruleset).replay(packed.packet_from(canonical(packet.document)), log, None).report
        )
    except refusal.Refusal as no:
        raise NoOutcome(no.sentence) from None
    return told

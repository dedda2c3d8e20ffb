"""Reports a match from its log: checks the packet, reads the outcome, and posts it under keys that are saved.

The keys are in a file beside the log, written before anything is sent. After a crash the same requests are sent again
under the same keys, and get the first answer.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dethmetal_client.canonical import canonical, digest_of
from dethmetal_client.files import Unusable, read
from dethmetal_client.leagues import Client
from dethmetal_client.packets import Packet, checked
from dethmetal_client.problems import NotDone
from dethmetal_client.report_shapes import Reported
from dethmetal_client.shapes import Team

Document = dict[str, Any]
ZLIB_OR_GZIP = 32 + zlib.MAX_WBITS
"""The window bits for data in either zlib or gzip format."""
LONGEST_LOG = 2_000_000
"""The most bytes of an uncompressed log that the site accepts."""


class NoOutcome(NotDone):
    """The outcome of a log cannot be determined here."""


class KeysUnusable(Unusable):
    """The file of keys cannot be read or written, so nothing may be sent."""


@dataclass
class KeptKeys:
    """The keys of requests, saved in a file; each belongs to one request."""

    file: Path

    def key_of(self, path: str, document: object) -> str:
        """The key of a request: its saved one, or a new one that is saved before it is returned.

        Raises `KeysUnusable`.
        """
        keys = self._load()
        request = digest_of([path, document])
        if request not in keys:
            keys[request] = secrets.token_urlsafe(24)
            self._save(keys)
        return keys[request]

    def _load(self) -> dict[str, str]:
        try:
            keys = json.loads(read(self.file)) if self.file.exists() else {}
        except (Unusable, OSError) as error:
            reason = f"{error}".partition(": ")[0] if isinstance(error, Unusable) else f"{self.file} cannot be read"
            raise KeysUnusable(f"{reason}: name another file by --keys.") from None
        except (ValueError, RecursionError):
            keys = None
        if not isinstance(keys, dict) or not all(isinstance(key, str) for key in keys.values()):
            raise KeysUnusable(
                f"{self.file} is no file of keys: name another by --keys. A report that was sent under a lost key is "
                "no second claim when it is sent again."
            )
        return keys

    def _save(self, keys: Mapping[str, str]) -> None:
        written = self.file.with_name(f"{self.file.name}.new")
        try:
            try:
                with written.open("w", encoding="utf-8") as stream:
                    json.dump(keys, stream, indent=1)
                    stream.flush()
                    os.fsync(stream.fileno())
                written.replace(self.file)
            finally:
                written.unlink(missing_ok=True)
        except OSError as error:
            raise KeysUnusable(
                f"{self.file} cannot be written ({error.strerror}): name a file that can by --keys. Nothing was sent."
            ) from None


@dataclass(frozen=True)
class Reporter:
    """Reports one match of a league and season for a side; an empty `side` is the league's own.

    Without a `side` the report is for the token's own team.
    """

    client: Client
    league: str
    season: str
    match: str
    keys: KeptKeys
    side: str | None = None

    def packet(self, *, ruleset: str | None = None) -> Packet:
        """The match's current packet, checked. Raises `PacketFalse`."""
        return self.packet_kept(self.client.packet(self.league, self.season, self.match, ruleset=ruleset))

    def packet_kept(self, answer: Mapping[str, Any]) -> Packet:
        """The packet that was played, from the server's answer at that time, checked.

        Raises `PacketFalse`, or `NoOutcome` if it belongs to another match.
        """
        packet = checked(answer, self.client.keys())
        if (packet.season, packet.match) != (f"{self.league}/{self.season}", self.match):
            raise NoOutcome(
                f"The packet is of {packet.match} in {packet.season}, and not of {self.match} in "
                f"{self.league}/{self.season}: give that match's own."
            )
        return packet

    def outcome(self, packet: Packet, log: bytes) -> Document:
        """The outcome of a log, ready to be reported. Raises `NoOutcome`."""
        return self.complete(outcome_of(packet, log))

    def complete(self, outcome: Mapping[str, Any]) -> Document:
        """An outcome with the teams that forfeited, which are in every report but in no packet."""
        return with_forfeits(outcome, self.client.match(self.league, self.season, self.match).teams)

    def report(self, packet: Packet, outcome: Mapping[str, Any], *, log: bytes | None = None) -> Reported:
        """Report the whole match, with its log if there is one; returns the server's answer."""
        if log is None:
            return self._post(packet, outcome)
        text = decompress_log(log)
        sent = base64.b64encode(zlib.compress(text, 9)).decode()
        return self._post(packet, outcome, log=sent, log_digest=hashlib.sha256(text).hexdigest())

    def report_heat(self, packet: Packet, heat: int, outcome: Mapping[str, Any]) -> Reported:
        """Report one heat. When the last heat is reported, the match is claimed."""
        return self._post(packet, outcome, heat=heat)

    def _post(
        self,
        packet: Packet,
        outcome: Mapping[str, Any],
        *,
        log: str | None = None,
        log_digest: str = "",
        heat: int | None = None,
    ) -> Reported:
        report = with_source(outcome, packet, log_digest=log_digest)
        fields = {"packet": packet.claimed_as, "report": report, "side": self.side, "log": log, "heat": heat}
        document = {name: value for name, value in fields.items() if value is not None}
        key = self.keys.key_of(f"{self.client.asking.base} {self.league}/{self.season}/{self.match}", document)
        return self.client.report(self.league, self.season, self.match, document, key=key)


def with_source(outcome: Mapping[str, Any], packet: Packet, *, log_digest: str = "") -> Document:
    """An outcome with its source: the packet, its ruleset and edition, and the log's digest.

    What the outcome says itself takes precedence. A packet made for people names no ruleset, and adds nothing.
    """
    stated = outcome.get("source", {})
    if not packet.ruleset or not isinstance(stated, Mapping):
        return dict(outcome)
    known = {
        "ruleset": packet.ruleset,
        "version": str(packet.edition),
        "packet": packet.digest,
        "log_digest": log_digest,
    }
    source = {**known, **{name: value for name, value in stated.items() if value}}
    return {**outcome, "source": {name: value for name, value in source.items() if value}}


def with_forfeits(outcome: Mapping[str, Any], teams: Iterable[Team]) -> Document:
    """An outcome with a line for each team that forfeited: no points, and the last rank."""
    lines = outcome.get("teams")
    if not isinstance(lines, list) or not all(isinstance(line, Mapping) for line in lines):
        return dict(outcome)
    last = 1 + sum(bool(line.get("points")) for line in lines)
    named = [line.get("franchise") for line in lines]
    absent = [team.franchise for team in teams if team.forfeited and team.franchise not in named]
    return {**outcome, "teams": [*lines, *({"franchise": id, "points": 0, "rank": last} for id in absent)]}


def decompress_log(log: bytes) -> bytes:
    """A log as its ruleset wrote it, from bytes that zlib or gzip may have compressed. Raises `NoOutcome`."""
    if log[:1].isspace() or log[:1] in (b"{", b"["):
        return log
    decompressor = zlib.decompressobj(ZLIB_OR_GZIP)
    try:
        text = decompressor.decompress(log, LONGEST_LOG + 1)
    except zlib.error:
        text = b""
    if not text:
        raise NoOutcome("The log is neither JSON nor compressed by zlib or gzip: give it as it was written.")
    if not decompressor.eof and len(text) <= LONGEST_LOG:
        raise NoOutcome("The log breaks off before its end: give all of it.")
    if len(text) > LONGEST_LOG:
        raise NoOutcome(f"The log is longer than {LONGEST_LOG} bytes, and no match makes such a one: give its own.")
    return text


def outcome_of(packet: Packet, log: bytes) -> Document:
    """The outcome of a log of a bundled ruleset, which is replayed with the faces in it.

    This needs the rules, which are not part of this package: run it in a checkout of the site. Raises `NoOutcome` if
    they are missing, if the packet was made for people, or if the log cannot be replayed.
    """
    if not packet.ruleset:
        raise NoOutcome(
            f"The packet of {packet.match} is one for people: say by --ruleset which rules its log was written by."
        )
    try:
        from rules.core.canonical_json import without_defaults
        from rules.core.refusals import Refusal
        from rules.match.packet import packet_from
        from rules.match.registry import get_ruleset
    except ImportError:
        raise NoOutcome(
            "The rules are not here to read the log by: run this in the site's checkout, or say what came of the "
            "match by --outcome, which goes along with the log."
        ) from None
    try:
        ruleset = get_ruleset(packet.ruleset)
        replayed = ruleset.replay(packet_from(canonical(packet.document)), decompress_log(log), None)
    except Refusal as refusal:
        raise NoOutcome(refusal.sentence) from None
    outcome: Document = without_defaults(replayed.report)
    return outcome

"""A match reported from its log: its packet is checked, its outcome read, and posted under keys that are kept.

The keys lie in a file beside the log, written before anything is sent. Whoever starts again after a crash sends the
very same requests, and hears what was answered the first time.
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
"""Reads zlib and gzip alike."""
LONGEST_LOG = 2_000_000
"""Bytes of a log, unpacked: the site takes no more."""


class NoOutcome(NotDone):
    """Nothing here can tell what a log comes to."""


class KeysUnusable(Unusable):
    """The file of the keys cannot be read or written, so that nothing may be sent."""


@dataclass
class KeptKeys:
    """The keys of requests in a file, each made once for what is sent under it."""

    file: Path

    def key_of(self, path: str, document: object) -> str:
        """The key of that request: the one it had before, or a new one that is on the disk before it is given.

        Raises `KeysUnusable`.
        """
        kept = self._load()
        request = digest_of([path, document])
        if request not in kept:
            kept[request] = secrets.token_urlsafe(24)
            self._save(kept)
        return kept[request]

    def _load(self) -> dict[str, str]:
        try:
            found = json.loads(read(self.file)) if self.file.exists() else {}
        except (Unusable, OSError) as no:
            why = f"{no}".partition(": ")[0] if isinstance(no, Unusable) else f"{self.file} cannot be read"
            raise KeysUnusable(f"{why}: name another file by --keys.") from None
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or not all(isinstance(key, str) for key in found.values()):
            raise KeysUnusable(
                f"{self.file} is no file of keys: name another by --keys. A report that was sent under a lost key is "
                "no second claim when it is sent again."
            )
        return found

    def _save(self, kept: Mapping[str, str]) -> None:
        written = self.file.with_name(f"{self.file.name}.new")
        try:
            try:
                with written.open("w", encoding="utf-8") as out:
                    json.dump(kept, out, indent=1)
                    out.flush()
                    os.fsync(out.fileno())
                written.replace(self.file)
            finally:
                written.unlink(missing_ok=True)
        except OSError as no:
            raise KeysUnusable(
                f"{self.file} cannot be written ({no.strerror}): name a file that can by --keys. Nothing was sent."
            ) from None


@dataclass(frozen=True)
class Reporter:
    """Reports one match: of that league and season, for that side; the league's own where `side` is empty.

    Without a `side` it is that of the token's own team.
    """

    client: Client
    league: str
    season: str
    match: str
    keys: KeptKeys
    side: str | None = None

    def packet(self, *, ruleset: str | None = None) -> Packet:
        """The match's packet as it is now, checked. Raises `PacketFalse`."""
        return self.packet_kept(self.client.packet(self.league, self.season, self.match, ruleset=ruleset))

    def packet_kept(self, answer: Mapping[str, Any]) -> Packet:
        """The packet that was played, as it was answered then, checked. Raises `PacketFalse`."""
        packet = checked(answer, self.client.keys())
        if (packet.season, packet.match) != (f"{self.league}/{self.season}", self.match):
            raise NoOutcome(
                f"The packet is of {packet.match} in {packet.season}, and not of {self.match} in "
                f"{self.league}/{self.season}: give that match's own."
            )
        return packet

    def outcome(self, packet: Packet, log: bytes) -> Document:
        """What a log comes to, as it is reported. Raises `NoOutcome`."""
        return self.complete(outcome_of(packet, log))

    def complete(self, outcome: Mapping[str, Any]) -> Document:
        """An outcome with the teams that forfeited the match: they are in no packet, and in every report."""
        return with_forfeits(outcome, self.client.match(self.league, self.season, self.match).teams)

    def report(self, packet: Packet, outcome: Mapping[str, Any], *, log: bytes | None = None) -> Reported:
        """Report the whole match, with its log where there is one; what the server made of it."""
        if log is None:
            return self._post(packet, outcome)
        text = decompress_log(log)
        sent = base64.b64encode(zlib.compress(text, 9)).decode()
        return self._post(packet, outcome, log=sent, log_digest=hashlib.sha256(text).hexdigest())

    def report_heat(self, packet: Packet, heat: int, outcome: Mapping[str, Any]) -> Reported:
        """Report one heat; the match is claimed with the last of them."""
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
        sent = {"packet": packet.claimed_as, "report": report, "side": self.side, "log": log, "heat": heat}
        document = {name: each for name, each in sent.items() if each is not None}
        key = self.keys.key_of(f"{self.client.asking.base} {self.league}/{self.season}/{self.match}", document)
        return self.client.report(self.league, self.season, self.match, document, key=key)


def with_source(outcome: Mapping[str, Any], packet: Packet, *, log_digest: str = "") -> Document:
    """An outcome that says where it came from: the ruleset and edition its packet was played by, and its log.

    What the outcome says of that itself stands. A packet made for people names no ruleset, and adds nothing.
    """
    said = outcome.get("source", {})
    if not packet.ruleset or not isinstance(said, Mapping):
        return dict(outcome)
    own = {
        "ruleset": packet.ruleset,
        "version": str(packet.edition),
        "packet": packet.digest,
        "log_digest": log_digest,
    }
    found = {**own, **{name: each for name, each in said.items() if each}}
    return {**outcome, "source": {name: each for name, each in found.items() if each}}


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
    """A log as its ruleset wrote it, from a file that may be compressed by zlib or gzip. Raises `NoOutcome`."""
    if log[:1].isspace() or log[:1] in (b"{", b"["):
        return log
    unpacking = zlib.decompressobj(ZLIB_OR_GZIP)
    try:
        text = unpacking.decompress(log, LONGEST_LOG + 1)
    except zlib.error:
        text = b""
    if not text:
        raise NoOutcome("The log is neither JSON nor compressed by zlib or gzip: give it as it was written.")
    if not unpacking.eof and len(text) <= LONGEST_LOG:
        raise NoOutcome("The log breaks off before its end: give all of it.")
    if len(text) > LONGEST_LOG:
        raise NoOutcome(f"The log is longer than {LONGEST_LOG} bytes, and no match makes such a one: give its own.")
    return text


def outcome_of(packet: Packet, log: bytes) -> Document:
    """What a log of a bundled ruleset comes to, played again from its own faces.

    It needs the rules, which are no part of this package: run it in a checkout of the site. Raises `NoOutcome` where
    they are not there, for a packet made for people, or for a log that does not come out.
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

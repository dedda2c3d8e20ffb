"""Plays a league's match away from its site: from the packet the site gave out, with dice of your own. Rules
DM-M-140, DM-C-090.

The packet commits to the season's dice but does not contain them. So the match differs from the one that the season's
own dice would give, and its log can only be graded as legal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from rules.core.canonical_json import json_digest
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Malformed, Refusal
from rules.match.exhibition import Exhibition
from rules.match.packet import Packet, packet_from
from rules.match.recording import FAILURES
from rules.match.registry import get_ruleset
from rules.match.report import Report
from rules.match.ruleset import OtherEdition, with_source


class PacketAltered(Malformed):
    """The packet does not match the digest that it came with."""


class PacketForPeople(Refusal):
    """The packet was made for people and contains nothing that a ruleset could play."""


class PacketOfAnotherRuleset(Refusal):
    """The cars of the packet were built by another ruleset than the one that is to play it."""


class PacketUnplayable(Refusal):
    """The ruleset fails on the packet, so it cannot be a packet that was ever locked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineMatch(Exhibition):
    """A league's match that was played away from its site, with its report.

    Teams that forfeited the match are not in the packet, and so not in the report.
    """

    report: Report


def packet_in_file(text: bytes) -> Packet | None:
    """The packet in a file, either alone or as a site answered it; None if the file has no packet.

    Raises `Malformed` if the packet cannot be read, and `PacketAltered` if it does not match its digest.
    """
    document = msgspec.json.decode(text)
    packet_document = _packet_document(document)
    if packet_document is None:
        return None
    packed = packet_from(msgspec.json.encode(packet_document))
    claimed_digest = document.get("digest") if packet_document is not document else None
    if claimed_digest is not None and json_digest(packet_document) != claimed_digest:
        raise PacketAltered(f"The packet of {packed.match[:80]} does not come to its digest: get it again.")
    return packed


def _packet_document(document: Any) -> dict[str, Any] | None:
    """The packet in a document: the document itself, or its part of that name.

    A log does not count, although it holds one.
    """
    if not isinstance(document, dict) or "digests" in document:
        return None
    for candidate in (document, document.get("packet")):
        teams = candidate.get("teams") if isinstance(candidate, dict) else None
        if isinstance(teams, list) and any(isinstance(team, dict) and "franchise" in team for team in teams):
            return candidate
    return None


def play_offline(packed: Packet, *, ruleset: str, secret: bytes) -> OfflineMatch:
    """Play a packet by its ruleset; the same secret gives the same bytes. `ruleset` is the one asked for, or empty.

    Raises `PacketForPeople`, `PacketOfAnotherRuleset`, `OtherEdition`, `PacketUnplayable`, or `Unknown`.
    """
    if not packed.ruleset:
        raise PacketForPeople(
            f"The packet of {packed.match[:80]} was made for people and holds no designs: get it with "
            f"?ruleset={ruleset or 'NAME'} and play that."
        )
    if ruleset not in ("", packed.ruleset):
        raise PacketOfAnotherRuleset(
            f"The packet of {packed.match[:80]} is one of {packed.ruleset[:80]}: leave --ruleset out, or get the "
            f"packet again with ?ruleset={ruleset[:80]}."
        )
    book = get_ruleset(packed.ruleset)
    if packed.edition not in book.editions:
        raise OtherEdition(
            f"The packet of {packed.match[:80]} is of edition {packed.edition} of {book.title} and this is edition "
            f"{book.edition}: play it with the version of the site that gave it out."
        )
    try:
        resolution = with_source(packed, book.resolve(packed, Dice(KeyRing(secret, {packed.match: ""}))))
        return OfflineMatch(
            match=packed.match,
            box_score=book.box_score(resolution.log),
            story=book.story(resolution.log),
            log=resolution.log,
            lacks=[lack.sentence for lack in book.packet_warnings(packed)],
            report=resolution.report,
        )
    except FAILURES as failure:
        raise PacketUnplayable(
            f"{packed.match[:80]} cannot be played: its packet is none that was ever locked (its book fails on "
            f"{str(failure)[:80] or 'it'}). Get it again, and play it as it was answered."
        ) from failure

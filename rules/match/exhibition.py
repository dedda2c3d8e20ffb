"""Matches outside any league: what a ruleset offers that can play a match from a file (DM-M-140)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import msgspec

from rules.core.refusals import Malformed, Refusal
from rules.match.registry import get_ruleset, ruleset_names
from rules.match.spec_schema import json_error_sentence
from rules.match.text_tables import Table

LATEST = 10**6  # no mutant: any number does that no edition reaches
"""No ruleset reaches this many editions."""


class LeaguesOnly(Refusal):
    """The ruleset only plays matches of a league, and none from a file."""


class RulesetUnsaid(Refusal):
    """No ruleset was named, and it is not clear which one to use."""


class FileUnread(Malformed):
    """The file is not a JSON object, so it contains neither a match nor a log."""


class LogGiven(Refusal):
    """The file is the log of a match, and the file of a match to be played was expected."""


class MatchGiven(Refusal):
    """The file is that of a match, and a log to be played again was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibition:
    """A match that was played from a file: its id, its tables, its story, and the log it can be replayed from.

    The same file and secret always give the same bytes of the log. `lacks` are sentences about what line-ups lack or
    carry in vain.
    """

    match: str
    box_score: list[Table]
    story: list[str]
    log: bytes
    lacks: list[str] = field(default_factory=list)


@runtime_checkable
class ExhibitionRuleset(Protocol):
    """A ruleset that can play a match described by one file."""

    def play_exhibition(self, text: bytes, *, secret: bytes) -> Exhibition:
        """Play the match a file describes. Raises a refusal that lists everything wrong with it."""

    def replay_exhibition(self, log: bytes) -> Exhibition:
        """Replay a match from its log. Raises `Malformed`, `OtherEdition` or `LogContradicted`."""


def exhibition_ruleset(ruleset: str) -> ExhibitionRuleset:
    """The ruleset of that name, if it plays matches from files. Raises `Unknown` or `LeaguesOnly`."""
    named_ruleset = get_ruleset(ruleset)
    if not isinstance(named_ruleset, ExhibitionRuleset):
        raise LeaguesOnly(
            f"{named_ruleset.title} plays the matches of a league and none from a file: use another ruleset."
        )
    return named_ruleset


class _Packet(msgspec.Struct):
    """The part of a packet that names its ruleset."""

    ruleset: str = ""


class _RulesetHeader(msgspec.Struct):
    """The parts of a match's file, or of a log, that name its ruleset."""

    ruleset: str = ""
    packet: _Packet = msgspec.field(default_factory=_Packet)


def refuse_wrong_file(text: bytes, *, again: bool) -> None:
    """Refuse a file of the wrong kind: with `again`, a log is expected, and otherwise the file of a match.

    Raises `FileUnread`, `LogGiven` or `MatchGiven`. All other errors are left to the ruleset.
    """
    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FileUnread(json_error_sentence(text, error)) from None
    if not isinstance(document, dict):
        raise FileUnread("The file is not a JSON object: give the file of a match, or a log as it was written.")
    is_log = "digests" in document
    if is_log and not again:
        raise LogGiven("The file is the log of a match that was played: add --again to play it again.")
    is_match = "teams" in document or _with_teams(document.get("packet"))
    if again and is_match and not is_log:
        raise MatchGiven("The file is that of a match, and no log: leave --again out to play it.")


def _with_teams(packet: object) -> bool:
    return isinstance(packet, dict) and "teams" in packet


def ruleset_in(text: bytes) -> str:
    """The ruleset that a match's file names, or that a log was written by; empty if there is none.

    Raises `FileUnread` if the ruleset of the file is not a text.
    """
    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
    if isinstance(document, dict) and not isinstance(document.get("ruleset", ""), str):
        raise FileUnread('The "ruleset" of the file is not a text: name a ruleset, or leave it out.')
    try:
        header = msgspec.convert(document, _RulesetHeader)
    except msgspec.ValidationError:
        return ""
    return header.ruleset or header.packet.ruleset


class _Edition(msgspec.Struct):
    """The part of a log that names the edition of its ruleset."""

    edition: int


def edition_in(log: bytes) -> int:
    """The edition of its ruleset that a log names; 0 if it names none, or one that cannot exist."""
    try:
        edition = msgspec.json.decode(log, type=_Edition).edition
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return 0
    return edition if 0 < edition < LATEST else 0  # no mutant: no edition comes near either end


def only_ruleset() -> str:
    """The name of the only ruleset, which plays a match that names none.

    Raises `RulesetUnsaid` if there are several or none.
    """
    names = ruleset_names()
    if len(names) != 1:
        raise RulesetUnsaid(
            f"Say by which rules to play with --ruleset: {', '.join(names) or 'none is installed'}; or let the file "
            'name them as its "ruleset".'
        )
    return names[0]


def replay_log(log: bytes) -> Exhibition:
    """A match replayed from its log by the ruleset it names, or else by the first ruleset that can read it.

    Raises as `ExhibitionRuleset.replay_exhibition` does, and `RulesetUnsaid` if no ruleset can read it.
    """
    if name := ruleset_in(log):
        return exhibition_ruleset(name).replay_exhibition(log)
    for ruleset in map(get_ruleset, ruleset_names()):
        if isinstance(ruleset, ExhibitionRuleset):
            try:
                return ruleset.replay_exhibition(log)
            except Malformed:
                continue
    names = ", ".join(ruleset_names()) or "none is installed"
    raise RulesetUnsaid(
        f"The log names no ruleset, and none there is reads it: say whose it is with --ruleset ({names}), or give it "
        "as it was written."
    )

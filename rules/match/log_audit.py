"""A log examined that somebody claims: played again from its own faces, and its first entry that is wrong named.
Rules DM-M-001, DM-M-140.

A log holds orders, faces by their paths, and a digest of the state after each turn; its entries are what comes of
them, numbered from 1 as they are played. Where a turn comes out otherwise, every face thrown in it is tried with its
other values: the one with which the turn comes out as the log says was altered, and its entry is the wrong one.

A log may hold its `entries` besides, as whoever played it told them: then each is compared with what comes of it, so
that no face can be altered unnoticed, not even one that changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.core.dice import Dice, Roll
from rules.core.refusals import Malformed, Refusal
from rules.match.log_faces import decode_faces
from rules.match.packet import Packet
from rules.match.recorder import MatchRecorder
from rules.match.recording import FAILURES
from rules.match.replay_observer import (
    EntryDiffers,
    LogContents,
    LoggedFace,
    ObservableRuleset,
    ReplayObserver,
    TooLong,
    TurnDiffers,
    TurnReached,
    document_of_entry,
    read_log_contents,
    without_number,
)
from rules.match.ruleset import LogContradicted, OtherEdition, Resolution, Ruleset

MOST_ENTRIES = 20_000  # no mutant: any number does that no match reaches
"""Entries of a match at most; the largest example has a fifth of them."""
LONGEST_QUOTED_VALUE = 120  # no mutant: any length does
"""Characters of a value that a finding shows."""
MOST_RETRIED_ENTRIES = 25_000  # no mutant: any number does
"""Entries that are played again, all tries together, to find an altered face."""


@dataclass(frozen=True, slots=True)
class LogFinding:
    """What is wrong with a log, and with which of its entries: the first is 1, and 0 means the whole log."""

    entry: int
    sentence: str


@dataclass(frozen=True, slots=True)
class LogAudit:
    """What came of a log: its match with every roll, or what is wrong with it."""

    resolution: Resolution | None = None
    rolls: tuple[Roll, ...] = ()
    findings: tuple[LogFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """A log under examination: what it holds, who plays it from which packet, and who looks on."""

    ruleset: ObservableRuleset
    packet: Packet
    log: bytes
    held: LogContents
    faces: Mapping[str, Sequence[int]]
    looks: ReplayObserver


def audit_log(ruleset: Ruleset, packet: Packet, log: bytes) -> LogAudit:
    """A log of a match as that ruleset plays it from that packet. It raises nothing of what the log holds.

    Of a ruleset that lets nobody look on nothing is told but whether it plays the log again.
    """
    if not isinstance(ruleset, ObservableRuleset):
        return _audit_without_observer(ruleset, packet, log)
    try:
        held = read_log_contents(log, title=ruleset.title)
        faces = {path: decode_faces(thrown) for path, thrown in held.faces.items()}
    except Malformed as no:
        return _failed_audit(0, no.sentence)
    if held.edition != ruleset.edition:
        return _failed_audit(
            0,
            f"It was played by edition {held.edition} of {ruleset.title} and this is edition {ruleset.edition}: play "
            "by the edition that the packet names.",
        )
    case = Case(ruleset, packet, log, held, faces, ReplayObserver(held.digests, most=MOST_ENTRIES, told=held.entries))
    return _audit_replay(case)


def _audit_replay(case: Case) -> LogAudit:
    """What came of a log that can be read. It raises nothing."""
    dice = Dice(loaded=case.faces)
    try:
        resolution = case.ruleset.replay_with_observer(case.packet, case.log, dice, case.looks)
    except TooLong:
        return _failed_audit(0, f"It has more than {MOST_ENTRIES} entries, and no match has so many: send less.")
    except (Malformed, OtherEdition) as no:
        return _failed_audit(0, no.sentence)
    except (EntryDiffers, TurnDiffers, LogContradicted) as no:
        return LogAudit(findings=tuple(_first_wrong(case, no)))
    except FAILURES:
        return _failed_audit(0, "It cannot be played again: send it as it was written.")
    rolls = tuple(dice.log)
    if (found := _wrong_at_its_end(case, resolution, rolls)) is not None:
        return LogAudit(findings=(found,))
    return LogAudit(resolution, rolls)


def _audit_without_observer(ruleset: Ruleset, packet: Packet, log: bytes) -> LogAudit:
    try:
        return LogAudit(ruleset.replay(packet, log, None))
    except Refusal as no:
        return _failed_audit(0, no.sentence)
    except FAILURES:
        return _failed_audit(0, "It cannot be played again: send it as it was written.")


def with_entries(ruleset: Ruleset, packet: Packet, log: bytes) -> bytes:
    """A log with its entries, as whoever claims it may send it. Raises as `Ruleset.replay` does.

    A log of a ruleset that lets nobody look on stays as it is.
    """
    if not isinstance(ruleset, ObservableRuleset):
        return log
    documents: list[dict[str, Any]] = []

    def collect_entries(play: MatchRecorder) -> None:
        documents.extend(document_of_entry(entry) for entry in play.log.entries[len(documents) :])

    ruleset.replay_with_observer(packet, log, None, collect_entries)
    entries = [{"n": number, **document} for number, document in enumerate(documents, start=1)]
    return msgspec.json.encode({**msgspec.json.decode(log), "entries": entries}, order="deterministic")


# ------------------------------------------------------------------------------------------------- what is wrong


def _first_wrong(case: Case, no: Exception) -> list[LogFinding]:
    """The first entry that is wrong: one told otherwise, an altered face, faces not thrown, or where it stopped."""
    looks, turns = case.looks, case.held.digests
    looks.compare()
    if looks.differs:
        return [_differing_entry(looks)]
    if looks.turns < len(turns) and (altered := _altered_faces(case)):  # no mutant: a turn too many
        return altered
    return [_stopped_at(case, no)]


def _stopped_at(case: Case, no: Exception) -> LogFinding:
    """Where a log stopped of which no face alone was altered."""
    looks, turns = case.looks, case.held.digests
    if looks.turns == len(turns) and (left := _left_over(case.faces, looks.play.dice.log)):
        return _of_left_over(looks, left, heat_turn=None)
    if isinstance(no, LogContradicted):
        if looks.turns == len(turns) and (otherwise := _order_otherwise(case)) is not None:
            return otherwise
        at = len(looks.entries) + 1
        return LogFinding(at, f"{_entry_label(looks, at)}: {no.sentence}")
    heat, turn, _ = looks.play.log.digests[looks.turns]
    if looks.turns >= len(turns):
        at = len(looks.entries)
        return LogFinding(
            at, f"{_entry_label(looks, at)}: the log ends after {len(turns)} turns, and the match goes on."
        )
    left = _left_over(case.faces, looks.play.dice.log)
    opened = {face.path for face in looks.logged_faces()}
    of_turn = {path: count for path, count in left.items() if path in opened or _of_turn(path, heat, turn)}
    if of_turn:
        return _of_left_over(looks, of_turn, heat_turn=(heat, turn))
    first, last = looks.began + 1, len(looks.entries)
    return LogFinding(
        first,
        f"{_entry_label(looks, first)}: heat {heat}, turn {turn} comes out otherwise than the log says; it or "
        "another of "
        f"the entries up to {last} was altered, left out or added.",
    )


def _wrong_at_its_end(case: Case, resolution: Resolution, rolls: Sequence[Roll]) -> LogFinding | None:
    """What is wrong with a log that is played to its end; None where nothing is."""
    looks, told = case.looks, case.held.entries
    if looks.differs:
        return _differing_entry(looks)
    if left := _left_over(case.faces, rolls):
        return _of_left_over(looks, left, heat_turn=None)
    if told is not None and len(told) > len(looks.entries):
        at = len(looks.entries) + 1
        return LogFinding(at, f"Entry {at} ({_kind(told[at - 1])}) comes after the end of the match: leave it out.")
    return None if resolution.log == case.log else _encoding_finding(case.log, resolution.log)


def _differing_entry(looks: ReplayObserver) -> LogFinding:
    """The first entry that the log tells otherwise than it comes out."""
    assert looks.told is not None  # noqa: S101 - else nothing was compared
    logged = [without_number(entry) for entry in looks.told]
    replayed = looks.came[looks.compared :]
    at, here = looks.compared + 1, logged[looks.compared :]
    placed = _entry_label(looks, at)
    if not here or here[0] in replayed:
        return LogFinding(at, f"{placed} is missing from the log's entries: what happened there was left out.")
    if replayed[0] in logged[at:]:
        return LogFinding(at, f"Entry {at} ({_kind(here[0])}) is one that does not come of the match: it was added.")
    name = next(name for name in (*replayed[0], *here[0]) if here[0].get(name) != replayed[0].get(name))
    claimed, played = (_short(entry.get(name)) for entry in (here[0], replayed[0]))
    return LogFinding(
        at, f"{placed}: the log tells its {name} as {claimed}, and by its orders and faces it is {played}."
    )


def _altered_faces(case: Case) -> list[LogFinding]:
    """The faces of the turn under way with another value of which the turn comes out as the log says.

    Those are told with which the rest of the log is right, too, down to its last face: mostly one, and else one of
    them. Without any the first is told of which at least the turn comes out.
    """
    looks, left = case.looks, MOST_RETRIED_ENTRIES
    first: list[LogFinding] = []
    found: dict[int, LogFinding] = {}
    for face, value in _others(looks):
        faces = {path: list(given) for path, given in case.faces.items()}
        faces[face.path][face.place] = value
        onlooker = ReplayObserver(case.held.digests, until=looks.turns + 1, most=left)
        if face.entry not in found and _replays_as_logged(case, faces, onlooker):
            altered = LogFinding(
                face.entry,
                f"{_entry_label(looks, face.entry)}: die {face.place + 1} of {face.path} ({face.why}) "
                f"shows {face.face}, and what the log says of this turn comes of a {value}: the roll was altered.",
            )
            whole = ReplayObserver(case.held.digests, most=MOST_ENTRIES)
            if _replays_as_logged(case, faces, whole):
                found[face.entry] = altered
            first = first or [altered]
            left -= len(whole.entries)
        left -= len(onlooker.entries)
        if left <= 0:  # no mutant: any number does
            break
    return list(found.values()) or first


def _others(looks: ReplayObserver) -> Iterator[tuple[LoggedFace, int]]:
    """Every face of the turn under way, with each other value that its die has."""
    logged = looks.logged_faces()
    in_turn = [face for face in logged if face.entry > looks.began]  # no mutant: an earlier turn stands
    for face in in_turn:
        yield from ((face, value + 1) for value in range(face.sides) if value + 1 != face.face)


def _replays_as_logged(case: Case, faces: Mapping[str, Sequence[int]], onlooker: ReplayObserver) -> bool:
    """Whether the log comes out as it says with those faces, up to the turn that is waited for or as a whole."""
    dice = Dice(loaded=faces)
    try:
        case.ruleset.replay_with_observer(case.packet, case.log, dice, onlooker)
    except TurnReached:
        return True
    except LogContradicted:
        played = onlooker.turns == len(case.held.digests) == len(onlooker.play.log.digests)
        return not onlooker.until and played and not _left_over(faces, dice.log)
    except (TooLong, TurnDiffers, Refusal, *FAILURES):
        return False
    return not onlooker.until and not _left_over(faces, dice.log)


def _left_over(faces: Mapping[str, Sequence[int]], rolls: Sequence[Roll]) -> dict[str, int]:
    """How many faces of each path were not thrown, where some were not."""
    thrown = Counter[str]()
    for roll in rolls:
        thrown[roll.path] += len(roll.faces)
    return {path: len(given) - thrown[path] for path, given in faces.items() if len(given) > thrown[path]}


def _of_left_over(looks: ReplayObserver, left: Mapping[str, int], *, heat_turn: tuple[int, int] | None) -> LogFinding:
    """The finding about faces that nobody throws: the first entry among their procedures'."""
    found = sorted((_entry_of(looks, path, heat_turn), path) for path in left)
    at, path = found[0]
    return LogFinding(
        at,
        f"{_entry_label(looks, at)}: the log holds {left[path]} more faces of {path} than are thrown there: what "
        "they "
        "were thrown for, such as a shot, is missing, or they were added.",
    )


def _entry_of(looks: ReplayObserver, path: str, heat_turn: tuple[int, int] | None) -> int:
    """The entry that first threw the dice of a path, or at which they would have been thrown; 0 where none is."""
    first = next((face.entry for face in looks.logged_faces() if face.path == path), 0)
    if first or not looks.entries:
        return first
    parts = path.split("/")
    near = [entry for entry in looks.entries if heat_turn is None or (entry.heat, entry.turn) == heat_turn]
    near = [entry for entry in near if _of_turn(path, entry.heat, entry.turn)] or near
    of_car = [entry for entry in near if entry.car in parts]
    of_phase = [entry for entry in of_car if f"p{entry.phase}" in parts]
    return (of_phase or of_car or near or looks.entries)[0].n


def _of_turn(path: str, heat: int, turn: int) -> bool:
    """Whether a path is of that turn, as the books name theirs: `m1/h2/t3/…` or `m1/h2/r3/…`."""
    parts = path.split("/")
    return len(parts) > 2 and parts[1] == f"h{heat}" and parts[2] in (f"t{turn}", f"r{turn}")


def _order_otherwise(case: Case) -> LogFinding | None:
    """The first order that a log writes otherwise than it was carried out; None where all are the same."""
    looks = case.looks
    carried_out: list[list[Any]] = msgspec.json.decode(msgspec.json.encode(looks.play.log.orders))
    for number, (given, order) in enumerate(zip(case.held.orders, carried_out, strict=False)):
        if given != order:
            at = max(entries for orders, entries in looks.entries_by_orders.items() if orders <= number) + 1
            step, who, *_ = given
            return LogFinding(
                at,
                f"{_entry_label(looks, at)}: order {number + 1}, of {who} at {step}, is written otherwise than it "
                "was "
                "carried out: send the log as it was written.",
            )
    return None


def _encoding_finding(log: bytes, again: bytes) -> LogFinding | None:
    """What of a log that is played to its end is not as that match would have written it; None for mere spelling."""
    stood, came = msgspec.json.decode(log), msgspec.json.decode(again)
    stood.pop("entries", None)
    if stood == came:
        return None
    differs = sorted(name for name in {*stood, *came} if stood.get(name) != came.get(name))
    return LogFinding(
        0, f"Its {', '.join(differs)} are not as this match writes them: send the log as it was written."
    )


def _entry_label(looks: ReplayObserver, number: int) -> str:
    """An entry in words: its number, what it is, and when."""
    entries = looks.entries
    if 1 <= number <= len(entries):
        each = entries[number - 1]
        of = f" of {each.car}" if each.car else ""
        return f"Entry {number} ({each.kind}{of}, heat {each.heat}, turn {each.turn}, phase {each.phase})"
    moment = None if looks.play is None else looks.play.moment
    when = "" if moment is None else f" (heat {moment.heat}, turn {moment.turn}, phase {moment.phase})"
    return f"Entry {number}{when}"


def _kind(told: Mapping[str, Any]) -> str:
    return f"{str(told.get('kind'))[:40]} of {str(told.get('car') or 'nobody')[:80]}"


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST_QUOTED_VALUE else f"{text[:LONGEST_QUOTED_VALUE]}…"


def _failed_audit(entry: int, sentence: str) -> LogAudit:
    return LogAudit(findings=(LogFinding(entry, sentence),))

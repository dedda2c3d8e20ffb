"""Audits a log that somebody claims: replays it from its own faces and names its first wrong entry. Rules DM-M-001,
DM-M-140.

A log holds orders, faces by their paths, and a digest of the state after each turn. Its entries are the result of
these, numbered from 1 as they are replayed. If a turn has another result than the log says, every face thrown in it
is tried with its other values. If one of them gives the logged result, that face was altered, and its entry is the
wrong one.

A log may also hold its `entries`, as the program that played it wrote them. Then each of them is compared with the
replay, so that no face can be altered unnoticed, not even one that changes nothing.
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
"""The most entries a match may have; the largest example has a fifth of them."""
LONGEST_QUOTED_VALUE = 120  # no mutant: any length does
"""The most characters of a value that a finding shows."""
MOST_RETRIED_ENTRIES = 25_000  # no mutant: any number does
"""The most entries that are replayed, in all tries together, to find an altered face."""


@dataclass(frozen=True, slots=True)
class LogFinding:
    """What is wrong with a log, and with which of its entries: the first is 1, and 0 means the whole log."""

    entry: int
    sentence: str


@dataclass(frozen=True, slots=True)
class LogAudit:
    """The result of auditing a log: its match with every roll, or what is wrong with it."""

    resolution: Resolution | None = None
    rolls: tuple[Roll, ...] = ()
    findings: tuple[LogFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """A log under audit: its contents, the ruleset and packet it is replayed with, and the observer of the replay."""

    ruleset: ObservableRuleset
    packet: Packet
    log: bytes
    held: LogContents
    faces: Mapping[str, Sequence[int]]
    looks: ReplayObserver


def audit_log(ruleset: Ruleset, packet: Packet, log: bytes) -> LogAudit:
    """The audit of a log of that packet's match, replayed by that ruleset. It raises nothing, whatever the log holds.

    If the ruleset cannot be observed, the audit only says whether it replays the log.
    """
    if not isinstance(ruleset, ObservableRuleset):
        return _audit_without_observer(ruleset, packet, log)
    try:
        contents = read_log_contents(log, title=ruleset.title)
        faces = {path: decode_faces(text) for path, text in contents.faces.items()}
    except Malformed as refusal:
        return _failed_audit(0, refusal.sentence)
    if contents.edition not in ruleset.editions:
        return _failed_audit(
            0,
            f"It was played by edition {contents.edition} of {ruleset.title} and this is edition {ruleset.edition}: "
            "play by the edition that the packet names.",
        )
    case = Case(
        ruleset,
        packet,
        log,
        contents,
        faces,
        ReplayObserver(contents.digests, most=MOST_ENTRIES, told=contents.entries),
    )
    return _audit_replay(case)


def _audit_replay(case: Case) -> LogAudit:
    """The audit of a log that can be read. It raises nothing."""
    dice = Dice(loaded=case.faces)
    try:
        resolution = case.ruleset.replay_with_observer(case.packet, case.log, dice, case.looks)
    except TooLong:
        return _failed_audit(0, f"It has more than {MOST_ENTRIES} entries, and no match has so many: send less.")
    except (Malformed, OtherEdition) as error:
        return _failed_audit(0, error.sentence)
    except (EntryDiffers, TurnDiffers, LogContradicted) as error:
        return LogAudit(findings=tuple(_first_wrong(case, error)))
    except FAILURES:
        return _failed_audit(0, "It cannot be played again: send it as it was written.")
    rolls = tuple(dice.log)
    if (finding := _wrong_at_its_end(case, resolution, rolls)) is not None:
        return LogAudit(findings=(finding,))
    return LogAudit(resolution, rolls)


def _audit_without_observer(ruleset: Ruleset, packet: Packet, log: bytes) -> LogAudit:
    try:
        return LogAudit(ruleset.replay(packet, log, None))
    except Refusal as refusal:
        return _failed_audit(0, refusal.sentence)
    except FAILURES:
        return _failed_audit(0, "It cannot be played again: send it as it was written.")


def with_entries(ruleset: Ruleset, packet: Packet, log: bytes) -> bytes:
    """The log with its entries added, as the one who claims it may send it. Raises as `Ruleset.replay` does.

    If the ruleset cannot be observed, the log is returned unchanged.
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


def _first_wrong(case: Case, difference: Exception) -> list[LogFinding]:
    """The first wrong entry: one that differs from the log's own, one with an altered face, one with faces left over,
    or the one where the replay stopped.
    """
    observer, turns = case.looks, case.held.digests
    observer.compare()
    if observer.differs:
        return [_differing_entry(observer)]
    if observer.turns < len(turns) and (altered := _altered_faces(case)):  # no mutant: a turn too many
        return altered
    return [_stopped_at(case, difference)]


def _stopped_at(case: Case, difference: Exception) -> LogFinding:
    """Where the replay stopped, if no single altered face explains the difference."""
    observer, turns = case.looks, case.held.digests
    if observer.turns == len(turns) and (unthrown := _left_over(case.faces, observer.play.dice.log)):
        return _of_left_over(observer, unthrown, heat_turn=None)
    if isinstance(difference, LogContradicted):
        if observer.turns == len(turns) and (changed_order := _order_otherwise(case)) is not None:
            return changed_order
        number = len(observer.entries) + 1
        return LogFinding(number, f"{_entry_label(observer, number)}: {difference.sentence}")
    heat, turn, _ = observer.play.log.digests[observer.turns]
    if observer.turns >= len(turns):
        number = len(observer.entries)
        return LogFinding(
            number, f"{_entry_label(observer, number)}: the log ends after {len(turns)} turns, and the match goes on."
        )
    unthrown = _left_over(case.faces, observer.play.dice.log)
    opened = {face.path for face in observer.logged_faces()}
    of_turn = {path: count for path, count in unthrown.items() if path in opened or _of_turn(path, heat, turn)}
    if of_turn:
        return _of_left_over(observer, of_turn, heat_turn=(heat, turn))
    first, last = observer.began + 1, len(observer.entries)
    return LogFinding(
        first,
        f"{_entry_label(observer, first)}: heat {heat}, turn {turn} comes out otherwise than the log says; it or "
        f"another of the entries up to {last} was altered, left out or added.",
    )


def _wrong_at_its_end(case: Case, resolution: Resolution, rolls: Sequence[Roll]) -> LogFinding | None:
    """What is wrong with a log that was replayed to its end; None if nothing is."""
    observer, claimed_entries = case.looks, case.held.entries
    if observer.differs:
        return _differing_entry(observer)
    if unthrown := _left_over(case.faces, rolls):
        return _of_left_over(observer, unthrown, heat_turn=None)
    if claimed_entries is not None and len(claimed_entries) > len(observer.entries):
        number = len(observer.entries) + 1
        return LogFinding(
            number,
            f"Entry {number} ({_kind(claimed_entries[number - 1])}) comes after the end of the match: leave it out.",
        )
    return None if resolution.log == case.log else _encoding_finding(case.log, resolution.log)


def _differing_entry(observer: ReplayObserver) -> LogFinding:
    """The first entry of the log that differs from the replay."""
    assert observer.told is not None  # noqa: S101 - else nothing was compared
    logged = [without_number(entry) for entry in observer.told]
    replayed = observer.came[observer.compared :]
    number, claimed_rest = observer.compared + 1, logged[observer.compared :]
    label = _entry_label(observer, number)
    if not claimed_rest or claimed_rest[0] in replayed:
        return LogFinding(number, f"{label} is missing from the log's entries: what happened there was left out.")
    if replayed[0] in logged[number:]:
        return LogFinding(
            number, f"Entry {number} ({_kind(claimed_rest[0])}) is one that does not come of the match: it was added."
        )
    name = next(
        name for name in (*replayed[0], *claimed_rest[0]) if claimed_rest[0].get(name) != replayed[0].get(name)
    )
    claimed, played = (_short(entry.get(name)) for entry in (claimed_rest[0], replayed[0]))
    return LogFinding(
        number, f"{label}: the log tells its {name} as {claimed}, and by its orders and faces it is {played}."
    )


def _altered_faces(case: Case) -> list[LogFinding]:
    """The faces of the turn under way that, with another value, give the turn the log records.

    Only faces with which the rest of the log is right too, down to its last face, are reported: usually one, and if
    there are several, one of them was altered. If there are none, the first face that explains at least this turn is
    reported.
    """
    observer, entries_left = case.looks, MOST_RETRIED_ENTRIES
    first_finding: list[LogFinding] = []
    findings: dict[int, LogFinding] = {}
    for face, value in _others(observer):
        faces = {path: list(logged) for path, logged in case.faces.items()}
        faces[face.path][face.place] = value
        turn_replay = ReplayObserver(case.held.digests, until=observer.turns + 1, most=entries_left)
        if face.entry not in findings and _replays_as_logged(case, faces, turn_replay):
            altered = LogFinding(
                face.entry,
                f"{_entry_label(observer, face.entry)}: die {face.place + 1} of {face.path} ({face.why}) "
                f"shows {face.face}, and what the log says of this turn comes of a {value}: the roll was altered.",
            )
            whole_replay = ReplayObserver(case.held.digests, most=MOST_ENTRIES)
            if _replays_as_logged(case, faces, whole_replay):
                findings[face.entry] = altered
            first_finding = first_finding or [altered]
            entries_left -= len(whole_replay.entries)
        entries_left -= len(turn_replay.entries)
        if entries_left <= 0:  # no mutant: any number does
            break
    return list(findings.values()) or first_finding


def _others(observer: ReplayObserver) -> Iterator[tuple[LoggedFace, int]]:
    """Every face of the turn under way, paired with each other value its die has."""
    logged = observer.logged_faces()
    in_turn = [face for face in logged if face.entry > observer.began]  # no mutant: an earlier turn stands
    for face in in_turn:
        yield from ((face, value + 1) for value in range(face.sides) if value + 1 != face.face)


def _replays_as_logged(case: Case, faces: Mapping[str, Sequence[int]], observer: ReplayObserver) -> bool:
    """Whether the replay with those faces matches the log, up to the turn the observer stops at, or else as a
    whole.
    """
    dice = Dice(loaded=faces)
    try:
        case.ruleset.replay_with_observer(case.packet, case.log, dice, observer)
    except TurnReached:
        return True
    except LogContradicted:
        played = observer.turns == len(case.held.digests) == len(observer.play.log.digests)
        return not observer.until and played and not _left_over(faces, dice.log)
    except (TooLong, TurnDiffers, Refusal, *FAILURES):
        return False
    return not observer.until and not _left_over(faces, dice.log)


def _left_over(faces: Mapping[str, Sequence[int]], rolls: Sequence[Roll]) -> dict[str, int]:
    """The number of faces that were not thrown, by path; paths without such faces are left out."""
    thrown = Counter[str]()
    for roll in rolls:
        thrown[roll.path] += len(roll.faces)
    return {path: len(logged) - thrown[path] for path, logged in faces.items() if len(logged) > thrown[path]}


def _of_left_over(
    observer: ReplayObserver, unthrown: Mapping[str, int], *, heat_turn: tuple[int, int] | None
) -> LogFinding:
    """The finding about faces that were not thrown: it names the first entry among those of their paths."""
    numbered_paths = sorted((_entry_of(observer, path, heat_turn), path) for path in unthrown)
    number, path = numbered_paths[0]
    return LogFinding(
        number,
        f"{_entry_label(observer, number)}: the log holds {unthrown[path]} more faces of {path} than are thrown "
        "there: what they were thrown for, such as a shot, is missing, or they were added.",
    )


def _entry_of(observer: ReplayObserver, path: str, heat_turn: tuple[int, int] | None) -> int:
    """The number of the entry that first threw dice of a path, or else of the nearest one that could have; 0 if there
    is none.
    """
    first = next((face.entry for face in observer.logged_faces() if face.path == path), 0)
    if first or not observer.entries:
        return first
    parts = path.split("/")
    candidates = [entry for entry in observer.entries if heat_turn is None or (entry.heat, entry.turn) == heat_turn]
    candidates = [entry for entry in candidates if _of_turn(path, entry.heat, entry.turn)] or candidates
    of_car = [entry for entry in candidates if entry.car in parts]
    of_phase = [entry for entry in of_car if f"p{entry.phase}" in parts]
    return (of_phase or of_car or candidates or observer.entries)[0].n


def _of_turn(path: str, heat: int, turn: int) -> bool:
    """Whether a path belongs to that turn, as the books name their paths: `m1/h2/t3/…` or `m1/h2/r3/…`."""
    parts = path.split("/")
    return len(parts) > 2 and parts[1] == f"h{heat}" and parts[2] in (f"t{turn}", f"r{turn}")


def _order_otherwise(case: Case) -> LogFinding | None:
    """The first order that the log records differently from how it was carried out; None if there is none."""
    observer = case.looks
    carried_out: list[list[Any]] = msgspec.json.decode(msgspec.json.encode(observer.play.log.orders))
    for number, (logged, order) in enumerate(zip(case.held.orders, carried_out, strict=False)):
        if logged != order:
            entry_number = (
                max(entries for orders, entries in observer.entries_by_orders.items() if orders <= number) + 1
            )
            step, asked, *_ = logged
            return LogFinding(
                entry_number,
                f"{_entry_label(observer, entry_number)}: order {number + 1}, of {asked} at {step}, is written "
                "otherwise than it was carried out: send the log as it was written.",
            )
    return None


def _encoding_finding(log: bytes, replayed_log: bytes) -> LogFinding | None:
    """The fields of a fully replayed log that differ from what its match writes; None if only the spelling
    differs.
    """
    logged, replayed = msgspec.json.decode(log), msgspec.json.decode(replayed_log)
    logged.pop("entries", None)
    if logged == replayed:
        return None
    differs = sorted(name for name in {*logged, *replayed} if logged.get(name) != replayed.get(name))
    return LogFinding(
        0, f"Its {', '.join(differs)} are not as this match writes them: send the log as it was written."
    )


def _entry_label(observer: ReplayObserver, number: int) -> str:
    """An entry in words: its number, its kind and car, and its heat, turn and phase."""
    entries = observer.entries
    if 1 <= number <= len(entries):
        entry = entries[number - 1]
        of_car = f" of {entry.car}" if entry.car else ""
        return f"Entry {number} ({entry.kind}{of_car}, heat {entry.heat}, turn {entry.turn}, phase {entry.phase})"
    moment = None if observer.play is None else observer.play.moment
    when = "" if moment is None else f" (heat {moment.heat}, turn {moment.turn}, phase {moment.phase})"
    return f"Entry {number}{when}"


def _kind(entry: Mapping[str, Any]) -> str:
    return f"{str(entry.get('kind'))[:40]} of {str(entry.get('car') or 'nobody')[:80]}"


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST_QUOTED_VALUE else f"{text[:LONGEST_QUOTED_VALUE]}…"


def _failed_audit(entry: int, sentence: str) -> LogAudit:
    return LogAudit(findings=(LogFinding(entry, sentence),))

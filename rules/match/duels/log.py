"""The log of a referee's table: what was entered, undone and ruled, and which phases are closed. Rules CW-S-003,
CW-S-004, CW-S-010.

Every action is kept in its order, and the events that stand are those of all actions together. Whether they can be is
for the scorer to say: `take_actions` asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.core.refusals import Malformed, Refusal, Unknown
from rules.match.duels.book import Document, DuelBook, ScoredDuel, Turns

ACTS = ("enter", "undo", "redo", "close", "reopen", "rule")
"""What a referee does at the table."""


class EntryUnknown(Unknown):
    """The duel has no entry with that key."""


class PhaseNotOpen(Refusal):
    """An event is in a phase that has not begun, or a phase is closed or opened out of turn."""


class NothingToUndo(Refusal):
    """The entry is undone already, or it stands."""


class EventDependedOn(Refusal):
    """Other entries depend on what would change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAction:
    """What somebody did at the table. `value` is an event, a ruling, the key of an entry, or a phase."""

    key: str
    act: str
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedEntry:
    """An event or a ruling of the log. `of` is the key of the kill that a ruling is about."""

    key: str
    document: Document
    of: str = ""
    undone: bool = False


@dataclass(frozen=True, slots=True)
class StandingEvent:
    """An event that stands, with the key of its entry; the document has what the referee ruled."""

    key: str
    document: Document


@dataclass(slots=True)
class DuelLog:
    """The entries of a duel by key in the order they were made, and the last phase that is closed."""

    turns: Turns
    entries: dict[str, LoggedEntry] = field(default_factory=dict)
    closed: int = 0

    def copy(self) -> DuelLog:
        """Another log with the same entries."""
        return DuelLog(self.turns, dict(self.entries), self.closed)

    def apply(self, action: TableAction) -> None:
        """Apply one action. Raises a `Refusal` for one that cannot be, and then nothing has changed."""
        match action.act:
            case "enter":
                self._enter(action)
            case "rule":
                self._rule(action)
            case "undo" | "redo":
                self._set_undone(str(action.value), undone=action.act == "undo")
            case "close":
                self._close(action.value)
            case "reopen":
                self._reopen(action.value)
            case _:
                raise Malformed(f"There is no act {action.act[:40]!r}: use one of {', '.join(ACTS)}.")

    def standing(self) -> list[StandingEvent]:
        """The events that are not undone, in the order they were entered, with what was ruled last of each kill."""
        ruled = {
            entry.of: entry.document for entry in self.entries.values() if entry.of and not entry.undone
        }  # the last one counts
        return [
            StandingEvent(
                entry.key, {**entry.document, "ruled": ruled[entry.key]} if entry.key in ruled else entry.document
            )
            for entry in self.entries.values()
            if not entry.of and not entry.undone
        ]

    @property
    def over(self) -> int:
        """The last phase that is scored: the last closed one, or the open one if something happened in it."""
        return max([self.closed, *(self.index_of(event.document) for event in self.standing())])

    def index_of(self, event: Document) -> int:
        """The phase of an event, counted from the start of the duel."""
        return self.turns.phase_index(event["turn"], event["phase"])

    def _enter(self, action: TableAction) -> None:
        index, phase = self.index_of(action.value), action.value["phase"]
        if self.closed + 1 < index <= self.turns.last_phase and 1 <= phase <= self.turns.phases_per_turn:
            raise PhaseNotOpen(
                f"{_capital(self.turns.words(index))} has not begun: close {self.turns.words(self.closed + 1)} first."
            )
        self.entries[action.key] = LoggedEntry(key=action.key, document=action.value)

    def _rule(self, action: TableAction) -> None:
        of, ruling = action.value["of"], action.value["ruled"]
        entry = self._entry(of)
        if entry.of or entry.document["type"] != "kill":
            raise Malformed("Only the credit for a kill is ruled on: name the key of a kill.")
        if entry.undone:
            raise NothingToUndo("That kill is undone: redo it before you rule on it.")
        self.entries[action.key] = LoggedEntry(key=action.key, document=ruling, of=of)

    def _set_undone(self, key: str, *, undone: bool) -> None:
        entry = self._entry(key)
        if entry.undone is undone:
            raise NothingToUndo("It is undone already." if undone else "It stands already: there is nothing to redo.")
        self.entries[key] = replace(entry, undone=undone)

    def _close(self, phase: int) -> None:
        if phase <= self.closed:
            return  # another screen closed it
        if phase > self.turns.last_phase:
            raise PhaseNotOpen(f"The duel has {self.turns.last_phase} phases: there is none after them to close.")
        if phase > self.closed + 1:
            raise PhaseNotOpen(
                f"{_capital(self.turns.words(phase))} has not begun: close {self.turns.words(self.closed + 1)} first."
            )
        self.closed = phase

    def _reopen(self, phase: int) -> None:
        if phase > self.closed:
            raise PhaseNotOpen(f"{_capital(self.turns.words(phase))} is not closed.")
        later = self.over
        if later > phase and any(self.index_of(event.document) > phase for event in self.standing()):
            raise EventDependedOn(
                f"{_capital(self.turns.words(phase))} is not reopened while later phases have events, as in "
                f"{self.turns.words(later)}. Undo those first, or enter what was forgotten in the closed phase."
            )
        self.closed = phase - 1

    def _entry(self, key: str) -> LoggedEntry:
        if key not in self.entries:
            raise EntryUnknown(f"The duel has no entry {key[:80]!r}: look at its log, and name one of these.")
        return self.entries[key]


Check = Callable[[DuelLog], ScoredDuel]
"""Scores the duel of a log. Raises a `Refusal`."""


def take_actions(log: DuelLog, actions: Sequence[TableAction], check: Check) -> tuple[DuelLog, list[str]]:
    """Take the actions that can be, in their order: the log after them, and for each why not, "" if it was taken.

    Actions that fit together are taken together, so that a hundred of them are scored once, unless one would hide
    that another cannot be. The log given is not changed.
    """
    after = log.copy()
    if _hides_one(actions):
        return _take_halves(log, actions, check)
    try:
        for action in actions:
            after.apply(action)
        _refuse_overrun(after, actions, check(after))
    except Refusal as refusal:
        if len(actions) == 1:
            return log, [_refusal_sentence(log, actions[0], refusal)]
    else:
        return after, [""] * len(actions)
    return _take_halves(log, actions, check)


def _take_halves(log: DuelLog, actions: Sequence[TableAction], check: Check) -> tuple[DuelLog, list[str]]:
    half = len(actions) // 2
    sentences: list[str] = []
    for part in (actions[:half], actions[half:]):
        log, refused = take_actions(log, part, check)
        sentences += refused
    return log, sentences


def _hides_one(actions: Sequence[TableAction]) -> bool:
    """Whether an action undoes an entry or rules again of a kill after another of these, which is scored no more."""
    entered: set[str] = set()
    ruled: set[str] = set()
    for action in actions:
        if action.act == "undo" and (action.value in entered or action.value in ruled):
            return True
        if action.act == "rule":
            if action.value["of"] in ruled:
                return True
            ruled.add(action.value["of"])
        entered.add(action.key)
    return False


def _refuse_overrun(after: DuelLog, actions: Sequence[TableAction], scored: ScoredDuel) -> None:
    """Raise `PhaseNotOpen` where an action closes a phase after the one that ended the duel."""
    if scored.end is None or after.closed <= scored.end:
        return
    if any(action.act == "close" and action.value > scored.end for action in actions):
        raise PhaseNotOpen(
            f"The duel ended at the close of {after.turns.words(scored.end)}: no phase comes after it."
        )


def _refusal_sentence(log: DuelLog, action: TableAction, refusal: Refusal) -> str:
    """Why a single action was refused: what is wrong with it, or what depends on what it would change."""
    faults = refusal.together or (refusal,)
    if action.act == "undo" and refusal.pointer:
        return f"It is not undone while others depend on it. {refusal.sentence}"
    if action.act == "enter" and refusal.pointer:
        own = f"/events/{len(log.standing())}"
        fault = next((fault for fault in faults if fault.pointer.startswith(own)), None)
        if fault is not None:
            return fault.sentence
        return f"With it another event could not be. {refusal.sentence}"
    return refusal.sentence


def read_log(book: DuelBook, duel: Document, actions: Sequence[TableAction]) -> DuelLog:
    """The log of a duel from elsewhere. Raises a `Refusal` unless the site itself could have written it."""
    if book.read_duel(duel) != duel:
        raise Malformed("the duel has a form that no site writes")
    log = DuelLog(book.turns(duel["settings"]))
    for action in actions:
        match action.act, action.value:
            case "enter", value:
                if book.read_event(value) != value:
                    raise Malformed(f"the entry {action.key[:60]!r} has a form that no site writes")
            case "rule", {"of": str(), "ruled": {"shares": shares, "note": note}}:
                read_ruling(shares, note)
            case "undo" | "redo", str():
                pass
            case "close" | "reopen", int():
                pass
            case _:
                raise Malformed(f"the entry {action.key[:60]!r} has a form that no site writes")
        log.apply(action)
    book.score({**duel, "events": [event.document for event in log.standing()], "closed": log.over})
    return log


def read_ruling(shares: object, note: object) -> Mapping[str, Any]:
    """What a referee rules of a kill, in plain values. Raises `Malformed`; whether it can be the scorer says."""
    if not isinstance(shares, dict) or not all(isinstance(share, str) for share in shares.values()):
        raise Malformed('Give the shares by vehicle as fractions, such as {"razors": "1/2", "": "1/2"}.')
    if not isinstance(note, str):
        raise Malformed("Say in a note why the credit is ruled otherwise.")
    return {"shares": shares, "note": note}


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]

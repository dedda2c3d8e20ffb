"""What a referee's table asks of the book by whose questionnaire its duels are scored. Rules CW-S-001, CW-S-004.

Everything goes through plain values, as `manage.py score` reads and prints them. `rules.match.registry` names the
books.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

Document = dict[str, Any]
"""A duel, an event, settings or a score sheet in plain values."""


class Turns(NamedTuple):
    """How a duel counts its time: phases in a turn, and the turns it may last (CW-S-003, CW-S-034)."""

    phases_per_turn: int
    turns: int

    @property
    def last_phase(self) -> int:
        """The last phase that a duel may have, counted from its start."""
        return self.phases_per_turn * self.turns

    def phase_index(self, turn: int, phase: int) -> int:
        """The number of a phase counted from the start of the duel."""
        return (turn - 1) * self.phases_per_turn + phase

    def moment(self, index: int) -> tuple[int, int]:
        """The turn and the phase of a phase counted from the start."""
        turn, phase = divmod(index - 1, self.phases_per_turn)
        return turn + 1, phase + 1

    def words(self, index: int) -> str:
        """A phase in words: "turn 5, phase 4"."""
        turn, phase = self.moment(index)
        return f"turn {turn}, phase {phase}"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventField:
    """A field of an event as a form asks for it.

    `kind` is `duelist`, `duelist_or_nobody`, `choice`, `number`, `yes_no`, `text` or `cause`. `choices` are values
    with their labels.
    """

    name: str
    label: str
    kind: str
    choices: tuple[tuple[str, str], ...] = ()
    default: str | int | bool | None = None
    required: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class EventKind:
    """A type of event that a duel can have, with what a form asks for it, and the rule it falls under."""

    type: str
    label: str
    rule: str
    fields: tuple[EventField, ...]


class CauseKind(NamedTuple):
    """A link of a chain of causes as a form asks for it (CW-S-040).

    `who` is the field that names a vehicle, empty for none; it may be left out with `may_be_empty`. With `leads_on`
    another link follows, and with `by_choice` the form asks whether the driver acted by choice since.
    """

    type: str
    label: str
    who: str = ""
    may_be_empty: bool = False
    leads_on: bool = False
    by_choice: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelistOutcome:
    """The condition of a vehicle and its crew, and what the report of a match asks for (CW-S-055 to CW-S-057).

    `speed` is in miles an hour. `kills` are complete kills of which nobody has a greater share, `scores` the
    checkpoints, targets and jumps it was awarded, and 1 for any credit for kills (CW-S-057).
    """

    id: str
    team: str
    place: int
    occupants: int
    alive: int
    can_drive: bool
    can_fire: bool
    control: str
    speed: int
    on_fire: bool
    destroyed: bool
    left_arena: bool
    surrendered: bool
    kills: int
    scores: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredDuel:
    """A duel that was scored: the sheet, how it ended (`phase` None while it goes on), and what became of whom.

    `points` are the whole points of every team for the league, and `places` those of the teams (CW-S-055).
    """

    sheet: Document
    end: int | None
    end_sentence: str
    end_rule: str
    outcomes: tuple[DuelistOutcome, ...]
    points: Mapping[str, int]
    places: Mapping[str, int]


class DuelBook(Protocol):
    """The book by whose questionnaire duels at a table are scored."""

    questionnaire: str
    """The id of the questionnaire whose answers are its settings."""
    cause_kinds: tuple[CauseKind, ...]
    """The links of chains of causes."""

    def settings(self, answers: Mapping[str, Any]) -> Document:
        """Every setting of a duel, from the answers that are not the printed ones. Raises `Malformed`, `Unknown`."""

    def arena(self, answers: Mapping[str, Any], names: Mapping[str, list[str]]) -> Document:
        """The arena whose checkpoints, targets and jumps have these names, worth what the answers say."""

    def turns(self, settings: Document) -> Turns:
        """How a duel with these settings counts its time."""

    def read_duel(self, document: Document) -> Document:
        """A duel without events, every field of it. Raises `Malformed` for each fault."""

    def read_event(self, document: object) -> Document:
        """An event, every field of it. Raises `Malformed`."""

    def score(self, document: Document) -> ScoredDuel:
        """Score a duel with its events. Raises `Malformed`, with the place of each event that cannot be."""

    def narrate(self, document: Document, events: Sequence[Document]) -> list[str]:
        """Each event in a sentence, with the names of the duel."""

    def event_kinds(self, document: Document) -> tuple[EventKind, ...]:
        """The types of events that the duel can have by its settings and its arena."""

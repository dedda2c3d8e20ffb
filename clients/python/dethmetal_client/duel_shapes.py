"""Typed values for the score sheet of a duel. Points are exact: `Fraction(text)` reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelistScore:
    """A duelist: its place, 1 for the best, and its points as texts such as "20/3".

    A kill is a document with its phase and the shares of those credited; None if it was not killed in that way.
    """

    id: str
    team: str
    place: int
    total: str
    kill_points: str
    bonus_points: str
    penalty_points: str
    threshold_score: str
    in_control: bool
    held_since: int | None = None
    mobility_kill: dict[str, Any] | None = None
    complete_kill: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamScore:
    """A team: the sum of its vehicles, what counts in standings, exact and whole, and its share of the pot."""

    team: str
    vehicles: tuple[str, ...]
    total: str
    standings_points: str
    whole_points: int
    prize_share: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """One change of a score, with its rule and why."""

    phase: int
    duelist: str
    kind: str
    points: str
    rule: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Something that the referee has to decide."""

    duelist: str
    rule: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelEnd:
    """How a duel ended: at the close of which phase, why, and who met a condition of winning."""

    phase: int
    reason: str
    winner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """The score of a duel; `end` is None while it goes on, and `phases` are the totals at the close of each."""

    duelists: tuple[DuelistScore, ...]
    lines: tuple[ScoreLine, ...]
    phases: tuple[dict[str, str], ...]
    proposals: tuple[Decision, ...]
    end: DuelEnd | None
    teams: tuple[TeamScore, ...] = ()
    winners: tuple[str, ...] = ()
    scorers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelSummary:
    """A duel of a season in brief; `moment` is the turn and phase played now, or in which it ended."""

    number: int
    title: str
    duelists: int
    moment: str
    ended: bool
    reported: bool
    match: str | None = None
    answers_version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelLogLine:
    """An event or a ruling that was entered; `key` is that of its action, `document` what was sent."""

    key: str
    number: int
    turn: int
    phase: int
    type: str
    document: dict[str, Any]
    says: str
    by: str
    at: str
    undone: bool
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """A duel at a table as it stands. `ended` and `ends_at_close` are documents, None while it goes on."""

    number: int
    title: str
    version: int
    closed: int
    phases_per_turn: int
    turn: int
    phase: int
    can_enter: bool
    reported: bool
    ended: dict[str, Any] | None
    ends_at_close: dict[str, Any] | None
    duelists: tuple[dict[str, Any], ...]
    sheet: ScoreSheet
    conditions: tuple[dict[str, Any], ...]
    log: tuple[DuelLogLine, ...]
    settings: dict[str, Any]
    arena: dict[str, Any]
    match: str | None = None
    answers_version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelAction:
    """Whether an action was taken, and if not, why."""

    key: str
    ok: bool
    sentence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelActions:
    """The results of actions in their order, and the duel after them."""

    results: tuple[DuelAction, ...]
    duel: Duel

"""Schemas of duels that are scored. Points are exact: a whole number, or a fraction such as "20/3"."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from api.duels.scorer import DuelDocument

Shares = dict[str, str]


class DuelIn(DuelDocument, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A duel and what happened in it. Its `settings` are those that differ from the printed ones.

    Instead of settings it may have `answers` of the referee's questionnaire. Events of one phase are simultaneous.
    """

    answers: dict[str, dict[str, Any]] | None = None
    """Answers that differ from the printed ones, by key, each with all its parts; null where settings are sent."""


class KillOut(msgspec.Struct, frozen=True, kw_only=True):
    """A kill and who is credited. Where the referee `ruled` otherwise, `shares` are theirs."""

    phase: int
    """Phase in which it happened, counted from the start of the duel."""
    shares: Shares
    """Share of each duelist by id, which add up to 1; that of "" is nobody's."""
    proposed: Shares
    """Shares that the chain of causes leads to."""
    rule: str
    steps: tuple[str, ...]
    """How the chain leads to those proposed, a sentence for each step."""
    ruled: bool
    """Whether the referee ruled otherwise."""
    note: str
    """Why the referee ruled otherwise; empty where they did not."""


class DuelistOut(msgspec.Struct, frozen=True, kw_only=True):
    """A duelist at the close of the last phase: `total` is the sum of the other points."""

    id: str
    """Id of the duelist, as it was sent."""
    team: str
    """Team that it fights for; its own id where it fights for itself."""
    place: int
    """Place, 1 for the best; equals share one (CW-S-036)."""
    total: str
    """All its points, exact; below 0 with a minus."""
    kill_points: str
    """Points of kills, less those that it lost."""
    bonus_points: str
    """Points of bonuses."""
    penalty_points: str
    """Points of penalties, 0 or less."""
    threshold_score: str
    """Points that count toward the scores that end a duel (CW-S-027)."""
    held_since: int | None
    """Phase since which it has the lower of these scores; null where it has not."""
    in_control: bool
    """Whether its driver is in control."""
    mobility_kill: KillOut | None
    """How it became a mobility kill; null where it did not."""
    complete_kill: KillOut | None
    """How it became a complete kill; null where it did not."""


class TeamScoreOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a duel is worth to a team: the sum of its vehicles, and what a league makes of it."""

    team: str
    """Name of the team; the id of its vehicle where that fights for itself."""
    vehicles: tuple[str, ...]
    """Ids of its duelists."""
    total: str
    """Sum of their points, exact."""
    standings_points: str
    """Points that count in standings, exact (CW-S-056)."""
    whole_points: int
    """The same as a match of the campaign counts them: whole, with halves up (CW-S-055)."""
    prize_share: str
    """Share of the pot, a fraction of 1 (CW-S-056)."""


class ScoreLineOut(msgspec.Struct, frozen=True, kw_only=True):
    """One change of a score."""

    phase: int
    """Phase in which it changed, counted from the start of the duel."""
    duelist: str
    """Id of the duelist whose score it is."""
    kind: Literal["kill", "bonus", "penalty"]
    """As what the points count."""
    points: str
    """Points that were added, exact; below 0 with a minus."""
    rule: str
    reason: str
    """Why, in sentences."""


class ProposalOut(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the referee has to decide about a vehicle (CW-S-010)."""

    duelist: str
    """Id of the duelist whose vehicle it is."""
    rule: str
    sentence: str
    """What there is to decide, in a sentence."""


class DuelEndOut(msgspec.Struct, frozen=True, kw_only=True):
    """How a duel ended."""

    phase: int
    """Phase at whose close it ended, counted from the start."""
    reason: Literal["instant", "held", "last_vehicle", "turn_limit", "time_called"]
    """What ended it: a score, a score that was held, the last vehicle, the last turn, or its time."""
    winner: str
    """Id of the duelist who met a condition of winning; empty where nobody did."""


class ScoreSheetOut(msgspec.Struct, frozen=True, kw_only=True):
    """The score of a duel at the close of its last phase."""

    duelists: tuple[DuelistOut, ...]
    """The duelists, in the order they were sent."""
    teams: tuple[TeamScoreOut, ...]
    """The teams, the highest total first."""
    winners: tuple[str, ...]
    """Ids of the duelists who won; none while the duel goes on (CW-S-057)."""
    scorers: tuple[str, ...]
    """Ids of the duelists who scored for their team (CW-S-057)."""
    lines: tuple[ScoreLineOut, ...]
    """Every change of a score, the earliest first."""
    phases: tuple[dict[str, str], ...]
    """The totals at the close of each phase, by id of the duelist."""
    proposals: tuple[ProposalOut, ...]
    """What the referee has to decide."""
    end: DuelEndOut | None
    """How the duel ended; null while it goes on."""

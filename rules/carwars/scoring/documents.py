"""Duels and score sheets as documents: what is sent to be scored, and what it comes to. Rules CW-S-047, CW-S-055 and
CW-S-057.

Points are exact: a whole number, or a fraction such as "20/3".
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from rules.carwars.scoring.duel import Arena, Duel, Duelist
from rules.carwars.scoring.events import DuelEvent
from rules.carwars.scoring.league_points import TeamScore, scorers, team_scores, winners
from rules.carwars.scoring.score import ScoreSheet
from rules.carwars.scoring.settings import ScoringSettings
from rules.carwars.scoring.state import KillRecord
from rules.core.quoted_text import replace_unreadable
from rules.core.refusals import Malformed

LONGEST_PROBLEM = 300  # no mutant: no rule prints it
"""Characters of a problem that are repeated."""


class DuelDocument(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A duel and its events, as they are sent to be scored. `closed` is the last phase that is over (CW-S-004)."""

    duelists: tuple[Duelist, ...]
    """The vehicles, 2 to 20."""
    events: tuple[DuelEvent, ...] = ()
    """What happened, at most 5,000 events; the order within a phase means nothing."""
    settings: ScoringSettings = ScoringSettings()
    """Settings that differ from the printed ones."""
    arena: Arena = Arena()
    """What the arena awards."""
    closed: int | None = None
    """Last phase that is over, counted from the start of the duel; null for the last with an event."""

    def duel(self) -> Duel:
        """The duel without its events."""
        return Duel(self.duelists, self.settings, self.arena)


def read_duel_document(document: object) -> DuelDocument:
    """Read a duel from plain values. Raises `Malformed`, naming the first field that is wrong."""
    try:
        return msgspec.convert(document, DuelDocument)
    except RecursionError:
        raise Malformed("This is no duel: a cause is nested too deeply. Leave out its first links.") from None
    except msgspec.ValidationError as error:
        problem, _, where = str(error).partition(" - at ")
        said = f"{problem} (at {where})" if where else problem
        raise Malformed(
            f"This is no duel: {replace_unreadable(said[:LONGEST_PROBLEM])}. Correct that field."
        ) from None


def _kill_document(record: KillRecord | None) -> dict[str, Any] | None:
    """A kill in plain values: its phase, the shares that count, those proposed with their reasoning, and the note."""
    if record is None:
        return None
    return {
        "phase": record.phase,
        "shares": _shares_document(record.shares),
        "proposed": _shares_document(record.proposed.shares),
        "rule": record.proposed.rule,
        "steps": list(record.proposed.steps),
        "ruled": record.ruled is not None,
        "note": record.note,
    }


def _shares_document(shares: Mapping[str, Fraction]) -> dict[str, str]:
    return {duelist: points_text(share) for duelist, share in sorted(shares.items())}


def points_text(points: Fraction) -> str:
    """Points as a document has them: "20", "-7", "20/3"."""
    return str(points)


def _team_document(score: TeamScore) -> dict[str, Any]:
    """A team in plain values: its vehicles and points, exact and whole, and its share of the pot (CW-S-055)."""
    return {
        "team": score.team,
        "vehicles": list(score.vehicles),
        "total": points_text(score.total),
        "standings_points": points_text(score.standings_points),
        "whole_points": score.whole_points,
        "prize_share": points_text(score.prize_share),
    }


def sheet_document(duel: Duel, sheet: ScoreSheet) -> dict[str, Any]:
    """A score sheet in plain values: the points and the place of each duelist, the teams, every line, each phase, the
    end, and who won and who scored for their team.
    """
    settings = duel.settings
    return {
        "duelists": [
            {
                "id": score.id,
                "team": duel.team_of(score.id),
                "place": sheet.places[score.id],
                "total": points_text(score.total),
                "kill_points": points_text(score.kill_points),
                "bonus_points": points_text(score.bonus_points),
                "penalty_points": points_text(score.penalty_points),
                "threshold_score": points_text(score.threshold_score(settings)),
                "held_since": score.held_since,
                "in_control": score.in_control,
                "mobility_kill": _kill_document(score.mobility_kill),
                "complete_kill": _kill_document(score.complete_kill),
            }
            for score in sheet.scores.values()
        ],
        "teams": [_team_document(score) for score in team_scores(duel, sheet)],
        "winners": winners(sheet),
        "scorers": scorers(sheet),
        "lines": [line._asdict() | {"points": points_text(line.points)} for line in sheet.lines],
        "phases": [{id: points_text(standing.total) for id, standing in phase.items()} for phase in sheet.phases],
        "proposals": [proposal._asdict() for proposal in sheet.proposals],
        "end": None if sheet.end is None else msgspec.to_builtins(sheet.end),
    }

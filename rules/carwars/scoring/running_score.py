"""Duels that are scored while a match system plays them. Rules CW-S-004, CW-S-009, CW-S-035, CW-S-036, CW-S-055.

It is what `rules.match.duels.scorer` asks for. A match is played without a referee's judgment, so a car that cannot
accelerate and cannot fire is a complete kill when it stops (CW-Q-159).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from rules.carwars.scoring.duel import Duel, Duelist
from rules.carwars.scoring.endings import REASON_RULES
from rules.carwars.scoring.events import DuelEvent
from rules.carwars.scoring.league_points import team_places, team_totals
from rules.carwars.scoring.score import DuelScoring
from rules.carwars.scoring.settings import BOUNDS, ScoringSettings
from rules.match.duels.scorer import CarScore, DuelEntrant, PhaseClose, ScoreChange

_decoder = msgspec.json.Decoder(list[DuelEvent])
SLOWEST_START, FASTEST_START = BOUNDS["start_speed_least"][0], BOUNDS["start_speed_most"][1]


class MatchScore:
    """A duel of a match that is being played; see `rules.match.duels.scorer.RunningScore`."""

    __slots__ = ("_events", "_lines", "_scoring")

    def __init__(self, duel: Duel) -> None:
        self._scoring = DuelScoring(duel)
        self._events: list[dict[str, Any]] = []
        self._lines = 0

    def close_phase(self, events: Sequence[dict[str, Any]]) -> PhaseClose:
        """Apply the events of the next phase and evaluate it (CW-S-004). Raises `DuelEventsRefused`."""
        scoring = self._scoring
        scoring.close_phase(_decoder.decode(msgspec.json.encode(events)) if events else ())
        self._events += events
        lines = scoring.lines[self._lines :]
        self._lines += len(lines)
        changes = tuple(ScoreChange(line.duelist, line.kind, line.points, line.rule, line.reason) for line in lines)
        if scoring.end is None:
            return PhaseClose(changes=changes)
        end, settings = scoring.end, scoring.duel.settings
        limits = {"instant": settings.instant_win_threshold, "held": settings.held_win_threshold}
        return PhaseClose(
            changes=changes,
            reason=end.reason,
            rule=REASON_RULES[end.reason],
            winner=end.winner,
            limit=limits.get(end.reason, 0),
            held=settings.held_phases if end.reason == "held" else 0,
        )

    def car_score(self, car: str) -> CarScore:
        """What a car has now."""
        score = self._scoring.scores[car]
        return CarScore(
            kills=score.kill_points,
            bonus=score.bonus_points,
            mobility_kill=None if score.mobility_kill is None else score.mobility_kill.shares,
            complete_kill=None if score.complete_kill is None else score.complete_kill.shares,
            has_scored=score.positive_credit,
        )

    def team_totals(self) -> Mapping[str, Fraction]:
        """The duel points of every team (CW-S-055)."""
        return team_totals(self._scoring.duel, self._scoring.sheet())

    def team_places(self) -> Mapping[str, int]:
        """The place of every team (CW-S-035, CW-S-036)."""
        return team_places(self._scoring.duel, self._scoring.sheet())

    def document(self) -> dict[str, Any]:
        """The duel so far, as `manage.py score` reads it."""
        duel = self._scoring.duel
        return {
            "duelists": msgspec.to_builtins(duel.duelists),
            "settings": msgspec.to_builtins(duel.settings),
            "events": list(self._events),
            "closed": len(self._scoring.phases),
        }


class Scorer:
    """Begins duels; see `rules.match.duels.scorer.DuelScorer`."""

    def start(self, entrants: Sequence[DuelEntrant], *, phases_per_turn: int, turns: int) -> MatchScore:
        """A duel before its first phase.

        A car that is faster at the start than a duel allows begins as fast as that; its speed at the close of the
        first phase is an event like any other.
        """
        settings = ScoringSettings(
            phases_per_turn=phases_per_turn,
            turn_limit=turns,
            start_speed_least=SLOWEST_START,
            start_speed_most=FASTEST_START,
            coasting_kill="on_stop",
        )
        duelists = (
            Duelist(
                id=entrant.id,
                team=entrant.team,
                occupants=entrant.occupants,
                speed=min(entrant.speed, FASTEST_START),
            )
            for entrant in entrants
        )
        return MatchScore(Duel(tuple(duelists), settings))


SCORER = Scorer()

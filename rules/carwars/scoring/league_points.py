"""What a duel is worth to a league: points, places, prize shares and experience.

Rules CW-S-035, CW-S-036, CW-S-055 to CW-S-057.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.carwars.scoring.duel import Duel
from rules.carwars.scoring.endings import DuelEnd
from rules.carwars.scoring.places import places_by_totals
from rules.carwars.scoring.score import ScoreSheet
from rules.carwars.scoring.state import DuelistScore


def team_totals(duel: Duel, scores: Mapping[str, DuelistScore]) -> dict[str, Fraction]:
    """The duel points of every team, the sum of its vehicles' totals; they may be below 0 (CW-S-055)."""
    totals: dict[str, Fraction] = {}
    for duelist in duel.duelists:
        team = duel.team_of(duelist.id)
        totals[team] = totals.get(team, Fraction(0)) + scores[duelist.id].total
    return totals


def team_places(duel: Duel, scores: Mapping[str, DuelistScore], end: DuelEnd | None) -> dict[str, int]:
    """The place of every team, 1 the best; equals share one (CW-S-035, CW-S-055).

    Ruling: the team of whoever met a condition is first. Where teams tie at the top, a team was able to move as long
    as one of its vehicles was (CW-S-036).
    """
    mobility: dict[str, tuple[int, bool]] = {}
    for id, score in scores.items():
        team = duel.team_of(id)
        mobility[team] = max(mobility.get(team, score.mobility), score.mobility)
    winner = duel.team_of(end.winner) if end is not None and end.winner else ""
    return places_by_totals(team_totals(duel, scores), mobility, winner=winner, over=end is not None)


def standings_points(duel: Duel, sheet: ScoreSheet) -> dict[str, Fraction]:
    """The points that count in the standings: signed, or at least 0 where the league says so (CW-S-056)."""
    totals = team_totals(duel, sheet.scores)
    if not duel.settings.floor_standings:
        return totals
    return {team: max(total, Fraction(0)) for team, total in totals.items()}


def prize_shares(totals: Mapping[str, Fraction], *, zero_total_policy: str) -> dict[str, Fraction]:
    """Each team's share of the pot: its points of all points, none below 0 (CW-S-056).

    If nobody has points above 0 the shares are equal, or all 0 where the policy is `none`.
    """
    floored = {team: max(total, Fraction(0)) for team, total in totals.items()}
    whole = sum(floored.values(), Fraction(0))
    if whole:
        return {team: total / whole for team, total in floored.items()}
    equal = Fraction(1, len(floored)) if floored and zero_total_policy == "equal" else Fraction(0)
    return dict.fromkeys(floored, equal)


def winners(sheet: ScoreSheet) -> list[str]:
    """The duelists who won: everybody in first place (CW-S-057)."""
    return [id for id, place in sheet.places.items() if place == 1]


def scorers(sheet: ScoreSheet) -> list[str]:
    """The duelists who scored for their team: a kill credit above 0, a checkpoint, a target or a jump (CW-S-057)."""
    return [id for id, score in sheet.scores.items() if score.positive_credit]

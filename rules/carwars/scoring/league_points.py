"""What a duel is worth to a league: points, places, prize shares and experience.

Rules CW-S-035, CW-S-036, CW-S-055 to CW-S-057.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import NamedTuple

from rules.carwars.scoring.duel import Duel
from rules.carwars.scoring.places import places_by_totals
from rules.carwars.scoring.score import ScoreSheet


class TeamScore(NamedTuple):
    """What a duel is worth to a team: the sum of its vehicles, what counts in the standings, exact and whole, and its
    share of the pot.
    """

    team: str
    vehicles: tuple[str, ...]
    total: Fraction
    standings_points: Fraction
    whole_points: int
    prize_share: Fraction


def has_teams(duel: Duel) -> bool:
    """Whether any vehicle fights for a team, rather than each for itself."""
    return any(duel.team_of(duelist.id) != duelist.id for duelist in duel.duelists)


def team_scores(duel: Duel, sheet: ScoreSheet) -> list[TeamScore]:
    """Every team with its points and its share, the highest total first; equals in the order they entered in.

    A vehicle that fights for itself is a team of its own (CW-S-055, CW-S-056).
    """
    totals = team_totals(duel, sheet)
    points = standings_points(duel, sheet)
    shares = prize_shares(totals, zero_total_policy=duel.settings.zero_total_policy)
    return [
        TeamScore(
            team=team,
            vehicles=tuple(duelist.id for duelist in duel.duelists if duel.team_of(duelist.id) == team),
            total=total,
            standings_points=points[team],
            whole_points=whole_points(points[team]),
            prize_share=shares[team],
        )
        for team, total in sorted(totals.items(), key=lambda item: -item[1])
    ]


def whole_points(points: Fraction) -> int:
    """Duel points as a match of the campaign counts them: whole, with halves up (CW-S-055).

    20/3 is 7, 1/2 is 1 and -1/2 is 0. A team's sum is rounded and not its vehicles, so that what two vehicles of a
    team share is counted whole.
    """
    return floor(points + Fraction(1, 2))


def team_totals(duel: Duel, sheet: ScoreSheet) -> dict[str, Fraction]:
    """The duel points of every team, the sum of its vehicles' totals; they may be below 0 (CW-S-055)."""
    totals: dict[str, Fraction] = {}
    for duelist in duel.duelists:
        team = duel.team_of(duelist.id)
        totals[team] = totals.get(team, Fraction(0)) + sheet.scores[duelist.id].total
    return totals


def team_places(duel: Duel, sheet: ScoreSheet) -> dict[str, int]:
    """The place of every team, 1 the best; equals share one (CW-S-035, CW-S-055).

    Ruling: the team of the car that met a condition is first. Where teams tie at the top, a team was able to move as
    long as one of its vehicles was (CW-S-036).
    """
    mobility: dict[str, tuple[int, bool]] = {}
    for id, score in sheet.scores.items():
        team = duel.team_of(id)
        mobility[team] = max(mobility.get(team, score.mobility), score.mobility)
    winner = duel.team_of(sheet.end.winner) if sheet.end is not None and sheet.end.winner else ""
    return places_by_totals(team_totals(duel, sheet), mobility, winner=winner, over=sheet.end is not None)


def standings_points(duel: Duel, sheet: ScoreSheet) -> dict[str, Fraction]:
    """The points that count in the standings: signed, or at least 0 where the league says so (CW-S-056)."""
    totals = team_totals(duel, sheet)
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
    """The duelists who won: everybody in first place, and nobody while the duel goes on (CW-S-057)."""
    if sheet.end is None:
        return []
    return [id for id, place in sheet.places.items() if place == 1]


def scorers(sheet: ScoreSheet) -> list[str]:
    """The duelists who scored for their team: a kill credit above 0, a checkpoint, a target or a jump (CW-S-057)."""
    return [id for id, score in sheet.scores.items() if score.positive_credit]

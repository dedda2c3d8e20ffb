"""The duel points of cars and teams, and the places they make. Rules RH-089, RH-090, RH-093, CW-S-035, CW-S-036.

They are the scorer's; those of the first edition are kept by the cars themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.match.report import ranks_by_points
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState, CarStatus


def kill_points(play: Match, car: CarState) -> Fraction:
    """A car's duel points for kills made, less those for kills suffered (RH-090)."""
    return Fraction(car.points) if play.score is None else play.score.car_score(car.id).kills


def bonus_points(play: Match, car: CarState) -> Fraction:
    """A car's duel points for first blood, living occupants and moving (RH-090)."""
    return Fraction(car.bonus) if play.score is None else play.score.car_score(car.id).bonus


def team_totals(play: Match) -> dict[str, Fraction]:
    """The duel points of every team that has a car: those of its cars together (RH-090, CW-S-055)."""
    if play.score is not None:
        return dict(play.score.team_totals())
    cars = play.state.cars.values()
    return {
        team: sum((Fraction(car.points + car.bonus) for car in cars if car.team == team), Fraction(0))
        for team in play.state.teams
    }


def team_places(play: Match) -> Mapping[str, int]:
    """The place of every team that has a car. The team with the decision is ahead of all others (RH-089).

    In the first edition, places are by campaign points alone.
    """
    if play.score is not None:
        places = play.score.team_places()
        return _with_winner_first(play.decided, places) if play.decided else places
    points = {team: play.state.points.get(team, 0) for team in play.state.teams}  # no mutant: all teams have some
    return ranks_by_points(points)


def _with_winner_first(winner: str, places: Mapping[str, int]) -> dict[str, int]:
    """The places of all teams, with one put before all others."""
    behind = {team: place for team, place in places.items() if team != winner}
    ranks = {team: 2 + sum(other < place for other in behind.values()) for team, place in behind.items()}
    return {team: ranks.get(team, 1) for team in places}


def has_scored(play: Match, car: CarState) -> bool:
    """Whether a car has earned points for a kill (RH-093, CW-S-057)."""
    return car.scored if play.score is None else play.score.car_score(car.id).has_scored


def credits_of(play: Match, car: CarState) -> list[tuple[str, Fraction]]:
    """Who is credited with the kills of a car, each with a share; an empty text is nobody (RH-090)."""
    if play.score is None:
        return [(by, Fraction(1)) for by in car.killed_by]
    score = play.score.car_score(car.id)
    return [credit for kill in (score.mobility_kill, score.complete_kill) for credit in (kill or {}).items()]


def scored_kills(play: Match, car: CarState) -> int:
    """How many kills of a car were scored: its mobility kill and its complete kill (RH-090)."""
    if play.score is None:
        return len(car.killed_by)
    score = play.score.car_score(car.id)
    return sum(kill is not None for kill in (score.mobility_kill, score.complete_kill))


def complete_killers(play: Match, car: CarState) -> list[str]:
    """The cars that are credited with a complete kill, or with a share of it (RH-090)."""
    if play.score is not None:
        return [by for by, share in (play.score.car_score(car.id).complete_kill or {}).items() if by and share]
    return [by for by in car.killed_by[-1:] if by and car.status is CarStatus.COMPLETE_KILL]


def mobility_killers(play: Match, car: CarState) -> list[str]:
    """The cars that are credited with a mobility kill, or with a share of it (RH-090)."""
    if play.score is not None:
        return [by for by, share in (play.score.car_score(car.id).mobility_kill or {}).items() if by and share]
    return [by for by in car.killed_by[:1] if by]


def exact(points: Fraction) -> int | str:
    """Points as logs and tables have them: a whole number, or a fraction such as "20/3"."""
    return int(points) if points.denominator == 1 else str(points)

"""The decision of a duel whose best teams are level on campaign points. Rule RH-089.

Ruling: the level teams are compared by their duel points for kills; then by harm; then by all their duel points,
bonuses included; then by who was able to move last (CW-S-036); then by lost tires, of which fewer are better. The
team that is ahead by one of these, among those that the ones before it leave level, has the decision and one campaign
point more. Teams that are equal in all of it stay level.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from rules.rhad.match.duel_points import exact, kill_points, team_places, team_totals
from rules.rhad.match.harm import harm_by_team
from rules.rhad.match.match import Match

DECIDING_POINTS = 1
"""The campaign points that the decision is worth (RH-089)."""


def decide(play: Match) -> None:
    """Give the decision to one of the teams that are level at the top, if anything separates them (RH-089)."""
    points = play.state.points
    best = max(points.values(), default=0)
    level = [team for team, made in points.items() if made == best]
    if len(level) < 2:
        return
    ahead, earlier = level, dict[str, dict[str, int | str]]()
    for criterion, measure in CRITERIA.items():
        figures = measure(play)
        most = max(figures[team] for team in ahead)
        compared = {team: exact(figures[team]) for team in ahead}
        ahead = [team for team in ahead if figures[team] == most]
        if 1 < len(ahead) < len(compared):
            earlier[criterion] = compared
        if len(ahead) == 1:
            (play.decided,) = ahead
            points[play.decided] += DECIDING_POINTS
            more: dict[str, Any] = {"earlier": earlier} if earlier else {}
            play.note(
                "decision", "RH-089", level=level, points=best, winner=play.decided, by=criterion, figures=compared,
                **more,
            )  # fmt: skip
            return
    play.note("decision", "RH-089", level=level, points=best, winner="")


def _kill_points_by_team(play: Match) -> dict[str, Fraction]:
    cars = play.state.cars.values()
    return {
        team: sum((kill_points(play, car) for car in cars if car.team == team), Fraction(0))
        for team in play.state.teams
    }


def _places(play: Match) -> dict[str, Fraction]:
    """The place of every team, below 0 since lower ones are better. Of teams with equal totals, the one that was able
    to move last is ahead (CW-S-036).
    """
    return {team: Fraction(-place) for team, place in team_places(play).items()}


def _tires_by_team(play: Match) -> dict[str, Fraction]:
    """The lost tires of every team, below 0 since fewer are better (RH-077)."""
    cars = play.state.cars.values()
    return {team: Fraction(-sum(car.tires.count(0) for car in cars if car.team == team)) for team in play.state.teams}


CRITERIA: Mapping[str, Callable[[Match], Mapping[str, Fraction]]] = {
    "kills": _kill_points_by_team,
    "harm": harm_by_team,
    "duel points": team_totals,
    "movement": _places,
    "tires": _tires_by_team,
}
"""What decides between teams that are level, the first first: more is better (RH-089)."""

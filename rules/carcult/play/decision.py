"""The decision of a match whose best sides are level on points. Rule CC-090.

Ruling: the level sides are compared by their victory points, since 5 and 4 make the same points; then by the enemy
cars that they made explode; then by their condition, which is the share of the AZ of all their cars that are on the
table without damage. The side that is ahead by one of these, among those that the ones before it leave level, has the
decision and one point more. Sides that are equal in all three stay level.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.carcult.match.match import Match
from rules.carcult.match.state import DAMAGE, OFF_TABLE
from rules.carcult.settings import NO_DECISION

DECIDING_POINTS = 1
"""The points that the decision is worth (CC-090)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What decided between the sides that were level: the `winner`, empty if nothing separates them; the criterion it
    is ahead by, and the figures that were compared.
    """

    level: Sequence[str]
    winner: str = ""
    by: str = ""
    figures: Mapping[str, int | Fraction]


def decision_between(play: Match, points: Mapping[str, int]) -> Decision | None:
    """What decides between the sides with the most points that had cars; None if there are no two, or the house rules
    let sides share the place (CC-090).
    """
    fought = {car.team for car in play.state.cars.values()}
    best = max(points.values(), default=0)  # no mutant: only without teams
    level = [team for team, made in points.items() if made == best and team in fought]
    if len(level) <= 1 or play.settings.decision == NO_DECISION:
        return None
    ahead = level
    for criterion, measure in CRITERIA.items():
        figures = {team: measure(play, team) for team in ahead}
        most = max(figures.values())
        ahead = [team for team in ahead if figures[team] == most]
        if len(ahead) == 1:
            return Decision(level=level, winner=ahead[0], by=criterion, figures=figures)
    return Decision(level=level, figures={})


def _victory_points(play: Match, team: str) -> int:
    return play.points(team)


def _explosions(play: Match, team: str) -> int:
    """How many enemy cars a side has made explode (CC-065)."""
    return sum(len(car.kills) for car in play.state.cars.values() if car.team == team)


def condition(play: Match, team: str) -> Fraction:
    """The share of the AZ of a side's cars that are on the table and have no damage token (CC-062, CC-090)."""
    own = [car for car in play.state.cars.values() if car.team == team]
    whole = sum(len(track) for car in own for track in car.tracks.values())
    tracks = [track for car in own if car.status not in OFF_TABLE for track in car.tracks.values()]
    return Fraction(sum(len(track) - track.count(DAMAGE) for track in tracks), max(whole, 1))


CRITERIA: Mapping[str, Callable[[Match, str], int | Fraction]] = {
    "victory points": _victory_points,
    "explosions": _explosions,
    "condition": condition,
}
"""What decides between sides that are level, the first first: more is better (CC-090)."""

"""How the first edition ended a duel and scored bonuses, so that its logs come out as they did. Rules RH-089, RH-090.

Its rulings under RH-089: a team's duel points are those of all its cars' kills. Its leader's car is the one with the
most of them, or the first by id. The limits are tested once a round.
"""

from __future__ import annotations

from rules.rhad.match.match import Match
from rules.rhad.match.state import WHEELS, CarState, CarStatus, ControlLoss

WON_AT = 100
"""Duel points that end a match at once (RH-089)."""
LIMIT_POINTS, LIMIT_ROUNDS = 80, 5
"""Duel points that end a match if they are held for that many rounds (RH-089)."""
ALL_ALIVE, ONE_OF_TWO = 2, 1
"""The bonus for living occupants at the end: if all are alive, and if one of two is (RH-090)."""
FIRST_BLOOD, MOVING = 1, 1
"""The bonus for first blood, and for still moving at the end (RH-090)."""


def find_end_reason(play: Match) -> str:
    """Why the duel is over after this round; empty if it goes on (RH-089)."""
    state = play.state
    _count_rounds_at_limit(play)
    if len(play.running_teams()) <= 1:
        return "one team left"
    for team in state.teams:
        if not is_leader_in_control(play, team):
            continue
        if team_kill_points(play, team) >= WON_AT:
            return "score"
        if state.held[team] >= LIMIT_ROUNDS:
            return "score held"
    return "last round" if state.moment.turn >= play.duel.rounds else ""


def team_kill_points(play: Match, team: str) -> int:
    """A team's duel points, without bonuses (RH-089, RH-090)."""
    return sum(car.points for car in play.state.cars.values() if car.team == team)


def is_leader_in_control(play: Match, team: str) -> bool:
    """Whether the leader's car of a team is running, on its wheels and under control (RH-089)."""
    leader = max((car for car in play.state.cars.values() if car.team == team), key=lambda car: car.points)
    return leader.status is CarStatus.RUNNING and leader.pending is ControlLoss.NONE and leader.rest_side == WHEELS


def _count_rounds_at_limit(play: Match) -> None:
    """Count the consecutive rounds that each team has been at the lower limit, in control or not (RH-089)."""
    for team in play.state.teams:
        at_limit = team_kill_points(play, team) >= LIMIT_POINTS
        play.state.held[team] = play.state.held[team] + 1 if at_limit else 0


def score_bonus(play: Match, car: CarState) -> None:
    """Score the bonus of a car (RH-090)."""
    aboard = play.aboard(car)
    alive = sum(not play.is_dead(crew) for crew in aboard)
    crew_bonus = ALL_ALIVE if alive == len(aboard) else alive * ONE_OF_TWO
    before = car.bonus
    car.bonus = crew_bonus + (FIRST_BLOOD if car.blood else 0) + (MOVING if car.speed else 0)
    play.note(
        "bonus", "RH-090", car, before={"bonus": before}, after={"bonus": car.bonus},
        alive=alive, aboard=len(aboard), blood=car.blood, mph=car.speed,
    )  # fmt: skip

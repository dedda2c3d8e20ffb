"""The end of a duel: when it is over, its points, and who came through it. Rules RH-089, RH-090, RH-092.

Rulings under RH-089: a team's duel points are those of all its cars' kills. Its leader's car is the one with the most
of them, or the first by id. A match without cars is over before it begins.
"""

from __future__ import annotations

from rules.match.toughness_check import passes_toughness_check
from rules.rhad.match.match import Match
from rules.rhad.match.state import WHEELS, CarState, CarStatus, ControlLoss, CrewState

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
    running = {car.team for car in state.cars.values() if car.status is CarStatus.RUNNING}
    if len(running) <= 1:
        return "one team left"
    for team in state.teams:
        if not is_leader_in_control(play, team):
            continue
        if team_points(play, team) >= WON_AT:
            return "score"
        if state.held[team] >= LIMIT_ROUNDS:
            return "score held"
    return "last round" if state.moment.turn >= play.duel.rounds else ""


def team_points(play: Match, team: str) -> int:
    """A team's duel points, without bonuses (RH-089, RH-090)."""
    return sum(car.points for car in play.state.cars.values() if car.team == team)


def is_leader_in_control(play: Match, team: str) -> bool:
    """Whether the leader's car of a team is running, on its wheels and under control (RH-089)."""
    leader = max((car for car in play.state.cars.values() if car.team == team), key=lambda car: car.points)
    return leader.status is CarStatus.RUNNING and leader.pending is ControlLoss.NONE and leader.rest_side == WHEELS


def _count_rounds_at_limit(play: Match) -> None:
    """Count the consecutive rounds that each team has been at the lower limit, in control or not (RH-089)."""
    for team in play.state.teams:
        at_limit = team_points(play, team) >= LIMIT_POINTS
        play.state.held[team] = play.state.held[team] + 1 if at_limit else 0


def score_match(play: Match) -> None:
    """Score bonuses and campaign points, and resolve what injuries mean for the campaign (RH-090, RH-092)."""
    for car in play.state.cars.values():
        _bonus(play, car)
    for team in play.setup.teams:
        raw = sum(car.points + car.bonus for car in play.state.cars.values() if car.team == team.id)
        points = campaign_points(raw, play.settings.points_divisor)
        play.state.points[team.id] = points
        play.note("team_points", "RH-090", team=team.id, raw=raw, points=points)
    for car in play.state.cars.values():
        for crew in play.aboard(car):
            play.begin_procedure(f"end/{crew.id}")
            _resolve_injuries(play, car, crew)


def campaign_points(raw: int, divisor: int) -> int:
    """Campaign points for duel points: rounded half up, and never below 0 (RH-090)."""
    return (2 * max(raw, 0) + divisor) // (2 * divisor)


def _bonus(play: Match, car: CarState) -> None:
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


def _resolve_injuries(play: Match, car: CarState, crew: CrewState) -> None:
    """Resolve lost points as flesh wounds, a toughness check or out of action.

    In a destroyed car, anyone who is not out of action also makes a toughness check (RH-092, RH-094).
    """
    toughness = play.crews[crew.id].toughness
    before = {"wounds": crew.wounds, "out": crew.out}
    if play.is_dead(crew):
        crew.out = True
    elif crew.hits >= play.unconscious_at:
        crew.out = not passes_toughness_check(play, crew.id, toughness=toughness, rule="RH-092", why="unconscious")
        crew.wounds = int(not crew.out)
    else:
        crew.wounds = crew.hits
    if car.status is CarStatus.COMPLETE_KILL and not crew.out:
        crew.out = not passes_toughness_check(play, crew.id, toughness=toughness, rule="RH-092", why="destroyed car")
    after = {"wounds": crew.wounds, "out": crew.out}
    if after != before:
        play.note("came_through", "RH-092", car, crew=crew.id, before=before, after=after)

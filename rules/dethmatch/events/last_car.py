"""The last car standing: when cars are eliminated, and what places pay. Rules DM-M-128, DM-M-138, DM-M-146."""

from __future__ import annotations

from rules.dethmatch.events import scoring, starting_grid
from rules.dethmatch.events.heat_limits import arena_turns, can_act, enemies
from rules.dethmatch.ground.hexes import distance
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState


class LastCar:
    """Event C: places by elimination, the last car eliminated placed best (DM-M-138)."""

    heats = 2
    least_teams = 2
    circuit = False

    def place_on_grid(self, play: Match) -> None:
        """Put the teams at their places. A car that cannot start has no place in the result."""
        starting_grid.place_cars(play, starting_grid.starters(play))

    def on_hex_entered(self, play: Match, car: CarState, came_from: int, direction: int) -> None:
        """Do nothing."""

    def on_rollover(self, play: Match, car: CarState) -> None:
        """Do nothing."""

    def on_activation_end(self, play: Match) -> None:
        """Eliminate the cars in which nobody can act any more, all of one activation together (DM-M-138)."""
        state = play.state
        cars = [
            car
            for car in state.cars.values()
            if not car.eliminated and started_heat(play, car) and not can_act(play, car)
        ]
        for car in cars:
            car.eliminated = state.out_of_it + 1
            play.note("eliminated", "DM-M-138", car, after={"eliminated": car.eliminated})
        state.out_of_it += len(cars)

    def on_phase_end(self, play: Match) -> None:
        """Eliminate cars for what happened outside an activation."""
        self.on_activation_end(play)

    def on_turn_start(self, play: Match) -> None:
        """Do nothing."""

    def on_turn_end(self, play: Match) -> None:
        """Eliminate cars for what happened at the end of the turn."""
        self.on_activation_end(play)

    def is_over(self, play: Match) -> bool:
        """Whether the turn limit is reached or cars of only one team are left (DM-M-128, DM-M-138)."""
        return play.state.moment.turn >= self.turn_limit(play) or len({car.team for car in survivors(play)}) <= 1

    def turn_limit(self, play: Match) -> int:
        """Return the turns of an arena heat (DM-M-128)."""
        return arena_turns(play)

    def on_heat_end(self, play: Match) -> None:
        """Credit the drivers who survive in a place that pays (DM-M-135)."""
        paid = place_pay(play)
        for car in survivors(play):
            if paid[car.id] and play.driver(car) is not None:
                scoring.score(play, car, rule="DM-M-138", points=paid[car.id])

    def points(self, play: Match) -> dict[str, int]:
        """Return points for places and for each enemy car destroyed (DM-M-138)."""
        kill_points = play.settings.lcs_kill_points
        points = {team: kill_points * scoring.kills_of(play, team) for team in play.state.teams}
        for id, paid in place_pay(play).items():
            points[play.state.cars[id].team] += paid
        return points

    def weapons_held(self, play: Match) -> bool:  # noqa: ARG002 - the protocol's
        """Return False: weapons are free from the start."""
        return False

    def goal(self, play: Match, car: CarState) -> int:
        """Return the hex of the nearest enemy (DM-M-146)."""
        hexes = play.track.hexes
        nearest_first = sorted(enemies(play, car), key=lambda enemy: distance(hexes[enemy.at], hexes[car.at]))
        return nearest_first[0].at if nearest_first else NOWHERE


def started_heat(play: Match, car: CarState) -> bool:
    """Whether a car was on the grid of this heat, by the heats of its driver."""
    return play.state.moment.heat in play.state.crew[car.driver].heats


def survivors(play: Match) -> list[CarState]:
    """Return the cars that started and are not eliminated, in the order of the setup (DM-M-138)."""
    return [car for car in play.state.cars.values() if started_heat(play, car) and not car.eliminated]


def place_pay(play: Match) -> dict[str, int]:
    """Return the points that each car which started gets for its place.

    Survivors share theirs, and so do cars eliminated together. A survivor that fired no shot and made no collision
    gets half, rounded down, unless the house rule is off (DM-M-138).
    """
    table = scoring.points_by_place(play.settings.lcs_points)
    alive = survivors(play)
    paid = {}
    if alive:
        share = scoring.shared_points(table, first=1, cars=len(alive))
        for car in alive:
            passive = play.settings.lcs_passivity and not car.fired and not car.crashed
            paid[car.id] = share // 2 if passive else share
    first = len(alive) + 1
    eliminated = [car for car in play.state.cars.values() if car.eliminated]
    for order in sorted({car.eliminated for car in eliminated}, reverse=True):
        together = [car for car in eliminated if car.eliminated == order]
        share = scoring.shared_points(table, first=first, cars=len(together))
        paid.update({car.id: share for car in together})
        first += len(together)
    return paid

"""The last car standing: when cars are eliminated, and what places pay. Rules DM-M-128, DM-M-138, DM-M-146."""

from __future__ import annotations

from typing import Any

from rules.dethmatch.crew.credit import damage_done
from rules.dethmatch.editions import POINTS_EXPLAINED
from rules.dethmatch.events import scoring, starting_grid
from rules.dethmatch.events.closing_ground import closes, radius_in
from rules.dethmatch.events.heat_limits import EndReason, arena_turns, can_act, enemies, started_heat
from rules.dethmatch.events.settled_heat import settled_reason
from rules.dethmatch.ground.hexes import distance
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState
from rules.dethmatch.settings import DAMAGE_DECIDES


class LastCar:
    """Event C: places by elimination, the last car eliminated placed best (DM-M-138)."""

    heats = 2
    least_teams = 2
    circuit = False

    def place_on_grid(self, play: Match) -> None:
        """Put the teams at their places. A car that cannot start has no place in the result."""
        if play.settings.lcs_ending == DAMAGE_DECIDES:
            play.state.damage_done = {}
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
        """Log how far the ground reaches, if it closes in with this turn by house rule (DM-M-138)."""
        if not closes(play):
            return
        turn = play.state.moment.turn
        before, radius = radius_in(play, turn - 1), radius_in(play, turn)
        if radius < before:
            play.note("ground_closed", "DM-M-138", before={"radius": before}, after={"radius": radius})

    def on_turn_end(self, play: Match) -> None:
        """Eliminate cars for what happened at the end of the turn."""
        self.on_activation_end(play)

    def is_over(self, play: Match) -> bool:
        """Whether the turn limit is reached, cars of only one team are left, or nobody can do anything more
        (DM-M-128, DM-M-138).
        """
        return bool(self.end_reason(play))

    def end_reason(self, play: Match) -> str:
        """Return why the heat is over; empty if it is not (DM-M-128, DM-M-138)."""
        if len({car.team for car in survivors(play)}) <= 1:
            return EndReason.ONE_TEAM
        if play.state.moment.turn >= self.turn_limit(play):
            return EndReason.LIMIT
        return settled_reason(play)

    def turn_limit(self, play: Match) -> int:
        """Return the turns of an arena heat (DM-M-128)."""
        return arena_turns(play)

    def on_heat_end(self, play: Match) -> None:
        """Place the cars, and credit the drivers who survive in a place that pays (DM-M-135, DM-M-138)."""
        paid = place_pay(play)
        first = 1
        for level in standings(play):
            for car in level:
                play.note(
                    "placed", "DM-M-138", car, crew=car.driver, place=first, level=len(level),
                    damage=damage_done(play, car), criticals=len(car.criticals), points=paid[car.id],
                    survived=not car.eliminated, hidden=not car.eliminated and has_hidden(play, car),
                    **_fight_fields(play, car),
                )  # fmt: skip
            first += len(level)
        for car in survivors(play):
            if paid[car.id] and play.driver(car) is not None:
                scoring.score(play, car, rule="DM-M-138", points=paid[car.id])
        scoring.note_kills(play, each=play.settings.lcs_kill_points)

    def points(self, play: Match) -> dict[str, int]:
        """Return points for places and for each enemy car destroyed (DM-M-138)."""
        kill_points = play.settings.lcs_kill_points
        points = {team: kill_points * scoring.kills_of(play, team) for team in play.state.teams}
        for id, paid in place_pay(play).items():
            points[play.state.cars[id].team] += paid
        return points

    def places(self, play: Match) -> dict[str, int]:
        """Return the places; cars that are level have the first of those they share (DM-M-138)."""
        places, first = {}, 1
        for level in standings(play):
            places.update({car.id: first for car in level})
            first += len(level)
        return places

    def weapons_held(self, play: Match) -> bool:  # noqa: ARG002 - the protocol's
        """Return False: weapons are free from the start."""
        return False

    def goal(self, play: Match, car: CarState) -> int:
        """Return the hex of the nearest enemy (DM-M-146)."""
        hexes = play.track.hexes
        nearest_first = sorted(enemies(play, car), key=lambda enemy: distance(hexes[enemy.at], hexes[car.at]))
        return nearest_first[0].at if nearest_first else NOWHERE


def survivors(play: Match) -> list[CarState]:
    """Return the cars that started and are not eliminated, in the order of the setup (DM-M-138)."""
    return [car for car in play.state.cars.values() if started_heat(play, car) and not car.eliminated]


def standings(play: Match) -> list[list[CarState]]:
    """Return the cars that started, the best first; those that are level stand together (DM-M-138).

    Survivors come first, then the others, the last eliminated first. By the house rule, survivors are placed by the
    damage points they did to enemies in the heat, then by the criticals on their own car, the fewest first; without
    it they are level. One that only hid comes after those that fought, except where a house rule rewards hiding.
    """
    eliminated: dict[int, list[CarState]] = {}
    for car in play.state.cars.values():
        if car.eliminated:
            eliminated.setdefault(car.eliminated, []).append(car)
    return [*_place_survivors(play), *(eliminated[order] for order in sorted(eliminated, reverse=True))]


def _place_survivors(play: Match) -> list[list[CarState]]:
    alive = survivors(play)
    if play.settings.lcs_ending != DAMAGE_DECIDES:
        return [alive] if alive else []
    level: dict[tuple[bool, int, int], list[CarState]] = {}
    for car in alive:
        key = has_hidden(play, car), -damage_done(play, car), len(car.criticals)
        level.setdefault(key, []).append(car)
    return [level[key] for key in sorted(level)]


def has_hidden(play: Match, car: CarState) -> bool:
    """Whether a survivor fired no shot and made no collision, and the house rule counts that (DM-M-138)."""
    return play.settings.lcs_passivity and not car.fired and not car.crashed


def _fight_fields(play: Match, car: CarState) -> dict[str, Any]:
    """Return what a survivor fought by, for the entry of its place; empty if that does not count, the car only hid,
    or the edition is before the third (DM-M-138).
    """
    if play.setup.edition < POINTS_EXPLAINED or car.eliminated or not play.settings.lcs_passivity:
        return {}
    if not (car.fired or car.crashed):
        return {}
    return {"fought": "shots" if car.fired else "collision"}


def place_pay(play: Match) -> dict[str, int]:
    """Return the points that each car which started gets for its place.

    Cars that are level share the points of the places they hold. A survivor that only hid gets half, rounded down
    (DM-M-138).
    """
    table = scoring.points_by_place(play.settings.lcs_points)
    paid = {}
    first = 1
    for level in standings(play):
        share = scoring.shared_points(table, first=first, cars=len(level))
        for car in level:
            paid[car.id] = share // 2 if not car.eliminated and has_hidden(play, car) else share
        first += len(level)
    return paid

"""The lap race: checkpoints, laps, the finish, and the places. Rules DM-M-128, DM-M-133, DM-M-136."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.dethmatch.editions import POINTS_EXPLAINED, UNDRIVEN_CARS_DO_NOTHING
from rules.dethmatch.events import scoring, starting_grid
from rules.dethmatch.events.heat_limits import MOST_TURNS, EndReason, is_driven, started_heat
from rules.dethmatch.events.settled_heat import settled_reason
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.track import Track
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import INTACT_STATUSES, NOWHERE, CarState, CarStatus

TURNS_A_LAP = 15
EXTRA_TURNS = 15
"""The turn limit of a race: `TURNS_A_LAP` for each lap, and these in addition (DM-M-136)."""
TURNS_AFTER_WINNER = 6
"""How many turns a race goes on after the first car has finished (DM-M-136)."""
ALONG_THE_LINE = frozenset({0, 1, SIDES - 1})
"""How many hex-sides a step's direction may differ from the line's and still cross it (DM-M-136)."""


class LapRace:
    """Event A: a number of laps from a standing start, with points by place (DM-M-136)."""

    heats = 1
    least_teams = 1
    circuit = True

    def place_on_grid(self, play: Match) -> None:
        """Place the cars by d6 + driver's initiative, the highest in front (DM-M-136)."""
        starting_grid.place_cars(play, starting_grid.by_initiative(play))

    def on_hex_entered(self, play: Match, car: CarState, came_from: int, direction: int) -> None:
        """Let a car pass its next checkpoint, or after the last one complete a lap by crossing the line
        (DM-M-136).
        """
        if car.finish or not can_make_progress(play, car):
            return
        track = play.track
        if car.checkpoint < len(track.checkpoints):
            if car.at in track.checkpoints[car.checkpoint]:
                car.checkpoint += 1
                play.note(
                    "checkpoint", "DM-M-136", car, crew=car.driver,
                    before={"checkpoint": car.checkpoint - 1}, after={"checkpoint": car.checkpoint},
                )  # fmt: skip
            return
        if crosses(track, came_from=came_from, at=car.at, direction=direction):
            car.laps, car.checkpoint = car.laps + 1, 0
            play.note(
                "lap", "DM-M-136", car, crew=car.driver, before={"laps": car.laps - 1}, after={"laps": car.laps},
                of=laps_of(play), done_by=sum(other.laps >= car.laps for other in play.state.cars.values()),
            )  # fmt: skip
            if car.laps >= laps_of(play):
                car.finish = play.state.moment.turn, play.state.moment.phase

    def on_rollover(self, play: Match, car: CarState) -> None:
        """Do nothing."""

    def on_activation_end(self, play: Match) -> None:
        """Do nothing."""

    def on_phase_end(self, play: Match) -> None:
        """Place the cars that completed their last lap in this phase, and take them off the course (DM-M-136)."""
        state, track = play.state, play.track
        finishing = [
            car for car in state.cars.values() if len(car.finish) == 2 and car.status is not CarStatus.FINISHED
        ]
        placed = [car for car in finishing if car.status in INTACT_STATUSES]
        for car in finishing:
            car.finish = (*car.finish, hexes_past_line(track, car.at)) if car in placed else ()
        table = scoring.points_by_place(play.settings.race_points)
        for car in sorted(placed, key=lambda car: (car.finish[2], state.ranking.index(car.id)), reverse=True):
            state.finishers.append(car.id)
            place = len(state.finishers)
            before = {"status": car.status, "speed": car.speed}
            car.status, car.at, car.speed = CarStatus.FINISHED, NOWHERE, 0
            play.note(
                "finish", "DM-M-136", car, crew=car.driver, before=before, after={"status": car.status, "speed": 0},
                place=place, past=car.finish[2],
            )  # fmt: skip
            if points := scoring.place_points(table, place):
                scoring.score(play, car, rule="DM-M-136", points=points)
        if state.finishers and not state.winner_turn:
            state.winner_turn = state.moment.turn

    def on_turn_start(self, play: Match) -> None:
        """Do nothing."""

    def on_turn_end(self, play: Match) -> None:
        """Do nothing."""

    def is_over(self, play: Match) -> bool:
        """Whether every car that still runs has finished, the winner did so 6 turns ago, the turn limit is
        reached, or nobody can do anything more (DM-M-128, DM-M-136).
        """
        return bool(self.end_reason(play))

    def end_reason(self, play: Match) -> str:
        """Return why the heat is over; empty if it is not (DM-M-128, DM-M-136)."""
        state = play.state
        turn = state.moment.turn
        if not any(can_go_on(play, car) for car in state.cars.values()):
            return EndReason.NOBODY_GOES_ON
        if state.winner_turn and turn >= state.winner_turn + TURNS_AFTER_WINNER:
            return EndReason.WINNER
        return EndReason.LIMIT if turn >= self.turn_limit(play) else settled_reason(play, goals=next_goals)

    def turn_limit(self, play: Match) -> int:
        """Return the turn limit: 15 for each lap and 15 more, up to the limit of any heat (DM-M-128, DM-M-136)."""
        return turns_of_laps(laps_of(play))

    def on_heat_end(self, play: Match) -> None:
        """Log the places of cars that have not finished, and points for kills; drivers score when they finish
        (DM-M-136).
        """
        if play.setup.edition >= POINTS_EXPLAINED:
            self._note_unfinished(play)
        scoring.note_kills(play, each=play.settings.race_kill_points)

    def points(self, play: Match) -> dict[str, int]:
        """Return points for places and for each enemy car destroyed (DM-M-136)."""
        table = scoring.points_by_place(play.settings.race_points)
        kill_points = play.settings.race_kill_points
        points = {team: kill_points * scoring.kills_of(play, team) for team in play.state.teams}
        for place, id in enumerate(race_order(play), start=1):
            points[play.state.cars[id].team] += scoring.place_points(table, place)
        return points

    def places(self, play: Match) -> dict[str, int]:
        """Return the places of cars that have finished, then of those that are still driven (DM-M-136)."""
        return {id: place for place, id in enumerate(race_order(play), start=1)}

    def _note_unfinished(self, play: Match) -> None:
        """Log the place of each car that started and has not finished, 0 for none (DM-M-136)."""
        table, places = scoring.points_by_place(play.settings.race_points), self.places(play)
        cars = [
            car for car in play.state.cars.values() if started_heat(play, car) and car.id not in play.state.finishers
        ]
        for car in sorted(cars, key=lambda car: places.get(car.id, len(play.state.cars) + 1)):
            place = places.get(car.id, 0)
            points = scoring.place_points(table, place) if place else 0
            play.note(
                "unfinished", "DM-M-136", car, crew=car.driver, place=place, points=points, laps=car.laps,
                of=laps_of(play),
            )  # fmt: skip

    def weapons_held(self, play: Match) -> bool:
        """Whether no car has yet completed the laps that the house rule asks for, 1 by default (DM-M-133)."""
        laps = play.settings.weapons_hold_laps
        return all(car.laps < laps for car in play.state.cars.values())

    def goal(self, play: Match, car: CarState) -> int:  # noqa: ARG002 - the guide line is the way for everybody
        """Return no hex: cars follow the guide line."""
        return NOWHERE


def can_make_progress(play: Match, car: CarState) -> bool:
    """Whether a car can pass checkpoints and complete laps: it is not destroyed, and somebody drives it. In the first
    two editions a car that nobody drives can as well (DM-M-136).
    """
    if play.setup.edition < UNDRIVEN_CARS_DO_NOTHING:
        return car.status is not CarStatus.DESTROYED
    return is_driven(play, car)


def next_goals(play: Match, car: CarState) -> frozenset[int]:
    """Return the hexes a car has to reach next: those of its next checkpoint, or of the line (DM-M-136)."""
    track = play.track
    return track.checkpoints[car.checkpoint] if car.checkpoint < len(track.checkpoints) else track.line


def laps_of(play: Match) -> int:
    """Return how many laps the race has (DM-M-136)."""
    return play.setup.laps or play.settings.race_laps


def turns_of_laps(laps: int) -> int:
    """Return the turn limit of a race: 15 for each lap and 15 more, up to the limit of any heat
    (DM-M-128, DM-M-136).
    """
    return min(TURNS_A_LAP * laps + EXTRA_TURNS, MOST_TURNS)


def crosses(track: Track, *, came_from: int, at: int, direction: int) -> bool:
    """Whether a step enters the line from off it in the right direction, straight or slanting (DM-M-136)."""
    if at not in track.line or came_from in track.line:
        return False
    return (direction - track.line_direction) % SIDES in ALONG_THE_LINE


def can_go_on(play: Match, car: CarState) -> bool:
    """Whether a car is driven and not stuck at speed 0 with a broken suspension (DM-M-034)."""
    return is_driven(play, car) and not (car.broken and car.speed == 0)


RaceKey = tuple[int, int, int, int]
"""What places a car before others: smaller is better."""


def race_order(play: Match) -> list[str]:
    """Return the cars that have a place, the best first: finishers, then driven cars by laps, checkpoints and
    distance.

    Cars level in all of these are placed by initiative, as finishers are. No rule says so, but without it the first
    team of the setup would win every tie. Cars that are destroyed or not driven have no place (DM-M-136).
    """
    initiative = {id: number for number, id in enumerate(play.state.ranking)}
    keys = {
        car.id: race_key(play, car, initiative=initiative.get(car.id, -1), to_go=hexes_to_go)
        for car in play.state.cars.values()
    }
    return [*play.state.finishers, *rank_by_keys(keys)]


def race_key(
    play: Match, car: CarState, *, initiative: int, to_go: Callable[[Track, CarState], int]
) -> RaceKey | None:
    """Return what places a car in a race, None if it is not driven (DM-M-136).

    `initiative` is its index in the order of initiative, and -1 before there is one. `to_go` is `hexes_to_go`, or
    remembers what that said.
    """
    if not is_driven(play, car):
        return None
    return -car.laps, -car.checkpoint, to_go(play.track, car), -initiative


def rank_by_keys(keys: Mapping[str, RaceKey | None]) -> list[str]:
    """Return the cars that have a key, the best first."""
    placed = [(key, id) for id, key in keys.items() if key is not None]
    return [id for _, id in sorted(placed, key=lambda pair: pair[0])]


def hexes_past_line(track: Track, at: int) -> int:
    """Return how far along the guide line past the finish line a hex is, 0 on the line or behind it (DM-M-136)."""
    lap = len(track.guide)
    past = (track.along[at] - _along(track, track.line)) % lap
    return past if past <= lap // 2 else 0


def hexes_to_go(track: Track, car: CarState) -> int:
    """Return how far along the guide line the next checkpoint of a car is, or the line after the last
    one (DM-M-136).
    """
    has_checkpoint = car.checkpoint < len(track.checkpoints)
    return (
        _along(track, track.checkpoints[car.checkpoint] if has_checkpoint else track.line) - track.along[car.at]
    ) % len(track.guide)


def _along(track: Track, hexes: frozenset[int]) -> int:
    """Return the index on the guide line of its first hex among `hexes`. If none is, take the hex whose nearest guide
    hex comes first.
    """
    indexes = [number for number, at in enumerate(track.guide) if at in hexes]
    return indexes[0] if indexes else min(track.along[at] for at in hexes)

"""The lap race: checkpoints, laps, the flag at the end, and who is placed how. Rules DM-M-128, DM-M-133, DM-M-136."""

from __future__ import annotations

from rules.dethmatch.events import scoring, starting_grid
from rules.dethmatch.events.heat_limits import MOST_TURNS, is_driven
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.track import Track
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus

TURNS_A_LAP = 15
EXTRA_TURNS = 15
"""The turns a race may take: so many a lap, and so many more (DM-M-136)."""
TURNS_AFTER_WINNER = 6
"""How long the others have once the first car is home (DM-M-136)."""
ALONG_THE_LINE = frozenset({0, 1, SIDES - 1})
"""How far a step may point off the line's direction, in hex-sides, and still cross it (DM-M-136)."""


class LapRace:
    """Event A: so many laps from a standing start, and points by place (DM-M-136)."""

    heats = 1
    least_teams = 1
    circuit = True

    def place_on_grid(self, play: Match) -> None:
        """The grid is ordered by d6 + driver initiative, the highest in front (DM-M-136)."""
        starting_grid.place_cars(play, starting_grid.by_initiative(play))

    def on_hex_entered(self, play: Match, car: CarState, came_from: int, direction: int) -> None:
        """Pass the next checkpoint, or with all of them behind cross the line: a lap (DM-M-136)."""
        if car.finish or car.status is CarStatus.DESTROYED:
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
                "lap", "DM-M-136", car, crew=car.driver, before={"laps": car.laps - 1}, after={"laps": car.laps}
            )
            if car.laps >= laps_of(play):
                car.finish = play.state.moment.turn, play.state.moment.phase

    def on_rollover(self, play: Match, car: CarState) -> None:
        """Nothing hangs on it."""

    def on_activation_end(self, play: Match) -> None:
        """Nothing hangs on it."""

    def on_phase_end(self, play: Match) -> None:
        """Measure who crossed the line for the last time in this phase, and take them off the course (DM-M-136)."""
        state, track = play.state, play.track
        home = [car for car in state.cars.values() if len(car.finish) == 2 and car.status is not CarStatus.FINISHED]
        standing = [car for car in home if car.status in {CarStatus.RUNNING, CarStatus.PARKED}]
        for car in home:
            car.finish = (*car.finish, hexes_past_line(track, car.at)) if car in standing else ()
        table = scoring.points_by_place(play.settings.race_points)
        for car in sorted(standing, key=lambda car: (car.finish[2], state.ranking.index(car.id)), reverse=True):
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
        """Nothing hangs on it."""

    def on_turn_end(self, play: Match) -> None:
        """Nothing hangs on it."""

    def is_over(self, play: Match) -> bool:
        """All cars that run are home, or the winner has been for 6 turns, or there are no turns left (DM-M-136)."""
        state = play.state
        turn = state.moment.turn
        if turn >= self.turn_limit(play) or not any(can_go_on(play, car) for car in state.cars.values()):
            return True
        return bool(state.winner_turn) and turn >= state.winner_turn + TURNS_AFTER_WINNER

    def turn_limit(self, play: Match) -> int:
        """15 turns a lap and 15 more, but never more than any heat has (DM-M-128, DM-M-136)."""
        return turns_of_laps(laps_of(play))

    def on_heat_end(self, play: Match) -> None:
        """Who has not crossed the line has not scored."""

    def points(self, play: Match) -> dict[str, int]:
        """By place, and for each enemy car destroyed (DM-M-136)."""
        table = scoring.points_by_place(play.settings.race_points)
        each = play.settings.race_kill_points
        points = {team: each * scoring.kills_of(play, team) for team in play.state.teams}
        for place, id in enumerate(race_order(play), start=1):
            points[play.state.cars[id].team] += scoring.place_points(table, place)
        return points

    def weapons_held(self, play: Match) -> bool:
        """Until the leading car has completed as many laps as the house rule says, one in print (DM-M-133)."""
        held = play.settings.weapons_hold_laps
        return all(car.laps < held for car in play.state.cars.values())

    def goal(self, play: Match, car: CarState) -> int:  # noqa: ARG002 - the guide line is the way for everybody
        """Nowhere in particular: round the course."""
        return NOWHERE


def laps_of(play: Match) -> int:
    """How many laps the race has (DM-M-136)."""
    return play.setup.laps or play.settings.race_laps


def turns_of_laps(laps: int) -> int:
    """The turns a race of so many laps may take: 15 a lap and 15 more, but no more than any heat has (DM-M-128,
    DM-M-136).
    """
    return min(TURNS_A_LAP * laps + EXTRA_TURNS, MOST_TURNS)


def crosses(track: Track, *, came_from: int, at: int, direction: int) -> bool:
    """Whether a step onto the line crosses it the right way, straight on or slanting, from off it (DM-M-136)."""
    if at not in track.line or came_from in track.line:
        return False
    return (direction - track.line_direction) % SIDES in ALONG_THE_LINE


def can_go_on(play: Match, car: CarState) -> bool:
    """Whether a car still runs: driven, and not standing for good with a broken suspension (DM-M-034)."""
    return is_driven(play, car) and not (car.broken and car.speed == 0)


def race_order(play: Match) -> list[str]:
    """The cars that have a place, best first: finishers, then who still runs by laps, checkpoints and distance.

    Who is level in all of it is placed by initiative, as finishers are: no rule says it, and else the first team of
    the setup would win each tie. Destroyed cars and cars that nobody drives have none (DM-M-136).
    """
    rank = {id: number for number, id in enumerate(play.state.ranking)}
    running = [car for car in play.state.cars.values() if is_driven(play, car)]
    running.sort(
        key=lambda car: (
            -car.laps,
            -car.checkpoint,
            hexes_to_go(play.track, car),
            -rank.get(car.id, -1),  # no mutant: every car that runs is ranked, or none is yet
        )
    )
    return [*play.state.finishers, *(car.id for car in running)]


def hexes_past_line(track: Track, at: int) -> int:
    """How far along the guide line a car has come past the line; 0 on it or behind it (DM-M-136)."""
    lap = len(track.guide)
    past = (track.along[at] - _along(track, track.line)) % lap
    return past if past <= lap // 2 else 0


def hexes_to_go(track: Track, car: CarState) -> int:
    """How far along the guide line it is to what a car must pass next: a checkpoint, or the line (DM-M-136)."""
    waits = car.checkpoint < len(track.checkpoints)
    return (_along(track, track.checkpoints[car.checkpoint] if waits else track.line) - track.along[car.at]) % len(
        track.guide
    )


def _along(track: Track, hexes: frozenset[int]) -> int:
    """The index on the guide line of the first of its hexes that is among those; of the nearest one where none is."""
    on_it = [number for number, at in enumerate(track.guide) if at in hexes]
    return on_it[0] if on_it else min(track.along[at] for at in hexes)

"""The arena with flags: taking, dropping and capturing them. Rules DM-M-128, DM-M-137, DM-M-146."""

from __future__ import annotations

from rules.dethmatch.editions import POINTS_EXPLAINED
from rules.dethmatch.events import scoring, starting_grid
from rules.dethmatch.events.heat_limits import EndReason, arena_turns, enemies, is_driven, is_under_control
from rules.dethmatch.events.settled_heat import settled_reason
from rules.dethmatch.ground.hexes import distance
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus, Control, Flag

NEUTRAL = "flag"
"""The id of the neutral flag."""
ONE_FOR_ALL = 1
"""The number of flags that stands for one neutral flag. With any other number each team has its own (DM-M-137)."""


class FlagsEvent:
    """Event B: teams bring flags to their own base (DM-M-137)."""

    heats = 2
    least_teams = 2
    circuit = False

    def place_on_grid(self, play: Match) -> None:
        """Put the teams at their places and every flag at home (DM-M-137)."""
        starting_grid.place_cars(play, starting_grid.starters(play))
        play.state.flags = flags_at_home(play)
        for team in play.state.teams.values():
            team.captures = 0

    def on_hex_entered(self, play: Match, car: CarState, came_from: int, direction: int) -> None:  # noqa: ARG002 - the protocol's
        """Drop a flag the car can no longer carry in the hex it came from, take a flag here, and capture a carried
        flag in the team's base.
        """
        if car.flag and not can_carry(play, car):
            self._drop(play, car, came_from)
        if not is_under_control(play, car):
            return
        if not car.flag:
            self._take(play, car)
        if car.flag and car.at in base_of(play, car.team):
            self._bring_in(play, car)

    def on_rollover(self, play: Match, car: CarState) -> None:
        """Drop a carrier's flag where it rolls over, however it lands (DM-M-137)."""
        if car.flag:
            self._drop(play, car, car.at)

    def on_activation_end(self, play: Match) -> None:
        """Drop the flags of cars that can no longer carry one (DM-M-137)."""
        for flag in play.state.flags:
            if flag.carrier:
                car = play.state.cars[flag.carrier]
                if not can_carry(play, car):
                    self._drop(play, car, car.at)

    def on_phase_end(self, play: Match) -> None:
        """Drop flags for what happened outside an activation."""
        self.on_activation_end(play)

    def on_turn_start(self, play: Match) -> None:
        """Return flags that were captured or are out of reach to their homes (DM-M-137)."""
        turn = play.state.moment.turn
        for flag in play.state.flags:
            if flag.carrier or flag.at == flag.home:
                continue
            if flag.back == turn or _out_of_reach(play, flag.at):
                flag.at, flag.back = flag.home, 0
                play.note("flag_returned", "DM-M-137", after={"at": flag.at}, flag=flag.id)

    def on_turn_end(self, play: Match) -> None:
        """Do nothing."""

    def is_over(self, play: Match) -> bool:
        """Whether the turn limit is reached, no car is driven any more, or nobody can do anything more (DM-M-128,
        DM-M-137).
        """
        return bool(self.end_reason(play))

    def end_reason(self, play: Match) -> str:
        """Return why the heat is over; empty if it is not (DM-M-128, DM-M-137)."""
        if not any(is_driven(play, car) for car in play.state.cars.values()):
            return EndReason.NOBODY_GOES_ON
        return EndReason.LIMIT if play.state.moment.turn >= self.turn_limit(play) else settled_reason(play)

    def turn_limit(self, play: Match) -> int:
        """Return the turns of an arena heat (DM-M-128)."""
        return arena_turns(play)

    def on_heat_end(self, play: Match) -> None:
        """Log what points are for besides flags; drivers score when they capture a flag (DM-M-137)."""
        if play.setup.edition >= POINTS_EXPLAINED and play.settings.flag_survivor_points:
            for team in play.state.teams:
                if cars := [car.id for car in still_driving(play) if car.team == team]:
                    points = len(cars) * play.settings.flag_survivor_points
                    play.note("still_driving", "DM-M-137", team=team, cars=cars, points=points)
        scoring.note_kills(play, each=play.settings.flag_kill_points)

    def points(self, play: Match) -> dict[str, int]:
        """Return points for captured flags, enemy cars destroyed, and own cars that can still drive (DM-M-137)."""
        settings = play.settings
        points = {
            team: settings.flag_points * sheet.captures + settings.flag_kill_points * scoring.kills_of(play, team)
            for team, sheet in play.state.teams.items()
        }
        for car in still_driving(play):
            points[car.team] += settings.flag_survivor_points
        return points

    def places(self, play: Match) -> dict[str, int]:  # noqa: ARG002 - the protocol's
        """Return no places: cars have none here (DM-M-137)."""
        return {}

    def weapons_held(self, play: Match) -> bool:  # noqa: ARG002 - the protocol's
        """Return False: weapons are free from the start (DM-M-137)."""
        return False

    def goal(self, play: Match, car: CarState) -> int:
        """Return where a car is to go (DM-M-146).

        A carrier goes to its base. The team's nearest car without a flag goes to a flag that lies on the map. Other
        cars go to the nearest enemy carrier, or else the nearest enemy.
        """
        hexes = play.track.hexes
        if car.flag:
            return min(base_of(play, car.team), key=lambda at: (distance(hexes[at], hexes[car.at]), at))
        flags = [flag for flag in play.state.flags if flag.team != car.team and flag.at != NOWHERE]
        for flag in flags:
            if not flag.carrier and nearest_free_car(play, car.team, flag.at) == car.id:
                return flag.at
        carriers = [play.state.cars[flag.carrier] for flag in play.state.flags if flag.carrier]
        hunted = [carrier for carrier in carriers if carrier.team != car.team] or enemies(play, car)
        if not hunted:
            return NOWHERE
        return min(hunted, key=lambda enemy: distance(hexes[enemy.at], hexes[car.at])).at

    def _take(self, play: Match, car: CarState) -> None:
        """Take a flag that lies in the car's hex. The team's own flag goes home next turn instead (DM-M-137)."""
        for flag in play.state.flags:
            if flag.at != car.at or flag.carrier:
                continue
            if flag.team == car.team:
                if flag.at != flag.home:
                    flag.back = play.state.moment.turn + 1
                continue
            flag.carrier, flag.at, car.flag = car.id, NOWHERE, flag.id
            play.note("flag_taken", "DM-M-137", car, crew=car.driver, after={"flag": flag.id}, flag=flag.id)
            return

    def _drop(self, play: Match, car: CarState, at: int) -> None:
        flag = carried_flag(play, car)
        flag.carrier, flag.at, car.flag = "", at, ""
        if at == NOWHERE:
            flag.back = play.state.moment.turn + 1
        play.note("flag_dropped", "DM-M-137", car, before={"flag": flag.id}, after={"flag": ""}, flag=flag.id, at=at)

    def _bring_in(self, play: Match, car: CarState) -> None:
        """Capture the carried flag, which is out of play until the next turn (DM-M-137)."""
        flag, team = carried_flag(play, car), play.state.teams[car.team]
        flag.carrier, flag.at, flag.back, car.flag = "", NOWHERE, play.state.moment.turn + 1, ""
        team.captures += 1
        scoring.score(play, car, rule="DM-M-137", points=play.settings.flag_points)


def still_driving(play: Match) -> list[CarState]:
    """Return the cars that earn a point for being able to drive (DM-M-137)."""
    return [
        car
        for car in play.state.cars.values()
        if is_driven(play, car) and not car.broken and car.control is not Control.ROLLOVER
    ]


def flags_at_home(play: Match) -> list[Flag]:
    """Return the neutral flag in the center, or one flag for each team in its base (DM-M-137)."""
    if play.settings.flag_count == ONE_FOR_ALL:
        middle = play.track.flag_spawns[0]
        return [Flag(id=NEUTRAL, team="", home=middle, at=middle)]
    homes = {team: home_in(play, team) for team in play.state.teams}
    return [Flag(id=f"{NEUTRAL}.{team}", team=team, home=at, at=at) for team, at in homes.items()]


def base_of(play: Match, team: str) -> frozenset[int]:
    """Return the hexes of a team's base (DM-M-137)."""
    return play.track.bases[starting_grid.slot_of(play, team)]


def home_in(play: Match, team: str) -> int:
    """Return the hex of a team's own flag: the central hex of its base, by the sum of distances to the others."""
    hexes, base = play.track.hexes, sorted(base_of(play, team))
    return min(base, key=lambda at: (sum(distance(hexes[at], hexes[other]) for other in base), at))


def carried_flag(play: Match, car: CarState) -> Flag:
    """Return the flag that a carrier has."""
    return next(flag for flag in play.state.flags if flag.carrier == car.id)


def can_carry(play: Match, car: CarState) -> bool:
    """Whether a carrier keeps its flag: it is driven and not rolling over (DM-M-137)."""
    return is_driven(play, car) and car.control is not Control.ROLLOVER


def nearest_free_car(play: Match, team: str, at: int) -> str:
    """Return the id of a team's nearest driven car without a flag, the first of equally near ones, or an empty string
    (DM-M-146).
    """
    hexes = play.track.hexes
    free = [car for car in play.state.cars.values() if car.team == team and not car.flag and is_driven(play, car)]
    return min(free, key=lambda car: distance(hexes[car.at], hexes[at])).id if free else ""


def _out_of_reach(play: Match, at: int) -> bool:
    """Whether a flag lies under a wreck or a parked car."""
    car = play.in_hex(at) if at != NOWHERE else None
    return car is not None and car.status in {CarStatus.WRECK, CarStatus.PARKED}

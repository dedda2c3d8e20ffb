"""The autopilot's path in a phase. Rules RH-010 to RH-016, RH-062, RH-064, RH-085, RH-087."""

from __future__ import annotations

from collections.abc import Sequence

from rules.match.handling.handling_formulas import hit_loss
from rules.match.handling.headings import HALF_SIDES, ONE_SIDE, half_sides_off, shorter_turn, turn_by
from rules.match.handling.speed_table import HALVES, ROWS
from rules.rhad.autopilot.cars_ahead import creeping_cars, run_to_cars
from rules.rhad.autopilot.constants import Steering
from rules.rhad.autopilot.handling_harm import SAFE
from rules.rhad.autopilot.outlook import Outlook
from rules.rhad.autopilot.room import Room
from rules.rhad.autopilot.solid import mean_ram_points
from rules.rhad.car.handling import speed_of_check
from rules.rhad.ground.hexes import STRIDES, Place, ahead, hexes_of, light_drift, side_facing, steep_drift
from rules.rhad.match.state import LEFT, RIGHT, CarState
from rules.rhad.movement.collisions import REACH, closing_speed_on
from rules.rhad.movement.maneuvers import STRAIGHT, d_value
from rules.rhad.movement.moves import free_steps

MOST_GAINED = 2.0
"""The most duel points that a better place is ever worth."""
PLENTY = 3
"""The free steps beyond those of the round that make a road open."""
NEAR = 6
"""Half hexes within which another car makes a road narrow."""
ROTATIONS = {LEFT: "rotate_60_left", RIGHT: "rotate_60_right"}
NO_WAY = 8
"""What running into a wall costs besides its harm."""


class PathPlanner:
    """Plans a car's path in a phase. `at` and `facing` are where it will be and which way it will face (RH-087)."""

    def __init__(self, view: Outlook) -> None:
        self.view, self.car = view, view.car
        self.at, self.facing, self.heading = view.car.at, view.car.facing, view.car.heading
        self._slides = self.facing != self.heading

    def choose_maneuvers(self) -> tuple[str, ...]:
        """The maneuver of each free step of the phase, without straight steps at its end (RH-016, RH-087).

        If rolls of a skid or spin come first, the car goes straight on, since what will be ahead is unknown (RH-062).
        """
        view, car, play = self.view, self.car, self.view.play
        if car.rolls_left or not (steps := free_steps(play, car)):
            return ()
        self.end = car.hc + view.constants.gains[car.id][speed_of_check(play, car)] - view.lost
        to_come = sum(ROWS[car.speed].half_steps[play.state.moment.phase :]) // HALVES
        self.room = Room(view, car.speed)
        self.others = self._others_within(HALVES * (steps + to_come + view.judgment.look_ahead))
        self.creeping = creeping_cars(self.others)
        chosen = [self._step(steps - step - 1 + to_come) for step in range(steps)]
        while chosen and chosen[-1] == STRAIGHT:
            chosen.pop()
        return tuple(chosen)

    def _others_within(self, reach: int) -> list[CarState]:
        """The other cars within so many half hexes."""
        x, y = self.car.at
        return [
            other
            for other in self.view.play.state.cars.values()
            if other is not self.car and abs(other.at[0] - x) <= reach and abs(other.at[1] - y) <= reach
        ]

    def _step(self, to_come: int) -> str:
        """Choose the maneuver of the next step, before so many steps later in the round, and make it in thought."""
        if self._slides:
            return self._rotate()
        steering = self._choose(self._choices(to_come), to_come)
        self.facing = self.heading = (self.heading + steering.turn) % HALF_SIDES
        self.at = self._place_after(steering, self.heading)
        self.end -= steering.toll
        return steering.name

    def _choices(self, to_come: int) -> Sequence[Steering]:
        """The maneuvers that are weighed: all of them where a car is near or something solid is in the way of this
        round, turns where a wall is near, and on an open road those that do not take too much handling.
        """
        (x, y), constants = self.at, self.view.constants
        for other in self.others:
            if abs(other.at[0] - x) <= NEAR and abs(other.at[1] - y) <= NEAR:
                return constants.steerings
        run = constants.roads.run(x, y, self.heading)
        if run <= to_come:
            return constants.steerings
        if run <= to_come + PLENTY:
            return constants.turns
        if run > to_come + self.room.look and self._is_turn_too_much():
            return constants.straight
        return constants.easy_turns

    def _is_turn_too_much(self) -> bool:
        """Whether a turn takes more than a better place is worth."""
        end = self.end - self.view.constants.toll
        if end >= SAFE:
            return False
        return self.view.harm_of_handling(end) - self.view.harm_of_handling(self.end) > MOST_GAINED

    def _choose(self, choices: Sequence[Steering], to_come: int) -> Steering:
        """The maneuver that is worth most with its step; of those that look alike to the driver, the first. The first
        of all is straight on (RH-015).

        A maneuver that takes more off handling than a better place is ever worth is left out, unless going straight
        on is dangerous.
        """
        if len(choices) == 1:
            return choices[0]
        view, notices = self.view, self.view.judgment.notices
        toll_price, most, steps = view.prices.toll, 0.0, list[tuple[float, Steering]]()
        for steering in choices:
            end, price = self.end - steering.toll, toll_price * steering.toll
            if end < SAFE:
                price += view.harm_of_handling(end)
            if steps and most - price < steps[0][0]:
                continue
            heading = (self.heading + steering.turn) % HALF_SIDES
            at = self._place_after(steering, heading)
            is_taken, bad = self._harm_of_place(at, heading, to_come, end)
            along, down = self.at if is_taken else at
            good = view.exchange(along, down, heading)
            if not steps:
                most = good + MOST_GAINED
            steps.append((good - bad - price, steering))
        enough = max([worth for worth, _ in steps]) - notices
        return next(steering for worth, steering in steps if worth >= enough)

    def _place_after(self, steering: Steering, heading: int) -> Place:
        """Where a maneuver leads with its step (RH-015)."""
        if not steering.drift:
            (x, y), (along, down) = self.at, STRIDES[heading]
            return x + along, y + down
        if steering.drift == "light":
            return light_drift(self.at, heading, steering.way)
        return steep_drift(self.at, heading, steering.way)

    def _harm_of_place(self, at: Place, heading: int, to_come: int, end: float) -> tuple[bool, float]:
        """Whether a place is taken, so that the car stays where it is, and what is bad about it: about running into
        what is there, or about so many steps after it.
        """
        view = self.view
        if not view.constants.roads.is_free(at):
            return True, view.harm_of_wall(self.car.speed) + NO_WAY
        for other in self.others:
            if abs(other.at[0] - at[0]) <= REACH and abs(other.at[1] - at[1]) <= REACH:
                cells = hexes_of(at)
                if any(cell in cells for cell in hexes_of(other.at)):
                    return True, -self._worth_of_ram(other, heading, end)
        bad = self.room.harm(at[0], at[1], heading, to_come, end)
        if self.creeping and run_to_cars(self.creeping, at[0], at[1], heading) < to_come:
            bad += view.prices.skid + view.harm_of_car_ahead(self.car.speed)
        return False, bad

    def _worth_of_ram(self, other: CarState, heading: int, end: float) -> float:
        """What it is worth to run into another car on that heading, for a car that would otherwise end the
        round with that handling (RH-032, RH-075, RH-085).
        """
        return self._worth_of_blow(other, heading) - self._harm_of_contact(other, heading, end)

    def _harm_of_contact(self, other: CarState, heading: int, end: float) -> float:
        """What a ram costs besides its damage: handling, and speed (RH-032, RH-085)."""
        view, mph = self.view, closing_speed_on(heading, self.car.speed, other)
        after = end - hit_loss(mean_ram_points(mph), view.play.brackets)
        harm = view.harm_of_handling(after) - view.harm_of_handling(end) if after < SAFE else 0.0
        return harm + view.prices.halt

    def _worth_of_blow(self, other: CarState, heading: int) -> float:
        """What the damage of a ram is worth (RH-075, RH-085)."""
        view = self.view
        mph = closing_speed_on(heading, self.car.speed, other)
        own_side = side_facing(self.at, heading, other.at)
        foe = next((foe for foe in view.foes if foe.car is other), None)
        if foe is None:
            return -view.harm_of_ram(mph, own_side) - NO_WAY
        its_side = side_facing(other.at, other.facing, self.at)
        return view.worth_of_ram(foe, mph, own_side, its_side)

    def _rotate(self) -> str:
        """A rotation toward the line of travel, if there is handling for it. A car that slides makes no other
        maneuver in the whole phase, even when it faces its line again (RH-064).
        """
        view, way = self.view, shorter_turn(self.facing, self.heading)
        self.at = ahead(self.at, self.heading)
        if half_sides_off(self.facing, self.heading) < ONE_SIDE:
            return STRAIGHT
        name = ROTATIONS[way]
        toll = d_value(name, view.play.settings)
        if view.harm_of_handling(self.end - toll) - view.harm_of_handling(self.end) > view.prices.skid:
            return STRAIGHT
        self.end -= toll
        self.facing = turn_by(self.facing, ONE_SIDE * way)
        return name

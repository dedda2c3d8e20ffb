"""The autopilot's answers to every question: gear, move and slipstream.

Rules FW-107, FW-122, FW-124, FW-127, FW-140 to FW-143.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from rules.formule.autopilot import charges, rams, shots
from rules.formule.autopilot.hazards import Hazards
from rules.formule.autopilot.lanes import Square, Way, choose_lanes, straight_lanes
from rules.formule.autopilot.outlook import Outlook
from rules.formule.autopilot.plans import PACE, choose, is_first_order, plan_in_force
from rules.formule.autopilot.prices import PRICES, Prices
from rules.formule.autopilot.race_times import OUT
from rules.formule.autopilot.traffic import Traffic
from rules.formule.car import wear
from rules.formule.car.gears import open_gears
from rules.formule.match.match import Match
from rules.formule.match.orders import DriveOrder, DropOrder, FireOrder, GearOrder, Order, RamOrder, SlipstreamOrder
from rules.formule.match.positions import finish_line
from rules.formule.match.setup import MatchSetup
from rules.formule.match.state import CarState
from rules.formule.movement import collisions, slipstream
from rules.formule.movement.paths import PathState, longest_path, occupied, path_start
from rules.match.driving.choice import best_choice
from rules.match.driving.judgment import ACE, PROFILES, REGULAR, ROOKIE, VETERAN, Judgment, Profile

NEVER_OVERSHOOTS = 1000
HARMLESS = 0.05
"""What a way may take, in points of a race whose winner gets ten, before a driver thinks of other brakes for it."""
JUDGMENTS = {
    ROOKIE: Judgment(skill=ROOKIE, look_ahead=100, notices=0.35),
    REGULAR: Judgment(skill=REGULAR, look_ahead=6, notices=0.1),
    VETERAN: Judgment(skill=VETERAN, look_ahead=2, notices=0.05),
    ACE: Judgment(skill=ACE, look_ahead=1, notices=0),
}
"""How drivers judge by their skill: `look_ahead` is how many squares apart they think of firing on their way, and
`notices` is in points of a race whose winner gets ten.
"""
FORESIGHT = {ROOKIE: 0.1, REGULAR: 0.5, VETERAN: 0.9, ACE: 1}
"""How much drivers think, while they choose where to end a move, of the shots of the next turn."""


class Autopilot:
    """A pilot without state of its own: the same race at the same moment gets the same orders.

    It drives by the profile given, else by that of the house rules.
    """

    def __init__(self, prices: Prices = PRICES, profile: Profile | None = None) -> None:
        self.prices, self.profile = prices, profile

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The order for a question of that kind."""
        judgment = JUDGMENTS[play.entrants[car.id].driver.skill]
        profile = self.profile or PROFILES[play.settings.autopilot_profile]
        outlook = Outlook(play, car, self.prices, profile, foresight=FORESIGHT[judgment.skill])
        plan = plan_in_force(play, car)
        if first := is_first_order(car, kind):
            plan = choose(outlook, plan)
        outlook.follow(plan or PACE)
        stated = plan.text if plan and first else ""
        if kind == "gear":
            return GearOrder(gear=choose_gear(outlook, judgment), plan=stated)
        if kind == "slipstream":
            return choose_slipstream(outlook, judgment)
        return choose_drive(outlook, judgment, stated)


def pilot_for(setup: MatchSetup, prices: Prices) -> Autopilot:  # noqa: ARG001 - every book's pilots are made so
    """A pilot that drives by other prices."""
    return Autopilot(prices)


def choose_gear(outlook: Outlook, judgment: Judgment) -> int:
    """The gear worth most. Of those that look alike to the driver, the one they are in, then the lowest (FW-103,
    FW-140).
    """
    car = outlook.car
    changes, traffic = open_gears(car), Traffic(outlook)
    gears = sorted(changes, key=lambda gear: (gear != car.gear, gear))
    return best_choice(
        gears,
        lambda gear: (
            outlook.gear_worth(gear, changes[gear]) - traffic.loss(gear, car.brakes - changes[gear].get("brakes", 0))
        ),
        notices=judgment.notices * outlook.stakes.scale,
    )


def choose_drive(outlook: Outlook, judgment: Judgment, plan: str) -> DriveOrder:
    """A whole move: brakes, path, weapons and rams (FW-141 to FW-143)."""
    car, hazards, notices = outlook.car, Hazards(outlook), judgment.notices * outlook.stakes.scale
    worths = [
        outlook.stop_worth(car.roll - spent, car.gear, car.brakes - spent, car.fuel)
        for spent in range(min(car.brakes, car.roll - 1) + 1)
    ]
    brake = best_choice(range(len(worths)), worths.__getitem__, notices=notices)
    move = Move(outlook, hazards, brake, judgment)
    if move.worth < worths[brake] - HARMLESS * outlook.stakes.scale:
        moves = {
            spent: move if spent == brake else Move(outlook, hazards, spent, judgment)
            for spent, worth in enumerate(worths)
            if worth >= move.worth
        }
        brake = best_choice(moves, lambda spent: moves[spent].worth, notices=notices)
        move = moves[brake]
    fire, drop = move.weapons()
    return DriveOrder(path=move.path, brake=brake, plan=plan, fire=fire, drop=drop, ram=move.rams(fire))


def choose_slipstream(outlook: Outlook, judgment: Judgment) -> SlipstreamOrder:
    """The move in a slipstream if it is worth more than staying, else no move (FW-127, FW-140)."""
    play, car = outlook.play, outlook.car
    squares, hazards = slipstream.squares(play, car), Hazards(outlook)
    move = Move(outlook, hazards, 0, judgment, squares=squares)
    if len(move.path) < squares or move.worth <= move.stop_worth(0) - hazards.forced_harm(car.row, car.lane):
        return SlipstreamOrder()
    fire, drop = move.weapons()
    return SlipstreamOrder(path=move.path, fire=fire, drop=drop, ram=move.rams(fire))


class Move:
    """A move of so many squares by the best path, and what may be done on the way."""

    def __init__(
        self, outlook: Outlook, hazards: Hazards, brake: int, judgment: Judgment, *, squares: int | None = None
    ) -> None:
        self.outlook, self.play, self.car = outlook, outlook.play, outlook.car
        self.hazards, self.judgment, self.brake = hazards, judgment, brake
        self.brakes = self.car.brakes - brake
        self.squares = min(
            self.car.roll - brake if squares is None else squares, finish_line(self.play) - self.car.progress
        )
        self.path_worth, self.path = self._choose_path()

    @cached_property
    def worth(self) -> float:
        """What the move is worth: the end of it, and what is on the way there."""
        missing = self.squares - len(self.path)
        if not missing or self._may_ram_ahead():
            return self.stop_worth(self.squares) + self.path_worth
        return self._blocked_worth(missing) + self.path_worth

    def _may_ram_ahead(self) -> bool:
        """Whether a ram may open the way where cars bar it (FW-082)."""
        row, lane = self.car.row + len(self.path) + 1, (self.car.lane, *self.path)[-1]
        return any(
            other.lane == lane and not (other.row - row) % self.play.circuit.length and rams.may_ram(self.car, other)
            for other in self.outlook.rivals
        )

    def _blocked_worth(self, missing: int) -> float:
        """What the end of a move is worth that cars stop so many squares short (FW-122)."""
        car, outlook = self.car, self.outlook
        brakes, tires = collisions.BLOCKED_MOVE_POINTS.get(missing, (0, car.tires + 1))
        lack = max(brakes - self.brakes, 0)
        if tires + lack > car.tires:
            return -OUT * outlook.turn_price
        worth = outlook.stop_worth(len(self.path), car.gear, self.brakes - brakes + lack, car.fuel)
        return worth - (tires + lack) * outlook.prices.reserve * outlook.turn_price

    def stop_worth(self, squares: int) -> float:
        """What it is worth to end the move after so many squares."""
        return self.outlook.stop_worth(squares, self.car.gear, self.brakes, self.car.fuel)

    def _choose_path(self) -> Way:
        play, car = self.play, self.car
        length, squares = play.circuit.length, self.squares
        near = [other for other in play.racing_cars if (other.row - car.row) % length <= squares + 1]
        worths = self._square_worths()
        if len(near) == 1 and not worths and not self.hazards.forced_harm((car.row + squares) % length, car.lane):
            straight = straight_lanes(play.circuit, car.row, car.lane, squares)
            if straight:
                return 0.0, straight
        barred = {(other.row, other.lane) for other in near if other is not car}
        return choose_lanes(play.circuit, path_start(car), squares, barred, worths, self._end_worth)

    def _square_worths(self) -> dict[Square, float]:
        """The squares with hazards, and those from which the car may ram a rival (FW-062, FW-080, FW-125)."""
        play, car, stakes = self.play, self.car, self.outlook.stakes
        length, squares = play.circuit.length, self.squares
        hazards = self.hazards
        harms = hazards.on_the_way(squares, self.brakes) if hazards.harms else {}
        worths = {square: -harm for square, harm in harms.items()}
        for other in self.outlook.rivals:
            if 0 < (other.row - car.row) % length <= squares and rams.may_ram(car, other):
                side = max(rams.side_hit_worth(play, car, other, stakes), 0.0)
                behind = max(rams.passing_hit_worth(play, car, other, stakes, self.outlook.turn_price), 0.0)
                for row, lane, worth in (
                    (other.row, other.lane - 1, side),
                    (other.row, other.lane + 1, side),
                    ((other.row - 1) % length, other.lane, behind),
                ):
                    worths[row, lane] = worths.get((row, lane), 0.0) + worth
        return worths

    def _end_worth(self, row: int, lane: int) -> float:
        """What the lane adds in which the move ends: cars around it, a slipstream, and the hazards beyond that no
        lane leads around (FW-124, FW-127).
        """
        play, car, stakes = self.play, self.car, self.outlook.stakes
        length = play.circuit.length
        worth = -self.hazards.forced_harm(row, lane)
        for other in play.racing_cars:
            if other is car:
                continue
            ahead, across = (other.row - row) % length, abs(other.lane - lane)
            if (across == 1 and not ahead) or (not across and ahead in {1, length - 1}):
                crash = self._crash_worth(other) - self._crash_worth(car)
                worth += stakes.prices.contact * crash
            if ahead == 1 and not across:
                worth += self._tow_worth(row, lane, other)
        return worth

    def _crash_worth(self, other: CarState) -> float:
        """What a collision check of a car takes off; negative for a car of the own team that is not this one."""
        chance = (collisions.CRASHES_ON + wear.wound_penalty(other)) / float(wear.BLACK_DIE)
        worth = chance * self.outlook.stakes.loss(other, "body")
        return worth if other.team != self.car.team or other is self.car else -worth

    def _tow_worth(self, row: int, lane: int, other: CarState) -> float:
        """What the slipstream of a car right ahead of the end of the move is worth, if there is room to drive on
        (FW-127).
        """
        play, car, circuit = self.play, self.car, self.play.circuit
        if self.brake or not play.settings.slipstream or not slipstream.LEAST_GEAR <= other.gear <= car.gear:
            return 0.0
        worth = self.outlook.tow_worth((row - car.row) % circuit.length, car.gear, self.brakes)
        if not worth:
            return 0.0
        stops = car.stops if circuit.corner_of[row] == circuit.corner_of[car.row] else 0
        end = PathState(row=row, lane=lane, stops=stops)
        way = longest_path(circuit, end, slipstream.SQUARES, occupied(play, car))
        return worth if len(way) == slipstream.SQUARES else 0.0

    def _tow_at_the_end(self) -> float:
        """What the slipstream at the end of the path is worth, 0 if there is none."""
        if len(self.path) < self.squares or self.car.gear < slipstream.LEAST_GEAR:
            return 0.0
        row, lane = (self.car.row + self.squares) % self.play.circuit.length, (self.car.lane, *self.path)[-1]
        other = self.play.car_on((row + 1) % self.play.circuit.length, lane, but=self.car.id)
        return self._tow_worth(row, lane, other) if other else 0.0

    def weapons(self) -> tuple[tuple[FireOrder, ...], tuple[DropOrder, ...]]:
        """The weapon actions on the way: the best shots and charges (FW-031, FW-142)."""
        play, car, stakes = self.play, self.car, self.outlook.stakes
        left = play.settings.actions_per_turn - car.acted
        free = int(play.settings.drop_beside_shot)
        if left + free <= 0 or not car.weapons:
            return (), ()
        overshoots = next(
            (after for after, reach in enumerate(self.outlook.reaches) if reach.tires), NEVER_OVERSHOOTS
        )
        places = shots.firing_places(play, car, self.path, overshoots_after=overshoots)
        places = [*places[: -1 : self.judgment.look_ahead], *places[-1:]]
        found: list[shots.Shot | charges.Drop] = [
            *(shots.possible_shots(play, car, places, stakes) if left else ()),
            *charges.possible_charges(play, car, places, stakes),
        ]
        fire: list[FireOrder] = []
        drop: list[DropOrder] = []
        used: set[int] = set()
        for action in sorted(found, key=lambda action: -action.worth):
            if action.worth <= 0:
                break
            order = action.order
            if order.weapon in used:
                continue
            if isinstance(order, DropOrder) and len(drop) < free + max(left, 0):
                left -= len(drop) >= free
                drop.append(order)
            elif isinstance(order, FireOrder) and left > 0:
                left -= 1
                fire.append(order)
            else:
                continue
            used.add(order.weapon)
        return tuple(sorted(fire, key=lambda order: order.after)), tuple(sorted(drop, key=lambda order: order.after))

    def rams(self, fire: Sequence[FireOrder]) -> tuple[RamOrder, ...]:
        """The rams on the way, but of no car that a shot of the same move may put out before. Where cars bar the way,
        all are rammed: even a ram that fails opens it (FW-082, FW-143).
        """
        missing = self.squares - len(self.path)
        barred = max(self.stop_worth(self.squares) - self._blocked_worth(missing), 0.0) if missing else 0.0
        spared = {shot.target for shot in fire if not missing and shots.may_put_out(self.play, self.car, shot)}
        return rams.choose_rams(
            self.play,
            self.car,
            self.path,
            self.outlook.stakes,
            self.stop_worth,
            spared=spared,
            tow=self._tow_at_the_end(),
            barred=barred,
        )

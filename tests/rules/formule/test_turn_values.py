"""The autopilot's value of the next two turns: gears, stops and laps, and cars that finish within them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from rules.core.dice import Dice, KeyRing
from rules.formule import engine
from rules.formule.car.gears import DICE, gear_change_points
from rules.formule.first_autopilot.gear_choice import choose_gear, turn_start_of
from rules.formule.first_autopilot.road_ahead import road_of
from rules.formule.first_autopilot.turn_values import COMMON, FINISH_VALUE, TurnStart, turn_values_on
from rules.formule.ground.circuit import circuit_names
from rules.formule.match.packet_setup import setup_from_packet
from rules.formule.match.state import CarStatus
from rules.match.engine import play_match
from tests.rules.formule.boards import Board, Car
from tests.rules.formule.races import packet_with


def alone(row: int, gear: int, *, laps: int = 0, **state: Any) -> Board:
    return Board(Car("a", row=row, gear=gear, **state), laps=laps)


class Slow:
    """The expected values of two turns, square by square and in fractions, as the rulebook describes them."""

    def __init__(self, play: Board) -> None:
        self.circuit = play.circuit

    def turn(self, start: TurnStart, squares: int) -> tuple[int, TurnStart | None, bool]:
        """The value of a turn, how the car stands after it (None if it is out), and whether it makes a stop."""
        corner_of, corners, length = self.circuit.corner_of, self.circuit.corners, self.circuit.length
        row, stops, laps, over, paid, lost = start.row, start.stops, start.laps, 0, 0, False
        for _ in range(squares):
            corner, row = corner_of[row], (row + 1) % length
            laps -= row == 0
            if not laps:
                break
            if corner_of[row] != corner:
                lacking = corners[corner].stops - stops if corner >= 0 else 0
                lost, over, stops = lost or lacking > 1, over + (lacking == 1), 0
            paid += over
        if lost or paid > start.tires:
            return squares - start.weight * paid - 100, None, False
        in_corner = laps > 0 and corner_of[row] >= 0 and not over
        stop = in_corner and stops < corners[corner_of[row]].stops
        there = start._replace(
            row=row, stops=stops + in_corner, tires=start.tires - paid, laps=laps,
            gear=0 if paid and paid == start.tires else start.gear,
        )  # fmt: skip
        return squares - start.weight * paid + 3 * stop, there, stop

    def rolled(self, start: TurnStart, roll: int, turns: int) -> Fraction:
        brakes = range(min(2, start.brakes, roll) + 1)
        brake = next((points for points in brakes if self.turn(start, roll - points)[2]), 0)
        worth, there, _ = self.turn(start, roll - brake)
        if there is None or turns == 1:
            return Fraction(worth)
        if not there.laps:
            return Fraction(worth + FINISH_VALUE)
        return worth + max(self.gears(there._replace(brakes=start.brakes - brake), 1).values())

    def gears(self, start: TurnStart, turns: int) -> dict[int, Fraction]:
        values = {}
        for to in DICE:
            due = ({} if to == 1 else None) if start.gear == 0 else gear_change_points(start.gear, to)
            if due is None or any(getattr(start, name) < points for name, points in due.items()):
                continue
            begun = start._replace(gear=to, **{name: getattr(start, name) - points for name, points in due.items()})
            values[to] = sum((self.rolled(begun, face, turns) for face in DICE[to]), Fraction(0)) / len(DICE[to])
        return values


@pytest.mark.rule("FW-103", "FW-110", "FW-112", "FW-118", "FW-128", "FW-140", "FW-141")
@pytest.mark.parametrize(
    ("row", "gear", "state"),
    [
        (0, 2, {}),
        (10, 3, {}),
        (17, 3, {"brakes": 0}),
        (20, 4, {"brakes": 1}),
        (35, 2, {}),
        (60, 1, {}),
        (66, 1, {"brakes": 2}),
        (71, 2, {"stops": 2, "brakes": 0}),
        (71, 1, {"stops": 1}),
        (31, 2, {"stops": 1}),
        (31, 1, {"tires": 1}),
        (33, 1, {"tires": 2}),
        (78, 3, {"progress": 158}),
        (74, 2, {"progress": 154, "stops": 3}),
        (60, 2, {"progress": 140}),
    ],
)
def test_the_means_of_two_turns_are_those_of_driving_them(row: int, gear: int, state: dict[str, int]) -> None:
    play = alone(row, gear, **state)
    turn_start = turn_start_of(play, play.car())
    by_table = turn_values_on(road_of(play)).gear_values(turn_start)
    assert {to: Fraction(mean, COMMON**2) for to, mean in by_table.items()} == Slow(play).gears(turn_start, 2)


@pytest.mark.rule("FW-140")
@pytest.mark.parametrize(
    ("row", "gear", "state", "best"),
    [
        (68, 3, {}, 3),  # three stops from row 70 to 77: gear 4 would leave two of them for one turn
        (70, 4, {"stops": 1}, 3),
        (73, 4, {"stops": 1}, 2),  # the third stop is made next turn
    ],
)
def test_a_gear_is_chosen_with_an_eye_on_the_stops_of_the_turn_after(
    row: int, gear: int, state: dict[str, int], best: int
) -> None:
    play = alone(row, gear, **state)
    assert choose_gear(play, play.car()) == best


@pytest.mark.rule("FW-128", "FW-140")
@pytest.mark.parametrize(
    ("laps", "progress", "left"), [(1, -1, 2), (1, 0, 1), (1, 79, 1), (2, 79, 2), (2, 80, 1), (10, 0, 9)]
)
def test_a_car_on_the_grid_has_a_line_more_to_cross(laps: int, progress: int, left: int) -> None:
    play = alone(progress % 80, 1, laps=laps, progress=progress)
    assert turn_start_of(play, play.car()).laps == left


@pytest.mark.rule("FW-140")
@pytest.mark.parametrize("circuit", circuit_names())
def test_most_cars_without_weapons_come_home_on_every_circuit(circuit: str) -> None:
    packet = packet_with(6, circuit=circuit)
    bare = msgspec.json.decode(msgspec.json.encode(packet), type=type(packet))
    for team in bare.teams:
        for seat in team.seats:
            seat.car.design.pop("weapons", None)
    home = 0
    for race in range(4):
        play = play_match(engine, setup_from_packet(bare), Dice(KeyRing(b"%d" % race, {packet.match: ""})))
        home += sum(car_state.status is CarStatus.FINISHED for car_state in play.state.cars.values())
    assert home >= 12

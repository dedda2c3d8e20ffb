"""What lies ahead of a car on an empty track, square by square: the tires it pays, where it would be out, and which
stops it makes. Rules FW-109 to FW-113, FW-128, FW-140.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.formule.play import Play
from rules.formule.positions import finish_line
from rules.formule.state import CarState

OUT, STOP = -100, 3
"""What a move that puts the car out is priced at, and what a stop it needs (FW-140)."""
MOST_BRAKES = 2
"""The brake points spent to make a stop (FW-141)."""


class Outlook(NamedTuple):
    """For each number of squares from 0: the tires paid, whether the car is out, and whether the turn makes a stop
    that is needed.
    """

    tires: list[int]
    out: list[bool]
    stops: list[bool]


def outlook(play: Play, car: CarState, squares: int) -> Outlook:
    """What driving 0 squares to that many comes to, others left aside. Past the finish nothing is paid (FW-128)."""
    circuit = play.circuit
    length, corner_of, corners = circuit.length, circuit.corner_of, circuit.corners
    row, stops, toll = car.row, car.stops, car.overshooting
    home = finish_line(play) - car.progress
    extra = play.settings.rain_overshoot_extra and play.setup.weather == "rain"
    corner = corner_of[row]
    paid, lost = 0, False
    found = Outlook([0], [False], [corner >= 0 and not toll and stops < corners[corner].stops])
    for driven in range(1, squares + 1):
        row = row + 1 if row + 1 < length else 0
        now = corner_of[row]
        if driven >= home:
            found.tires.append(paid)
            found.out.append(lost)
            found.stops.append(False)
            continue
        if now != corner:
            if corner >= 0 and stops < corners[corner].stops:
                if stops + 1 < corners[corner].stops:
                    lost = True
                else:
                    toll += 1
                    paid += extra
            corner, stops = now, 0
        paid += toll
        if paid > car.tires:
            lost = True
        found.tires.append(paid)
        found.out.append(lost)
        found.stops.append(now >= 0 and not toll and not lost and stops < corners[now].stops)
    return found


def braking(ahead: Outlook, squares: int, brakes: int) -> int:
    """The brake points to spend on a roll: as few as make a needed stop, and none where nothing does (FW-141)."""
    if ahead.stops[squares]:
        return 0
    for brake in range(1, min(MOST_BRAKES, brakes, squares) + 1):
        if ahead.stops[squares - brake]:
            return brake
    return 0


def price(ahead: Outlook, squares: int, weight: int) -> int:
    """What ending so many squares on is worth (FW-140)."""
    worth = squares - weight * ahead.tires[squares]
    if ahead.out[squares]:
        worth += OUT
    return worth + STOP if ahead.stops[squares] else worth


def weight_of(play: Play, car: CarState) -> int:
    """How much a tire point weighs: 1 with more than half of them left, 2 otherwise (FW-140)."""
    return 1 if 2 * car.tires > play.entrants[car.id].design.tires else 2

"""What a gear loses before the roll by cars that bar all lanes ahead. Rules FW-082, FW-102, FW-107, FW-108, FW-122,
FW-140.
"""

from __future__ import annotations

from rules.formule.autopilot import rams
from rules.formule.autopilot.outlook import Outlook
from rules.formule.autopilot.race_times import FACES, OUT
from rules.formule.car.gears import DICE
from rules.formule.match.state import CarState
from rules.formule.movement import collisions

NEAR = 12
"""How many rows ahead cars may be that are thought to bar the way."""
STOPPED = 0.5
"""How often the ram of a rival that bars the way ends the move there (FW-082, FW-093)."""


class Traffic:
    """The cars right ahead of a car, as its driver sees them before the roll."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.room, self.barring = _free_way(outlook)
        """How many squares cars leave free, and the cars that bar all lanes beyond; none if there is a way past."""

    def loss(self, gear: int, brakes: int) -> float:
        """What the cars that bar the way take off the mean worth of a gear with so many brakes left, in points of the
        race.
        """
        if not self.barring:
            return 0.0
        lost = 0.0
        for rolled, faces in FACES[gear]:
            if self.room < rolled < self.outlook.to_go:
                lost += faces * self._loss_of_roll(rolled, gear, brakes)
        return lost / len(DICE[gear])

    def _loss_of_roll(self, rolled: int, gear: int, brakes: int) -> float:
        """The rest of a move past a rival, which may be rammed, or brakes and tires behind a car of the own team
        (FW-082, FW-122).
        """
        outlook, car, room = self.outlook, self.outlook.car, self.room
        full = outlook.stop_worth(rolled, gear, brakes, car.fuel)
        if any(rams.may_ram(car, other) for other in self.barring):
            return STOPPED * max(full - outlook.stop_worth(room, gear, brakes, car.fuel), 0.0)
        spent = min(rolled - room, brakes)
        tires = rolled - room - spent
        if tires > car.tires or tires > max(collisions.BLOCKED_MOVE_POINTS):
            return max(full + OUT * outlook.turn_price, 0.0)
        stopped = outlook.stop_worth(room, gear, brakes - spent, car.fuel)
        return max(full - stopped + tires * outlook.prices.reserve * outlook.turn_price, 0.0)


def _free_way(outlook: Outlook) -> tuple[int, list[CarState]]:
    play, own = outlook.play, outlook.car
    row, ways, length = own.row, play.circuit.ways, play.circuit.length
    cars: dict[int, list[CarState]] = {}
    for other in play.racing_cars:
        ahead = (other.row - row) % length
        if 0 < ahead <= NEAR:
            cars.setdefault(ahead, []).append(other)
    lanes, seen = {own.lane}, 0
    for ahead in sorted(cars):
        for squares in range(seen, ahead):
            open_ways = ways[(row + squares) % length]
            lanes = {to for lane in lanes for to in open_ways[lane]}
        barring = [other for other in cars[ahead] if other.lane in lanes]
        lanes -= {other.lane for other in barring}
        if not lanes:
            return ahead - 1, barring
        seen = ahead
    return NEAR, []

"""The end of being out of control, when a car has come to speed 0. Rules DM-M-052, DM-M-070, DM-M-074, DM-M-075,
DM-M-092.
"""

from __future__ import annotations

from rules.dethmatch.driving import control_states, uncontrolled
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, Control


def stop_losing_control(play: Match, car: CarState) -> None:
    """End being out of control at speed 0. The car keeps its facing, and a rollover lands (DM-M-052, DM-M-070,
    DM-M-074, DM-M-075, DM-M-092).
    """
    before = car.control
    if before is not Control.OK:
        car.control, car.way, car.owed = Control.OK, 0, []
        play.note(
            "stop",
            control_states.RULES.get(before, "DM-M-092"),
            car,
            before={"control": before},
            after={"control": car.control},
        )
    car.aligns = False
    if before is Control.ROLLOVER:
        play.rollovers.land(play, car)
    car.loser = ""
    uncontrolled.come_to_rest(play, car)

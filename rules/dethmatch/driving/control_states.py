"""The states of a car out of control: the rule of each, and the direction such a car travels in. Rules DM-M-071 to
DM-M-075, DM-M-080.
"""

from __future__ import annotations

from rules.dethmatch.match.state import CarState, Control

RULES = {
    Control.MINOR_SKID: "DM-M-071",
    Control.FISHTAIL: "DM-M-072",
    Control.MAJOR_SKID: "DM-M-073",
    Control.SPIN: "DM-M-074",
    Control.ROLLOVER: "DM-M-075",
}
"""The rule that log entries cite for each state."""


def heading(car: CarState) -> int:
    """Return the direction a car travels in: its facing, unless it spins or is still to straighten after a spin
    (DM-M-074, DM-M-080).
    """
    return car.travel if car.speed and (car.control is Control.SPIN or car.aligns) else car.facing

"""A car that is destroyed: the kill, the test of its crew, and the wreck it leaves. Rule DM-M-110."""

from __future__ import annotations

from rules.dethmatch.crew.credit import credit
from rules.dethmatch.damage import injuries
from rules.dethmatch.driving import uncontrolled
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import KNOCKED_OUT, CarState, CarStatus


def destroy(play: Match, car: CarState, *, by: str, cause: str, tests_crew: bool = True) -> None:
    """Destroy a car: credit the kill, test its crew, and let it roll on until it stops as a wreck (DM-M-110).

    Without `tests_crew` the crew is unhurt, as a house rule allows for cars that land on their roof (DM-M-075).
    """
    if car.status in KNOCKED_OUT:
        return
    before = car.status
    car.status, car.to_lay, car.laying = CarStatus.DESTROYED, 0, ""
    play.note(
        "destroyed", "DM-M-110", car, crew=by, before={"status": before}, after={"status": car.status}, cause=cause
    )
    credit(play, by, car, kill=True)
    if tests_crew:
        injuries.test_crew_of_destroyed(play, car)
    uncontrolled.roll_on(play, car)

"""The start of a heat: which car starts where. Rules DM-M-040, DM-M-136, DM-M-137."""

from __future__ import annotations

from collections.abc import Sequence

from rules.dethmatch.crew.checks import effective_trait
from rules.dethmatch.ground.track import Track
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, CarStatus


def slot_of(play: Match, team: str) -> str:
    """Return a team's slot on a track: `t1` for the first team of the match, and so on."""
    return f"t{list(play.teams).index(team) + 1}"


def starters(play: Match) -> list[CarState]:
    """Return the cars that start the heat, in the order of the setup."""
    return [car for car in play.state.cars.values() if car.status is CarStatus.RUNNING]


def by_initiative(play: Match) -> list[CarState]:
    """Return the starters by d6 + driver's initiative, the highest first. Ties roll again (DM-M-136)."""
    return _rank_by_initiative(play, starters(play))


def place_cars(play: Match, cars: Sequence[CarState]) -> None:
    """Put cars on their starting places in the given order, and log them (DM-M-040).

    A car takes the best free place of its team's slot, or else the best free place without a slot.
    """
    free = places(play.track)
    for car in cars:
        slot = slot_of(play, car.team)
        number = next((place for place in free if play.track.grid_slots[place] == slot), None)
        if number is None:
            number = next(place for place in free if not play.track.grid_slots[place])
        free.remove(number)
        car.at, car.facing = play.track.grid[number]
        car.travel = car.facing
        play.note(
            "grid", "DM-M-040", car, crew=car.driver, after={"at": car.at, "facing": car.facing}, place=number + 1
        )


def places(track: Track) -> list[int]:
    """Return the indexes of a track's starting places, the best first."""
    return list(range(len(track.grid)))


def _rank_by_initiative(play: Match, cars: list[CarState]) -> list[CarState]:
    totals: dict[int, list[CarState]] = {}
    for car in cars:
        driver = play.state.crew[car.driver]
        initiative = effective_trait(play, driver, "initiative")
        total = play.d6(f"grid of {car.id}") + initiative
        play.note("grid_roll", "DM-M-136", car, crew=driver.id, initiative=initiative, total=total)
        totals.setdefault(total, []).append(car)
    ranked: list[CarState] = []
    for total in sorted(totals, reverse=True):
        tied = totals[total]
        ranked += _rank_by_initiative(play, tied) if len(tied) > 1 else tied
    return ranked

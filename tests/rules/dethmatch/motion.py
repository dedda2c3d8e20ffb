"""One car on an open field, ready to move, with loaded dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.orders import StandingOrder
from rules.dethmatch.match.state import CarState
from tests.rules.dethmatch.boards import NO_REROLLS, Board, Car, open_field

HERE, AHEAD, TWO_AHEAD = (0, 0), (1, 0), (2, 0)
LEFT_AHEAD, RIGHT_AHEAD = (1, -1), (0, 1)
BEHIND, TWO_BEHIND = (-1, 0), (-2, 0)
"""The car's place, with facing 0, and the hexes around it."""
RADIUS = 4
EDGE_AHEAD, EDGE_BEHIND = (RADIUS, 0), (-RADIUS, 0)
"""The last hexes of the field ahead of the car and behind it."""
Place = tuple[int, int]


def on_the_road(
    *,
    faces: Sequence[int] = (),
    driving: int = 3,
    gunnery: int = 3,
    initiative: int = 3,
    toughness: int = 3,
    talents: tuple[str, ...] = (),
    gunner_talents: tuple[str, ...] | None = None,
    fit: Mapping[str, Any] | None = None,
    surface: str = "asphalt",
    ground: Mapping[Place, Mapping[str, Any]] | None = None,
    items: Sequence[ItemEntry] = (),
    switches: Mapping[str, Any] | None = None,
    standing: StandingOrder = NO_REROLLS,
    others: Mapping[str, Place] | None = None,
    **sheet: Any,
) -> tuple[Board, CarState]:
    """A car at `HERE`, in phase 1 of turn 1, with speed 4, handling 3 of 3, acceleration 2 and 5 fuel.

    The sheet may set other values, and `fit` changes the figures the car was built with. `ground` gives hexes special
    fields; `others` are standing cars, by id and place.
    """
    driver = {
        "driving": driving,
        "gunnery": gunnery,
        "initiative": initiative,
        "toughness": toughness,
        "talents": talents,
    }
    gunner = None if gunner_talents is None else {"talents": gunner_talents}
    play = Board(
        Car("c1", at=HERE, driver=driver, gunner=gunner, items=items),
        *(Car(id, at=place) for id, place in (others or {}).items()),
        faces=faces,
        track=open_field(RADIUS, surface=surface, special=ground),
        switches=switches,
        standing=standing,
    )
    car = play.car()
    play.fits[car.id] = replace(play.fits[car.id], **(fit or {}))
    for name, value in {"speed": 4, "handling": 3, "fuel": 5, **sheet}.items():
        setattr(car, name, list(value) if isinstance(value, list) else value)
    return play, car

"""The cars of a match's line-ups with their crews, drawn and named as the viewer may see them. Rule CW-Q-013."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.printed_names import ITEM_WORDS
from league.pages.base_context import franchise_color
from league.queries.matches import CarriedItems, items_carried_by
from rules.campaign.garage.rival_view import is_hidden_on_car
from rules.campaign.garage.silhouettes import model_of
from rules.match.car_silhouettes import CarModel


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A car of a line-up with its crew; `color` is that of its franchise."""

    franchise: str
    color: str
    car: str
    model: CarModel | None
    """What the car looks like; None once a report may have cost it what was on it."""
    driver: str
    driver_href: str
    gunner: str
    gunner_href: str
    carries: str
    """The names of the items on the car and on its crew."""


def seat_lines(
    seats: Sequence[Any], names: Mapping[str, str], *, own: Container[str], hidden: frozenset[str], loaded: bool
) -> list[SeatLine]:
    """The lines of seats, in their order: in one query, and none without seats or unless they are still `loaded`.

    `names` has the franchises by short id. What is `hidden` of rivals' cars is left out of those not of `own`.
    """
    carried = items_carried_by(seats) if seats and loaded else {}
    return [_seat_line(seat, names, carried.get(seat.pk), own=own, hidden=hidden) for seat in seats]


def _seat_line(
    seat: Any, names: Mapping[str, str], carried: CarriedItems | None, *, own: Container[str], hidden: frozenset[str]
) -> SeatLine:
    franchise = links.short_id(seat.line_up.franchise_id)
    hidden_here = frozenset() if franchise in own else hidden
    gunner, car = seat.gunner, seat.car
    return SeatLine(
        franchise=names.get(franchise, franchise),
        color=franchise_color(franchise),
        car=car.name or links.short_id(car.pk),
        model=None
        if carried is None
        else model_of(
            overhead=car.overhead,
            gunner_station=car.gunner_station,
            kinds=_visible(carried.on_car, hidden_here),
        ),
        driver=seat.driver.person.name,
        driver_href=links.object_url(seat.driver),
        gunner="" if gunner is None else gunner.person.name,
        gunner_href="" if gunner is None else links.object_url(gunner),
        carries=""
        if carried is None
        else " · ".join(ITEM_WORDS[kind] for kind in _visible(carried.kinds, hidden_here)),
    )


def _visible(kinds: Iterable[str], hidden: frozenset[str]) -> list[str]:
    return [kind for kind in kinds if not is_hidden_on_car(kind, hidden)]

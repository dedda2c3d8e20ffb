"""The teams of a match on its page: how each stands, and its cars and crews as the viewer may see them. CW-Q-013."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.printed_names import ITEM_WORDS
from franchises.crests import Crest, crest_of
from league.pages.base_context import franchise_color
from league.queries.matches import PUBLIC_LINE_UP_STEPS, CarriedItems, items_carried_by
from rules.campaign.garage.rival_view import is_hidden_on_car
from rules.campaign.garage.silhouettes import model_of
from rules.match.drawing.car_silhouettes import CarModel

LINE_UPS_CLOSED_STEPS = (*PUBLIC_LINE_UP_STEPS, "void")


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team of the match; `line_up` says in words whether its line-up has been named."""

    short_name: str
    name: str
    href: str
    crest: Crest
    points: int | None
    won: bool
    line_up: str
    own: bool
    awaited: bool
    """Whether a commissioner who does not own it may do now what its owner has not done."""
    notes: tuple[str, ...]
    """What is unusual: a forfeit, a waived garage, staff hired for the match, an open shop."""
    owner_zone: str = ""
    """The time zone of its owner, for members of the league; empty for others, and if the owner shows none."""


def team_line(team: Any, *, own: Container[str], step: str, is_member: bool = False) -> TeamLine:
    """The line of a line-up as `line_ups` reads it, for the owner of the franchises in `own`."""
    line_up = "" if step in LINE_UPS_CLOSED_STEPS else "line-up is in" if team.named else "no line-up yet"
    name = team.franchise.identity.name
    short = links.short_id(team.franchise_id)
    href = links.object_url(team.franchise)
    decided, shopping = team.decided or team.forfeited, team.shopping == "open"
    waited_for = {"M3": not team.named, "M5.4": not decided, "M5.10": shopping}
    notes = (
        ("forfeited", team.forfeited),
        ("garage waived", team.garage_waived),
        ("rating 4 staff for the match", team.match_mechanic),
        ("shopping", shopping),
    )
    return TeamLine(
        short_name=short,
        name=name,
        href=href,
        crest=crest_of(short),
        points=team.points,
        won=team.won,
        line_up=line_up,
        own=short in own,
        awaited=short not in own and waited_for.get(step, False),
        notes=tuple(note for note, applies in notes if applies),
        owner_zone=(team.owner_zone or "").replace("_", " ") if is_member else "",
    )


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

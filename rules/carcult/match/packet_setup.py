"""The setup of a match from a league's locked match, and what stays out of it. Rules CC-015, CC-070, CC-073, CC-075,
CC-081, CC-082, CC-090, CC-102, CC-104.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.carcult.cards import BUILD_LIMIT, DRIVER, FIXER, GUNNER, NAMES
from rules.carcult.designs.design import Design, read_design
from rules.carcult.designs.design_errors import figure_errors, lenient_settings
from rules.carcult.designs.stock_designs import COUNTERPARTS, is_card_allowed, stock_design
from rules.carcult.editions import EDITION, EDITIONS
from rules.carcult.ground.table import MOST_TEAMS, TEAM_CARS, Table, resolve_table
from rules.carcult.ground.table_document_errors import table_document_errors
from rules.carcult.match.scenario import bonus_of, scenario_errors
from rules.carcult.match.setup import AVERAGE_TRAIT, CarEntry, CrewEntry, MatchSetup
from rules.carcult.settings import NAMESPACE
from rules.core.document_validation import DesignUnreadable
from rules.core.refusals import Malformed
from rules.core.switches import Setting
from rules.match.catalog import WEAPON_KINDS
from rules.match.counterparts import counterparts
from rules.match.design_validation import design_or_stock
from rules.match.packet import PackedCar, PackedDriver, PackedSeat, PackedTeam, Packet
from rules.match.ruleset import ErrorDetail
from rules.match.toughness_check import DEFAULT_TOUGHNESS

Switches = Mapping[str, Setting]
OVER_LIMIT, NO_PLACE = "limit", "places"
"""Why a car stays out: the build limit, or the number of a team's starting places (CC-070, CC-090)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpCar:
    """A car of a line-up with its design. `out` is empty if it enters, else `OVER_LIMIT` or `NO_PLACE`."""

    seat: PackedSeat
    design: Design
    out: str

    @property
    def enters(self) -> bool:
        """Whether it takes part in the match."""
        return not self.out


def setup_from_packet(packet: Packet) -> MatchSetup:
    """The setup of a skirmish from its packet, with the cars that fit the build limit (CC-070, CC-090).

    Raises `Malformed` for a packet that cannot be played, such as that of a log which has been tampered with.
    """
    if errors := list(_packet_errors(packet)):
        raise Malformed(" ".join(errors))
    table = resolve_table(packet.setting.get("table", ""))
    cars = tuple(
        car for number, team in enumerate(packet.teams) for car in _cars(team, number, table, packet.switches)
    )
    return MatchSetup(
        match=packet.match,
        table=table,
        teams=tuple(team.franchise for team in packet.teams),
        cars=cars,
        crew=tuple(_crew(packet, cars)),
        switches={name: value for name, value in packet.switches.items() if name.startswith(NAMESPACE)},
        bonus=bonus_of(packet.setting),
        starting_speed=packet.setting.get("starting_speed"),
        edition=packet.edition if packet.edition in EDITIONS else EDITION,
    )


def _packet_errors(packet: Packet) -> Iterator[str]:
    """What keeps a packet from being played (CC-015, CC-070, CC-090).

    That is its number of teams, a table written out, its scenario, and the figures of designs that can be read.
    """
    if len(packet.teams) > MOST_TEAMS:
        yield f"A table takes {MOST_TEAMS} teams, not {len(packet.teams)}: take some out."
    table = packet.setting.get("table")
    if isinstance(table, Mapping):
        yield from (error.sentence for error in table_document_errors(table))
    yield from (scenario_error.sentence for scenario_error in scenario_errors(packet.setting))
    for car in (seat.car for team in packet.teams for seat in team.seats):
        if car.design and _is_readable(car.design):
            yield from (f"{car.id}: {figure_error.sentence}" for figure_error in figure_errors(car.design))


def _is_readable(design: Mapping[str, Any]) -> bool:
    try:
        read_design(design)
    except DesignUnreadable:
        return False
    return True


def line_up_warnings(packet: Packet) -> list[ErrorDetail]:
    """A warning for each car that stays out, each gunner without a card, and each item or card without effect."""
    return [
        warning
        for team in packet.teams
        for seated in select_cars(team, packet.switches)
        for warning in _car_warnings(team, seated, packet.switches)
    ]


def select_cars(team: PackedTeam, switches: Switches) -> list[LineUpCar]:
    """A team's cars in order, each with whether it enters (CC-070).

    The first car that exceeds the build limit or the starting places stays out, and so do all cars after it.
    """
    cars: list[LineUpCar] = []
    az_left, out = BUILD_LIMIT, ""
    for seat in team.seats:
        design = design_of(seat.car, switches)
        if not out and len(cars) == TEAM_CARS:
            out = NO_PLACE
        az_left -= design.az
        if not out and az_left < 0:
            out = OVER_LIMIT
        cars.append(LineUpCar(seat=seat, design=design, out=out))
    return cars


def design_of(car: PackedCar, switches: Switches) -> Design:
    """A car's own design, or a design with the cards its items stand for."""
    kinds = [item.kind for item in car.items]

    def stock() -> Design:
        return read_design(stock_design(gunner_station=car.gunner_station, kinds=kinds, switches=switches))

    return design_or_stock(car, read=read_design, otherwise=stock)


def crew_of(seat: PackedSeat, design: Design) -> dict[str, str]:
    """The competitor on each crew card that has one (CC-102).

    The driver is the dangerous driver; the gunner is the gutsy gunner, or else the fixer.
    """
    crew = {DRIVER: seat.driver.id} if design.has(DRIVER) else {}
    card = next((key for key in (GUNNER, FIXER) if design.has(key)), "")
    if seat.gunner is not None and card:
        crew[card] = seat.gunner.id
    return crew


def _cars(team: PackedTeam, number: int, table: Table, switches: Switches) -> Iterator[CarEntry]:
    entering = [entry for entry in select_cars(team, switches) if entry.enters]
    for entry, place in zip(entering, table.places(number), strict=False):
        car, design = entry.seat.car, entry.design
        yield CarEntry(
            id=car.id,
            team=team.franchise,
            design=design,
            start=place,
            driver=entry.seat.driver.id,
            crew=crew_of(entry.seat, design),
            criticals=car.criticals,
            driving=_trait(entry.seat.driver, "driving"),
            gunnery=_trait(entry.seat.gunner or entry.seat.driver, "gunnery"),
        )


def _trait(person: PackedDriver, trait: str) -> int:
    return person.traits.get(trait, AVERAGE_TRAIT)


def _crew(packet: Packet, cars: Sequence[CarEntry]) -> Iterator[CrewEntry]:
    """Everybody in the cars that enter, with their toughness (CC-104)."""
    people = {person.id: person for team in packet.teams for seat in team.seats for person in _people(seat)}
    for car in cars:
        for id in dict.fromkeys((car.driver, *car.crew.values())):
            toughness = people[id].traits.get("toughness", DEFAULT_TOUGHNESS)
            yield CrewEntry(id=id, team=car.team, toughness=toughness)


def _people(seat: PackedSeat) -> list[PackedDriver]:
    return [seat.driver] if seat.gunner is None else [seat.driver, seat.gunner]


# ------------------------------------------------------------------------------------------- what stays out


def _car_warnings(team: PackedTeam, seated: LineUpCar, switches: Switches) -> Iterator[ErrorDetail]:
    car, design = seated.seat.car, seated.design
    if seated.out == OVER_LIMIT:
        yield _warning(
            "stays_out",
            "CC-070",
            f"{car.id} has {design.az} AZ, and {team.franchise} is over {BUILD_LIMIT} with it or a car before it: it "
            "stays out, so line up smaller cars.",
        )
        return
    if seated.out:
        text = f"{car.id} stays out, since a team starts with {TEAM_CARS} cars: line up first those you want."
        yield _warning("stays_out", "CC-090", text)
        return
    gunner = seated.seat.gunner
    if gunner is not None and gunner.id not in crew_of(seated.seat, design).values():
        yield _warning(
            "no_gunner_card",
            "CC-102",
            f"{car.id} has no gunner's or fixer's card for {gunner.id}, who stays in the pits: build one in.",
        )
    represented = counterparts([card.key for card in design.cards], car.items, alike=COUNTERPARTS)
    for item in car.items:
        if (item.kind in COUNTERPARTS or item.kind in WEAPON_KINDS) and item.id not in represented:
            yield _warning("no_card", "CC-075", f"{car.id} has no card for {item.id} ({item.kind}): it does nothing.")
    settings = lenient_settings(switches)
    for card in design.cards:
        if not is_card_allowed(card.key, settings):
            text = f"The {NAMES[card.key]} of {car.id} does nothing, since it is not played here."
            yield _warning("not_played", "CC-081" if card.key == "turbo" else "CC-082", text)


def _warning(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence, warning=True)

"""Turns a league's locked match into one the engine can play. Rules RH-039, RH-064, RH-085, RH-094."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.refusals import Malformed
from rules.match.counterparts import counterparts
from rules.match.design_validation import design_or_stock
from rules.match.driving.judgment import skill_of
from rules.match.packet import PackedCar, PackedDriver, PackedSeat, Packet
from rules.match.ruleset import ErrorDetail, in_words
from rules.rhad.designs.design import Design, read_design
from rules.rhad.designs.stock_designs import stock_design
from rules.rhad.designs.stock_weapons import COUNTERPARTS
from rules.rhad.editions import EDITION, EDITIONS
from rules.rhad.ground.arena import MOST_CARS, Arena, Start, resolve_arena
from rules.rhad.ground.arena_errors import arena_errors
from rules.rhad.match.setup import CarEntry, CrewEntry, MatchSetup, TeamEntry

AVERAGE_TRAIT = 3
"""A driver has skill if their driving trait is above this (ruling under RH-064)."""


def setup_from_packet(packet: Packet) -> MatchSetup:
    """The match of a packet, with its cars on their starting places. Cars after the twelfth stay in the pits; see
    `line_up_warnings` (RH-085).

    Raises `Unknown` or `Malformed` for an invalid arena.
    """
    arena = _arena(packet.setting)
    places = arena.places([len(team.seats) for team in packet.teams])
    teams = (
        TeamEntry(
            id=team.franchise,
            cars=tuple(_car(seat, start) for seat, start in zip(team.seats, starts, strict=False)),
        )
        for team, starts in zip(packet.teams, places, strict=True)
    )
    return MatchSetup(
        match=packet.match,
        arena=arena,
        teams=tuple(team for team in teams if team.cars),
        switches=dict(packet.switches),
        edition=packet.edition if packet.edition in EDITIONS else EDITION,
    )


def _arena(setting: Mapping[str, Any]) -> Arena:
    """The arena of a match; one that is written out is checked (RH-085)."""
    chosen = setting.get("arena", "")
    if not isinstance(chosen, str) and (errors := arena_errors(chosen)):
        raise Malformed(f"The arena cannot be fought in: {in_words(errors)}")
    return resolve_arena(setting)


def line_up_warnings(packet: Packet) -> list[ErrorDetail]:
    """Warnings about cars without a starting place, gunners without a seat, and items that no weapon of the car's
    design stands for (RH-085, RH-094).
    """
    seats = [seat for team in packet.teams for seat in team.seats]
    return [warning for number, seat in enumerate(seats, start=1) for warning in _seat_warnings(seat, number)]


def _seat_warnings(seat: PackedSeat, number: int) -> Iterator[ErrorDetail]:
    car, design = seat.car, design_of(seat.car)
    if number > MOST_CARS:
        yield _warning(
            "no_place", "RH-085", f"{car.id} finds no place: an arena has {MOST_CARS}. It stays in the pits."
        )
    if seat.gunner is not None and not design.has_gunner:
        text = f"{seat.gunner.id} finds no gunner's seat in {car.id}, and stays in the pits: design one."
        yield _warning("no_seat", "RH-085", text)
    used = set(_items(car, design))
    idle = [f"{item.id} ({item.kind})" for item in car.items if item.id not in used]
    if idle:
        text = f"{car.id} carries {', '.join(idle)}, which no weapon of its design stands for: it has no effect."
        yield _warning("no_counterpart", "RH-094", text)


def design_of(car: PackedCar) -> Design:
    """The car's own design, or if there is none that can be read, a stock one for what it carries (RH-085)."""
    kinds = [item.kind for item in car.items]

    def stock() -> Design:
        return read_design(stock_design(dp=car.dp, gunner_station=car.gunner_station, kinds=kinds))

    return design_or_stock(car, read=read_design, otherwise=stock)


def _car(seat: PackedSeat, start: Start) -> CarEntry:
    car, design = seat.car, design_of(seat.car)
    return CarEntry(
        id=car.id,
        design=design,
        at=start.at,
        facing=start.facing,
        driver=_crew(seat.driver),
        gunner=_crew(seat.gunner) if seat.gunner is not None and design.has_gunner else None,
        items=tuple(_items(car, design)),
        criticals=car.criticals,
    )


def _items(car: PackedCar, design: Design) -> list[str]:
    """For each weapon, the id of the item it stands for, or an empty text (RH-094)."""
    return counterparts((weapon.kind for weapon in design.weapons), car.items, alike=COUNTERPARTS)


def _crew(driver: PackedDriver) -> CrewEntry:
    """A driver as they enter. Their skill is what their driving trait exceeds 3 by (ruling under RH-064)."""
    return CrewEntry(
        id=driver.id,
        skill=max(driver.traits["driving"] - AVERAGE_TRAIT, 0),
        toughness=driver.traits["toughness"],
        rank=skill_of(driver.traits["driving"]),
    )


def _warning(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence, warning=True)

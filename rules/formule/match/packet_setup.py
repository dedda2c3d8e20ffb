"""The setup of a race from a league's locked match. Rules FW-128, FW-129, FW-140, FW-151, FW-154."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.refusals import Malformed
from rules.core.switches import Setting
from rules.formule.designs.design import Design, read_design
from rules.formule.designs.design_errors import limits_of
from rules.formule.designs.stock_designs import COUNTERPARTS, stock_design
from rules.formule.editions import EDITION, EDITIONS
from rules.formule.ground.circuit import Circuit, circuit_names, resolve_circuit
from rules.formule.ground.circuit_errors import circuit_errors
from rules.formule.match.setup import WEATHERS, CarEntry, DriverEntry, MatchSetup, TeamEntry
from rules.formule.settings import MOST_LAPS, settings_of
from rules.match.catalog import WEAPON_KINDS
from rules.match.counterparts import counterparts
from rules.match.design_validation import design_or_stock
from rules.match.driving.judgment import REGULAR, skill_of
from rules.match.packet import PackedCar, PackedDriver, PackedSeat, Packet
from rules.match.ruleset import ErrorDetail, in_words
from rules.match.toughness_check import DEFAULT_TOUGHNESS

Switches = Mapping[str, Setting]


def setup_from_packet(packet: Packet) -> MatchSetup:
    """The setup of a race from its packet.

    It leaves out gunners, and items without a counterpart among the design's weapons: see `line_up_warnings`. Raises
    `Unknown` or `Malformed` for an invalid circuit, laps or house rules.
    """
    return MatchSetup(
        match=packet.match,
        circuit=_circuit(packet.setting),
        teams=tuple(
            TeamEntry(id=team.franchise, cars=tuple(_car(seat, packet.switches) for seat in team.seats))
            for team in packet.teams
        ),
        weather=packet.surface or WEATHERS[0],
        laps=_laps(packet.setting),
        switches=dict(packet.switches),
        edition=packet.edition if packet.edition in EDITIONS else EDITION,
    )


def _circuit(setting: Mapping[str, Any]) -> Circuit:
    """The circuit in a race's setting, named or written out; else the first that comes with the game (FW-107)."""
    choice = setting.get("circuit") or circuit_names()[0]
    if not isinstance(choice, str) and (errors := circuit_errors(choice)):
        raise Malformed(f"The circuit cannot be raced on: {in_words(errors)}")
    return resolve_circuit(choice)


def _laps(setting: Mapping[str, Any]) -> int:
    """The laps in a race's setting; 0 for the default of the house rules (FW-128)."""
    laps = setting.get("laps", 0)
    if type(laps) is not int or not 0 <= laps <= MOST_LAPS:
        raise Malformed(f"A race has 1 to {MOST_LAPS} laps: give a whole number, or leave it out for the usual ones.")
    return laps


def line_up_warnings(packet: Packet) -> list[ErrorDetail]:
    """A warning for each gunner, who has no seat here, and each item that no weapon of the design stands for."""
    return [
        warning for team in packet.teams for seat in team.seats for warning in _seat_warnings(seat, packet.switches)
    ]


def _seat_warnings(seat: PackedSeat, switches: Switches) -> Iterator[ErrorDetail]:
    car = seat.car
    if seat.gunner is not None:
        text = f"{car.id} races with its driver alone: {seat.gunner.id} stays in the pits."
        yield ErrorDetail(code="no_gunner", rule="FW-031", sentence=text, warning=True)
    mounted = set(_counterparts(car, design_of(car, switches)))
    for item in car.items:
        if item.kind in WEAPON_KINDS and WEAPON_KINDS[item.kind].mount and item.id not in mounted:
            text = f"{car.id} has no weapon for {item.id} ({WEAPON_KINDS[item.kind].name}): it stays in the box."
            yield ErrorDetail(code="no_counterpart", rule="FW-154", sentence=text, warning=True)


def design_of(car: PackedCar, switches: Switches) -> Design:
    """A car's own design, or a stock design with the weapons its items stand for (FW-154)."""
    kinds, limits = [item.kind for item in car.items], limits_of(settings_of(switches))
    return design_or_stock(car, read=read_design, otherwise=lambda: stock_design(kinds=kinds, limits=limits))


def _counterparts(car: PackedCar, design: Design) -> list[str]:
    """The id of the item that each weapon of the design stands for, empty for none."""
    return counterparts((weapon.key for weapon in design.weapons), car.items, alike=COUNTERPARTS)


def _skill(driver: PackedDriver) -> int:
    """How well a driver judges, by what they drive and shoot with (FW-140)."""
    return skill_of(driver.traits.get("driving", REGULAR), driver.traits.get("gunnery", REGULAR))


def _car(seat: PackedSeat, switches: Switches) -> CarEntry:
    design = design_of(seat.car, switches)
    toughness = seat.driver.traits.get("toughness", DEFAULT_TOUGHNESS)
    return CarEntry(
        id=seat.car.id,
        design=design,
        driver=DriverEntry(id=seat.driver.id, toughness=toughness, skill=_skill(seat.driver)),
        items=tuple(_counterparts(seat.car, design)),
        criticals=seat.car.criticals,
    )

"""Races of stock cars for tests: packets of teams `t1`, `t2` …, their cars `t1.c1` …, and their drivers `t1.d1` …."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.dice import Dice, KeyRing
from rules.core.switches import Setting
from rules.formule import engine
from rules.formule.designs.stock_designs import stock_design_documents, stock_designs
from rules.formule.editions import EDITION
from rules.formule.match.match import Match
from rules.formule.match.packet_setup import setup_from_packet
from rules.match.engine import play_match
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet

KINDS = tuple(stock_designs())


def driver(id: str, *, toughness: int = 3) -> PackedDriver:
    return PackedDriver(
        id=id,
        traits={"driving": 3, "gunnery": 3, "initiative": 3, "toughness": toughness},
        talents=(),
        quirks={},
        worn=(),
    )


def car(id: str, *, design: dict[str, Any] | None = None, items: Sequence[str] = (), criticals: int = 0) -> PackedCar:
    return PackedCar(
        id=id,
        dp=60,
        overhead=False,
        gunner_station=False,
        gearing=0,
        criticals=criticals,
        items=tuple(PackedItem(id=f"{id}.i{number}", kind=kind) for number, kind in enumerate(items, start=1)),
        design=design or {},
    )


def team(id: str, *seats: PackedSeat) -> PackedTeam:
    return PackedTeam(
        franchise=id, staff_rating=1, pit_bonus=0, kit_uses=0, mechanics=(), seats=tuple(seats), fresh=()
    )


def packet_of_teams(
    *teams: PackedTeam,
    circuit: str = "rust_ring",
    laps: int = 0,
    weather: str = "",
    switches: Mapping[str, Setting] | None = None,
) -> Packet:
    return Packet(
        match="m1",
        event="circuit_race",
        surface=weather,
        heats=1,
        scoring="as_reported",
        repair_attempts=0,
        teams=teams,
        ruleset="formule",
        edition=EDITION,
        setting={"circuit": circuit} | ({"laps": laps} if laps else {}),
        switches=dict(switches or {}),
    )


def packet_with(
    cars: int,
    *,
    circuit: str = "rust_ring",
    laps: int = 0,
    weather: str = "",
    switches: Mapping[str, Setting] | None = None,
) -> Packet:
    """A number of stock cars, each in a team of its own, in the order of the stock designs."""
    documents = stock_design_documents()
    teams = (
        team(
            f"t{number}",
            PackedSeat(
                car=car(f"t{number}.c1", design=dict(documents[KINDS[(number - 1) % len(KINDS)]])),
                driver=driver(f"t{number}.d1"),
                gunner=None,
            ),
        )
        for number in range(1, cars + 1)
    )
    return packet_of_teams(*teams, circuit=circuit, laps=laps, weather=weather, switches=switches)


def raced(packet: Packet, secret: bytes = b"a race") -> Match:
    """The race of a packet, driven by the autopilot."""
    return play_match(engine, setup_from_packet(packet), Dice(KeyRing(secret, {packet.match: ""})))

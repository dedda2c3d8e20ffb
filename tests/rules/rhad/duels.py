"""Whole duels for tests: packets of stock cars, and their dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.dice import Dice, KeyRing
from rules.core.switches import Setting
from rules.match.engine import play_match
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet
from rules.rhad import engine
from rules.rhad.designs.stock_designs import stock_designs
from rules.rhad.match.match import Match
from rules.rhad.match.packet_setup import setup_from_packet
from tests.rules import lots

SECRET = b"x" * 32


def dice(match: str = "m1", *, secret: bytes = SECRET) -> Dice:
    """Dice of one match. The same secret gives the same faces."""
    return Dice(KeyRing(secret, {match: ""}))


def driver(id: str, *, driving: int = 3, toughness: int = 3) -> PackedDriver:
    """A driver or gunner of average traits."""
    traits = {"driving": driving, "gunnery": 3, "initiative": 3, "toughness": toughness}
    return PackedDriver(id=id, traits=traits, talents=(), quirks={}, worn=())


def seat(
    car: str,
    design: str | Mapping[str, Any] = "plain_jane",
    *,
    gunner: bool = False,
    items: Sequence[str] = (),
    criticals: int = 0,
    dp: int = 60,
    **crew: int,
) -> PackedSeat:
    """A car with its crew: `<car>.d`, and with `gunner` also `<car>.g`. An empty design stands for a car
    without one.
    """
    design_document = stock_designs()[design] if isinstance(design, str) and design else design or {}
    return PackedSeat(
        car=PackedCar(
            id=car,
            dp=dp,
            overhead=False,
            gunner_station=gunner,
            gearing=0,
            criticals=criticals,
            items=tuple(PackedItem(id=f"{car}.i{number}", kind=kind) for number, kind in enumerate(items, start=1)),
            design=dict(design_document),
        ),
        driver=driver(f"{car}.d", **crew),
        gunner=driver(f"{car}.g", **crew) if gunner else None,
    )


def team(id: str, *seats: PackedSeat) -> PackedTeam:
    """A team of those cars, with one fresh driver."""
    return lots.team(id, seats, fresh=(driver(f"{id}.fresh"),))


def packet(
    *teams: PackedTeam,
    arena: str | Mapping[str, Any] = "",
    switches: Mapping[str, Setting] | None = None,
    match: str = "m1",
) -> Packet:
    """A locked duel of those teams."""
    return Packet(
        match=match,
        event="duel",
        surface="",
        heats=1,
        scoring="as_reported",
        repair_attempts=6,
        teams=teams,
        ruleset="rhad",
        edition=engine.EDITION,
        setting={"arena": arena} if arena else {},
        switches=dict(switches or {}),
    )


SIX = packet(
    team("razors", seat("razors.c1"), seat("razors.c2", "brick_end"), seat("razors.c3", "quick_nickel")),
    team("saints", seat("saints.c1"), seat("saints.c2", "two_chairs", gunner=True), seat("saints.c3", "backbiter")),
)
"""Two teams of three stock cars each."""


def played(duel: Packet = SIX, *, secret: bytes = SECRET) -> Match:
    """A duel played by the autopilot."""
    return play_match(engine, setup_from_packet(duel), dice(duel.match, secret=secret))

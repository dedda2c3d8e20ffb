"""Makes a match that the engine can play from a league's packet. Rules DM-C-150, DM-M-007, DM-M-038, DM-M-039."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.core.switches import Setting
from rules.dethmatch.designs.design import Design, read_design
from rules.dethmatch.designs.load_errors import load_errors
from rules.dethmatch.designs.mounts import assign_mounts
from rules.dethmatch.designs.stock_designs import stock_design
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, MatchSetup, Mechanic, TeamEntry
from rules.match.catalog import WEAPON_KINDS
from rules.match.design_validation import design_or_stock
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet
from rules.match.ruleset import ErrorDetail

HEAVY_TAKES_LIGHT, SPECIAL_MOUNT_DP = "dethmatch.heavy_mount_accepts_light", "dethmatch.special_mount_dp"
Switches = Mapping[str, Setting]


def setup_from_packet(packet: Packet) -> MatchSetup:
    """The match of a packet. Weapons that a car carries but cannot mount are left off: see `line_up_warnings`."""
    switches = {**packet.switches, "match.repair_attempts": packet.repair_attempts}
    return MatchSetup(
        match=packet.match,
        event=packet.event,
        track=str(packet.setting.get("track", "")),
        laps=int(packet.setting.get("laps", 0)),
        heats=packet.heats,
        teams=tuple(_team(team, packet.switches) for team in packet.teams if team.seats),
        switches=switches,
        profiles={},
        edition=packet.edition,
    )


def line_up_warnings(packet: Packet) -> list[ErrorDetail]:
    """A warning for each weapon without a mount on its car, and each item its design forbids (DM-C-150, DM-M-013)."""
    warnings: list[ErrorDetail] = []
    for seat in (seat for team in packet.teams for seat in team.seats):
        design = _design(seat.car, packet.switches)
        forbidden = load_errors(design, [item.kind for item in seat.car.items])
        warnings += [replace(error, sentence=f"{seat.car.id}: {error.sentence}", warning=True) for error in forbidden]
        mounted = set(_mounts(seat.car, design, packet.switches))
        for item in _weapons(seat.car.items):
            if item.id not in mounted:
                text = (
                    f"{seat.car.id} has no mount for {item.id} ({WEAPON_KINDS[item.kind].name}): it stays in the box."
                )
                warnings.append(ErrorDetail(code="mount_type", rule="DM-M-013", sentence=text, warning=True))
    return warnings


def _team(team: PackedTeam, switches: Switches) -> TeamEntry:
    aboard = [driver for seat in team.seats for driver in (seat.driver, seat.gunner) if driver is not None]
    return TeamEntry(
        id=team.franchise,
        cars=tuple(_car(seat, switches) for seat in team.seats),
        crew=tuple(_crew(driver) for driver in (*aboard, *team.fresh)),
        mechanic=team.staff_rating,
        pit_bonus=team.pit_bonus,
        mechanics=tuple(
            Mechanic(crew=mechanic.driver, checks=mechanic.checks, skill=mechanic.skill)
            for mechanic in team.mechanics
        ),
        kit_uses=team.kit_uses,
        stores=tuple(_item(item) for item in team.stores),
    )


def _car(seat: PackedSeat, switches: Switches) -> CarEntry:
    car, design = seat.car, _design(seat.car, switches)
    mounts = _mounts(car, design, switches)
    stowed = {weapon.id for weapon in _weapons(car.items)} - set(mounts)
    return CarEntry(
        id=car.id,
        design=design,
        driver=seat.driver.id,
        gunner=seat.gunner.id if seat.gunner is not None and design.has("gunner_station") else "",
        items=tuple(_item(item, mounts.get(item.id, "")) for item in car.items if item.id not in stowed),
        gearing=car.gearing,
        criticals=car.criticals,
    )


def _design(car: PackedCar, switches: Switches) -> Design:
    """The car's own design, or a stock design that suits what it carries (DM-M-014)."""
    kinds = [item.kind for item in car.items]

    def stock() -> Design:
        return stock_design(
            dp=car.dp,
            gunner_station=car.gunner_station,
            gearing=car.gearing,
            kinds=kinds,
            special_mount_dp=int(switches.get(SPECIAL_MOUNT_DP, 0)),
        )

    return design_or_stock(car, read=read_design, otherwise=stock)


def _weapons(items: Sequence[PackedItem]) -> list[PackedItem]:
    """The items that need a mount."""
    return [item for item in items if item.kind in WEAPON_KINDS and WEAPON_KINDS[item.kind].mount]


def _mounts(car: PackedCar, design: Design, switches: Switches) -> dict[str, str]:
    """The mount of each weapon that has one, by item id."""
    kinds = {weapon.id: weapon.kind for weapon in _weapons(car.items)}
    lenient = bool(switches.get(HEAVY_TAKES_LIGHT, False))
    return {item: mount for mount, item in assign_mounts(design, kinds, heavy_accepts_light=lenient).items()}


def _item(item: PackedItem, mount: str = "") -> ItemEntry:
    return ItemEntry(
        id=item.id,
        kind=item.kind,
        mount=mount,
        weapon=item.weapon,
        carcass=item.carcass,
        tread=item.tread,
        variant=item.variant,
        gearing=item.gearing,
        rolled=dict(item.rolled),
        ammunition=item.ammunition,
        backwards=item.backwards,
    )


def _crew(driver: PackedDriver) -> CrewEntry:
    return CrewEntry(
        id=driver.id,
        driving=driver.traits["driving"],
        gunnery=driver.traits["gunnery"],
        initiative=driver.traits["initiative"],
        toughness=driver.traits["toughness"],
        talents=tuple(driver.talents),
        quirks=dict(driver.quirks),
        worn=tuple(driver.worn),
    )

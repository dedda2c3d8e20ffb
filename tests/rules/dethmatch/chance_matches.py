"""Random matches: legal cars of every sort, crews with any talents and quirks, every device, track and event."""

from __future__ import annotations

from dataclasses import replace

from rules.dethmatch.designs.design import Design
from rules.dethmatch.designs.load_errors import load_errors
from rules.dethmatch.designs.random_designs import random_design, random_weapons
from rules.dethmatch.events.event import EVENTS
from rules.dethmatch.ground.surfaces import TREAD_EFFECTS
from rules.dethmatch.ground.track import load_track, track_names
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, MatchSetup, Mechanic, TeamEntry
from rules.dethmatch.settings import PROFILES, SWITCHES
from rules.match.catalog import AIDS, CATALOG, TIRE_KINDS, WEAPON_KINDS, WEARABLES
from rules.match.packet_vocabulary import TALENTS
from tests.rules.lots import Lots

LIVELY = ("stupid", "unhinged")
DEVICES = sorted(kind for kind, row in CATALOG.items() if row.group in ("device", "armour"))
"""The quirks that have an effect in a match."""
HANDLING = "dethmatch.handling"
BY_A_MODEL = 7
"""One random setup in this many is driven by another book's handling model."""
CARCASSES = ("heavy", "puncture_resistant", "solid")


def random_setup(seed: int) -> MatchSetup:
    """A legal match for the trials, in some of which the cars are driven by RHAD's handling model."""
    return random_match(seed, model="rhad" if seed % BY_A_MODEL == 0 else "")


def random_match(seed: int, *, event: str = "", track: str = "", model: str = "") -> MatchSetup:
    """A legal match of 2 to 12 cars. The same seed gives the same match.

    `model` is another book's handling model, by which the cars are driven.
    """
    lots = Lots(f"match {seed}")
    event = event or lots.of(sorted(EVENTS))
    fit = [name for name in track_names() if load_track(name).is_circuit == (event == "lap_race")]
    if event == "flags":
        fit = [name for name in fit if load_track(name).flag_spawns]
    teams = 2 + lots.below(5)
    cars_per_team = 1 + lots.below(min(3, 12 // teams) if teams <= 4 else 2)
    setup = MatchSetup(
        match="m1",
        event=event,
        track=track or lots.of(fit),
        teams=tuple(_team(lots, f"t{number}", cars=cars_per_team) for number in range(1, teams + 1)),
        laps=1 + lots.below(2) if event == "lap_race" else 0,
        heats=1 + lots.below(2),
        switches=_switches(lots),
        profiles={f"t{number}": lots.of(PROFILES) for number in range(1, teams + 1)},
    )
    if model:
        setup = replace(setup, switches={**setup.switches, HANDLING: model})
    return _short_of_a_car(setup) if cars_per_team > 1 and lots.one_in(3) else setup


def _short_of_a_car(setup: MatchSetup) -> MatchSetup:
    """The same match with one car less in the last team."""
    *others, last = setup.teams
    return replace(setup, teams=(*others, replace(last, cars=last.cars[:-1])))


def _switches(lots: Lots) -> dict[str, object]:
    """A few house rules that differ from the default, but never the handling model, which is given by `model`."""
    choosable = [switch for switch in SWITCHES if switch.choices or isinstance(switch.default, bool)]
    choosable = [switch for switch in choosable if switch.name != HANDLING]
    return {switch.name: lots.of(switch.choices or (True, False)) for switch in lots.some(choosable, 3)}


def _team(lots: Lots, id: str, *, cars: int) -> TeamEntry:
    crew = [_crew(lots, f"{id}.d{number}") for number in range(1, 2 * cars + 2)]
    free = list(crew)
    entries = tuple(_car(lots, f"{id}.car{number}", free) for number in range(1, cars + 1))
    return TeamEntry(
        id=id,
        cars=entries,
        crew=tuple(crew),
        mechanic=1 + lots.below(4),
        pit_bonus=lots.below(2),
        mechanics=(Mechanic(crew=crew[-1].id, checks=2, skill=3),) if lots.one_in(3) else (),
        kit_uses=lots.below(4),
        stores=(
            ItemEntry(id=f"{id}.spare-tires", kind="tire_heavy", tread=lots.of(sorted(TREAD_EFFECTS))),
            ItemEntry(id=f"{id}.spare-gun", kind="machinegun"),
        ),
    )


def _crew(lots: Lots, id: str) -> CrewEntry:
    return CrewEntry(
        id=id,
        driving=1 + lots.below(6),
        gunnery=1 + lots.below(6),
        initiative=lots.below(6),
        toughness=lots.below(6),
        talents=tuple(lots.some(sorted(TALENTS), 4)),
        quirks={quirk: 1 for quirk in LIVELY if lots.one_in(6)},
        worn=tuple(lots.some(sorted(WEARABLES), 2)),
    )


def _car(lots: Lots, id: str, free: list[CrewEntry]) -> CarEntry:
    design = random_design(lots.stream, budget=lots.of((60, 63, 75, 81)))
    driver = free.pop(0)
    gunner = free.pop(0).id if design.has("gunner_station") and not lots.one_in(4) else ""
    return CarEntry(
        id=id,
        design=design,
        driver=driver.id,
        gunner=gunner,
        items=tuple(_items(lots, id, design)),
        gearing=lots.of((-1, 0, 1)),
        height=lots.of(design.heights),
        criticals=lots.below(3) if lots.one_in(8) else 0,
    )


def _items(lots: Lots, car: str, design: Design) -> list[ItemEntry]:
    items = [_gun(lots, car, mount, kind) for mount, kind in random_weapons(lots.stream, design).items()]
    items += [
        ItemEntry(id=f"{gun.id}.{aid}", kind=aid, weapon=gun.id, backwards=lots.one_in(3))
        for gun in list(items)
        for aid in lots.some(sorted(AIDS), 1)
    ]
    kind = lots.of(TIRE_KINDS)
    carcass = lots.of(CARCASSES) if kind == "rare_tires" else ""
    items.append(ItemEntry(id=f"{car}.tires", kind=kind, carcass=carcass, tread=lots.of(sorted(TREAD_EFFECTS))))
    devices = [*DEVICES, "smoke_grenade", "deployable_mines"]
    for device in lots.some(devices, 4):
        if any(load_errors(design, [device])):
            continue
        rolled = {"fuel": 1 + lots.below(3)} if device == "efficient_injectors" else {}
        items.append(ItemEntry(id=f"{car}.{device}", kind=device, rolled=rolled))
    return items


def _gun(lots: Lots, car: str, mount: str, kind: str) -> ItemEntry:
    rolled = {
        "booster_rockets": {"ammunition": 1 + lots.below(3), "burn_turns": 1 + lots.below(3)},
        "kami_bomb": {"ammunition": 1 + lots.below(2), "penetration": 3 + lots.below(3)},
    }.get(kind, {})
    variant = lots.of(("light_rockets", "rockets", "heavy_rockets")) if kind == "heat_seeking_rockets" else ""
    ammunition = lots.below(3) if lots.one_in(8) and WEAPON_KINDS[kind].shots else None
    return ItemEntry(
        id=f"{car}.{mount}", kind=kind, mount=mount, variant=variant, rolled=rolled, ammunition=ammunition
    )

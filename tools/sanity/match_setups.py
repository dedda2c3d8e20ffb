"""The matches that are counted: stock cars, average crews, every circuit and arena, drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.core.dice import Dice, KeyRing
from rules.dethmatch import engine
from rules.dethmatch.designs.design import Design
from rules.dethmatch.designs.stock_designs import stock_designs
from rules.dethmatch.ground.track import load_track, track_names
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, MatchSetup, TeamEntry
from rules.dethmatch.match.match import Match

CIRCUITS = tuple(name for name in track_names() if load_track(name).is_circuit)
ARENAS = (("flags", "hammer_bowl"), ("last_car", "hammer_bowl"), ("last_car", "the_sump"))
MOUNT_WEAPONS = {
    "light": ("machinegun", "heavy_machinegun", "recoilless_rifle"),
    "heavy": ("heavy_recoilless_rifle", "at_rifle"),
    "rocket": ("light_rockets", "rockets", "heavy_rockets"),
    "special": ("oil_jet", "caltrops"),
}
"""The weapons to choose from for a mount, by its type."""
TEAMS, CARS = 3, 2
"""The field of a match: six cars."""
AT_60_DP = tuple(name for name, design in sorted(stock_designs().items()) if design.dp == 60)


def play_setup(setup: MatchSetup, seed: int, watch: Callable[[Match], None] | None = None) -> Match:
    """Play a match to its end on the dice of a seed; `watch` is called after every entry."""
    play = engine.start(setup, Dice(KeyRing(f"sanity {seed}".encode(), {setup.match: ""})))
    play.watch = watch
    while not engine.is_over(play):
        engine.step(play)
    return play


def race_setup(seed: int, track: str) -> MatchSetup:
    """Three laps between six stock cars of 60 DP that suit races, with steady autopilots and average crews."""
    return _field(seed, "lap_race", track, unsuited="arena")


def arena_setup(seed: int, event: str, track: str) -> MatchSetup:
    """Two heats between six stock cars of 60 DP that suit arenas."""
    return _field(seed, event, track, unsuited="race")


def _field(seed: int, event: str, track: str, *, unsuited: str) -> MatchSetup:
    lots = random.Random(f"{event} {track} {seed}")
    names = [name for name in AT_60_DP if stock_designs()[name].event != unsuited]
    teams = tuple(
        team_entry(f"team{number}", [stock_designs()[lots.choice(names)].design for _ in range(CARS)], lots=lots)
        for number in range(1, TEAMS + 1)
    )
    return MatchSetup(match="m1", event=event, track=track, teams=teams)


def team_entry(id: str, designs: Sequence[Design], *, lots: random.Random | None = None) -> TeamEntry:
    """A team with a car of each design, random or the first fitting weapons, and 3 in every trait of its crews."""
    cars = tuple(_car(f"{id}.car{number}", design, lots) for number, design in enumerate(designs, start=1))
    crews = tuple(CrewEntry(id=seat) for car in cars for seat in (car.driver, car.gunner) if seat)
    return TeamEntry(id=id, cars=cars, crew=crews, mechanic=2)


def _car(id: str, design: Design, lots: random.Random | None) -> CarEntry:
    guns = tuple(
        ItemEntry(id=f"{id}.{mount.id}", kind=_weapon(mount.type, lots), mount=mount.id) for mount in design.mounts
    )
    return CarEntry(
        id=id,
        design=design,
        driver=f"{id}.driver",
        gunner=f"{id}.gunner" if design.has("gunner_station") else "",
        items=(*guns, ItemEntry(id=f"{id}.tires", kind="tire_heavy", tread="")),
        gearing=design.gearing,
    )


def _weapon(mount: str, lots: random.Random | None) -> str:
    return MOUNT_WEAPONS[mount][0] if lots is None else lots.choice(MOUNT_WEAPONS[mount])


def solo_setup(seed: int, track: str) -> MatchSetup:
    """Three laps for one stock car alone."""
    name = AT_60_DP[seed % len(AT_60_DP)]
    return MatchSetup(
        match="m1", event="lap_race", track=track, teams=(team_entry("team1", [stock_designs()[name].design]),)
    )


def with_traits(setup: MatchSetup, *, driving: int = 3, gunnery: int = 3) -> MatchSetup:
    """The same match with other traits for everybody in the first team."""
    first, *others = setup.teams
    better = replace(first, crew=tuple(replace(crew, driving=driving, gunnery=gunnery) for crew in first.crew))
    return replace(setup, teams=(better, *others))

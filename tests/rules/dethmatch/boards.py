"""Small boards that try one rule: an open field, cars placed by the test, and loaded dice."""

# ruff: noqa: ARG002 - a pilot receives the match
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.core.dice import Dice, Stream
from rules.dethmatch.damage import rollovers
from rules.dethmatch.designs.design import Armor, Design, Mount
from rules.dethmatch.driving.handling import maximum_handling
from rules.dethmatch.ground.track import Track, compile_track
from rules.dethmatch.ground.track_file import Start, TrackFile, TrackHex
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, MatchSetup, TeamEntry
from rules.dethmatch.match.fitted_car import update_fitted_car
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import IntervalOrder, PhaseOrder, PitOrder, SpeedOrder, StandingOrder
from rules.dethmatch.match.state import CarState, CrewState, Loadout, MatchState, TeamState, WeaponState
from rules.dethmatch.settings import settings_of

PLAIN = Design(
    name="Plain",
    engine=40,
    suspension=60,
    fuel=160,
    toughness=2,
    armor_points=16,
    armor=Armor(front=4, rear=4, left=4, right=4),
    mounts=(Mount(id="front", type="light"),),
)
"""Weight 20: acceleration 2, handling 3, fuel 4; four points of armor on each side, and a light mount to the
front.
"""


NO_REROLLS = StandingOrder(adept="never", pro="never", marksman="never", crack_shot="never", quick_draw=0)


@dataclass(frozen=True)
class Told:
    """A pilot who gives the test's orders, and otherwise empty ones."""

    phases: Mapping[str, PhaseOrder] = field(default_factory=dict)
    stands: StandingOrder = field(default_factory=lambda: NO_REROLLS)

    def speed(self, play: Match, car: CarState) -> SpeedOrder:
        return SpeedOrder()

    def phase(self, play: Match, car: CarState) -> PhaseOrder:
        return self.phases.get(car.id, PhaseOrder())

    def pit(self, play: Match, car: CarState) -> PitOrder:
        return PitOrder()

    def interval(self, play: Match, team: str) -> IntervalOrder:
        return IntervalOrder()

    def standing(self, play: Match, car: CarState) -> StandingOrder:
        return self.stands


def open_field(
    radius: int = 10,
    *,
    surface: str = "asphalt",
    edge: str = "wall",
    special: Mapping[tuple[int, int], Any] | None = None,
) -> Track:
    """All hexes within a radius of (0, 0). `special` gives a hex other fields of `TrackHex` than the defaults."""
    fields_by_hex = special or {}
    hexes = [
        TrackHex(at=(q, r), **fields_by_hex.get((q, r), {}))
        for r in range(-radius, radius + 1)
        for q in range(-radius, radius + 1)
        if abs(q + r) <= radius
    ]
    grid = tuple(Start(at=(-radius, row), facing=0) for row in range(min(radius, 12)))
    return compile_track(
        TrackFile(
            id="field", name="Field", kind="arena", surface=surface, edge=edge, hexes=tuple(hexes), start_grid=grid,
            flag_spawns=((0, 0),), bases={"t1": ((-radius, 0),), "t2": ((radius, 0),)},
        )
    )  # fmt: skip


@dataclass
class Put:
    """A car on the board: its place, facing and speed, and its crew `<id>.driver` and optionally `<id>.gunner`.

    `guns` are kinds of weapon by mount; `items` are further items on the car; `sheet` sets fields of the car's state.
    """

    id: str
    at: tuple[int, int] = (0, 0)
    facing: int = 0
    speed: int = 0
    team: str = ""
    design: Design = PLAIN
    guns: Mapping[str, str] = field(default_factory=dict)
    items: Sequence[ItemEntry] = ()
    driver: Mapping[str, Any] = field(default_factory=dict)
    gunner: Mapping[str, Any] | None = None
    sheet: Mapping[str, Any] = field(default_factory=dict)


def board(
    *cars: Put,
    faces: Sequence[int] = (),
    track: Track | None = None,
    event: str = "last_car",
    switches: Mapping[str, Any] | None = None,
    pilot: Any = None,
    turn: int = 1,
    phase: int = 1,
) -> Match:
    """The cars on a field in the given phase, under control and with the movement points of their speed, and loaded
    dice.
    """
    teams: dict[str, list[Put]] = {}
    for put in cars:
        teams.setdefault(put.team or f"team-{put.id}", []).append(put)
    setup = MatchSetup(
        match="m1",
        event=event,
        track="field",
        teams=tuple(_team(id, members) for id, members in teams.items()),
        switches=dict(switches or {}),
    )
    dice = Dice(loaded={})
    play = Match(
        setup=setup, settings=settings_of(setup.switches), track=track or open_field(), state=MatchState(), dice=dice,
        pilot=pilot or Told(), rollovers=rollovers,
    )  # fmt: skip
    moment = play.state.moment
    moment.turn, moment.phase, moment.step = turn, phase, "activation"
    for id, members in teams.items():
        play.state.teams[id] = TeamState(id=id)
        for put in members:
            _place(play, put, team=id)
    play.state.order = [put.id for put in cars]
    play.state.ranking = list(play.state.order)
    play.stream = Stream("m1/h1/test", loaded=faces, log=dice.log)
    return play


def reload(play: Match, *faces: int) -> None:
    """Load new faces for the next throws."""
    play.stream = Stream("m1/h1/test", loaded=faces, log=play.dice.log)


def _items(put: Put) -> tuple[ItemEntry, ...]:
    guns = [ItemEntry(id=f"{put.id}.{mount}", kind=kind, mount=mount) for mount, kind in put.guns.items()]
    return (*guns, *put.items)


def _team(id: str, members: Sequence[Put]) -> TeamEntry:
    crew: list[CrewEntry] = []
    for put in members:
        crew.append(CrewEntry(id=f"{put.id}.driver", **put.driver))
        if put.gunner is not None:
            crew.append(CrewEntry(id=f"{put.id}.gunner", **put.gunner))
    entries = tuple(
        CarEntry(
            id=put.id, design=put.design, driver=f"{put.id}.driver",
            gunner=f"{put.id}.gunner" if put.gunner is not None else "", items=_items(put),
        )
        for put in members
    )  # fmt: skip
    return TeamEntry(id=id, cars=entries, crew=tuple(crew))


def _place(play: Match, put: Put, *, team: str) -> None:
    entry = play.entrants[put.id]
    for id in (entry.driver, entry.gunner):
        if id:
            play.state.crew[id] = CrewState(id=id, team=team, heats=[1])
    tires = [item.id for item in entry.items if item.kind.startswith("tire_") or item.kind == "rare_tires"]
    car = CarState(
        id=put.id, team=team, driver=entry.driver, gunner=entry.gunner,
        loadout=Loadout(
            gearing=entry.gearing, height=entry.design.height, tires=tires[0] if tires else "",
            items=[item.id for item in entry.items],
        ),
        at=play.track.index[put.at], facing=put.facing, travel=put.facing, speed=put.speed,
    )  # fmt: skip
    play.state.cars[put.id] = car
    fit = update_fitted_car(play, car)
    car.armor, car.fuel = dict(fit.armor), fit.fuel
    car.handling = maximum_handling(play, car)
    car.quota[play.state.moment.phase - 1] = put.speed
    car.guns = [
        WeaponState(
            mount=weapon.mount,
            item=weapon.item,
            kind=weapon.kind,
            ammunition=weapon.shots[0].ammunition if weapon.shots else 1,
        )
        for weapon in fit.weapons.values()
    ]
    for name, value in put.sheet.items():
        setattr(car, name, value)

"""Boards that try one rule: an open field, cars placed by the test, and loaded dice and orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.dethmatch.damage import rollovers
from rules.dethmatch.designs.design import Armor, Design, Mount
from rules.dethmatch.driving.handling import maximum_handling
from rules.dethmatch.ground.track import Track, compile_track
from rules.dethmatch.ground.track_file import Start, TrackFile, TrackHex
from rules.dethmatch.log.story import narrate_entry
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, MatchSetup, TeamEntry
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import FireOrder, IntervalOrder, PhaseOrder, PitOrder, SpeedOrder, StandingOrder
from rules.dethmatch.match.state import NOWHERE, CarState, CrewState, Loadout, MatchState, TeamState, WeaponState
from rules.dethmatch.play import activation
from rules.dethmatch.settings import settings_of
from rules.match.log import LogEntry
from tests.rules import board
from tests.rules.board import BoardCar, Faces, MatchBoard, line_up
from tests.rules.positions import Hexes, Place, Position

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
SOLID = {"impassable": True}


class Car(BoardCar):
    """A car at a hex, facing a side from 0 to 5, with its crew `<id>.driver` and optionally `<id>.gunner`.

    `guns` are kinds of weapon by mount; `items` are further items on the car. A car `off_map` has left its hex.
    """

    def __init__(
        self,
        id: str,
        at: Position = (0, 0),
        facing: int = 0,
        speed: int = 0,
        *,
        team: str = "",
        design: Design = PLAIN,
        guns: Mapping[str, str] | None = None,
        items: Sequence[ItemEntry] = (),
        driver: Mapping[str, Any] | None = None,
        gunner: Mapping[str, Any] | None = None,
        off_map: bool = False,
        **state: Any,
    ) -> None:
        super().__init__(id, at=at, facing=facing, team=team or f"team-{id}", state=state)
        self.speed, self.design, self.guns, self.items = speed, design, guns or {}, items
        self.driver, self.gunner, self.off_map = driver or {}, gunner, off_map

    def entry(self) -> CarEntry:
        """The car as the setup of a match has it."""
        guns = [ItemEntry(id=f"{self.id}.{mount}", kind=kind, mount=mount) for mount, kind in self.guns.items()]
        return CarEntry(
            id=self.id, design=self.design, driver=f"{self.id}.driver",
            gunner=f"{self.id}.gunner" if self.gunner is not None else "", items=(*guns, *self.items),
        )  # fmt: skip

    def crew(self) -> list[CrewEntry]:
        """Its driver, and its gunner if it has one."""
        driver = CrewEntry(id=f"{self.id}.driver", **self.driver)
        return [driver] if self.gunner is None else [driver, CrewEntry(id=f"{self.id}.gunner", **self.gunner)]


class Orders(board.Orders):
    """A pilot that gives the orders of the test. Standing orders are the same for every car."""

    def __init__(self, orders: Mapping[str, Any] | None = None, standing: StandingOrder = NO_REROLLS) -> None:
        super().__init__(orders)
        self.standing_order = standing

    def speed(self, _play: Match, car: CarState) -> SpeedOrder:
        return self.take(car.id, SpeedOrder) or SpeedOrder()

    def phase(self, _play: Match, car: CarState) -> PhaseOrder:
        return self.take(car.id, PhaseOrder) or PhaseOrder()

    def pit(self, _play: Match, car: CarState) -> PitOrder:
        return self.take(car.id, PitOrder) or PitOrder()

    def interval(self, _play: Match, team: str) -> IntervalOrder:
        return self.take(team, IntervalOrder) or IntervalOrder()

    def standing(self, _play: Match, _car: CarState) -> StandingOrder:
        return self.standing_order


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


class TrackBoard(MatchBoard[CarState], Match):
    """A match on a track, under a test's orders and dice."""

    geometry = Hexes()

    def __init__(
        self, setup: MatchSetup, track: Track, pilot: Orders, *, by_path: Mapping[str, Faces] | None = None
    ) -> None:
        self.places, self.by_path = {}, by_path or {}
        super().__init__(
            setup=setup, settings=settings_of(setup.switches), track=track, state=MatchState(),
            dice=board.dice_by_path(self.by_path), pilot=pilot, rollovers=rollovers,
        )  # fmt: skip

    def pose(self, car: CarState) -> tuple[Place, int]:
        return self.track.hexes[car.at], car.facing

    def hex_at(self, place: Place) -> int:
        """The index of a hex."""
        return self.track.index[place]

    def sentence(self, entry: LogEntry) -> str:
        return narrate_entry(entry)

    def crew(self, id: str = "") -> CrewState:
        """A competitor; by default the driver of the first car."""
        return self.state.crew[id or self.car().driver]

    def gun(self, mount: str = "m1", id: str = "") -> WeaponState:
        """A weapon by its mount; by default one of the first car."""
        return next(weapon for weapon in self.car(id).guns if weapon.mount == mount)

    def next_phase(self, count: int = 1) -> None:
        """Let phases pass. A new turn resets every weapon's rate of fire and what each competitor has used."""
        moment = self.state.moment
        for _ in range(count):
            moment.phase += 1
            if moment.phase > 3:
                moment.turn, moment.phase = moment.turn + 1, 1
                for sheet in self.state.crew.values():
                    sheet.turn_used.clear()
                for car in self.state.cars.values():
                    for weapon in car.guns:
                        weapon.spent = 0

    def carry_out(self, car: CarState, *orders: Any) -> None:
        """Play a car's activation, with a `PhaseOrder`."""
        if orders:
            assert isinstance(self.pilot, Orders)
            self.pilot.orders[car.id] = list(orders)
        activation.activate(self, car)

    def drive(self, id: str, *path: str) -> list[LogEntry]:
        """Play a car's activation, in which it spends its points on these steps, and return the new entries."""
        return self.take_turn(id, PhaseOrder(path=path))

    def fire(self, id: str, target: str, *, weapon: str = "front") -> list[LogEntry]:
        """Play a car's activation, in which it fires the weapon of a mount before it moves, and return the new
        entries.
        """
        return self.take_turn(id, PhaseOrder(fire=(FireOrder(mount=weapon, target=target),)))


class Board(TrackBoard):
    """The cars on a field in the given phase, under control and with the movement points of their speed.

    The next throws show `faces`, except for procedures with faces in `by_path`, such as `t1/p1/a`. `standing` are the
    standing orders of every car. A drawing's solid hexes are walls of the open field.
    """

    def __init__(
        self,
        *cars: str | Car,
        faces: Faces = (),
        by_path: Mapping[str, Faces] | None = None,
        orders: Mapping[str, Any] | None = None,
        standing: StandingOrder = NO_REROLLS,
        track: Track | None = None,
        event: str = "last_car",
        switches: Mapping[str, Any] | None = None,
        turn: int = 1,
        phase: int = 1,
    ) -> None:
        lined_up, places, drawing = line_up(cars, self.geometry, Car)
        teams: dict[str, list[Car]] = {}
        for given in lined_up:
            teams.setdefault(given.team, []).append(given)
        setup = MatchSetup(
            match="m1",
            event=event,
            track="field",
            teams=tuple(_team(id, members) for id, members in teams.items()),
            switches=dict(switches or {}),
        )
        walls = {self.geometry.cell(*cell): SOLID for cell in drawing.solid}
        super().__init__(setup, track or open_field(special=walls), Orders(orders, standing), by_path=by_path)
        self.places = places
        moment = self.state.moment
        moment.turn, moment.phase, moment.step = turn, phase, "activation"
        for id, members in teams.items():
            self.state.teams[id] = TeamState(id=id)
            for given in members:
                self._place(given)
        self.state.order = [given.id for given in lined_up]
        self.state.ranking = list(self.state.order)
        self.load(*faces)

    def _place(self, given: Car) -> None:
        entry = self.entrants[given.id]
        for id in (entry.driver, entry.gunner):
            if id:
                self.state.crew[id] = CrewState(id=id, team=given.team, heats=[1])
        tires = [item.id for item in entry.items if item.kind.startswith("tire_") or item.kind == "rare_tires"]
        car = CarState(
            id=given.id, team=given.team, driver=entry.driver, gunner=entry.gunner,
            loadout=Loadout(
                gearing=entry.gearing, height=entry.design.height, tires=tires[0] if tires else "",
                items=[item.id for item in entry.items],
            ),
            at=NOWHERE if given.off_map else self.track.index[given.place], facing=given.facing,
            travel=given.facing, speed=given.speed,
        )  # fmt: skip
        self.state.cars[given.id] = car
        fit = self.update_fit(car)
        car.armor, car.fuel = dict(fit.armor), fit.fuel
        car.handling = maximum_handling(self, car)
        car.quota[self.state.moment.phase - 1] = given.speed
        car.guns = [
            WeaponState(
                mount=weapon.mount,
                item=weapon.item,
                kind=weapon.kind,
                ammunition=weapon.shots[0].ammunition if weapon.shots else 1,
            )
            for weapon in fit.weapons.values()
        ]
        given.set_state(car)


def _team(id: str, members: Sequence[Car]) -> TeamEntry:
    crew = tuple(crew for car in members for crew in car.crew())
    return TeamEntry(id=id, cars=tuple(car.entry() for car in members), crew=crew)

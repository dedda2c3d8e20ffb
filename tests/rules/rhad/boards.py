"""RHAD boards that try one rule: cars placed by the test, and loaded dice and orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.dice import Dice, KeyRing
from rules.match.duels.scorer import PhaseClose
from rules.match.log import LogEntry
from rules.rhad.combat.attacks import fire
from rules.rhad.designs.design import Armor, Design, Seat, Tire, Weapon
from rules.rhad.editions import EDITION
from rules.rhad.ground.arena import Arena, load_arena
from rules.rhad.ground.hexes import HALF_SIDES, ONE_SIDE, hexes_of, middle
from rules.rhad.log.story import narrate_entry
from rules.rhad.match.duel_points import exact, kill_points
from rules.rhad.match.match import Match
from rules.rhad.match.orders import HOLD, STRAIGHT_ON, Attack, Order, PhaseOrder, SpeedOrder
from rules.rhad.match.setup import CarEntry, CrewEntry, MatchSetup, TeamEntry
from rules.rhad.match.state import CarState, ControlLoss, CrewState
from rules.rhad.movement.moves import move
from rules.rhad.play import start_of_match
from rules.rhad.play.phase_close import close_phase
from tests.rules import board
from tests.rules.board import BoardCar, Faces, MatchBoard, line_up
from tests.rules.positions import Hexes, Place, Position

GUN = Weapon(name="Gun", mount="front", to_hit=7, damage="2d", dp=3, shots=20)
TIRES = tuple(Tire(end=end, dp=8) for end in ("front", "front", "rear", "rear"))
PLAIN = Design(
    name="Plain",
    base_hc=4,
    max_speed=150,
    accel=10,
    brake=20,
    power_plant_dp=8,
    tires=TIRES,
    armor=Armor(front=20, left=20, right=20, back=20, top=10, under=10),
    crew=(Seat(role="driver"),),
    weapons=(GUN,),
)
"""Base 4, 150 mph, 10 mph faster or 20 slower per round, 20 points of armor on each side, and a gun to the front."""


class Car(BoardCar):
    """A car at a hex that travels toward a side from 0 to 5, its nose `turned` clockwise from that by half sides.

    Its crew are `<id>.d`, and with `gunner` also `<id>.g`.
    """

    def __init__(
        self,
        id: str,
        at: Position = (0, 0),
        facing: int = 0,
        speed: int = 0,
        *,
        turned: int = 0,
        team: str = "",
        design: Design = PLAIN,
        gunner: bool = False,
        skill: int = 0,
        toughness: int = 3,
        criticals: int = 0,
        items: Sequence[str] = (),
        **state: Any,
    ) -> None:
        super().__init__(id, at=at, facing=facing, team=team, state=state)
        self.speed, self.turned, self.design, self.gunner = speed, turned, design, gunner
        self.skill, self.toughness, self.criticals, self.items = skill, toughness, criticals, items

    def entry(self) -> CarEntry:
        """The car as the setup of a match has it."""
        crew = [CrewEntry(id=f"{self.id}.{role}", skill=self.skill, toughness=self.toughness) for role in "dg"]
        return CarEntry(
            id=self.id,
            design=self.design,
            at=self.place,
            facing=self.facing,
            driver=crew[0],
            gunner=crew[1] if self.gunner else None,
            items=tuple(self.items),
            criticals=self.criticals,
        )


class Orders(board.Orders):
    """A pilot that gives the orders of the test."""

    def order(self, _play: Match, car: CarState, kind: str) -> Order:
        if kind == "speed":
            return self.take(car.id, SpeedOrder) or HOLD
        return self.take(car.id, PhaseOrder) or STRAIGHT_ON


def setup_for(
    *cars: Car,
    switches: Mapping[str, Any] | None = None,
    arena: str = "",
    match: str = "m1",
    edition: int = EDITION,
) -> MatchSetup:
    """A match of these cars, each in a team of its own unless `team` is given."""
    teams: dict[str, list[CarEntry]] = {}
    for car in cars:
        teams.setdefault(car.team or f"team-{car.id}", []).append(car.entry())
    return MatchSetup(
        match=match,
        arena=load_arena(arena),
        teams=tuple(TeamEntry(id=team, cars=tuple(entries)) for team, entries in teams.items()),
        switches=dict(switches or {}),
        edition=edition,
    )


class Board(MatchBoard[CarState], Match):
    """The cars on a bare disc in the given phase; with `begun=False`, before the first step, as the setup has them.

    The next throws show `faces`, except for procedures with faces in `by_path`, such as `r1/p1/a`; or the dice are
    those given.
    """

    geometry = Hexes()

    def __init__(
        self,
        *cars: str | Car,
        faces: Faces = (),
        by_path: Mapping[str, Faces] | None = None,
        orders: Mapping[str, Any] | None = None,
        dice: Dice | None = None,
        begun: bool = True,
        switches: Mapping[str, Any] | None = None,
        turn: int = 1,
        phase: int = 1,
        obstacles: Sequence[tuple[int, int]] = (),
        radius: int = 20,
        edition: int = EDITION,
    ) -> None:
        lined_up, self.places, drawing = line_up(cars, self.geometry, Car)
        self.by_path = by_path or {}
        setup = setup_for(*lined_up, switches=switches, edition=edition)
        started = start_of_match.set_up(setup, dice or board.dice_by_path(self.by_path), Orders(orders))
        super().__init__(
            setup=setup, settings=started.settings, state=started.state, dice=started.dice, pilot=started.pilot
        )
        self.record, self.score, self.log = started.record, started.score, started.log
        if dice is None:
            self.load(*faces)
        if not begun:
            return
        solid = frozenset({*obstacles, *(self.geometry.cell(*cell) for cell in drawing.solid)})
        if solid or radius != self.arena.radius:
            self.arena = Arena(title="Odd", radius=radius, obstacles=solid, starts=self.arena.starts)
        for given in lined_up:
            car = self.state.cars[given.id]
            car.speed = car.set_speed = given.speed
            car.facing = (car.facing + given.turned) % HALF_SIDES
            given.set_state(car)
        self.state.moment.turn, self.state.moment.phase = turn, phase

    def crew(self, id: str = "") -> CrewState:
        """A crew member, `<car>.d` or `<car>.g`; by default the driver of the first car."""
        return self.state.crew[id or self.car().driver]

    def pose(self, car: CarState) -> tuple[Place, int]:
        return hexes_of(car.at)[0], car.facing // ONE_SIDE

    def sentence(self, entry: LogEntry) -> str:
        return narrate_entry(entry)

    def carry_out(self, car: CarState, *orders: Any) -> None:
        """Move a car in this phase and make its attacks, by a `PhaseOrder`."""
        (order,) = orders or (STRAIGHT_ON,)
        move(self, car, order)
        for attack in order.attacks:
            fire(self, car, attack)

    def drive(self, id: str, *maneuvers: str) -> list[LogEntry]:
        """Move a car in this phase, with a maneuver for each step, and return the new entries."""
        return self.take_turn(id, PhaseOrder(maneuvers=maneuvers))

    def fire(self, id: str, target: str, *, weapon: int = 0, crew: str = "driver") -> list[LogEntry]:
        """Move a car straight on and fire a weapon at another car, and return the new entries."""
        return self.take_turn(id, PhaseOrder(attacks=(Attack(weapon=weapon, target=target, crew=crew),)))

    # ----------------------------------------------------------------------------------------- the duel's scorer

    def close(self, *, turn: int = 1, phase: int = 1) -> PhaseClose:
        """Close that phase, whatever was closed before it."""
        assert self.record is not None
        self.state.moment.turn, self.state.moment.phase = turn, phase
        return close_phase(self, self.record)

    def points(self) -> dict[str, int | str]:
        """The points that cars have for kills; those with nothing are left out."""
        cars = self.state.cars.values()
        return {car.id: exact(kill_points(self, car)) for car in cars if kill_points(self, car)}

    def pending(self) -> list[dict[str, Any]]:
        """The events that the scorer will hear of when the phase is closed."""
        assert self.record is not None
        return self.record.pending

    def log_events(self) -> list[dict[str, Any]]:
        """The events of the duel in the log."""
        return [event for entry in self.entries_of("phase_close") for event in entry.more["events"]]


def chance(secret: bytes = b"rhad") -> Dice:
    """Dice with random faces, which are the same for the same secret."""
    return Dice(KeyRing(secret, {"m1": ""}))


def where(q: int, r: int) -> tuple[int, int]:
    """The place at the center of a hex, in half hexes."""
    return middle((q, r))


SKID, FISHTAIL, SPIN, GUPPY, ROLL = (
    ControlLoss.SKID,
    ControlLoss.FISHTAIL,
    ControlLoss.SPIN,
    ControlLoss.GUPPY,
    ControlLoss.ROLL,
)

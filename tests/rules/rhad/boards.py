"""Small RHAD boards that try one rule: cars placed by the test, a pilot with given orders, and loaded dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.core.dice import Dice, KeyRing, Stream
from rules.match.duel_scorer import PhaseClose
from rules.match.log import LogEntry
from rules.rhad.designs.design import Armor, Design, Seat, Tire, Weapon
from rules.rhad.editions import EDITION
from rules.rhad.ground.arena import Arena, load_arena
from rules.rhad.ground.hexes import middle
from rules.rhad.match.duel_points import exact, kill_points
from rules.rhad.match.match import Match
from rules.rhad.match.orders import HOLD, STRAIGHT_ON, Order, PhaseOrder, SpeedOrder
from rules.rhad.match.setup import CarEntry, CrewEntry, MatchSetup, TeamEntry
from rules.rhad.match.state import CarState, ControlLoss, CrewState
from rules.rhad.play import start_of_match
from rules.rhad.play.phase_close import close_phase

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


@dataclass
class Told:
    """A pilot whose orders the test gives: speeds by car, and phases by car and phase."""

    speeds: Mapping[str, int] = field(default_factory=dict)
    phases: Mapping[tuple[str, int], PhaseOrder] = field(default_factory=dict)

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        if kind == "speed":
            return SpeedOrder(to=self.speeds[car.id]) if car.id in self.speeds else HOLD
        return self.phases.get((car.id, play.state.moment.phase), STRAIGHT_ON)


@dataclass
class Put:
    """A car on the board. Its crew are `<id>.d`, and with `gunner` also `<id>.g`.

    `sheet` sets fields of the car's state; `at` is a hex, `facing` a side from 0 to 5.
    """

    id: str
    at: tuple[int, int] = (0, 0)
    facing: int = 0
    speed: int = 0
    team: str = ""
    design: Design = PLAIN
    gunner: bool = False
    skill: int = 0
    toughness: int = 3
    criticals: int = 0
    items: Sequence[str] = ()
    sheet: Mapping[str, Any] = field(default_factory=dict)


def setup_for(
    *cars: Put,
    switches: Mapping[str, Any] | None = None,
    arena: str = "",
    match: str = "m1",
    edition: int = EDITION,
) -> MatchSetup:
    """A match of these cars, each in a team of its own unless `team` is given."""
    teams: dict[str, list[CarEntry]] = {}
    for put in cars:
        crew = [CrewEntry(id=f"{put.id}.{role}", skill=put.skill, toughness=put.toughness) for role in "dg"]
        entry = CarEntry(
            id=put.id,
            design=put.design,
            at=put.at,
            facing=put.facing,
            driver=crew[0],
            gunner=crew[1] if put.gunner else None,
            items=tuple(put.items),
            criticals=put.criticals,
        )
        teams.setdefault(put.team or f"team-{put.id}", []).append(entry)
    return MatchSetup(
        match=match,
        arena=load_arena(arena),
        teams=tuple(TeamEntry(id=team, cars=tuple(entries)) for team, entries in teams.items()),
        switches=dict(switches or {}),
        edition=edition,
    )


def board(
    *cars: Put,
    faces: Sequence[int] = (),
    loaded: Mapping[str, Sequence[int]] | None = None,
    switches: Mapping[str, Any] | None = None,
    pilot: Any = None,
    turn: int = 1,
    phase: int = 1,
    obstacles: Sequence[tuple[int, int]] = (),
    radius: int = 20,
    edition: int = EDITION,
) -> Match:
    """The cars on a bare disc in the given phase. The next throws show `faces`, and paths have the faces in
    `loaded`.
    """
    play = start_of_match.set_up(
        setup_for(*cars, switches=switches, edition=edition), Dice(loaded=dict(loaded or {})), pilot or Told()
    )
    arena = play.arena
    if obstacles or radius != arena.radius:
        play.arena = Arena(title="Odd", radius=radius, obstacles=frozenset(obstacles), starts=arena.starts)
    for put in cars:
        sheet = play.state.cars[put.id]
        sheet.speed = sheet.set_speed = put.speed
        for name, value in put.sheet.items():
            setattr(sheet, name, value)
    play.state.moment.turn, play.state.moment.phase = turn, phase
    load(play, faces)
    return play


def close(play: Match, *, turn: int = 1, phase: int = 1) -> PhaseClose:
    """Close that phase of a board, whatever was closed before it."""
    assert play.record is not None
    play.state.moment.turn, play.state.moment.phase = turn, phase
    return close_phase(play, play.record)


def points(play: Match) -> dict[str, int | str]:
    """The points that cars have for kills; those with nothing are left out."""
    cars = play.state.cars.values()
    return {sheet.id: exact(kill_points(play, sheet)) for sheet in cars if kill_points(play, sheet)}


def pending(play: Match) -> list[dict[str, Any]]:
    """The events that the scorer will be told of when the phase is closed."""
    assert play.record is not None
    return play.record.pending


def log_events(play: Match) -> list[dict[str, Any]]:
    """The events of the duel in the log."""
    return [event for entry in entries(play, "phase_close") for event in entry.more["events"]]


def load(play: Match, faces: Sequence[int]) -> None:
    """Load the faces of the next throws."""
    play.stream = Stream("m1/h1/test", loaded=list(faces), log=play.dice.log)


def thrown(play: Match) -> bool:
    """Whether every loaded face has been thrown."""
    return play.stream is not None and play.stream.unused_count() == 0


def chance(secret: bytes = b"rhad") -> Dice:
    """Dice with random faces, which are the same for the same secret."""
    return Dice(KeyRing(secret, {"m1": ""}))


def car(play: Match, id: str = "a") -> CarState:
    """A car of the board."""
    return play.state.cars[id]


def crew(play: Match, id: str = "a.d") -> CrewState:
    """A crew member of the board: `<car>.d` or `<car>.g`."""
    return play.state.crew[id]


def entries(play: Match, kind: str, of: str = "") -> list[LogEntry]:
    """The entries of a kind, only those of one car if `of` is given."""
    return [entry for entry in play.log.entries if entry.kind == kind and of in {"", entry.car}]


def kinds(play: Match) -> list[str]:
    """The kinds of all entries."""
    return [entry.kind for entry in play.log.entries]


def where(q: int, r: int) -> tuple[int, int]:
    """The place at the center of a hex."""
    return middle((q, r))


SKID, FISHTAIL, SPIN, GUPPY, ROLL = (
    ControlLoss.SKID,
    ControlLoss.FISHTAIL,
    ControlLoss.SPIN,
    ControlLoss.GUPPY,
    ControlLoss.ROLL,
)

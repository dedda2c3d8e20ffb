"""Draws a match for its film: the track, and every car on its hex."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.plurals import count_phrase
from rules.dethmatch.designs.design import QUADRANTS, Mount
from rules.dethmatch.events.event import event_of
from rules.dethmatch.events.lap_race import RaceKey, hexes_to_go, laps_of, race_key, rank_by_keys
from rules.dethmatch.ground.hexes import column_and_row
from rules.dethmatch.ground.track import Track
from rules.dethmatch.ground.track_drawing import center, details, extent, ground, scale
from rules.dethmatch.log.pictures import PICTURES
from rules.dethmatch.match.entries import CarEntry
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus, Control, Marker
from rules.dethmatch.play import heats
from rules.match.catalog import WEAPON_KINDS
from rules.match.drawing.car_silhouettes import Body, CarModel, fittings_at
from rules.match.drawing.hex_walls import walls_around
from rules.match.log import LogEntry
from rules.match.replay.frames import (
    MARKER_DRAWINGS,
    BareScene,
    CarAppearance,
    CarView,
    Frame,
    Gauge,
    Ground,
    GroundObject,
    Waypoint,
    compass,
)

DEGREES_PER_FACING = 60
"""The angle between two adjacent facings."""
CARRIED_FLAG_OFFSET = (4, -13)
"""The position of a carried flag, relative to the middle of its car."""
LOOKS = {
    CarStatus.WRECK: CarAppearance.OUT,
    CarStatus.DESTROYED: CarAppearance.OUT,
    CarStatus.PARKED: CarAppearance.OUT,
    CarStatus.FINISHED: CarAppearance.GONE,
    CarStatus.OFF: CarAppearance.GONE,
}
STATUS_PHRASES = {
    CarStatus.PARKED: "parked without a driver",
    CarStatus.DESTROYED: "destroyed, still rolling",
    CarStatus.WRECK: "a wreck",
}
ELSEWHERE = {CarStatus.FINISHED: "off the course, home", CarStatus.OFF: "off the map for this heat"}


CONTROL_NOTICES = {
    Control.MINOR_SKID: "Skidding",
    Control.FISHTAIL: "Fishtailing",
    Control.MAJOR_SKID: "Skidding",
    Control.SPIN: "Spinning",
    Control.ROLLOVER: "Rolling over",
    Control.UNCONTROLLED: "No control",
}
STATUS_NOTICES = {
    CarStatus.PARKED: "No driver",
    CarStatus.DESTROYED: "Out",
    CarStatus.WRECK: "Out",
    CarStatus.FINISHED: "Home",
    CarStatus.OFF: "Off the map",
}
OF_ALL_CARS = frozenset({"heat_start", "heat_end"})
"""The entries that change every car."""
MOST_CRITICALS = 6
"""With this many criticals, the next one destroys a car whatever is rolled (DM-M-107)."""
HEAVY_SUSPENSION = 60
"""The strength of a suspension from which a car is drawn as a truck."""


class Scene(BareScene):
    """Draws the ground of a match once, and a frame for each moment.

    A car is looked at again when an entry names it, and every car when a moment begins. It is drawn again if it has
    changed.
    """

    pictures = PICTURES
    gauge_name = "Hull, armor"
    score_name = "Kills"

    def __init__(self, play: Match) -> None:
        self.track = play.track
        width, height = extent(self.track)
        drawn = "".join((*ground(self.track), *details(self.track), *scale(self.track)))
        self.ground = Ground(
            title=self.track.name,
            width=width,
            height=height,
            drawn=drawn,
            walls=walls_around(map(center, self.track.hexes)),
        )
        self.models = {car.id: model_of(car) for car in play.entrants.values()}
        self.laps = laps_of(play) if event_of(play).circuit else 0
        self._views: dict[str, CarView] = {}
        self._keys: dict[str, tuple[object, ...]] = {}
        self._race_keys: dict[str, RaceKey | None] = {}
        self._to_go: dict[tuple[int, int], int] = {}
        self._headings: dict[str, int] = {}
        self._places: dict[str, int] = {}
        self._named: set[str] = set()
        self._moment: tuple[int, int, int] | None = None

    def frame(self, play: Match) -> Frame:
        """The current state of the match as a frame."""
        moment = play.state.moment
        turn = f"Turn {moment.turn} of heat {moment.heat}"
        lying = [self._thing(marker) for marker in play.state.markers]
        lying += [self._at("flag", flag.at) for flag in play.state.flags if not flag.carrier and flag.at != NOWHERE]
        lying += [self._aboard(car) for car in play.state.cars.values() if car.flag and car.at != NOWHERE]
        self._look(play)
        return Frame(
            part=turn if moment.turn else f"Heat {moment.heat} of {heats.count(play)}",
            phase=moment.phase,
            cars=tuple(self._views[id] for id in play.state.cars),
            things=tuple(lying),
            order=tuple(self._race_order(play)),
        )

    def waypoints(self, entry: LogEntry) -> Iterator[Waypoint]:
        """Where a move, a drift or a turn takes the car of an entry."""
        after = entry.after
        self._named |= {entry.car, entry.more.get("target", "")}
        if entry.kind in OF_ALL_CARS:
            self._moment = None
        if "facing" in after:
            self._headings[entry.car] = DEGREES_PER_FACING * after["facing"]
        if "at" in after:
            self._places[entry.car] = after["at"]
        at = self._places.get(entry.car, NOWHERE)
        if entry.kind in {"move", "drift", "turn"} and at != NOWHERE:
            x, y = center(self.track.hexes[at])
            yield x, y, self._headings.get(entry.car, 0)

    def _look(self, play: Match) -> None:
        """Look at the cars that may have changed."""
        state = play.state
        moment = state.moment.heat, state.moment.turn, state.moment.phase
        named = self._named & state.cars.keys() if moment == self._moment else state.cars.keys()
        initiative = {id: number for number, id in enumerate(state.ranking)} if self.laps else {}
        for id in named:
            car = state.cars[id]
            kills = sum(play.state.crew[member].kills for member in (car.driver, car.gunner) if member)
            key = (
                car.status, car.at, car.facing, car.speed, car.handling, car.control, len(car.criticals), car.damage,
                car.tire_damage, car.broken, car.flag, car.laps, kills, *car.armor.values(),
            )  # fmt: skip
            if self._keys.get(id) != key:
                self._keys[id] = key
                self._views[id] = self._car(play, car, kills)
            if self.laps:
                self._race_keys[id] = race_key(play, car, initiative=initiative.get(id, -1), to_go=self._distance)
        self._moment = moment
        self._named.clear()

    def _race_order(self, play: Match) -> list[str]:
        """The places in a race so far, as `race_order` has them."""
        return [*play.state.finishers, *rank_by_keys(self._race_keys)] if self.laps else []

    def _distance(self, track: Track, car: CarState) -> int:
        """`hexes_to_go`, computed once for each hex."""
        key = car.checkpoint, car.at
        if key not in self._to_go:
            self._to_go[key] = hexes_to_go(track, car)
        return self._to_go[key]

    def _car(self, play: Match, car: CarState, kills: int) -> CarView:
        looks = LOOKS.get(car.status, CarAppearance.RUNNING)
        gone = looks is CarAppearance.GONE or car.at == NOWHERE
        x, y = (0, 0) if gone else center(self.track.hexes[car.at])
        heading = 0 if gone else DEGREES_PER_FACING * car.facing
        return CarView(
            id=car.id,
            x=x,
            y=y,
            heading=heading,
            looks=CarAppearance.GONE if gone else looks,
            hurt=bool(car.criticals or car.tire_damage or car.damage),
            place=(
                ELSEWHERE.get(car.status, "off the map")
                if gone
                else f"{self._hex_label(car.at)}, facing {compass(heading)}"
            ),
            condition=_condition(car),
            notice=STATUS_NOTICES.get(car.status) or CONTROL_NOTICES.get(car.control, ""),
            lap=min(car.laps + 1, self.laps),
            score=str(kills or ""),
            gauges=tuple(_gauges(play, car)),
            lost_wheels=tuple(range(min(4, car.tire_damage // 2))),
        )

    def _thing(self, marker: Marker) -> GroundObject:
        return self._at(marker.kind if marker.kind in MARKER_DRAWINGS else "bomb", marker.at)

    def _at(self, kind: str, at: int) -> GroundObject:
        x, y = center(self.track.hexes[at])
        return GroundObject(kind=kind, x=x, y=y, place=self._hex_label(at))

    def _aboard(self, car: CarState) -> GroundObject:
        """The flag that a car carries, drawn above the car."""
        x, y = center(self.track.hexes[car.at])
        return GroundObject(
            kind="flag",
            x=x + CARRIED_FLAG_OFFSET[0],
            y=y + CARRIED_FLAG_OFFSET[1],
            place=f"{self._hex_label(car.at)}, carried",
        )

    def _hex_label(self, at: int) -> str:
        """A hex by its column and row, as numbered beside the drawing."""
        column, row = column_and_row(*self.track.hexes[at])
        return f"hex {column}, {row}"


def _condition(car: CarState) -> str:
    """What a car is doing and what is wrong with it."""
    texts = [STATUS_PHRASES[car.status]] if car.status in STATUS_PHRASES else []
    if car.status is CarStatus.RUNNING:
        texts += [f"speed {car.speed}", f"handling {car.handling}"]
        texts += [car.control.value.replace("_", " ")] if car.control is not Control.OK else []
    texts += [count_phrase(len(car.criticals), "critical")] if car.criticals else []
    texts += [f"{car.tire_damage} tire damage"] if car.tire_damage else []
    texts += ["the suspension is broken"] if car.broken else []
    texts += ["carries a flag"] if car.flag else []
    return ", ".join(texts) or "whole"


def _gauges(play: Match, car: CarState) -> Iterator[Gauge]:
    """The criticals a car can still take, and its armor by side."""
    yield "hull", max(0, MOST_CRITICALS - len(car.criticals)), MOST_CRITICALS
    built = play.entrants[car.id].design.armor
    for side in QUADRANTS:
        yield side, car.armor.get(side, 0), max(built.on(side), car.armor.get(side, 0))


def model_of(car: CarEntry) -> CarModel:
    """How a car looks: by its suspension, and by what its mounts hold."""
    design = car.design
    if design.suspension >= HEAVY_SUSPENSION:
        body = Body.TRUCK
    elif design.height == "raised":
        body = Body.PICKUP
    else:
        body = Body.RACER if design.travel == "decreased" else Body.COUPE
    fitted = {item.mount: item.kind for item in car.items if item.kind in WEAPON_KINDS and item.mount}
    armed = [mount for mount in design.mounts if mount.id in fitted]
    return CarModel(body=body, fittings=fittings_at((_mounted(mount), mount.facing) for mount in armed))


def _mounted(mount: Mount) -> str:
    """What a weapon on a mount looks like."""
    if mount.traverse == "turret":
        return "turret"
    return {"rocket": "rockets", "special": "dropper"}.get(mount.type, "gun")

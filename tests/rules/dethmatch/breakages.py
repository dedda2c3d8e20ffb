"""Engines broken on purpose: the functions that replace the right ones, and the match in which a law detects each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from rules.dethmatch.combat import dropped_weapons
from rules.dethmatch.driving import handling, loss_of_control, movement_points
from rules.dethmatch.editions import WRECKS_ROLL_NOTHING
from rules.dethmatch.events import lap_race
from rules.dethmatch.events.flags import FlagsEvent
from rules.dethmatch.events.lap_race import LapRace
from rules.dethmatch.events.last_car import LastCar
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus, Control
from rules.dethmatch.movement import arrival

Patch = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Breakage:
    """A law, the breakage it must detect, and the random match in which that occurs."""

    law: str
    patch: Patch
    event: str = ""
    seed: int = 1
    """The seed of the first match tried. The following seeds are tried as well, up to a dozen."""
    track: str = ""
    switches: Mapping[str, Any] = field(default_factory=dict)
    edition: int = WRECKS_ROLL_NOTHING
    """The edition of the match: one whose driving no tuning changes, unless the breakage needs a newer one."""


def instead(where: object, name: str, broken: Any) -> Patch:
    """Replace a function or figure of the engine."""
    return lambda monkeypatch: monkeypatch.setattr(where, name, broken)


def all_of(*patches: Patch) -> Patch:
    """Several patches together."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        for single_patch in patches:
            single_patch(monkeypatch)

    return patch


def first(where: object, name: str, then: Callable[..., None]) -> Patch:
    """Call the engine's function, and then `then`, which does something wrong."""
    original = getattr(where, name)

    def broken(*args: Any, **kwargs: Any) -> Any:
        answer = original(*args, **kwargs)
        then(*args, **kwargs)
        return answer

    return instead(where, name, broken)


def nothing(*args: Any, **kwargs: Any) -> None:
    """Leave out what should be done."""


# ----------------------------------------------------------------------------------------------------- the map


def inside_the_wall(self: LastCar, play: Match) -> None:
    car = next(iter(play.state.cars.values()))
    car.at = play.track.impassable.index(True)
    play.note("grid", "DM-M-040", car)


def through_others(play: Match, car: CarState, direction: int, *, drift: int = 0) -> None:
    ahead = play.track.neighbors[car.at][direction]
    if ahead != NOWHERE and not play.track.impassable[ahead]:
        arrival.arrive(play, car, ahead, direction, drift=drift)


def two_hexes(play: Match, car: CarState, direction: int, *, drift: int = 0) -> None:
    ahead = play.track.neighbors[car.at][direction]
    further = play.track.neighbors[ahead][direction] if ahead != NOWHERE else NOWHERE
    if further != NOWHERE and not play.track.impassable[further] and play.in_hex(further) is None:
        arrival.arrive(play, car, further, direction, drift=drift)


def about_turn(play: Match, car: CarState, side: int, *, forced: bool = False) -> None:
    car.facing = (car.facing + 2 * side) % SIDES
    play.note("turn", "DM-M-055", car)


def for_nothing(play: Match, car: CarState) -> None:
    ahead = play.track.neighbors[car.at][car.facing]
    if car.speed and ahead != NOWHERE and not play.track.impassable[ahead] and play.in_hex(ahead) is None:
        arrival.arrive(play, car, ahead, car.facing, drift=0)


def untold(play: Match, car: CarState, step: Any, *, forced: bool = False) -> None:
    car.quota[play.state.moment.phase - 1] -= 1
    car.moved += 1


# ------------------------------------------------------------------------------------------ speed and handling


def below_nothing(play: Match, car: CarState, by: int, *, rule: str, why: str) -> int:
    if by and car.speed:
        car.speed -= by
        play.note("speed", rule, car)
        if car.speed <= 0:
            movement_points.drop_points(car)
    return by


def one_too_many(play: Match, car: CarState) -> None:
    car.handling = handling.maximum_handling(play, car) + 1
    play.note("handling", "DM-M-067", car)


def broken_and_well(play: Match, car: CarState) -> None:
    if car.broken:
        car.handling += 1
        play.note("handling", "DM-M-067", car)


def on_an_empty_tank(play: Match, car: CarState, *, rule: str, why: str) -> bool:
    car.fuel -= 1
    play.note("fuel", rule, car)
    return True


def over_the_brim(play: Match) -> None:
    for car in play.state.cars.values():
        car.fuel = play.fits[car.id].fuel + 1


def owed(car: CarState, place: int, count: int) -> int:
    car.quota[place] -= count
    return count


def two_for_one(play: Match, car: CarState, use: str) -> None:
    car.options -= 2
    play.note("option", "DM-M-054", car)


# ------------------------------------------------------------------------------------------ shooting and damage


def twice_the_armor(play: Match, car: CarState, suffered: Any) -> None:
    suffered.effect, suffered.amount = "armor", 1
    car.armor[suffered.quadrant] -= 2
    play.note("armor", "DM-M-107", car)


def below_the_skin(play: Match, car: CarState, suffered: Any) -> None:
    suffered.effect, suffered.amount = "armor", car.armor[suffered.quadrant] + 1
    car.armor[suffered.quadrant] = -1
    play.note("armor", "DM-M-107", car)


def no_criticals(play: Match, car: CarState, points: int, **kwargs: Any) -> None:
    car.damage += points
    play.note("damage", "DM-M-106", car)


def by_twos(hand: Any, gun: Any, rounds: int) -> None:
    gun.ammunition -= 2 * rounds


def not_yet(play: Match, crew: Any, car: CarState, *, rule: str, **kwargs: Any) -> None:
    play.note("ooa", rule, car, crew=crew.id)


def a_wreck_at_once(play: Match, car: CarState) -> None:
    if car.status is CarStatus.DESTROYED:
        car.status = CarStatus.WRECK
        play.note("stop", "DM-M-092", car)


def fires_on(play: Match, crew: Any, car: CarState, *, rule: str, **kwargs: Any) -> None:
    play.note("hazard", "DM-M-063", car, crew=crew.id)


def for_own_cars_too(play: Match, by: str, victim: CarState, *, kill: bool = False) -> None:
    if by and not kill:
        play.state.crew[by].criticals += 1


def falls_on(play: Match, car: CarState, at: int) -> None:
    play.state.markers.append(dropped_weapons.Marker(kind="caltrops", at=at, by=car.layer, car=car.id))
    play.note("marker_drop", "DM-M-101", car, marker="caltrops")


def beyond_the_map(play: Match, car: CarState) -> int:
    return play.track.size


def without_a_hold(play: Match) -> LastCar:
    return LastCar()


# --------------------------------------------------------------------------------------- turn order and timing


def one_for_all(whole: Any) -> Any:
    def entered(entry: Any, *, team: str) -> CarState:
        return whole(replace(entry, driver=f"{team}.d1", gunner=""), team=team)

    return entered


def still_in_hand(self: FlagsEvent, play: Match, car: CarState) -> None:
    flag = next(carried for carried in play.state.flags if carried.carrier == car.id)
    flag.carrier, flag.at = "", flag.home
    play.note("score", "DM-M-137", car, crew=car.driver)


def on_the_ground_as_well(self: FlagsEvent, play: Match, car: CarState) -> None:
    for flag in play.state.flags:
        if flag.at == car.at:
            flag.carrier = car.id
            car.flag = flag.id
            play.note("flag_taken", "DM-M-137", car)


def but_one(play: Match) -> None:
    play.state.order.pop()


def the_quick_first(play: Match) -> None:
    play.state.ranking.reverse()


def without_checkpoints(self: LapRace, play: Match, car: CarState, came_from: int, direction: int) -> None:
    if lap_race.crosses(play.track, came_from=came_from, at=car.at, direction=direction):
        car.laps += 1
        play.note("lap", "DM-M-136", car)


def never(self: object, play: Match) -> bool:
    return False


def in_debt(self: object, play: Match) -> dict[str, int]:
    return dict.fromkeys(play.state.teams, -1)


def a_turn_left_out(play: Match) -> None:
    play.state.moment.turn += 1


def forgets_rolls(play: Match, *args: Any, **kwargs: Any) -> None:
    play._seen = len(play.dice.log)
    WHOLE_NOTE(play, *args, **kwargs)


def by_no_rule(play: Match, kind: str, rule: str, *args: Any, **kwargs: Any) -> None:
    WHOLE_NOTE(play, kind, "house", *args, **kwargs)


WHOLE_NOTE = Match.note


# ----------------------------------------------------------------------------------------- another book's model


def checks_at_once(play: Match, car: CarState, *, crashed: bool = False) -> None:
    if car.handling < 0:
        play.note("loc_check", "DM-M-068", car, needed=3, passed=True, rerolled=())


def skids_at_once(play: Match, car: CarState, *, crashed: bool = False) -> None:
    if car.handling < 0 and car.speed and car.control is Control.OK:
        loss_of_control.enter(play, car, Control.ROLLOVER, rule="DM-M-069", way=1)


BY_MODEL = [
    pytest.param(
        Breakage(
            "control_follows_the_model",
            instead(loss_of_control, "keep_control", broken),
            "lap_race",
            switches={"dethmatch.handling": "rhad"},
        ),
        id=name,
        marks=pytest.mark.rule("DM-M-068"),
    )
    for name, broken in (("a check in mid-turn", checks_at_once), ("a skid in mid-turn", skids_at_once))
]

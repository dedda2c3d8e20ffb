"""The bounds of each law: the last value it accepts, and the first one it reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rules.dethmatch.laws import state_laws
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CrewState, Critical, Marker
from tests.rules.dethmatch.boards import Board, Car

Write = Callable[[Match], object]


def of_car(**fields: Any) -> Write:
    """A change of those fields of car `a`."""
    return lambda play: [setattr(play.state.cars["a"], name, value) for name, value in fields.items()]


def of_driver(**fields: Any) -> Write:
    """A change of those fields of the driver of car `a`."""
    return lambda play: [setattr(play.state.crew["a.driver"], name, value) for name, value in fields.items()]


def of_gun(number: int = 0, **fields: Any) -> Write:
    """A change of a weapon of car `a`: the machinegun, or with 1 the bomb."""
    return lambda play: [setattr(play.state.cars["a"].guns[number], name, value) for name, value in fields.items()]


def of_armor(front: int, lost: int) -> Write:
    """A change of the front armor of car `a`, built with 4, and of the armor lost there to criticals."""

    def write(play: Match) -> None:
        car = play.state.cars["a"]
        car.armor["front"] = front
        car.criticals = [Critical(row="body", quadrant="front", amount=lost), Critical(row="crew")]

    return write


def marker(**fields: Any) -> Write:
    """A change that puts a marker, by default smoke, into a hex."""
    return lambda play: play.state.markers.append(
        Marker(**{"kind": "smoke", "at": 0, "by": "a.driver", "car": "a", **fields})
    )


def points(*heat_points: int) -> Write:
    """A change of a team's points in past heats."""
    return lambda play: setattr(play.state.teams["team-a"], "points", list(heat_points))


def turn(number: int) -> Write:
    """A change of the heat's turn."""
    return lambda play: setattr(play.state.moment, "turn", number)


def ranked(*order: str) -> Write:
    """A change of the order of two cars, whose totals are 4 and 5."""

    def write(play: Match) -> None:
        state = play.state
        state.cars["a"].total, state.cars["b"].total = 4, 5
        state.order, state.ranking = ["a", "b"], list(order)

    return write


def place(at: int) -> Write:
    """A change that puts car `a` into the hex that is `at` further in the list than car `b`'s."""
    return lambda play: setattr(play.state.cars["a"], "at", play.state.cars["b"].at + at)


def arms(*mounts: str) -> Write:
    """A change of the weapons that the driver of car `a` has fired this turn."""
    return of_driver(turn_used={f"weapon {mount}": 1 for mount in mounts})


CASES = [
    pytest.param("stands_on_the_track", of_car(facing=5), of_car(facing=6), marks=pytest.mark.rule("DM-M-008")),
    pytest.param("stands_on_the_track", of_car(travel=0), of_car(travel=-1), marks=pytest.mark.rule("DM-M-008")),
    pytest.param("one_car_fills_a_hex", place(1), place(0), marks=pytest.mark.rule("DM-M-008")),
    pytest.param("speed_is_never_negative", of_car(speed=0), of_car(speed=-1), marks=pytest.mark.rule("DM-M-047")),
    pytest.param(
        "handling_is_within_its_maximum", of_car(handling=3), of_car(handling=4), marks=pytest.mark.rule("DM-M-067")
    ),
    pytest.param(
        "handling_is_within_its_maximum",
        of_car(broken=True, handling=-5),
        of_car(broken=True, handling=-4),
        marks=pytest.mark.rule("DM-M-034"),
    ),
    pytest.param("fuel_is_within_its_tank", of_car(fuel=0), of_car(fuel=-1), marks=pytest.mark.rule("DM-M-048")),
    pytest.param("fuel_is_within_its_tank", of_car(fuel=4), of_car(fuel=5), marks=pytest.mark.rule("DM-M-048")),
    pytest.param(
        "armor_is_what_the_body_has_lost", of_armor(0, 4), of_armor(-1, 5), marks=pytest.mark.rule("DM-M-107")
    ),
    pytest.param(
        "armor_is_what_the_body_has_lost", of_armor(3, 1), of_armor(3, 2), marks=pytest.mark.rule("DM-M-107")
    ),
    pytest.param(
        "magazines_stop_at_nothing", of_gun(ammunition=0), of_gun(ammunition=-1), marks=pytest.mark.rule("DM-M-093")
    ),
    pytest.param(
        "points_are_never_owed", of_car(quota=[0, 0, 0]), of_car(quota=[1, 0, -1]), marks=pytest.mark.rule("DM-M-051")
    ),
    pytest.param(
        "points_are_never_owed", of_car(remainder=0), of_car(remainder=-1), marks=pytest.mark.rule("DM-M-051")
    ),
    pytest.param(
        "points_are_never_owed", of_car(remainder=2), of_car(remainder=3), marks=pytest.mark.rule("DM-M-051")
    ),
    pytest.param("points_are_never_owed", of_car(options=0), of_car(options=-1), marks=pytest.mark.rule("DM-M-054")),
    pytest.param("weapons_keep_their_rate", of_gun(spent=3), of_gun(spent=4), marks=pytest.mark.rule("DM-M-093")),
    pytest.param(
        "weapons_keep_their_rate", of_gun(1, spent=1), of_gun(1, spent=2), marks=pytest.mark.rule("DM-M-093")
    ),
    pytest.param("one_weapon_each", arms("front"), arms("front", "bomb"), marks=pytest.mark.rule("DM-M-094")),
    pytest.param(
        "abilities_are_used_up",
        of_driver(used={"adept": 2}),
        of_driver(used={"adept": 3}),
        marks=pytest.mark.rule("DM-M-113"),
    ),
    pytest.param(
        "everybody_sits_once",
        of_car(gunner="a.other"),
        of_car(gunner="a.driver"),
        marks=pytest.mark.rule("DM-M-038"),
    ),
    pytest.param("markers_lie_on_the_track", marker(at=330), marker(at=331), marks=pytest.mark.rule("DM-M-104")),
    pytest.param("heats_end_in_time", turn(15), turn(16), marks=pytest.mark.rule("DM-M-128")),
    pytest.param("teams_have_points", points(0, 0), points(0, -1), marks=pytest.mark.rule("DM-M-135")),
    pytest.param(
        "damage_has_come_to_criticals", of_car(damage=0), of_car(damage=-1), marks=pytest.mark.rule("DM-M-106")
    ),
    pytest.param(
        "damage_has_come_to_criticals", of_car(damage=1), of_car(damage=2), marks=pytest.mark.rule("DM-M-106")
    ),
    pytest.param("the_wounded_are_out", of_driver(wounds=2), of_driver(wounds=3), marks=pytest.mark.rule("DM-M-108")),
    pytest.param("oil_and_smoke_are_gone", marker(until=2), marker(until=1), marks=pytest.mark.rule("DM-M-104")),
    pytest.param(
        "the_order_is_by_initiative", ranked("a", "b"), ranked("b", "a"), marks=pytest.mark.rule("DM-M-042")
    ),
]


def said(law: str, write: Write) -> list[str]:
    """The reports of a law on two cars on a field, after the change."""
    bomb = ItemEntry(id="bomb", kind="kami_bomb")
    armed = Car("a", guns={"front": "machinegun"}, items=[bomb], driver={"talents": ("adept", "adept")})
    play = Board(armed, Car("b", at=(3, 0)))
    play.state.crew["a.other"] = CrewState(id="a.other", team="team-a")
    write(play)
    reports: Iterator[str] = getattr(state_laws, law)(play)
    return list(reports)


@pytest.mark.parametrize(("law", "within", "beyond"), CASES)
def test_a_law_speaks_at_the_first_step_too_far(law: str, within: Write, beyond: Write) -> None:
    assert said(law, within) == []
    assert len(said(law, beyond)) == 1


@pytest.mark.rule("DM-M-094")
@pytest.mark.parametrize(("fired", "silent"), [(("one", "two"), True), (("one", "two", "three"), False)])
def test_a_gunslinger_may_have_two_weapons(fired: tuple[str, ...], *, silent: bool) -> None:
    play = Board(Car("a", driver={"talents": ("gunslinger",)}))
    play.state.crew["a.driver"].turn_used = {f"weapon {mount}": 1 for mount in fired}
    assert (list(state_laws.one_weapon_each(play)) == []) is silent

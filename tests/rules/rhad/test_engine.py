"""The sequence of a duel: setup, steps, orders, digests, overrides, and whole matches."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any, TypeVar

import pytest

from rules.core.dice import Dice
from rules.match.engine import play_match
from rules.match.recording import digest_of_state
from rules.match.stepwise_play import MatchOver, NobodyAsked, OrderIllegal
from rules.rhad import engine
from rules.rhad.designs.design import Armor, Seat
from rules.rhad.ground.arena import load_arena
from rules.rhad.match.match import Match
from rules.rhad.match.orders import Attack, PhaseOrder, SpeedOrder, document_of_order, read_order
from rules.rhad.match.state import CarState, CarStatus
from rules.rhad.movement.speed import speeds_open
from tests.rules.rhad.boards import GUN, PLAIN, ROLL, Board, Car, Orders, chance, setup_for

CREWED = replace(
    PLAIN, crew=(Seat(role="driver"), Seat(role="gunner")), weapons=(GUN, replace(GUN, mount="turret", shots=None))
)


AnyMatch = TypeVar("AnyMatch", bound=Match)


def started(**board: Any) -> Board:
    """Two cars far apart that face each other."""
    cars = (Car("b", at=(10, 0), facing=3, design=CREWED, gunner=True), Car("a", at=(-10, 0)))
    return Board(*cars, begun=False, **board)


def until(play: AnyMatch, place: str) -> AnyMatch:
    """Play steps up to the one at that place."""
    while engine.step_path(play) != place:
        engine.step(play)
    return play


@pytest.mark.rule("RH-030", "RH-085", "RH-088")
def test_cars_start_on_their_places_with_their_base_handling_in_the_order_of_their_ids() -> None:
    play = started()
    assert list(play.state.cars) == ["a", "b"]
    b = play.car("b")
    assert (b.at, b.facing, b.heading, b.number) == ((20, 0), 6, 6, 1)
    assert (b.hc, b.base_hc, b.built_hc, b.speed, b.power_plant) == (4, 4, 4, 30, 8)
    assert (b.tires, b.ends) == ([8] * 4, ["front", "front", "rear", "rear"])
    assert (b.driver, b.gunner, [gun.shots for gun in b.guns]) == ("b.d", "b.g", [20, -1])
    assert [(gun.dice, gun.plus, gun.to_hit, gun.dp) for gun in b.guns] == [(2, 0, 7, 3)] * 2
    assert list(play.state.crew) == ["a.d", "b.d", "b.g"]


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(("most", "speed"), [(150, 30), (25, 25), (27, 25), (0, 0)])
def test_cars_start_at_30_mph_or_as_fast_as_they_can(most: int, speed: int) -> None:
    play = Board(Car("a", design=replace(PLAIN, max_speed=most)), begun=False)
    assert (play.car().speed, play.car().set_speed) == (speed, speed)


@pytest.mark.rule("RH-085", "RH-091")
@pytest.mark.parametrize(("face", "taken"), [(1, "front"), (6, "under"), (7, "0")])
def test_an_old_critical_takes_a_side_or_a_weapon(face: int, taken: str) -> None:
    play = Board(Car("a", criticals=1), by_path={"old/a": [face]}, begun=False)
    sheet = play.car()
    assert sheet.old == [taken]
    points_left = {**sheet.armor, "0": sheet.guns[0].dp}
    assert [name for name, points in points_left.items() if points == 0] == [taken]
    assert sheet.power_plant == 8
    (entry,) = play.entries_of("old_critical")
    assert list(entry.after.values()) == [0]


@pytest.mark.rule("RH-085", "RH-091")
def test_an_old_critical_takes_what_still_has_points() -> None:
    bare = replace(PLAIN, armor=Armor(top=1), weapons=(replace(GUN, dp=1), replace(GUN, dp=0)))
    for face, part in ((1, "top"), (2, "0")):
        play = Board(Car("a", criticals=1, design=bare), by_path={"old/a": [face]}, begun=False)
        assert play.car().old == [part]
        assert play.dice.log[0].sides == 2


@pytest.mark.rule(
    "RH-004", "RH-005", "RH-023", "RH-030", "RH-056", "RH-076", "RH-080", "RH-085", "RH-088", "RH-089", "RH-090",
    "RH-092", "RH-093",
)  # fmt: skip
def test_a_match_begins_with_nothing_done() -> None:
    play = Board(Car("a", items=("gun-1",)), begun=False)
    assert asdict(play.state) == {
        "moment": {"heat": 1, "turn": 0, "phase": 0, "step": "round_start", "queue": []},
        "cars": {
            "a": {
                "id": "a", "team": "team-a", "number": 0, "at": (0, 0), "facing": 0, "heading": 0, "speed": 30,
                "base_hc": 4, "built_hc": 4, "hc": 4, "tires": [8, 8, 8, 8],
                "ends": ["front", "front", "rear", "rear"],
                "armor": {"front": 20, "left": 20, "right": 20, "back": 20, "top": 10, "under": 10},
                "power_plant": 8,
                "guns": [
                    {"name": "Gun", "mount": "front", "to_hit": 7, "dice": 2, "plus": 0, "dp": 3, "shots": 20,
                     "item": "gun-1", "fired": 0},
                ],
                "driver": "a.d", "gunner": "", "set_speed": 30, "credit": 0, "steps": 0, "spent": 0, "solid": False,
                "hazard": "", "way": 0, "pending": "", "result": "", "rolls_left": 0, "spin": 0, "swung": 0,
                "owed": 0, "burning": False, "stilled": False, "slid": False, "rest_side": "wheels",
                "status": "running", "exploded": False, "bane": "", "killed_by": [], "points": 0, "bonus": 0,
                "blood": False, "scored": False, "old": [],
            },
        },
        "crew": {
            "a.d": {"id": "a.d", "team": "team-a", "car": "a", "role": "driver", "hits": 0, "attacked": 0,
                    "criticals": 0, "wounds": 0, "out": False},
        },
        "teams": ["team-a"], "held": {"team-a": 0}, "blood": (0, 0), "points": {}, "why_over": "",
    }  # fmt: skip


@pytest.mark.rule("RH-085", "RH-091")
def test_old_criticals_that_find_nothing_left_are_forgotten() -> None:
    play = Board(Car("a", criticals=9), by_path={"old/a": [1] * 6}, begun=False)
    assert (sorted(play.car().old), len(play.entries_of("old_critical"))) == (
        ["0", "back", "front", "left", "right", "top", "under"], 7,
    )  # fmt: skip


def test_a_match_without_cars_is_over_at_once() -> None:
    play = engine.start(setup_for(), Dice(), Orders())
    assert (engine.is_over(play), play.state.why_over, play.state.points) == (True, "no cars", {})
    assert engine.legal_orders(play) is None if not engine.is_over(play) else True
    with pytest.raises(MatchOver):
        engine.step(play)


@pytest.mark.rule("RH-020")
def test_a_round_is_speeds_then_five_phases_then_the_check() -> None:
    play = started()
    places = []
    while play.state.moment.turn < 1 or play.state.moment.step != "round_start":
        places.append(engine.step_path(play))
        engine.step(play)
    assert places == [
        "r1/start", "r1/speed.a", "r1/speed.b",
        *(f"r1/p{phase}.{id}" for phase in range(1, 6) for id in "ab"), "r1/end",
    ]  # fmt: skip
    assert engine.step_path(play) == "r2/start"
    assert play.log.digests == [(1, 1, play.log.digests[0][2])]
    assert [entry.kind for entry in play.log.entries][-1] == "turn_end"


@pytest.mark.rule("RH-020", "RH-036", "RH-037")
def test_every_car_is_checked_before_any_recovers() -> None:
    play = until(started(), "r1/end")
    play.car().hc = play.car("b").hc = 1
    entry_kinds = [entry.kind for entry in engine.step(play)]
    assert entry_kinds == ["check", "check", "recovery", "recovery", "turn_end"]
    assert play.log.digests[0][2] == digest_of_state([play.state, play.record, [(0, 0), (0, 0)], [0, 0]])


@pytest.mark.rule("RH-036")
def test_a_wreck_is_not_checked() -> None:
    play = until(started(by_path={"end/a.d": [1]}), "r1/end")
    play.car().status, play.car().hc = CarStatus.COMPLETE_KILL, -20
    engine.step(play)
    assert [entry.car for entry in play.entries_of("check")] == ["b"]


@pytest.mark.rule("RH-021", "RH-022", "RH-033")
def test_a_speed_order_sets_the_speed_of_the_round() -> None:
    play = until(started(), "r1/speed.a")
    question = engine.legal_orders(play)
    assert question is not None
    assert (question.step, question.car, question.kind) == ("r1/speed.a", "a", "speed")
    assert question.may == {"to": {"least": 10, "most": 40, "step": 5}}
    engine.step(play, {"to": 40})
    assert (play.car().speed, play.car().set_speed) == (40, 40)
    engine.step(play, {})
    assert play.car("b").speed == 30
    assert play.log.orders == [("r1/speed.a", "a", {"to": 40}), ("r1/speed.b", "b", {})]


@pytest.mark.rule("RH-015", "RH-088")
def test_a_phase_order_moves_then_fires() -> None:
    play = until(started(by_path={"r1/p2/a": [5, 6, 1, 2]}), "r1/p2.a")
    play.car("b").at = (-14, -6)
    question = engine.legal_orders(play)
    assert question is not None
    assert question.may["maneuvers"]["most"] == 1
    assert question.may["attacks"] == {"crew": ["driver"], "weapon": [0], "target": ["b"]}
    assert question.may["brake"] is False
    assert set(question.may["maneuvers"]["each"]) >= {"straight", "turn_60_left", "bootlegger"}
    order = {"maneuvers": ["turn_60_left"], "attacks": [{"weapon": 0, "target": "b"}]}
    kinds = [entry.kind for entry in engine.step(play, order)]
    assert kinds == ["maneuver", "handling", "step", "attack", "hit", "damage", "handling"]
    assert play.log.orders[-1] == ("r1/p2.a", "a", order)


def test_nobody_is_asked_at_the_start_of_a_round_and_nothing_is_done() -> None:
    play = started()
    assert engine.legal_orders(play) is None
    with pytest.raises(NobodyAsked, match="r1/start"):
        engine.step(play, {"to": 30})
    assert play.log.entries == []


@pytest.mark.rule("RH-056", "RH-067")
@pytest.mark.parametrize("sheet", [{"slid": True}, {"pending": ROLL}, {"rest_side": "top"}, {"facing": 4}])
def test_whose_speed_is_not_his_to_set_is_not_asked(sheet: dict[str, object]) -> None:
    play = until(started(), "r1/speed.a")
    for name, value in sheet.items():
        setattr(play.car(), name, value)
    assert engine.legal_orders(play) is None


@pytest.mark.rule("RH-021", "RH-064", "RH-076")
@pytest.mark.parametrize(
    ("sheet", "hits", "speed"),
    [
        ({}, 2, 25), ({"facing": 4}, 0, 10), ({"facing": 4, "speed": 15}, 0, 0), ({"slid": True}, 2, 30),
        ({"pending": ROLL}, 2, 30), ({"rest_side": "top", "speed": 5}, 0, 0),
    ],
)  # fmt: skip
def test_a_car_that_is_not_driven_rolls_out_and_one_askew_brakes(
    sheet: dict[str, object], hits: int, speed: int
) -> None:
    play = until(started(), "r1/speed.a")
    play.crew().hits = hits
    for name, value in sheet.items():
        setattr(play.car(), name, value)
    engine.step(play)
    assert (play.car().speed, play.car().set_speed) == (speed, speed)


@pytest.mark.rule("RH-067")
def test_a_car_without_a_power_plant_may_only_brake() -> None:
    play = until(started(), "r1/speed.a")
    play.car().power_plant = 0
    question = engine.legal_orders(play)
    assert question is not None
    assert question.may["to"] == {"least": 10, "most": 25, "step": 5}


@pytest.mark.rule("RH-069")
def test_a_car_that_moves_again_is_checked_again() -> None:
    play = until(started(), "r1/speed.a")
    play.car().speed, play.car().stilled = 0, True
    engine.step(play, {})
    assert play.car().stilled
    play = until(started(), "r1/speed.a")
    play.car().speed, play.car().stilled = 0, True
    engine.step(play, {"to": 5})
    assert not play.car().stilled


@pytest.mark.rule("RH-020", "RH-021")
@pytest.mark.parametrize(
    ("speed", "most", "order", "to"), [(20, 150, {"to": 0}, 0), (40, 30, {}, 30), (40, 150, {}, 40), (20, 30, {}, 20)]
)
def test_an_order_is_the_speed_or_keeps_the_nearest_to_it(
    speed: int, most: int, order: dict[str, int], to: int
) -> None:
    play = until(Board(Car("a", design=replace(PLAIN, max_speed=most)), begun=False), "r1/speed.a")
    play.car().speed = speed
    engine.step(play, order)
    assert (play.car().speed, play.car().set_speed) == (to, to)


def test_a_refused_order_changes_nothing() -> None:
    play = until(started(), "r1/speed.a")
    before, written = digest_of_state(play.state), len(play.log.entries)
    for bad in ({"to": 45}, {"to": 31}, {"fast": 1}, {"to": "30"}):
        with pytest.raises(OrderIllegal):
            engine.step(play, bad)
    assert (digest_of_state(play.state), len(play.log.entries), play.log.orders) == (before, written, [])


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("speed", SpeedOrder(to=45)),
        ("speed", SpeedOrder()),
        ("phase", PhaseOrder(maneuvers=("straight",), attacks=(Attack(weapon=1, target="b", crew="gunner"),))),
        ("phase", PhaseOrder(brake=True)),
    ],
)
def test_an_order_and_its_document_are_the_same(kind: str, order: SpeedOrder | PhaseOrder) -> None:
    assert read_order(kind, document_of_order(order)) == order


# ----------------------------------------------------------------------------------------------------- whole matches


def arrayed(cars: int) -> list[Car]:
    places = load_arena("").places([1] * cars)
    return [
        Car(f"c{number}", at=start.at, facing=start.facing, design=CREWED, gunner=number % 2 == 0, criticals=number)
        for number, (start,) in enumerate(places)
    ]


@pytest.mark.rule("RH-080", "RH-088")
@pytest.mark.parametrize("cars", [1, 2, 6, 12])
def test_the_same_dice_make_the_same_match_and_every_roll_is_told(cars: int) -> None:
    first, second = (play_match(engine, setup_for(*arrayed(cars)), chance()) for _ in range(2))
    assert first.log.entries == second.log.entries
    assert first.log.digests == second.log.digests
    rolls = [roll for entry in first.log.entries for roll in entry.rolls]
    assert rolls == first.dice.log
    assert first.state.moment.step == "over"
    assert len(first.log.digests) == first.state.moment.turn


class Stubborn:
    """A pilot who always drives straight on, as fast as allowed."""

    def order(self, play: Match, car: CarState, kind: str) -> SpeedOrder | PhaseOrder:
        if kind == "speed":
            _, fastest = speeds_open(play, car)
            return SpeedOrder(to=fastest)
        return PhaseOrder()


@pytest.mark.rule("RH-080")
def test_a_match_of_crashes_comes_to_an_end_and_changes_only_what_is_told() -> None:
    play = play_match(engine, setup_for(*arrayed(6)), chance(), Stubborn())
    assert [entry.kind for entry in play.log.entries].count("ram") > 3
    assert play.state.moment.turn <= 30

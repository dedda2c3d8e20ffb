"""Every house rule of a RHAD match has an effect: each probe has another result with the rule than without."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from rules.core.switches import Setting
from rules.match.stepwise_play import OrderIllegal
from rules.rhad import engine
from rules.rhad.car.damage import roll_ram_points, wear_tires
from rules.rhad.car.handling import HIT, SOLID, finalize_handling, lose_handling, recover
from rules.rhad.car.kills import update_kill_status
from rules.rhad.combat.attacks import fire, range_penalty
from rules.rhad.match.orders import Attack, PhaseOrder
from rules.rhad.movement.loss_of_control import check_control, start_round, table_for
from rules.rhad.movement.maneuvers import d_value, why_not_maneuver
from rules.rhad.movement.moves import move
from rules.rhad.play.end_of_match import score_match
from rules.rhad.play.order_checks import refuse_illegal
from rules.rhad.settings import settings_of
from tests.rules.rhad.boards import PLAIN, ROLL, SKID, SPIN, Board, Car

House = Mapping[str, Setting]
Probe = Callable[[House], object]
ON = PhaseOrder()


def prices(house: House) -> object:
    settings = settings_of(house)
    return [
        d_value(name, settings) for name in ("light_drift_left", "turn_60_left", "turn_120_left", "rotate_60_left")
    ]


def bootleggers(house: House) -> object:
    allowed = {}
    for speed in (15, 20, 35, 40):
        play = Board(Car("a", speed=speed), switches=house)
        allowed[speed] = not why_not_maneuver(play, play.car(), "bootlegger")
    return [speed for speed, may in allowed.items() if may]


def emergency(house: House) -> object:
    play = Board(Car("a"), Car("b", at=(9, 0)), switches=house, begun=False)
    while engine.step_path(play) != "r1/p2.a":
        engine.step(play)
    try:
        engine.step(play, {"brake": True})
    except OrderIllegal:
        return "refused"
    return play.car().speed, play.car().hc, play.car().steps


def halves(house: House) -> object:
    play = Board(Car("a", speed=75), phase=5, switches=house)
    move(play, play.car(), ON)
    return play.car().at, play.car().credit


def fast_280(house: House) -> object:
    play = Board(Car("a", speed=280), switches=house)
    return finalize_handling(play, play.car())


def brackets(house: House) -> object:
    losses = []
    for faces in ([1, 2], [1, 3], [1, 4], [4, 5]):
        play = Board(Car("a"), Car("b", at=(3, 0)), faces=[6, 6, *faces], switches=house)
        fire(play, play.car(), Attack(weapon=0, target="b"))
        losses.append(4 - play.car("b").hc)
    return losses


def stopped(house: House) -> object:
    play = Board(Car("a", speed=0, set_speed=125), switches=house)
    return finalize_handling(play, play.car())


def accessories(house: House) -> object:
    design = replace(PLAIN, accessories=("spoiler", "airdam"))
    play = Board(Car("a", speed=65, design=design), switches=house)
    return finalize_handling(play, play.car())


def recovery(house: House) -> object:
    play = Board(Car("a", skill=1, hc=-2), switches=house)
    recover(play, play.car())
    return play.car().hc


def table(house: House) -> object:
    crash_tables = []
    for hazard in (SOLID, HIT):
        play = Board(Car("a", solid=hazard == HIT), switches=house)
        lose_handling(play, play.car(), 1, hazard=hazard, why="test")
        crash_tables.append(table_for(play, play.car()))
    return crash_tables


def deceleration(house: House) -> object:
    """The car's speed as a severe skid's round starts, after its first phase and at the end, and its slide."""
    sheet = {"pending": SKID, "rolls_left": 3, "owed": 20}
    play = Board(Car("a", speed=50, **sheet), faces=[3], switches=house)
    start_round(play, play.car())
    speeds = [play.car().speed]
    move(play, play.car(), ON)
    speeds.append(play.car().speed)
    check_control(play, play.car())
    return [*speeds, play.car().speed, play.car().slid]


def trivial(house: House) -> object:
    """The effect of an owed deceleration of 5 mph on a car without a step to take it on."""
    play = Board(Car("a", speed=5, owed=5), switches=house)
    start_round(play, play.car())
    start = play.car().speed
    check_control(play, play.car())
    return start, play.car().speed, play.car().stilled


def spun(house: House) -> object:
    play = Board(Car("a", speed=50, pending=SPIN, rolls_left=1, spin=1), switches=house)
    move(play, play.car(), ON)
    return play.car().facing, play.car().heading


def exploded(house: House) -> object:
    explosions = []
    for face in range(1, 7):
        play = Board(Car("a", speed=20, pending=ROLL, burning=True), faces=[6, face], switches=house)
        start_round(play, play.car())
        explosions.append(play.car().exploded)
    return explosions.index(True) + 1 if True in explosions else 7


def rams(house: House) -> object:
    damages = []
    for mph, faces in ((50, [1, 2, 3, 4, 5]), (10, [5])):
        play = Board(Car("a"), faces=faces, switches=house)
        damages.append(roll_ram_points(play, mph, why="test"))
    return damages


def target_speed(house: House) -> object:
    play = Board(Car("a"), Car("b", at=(3, 0)), Car("c", at=(3, -1), speed=100), faces=[1, 1, 1, 1], switches=house)
    for target in "bc":
        play.crew().attacked = play.car().guns[0].fired = 0
        fire(play, play.car(), Attack(weapon=0, target=target))
    return [entry.more["needed"] for entry in play.entries_of("attack")]


def decision(house: House) -> object:
    play = Board(Car("a"), Car("b", at=(9, 0)), switches=house)
    play.car("b").armor["front"] -= 1
    score_match(play, play.close())
    return play.state.points


def hits(house: House) -> object:
    play = Board(Car("a"), switches=house)
    conditions = []
    for lost in range(1, 5):
        play.crew().hits = lost
        conditions.append("dead" if play.is_dead(play.crew()) else "able" if play.is_able(play.crew()) else "out")
    return conditions


def lost_tires(house: House) -> object:
    play = Board(Car("a"), switches=house)
    wear_tires(play, play.car(), [8, 0, 0, 0], why="test")
    return play.car().base_hc


def duel(house: House) -> object:
    play = Board(Car("a"), Car("b", at=(9, 0)), switches=house, begun=False)
    reasons = [play.close(turn=turn + 1, phase=phase + 1).reason for turn in range(12) for phase in range(5)]
    return range_penalty(play, 9), reasons[-1], play.car().speed


def points(house: House) -> object:
    play = Board(Car("a"), Car("b", at=(9, 0), power_plant=0), switches=house)
    update_kill_status(play, play.car("b"), by="a")
    score_match(play, play.close())
    return play.state.points["team-a"]


@pytest.mark.parametrize(
    ("probe", "printed", "changed"),
    [
        pytest.param(
            prices, [1, 4, 7, 3], [1, 4, 8, 4],
            marks=[pytest.mark.rule("RH-006"), pytest.mark.switch("rhad.maneuver_scale", "turning_key")],
        ),
        pytest.param(
            prices, [1, 4, 7, 3], [1, 4, 8, 3],
            marks=[pytest.mark.rule("RH-011"), pytest.mark.switch("rhad.turn_surcharge", "per_side")],
        ),
        pytest.param(
            prices, [1, 4, 7, 3], [2, 4, 7, 3],
            marks=[pytest.mark.rule("RH-013"), pytest.mark.switch("rhad.light_drift_d", 2)],
        ),
        pytest.param(
            bootleggers, [20, 35], [15, 20, 35, 40],
            marks=[pytest.mark.rule("RH-014"), pytest.mark.switch("rhad.bootlegger_window", "10-40")],
        ),
        pytest.param(
            emergency, "refused", (10, 1, 0),
            marks=[pytest.mark.rule("RH-021"), pytest.mark.switch("rhad.midround_brake", 3)],
        ),
        pytest.param(
            halves, ((2, 0), 1), ((3, 0), 0),
            marks=[pytest.mark.rule("RH-005", "RH-023"), pytest.mark.switch("rhad.half_step", "edge")],
        ),
        pytest.param(
            fast_280, -3, -2, marks=[pytest.mark.rule("RH-025"), pytest.mark.switch("rhad.mod_280", "-6")],
        ),
        pytest.param(
            brackets, [1, 1, 1, 2], [1, 2, 2, 3],
            marks=[pytest.mark.rule("RH-032"), pytest.mark.switch("rhad.hit_hazard_brackets", "3 8")],
        ),
        pytest.param(
            stopped, 3, 14, marks=[pytest.mark.rule("RH-033"), pytest.mark.switch("rhad.mod_speed", "end")],
        ),
        pytest.param(
            accessories, 6, 5,
            marks=[pytest.mark.rule("RH-035"), pytest.mark.switch("rhad.accessory_stack", False)],
        ),
        pytest.param(
            recovery, 2, 3, marks=[pytest.mark.rule("RH-039"), pytest.mark.switch("rhad.recovery_skill", True)],
        ),
        pytest.param(
            table, ["ct1", "ct2"], ["ct2", "ct1"],
            marks=[pytest.mark.rule("RH-050"), pytest.mark.switch("rhad.crash_table_selector", "last_hazard")],
        ),
        pytest.param(
            deceleration, [30, 30, 30, True], [50, 45, 30, True],
            marks=[pytest.mark.rule("RH-056"), pytest.mark.switch("rhad.crash_decel", "after_each_step")],
        ),
        pytest.param(
            trivial, (0, 0, True), (5, 0, True),
            marks=[pytest.mark.rule("RH-056"), pytest.mark.switch("rhad.crash_decel", "after_each_step")],
        ),
        pytest.param(
            spun, (4, 0), (0, 0),
            marks=[pytest.mark.rule("RH-064"), pytest.mark.switch("rhad.spin_exit", "instant_realign")],
        ),
        pytest.param(
            exploded, 5, 2, marks=[pytest.mark.rule("RH-068"), pytest.mark.switch("rhad.explosion_on", 2)],
        ),
        pytest.param(
            exploded, 5, 7, marks=[pytest.mark.rule("RH-068"), pytest.mark.switch("rhad.explosion_on", 7)],
        ),
        pytest.param(
            rams, [15, 3], [5, 3],
            marks=[pytest.mark.rule("RH-075"), pytest.mark.switch("rhad.ram_unit", "points")],
        ),
        pytest.param(
            hits, ["able", "out", "dead", "dead"], ["able", "able", "out", "dead"],
            marks=[pytest.mark.rule("RH-076"), pytest.mark.switch("rhad.occupant_hits", 4)],
        ),
        pytest.param(
            lost_tires, 2, 1, marks=[pytest.mark.rule("RH-077"), pytest.mark.switch("rhad.tyre_loss_hc", 3)],
        ),
        pytest.param(
            duel, (1, "", 30), (3, "turn_limit", 45),
            marks=[
                pytest.mark.rule("RH-085", "RH-089"),
                pytest.mark.switch("rhad.duel_params", "free 3 each 2 rounds 12 start 45 mounts on"),
            ],
        ),
        pytest.param(
            target_speed, [4, 10], [7, 7],
            marks=[pytest.mark.rule("RH-085"), pytest.mark.switch("rhad.target_speed", False)],
        ),
        pytest.param(
            decision, {"team-a": 1, "team-b": 0}, {"team-a": 0, "team-b": 0},
            marks=[pytest.mark.rule("RH-089"), pytest.mark.switch("rhad.decision", "none")],
        ),
        pytest.param(
            points, 2, 21,
            marks=[pytest.mark.rule("RH-090"), pytest.mark.switch("rhad.points_divisor", 1)],
        ),
    ],
)  # fmt: skip
def test_a_house_rule_changes_what_comes_out(
    request: pytest.FixtureRequest, probe: Probe, printed: object, changed: object
) -> None:
    mark = request.node.get_closest_marker("switch")
    assert mark is not None
    name, setting = mark.args
    assert probe({}) == printed
    assert probe({name: setting}) == changed


# ----------------------------------------------------------------------------------------------------- consequences


@pytest.mark.rule("RH-023")
def test_a_half_step_to_the_line_is_driven_at_once_and_two_meet_in_a_hex() -> None:
    play = Board(Car("a", speed=5), phase=3, switches={"rhad.half_step": "edge"})
    move(play, play.car(), ON)
    assert (play.car().at, play.car().steps) == ((1, 0), 1)
    move(play, play.car(), ON)
    assert play.car().at == (2, 0)
    along = Board(Car("a", speed=5, heading=1, turned=1), phase=3, switches={"rhad.half_step": "edge"})
    move(along, along.car(), ON)
    assert along.car().at == (0, 0)


@pytest.mark.rule("RH-056")
def test_five_mph_go_with_every_step_until_nothing_is_owed() -> None:
    sheet = {"pending": SKID, "rolls_left": 2, "owed": 10}
    play = Board(Car("a", speed=150, **sheet), faces=[3, 3], switches={"rhad.crash_decel": "after_each_step"})
    start_round(play, play.car())
    move(play, play.car(), ON)
    assert (play.car().speed, play.car().owed, play.car().steps, play.car().stilled) == (140, 0, 3, False)


@pytest.mark.rule("RH-021", "RH-076")
def test_an_emergency_stop_is_for_an_able_driver() -> None:
    cars = Car("a", gunner=True), Car("b", at=(9, 0))
    play = Board(*cars, switches={"rhad.midround_brake": 3}, begun=False)
    while engine.step_path(play) != "r1/p2.a":
        engine.step(play)
    question = engine.legal_orders(play)
    assert question is not None
    assert question.may["brake"] is True
    play.crew().hits = 2
    question = engine.legal_orders(play)
    assert question is not None
    assert question.may["brake"] is False
    with pytest.raises(OrderIllegal, match=r"a\.d cannot brake"):
        engine.step(play, {"brake": True})


@pytest.mark.rule("RH-016", "RH-021")
def test_an_emergency_stop_leaves_the_steps_of_the_speed_it_comes_down_to() -> None:
    play = Board(Car("a", speed=100), switches={"rhad.midround_brake": 3})
    refuse_illegal(play, play.car(), PhaseOrder(maneuvers=("turn_60_left",) * 2))
    play.state.moment.phase = 5
    play.car().speed = 40
    with pytest.raises(OrderIllegal, match="0 free"):
        refuse_illegal(play, play.car(), PhaseOrder(maneuvers=("straight",), brake=True))

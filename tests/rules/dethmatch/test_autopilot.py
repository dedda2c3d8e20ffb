"""The autopilot's plans, and what it drives and fires by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.core.refusals import Malformed
from rules.dethmatch.autopilot import Autopilot, pilot_for
from rules.dethmatch.autopilot.crashes import crash_damage
from rules.dethmatch.autopilot.gunfire import guns_of, lives_a_point
from rules.dethmatch.autopilot.judgment import JUDGMENTS, judgment_of
from rules.dethmatch.autopilot.pilot import harm_by_ramming
from rules.dethmatch.autopilot.prices import prices
from rules.dethmatch.autopilot.speed_choice import arriving_speed, waiting_speed
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.engine import autopilot_of
from rules.dethmatch.first_autopilot import Autopilot as FirstAutopilot
from rules.dethmatch.log.log_messages import LOG_MESSAGES
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import CarOrders, PhaseOrder, SpeedOrder
from rules.dethmatch.match.state import Critical, Flag
from rules.dethmatch.play.order_checks import refuse_illegal
from rules.dethmatch.settings import settings_of
from rules.match.driving.judgment import ACE, REGULAR, ROOKIE
from tests.rules.dethmatch.boards import PLAIN, Board, Car, open_field

GUN = {"front": "machinegun"}
HURT = [Critical(row="body") for _ in range(4)]


def pilot(play: Match, **changes: Any) -> Autopilot:
    return pilot_for(play.setup, replace(prices(), **changes))


def plan_of(play: Match, id: str = "car") -> str:
    return pilot(play).speed(play, play.state.cars[id]).plan


def phase_of(play: Match, **changes: Any) -> PhaseOrder:
    return pilot(play, **changes).phase(play, play.state.cars["car"])


def flags(*cars: Car, at: tuple[int, int] = (0, 0), carrier: str = "") -> Board:
    """A heat with one neutral flag."""
    board = Board(*cars, event="flags")
    home = board.hex_at((0, 0))
    board.state.flags = [Flag(id="flag", team="", home=home, at=-1 if carrier else board.hex_at(at), carrier=carrier)]
    if carrier:
        board.car(carrier).flag = "flag"
    return board


@pytest.mark.rule("DM-M-141")
@pytest.mark.parametrize(("edition", "kind"), [(1, FirstAutopilot), (2, FirstAutopilot), (3, Autopilot)])
def test_each_edition_has_its_autopilot(edition: int, kind: type[Any]) -> None:
    setup = replace(Board(Car("car")).setup, edition=edition)
    assert type(autopilot_of(setup, settings_of(setup.switches, edition=edition))) is kind


@pytest.mark.rule("DM-M-141", "DM-M-146")
def test_the_nearest_car_goes_for_the_flag_and_the_other_hunts() -> None:
    board = flags(
        Car("car", at=(3, 0), team="t", guns=GUN), Car("mate", at=(8, 0), team="t", guns=GUN), Car("foe", at=(-8, 0))
    )
    assert (plan_of(board), plan_of(board, "mate")) == ("fetch", "hunt:foe")


@pytest.mark.rule("DM-M-137", "DM-M-146")
def test_a_carrier_runs_home_and_its_mate_waits_where_the_flag_comes_back() -> None:
    board = flags(
        Car("car", at=(3, 0), team="t", guns=GUN),
        Car("mate", at=(8, 0), team="t", guns=GUN),
        Car("foe", at=(-8, 0)),
        carrier="car",
    )
    assert (plan_of(board), plan_of(board, "mate")) == ("run_home", "wait")


@pytest.mark.rule("DM-M-146")
def test_a_mate_guards_a_carrier_whom_an_enemy_is_near() -> None:
    board = flags(
        Car("car", at=(3, 0), team="t", guns=GUN),
        Car("mate", at=(8, 0), team="t", guns=GUN),
        Car("foe", at=(-2, 0)),
        carrier="car",
    )
    assert plan_of(board, "mate") == "guard:car"


@pytest.mark.rule("DM-M-137", "DM-M-141", "DM-M-146")
@pytest.mark.parametrize(("mate_at", "plans"), [((5, 0), ("fetch", "hunt:foe")), ((2, 0), ("hunt:foe", "fetch"))])
def test_who_goes_for_the_flag_goes_on_unless_a_mate_is_clearly_nearer(
    mate_at: tuple[int, int], plans: tuple[str, str]
) -> None:
    board = flags(
        Car("car", at=(6, 0), team="t", guns=GUN),
        Car("mate", at=mate_at, team="t", guns=GUN),
        Car("foe", at=(-8, 0)),
    )
    board.plans |= {"car": "fetch", "mate": "hunt:foe"}
    assert (plan_of(board), plan_of(board, "mate")) == plans


@pytest.mark.rule("DM-M-141", "DM-M-146")
@pytest.mark.parametrize(("before", "plan"), [("wait", "wait"), ("guard:car", "guard:car")])
def test_a_guard_stays_one_until_the_enemy_is_well_away(before: str, plan: str) -> None:
    board = flags(
        Car("car", at=(3, 0), team="t", guns=GUN),
        Car("mate", at=(8, 0), team="t", guns=GUN),
        Car("foe", at=(-5, 0)),
        carrier="car",
    )
    board.plans["mate"] = before
    assert plan_of(board, "mate") == plan


@pytest.mark.rule("DM-M-137", "DM-M-145")
@pytest.mark.parametrize(("rounds", "plan"), [(0, "wait"), (5, "hunt:foe")])
def test_a_car_without_ammunition_waits_for_a_flag_that_an_enemy_carries(rounds: int, plan: str) -> None:
    board = flags(Car("car", at=(3, 0), team="t", guns=GUN), Car("foe", at=(-3, 0), guns=GUN), carrier="foe")
    board.gun("front").ammunition = rounds
    assert plan_of(board) == plan


@pytest.mark.rule("DM-M-137", "DM-M-145")
def test_a_car_without_ammunition_still_goes_for_the_flag() -> None:
    board = flags(Car("car", at=(3, 0), guns=GUN), Car("foe", at=(-8, 0)))
    board.gun("front").ammunition = 0
    assert plan_of(board) == "fetch"


@pytest.mark.rule("DM-M-146")
def test_a_car_that_cannot_shoot_keeps_away() -> None:
    assert plan_of(Board(Car("car"), Car("foe", at=(5, 0), guns=GUN), event="last_car")) == "evade"


@pytest.mark.rule("DM-M-138", "DM-M-146")
@pytest.mark.parametrize(("event", "guns", "plan"), [
    ("last_car", {}, "hunt:foe"), ("last_car", GUN, "evade"), ("flags", {}, "evade"),
])  # fmt: skip
def test_a_last_car_standing_rams_where_nobody_can_shoot(event: str, guns: dict[str, str], plan: str) -> None:
    assert plan_of(Board(Car("car"), Car("foe", at=(5, 0), guns=guns), event=event)) == plan


@pytest.mark.rule("DM-M-138", "DM-M-146")
def test_a_car_that_rams_does_not_slow_down_before_its_enemy_and_runs_into_it() -> None:
    board = Board(Car("car", speed=3), Car("foe", at=(2, 0), facing=1), event="last_car")
    order = pilot(board).speed(board, board.car("car"))
    assert (order.plan, order.intent) == ("hunt:foe", "up")
    board.car("car").speed, board.car("car").quota = 6, [3, 0, 0]
    assert phase_of(board).path[:2] == ("F", "F")


@pytest.mark.rule("DM-M-107", "DM-M-146")
def test_of_two_enemies_as_near_the_one_nearer_to_its_end_is_hunted() -> None:
    whole, hurt = Car("whole", at=(6, 0)), Car("hurt", at=(-6, 0), criticals=HURT)
    assert plan_of(Board(Car("car", guns=GUN), whole, hurt, event="last_car")) == "hunt:hurt"


@pytest.mark.rule("DM-M-141")
def test_a_plan_stays_unless_another_is_clearly_better() -> None:
    board = Board(Car("car", guns=GUN), Car("one", at=(6, 0)), Car("other", at=(-5, 0)), event="last_car")
    assert plan_of(board) == "hunt:other"
    board.plans["car"] = "hunt:one"
    assert plan_of(board) == "hunt:one"
    board.car("other").criticals = list(HURT)
    assert plan_of(board) == "hunt:other"


@pytest.mark.rule("DM-M-141")
def test_the_log_states_a_plan_in_a_sentence() -> None:
    board = Board(Car("car"), Car("foe", at=(5, 0)))
    board.note_plan(board.car("car"), "hunt:foe", rule="DM-M-141")
    board.note_plan(board.car("car"), "hunt:foe", rule="DM-M-141")
    entries = board.entries_of("plan")
    message = LOG_MESSAGES["plan"]
    assert callable(message)
    assert [message(entry) for entry in entries] == ["car goes after foe"]


@pytest.mark.rule("DM-M-141", "DM-M-147")
@pytest.mark.parametrize("plan", ["win", "hunt", "hunt:nobody", "pace:foe"])
def test_an_order_with_a_plan_that_cannot_be_is_refused(plan: str) -> None:
    board = Board(Car("car"), Car("foe", at=(5, 0)))
    with pytest.raises(Malformed, match="plan"):
        refuse_illegal(board, CarOrders(car="car", turn=2, speed=SpeedOrder(plan=plan)))


def targets(order: PhaseOrder) -> list[str]:
    return [shot.target for shot in order.fire]


@pytest.mark.rule("DM-M-106", "DM-M-107", "DM-M-144")
def test_it_fires_at_the_car_of_which_least_is_left() -> None:
    board = Board(Car("car", guns=GUN), Car("whole", at=(3, 0)), Car("hurt", at=(3, -1), criticals=HURT))
    assert targets(phase_of(board)) == ["hurt"]


@pytest.mark.rule("DM-M-144")
def test_it_fires_at_nobody_of_its_own_team() -> None:
    assert targets(phase_of(Board(Car("car", guns=GUN, team="t"), Car("mate", at=(3, 0), team="t")))) == []


@pytest.mark.rule("DM-M-144")
def test_a_hopeless_shot_is_not_worth_a_round_that_can_be_fired_later() -> None:
    board = Board(Car("car", guns=GUN), Car("foe", at=(9, 0), speed=6))
    assert targets(phase_of(board, round=0.0)) == ["foe"]
    assert targets(phase_of(board, round=5.0)) == []


def dearest_shot(profile: str) -> float:
    """The highest price of a round at which a driver of a profile still fires at a car five hexes ahead."""
    board = Board(
        Car("car", guns=GUN), Car("foe", team="u", at=(5, 0)), switches={"dethmatch.autopilot_profile": profile}
    )
    return max((price for price in (0.05, 0.1, 0.2, 0.4) if targets(phase_of(board, round=price))), default=0.0)


@pytest.mark.rule("DM-M-142")
@pytest.mark.switch("dethmatch.autopilot_profile", "bold")
def test_a_bold_driver_spends_rounds_more_readily() -> None:
    assert (dearest_shot("steady"), dearest_shot("bold")) == (0.1, 0.2)


@pytest.mark.rule("DM-M-142")
@pytest.mark.switch("dethmatch.autopilot_profile", "miser")
def test_a_miser_saves_rounds() -> None:
    assert dearest_shot("miser") == 0.05


@pytest.mark.rule("DM-M-142")
@pytest.mark.switch("dethmatch.autopilot_profile", "hunter")
def test_a_hunter_gives_more_for_harm_to_enemies() -> None:
    assert dearest_shot("hunter") == 0.2


@pytest.mark.rule("DM-M-049", "DM-M-143")
@pytest.mark.parametrize(("place", "way"), [((0, 3), "right"), ((3, -3), "left"), ((3, 0), "")])
def test_a_car_at_rest_turns_its_gun_toward_the_enemy(place: tuple[int, int], way: str) -> None:
    board = Board(Car("car", guns=GUN), Car("foe", at=place, guns=GUN, facing=3), event="last_car")
    assert phase_of(board, near_speed=0.0).shuffle == way


@pytest.mark.rule("DM-M-049", "DM-M-143")
def test_a_car_at_rest_begins_to_turn_to_an_enemy_behind_its_only_gun() -> None:
    rear = replace(PLAIN, mounts=(Mount(id="ring", type="light", facing="rear"),))
    foe = Car("foe", at=(3, 0), guns=GUN, facing=0)
    board = Board(Car("car", design=rear, guns={"ring": "machinegun"}), foe, event="last_car")
    assert phase_of(board).shuffle in {"left", "right"}


@pytest.mark.rule("DM-M-142", "DM-M-146")
@pytest.mark.parametrize(("far", "intent"), [(3, "down"), (9, "up")])
def test_a_hunter_slows_down_near_its_enemy(far: int, intent: str) -> None:
    board = Board(Car("car", at=(-5, 0), speed=3, guns=GUN), Car("foe", at=(far - 5, 0)), event="last_car")
    assert pilot(board, near=4.0, near_speed=0.0).speed(board, board.car("car")).intent == intent


@pytest.mark.rule("DM-M-049", "DM-M-146")
@pytest.mark.parametrize(("far", "speed"), [(1, 0), (2, 0), (4, 2), (5, 2), (6, 6)])
def test_a_car_that_waits_for_a_flag_is_slow_near_it(far: int, speed: int) -> None:
    assert waiting_speed(far) == speed


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize(("speed", "far", "arriving"), [(6, 2, 2), (6, 5, 4), (6, 9, 6), (1, 0, 1)])
def test_a_car_comes_home_no_faster_than_it_must(speed: int, far: int, arriving: int) -> None:
    # 3.5 hexes a turn at speed 2, and 6 at speed 4
    assert arriving_speed(speed, far) == arriving


@pytest.mark.rule("DM-M-083", "DM-M-136", "DM-M-143")
@pytest.mark.parametrize(("event", "only", "harm"), [
    ("lap_race", False, 1.0), ("last_car", False, 6.0), ("last_car", True, 9.0),
])  # fmt: skip
def test_an_enemy_that_is_rammed_in_a_race_is_worth_only_the_points_for_a_kill_and_more_if_all_else_is_gone(
    event: str, only: bool, harm: float
) -> None:
    board = Board(Car("car", speed=4), Car("foe", at=(5, 0), team="u"), event=event)
    assert harm_by_ramming(board, {"foe": 6.0}, only_ramming=only) == {"foe": harm}


@pytest.mark.rule("DM-M-095", "DM-M-146")
@pytest.mark.parametrize(("walls", "intent"), [((), "down"), (((-3, 0), (-3, 1), (-4, 1), (-3, -1), (-2, -1)), "up")])
def test_a_hunter_does_not_slow_down_near_an_enemy_that_it_cannot_see(
    walls: Sequence[tuple[int, int]], intent: str
) -> None:
    wall = {"impassable": True, "blocks_sight": True}
    track = open_field(special=dict.fromkeys(walls, wall))
    board = Board(Car("car", at=(-5, 0), speed=1, guns=GUN), Car("foe", at=(-1, 0), team="u"), track=track)
    assert pilot(board, near=4.0, near_speed=0.0).speed(board, board.car("car")).intent == intent


@pytest.mark.rule("DM-M-138", "DM-M-144")
def test_it_fires_at_a_car_that_can_still_act_rather_than_at_one_that_is_out() -> None:
    hurt = Car("hurt", at=(3, -1), team="u", criticals=HURT)
    board = Board(Car("car", guns=GUN), Car("whole", at=(3, 0), team="u", guns=GUN), hurt)
    assert targets(phase_of(board)) == ["hurt"]
    board.state.crew["hurt.driver"].out = True
    assert targets(phase_of(board)) == ["whole"]


@pytest.mark.rule("DM-M-081", "DM-M-083", "DM-M-143")
def test_it_does_not_run_into_a_wreck_to_gain_a_hex() -> None:
    board = Board(Car("car", at=(-4, 0), speed=3, guns=GUN), Car("wall", at=(-2, 0), team="t"), Car("foe", at=(9, 0)))
    assert phase_of(board).path[:2] != ("F", "F")


@pytest.mark.rule("DM-M-083")
@pytest.mark.parametrize(("speed", "armor", "points"), [(3, 6, 1 / 6), (6, 3, (5 * 2 + 1) / 6), (1, 6, 0)])
def test_the_damage_of_a_collision_is_that_of_its_six_faces(speed: int, armor: int, points: float) -> None:
    assert crash_damage(speed, armor) == points


@pytest.mark.rule("DM-M-106")
def test_a_point_takes_more_of_a_car_that_is_nearly_lost() -> None:
    board = Board(Car("car"), Car("foe", at=(5, 0), criticals=HURT))
    assert lives_a_point(board, board.car("foe")) > 2 * lives_a_point(board, board.car("car"))


@pytest.mark.rule("DM-M-015", "DM-M-095", "DM-M-097")
def test_a_gun_is_judged_by_its_bands() -> None:
    board = Board(Car("car", guns=GUN))
    (gun,) = guns_of(board, board.car("car")).seats[0]
    assert [gun.needed_at(far) for far in (3, 6, 12, 13)] == [4, 3, 2, 0]


@pytest.mark.rule("DM-M-093")
def test_a_gun_without_rounds_is_no_gun() -> None:
    board = Board(Car("car", guns=GUN))
    board.gun("front").ammunition = 0
    assert guns_of(board, board.car("car")).furthest == 0


@pytest.mark.rule("DM-M-007", "DM-M-108")
def test_a_driver_judges_by_their_skill_with_wounds() -> None:
    board = Board(Car("car", driver={"driving": 5, "gunnery": 5}), Car("foe", at=(5, 0), driver={"driving": 2}))
    assert (judgment_of(board, board.car("car")).skill, judgment_of(board, board.car("foe")).skill) == (ACE, ROOKIE)
    board.crew().wounds = 2
    assert judgment_of(board, board.car("car")).skill == REGULAR
    assert JUDGMENTS[ACE].look_ahead > JUDGMENTS[ROOKIE].look_ahead


@pytest.mark.rule("DM-M-141")
def test_two_autopilots_give_the_same_answers() -> None:
    board = Board(Car("car", speed=4, guns=GUN), Car("foe", at=(5, 1), facing=3, speed=3, guns=GUN), event="last_car")
    assert [phase_of(board) for _ in range(2)] == [phase_of(board)] * 2


@pytest.mark.rule("DM-M-094", "DM-M-144")
@pytest.mark.parametrize(("others", "dropped"), [((), 1), ((Car("front", at=(3, 0), team="u"),), 0)])
def test_nothing_is_dropped_while_the_driver_may_get_a_shot(others: Sequence[Car], dropped: int) -> None:
    armed = {"front": "machinegun", "tail": "oil_jet"}
    mounts = (*PLAIN.mounts, replace(PLAIN.mounts[0], id="tail", type="special", facing="rear"))
    car = Car("car", speed=4, guns=armed, design=replace(PLAIN, mounts=mounts))
    board = Board(car, Car("foe", at=(-2, 0), speed=4), *others)
    board.gun("front").fired = board.elapsed_phases
    assert len(phase_of(board).drop) == dropped

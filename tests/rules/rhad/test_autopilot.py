"""The autopilot of the third edition: its plans, speeds, paths, rams and shots, each on a small board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.match.driving.judgment import ACE, REGULAR, ROOKIE
from rules.match.driving.plan import Plan
from rules.match.driving.prices import load_prices
from rules.rhad import first_autopilot
from rules.rhad.autopilot import Autopilot, Prices, pilot_for
from rules.rhad.autopilot.cars_ahead import FARTHEST, creeping_cars, run_to_cars
from rules.rhad.autopilot.constants import Constants
from rules.rhad.autopilot.maneuver_choice import PathPlanner
from rules.rhad.autopilot.outlook import Outlook
from rules.rhad.autopilot.room import Room
from rules.rhad.autopilot.sight import sight
from rules.rhad.designs.design import Armor, Design
from rules.rhad.editions import DRIVEN_BY_PLANS
from rules.rhad.engine import autopilot_of, start
from rules.rhad.ground.hexes import middle
from rules.rhad.match.orders import HOLD, Attack, PhaseOrder, SpeedOrder
from rules.rhad.match.packet_setup import setup_from_packet
from rules.rhad.match.state import CarStatus
from tests.rules.rhad.boards import GUN, PLAIN, Board, Car, chance, setup_for
from tests.rules.rhad.duels import packet, seat, team

UNARMED = replace(PLAIN, weapons=())
TURRET = replace(GUN, name="Turret", mount="turret")
HEAVY = replace(PLAIN, armor=Armor(front=60, left=20, right=20, back=20), power_plant_dp=40)
FRAIL = replace(PLAIN, armor=Armor(front=2, left=2, right=2, back=2), power_plant_dp=2)
PRICES = load_prices("rules.rhad.autopilot", Prices)


def speed_order(*cars: Car, **board: object) -> SpeedOrder:
    """The order for the speed of the first car."""
    play = Board(*cars, **board)  # type: ignore[arg-type]
    order = Autopilot().order(play, play.car(), "speed")
    assert isinstance(order, SpeedOrder)
    return order


def phase_order(*cars: Car, **board: object) -> PhaseOrder:
    """The order for a phase of the first car."""
    play = Board(*cars, **board)  # type: ignore[arg-type]
    order = Autopilot().order(play, play.car(), "phase")
    assert isinstance(order, PhaseOrder)
    return order


def outlook(play: Board) -> Outlook:
    """What the driver of the first car sees."""
    return Outlook(play, play.car(), PRICES.prices, Constants(play, PRICES.prices))


# -------------------------------------------------------------------------------------------------------- editions


@pytest.mark.rule("RH-086")
def test_each_edition_is_driven_by_its_own_autopilot() -> None:
    setup = setup_for(Car("a"), Car("b", at=(5, 0)))
    assert isinstance(autopilot_of(setup), Autopilot)
    assert isinstance(autopilot_of(replace(setup, edition=DRIVEN_BY_PLANS - 1)), first_autopilot.Autopilot)
    assert isinstance(start(setup, chance()).pilot, Autopilot)


@pytest.mark.rule("RH-086")
def test_prices_come_from_seeds_that_judge_nothing() -> None:
    first, _, last = PRICES.run.seeds.partition(" to ")
    assert 1_000_000 <= int(first) < int(last)
    assert PRICES.run.command.startswith("python -m tools.tuning --ruleset rhad")


@pytest.mark.rule("RH-086")
def test_a_pilot_with_other_prices_drives_by_them() -> None:
    cars = Car("a", speed=30), Car("b", at=(12, -2), design=FRAIL)
    play = Board(*cars)
    patient = pilot_for(play.setup, replace(PRICES.prices, patience=1.0))
    assert isinstance(patient, Autopilot)
    assert patient.order(play, play.car(), "phase").attacks == ()  # type: ignore[union-attr]
    assert phase_order(*cars, phase=5).attacks == (Attack(weapon=0, target="b"),)


@pytest.mark.rule("RH-086", "RH-088")
def test_the_same_moment_has_the_same_orders_in_whichever_order_cars_are_driven() -> None:
    cars = Car("a", speed=30), Car("b", at=(9, -2), speed=30, facing=3)
    used, play = Autopilot(), Board(*cars)
    used.order(play, play.car(), "phase")
    play.car("b").armor["front"] = 1
    play.car("b").guns[0].dp = 0
    assert used.order(play, play.car(), "phase") == Autopilot().order(play, play.car(), "phase")


# ----------------------------------------------------------------------------------------------------------- plans


@pytest.mark.rule("RH-087")
def test_it_hunts_the_enemy_with_a_weak_side() -> None:
    order = speed_order(Car("a", speed=30), Car("b", at=(9, -6)), Car("c", at=(9, -3), design=FRAIL))
    assert order.plan == "hunt:c"


@pytest.mark.rule("RH-087")
def test_it_hunts_on_unless_another_enemy_is_worth_clearly_more() -> None:
    cars = Car("a", speed=30), Car("b", at=(10, -5)), Car("c", at=(9, -3))
    play = Board(*cars)
    assert Autopilot().order(play, play.car(), "speed").plan == "hunt:c"  # type: ignore[union-attr]
    play.plans["a"] = "hunt:b"
    assert Autopilot().order(play, play.car(), "speed").plan == "hunt:b"  # type: ignore[union-attr]


@pytest.mark.rule("RH-087")
def test_a_car_that_cannot_fire_keeps_out_of_reach() -> None:
    assert speed_order(Car("a", speed=30, design=UNARMED), Car("b", at=(9, -3))).plan == "evade"


@pytest.mark.rule("RH-087")
def test_a_car_that_cannot_accelerate_waits_for_shots() -> None:
    lame = Car("a", speed=30, power_plant=0, status=CarStatus.MOBILITY_KILL)
    assert speed_order(lame, Car("b", at=(9, -3))).plan == "line"


@pytest.mark.rule("RH-087")
def test_without_enemies_it_sets_its_own_pace() -> None:
    assert speed_order(Car("a", speed=30)).plan == "pace"


@pytest.mark.rule("RH-087")
def test_a_plan_is_stated_once_and_again_when_it_changes() -> None:
    duel = packet(team("razors", seat("c1")), team("saints", seat("c2")))
    play = start(setup_from_packet(duel), chance())
    play.note_plan(play.state.cars["c1"], "hunt:c2", rule="RH-087")
    play.note_plan(play.state.cars["c1"], "hunt:c2", rule="RH-087")
    play.note_plan(play.state.cars["c1"], "evade", rule="RH-087")
    plans = [entry.after["plan"] for entry in play.log.entries if entry.kind == "plan"]
    assert plans == ["hunt:c2", "evade"]


# ---------------------------------------------------------------------------------------------------------- speeds


@pytest.mark.rule("RH-036", "RH-086")
def test_better_handling_goes_faster() -> None:
    enemy = Car("b", at=(10, -16), facing=2, speed=40)
    slow = replace(PLAIN, base_hc=1, accel=60, brake=60)
    fast = replace(slow, base_hc=6)
    speeds = [
        speed_order(Car("a", at=(-6, 0), speed=50, hc=design.base_hc, design=design), enemy).to
        for design in (slow, fast)
    ]
    assert speeds[0] < speeds[1]


@pytest.mark.rule("RH-086")
def test_it_brakes_before_a_wall_that_it_cannot_turn_from() -> None:
    near = Car("a", at=(15, 0), speed=80, hc=1, design=replace(PLAIN, base_hc=1))
    assert speed_order(near, Car("b", at=(-10, 0))).to == 60


@pytest.mark.rule("RH-086")
@pytest.mark.switch("rhad.aggression", "cautious")
def test_a_cautious_one_never_goes_faster_than_55() -> None:
    fast = replace(PLAIN, base_hc=6, accel=60)
    cars = Car("a", at=(-16, 0), speed=50, hc=6, design=fast), Car("b", at=(0, -18), facing=2, speed=50)
    assert speed_order(*cars).to > 55
    assert speed_order(*cars, switches={"rhad.aggression": "cautious"}).to <= 55


@pytest.mark.rule("RH-086", "RH-090")
def test_it_still_moves_when_the_last_round_is_over() -> None:
    stuck = Car("a", at=(20, 0), speed=0, design=UNARMED, facing=3)
    assert speed_order(stuck, Car("b", at=(-20, 0), design=UNARMED), turn=30).to > 0


@pytest.mark.rule("RH-086")
def test_a_car_without_an_able_driver_holds_its_speed() -> None:
    play = Board(Car("a", speed=30), Car("b", at=(9, 0)))
    play.crew().hits = 2
    assert Autopilot().order(play, play.car(), "speed") == HOLD


# ----------------------------------------------------------------------------------------------------------- paths


@pytest.mark.rule("RH-087")
def test_it_turns_toward_an_enemy_that_its_gun_does_not_cover() -> None:
    order = phase_order(Car("a", speed=40, hc=6), Car("b", at=(-2, 8), facing=2, speed=40))
    assert order.maneuvers in {("turn_60_right",), ("turn_120_right",)}


@pytest.mark.rule("RH-087")
@pytest.mark.parametrize("speed", [40, 60])
def test_it_turns_away_from_a_wall(speed: int) -> None:
    order = phase_order(Car("a", at=(19, 0), speed=speed), Car("b", at=(-10, 0)))
    assert order.maneuvers[0].startswith("turn_")


@pytest.mark.rule("RH-087")
def test_it_does_not_run_into_a_car_of_its_own_team() -> None:
    order = phase_order(Car("a", speed=50, team="t"), Car("b", at=(1, 0), speed=10, team="t"), Car("c", at=(12, 0)))
    assert order.maneuvers


@pytest.mark.rule("RH-062", "RH-087")
def test_nothing_is_planned_for_a_phase_that_begins_with_rolls_of_a_skid() -> None:
    assert phase_order(Car("a", speed=40, rolls_left=1), Car("b", at=(-5, 0))).maneuvers == ()


@pytest.mark.rule("RH-064", "RH-087")
def test_a_car_that_slides_rotates_toward_its_travel() -> None:
    order = phase_order(Car("a", speed=20, turned=4), Car("b", at=(9, 0)), phase=2)
    assert order.maneuvers == ("rotate_60_left",)


@pytest.mark.rule("RH-085", "RH-087")
@pytest.mark.parametrize(("design", "rams"), [(HEAVY, True), (FRAIL, False)])
def test_it_rams_what_it_would_survive(design: object, rams: bool) -> None:
    ours = Car("a", speed=40, hc=4, design=design)  # type: ignore[arg-type]
    beside = Car("b", at=(1, 0), facing=1, speed=0, design=FRAIL)
    play = Board(ours, beside, faces=[3] * 6)
    order = Autopilot().order(play, play.car(), "phase")
    assert isinstance(order, PhaseOrder)
    play.take_turn("a", replace_attacks(order))
    assert bool(play.entries_of("ram")) is rams


def replace_attacks(order: PhaseOrder) -> PhaseOrder:
    """The same order without attacks."""
    return PhaseOrder(maneuvers=order.maneuvers)


# ----------------------------------------------------------------------------------------------------------- shots


@pytest.mark.rule("RH-085", "RH-088")
def test_it_fires_at_the_car_whose_harm_is_worth_most() -> None:
    order = phase_order(Car("a"), Car("b", at=(4, 0)), Car("c", at=(4, -1), design=FRAIL))
    assert order.attacks == (Attack(weapon=0, target="c"),)


@pytest.mark.rule("RH-085", "RH-088")
def test_it_waits_for_a_better_shot_later_in_the_round() -> None:
    closing = Car("a", at=(-13, 0), speed=50), Car("b", at=(4, 0), facing=3, speed=50)
    assert phase_order(*closing, turn=30, phase=1).attacks == ()
    assert phase_order(*closing, turn=30, phase=5).attacks == (Attack(weapon=0, target="b"),)


@pytest.mark.rule("RH-085", "RH-088")
def test_it_does_not_fire_what_cannot_hit() -> None:
    assert phase_order(Car("a", at=(-20, 0)), Car("b", at=(16, 0), speed=110), phase=5).attacks == ()


@pytest.mark.rule("RH-085", "RH-088")
def test_a_gunner_fires_a_second_weapon() -> None:
    armed = replace(PLAIN, weapons=(GUN, TURRET))
    order = phase_order(Car("a", design=armed, gunner=True), Car("b", at=(4, 0)))
    assert order.attacks == (
        Attack(weapon=0, target="b"),
        Attack(weapon=1, target="b", crew="gunner"),
    )


# ------------------------------------------------------------------------------------------------ what drivers see


@pytest.mark.rule("RH-085")
def test_a_driver_sees_range_side_and_turns_to_bear() -> None:
    seen = sight(*middle((0, 4)), 0)
    assert (seen.hexes, seen.side, seen.turns) == (4, "right", (0, 0, 1, 2, 0))
    assert sight(*middle((-4, 0)), 0).turns == (2, 1, 0, 1, 0)


@pytest.mark.rule("RH-087")
@pytest.mark.switch("rhad.autopilot_profile", "bold")
@pytest.mark.switch("rhad.autopilot_profile", "miser")
@pytest.mark.switch("rhad.autopilot_profile", "hunter")
def test_the_bold_weigh_harm_to_themselves_less_and_hunters_harm_to_others_more() -> None:
    views = {
        profile: outlook(Board(Car("a"), Car("b", at=(5, 0)), switches={"rhad.autopilot_profile": profile}))
        for profile in ("steady", "bold", "miser", "hunter")
    }
    own = {profile: view.kill / views["steady"].kill for profile, view in views.items()}
    its = {profile: view.foes[0].kill / views["steady"].foes[0].kill for profile, view in views.items()}
    assert own["bold"] < own["steady"] == own["hunter"] < own["miser"]
    assert its["steady"] == its["bold"] == its["miser"] < its["hunter"]


@pytest.mark.rule("RH-087")
@pytest.mark.parametrize(("driving", "rank"), [(1, ROOKIE), (2, ROOKIE), (3, REGULAR), (5, ACE), (9, ACE)])
def test_a_driver_judges_by_their_driving_trait(driving: int, rank: int) -> None:
    crew = seat("c1", driving=driving)
    setup = setup_from_packet(packet(team("razors", crew), team("saints", seat("c2"))))
    assert setup.teams[0].cars[0].driver.rank == rank


@pytest.mark.rule("RH-087")
def test_an_ace_notices_more_and_looks_farther_than_a_rookie() -> None:
    views = []
    for rank in (ROOKIE, ACE):
        play = Board(Car("a"), Car("b", at=(5, 0)))
        play.crews["a.d"] = replace(play.crews["a.d"], rank=rank)
        views.append(outlook(play))
    rookie, ace = (view.judgment for view in views)
    assert (rookie.skill, ace.skill) == (ROOKIE, ACE)
    assert ace.notices < rookie.notices
    assert ace.look_ahead > rookie.look_ahead


@pytest.mark.rule("RH-087")
def test_a_car_that_evades_shuns_its_enemies() -> None:
    view = outlook(Board(Car("a", design=UNARMED), Car("b", at=(0, 18), design=UNARMED)))
    near, far = middle((0, 4)), middle((0, -18))
    assert view.exchange(*near, 0) > view.exchange(*far, 0)
    view.follow(Plan("evade"))
    assert view.exchange(*near, 0) < view.exchange(*far, 0)


# ----------------------------------------------------------------------------------------------- speeds and corners


@pytest.mark.rule("RH-025", "RH-085", "RH-086")
def test_of_speeds_that_are_alike_the_fastest_is_weighed_and_of_many_the_slowest_too() -> None:
    constants = outlook(Board(Car("a"), Car("b", at=(5, 0)))).constants
    assert constants.speeds_worth_weighing(0, 45) == [0, 10, 20, 30, 40, 45]
    assert constants.speeds_worth_weighing(30, 75) == [30, 40, 45, 60, 65, 75]


@pytest.mark.rule("RH-010", "RH-086")
def test_a_road_that_is_too_short_for_the_rest_of_the_round_is_no_way_out_of_a_corner() -> None:
    play = Board(Car("a", at=(12, 0), speed=80), Car("b", at=(-10, 0)))
    room = Room(outlook(play), 80)
    (along, down), ahead = middle((12, 0)), 8
    turns = [room._turns_needed(along, down, 0, ahead, to_come) for to_come in (0, 14)]
    assert turns[0] < turns[1]


@pytest.mark.rule("RH-032", "RH-087")
def test_a_ram_counts_what_it_takes_off_handling() -> None:
    play = Board(Car("a", speed=40, hc=4, design=HEAVY), Car("b", at=(1, 0), facing=1, design=FRAIL))
    path = PathPlanner(outlook(play))
    path.choose_maneuvers()
    other = play.car("b")
    assert path._worth_of_ram(other, 0, 9) > path._worth_of_ram(other, 0, 1)


@pytest.mark.rule("RH-075", "RH-085", "RH-087")
def test_a_ram_is_priced_on_the_heading_after_the_turn_that_leads_to_it() -> None:
    play = Board(Car("a", speed=40, hc=4), Car("b", at=(1, 0), facing=3, speed=60))
    path = PathPlanner(outlook(play))
    path.choose_maneuvers()
    assert path._worth_of_ram(play.car("b"), 0, 9) < path._worth_of_ram(play.car("b"), 4, 9)


@pytest.mark.rule("RH-085", "RH-087")
def test_enemies_far_away_do_not_count_for_a_place_unless_nobody_is_nearer() -> None:
    near, far, farther = Car("b", at=(6, 0)), Car("c", at=(-19, 0)), Car("d", at=(-20, 0))
    assert [foe.car.id for foe in outlook(Board(Car("a"), near, far)).near] == ["b"]
    assert [foe.car.id for foe in outlook(Board(Car("a"), farther, far)).near] == ["c"]


@pytest.mark.rule("RH-036", "RH-086")
def test_a_car_without_handling_still_chooses_a_speed() -> None:
    assert speed_order(Car("a", speed=40, hc=-9), Car("b", at=(9, 0))).to <= 40


@pytest.mark.rule("RH-085", "RH-087")
def test_a_car_under_fire_turns_away_from_a_wall_all_the_same() -> None:
    shooters = [Car(f"b{number}", at=(15 - number, 1), speed=30, team="foes") for number in range(4)]
    slow = Car("a", at=(20, 0), speed=10, hc=2, design=replace(FRAIL, base_hc=2))
    assert phase_order(slow, *shooters, phase=3).maneuvers[0].startswith("turn_")


# ------------------------------------------------------------------------------- rams, shots and wrecks in the way

THIN = replace(PLAIN, armor=Armor(front=4, left=20, right=20, back=20))


@pytest.mark.rule("RH-075", "RH-085", "RH-087")
def test_a_ram_is_worth_no_more_because_the_enemy_is_hunted() -> None:
    view = outlook(Board(Car("a", speed=60), Car("b", at=(4, 0))))
    before = view.worth_of_ram(view.foes[0], 60, "front", "left")
    view.follow(Plan("hunt", "b"))
    assert view.worth_of_ram(view.foes[0], 60, "front", "left") == before


@pytest.mark.rule("RH-075", "RH-085", "RH-087")
def test_a_ram_that_may_break_the_only_gun_harms_more_and_less_the_fewer_rounds_are_left() -> None:
    harms = [
        outlook(Board(Car("a", design=design), Car("b", at=(4, 0)), turn=turn)).harm_of_ram(45, side)
        for design, turn, side in ((THIN, 1, "front"), (THIN, 20, "front"), (THIN, 30, "front"))
    ]
    assert harms[0] > harms[1] > harms[2]


@pytest.mark.rule("RH-088", "RH-090", "CW-S-011")
@pytest.mark.parametrize(("design", "target"), [(UNARMED, "c"), (PLAIN, "b")])
def test_no_shot_is_spent_on_a_mobility_kill_that_can_fire_at_nobody(design: Design, target: str) -> None:
    immobile = Car("b", at=(3, 0), speed=10, design=design, status=CarStatus.MOBILITY_KILL)
    order = phase_order(Car("a", speed=30), immobile, Car("c", at=(12, -2), speed=60), phase=5)
    assert order.attacks == (Attack(weapon=0, target=target),)


@pytest.mark.rule("RH-085", "RH-088")
def test_shots_that_hardly_ever_hit_are_saved_until_there_are_shots_to_spare() -> None:
    far = Car("a", at=(-12, 0)), Car("b", at=(16, 0), speed=10)
    assert phase_order(*far, phase=5).attacks == ()
    assert phase_order(*far, phase=5, turn=30).attacks == (Attack(weapon=0, target="b"),)


@pytest.mark.rule("RH-087", "RH-090")
@pytest.mark.parametrize(("points", "plan"), [(2, "evade"), (20, "hunt:b")])
def test_a_car_whose_team_is_ahead_evades_only_when_it_is_close_to_its_end(points: int, plan: str) -> None:
    armor = Armor(front=points, left=points, right=points, back=points)
    ours = Car("a", design=replace(PLAIN, armor=armor, power_plant_dp=2))
    wreck = Car("c", at=(-18, 0), team="foes", status=CarStatus.COMPLETE_KILL)
    assert speed_order(ours, Car("b", at=(12, 0), team="foes"), wreck, turn=29).plan == plan


@pytest.mark.rule("RH-085", "RH-087")
def test_a_hunter_closes_in_on_the_car_that_is_hunted_and_not_on_a_nearer_one() -> None:
    cars = Car("b", at=(8, 0), design=UNARMED), Car("c", at=(-13, 0), design=UNARMED)
    view = outlook(Board(Car("a", design=UNARMED), *cars))
    places = middle((2, 0)), middle((-2, 0))
    for target, nearer in (("b", 0), ("c", 1)):
        view.follow(Plan("hunt", target))
        assert view.exchange(*places[nearer], 1) > view.exchange(*places[1 - nearer], 1)


@pytest.mark.rule("RH-085", "RH-086")
def test_a_car_that_hardly_moves_is_in_the_way_of_a_road() -> None:
    wreck, moving = Car("w", at=(4, 0)), Car("m", at=(2, 0), speed=60)
    board = Board(Car("a"), wreck, moving)
    others = creeping_cars([board.car("w"), board.car("m")])
    assert run_to_cars(others, *middle((0, 0)), 0) == 3
    assert run_to_cars(others, *middle((0, 0)), 2) == FARTHEST


@pytest.mark.rule("RH-016", "RH-086")
@pytest.mark.parametrize("place", [(0, 3), (0, 15), (3, 6)])
def test_a_car_drives_on_from_where_it_stands_if_another_speed_looks_as_good(place: tuple[int, int]) -> None:
    assert speed_order(Car("a", speed=0), Car("b", at=place, design=UNARMED)).to == 10


@pytest.mark.rule("RH-085", "RH-086")
def test_it_does_not_speed_up_toward_a_wreck_of_its_team() -> None:
    fast = replace(PLAIN, base_hc=2, accel=30, brake=40)
    car, enemy = (
        Car("a", at=(-12, 0), speed=40, hc=2, team="t", design=fast),
        Car("b", at=(14, 0), facing=3, speed=30),
    )
    blocking = Car("w", at=(-9, 0), team="t", status=CarStatus.COMPLETE_KILL)
    assert speed_order(car, enemy, blocking).to < speed_order(car, enemy).to


@pytest.mark.rule("RH-075", "RH-085")
def test_a_wall_harms_more_the_faster_the_car_is_even_if_it_is_lost_at_any_speed() -> None:
    view = outlook(Board(Car("a", design=FRAIL), Car("b", at=(4, 0))))
    assert view.harm_of_wall(90) > view.harm_of_wall(60) + 0.5

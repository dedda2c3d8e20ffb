"""Every house rule of a match has an effect: each probe has another result with the rule than without."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from rules.core.refusals import Refusal
from rules.core.switches import Setting
from rules.dethmatch.combat import dropped_weapons, shooting, smoke
from rules.dethmatch.crew.checks import driving_check
from rules.dethmatch.damage import addon_armor, collision_damage, damage, injuries, rollovers
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.designs.design_points import dp_spent
from rules.dethmatch.driving import (
    acceleration,
    handling,
    hazards,
    loss_of_control,
    side_of_loss,
    uncontrolled,
)
from rules.dethmatch.events import flags, last_car
from rules.dethmatch.events.event import event_of
from rules.dethmatch.events.heat_limits import arena_turns
from rules.dethmatch.events.lap_race import laps_of
from rules.dethmatch.first_autopilot import Autopilot
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.orders import CarOrders, DropOrder, FireOrder, PitOrder, SpeedOrder
from rules.dethmatch.match.state import NOWHERE, CarStatus, Control
from rules.dethmatch.movement import shuffle_moves, speed_step
from rules.dethmatch.pits import loadouts, pit_stops
from rules.dethmatch.play import heats, outside_ground
from rules.dethmatch.play.order_checks import coming_turn, refuse_illegal
from rules.dethmatch.settings import settings_of
from rules.dethmatch.setup.match_spec import match_from
from rules.dethmatch.weapons import arcs, weapon_use
from rules.match.catalog import WEAPON_KINDS
from tests.rules.dethmatch.boards import PLAIN, Board, Car
from tests.rules.dethmatch.collisions import ARMOR, meeting
from tests.rules.dethmatch.courses import YARD
from tests.rules.dethmatch.first_autopilot_boards import circuit, on_circuit
from tests.rules.dethmatch.gunnery import armed, duel
from tests.rules.dethmatch.matches import RING
from tests.rules.dethmatch.motion import RIGHT_AHEAD, on_the_road

House = Mapping[str, Setting]
Probe = Callable[[House], object]
HASTY = {"speed": 6, "straight": 1, "settled": False}


def passed(house: House) -> bool:
    play, sheet = on_the_road(faces=[1], driving=0, switches=house)
    return driving_check(play, sheet, why="test").passed


def quadrant(house: House) -> str:
    play, sheet = on_the_road(switches=house)
    return arcs.quadrant_toward(play, sheet, play.hex_at(RIGHT_AHEAD))


def heavy_mount(house: House) -> str:
    play = Board(Car("a", design=armed(Mount(id="m1", type="heavy"))), switches=house)
    try:
        return loadouts.mount_for(play, play.car(), ItemEntry(id="gun", kind="machinegun"))
    except loadouts.NoMountForIt:
        return ""


def dearest(house: House) -> int:
    """The design points of a car made to carry an oil jet, priced with 30 for special mounts."""
    team = {"id": "reds", "crew": [{"id": "ada"}], "cars": [{"driver": "ada", "items": ["oil_jet"]}]}
    file = {"event": "lap_race", "track": "foundry_row", "teams": [team], "switches": dict(house)}
    (entered,) = match_from(json.dumps(file).encode()).teams[0].cars
    return dp_spent(replace(entered.design), special_mount_dp=30)


def rounds(house: House) -> int:
    return weapon_use.ammunition_for(duel(switches=house), WEAPON_KINDS["vulcan_gun"].shots[0])


def linked(house: House) -> int:
    mounts = (Mount(id="m1", type="light", link="m2"), Mount(id="m2", type="light", link="m1"))
    shooter = Car("a", at=(-9, 0), design=armed(*mounts), guns={"m1": "machinegun", "m2": "machinegun"})
    play = Board(shooter, Car("b", at=(-7, 0)), faces=[1, 4, 6, 6], switches=house)
    shooting.fire(play, play.car(), FireOrder(mount="m1", target="b"))
    return play.car("b").tire_damage


def seated(house: House) -> bool:
    seats = replace(PLAIN, components=("armored_seat_driver",))
    play = Board(Car("a", design=seats), faces=[4, 3], switches=house)
    injuries.test_crew_of_destroyed(play, play.car())
    return bool(play.entries_of("seat"))


def height(house: House) -> bool:
    play = Board(Car("a", speed=6, design=replace(PLAIN, adjustable="raised")), switches=house)
    try:
        refuse_illegal(play, CarOrders(car="a", turn=2, speed=SpeedOrder(height="raised")))
    except Refusal:
        return False
    return True


def solid(house: House) -> int:
    play = Board(Car("a", items=[ItemEntry(id="set", kind="tire_solid")]), faces=[6], switches=house)
    return loss_of_control.roll_tires(play, play.car(), bonus=2, why="test", weapon=False)


def reduced(house: House) -> int:
    sheet = {**HASTY, "straight": 0}
    play, rider = on_the_road(faces=[1], fit={"tread": "street"}, switches=house, **sheet)
    hazards.check_maneuver_hazard(play, rider)
    return len(play.entries_of("hazard"))


def refuelled(house: House) -> int:
    play = Board(Car("a", fuel=1), switches=house)
    play.state.moment.heat = 2
    return heats.car_sheet_for_heat(play, play.car()).fuel


def acceleration_needed(house: House) -> int | None:
    play, sheet = on_the_road(speed=2, switches=house)
    return acceleration.needed_to_accelerate(play, sheet)


def second_roll(house: House) -> int:
    play, sheet = on_the_road(faces=[1, 1], speed=1, fuel=3, switches=house)
    speed_step.change_speed(play, sheet, SpeedOrder(intent="up", second_roll="always"))
    return sheet.speed


def dry(house: House) -> int:
    play, sheet = on_the_road(speed=1, fuel=0, switches=house)
    speed_step.apply_start_of_turn(play, sheet)
    return sheet.speed


def shuffles(house: House) -> bool:
    play, sheet = on_the_road(speed=0, switches=house)
    return not shuffle_moves.why_not(play, sheet, "left")


def over_obstacle(house: House) -> int:
    play, sheet = on_the_road(faces=[1], switches=house)
    hazards.drive_over_obstacle(play, sheet, 2)
    return int(play.entries_of("hazard")[0].more["needed"])


def mud(house: House) -> int | None:
    play, sheet = on_the_road(surface="mud", switches=house)
    return hazards.printed_rating(play, sheet.at)


def turn_at_16(house: House) -> int:
    play, _ = on_the_road(switches=house)
    return handling.turn_toll(play, 16)


def overturned(house: House) -> bool:
    play = Board(Car("a"), faces=[6, 6], switches=house)
    rollovers.land(play, play.car())
    return play.crew().out


def rolled_to(house: House) -> int:
    play, sheet = on_the_road(switches=house)
    side_of_loss.remember_sway(play, sheet, side_of_loss.TURN, 1)
    return side_of_loss.side_of(play, sheet, Control.ROLLOVER)


def worn(house: House) -> int:
    play, sheet = on_the_road(faces=[6, 6], switches=house, **HASTY)
    hazards.check_maneuver_hazard(play, sheet)
    return sheet.tire_damage


def crash_damage(house: House) -> int:
    play, sheet = on_the_road(faces=[1], switches=house)
    collision_damage.resolve_collision_hit(play, sheet, quadrant="front", pen=2, by="", cause=addon_armor.COLLISION)
    return sheet.damage


def crash_handling(house: House) -> int:
    sheet = {"armor": dict.fromkeys(ARMOR, 20), "handling": 30}
    _, _, target = meeting("t_bone", speeds=(4, 4), faces=[2, 2, 1, 1], mover=sheet, target=sheet, switches=house)
    return target.handling


def crash_tires(house: House) -> int:
    play, sheet = on_the_road(faces=[1], switches=house)
    return loss_of_control.roll_tires(play, sheet, bonus=0, why="test", weapon=False, extra=2)


def veered(house: House) -> list[str]:
    play, sheet = on_the_road(faces=[1], switches=house, control=Control.UNCONTROLLED)
    uncontrolled.veer(play, sheet)
    return sheet.owed


def behind_a_wreck(house: House) -> bool:
    play = Board(Car("a"), Car("b", at=(4, 0)), Car("c", at=(2, 0), status=CarStatus.WRECK), switches=house)
    return arcs.sight_blocked(play, play.car().at, play.car("b").at)


def at_tires(house: House) -> str:
    play = Board(Car("a"), faces=[1], switches=house)
    shot = WEAPON_KINDS["machinegun"].shots[0]
    return damage.resolve_hit(
        play, play.car(), quadrant="front", pen=shot.penetration, firepower=shot.firepower, by="", cause=damage.SHOT,
        tire_bonus=0, at_tires=True,
    )  # fmt: skip


def oiled(house: House) -> tuple[int, int]:
    """The number of markers still to be laid, and the last turn of the first one."""
    design = armed(Mount(id="m1", type="special", facing="rear"))
    play = Board(Car("a", design=design, guns={"m1": "oil_jet"}), switches=house)
    dropped_weapons.lay(play, play.car(), DropOrder(mount="m1"))
    return play.car().to_lay, play.state.markers[0].until


def smoked(house: House) -> int:
    play = Board(Car("a"), faces=[6, 6, 6], switches=house)
    smoke.launch(play, play.car(), by="a.driver", direction=0)
    return play.state.markers[0].until


def rammed(house: House) -> int:
    play = Board(Car("a", items=[ItemEntry(id="ram", kind="ram_guard")]), switches=house)
    return addon_armor.after_ram_guard(play, play.car(), 1, quadrant="front", cause=damage.SHOT)


def heats_of(house: House) -> int:
    return heats.count(Board(Car("a"), switches=house))


def arena_turn(house: House) -> int:
    return arena_turns(Board(Car("a"), switches=house))


def in_the_pit(house: House) -> int:
    play = Board(Car("a", fuel=1), faces=[6], switches=house)
    pit_stops.stop(play, play.car(), PitOrder())
    return play.car().fuel


def racing(house: House) -> tuple[bool, dict[str, int], int]:
    """Whether weapons are held, the points of a car alone, and the laps of the race."""
    play = Board(Car("a", at=RING.hexes[0]), track=RING, event="lap_race", switches=house)
    race = event_of(play)
    return race.weapons_held(play), race.points(play), laps_of(play)


def flagging(house: House) -> tuple[int, int]:
    """A team's points with one capture, and the number of flags."""
    hexes = YARD.hexes
    play = Board(
        Car("a", at=hexes[0], team="red"), Car("b", at=hexes[5], team="blue"), track=YARD, event="flags",
        switches=house,
    )  # fmt: skip
    play.state.teams["red"].captures = 1
    return event_of(play).points(play)["red"], len(flags.flags_at_home(play))


def last_of_all(house: House) -> int:
    return last_car.place_pay(Board(Car("a"), switches=house))["a"]


def hurt_more(house: House) -> dict[str, int]:
    """The points of two survivors of a last car standing, of whom the second did damage."""
    play = Board(Car("a", fired=True), Car("b", at=(1, 0), fired=True), switches=house)
    play.state.damage_done = {"b.driver": 1}
    return last_car.place_pay(play)


def after_closing(house: House, *, at: int) -> tuple[int, bool]:
    """The damage of a car so far from the middle after a turn in which the ground has closed in, and whether it is
    still on the map.
    """
    return after_a_turn({"dethmatch.lcs_closes_after": 1, "dethmatch.lcs_closes_by": 1} | house, at=at)


def after_a_turn(house: House, *, at: int = 10) -> tuple[int, bool]:
    """The same after a turn in which the ground closes in only if the house rules say so."""
    play = Board(Car("a", at=(at, 0)), Car("b", at=(1, 0)), switches=house, turn=2, phase=3)
    outside_ground.strike_outside(play)
    return play.car("a").damage, play.car("a").at != NOWHERE


def at_the_edge(house: House) -> tuple[int, bool]:
    """What becomes of a car at the edge of the arena when the ground closes in."""
    return after_closing(house, at=10)


def further_in(house: House) -> tuple[int, bool]:
    """The same of a car two hexes from the edge."""
    return after_closing(house, at=8)


def boxed_in(house: House) -> bool:
    """Whether a heat is over in which nobody can move or shoot."""
    play = Board(Car("a"), Car("b", at=(9, 0)), switches=house)
    for sheet in play.state.cars.values():
        sheet.broken = True
    return event_of(play).is_over(play)


def alone(house: House) -> bool:
    """Whether a heat in which one team starts is not run."""
    return heats.is_unfought(Board(Car("a"), switches=house))


def aimed_at(house: House) -> int:
    play = on_circuit(circuit(), (6, 1), speed=6, handling=0)
    return Autopilot(play.setup, settings_of(house)).speed(play, play.state.cars["car"]).to


def ordering(house: House) -> object:
    """The first turn for which orders are accepted during turn 4; 0 if none are."""
    play = Board(Car("a", speed=6), turn=4, switches=house)
    try:
        refuse_illegal(play, CarOrders(car="a", turn=9))
    except Refusal:
        return 0
    return coming_turn(play)


@pytest.mark.parametrize(
    ("probe", "printed", "changed"),
    [
        pytest.param(passed, False, True, marks=pytest.mark.switch("check.natural_one_succeeds", True)),
        pytest.param(quadrant, "right", "front", marks=pytest.mark.switch("dethmatch.front_arc_degrees", 120)),
        pytest.param(heavy_mount, "", "m1", marks=pytest.mark.switch("dethmatch.heavy_mount_accepts_light", True)),
        pytest.param(dearest, 90, 60, marks=pytest.mark.switch("dethmatch.special_mount_dp", 30)),
        pytest.param(rounds, 1, 2, marks=pytest.mark.switch("dethmatch.plus_rof_ammo_per_use", 2)),
        pytest.param(linked, 2, 1, marks=pytest.mark.switch("dethmatch.linked_counts_as_plus", False)),
        pytest.param(
            seated, True, False, marks=pytest.mark.switch("dethmatch.armored_seat_covers_destroyed", False)
        ),
        pytest.param(
            height, False, True, marks=pytest.mark.switch("dethmatch.adjustable_height_when", "turn_start")
        ),
        pytest.param(solid, 2, 0, marks=pytest.mark.switch("dethmatch.foam_tires_immune", True)),
        pytest.param(reduced, 1, 0, marks=pytest.mark.switch("dethmatch.tread_ignores_reduced_zero", True)),
        pytest.param(refuelled, 4, 1, marks=pytest.mark.switch("dethmatch.refuel_between_heats", False)),
        pytest.param(
            acceleration_needed, 4, 3, marks=pytest.mark.switch("dethmatch.band_uses_target_speed", True)
        ),
        pytest.param(second_roll, 3, 2, marks=pytest.mark.switch("dethmatch.second_roll_after_success", False)),
        pytest.param(dry, 1, 0, marks=pytest.mark.switch("dethmatch.dry_tank", "coast")),
        pytest.param(shuffles, True, False, marks=pytest.mark.switch("dethmatch.shuffle_at_rest", False)),
        pytest.param(over_obstacle, 1, 3, marks=pytest.mark.switch("dethmatch.obstacle_check_penalised", False)),
        pytest.param(mud, 1, 3, marks=pytest.mark.switch("dethmatch.surface_ratings", "mud 3")),
        pytest.param(turn_at_16, 3, 4, marks=pytest.mark.switch("dethmatch.turn_cost_table", "ceil(speed/5)")),
        pytest.param(turn_at_16, 3, 4, marks=pytest.mark.switch("dethmatch.turn_cost_table", "ceil(speed/4)")),
        pytest.param(turn_at_16, 3, 5, marks=pytest.mark.switch("dethmatch.turn_cost_table", "ceil(speed/3)")),
        pytest.param(overturned, True, False, marks=pytest.mark.switch("dethmatch.overturned_crew_test", False)),
        pytest.param(rolled_to, 1, -1, marks=pytest.mark.switch("dethmatch.rollover_opposite_turn", True)),
        pytest.param(worn, 1, 0, marks=pytest.mark.switch("dethmatch.tire_wear_from_driving", False)),
        pytest.param(crash_damage, 1, 0, marks=pytest.mark.switch("dethmatch.collision_damage", "pen_only")),
        pytest.param(
            crash_handling, 29, 28, marks=pytest.mark.switch("dethmatch.collision_handling_loss", "ceil_third")
        ),
        pytest.param(
            crash_tires, 0, 2, marks=pytest.mark.switch("dethmatch.collision_tire_bonus_needs_base", False)
        ),
        pytest.param(veered, ["TL"], [], marks=pytest.mark.switch("dethmatch.veer_table", "F TR DR DL TL F")),
        pytest.param(behind_a_wreck, False, True, marks=pytest.mark.switch("dethmatch.wrecks_block_sight", True)),
        pytest.param(
            at_tires, "deflected", "grazed", marks=pytest.mark.switch("dethmatch.tire_shot_ignores_armor", True)
        ),
        pytest.param(oiled, (2, 1), (3, 1), marks=pytest.mark.switch("dethmatch.dropped_markers_total", 4)),
        pytest.param(oiled, (2, 1), (2, 3), marks=pytest.mark.switch("dethmatch.oil_lasts_turns", 2)),
        pytest.param(smoked, 2, 3, marks=pytest.mark.switch("dethmatch.smoke_lasts_turns", 2)),
        pytest.param(rammed, 0, 1, marks=pytest.mark.switch("dethmatch.ram_guard_vs_weapons", False)),
        pytest.param(heats_of, 2, 3, marks=pytest.mark.switch("dethmatch.heats", 3)),
        pytest.param(arena_turn, 15, 9, marks=pytest.mark.switch("dethmatch.arena_turn_limit", 9)),
        pytest.param(in_the_pit, 4, 1, marks=pytest.mark.switch("dethmatch.pit_refuel_needs_check", True)),
        pytest.param(
            racing, (True, {"team-a": 10}, 3), (False, {"team-a": 10}, 3),
            marks=pytest.mark.switch("dethmatch.weapons_hold_laps", 0),
        ),
        pytest.param(
            racing, (True, {"team-a": 10}, 3), (True, {"team-a": 9}, 3),
            marks=pytest.mark.switch("dethmatch.race_points", "9 1"),
        ),
        pytest.param(
            racing, (True, {"team-a": 10}, 3), (True, {"team-a": 10}, 5),
            marks=pytest.mark.switch("dethmatch.race_laps", 5),
        ),
        pytest.param(flagging, (6, 1), (4, 1), marks=pytest.mark.switch("dethmatch.flag_points", 3)),
        pytest.param(flagging, (6, 1), (6, 2), marks=pytest.mark.switch("dethmatch.flag_count", 2)),
        pytest.param(last_of_all, 5, 4, marks=pytest.mark.switch("dethmatch.lcs_points", "9 1")),
        pytest.param(last_of_all, 5, 10, marks=pytest.mark.switch("dethmatch.lcs_passivity", False)),
        pytest.param(
            hurt_more, {"a": 7, "b": 10}, {"a": 9, "b": 9}, marks=pytest.mark.switch("dethmatch.lcs_ending", "shared")
        ),
        pytest.param(after_a_turn, (0, True), (1, True), marks=pytest.mark.switch("dethmatch.lcs_closes_after", 1)),
        pytest.param(further_in, (0, True), (1, True), marks=pytest.mark.switch("dethmatch.lcs_closes_by", 4)),
        pytest.param(at_the_edge, (1, True), (0, False), marks=pytest.mark.switch("dethmatch.lcs_outside_damage", 0)),
        pytest.param(boxed_in, True, False, marks=pytest.mark.switch("dethmatch.settled_heat_ends", False)),
        pytest.param(alone, True, False, marks=pytest.mark.switch("dethmatch.unfought_heat_pays", True)),
        pytest.param(aimed_at, 1, 2, marks=pytest.mark.switch("dethmatch.autopilot_profile", "bold")),
        pytest.param(ordering, 5, 4, marks=pytest.mark.switch("dethmatch.order_mode", "phase")),
        pytest.param(ordering, 5, 0, marks=pytest.mark.switch("dethmatch.order_mode", "headless")),
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

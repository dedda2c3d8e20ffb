"""Each answer that a procedure reads and acts on is changed, and the procedure comes to something else.

Every line has what the outcome is by the printed answer and by the other one, as it was worked out by hand. Rules in
the referee's own words cannot be followed: they are quoted before the printed rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from rules.carwars.procedures.procedure import Outcome
from rules.carwars.questionnaire import find_question, questions
from tests.guards.findings import beyond, report
from tests.rules.carwars.procedures.performing import performed

OWN = "Ask the arena's marshal."
"""A rule in the referee's own words."""


def box(left: int, bottom: int, width: int = 50, height: int = 100) -> list[list[int]]:
    """The corners of a counter that heads north: front left, front right, back right, back left."""
    top, right = bottom + height, left + width
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def mined(left: int) -> dict[str, Any]:
    """A mine beside a car whose front left tire has a wheelguard."""
    tire = {"corner": "front_left", "wheelguard": True}
    car = {"name": "Ace", "corners": box(0, 0), "tires": [tire]}
    return {"counter": box(left, 75, 50, 50), "set_off_by": "pressure", "vehicles": [car]}


def volatile(kind: str, **more: bool) -> dict[str, Any]:
    """A burning vehicle with one item."""
    return {"items": [{"name": "it", "kind": kind, **more}]}


def burning(kind: str, **more: Any) -> dict[str, Any]:
    """A burning vehicle with one component of 4 points."""
    return {"components": [{"name": "it", "kind": kind, "points": 4, **more}]}


def at_wheel(burns: str, *armor: tuple[str, bool]) -> dict[str, Any]:
    """A fire at a wheel on the left. Each side has fireproof armor, with a breach or not."""
    sides = [{"side": side, "material": "fireproof_plastic", "breached": breached} for side, breached in armor]
    return {"burning": burns, "side": "left", "armor": sides}


CORNER_GUN = {"name": "gun", "kind": "weapons", "spaces": 200, "sides": ["front", "left"]}
SOLIDS_AND_OIL = {
    "counters": [
        {"name": name, "weapon": weapon, "state": state, "distance": 0}
        for name, weapon, state in [("m1", "mine", "solid"), ("o1", "oil", "liquid"), ("o2", "oil", "liquid")]
    ]
}
CONTACT = {"contacts": [{"begins": {"turn": 1, "phase": 1}, "ends": {"turn": 2, "phase": 4}}]}
PRESSURE = {"vehicle": "Ace", "dropped_by": "Bee", "distance": 10, "moment": "moving"}
AIMED = {
    "before": {"target": "Bee", "precision": "vehicle"},
    "after": {"target": "Bee", "precision": "component", "part": "turret"},
    "phases_out_of_sight": 0,
}
SAME_AIM = {**AIMED, "after": AIMED["before"], "phases_out_of_sight": 1}
TIRES = {"losses": [{"corner": "front_left", "lost": "tire"}]}
BARE = {"points": 0, "damage": 1, "source": "mine"}
SHED = {"name": "bumper", "kind": "debris", "shed_by": "Bee", "from_collision": True}
ROAD = {"vehicle": "Ace", "pieces": [{"name": "bumper", "kind": "debris"}, {"name": "wall", "kind": "obstacle"}]}
FIRE_HIT = {"fire_modifier": 4, "damage": 9, "layers": [{"material": "fireproof_plastic", "points": 5}]}
CAR = box(0, 0)
TURNED = [[200, 250], [200, 200], [100, 200], [100, 250]]
SWEPT = {"before": CAR, "after": TURNED, "obstacles": [{"name": "post", "points": [[20, 180]]}]}
ANGLE = {"heading": 0, "struck_heading": 90, "turn": 60, "contact": "first_half"}
CONFORMING = {"first": "Ace", "other": "Bee", "mover": "Ace", "touching": True, "pushes": True}
FLIGHT = {"handling": 0, "maximum": 3, "recovery": 2, "turn_ends": 1, "landing": 2}
CHAIN = {"chain": [{"name": "Ace", "speed": 40}, {"name": "Bee"}]}
OUT_OF_CONTROL = {"state": "skid", "meets": "moves_into_vehicle", "travel": 0, "head_on": 90, "facing": 45}
SKID = {"speed": 50, "skids": [{"name": "severe", "loss": 20}, {"name": "minor", "loss": 5}], "inches": 3}
NO_DRIVER = {"cause": "driver", "turn": 1, "phase": 1, "speed": 10, "loss": 5}
SPIN = {"turn": 1, "phase": 1, "speed": 30, "handling": 0, "tires": ["left"], "cause": "hazard", "fishtail": "left"}
ROLL = {"turn": 1, "phase": 1, "speed": 20, "cause": "hazard"}
HAZARDS = {"hazards": [{"name": "oil", "difficulty": 1}, {"name": "mine", "difficulty": 4}]}
FISHTAIL = {"result": "spin", "heading": 0, "fishtail": 15}
LOST = {"lost": ["left", "right"], "needed": 3}
CRASH = {"lost": ["left"], "needed": 2, "table": [{"up_to": 6, "result": "skid"}, {"up_to": 12, "result": "roll"}]}


def values(*path: str) -> Any:
    """What reads a value of an outcome by its name, and by the names within it."""

    def read(outcome: Outcome) -> Any:
        found: Any = outcome.values
        for name in path:
            found = found[int(name)] if isinstance(found, list) else found[name]
        return found

    return read


def quoted(outcome: Outcome) -> bool:
    """Whether an outcome quotes the referee's own rule."""
    return any(OWN in sentence for sentence in outcome.says)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A line of the table.

    `changed` are the parts of the answer that change, `read` reads the outcome, which is `printed` by the printed
    answer and `other` by the changed one. The `faces` fall by the printed answer, and those of `then` by the other.
    """

    key: str
    tag: str
    inputs: dict[str, Any]
    changed: dict[str, Any]
    read: Callable[[Outcome], Any]
    printed: Any
    other: Any
    faces: tuple[int, ...] = ()
    then: tuple[int, ...] | None = None


def case(key: str, tag: str, inputs: dict[str, Any], **fields: Any) -> Case:
    """A line of the table."""
    return Case(key=key, tag=tag, inputs=inputs, **fields)


def written(key: str, tag: str, inputs: dict[str, Any], *, part: str, faces: tuple[int, ...] = ()) -> Case:
    """A line for a rule in the referee's own words."""
    changed = {part: OWN}
    return case(key, tag, inputs, changed=changed, read=quoted, printed=False, other=True, faces=faces)


def line(mark: Any, found: Case) -> Any:
    """A parameter set with its mark, named by the key of its question."""
    return pytest.param(found, marks=mark, id=found.key)


# fmt: off
CASES = [
    line(pytest.mark.rule("CW-Q-005"), case(
        "design.side_space_limit", "check_side_spaces", {"spaces": 1200, "items": [CORNER_GUN]},
        changed={"divisor": 4}, read=values("most"), printed=400, other=300
    )),
    line(pytest.mark.rule("CW-Q-006"), case(
        "design.side_space_usage", "check_side_spaces", {"spaces": 1200, "items": [CORNER_GUN]},
        changed={"corner": "one"}, read=values("used", "left"), printed=200, other=0
    )),
    line(pytest.mark.rule("CW-Q-043"), case(
        "drop.stacking", "list_stacked_effects", SOLIDS_AND_OIL, changed={"stacking": "all"},
        read=values("effects", "oil"), printed=["o1"], other=["o1", "o2"]
    )),
    line(pytest.mark.rule("CW-Q-044"), case(
        "drop.reentry_interval", "time_contact_effects", CONTACT, changed={"interval": 4}, read=values("effects"),
        printed=[{"turn": 1, "phase": 1}, {"turn": 2, "phase": 1}],
        other=[{"turn": 1, "phase": 1}, {"turn": 1, "phase": 5}, {"turn": 2, "phase": 4}]
    )),
    line(pytest.mark.rule("CW-Q-045"), case(
        "drop.slick_combination", "find_slick_modifier", {"slicks": ["oil", "ice"]}, changed={"combination": "sum"},
        read=values("difficulty"), printed=4, other=6
    )),
    line(pytest.mark.rule("CW-Q-046"), case(
        "drop.same_phase_effect", "resolve_salvo",
        {"moment": {"turn": 1, "phase": 5}, "damage": [3], "drops": ["oil"]}, changed={"takes_effect": "same_phase"},
        read=values("drops_count_from"), printed={"turn": 2, "phase": 1}, other={"turn": 1, "phase": 5}
    )),
    line(pytest.mark.rule("CW-Q-048"), written("drop.mine_underbody", "resolve_mine_blast", mined(-75), part="rule")),
    line(pytest.mark.rule("CW-Q-049"), case(
        "drop.guards_vs_mines", "resolve_mine_blast", mined(-60), changed={"protection": "always"},
        read=values("hits", "Ace", "tires", "front_left"), printed="", other="wheelguard"
    )),
    line(pytest.mark.rule("CW-Q-050"), case(
        "drop.pressure_trigger", "check_pressure_trigger", {**PRESSURE, "kept_die": 5},
        changed={"trigger": "roll_each_step"}, read=values("goes_off"), printed=False, other=True, then=(1,)
    )),
    line(pytest.mark.rule("CW-Q-051"), case(
        "drop.own_counters", "check_own_counter", {"carried_by": "maneuver", "directly_over": True},
        changed={"own_counters_act": False}, read=values("goes_off"), printed=True, other=False, faces=(4,), then=()
    )),
    line(pytest.mark.rule("CW-Q-052"), case(
        "drop.smoke_rounding", "round_smoke_distance", {"distance": 110}, changed={"rounding": "up"},
        read=values("distance"), printed=100, other=150
    )),
    line(pytest.mark.rule("CW-Q-055"), case(
        "drop.triggered_when", "check_pressure_trigger", {**PRESSURE, "moment": "landed"},
        changed={"checked": "immediate"}, read=values("goes_off"), printed=False, other=True, then=(2,)
    )),
    line(pytest.mark.rule("CW-Q-057"), case(
        "drop.automatic_rate", "count_automatic_counters", {"moved": [150, 150], "shots": 9},
        changed={"rate": "per_inch"}, read=values("laid"), printed=[1, 1], other=[1, 2]
    )),
    line(pytest.mark.rule("CW-Q-058"), case(
        "drop.hidden_under_gas", "list_who_sees_counters",
        {"counters": [{"name": "m", "owner": "Ace", "state": "solid", "beneath_gas": True}]},
        changed={"visible": True}, read=values("seen_by", "m"), printed=["Ace", "referee"], other=["everyone"]
    )),
    line(pytest.mark.rule("CW-Q-064"), case(
        "fire.hard_cover", "find_cover_modifier", {"exposed": 25, "width": 100}, changed={"quarter_inch": -5},
        read=values("to_hit"), printed=-2, other=-5
    )),
    line(pytest.mark.rule("CW-Q-073"), written(
        "fire.range_points", "measure_range",
        {"shooter": CAR, "fires_from": "front", "target_name": "Bee", "target": box(0, 300)}, part="rule"
    )),
    line(pytest.mark.rule("CW-Q-074"), case(
        "fire.sustained_retarget", "check_sustained_fire", AIMED, changed={"bonus_stays": "loose"},
        read=values("kept"), printed=False, other=True
    )),
    line(pytest.mark.rule("CW-Q-075"), case(
        "fire.sustained_los", "check_sustained_fire", SAME_AIM, changed={"phases_out_of_sight": 2},
        read=values("kept"), printed=False, other=True
    )),
    line(pytest.mark.rule("CW-Q-083"), case(
        "dmg.fuel_tank_destroyed", "time_engine_without_tank", {"turn": 2}, changed={"turns_added": 0},
        read=values("stops_in_turn"), printed=9, other=6, faces=(4,)
    )),
    line(pytest.mark.rule("CW-Q-085"), case(
        "dmg.tyre_vs_wheel_hc", "tire_losses", TIRES, changed={"tire_loss": 1}, read=values("handling_class"),
        printed=-2, other=-1
    )),
    line(pytest.mark.rule("CW-Q-086"), case(
        "dmg.multi_tyre_rolls", "tire_control_rolls", LOST, changed={"rolls": "once"}, read=values("kept"),
        printed=False, other=True, faces=(3, 2), then=(3,)
    )),
    line(pytest.mark.rule("CW-Q-087"), case(
        "dmg.wheel_destroying_sources", "tire_or_wheel", {"points": 1, "damage": 1, "source": "mine"},
        changed={"sources": ["direct_fire"]}, read=values("lost"), printed="wheel", other="tire"
    )),
    line(pytest.mark.rule("CW-Q-088"), case(
        "dmg.bare_wheel_target", "tire_or_wheel", BARE, changed={"may_be_destroyed": False}, read=values("lost"),
        printed="wheel", other="nothing"
    )),
    line(pytest.mark.rule("CW-Q-089"), case(
        "dmg.mutual_debris", "list_debris_effects", {"vehicle": "Ace", "pieces": [SHED]},
        changed={"other_car_affected": False}, read=values("affects"), printed=["bumper"], other=[]
    )),
    line(pytest.mark.rule("CW-Q-096"), case(
        "burn.duration_rolls", "list_fire_rolls", {"turn": 3, "fire_modifier": 4, "burn_duration": 1},
        changed={"rolls_added": 0}, read=values("turns"), printed=[3, 4], other=[3]
    )),
    line(pytest.mark.rule("CW-Q-098"), case(
        "burn.fm_through_fireproof", "apply_fire_modifier", FIRE_HIT, changed={"modifier_applies": False},
        read=values("fire_modifier"), printed=4, other=0
    )),
    line(pytest.mark.rule("CW-Q-099"), case(
        "burn.gas_engine_ca", "list_explosion_risks", volatile("gas_engine", in_shell=True),
        changed={"may_explode": False}, read=values("may_explode"), printed=["it"], other=[]
    )),
    line(pytest.mark.rule("CW-Q-100"), case(
        "burn.volatile_ca", "list_explosion_risks", volatile("rockets", in_shell=True),
        changed={"may_explode": True}, read=values("may_explode"), printed=[], other=["it"]
    )),
    line(pytest.mark.rule("CW-Q-101"), case(
        "burn.guards_vs_fire", "burn_for_a_turn", burning("tire", behind_guard=True),
        changed={"protect_tires": True}, read=values("points", "it"), printed=3, other=4
    )),
    line(pytest.mark.rule("CW-Q-102"), case(
        "burn.fireproof_armour_damage", "burn_for_a_turn", burning("armor", material="fireproof_plastic"),
        changed={"loses_points": False}, read=values("points", "it"), printed=3, other=4
    )),
    line(pytest.mark.rule("CW-Q-103"), case(
        "burn.fireproof_ca_damage", "burn_for_a_turn", burning("component_armor", material="fireproof_plastic"),
        changed={"immune": True}, read=values("points", "it"), printed=3, other=4
    )),
    line(pytest.mark.rule("CW-Q-104"), case(
        "burn.empty_volatile", "list_explosion_risks", volatile("flamethrower", damaged=True, empty=True),
        changed={"weapons": ["rockets"]}, read=values("may_explode"), printed=["it"], other=[]
    )),
    line(pytest.mark.rule("CW-Q-106"), case(
        "burn.tyre_fire_spread", "check_tire_fire", at_wheel("tire", ("left", False), ("back", True)),
        changed={"spreads": True}, read=values("spreads"), printed=False, other=True
    )),
    line(pytest.mark.rule("CW-Q-107"), case(
        "burn.guard_fire_spread", "check_tire_fire", at_wheel("hub", ("left", False)), changed={"spreads": True},
        read=values("spreads"), printed=False, other=True
    )),
    line(pytest.mark.rule("CW-Q-108"), case(
        "burn.destroyed_weapon_hazard", "time_destroyed_weapon", {"turn": 5, "damage_points": 3},
        changed={"seconds_per_point": 2}, read=values("last_turn"), printed=35, other=11
    )),
    line(pytest.mark.rule("CW-Q-112"), case(
        "burn.boosters_volatile", "list_explosion_risks", volatile("booster", damaged=True),
        changed={"volatile": False}, read=values("may_explode"), printed=["it"], other=[]
    )),
    line(pytest.mark.rule("CW-Q-113"), case(
        "burn.fuel_system_hit", "resolve_fuel_system_hit", {"turn": 1}, changed={"fire_chance": 1},
        read=values("fire"), printed=True, other=False, faces=(2,)
    )),
    line(pytest.mark.rule("CW-Q-118"), case(
        "move.swept_path", "swept_path", SWEPT, changed={"path": "stepped"}, read=values("hits"), printed=[],
        other=[{"name": "post", "under_it_before": False}]
    )),
    line(pytest.mark.rule("CW-Q-119"), case(
        "move.collision_angle", "collision_angle", ANGLE, changed={"direction": "final_facing"}, read=values("type"),
        printed="t_bone", other="sideswipe"
    )),
    line(pytest.mark.rule("CW-Q-121"), written("move.conforming_after", "conforming", CONFORMING, part="rule")),
    line(pytest.mark.rule("CW-Q-124"), case(
        "move.airborne_recovery", "flight", FLIGHT, changed={"recovers": False}, read=values("handling"), printed=2,
        other=0
    )),
    line(pytest.mark.rule("CW-Q-125"), written("move.third_party_collision", "collision_chain", CHAIN, part="rule")),
    line(pytest.mark.rule("CW-Q-126"), written(
        "move.ooc_collision", "out_of_control_collision", OUT_OF_CONTROL, part="procedure"
    )),
    line(pytest.mark.rule("CW-Q-128"), case(
        "move.inches_after_slowdown", "movement_left", {"old_allowance": 300, "new_allowance": 200, "moved": 150},
        changed={"speed": "old_speed"}, read=values("left"), printed=50, other=150
    )),
    line(pytest.mark.rule("CW-Q-129"), case(
        "move.skid_follow_on", "skid", SKID, changed={"when": "next_phase"}, read=values("steps", "1", "phase"),
        printed="this", other="later"
    )),
    line(pytest.mark.rule("CW-Q-132"), case(
        "move.debris_and_obstacle", "list_debris_effects", ROAD, changed={"counts": "both"}, read=values("affects"),
        printed=["wall"], other=["bumper", "wall"]
    )),
    line(pytest.mark.rule("CW-Q-133"), written(
        "move.head_to_head", "nose_to_nose",
        {"first": "Ace", "first_speed": 20, "second": "Bee", "second_speed": 10}, part="rule"
    )),
    line(pytest.mark.rule("CW-Q-134"), case(
        "move.uncontrolled_decel", "speed_loss", NO_DRIVER, changed={"interval": 1}, read=values("losses", "1"),
        printed={"turn": 2, "phase": 1, "speed": 0}, other={"turn": 1, "phase": 2, "speed": 0}
    )),
    line(pytest.mark.rule("CW-Q-136"), case(
        "crash.when_applied", "crash_result_timing", {"result": "spin"}, changed={"when": "after"},
        read=values("when"), printed="instead_of_move", other="after_move"
    )),
    line(pytest.mark.rule("CW-Q-137"), written("crash.spinout", "spinout", SPIN, part="procedure", faces=(2,))),
    line(pytest.mark.rule("CW-Q-138"), written("crash.roll", "rollover", ROLL, part="procedure")),
    line(pytest.mark.rule("CW-Q-139"), case(
        "crash.skid_decel_timing", "skid", SKID, changed={"when": "before"}, read=values("steps", "0", "speed"),
        printed=50, other=30
    )),
    line(pytest.mark.rule("CW-Q-140"), case(
        "crash.hazard_order", "hazard_order", HAZARDS, changed={"order": "worst_first"}, read=values("order"),
        printed=["oil", "mine"], other=["mine", "oil"], faces=(1,), then=()
    )),
    line(pytest.mark.rule("CW-Q-142"), written("crash.half_move", "half_move", {"state": "spin"}, part="rule")),
    line(pytest.mark.rule("CW-Q-143"), written(
        "crash.fishtail_then_table1", "fishtail_result", FISHTAIL, part="procedure", faces=(1,)
    )),
    line(pytest.mark.rule("CW-Q-144"), written(
        "crash.tyre_loss_roll", "tire_loss_crash", CRASH, part="procedure", faces=(4,)
    )),
    line(pytest.mark.rule("CW-Q-145"), case(
        "crash.brake_and_skid", "braking_skid", {"speed": 50, "new_speed": 30, "loss": 10},
        changed={"order": "decel_first"}, read=values("skid_speed"), printed=50, other=30
    )),
    line(pytest.mark.rule("CW-Q-146"), case(
        "crash.low_speed", "slow_crash", {"result": "spin", "speed": 5}, changed={"treated_as": 30},
        read=values("speed"), printed=0, other=10
    )),
]
# fmt: on
"""A line for each question on which a procedure acts."""


@pytest.mark.parametrize("found", CASES)
def test_another_answer_comes_to_another_outcome(found: Case) -> None:
    assert found.printed != found.other
    faces = found.faces if found.then is None else found.then
    outcome = performed(found.tag, found.inputs, faces=found.faces)
    changed = performed(found.tag, found.inputs, faces=faces, answers={found.key: found.changed})
    assert (found.read(outcome), found.read(changed)) == (found.printed, found.other)


def problems(lines: list[str]) -> list[str]:
    """A sentence for each question on which a procedure acts without a line, and for each line without one."""
    acting = [question.key for question in questions().values() if question.scope == "helper"]
    where = "CASES of tests/rules/carwars/procedures/test_answers_change_outcomes.py"
    says = f"No line changes the answer to {{}}: add one to {where}."
    gone = f"No procedure acts on {{}}: take its line out of {where}."
    return [*beyond(acting, lines, says), *beyond(lines, acting, gone)]


def test_every_answer_on_which_a_procedure_acts_is_changed_here() -> None:
    report(problems([found.values[0].key for found in CASES]), seen=CASES, of="lines")
    assert len(CASES) == 58


def test_a_question_without_a_line_is_named() -> None:
    keys = [found.values[0].key for found in CASES if found.values[0].key != "drop.stacking"]
    where = "CASES of tests/rules/carwars/procedures/test_answers_change_outcomes.py"
    assert problems([*keys, "duel.points"]) == [
        f"No line changes the answer to drop.stacking: add one to {where}.",
        f"No procedure acts on duel.points: take its line out of {where}.",
    ]


def test_a_line_is_marked_with_the_number_of_its_question() -> None:
    marked = {found.values[0].key: [mark.args for mark in found.marks] for found in CASES}
    assert marked == {key: [(find_question(key).id,)] for key in marked}

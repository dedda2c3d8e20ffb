"""The autopilot of the second edition: plans, tokens, moves, mines and damage, and how well it judges."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.carcult import first_autopilot
from rules.carcult.autopilot import Autopilot, pilot_for
from rules.carcult.autopilot.design_features import features_of, next_tokens
from rules.carcult.autopilot.driver_judgment import judgment_of_driver, judgment_of_gunner
from rules.carcult.autopilot.mine_choice import kept_worth
from rules.carcult.autopilot.outlook import survey
from rules.carcult.autopilot.plan_choice import LINE
from rules.carcult.autopilot.room import has_room, has_way_on
from rules.carcult.engine import start
from rules.carcult.ground.geometry import car_shape
from rules.carcult.match.orders import ActOrder, AllocateOrder, PlaceOrder, ShiftOrder, StartOrder
from rules.carcult.match.state import SPEED, DamagePlacement
from rules.carcult.play.order_checks import refuse_illegal
from rules.core.dice import Dice, KeyRing
from rules.match.driving.judgment import ACE, ROOKIE
from rules.match.stepwise_play import OrderIllegal
from tests.rules.carcult.boards import Board, Car, setup_for

ARMED = ("dangerous_driver", "machine_gun", "armor_2")
WRECKED = {"engine": "DDDDD", "machine_gun": ".D"}
MINER = ("dangerous_driver", "mines", "armor_2")


def order_of(play: Board, kind: str, id: str = "") -> Any:
    """What the autopilot orders for a car, by default the first."""
    return Autopilot().order(play, play.car(id), kind)


@pytest.mark.rule("CC-095", "CC-016")
@pytest.mark.parametrize("apart", [1000, 2000, 4000])
def test_it_throws_no_token_away_while_a_box_is_free(apart: int) -> None:
    play = Board(
        Car(at=(400, 2400), engine="hauler", cards=(*ARMED, "cannon"), tracks={"engine": "SS...."}),
        Car(id="b1", at=(400 + apart, 2400), cards=ARMED, tracks={"engine": "SS..."}),
    )
    order = order_of(play, "allocate")
    assert isinstance(order, AllocateOrder)
    assert sum(order.tokens.values()) == 6


@pytest.mark.rule("CC-095", "CC-051")
def test_tokens_go_on_a_weapon_that_reaches_and_not_on_one_that_does_not() -> None:
    play = Board(
        Car(at=(600, 2400), cards=("flamethrower", "rifle"), tracks={"engine": "SSSDD"}),
        Car(id="b1", at=(2200, 2400), cards=ARMED, tracks={"engine": "SS..."}),
    )
    tokens = order_of(play, "allocate").tokens
    assert tokens.get("flamethrower", 0) <= tokens.get("rifle", 0)


@pytest.mark.rule("CC-095", "CC-076", "CC-077")
def test_mines_are_laid_beside_an_enemy_that_must_move_on() -> None:
    play = Board(
        Car(at=(1600, 2400), engine="packmule", cards=MINER, tracks={"engine": "SSSS..", "mines": "SSSS"}),
        Car(id="b1", at=(1800, 2900), heading=90, cards=ARMED, tracks={"engine": "SSS.."}),
    )
    order = order_of(play, "act")
    assert isinstance(order, ActOrder)
    assert len(order.lays) == 4
    play.carry_out(play.car(), order)
    enemy = play.car("b1")
    assert all(abs(mine.x - enemy.x) <= 600 and abs(mine.y - enemy.y) <= 600 for mine in play.state.markers)


@pytest.mark.rule("CC-096", "CC-046")
def test_it_does_not_drive_into_the_edge_if_it_can_turn() -> None:
    play = Board(
        Car(at=(4200, 2400), cards=ARMED, tracks={"engine": "SS..."}),
        Car(id="b1", at=(600, 2400), cards=ARMED, tracks={"engine": "SS..."}),
    )
    play.carry_out(play.car(), order_of(play, "act"))
    assert play.entries_of("stopped") == []


@pytest.mark.rule("CC-096", "CC-078")
def test_a_ram_is_driven_into_an_enemy_before_it() -> None:
    play = Board(
        Car(at=(1000, 2400), cards=("ram",), tracks={"engine": ".SSS."}),
        Car(id="b1", at=(2000, 2500), heading=90, cards=("rifle",), tracks={"engine": "S...."}),
        faces=[15],
    )
    play.carry_out(play.car(), order_of(play, "act"))
    (ram,) = play.entries_of("ram")
    assert ram.more["target"] == "b1"


@pytest.mark.rule("CC-097", "CC-061")
@pytest.mark.parametrize(("side", "component"), [("owner", "rifle"), ("opponent", "cannon")])
def test_damage_goes_where_the_car_misses_it_least_or_most(side: str, component: str) -> None:
    play = Board(Car(cards=("cannon", "rifle"), tracks={"engine": "SS...", "rifle": ".."}), Car(id="b1", cards=ARMED))
    play.state.placing = DamagePlacement(car="a1", side=side, components=["cannon", "rifle"])
    assert order_of(play, "place") == PlaceOrder(component=component)


@pytest.mark.rule("CC-095")
def test_a_plan_is_stated_with_the_first_order_and_stays_with_those_after_it() -> None:
    play = Board(
        Car(at=(600, 2400), cards=ARMED, tracks={"engine": "SS..."}),
        Car(id="b1", at=(2600, 2400), cards=ARMED, tracks={"engine": "SS..."}),
    )
    shift = order_of(play, "shift")
    assert isinstance(shift, ShiftOrder)
    assert shift.plan == "hunt:b1"
    play.note_plan(play.car(), shift.plan, rule="CC-095")
    assert order_of(play, "allocate").plan == "hunt:b1"
    (entry,) = play.entries_of("plan")
    assert play.sentence(entry) == "a1 goes after b1 [CC-095]"


@pytest.mark.rule("CC-095")
def test_a_car_that_leads_and_cannot_strike_any_more_keeps_out_of_reach() -> None:
    play = Board(
        Car(at=(600, 2400), cards=("mines",), tracks={"engine": "SS...", "mines": "UUUU"}, caused=6),
        Car(id="b1", at=(2000, 2400), cards=ARMED, tracks={"engine": "SS..."}),
    )
    assert order_of(play, "shift").plan == "evade"


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize("plan", ["sulk", "hunt:nobody", "evade:b1"])
def test_an_order_states_a_plan_that_there_is(plan: str) -> None:
    play = Board(Car(cards=ARMED), Car(id="b1", at=(3000, 2400), cards=ARMED), begun=False)
    with pytest.raises(OrderIllegal):
        refuse_illegal(play, play.car(), StartOrder(plan=plan))


@pytest.mark.rule("CC-095", "CC-096")
def test_driver_and_gunner_judge_by_their_own_traits() -> None:
    entry = replace(setup_for(Car(cards=ARMED)).cars[0], driving=5, gunnery=1)
    driver, gunner = judgment_of_driver(entry), judgment_of_gunner(entry)
    assert (driver.skill, gunner.skill) == (ACE, ROOKIE)
    assert driver.look_ahead > gunner.look_ahead
    assert driver.notices < gunner.notices


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize(
    ("profile", "weights"),
    [
        pytest.param("bold", (1, 0.6), marks=pytest.mark.switch("carcult.autopilot_profile", "bold")),
        pytest.param("miser", (1, 1.5), marks=pytest.mark.switch("carcult.autopilot_profile", "miser")),
        pytest.param("hunter", (1.7, 1), marks=pytest.mark.switch("carcult.autopilot_profile", "hunter")),
    ],
)
def test_cars_without_orders_are_driven_by_the_profile_of_the_match(
    profile: str, weights: tuple[float, float]
) -> None:
    pilot = pilot_for(setup_for(Car(), switches={"carcult.autopilot_profile": profile}))
    assert (pilot.profile.harm_done, pilot.profile.harm_taken) == weights


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize(("edition", "pilot"), [(1, first_autopilot.Autopilot), (2, Autopilot)])
def test_a_match_is_driven_by_the_autopilot_of_its_edition(edition: int, pilot: type) -> None:
    setup = replace(setup_for(Car(), Car(id="b1")), edition=edition)
    assert type(start(setup, Dice(KeyRing(b"carcult" * 5))).pilot) is pilot


@pytest.mark.rule("CC-097", "CC-061")
@pytest.mark.parametrize(
    ("cards", "components", "component"),
    [
        (("dangerous_driver", "machine_gun"), ["engine", "machine_gun"], "machine_gun"),
        (("dangerous_driver", "machine_gun", "machine_gun"), ["machine_gun", "machine_gun.2"], "machine_gun.2"),
    ],
    ids=["the only turn of a car at speed is kept", "a weapon without tokens is given up first"],
)
def test_an_owner_gives_up_what_the_car_can_do_without(
    cards: tuple[str, ...], components: list[str], component: str
) -> None:
    play = Board(Car(cards=cards, tracks={"engine": "SSSS."}), Car(id="b1", cards=ARMED))
    play.state.placing = DamagePlacement(car="a1", side="owner", components=components)
    assert order_of(play, "place") == PlaceOrder(component=component)


@pytest.mark.rule("CC-095", "CC-041")
@pytest.mark.parametrize(("x", "tokens"), [(4400, 1), (1000, 0)], ids=["before the edge", "with room"])
def test_a_car_shifts_down_if_it_has_no_room_at_its_speed(x: int, tokens: int) -> None:
    play = Board(
        Car(at=(x, 2400), cards=ARMED, tracks={"engine": "SSSS."}),
        Car(id="b1", at=(2600, 400), heading=180, cards=ARMED, tracks={"engine": "SSSS."}),
    )
    assert order_of(play, "shift").tokens == tokens


@pytest.mark.rule("CC-037", "CC-046")
@pytest.mark.parametrize(("turns", "has"), [(0, False), (1, True)])
def test_a_car_has_room_if_a_turn_halfway_leads_past_the_cars_around_it(turns: int, has: bool) -> None:
    play = Board(Car(at=(2000, 2400), cards=ARMED))
    others = [
        (f"b{number}", car_shape(*at, 0)) for number, at in enumerate(((2900, 2400), (2300, 2750), (2300, 2050)))
    ]
    assert has_room(play, others, (2000, 2400, 0), 8, turns) is has


@pytest.mark.rule("CC-036", "CC-046")
@pytest.mark.parametrize(("y", "has"), [(1700, False), (3200, True)], ids=["to the edge", "with more room"])
def test_a_car_has_a_way_on_if_it_can_go_on_from_where_its_move_ends(y: int, has: bool) -> None:
    play = Board(Car(at=(2400, y), heading=270, cards=ARMED))
    assert has_room(play, (), (2400, y, 270), 12, 0)
    assert has_way_on(play, (), (2400, y, 270), (12, 0), (9, 1)) is has


@pytest.mark.rule("CC-040", "CC-046")
def test_a_car_before_walls_finds_the_way_out_rather_than_stand_on_its_brakes() -> None:
    play = Board(
        Car(
            at=(3735, 1759),
            heading=225,
            engine={"plug": 3, "track": [4, 7, 10, 13, 16], "plus": [4, 5]},
            cards=("flamethrower",),
            tracks={"engine": "SSSS."},
        ),
        Car(id="b1", at=(500, 3900), cards=("cannon",), tracks={"engine": "SS..."}),
        terrain=[
            ("blocking", ((29, 13), (35, 13), (35, 18), (29, 18))),
            ("blocking", ((29, 30), (35, 30), (35, 35), (29, 35))),
        ],
    )
    play.note_plan(play.car(), "hunt:b1", rule="CC-095")
    order = order_of(play, "act")
    assert sum(leg.forward for leg in order.legs) >= 1000


@pytest.mark.rule("CC-078", "CC-095")
def test_no_token_goes_on_a_ram_which_needs_none() -> None:
    play = Board(
        Car(at=(600, 2400), engine="hauler", cards=("ram",), tracks={"engine": "S....."}),
        Car(id="b1", at=(2600, 2400), cards=ARMED, tracks={"engine": "SS..."}),
    )
    assert "ram" not in order_of(play, "allocate").tokens


@pytest.mark.rule("CC-095", "CC-073")
def test_a_hunt_goes_on_whatever_tokens_the_hunted_has_on_its_driver() -> None:
    play = Board(
        Car(at=(600, 2400), cards=ARMED, tracks={"engine": "SS..."}),
        Car(id="b1", at=(2400, 2000), cards=ARMED, tracks={"engine": "SS...", "dangerous_driver": "SS"}),
        Car(id="b2", at=(2400, 2800), cards=ARMED, tracks={"engine": "SS..."}),
    )
    play.note_plan(play.car(), "hunt:b1", rule="CC-095")
    assert order_of(play, "shift").plan == "hunt:b1"


@pytest.mark.rule("CC-011", "CC-030", "CC-095")
@pytest.mark.parametrize("plug", [2, 3])
def test_a_car_begins_with_as_few_tokens_as_give_it_a_minimum(plug: int) -> None:
    engine = {"plug": plug, "track": [3, 6, 9, 12, 15], "plus": [3, 4, 5]}
    play = Board(
        Car(at=(600, 2400), engine=engine, cards=ARMED),
        Car(id="b1", at=(4200, 2400), heading=180, cards=ARMED),
        begun=False,
    )
    assert order_of(play, "start").tokens == 2


@pytest.mark.rule("CC-013", "CC-015")
def test_the_tokens_of_the_next_activation_are_those_under_no_token_of_the_engine() -> None:
    play = Board(Car(cards=("gutsy_gunner", "dangerous_driver"), tracks={"engine": "SSS..", "gutsy_gunner": "SS"}))
    tracks = play.car().tracks
    assert next_tokens(features_of(play.entries["a1"].design), tracks) == 2 + 1 + 2


@pytest.mark.rule("CC-095")
def test_each_skill_looks_at_more_and_tells_more_apart_than_the_one_below() -> None:
    entry = setup_for(Car(cards=ARMED)).cars[0]
    judgments = [judgment_of_driver(replace(entry, driving=skill)) for skill in (2, 3, 4, 5)]
    assert [judged.look_ahead for judged in judgments] == sorted({judged.look_ahead for judged in judgments})
    assert [judged.notices for judged in judgments] == sorted({judged.notices for judged in judgments}, reverse=True)


@pytest.mark.rule("CC-095", "CC-017")
def test_an_order_does_not_depend_on_what_the_autopilot_was_asked_before() -> None:
    play = Board(
        Car(at=(600, 2400), cards=(*ARMED, "rifle"), tracks={"engine": "SS..."}),
        Car(id="b1", at=(2000, 2600), cards=ARMED, tracks={"engine": "SSS.."}),
    )
    pilot, car, enemy = Autopilot(), play.car(), play.car("b1")
    shift = pilot.order(play, car, "shift")
    assert isinstance(shift, ShiftOrder)
    play.note_plan(car, shift.plan, rule="CC-095")
    assert pilot.order(play, car, "allocate") == Autopilot().order(play, car, "allocate")
    pilot.order(play, car, "shift")
    enemy.x, enemy.tracks["engine"] = 4400, [SPEED] * 5
    assert pilot.order(play, car, "allocate") == Autopilot().order(play, car, "allocate")


@pytest.mark.rule("CC-017", "CC-040")
def test_a_car_that_stands_at_a_wall_attacks_before_it_rolls_for_its_brakes() -> None:
    play = Board(
        Car(at=(4600, 2400), cards=("machine_gun",), tracks={"engine": "SSSSS", "machine_gun": "SS"}),
        Car(id="b1", at=(3900, 2400), heading=180, cards=ARMED, tracks={"engine": "SS..."}),
    )
    order = order_of(play, "act")
    assert isinstance(order, ActOrder)
    assert sum(leg.forward for leg in order.legs) < 1200
    assert len(order.attacks) == 2
    assert all(attack.after < len(order.legs) for attack in order.attacks)


@pytest.mark.rule("CC-002", "CC-052")
def test_an_attack_waits_for_the_stop_where_the_target_is_surely_in_range() -> None:
    play = Board(
        Car(at=(600, 2400), cards=("machine_gun",), tracks={"engine": "SSS..", "machine_gun": "SS"}),
        Car(id="b1", at=(2080, 2400), heading=180, cards=ARMED, tracks={"engine": "SS..."}),
    )
    order = order_of(play, "act")
    assert order.attacks
    assert all(attack.after for attack in order.attacks)


@pytest.mark.rule("CC-051", "CC-065")
@pytest.mark.parametrize(("tracks", "targets"), [({}, {"b1"}), (WRECKED, {"b1", "b2"})], ids=["sound", "nearly dead"])
def test_no_more_attacks_go_to_an_enemy_than_it_has_boxes_left(tracks: dict[str, str], targets: set[str]) -> None:
    play = Board(
        Car(at=(600, 2400), cards=("cannon", "cannon"), tracks={"engine": "S....", "cannon": "SS", "cannon.2": "SS"}),
        Car(id="b1", at=(1500, 2000), cards=("machine_gun",), tracks={"engine": ".....", **tracks}),
        Car(id="b2", at=(1500, 2800), cards=("machine_gun",), tracks={"engine": "S...."}),
    )
    play.note_plan(play.car(), "hunt:b1", rule="CC-095")
    assert {attack.target for attack in order_of(play, "act").attacks} == targets


@pytest.mark.rule("CC-095", "CC-016")
def test_tokens_that_a_nearly_dead_enemy_does_not_need_go_to_the_driver() -> None:
    def tokens(**tracks: str) -> dict[str, int]:
        play = Board(
            Car(at=(600, 2400), cards=("dangerous_driver", "cannon", "cannon"), tracks={"engine": "SS..."}),
            Car(id="b1", at=(1500, 2400), cards=("cannon",), tracks={"engine": ".....", **tracks}),
        )
        return {**order_of(play, "allocate").tokens}

    def fired(tokens: dict[str, int]) -> int:
        return tokens.get("cannon", 0) + tokens.get("cannon.2", 0)

    assert fired(tokens(engine="DDDDD", cannon=".D")) < fired(tokens())


@pytest.mark.rule("CC-040", "CC-046")
def test_a_car_before_a_wall_stands_and_brakes_if_driving_on_would_destroy_it() -> None:
    play = Board(
        Car(at=(1000, 2400), cards=("machine_gun",), tracks={"engine": "SSSSS", "machine_gun": "DD"}),
        Car(id="b1", at=(3400, 2400), cards=("machine_gun",), tracks={"engine": "S...."}),
        terrain=[("blocking", ((12, 16), (13, 16), (13, 32), (12, 32)))],
    )
    play.note_plan(play.car(), "hunt:b1", rule="CC-095")
    order = order_of(play, "act")
    assert sum(leg.forward for leg in order.legs) == 0


@pytest.mark.rule("CC-045", "CC-096")
def test_a_car_goes_around_rough_ground_if_it_can() -> None:
    rough = ("rough", ((15, 20), (25, 20), (25, 28), (15, 28)))
    play = Board(
        Car(at=(1000, 2400), cards=ARMED, tracks={"engine": "SSS.."}),
        Car(id="b1", at=(4200, 2400), heading=180, cards=ARMED, tracks={"engine": "SS..."}),
        terrain=[rough],
    )
    play.carry_out(play.car(), order_of(play, "act"))
    assert play.entries_of("rough") == []


@pytest.mark.rule("CC-047", "CC-078")
def test_a_ram_is_not_driven_into_a_car_of_the_own_side() -> None:
    play = Board(
        Car(at=(1000, 2400), cards=("ram",), tracks={"engine": "SSSS."}),
        Car(id="a2", at=(1900, 2400), cards=ARMED, tracks={"engine": "S...."}),
        Car(id="b1", at=(2300, 2400), cards=ARMED, tracks={"engine": "SS..."}),
    )
    play.carry_out(play.car(), order_of(play, "act"))
    assert play.entries_of("stopped") == []


@pytest.mark.rule("CC-076", "CC-090")
@pytest.mark.parametrize(("turn", "kept"), [(1, True), (12, False)], ids=["first round", "last round"])
def test_a_mine_that_is_kept_is_worth_nothing_in_the_last_round(turn: int, kept: bool) -> None:
    play = Board(Car(cards=MINER), Car(id="b1", cards=ARMED))
    play.moment.turn = turn
    pilot = Autopilot()
    outlook = survey(play, play.car(), prices=pilot.prices, profile=pilot.profile, plan=LINE)
    assert (kept_worth(outlook) > 0) is kept

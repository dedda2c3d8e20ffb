"""Orders people give a team between two heats: refusals, what is carried out, and what the autopilot adds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Refusal, Unknown
from rules.core.switches import Setting
from rules.dethmatch import engine, replay
from rules.dethmatch.match.entries import CrewEntry, ItemEntry
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import CarOrders, IntervalOrder, Repair, SpeedOrder, TeamOrders
from rules.dethmatch.match.state import CarStatus
from rules.dethmatch.pits.interval_repairs import BeyondRepair, CannotBeHealed, SubstituteUnfit
from rules.dethmatch.play import heats
from rules.dethmatch.play.order_checks import NoInterval, OrdersNotTaken, refuse_illegal_interval
from rules.dethmatch.play.player_orders import PlayerPilot
from tests.rules.dethmatch.boards import PLAIN, Orders, TrackBoard
from tests.rules.dethmatch.chance_matches import random_match
from tests.rules.dethmatch.matches import BLUE, car, match, red

LOWERING = replace(PLAIN, adjustable="lowered")
GUN = ItemEntry(id="gun", kind="machinegun", mount="front")
RELOAD = (Repair(car="c1", job="reload", subject="front"),)


def between(*faces: int, **switches: Setting) -> TrackBoard:
    """The interval of a match: the driver of c2 is out, eve is fresh, ada wounded, and c1's gun is empty."""
    team = red(
        car("c1", "ada", GUN, design=LOWERING),
        car("c2", "cat"),
        crew=[CrewEntry(id=id) for id in ("ada", "cat", "eve")],
        stores=(ItemEntry(id="tires", kind="tire_heavy"),),
        kit_uses=1,
    )
    house = {f"dethmatch.{name}": value for name, value in switches.items()}
    play = match(team, BLUE, heats=2, faces=(6, 4, 1), switches=house)
    heats.begin(play)
    play.load(*faces)
    play.state.crew["cat"].out, play.state.crew["ada"].wounds = True, 1
    play.state.cars["c1"].guns[0].ammunition = 0
    play.state.moment.step = "interval"
    play.pilot = PlayerPilot(Orders({"red": IntervalOrder(substitutes={"c2": "eve"}, repairs=RELOAD)}))
    return play


def red_orders(**given: Any) -> TeamOrders:
    return TeamOrders(team="red", **given)


def after(play: TrackBoard, *orders: TeamOrders) -> TrackBoard:
    """The match after its interval, with those orders given."""
    assert isinstance(play.pilot, PlayerPilot)
    play.pilot.receive(play, {}, {order.team: order for order in orders})
    heats.interval(play)
    return play


def carried_out(play: TrackBoard) -> IntervalOrder:
    """Red's order as it was carried out and logged."""
    (order,) = [
        order for step, ordered_for, order in play.log.orders if (step, ordered_for) == ("h1/interval", "red")
    ]
    assert isinstance(order, IntervalOrder)
    return order


def filled_in(play: TrackBoard) -> list[tuple[str, list[str]]]:
    """The teams whose orders the autopilot completed, and the parts it added."""
    return [(entry.more["team"], entry.more["parts"]) for entry in play.log.entries if entry.kind == "order_replaced"]


@pytest.mark.rule("DM-M-022", "DM-M-038", "DM-M-127", "DM-M-132", "DM-M-147")
def test_what_people_order_of_a_team_is_what_is_done() -> None:
    play = between()
    tires = (Repair(car="c1", job="tires", subject="tires"),)
    after(play, red_orders(substitutes={}, repairs=tires, heal=("ada",), heights={"c1": "lowered"}))
    assert carried_out(play) == IntervalOrder(repairs=tires, heal=("ada",), heights={"c1": "lowered"})
    ada = play.state.cars["c1"]
    assert (ada.loadout.tires, ada.loadout.height, ada.guns[0].ammunition) == ("tires", "lowered", 0)
    assert (play.state.cars["c2"].driver, play.state.crew["ada"].wounds) == ("cat", 0)
    assert filled_in(play) == []


@pytest.mark.rule("DM-M-147", "DM-M-149")
def test_the_autopilot_fills_in_each_part_that_nobody_ordered_and_it_is_written_down() -> None:
    play = after(between(), red_orders(heal=("ada",)))
    assert carried_out(play) == IntervalOrder(substitutes={"c2": "eve"}, repairs=RELOAD, heal=("ada",))
    assert filled_in(play) == [("red", ["substitutes", "repairs", "heights"])]
    assert {entry.rule for entry in play.log.entries if entry.kind == "order_replaced"} == {"DM-M-149"}


@pytest.mark.rule("DM-M-149")
def test_a_team_that_nobody_ever_ordered_anything_is_the_autopilots_without_a_word() -> None:
    play = after(between())
    assert carried_out(play) == IntervalOrder(substitutes={"c2": "eve"}, repairs=RELOAD)
    assert filled_in(play) == []


@pytest.mark.rule("DM-M-149")
def test_where_people_drove_and_are_silent_between_heats_it_is_written_down() -> None:
    play = between()
    assert isinstance(play.pilot, PlayerPilot)
    play.pilot.receive(play, {"c1": CarOrders(car="c1", turn=1, speed=SpeedOrder())})
    after(play)
    assert filled_in(play) == [("red", ["substitutes", "repairs", "heal", "heights"])]


@pytest.mark.rule("DM-M-022", "DM-M-038", "DM-M-127", "DM-M-131", "DM-M-132", "DM-M-147")
@pytest.mark.parametrize(
    ("given", "refusal", "says"),
    [
        ({"team": "green"}, Unknown, "There is no team 'green' in m1: name one of red, blue."),
        ({"substitutes": {"c1": "eve"}}, SubstituteUnfit, "ada can still drive c1"),
        ({"substitutes": {"c2": "ada"}}, SubstituteUnfit, "ada is not a fresh competitor of red: send in eve."),
        ({"substitutes": {"b1": "eve"}}, Unknown, "red has no car 'b1'"),
        ({"heal": ("ada", "ada")}, CannotBeHealed, "heal 1 more wounds"),
        ({"heal": ("eve",)}, CannotBeHealed, "eve has no 1 flesh wounds"),
        ({"repairs": (Repair(car="c1", job="paint"),)}, Unknown, "There is no job 'paint'"),
        ({"repairs": (Repair(car="c2", job="suspension"),)}, Refusal, "The suspension of c2 is whole"),
        ({"repairs": (Repair(car="c1", job="tires", subject="gun"),)}, Refusal, "is not in the stores of red"),
        ({"repairs": (Repair(car="c9", job="suspension"),)}, BeyondRepair, "c9 is destroyed"),
        ({"heights": {"c1": "raised"}}, Unknown, "has no setting 'raised': set it to normal or lowered."),
        ({"heights": {"c2": "lowered"}}, Unknown, "has no setting 'lowered': set it to normal."),
    ],
)
def test_what_no_rule_allows_between_heats_is_refused_in_a_sentence_and_nothing_is_taken(
    given: dict[str, Any], refusal: type[Refusal], says: str
) -> None:
    play = between()
    if "c9" in str(given):
        play.state.cars["c9"] = replace(play.state.cars["c2"], id="c9", status=CarStatus.WRECK)
    order = TeamOrders(**{"team": "red"} | given)
    fine = TeamOrders(team="blue", repairs=())
    assert isinstance(play.pilot, PlayerPilot)
    with pytest.raises(refusal) as raised:
        play.pilot.receive(play, {}, {"blue": fine, "red": order})
    assert says in raised.value.sentence
    after(play)
    assert filled_in(play) == []


@pytest.mark.rule("DM-M-131", "DM-M-147", "DM-M-149")
@pytest.mark.parametrize("step", ["heat_start", "turn_start", "initiative", "activation", "turn_end", "over"])
def test_a_team_is_given_orders_for_the_interval_between_two_heats_alone(step: str) -> None:
    play = between()
    refuse_illegal_interval(play, red_orders(repairs=()))
    play.state.moment.step = step
    with pytest.raises(NoInterval, match="m1 is not between two heats: give red these orders once a heat is over"):
        refuse_illegal_interval(play, red_orders(repairs=()))


@pytest.mark.rule("DM-M-149")
def test_a_headless_match_takes_no_orders_between_heats() -> None:
    with pytest.raises(OrdersNotTaken, match="let the autopilot work for red"):
        refuse_illegal_interval(between(order_mode="headless"), red_orders())


def with_people(seed: int) -> Match:
    """A random match of two heats of one turn each, where people change a car's height between them."""
    random_setup = random_match(seed, event="last_car")
    setup = replace(random_setup, heats=2, switches={"dethmatch.arena_turn_limit": 1})
    entry = setup.teams[0].cars[0]
    changed = replace(entry, design=replace(entry.design, adjustable="raised", tweaks=()), height="normal")
    team = replace(setup.teams[0], cars=(changed, *setup.teams[0].cars[1:]))
    setup = replace(setup, teams=(team, *setup.teams[1:]))
    play = engine.start(setup, Dice(KeyRing(secret=b"k" * 32, words={setup.match: ""})), checked=False)
    while not engine.is_over(play):
        ordered = {}
        if play.state.moment.step == "interval":
            ordered = {team.id: TeamOrders(team=team.id, heights={changed.id: "raised"})}
        engine.step(play, intervals=ordered)
    return play


@pytest.mark.rule("DM-M-022", "DM-M-140", "DM-M-147")
def test_a_match_is_played_again_with_the_heights_that_were_ordered() -> None:
    play = with_people(8)
    first = play.setup.teams[0].cars[0].id
    assert play.state.cars[first].loadout.height == "raised"
    recording = replay.decode_recording(replay.encode_recording(replay.make_recording(play)))
    (between_heats,) = [
        logged_order
        for step, ordered_for, _, logged_order in recording.orders
        if (step, ordered_for) == ("h1/interval", "t1")
    ]
    assert between_heats["heights"] == {first: "raised"}
    again = replay.replay_recording(recording)
    assert again.log.digests == play.log.digests
    assert again.state.cars[first].loadout.height == "raised"


@pytest.mark.rule("DM-M-147", "DM-M-149")
def test_orders_of_one_heat_are_not_carried_out_again_in_the_next() -> None:
    play = between()
    play.state.moment.step, play.state.moment.turn = "initiative", 1
    pilot = play.pilot
    assert isinstance(pilot, PlayerPilot)
    up = SpeedOrder(intent="up", to=3)
    pilot.receive(play, {"c1": CarOrders(car="c1", turn=1, speed=up)})
    assert pilot.speed(play, play.state.cars["c1"]) == up
    play.state.moment.heat = 2
    assert pilot.speed(play, play.state.cars["c1"]) == SpeedOrder()

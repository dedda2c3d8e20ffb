"""Rulings on events, pits and repairs where the rules leave a question open, each worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.people.quirks import heart_fails_up_to
from rules.core.dice import Dice, KeyRing
from rules.dethmatch import engine
from rules.dethmatch.combat.dropped_weapons import check_drop_order
from rules.dethmatch.combat.shooting import check_fire_order
from rules.dethmatch.crew.initiative import roll_initiative
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.driving import handling
from rules.dethmatch.events.event import event_of
from rules.dethmatch.ground.hexes import hex_at
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.orders import DropOrder, FireOrder, IntervalOrder, PitOrder, Repair, SpeedOrder
from rules.dethmatch.match.state import CarState
from rules.dethmatch.movement import speed_step
from rules.dethmatch.pits import interval_repairs, pit_stops
from rules.dethmatch.play import activation, heats
from rules.dethmatch.weapons.weapon_use import WeaponsHeld
from rules.match.engine import play_match
from tests.rules.dethmatch.boards import PLAIN, Board, Car, Orders
from tests.rules.dethmatch.chance_matches import random_match
from tests.rules.dethmatch.gunnery import duel
from tests.rules.dethmatch.matches import BLUE, RING, car, match, red
from tests.rules.dethmatch.motion import TWO_AHEAD, on_the_road

GUN = ItemEntry(id="gun", kind="machinegun", mount="front")
PIT = RING.index[hex_at(4, 2)]
LIFTED = replace(PLAIN, name="Lifted", mounts=(), adjustable="raised")


@pytest.mark.rule("DM-M-115", "DM-M-136")
def test_who_moved_before_everyone_is_placed_by_his_initiative_all_the_same() -> None:
    # a has 6 + 3 and b 2 + 3; a is Impetuous and moves first, but still has the better total when both finish
    home: dict[str, Any] = {"laps": 3, "finish": (1, 1)}
    play = Board(
        Car("a", at=hex_at(6, 0), driver={"talents": ("impetuous",)}, **home),
        Car("b", at=hex_at(6, 2), **home),
        faces=(6, 2),
        track=RING,
        event="lap_race",
    )
    play.intents = {"a": SpeedOrder(impetuous=True)}
    roll_initiative(play)
    assert play.state.order == ["a", "b"]
    event_of(play).on_phase_end(play)
    assert play.state.finishers == ["a", "b"]


@pytest.mark.rule("DM-M-039", "DM-M-132")
@pytest.mark.parametrize("kind", ["ballistic_sheets", "reactive_armour", "smoke_grenade", "deployable_mines"])
def test_between_heats_an_expendable_is_put_in_for_an_attempt_and_no_die(kind: str) -> None:
    team = red(car("c1", "ada", GUN), stores=(ItemEntry(id="spare", kind=kind),), mechanic=1)
    play = match(team, BLUE, heats=2, switches={"match.repair_attempts": 1}, faces=(6, 1))
    heats.begin(play)
    play.load()
    orders = (Repair(car="c1", job="fit", subject="spare"), Repair(car="c1", job="reload", subject="front"))
    play.state.cars["c1"].guns[0].ammunition = 3
    interval_repairs.carry_out(play, "red", IntervalOrder(repairs=orders))
    assert play.state.cars["c1"].loadout.items == ["gun", "spare"]
    assert play.fits["c1"].has(kind)
    repair_entries = [entry for entry in play.log.entries if entry.kind == "repair"]
    assert [(entry.more["job"], entry.more["passed"], entry.rolls) for entry in repair_entries] == [("fit", True, ())]


@pytest.mark.rule("DM-M-022", "DM-M-040", "DM-M-061", "DM-M-064")
@pytest.mark.parametrize(("said", "height", "turn_mode"), [("", "normal", 2), ("raised", "raised", 3)])
def test_a_car_starts_with_the_height_that_was_said_and_keeps_it(said: str, height: str, turn_mode: int) -> None:
    play = match(red(car("c1", "ada", design=LIFTED, height=said)), BLUE, heats=2, faces=(6, 1))
    heats.begin(play)
    for number in (1, 2):
        started = play.state.cars["c1"]
        started.speed = 4
        assert (started.loadout.height, handling.turn_mode(play, started)) == (height, turn_mode)
        if number == 1:
            play.state.moment.heat = 2
            play.load(6, 1)
            heats.begin(play)


@pytest.mark.rule("DM-M-130")
@pytest.mark.parametrize(
    ("order", "tires", "height", "lapsed"),
    [
        (PitOrder(height="lowered", job="tires", subject="spare"), "spare", "normal", ["lowered"]),
        (PitOrder(height="raised", job="tires", subject="gone"), "", "raised", ["tires"]),
        (PitOrder(height="raised", job="tires", subject="spare"), "spare", "raised", []),
    ],
)
def test_what_cannot_be_done_in_the_pit_keeps_nothing_else_from_it(
    order: PitOrder, tires: str, height: str, lapsed: list[str]
) -> None:
    entry = car("c1", "ada", design=LIFTED)
    play = match(red(entry, stores=(ItemEntry(id="spare", kind="tire_heavy"),), mechanic=4), BLUE, faces=(6, 1))
    heats.begin(play)
    play.load(4)
    stopped: CarState = play.state.cars["c1"]
    stopped.at = PIT
    pit_stops.stop(play, stopped, order)
    assert (stopped.loadout.tires, stopped.loadout.height) == (tires, height)
    assert [log_entry.more["job"] for log_entry in play.log.entries if log_entry.kind == "order_lapsed"] == lapsed


@pytest.mark.rule("DM-M-133")
@pytest.mark.parametrize("seat", ["driver", "gunner"])
@pytest.mark.parametrize("what", ["machinegun", "oil_jet", "smoke_launcher", "smoke_grenade"])
def test_nobody_aboard_fires_drops_or_throws_before_the_leader_has_a_lap(what: str, seat: str) -> None:
    station = {"gunner": {}, "components": ("gunner_station",)}
    if what == "smoke_grenade":
        play = duel(event="lap_race", shooter=station | {"items": (ItemEntry(id="m2", kind=what),)})
    else:
        rear = Mount(id="m1", type="special", facing="rear") if what != "machinegun" else None
        play = duel(what, event="lap_race", shooter=station | {"mount": rear})
    car, mount = play.state.cars["a"], "m2" if what == "smoke_grenade" else "m1"

    def use() -> None:
        if what == "machinegun":
            check_fire_order(play, car, FireOrder(mount=mount, target="b", seat=seat))
        else:
            check_drop_order(play, car, DropOrder(mount=mount, seat=seat, direction=(car.facing + 3) % 6))

    with pytest.raises(WeaponsHeld):
        use()
    play.state.cars["b"].laps = 1
    use()


@pytest.mark.rule("DM-M-141")
def test_an_order_that_says_nothing_does_nothing_but_drive_on() -> None:
    play, driven = on_the_road(speed=4, quota=[2, 2, 2], options=1)
    speed_step.change_speed(play, driven, SpeedOrder())
    activation.activate(play, driven)
    assert (driven.speed, driven.handling, driven.fuel, driven.facing) == (4, 3, 5, 0)
    assert (play.place(driven.id), driven.options, driven.quota) == (TWO_AHEAD, 1, [0, 2, 2])
    assert play.dice.log == []
    play = match(heats=2, faces=(6, 1))
    heats.begin(play)
    play.load()
    before = play.state.cars["c1"]
    pit_stops.stop(play, before, PitOrder())
    interval_repairs.carry_out(play, "red", IntervalOrder())
    assert [entry.kind for entry in play.log.entries] == ["heat_start", "grid_roll", "grid_roll", "grid", "grid"]


@pytest.mark.rule("DM-M-141")
def test_whoever_drives_is_asked_for_speed_and_three_phases_and_between_heats_for_his_team() -> None:
    random_setup = random_match(8, event="last_car")
    setup = replace(random_setup, heats=2, switches={"dethmatch.arena_turn_limit": 1})
    first = setup.teams[0]
    wish = IntervalOrder(heal=(first.crew[0].id,))
    play = play_match(
        engine, setup, Dice(KeyRing(secret=b"k" * 32, words={setup.match: ""})), Orders({first.id: wish})
    )
    questions = [step for step, asked_for, _ in play.log.orders if asked_for == first.cars[0].id]
    moments = ["t1/speed", "t1/p1", "t1/p2", "t1/p3"]
    assert questions == [f"h{heat}/{moment}" for heat in (1, 2) for moment in moments]
    between = [(asked_for, order) for step, asked_for, order in play.log.orders if step == "h1/interval"]
    assert between == [(team.id, wish if team == first else IntervalOrder()) for team in setup.teams]


@pytest.mark.rule("DM-M-037")
@pytest.mark.parametrize(
    ("count", "face", "held"), [(1, 1, False), (1, 2, True), (2, 2, False), (2, 3, True), (3, 3, True)]
)
def test_a_heart_gives_out_on_a_1_and_with_the_quirk_twice_on_a_2(count: int, face: int, held: bool) -> None:
    assert (face > heart_fails_up_to(count)) is held

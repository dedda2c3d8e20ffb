"""When a change of weight or height takes effect: in the pit, between heats, and after losses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.refusals import Refusal
from rules.dethmatch.designs.design import Design, Mount
from rules.dethmatch.driving.handling import maximum_handling
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.orders import IntervalOrder, PitOrder, Repair
from rules.dethmatch.match.state import CarState, CarStatus
from rules.dethmatch.pits import interval_repairs, loadouts, pit_stops
from rules.dethmatch.play import heats
from tests.rules.dethmatch.boards import PLAIN, TrackBoard
from tests.rules.dethmatch.matches import BLUE, RING, car, match, red

LIFTED = replace(PLAIN, name="Lifted", mounts=(), adjustable="lowered")


SOLID, HEAVY = ItemEntry(id="solid", kind="tire_solid"), ItemEntry(id="heavy", kind="tire_heavy")


def in_the_pit(
    *stores: ItemEntry, on: tuple[ItemEntry, ...] = (), design: Design = PLAIN, **sheet: Any
) -> tuple[TrackBoard, CarState]:
    """A race with a mechanic who never fails. `PLAIN` weighs 20 and has handling 3; at weight 22 it has 2."""
    play = match(red(car("c1", "ada", *on, design=design), stores=stores, mechanic=6), BLUE, heats=2, faces=(6, 1))
    heats.begin(play)
    play.load(*[1] * 9)
    stopped = play.state.cars["c1"]
    stopped.at = RING.pit.index("any")
    for name, value in sheet.items():
        setattr(stopped, name, value)
    return play, stopped


def ratings(play: TrackBoard) -> tuple[int, int, int]:
    worth = play.fits["c1"]
    return worth.weight, worth.acceleration, worth.handling


@pytest.mark.rule("DM-M-030", "DM-M-130")
@pytest.mark.parametrize(
    ("aboard", "spare", "now", "next_heat"),
    [((), SOLID, (20, 2, 3), (22, 1, 2)), ((SOLID,), HEAVY, (22, 1, 2), (20, 2, 3))],
)
def test_tires_changed_in_the_pit_weigh_from_the_next_heat_on(
    aboard: tuple[ItemEntry, ...], spare: ItemEntry, now: tuple[int, int, int], next_heat: tuple[int, int, int]
) -> None:
    play, stopped = in_the_pit(spare, on=aboard)
    assert ratings(play) == now
    pit_stops.stop(play, stopped, PitOrder(job="tires", subject=spare.id))
    assert (stopped.loadout.tires, stopped.handling) == (spare.id, now[2])
    assert ratings(play) == now
    assert play.fits["c1"].tire_toughness == (4 if spare is SOLID else 2)
    play.state.moment.heat = 2
    play.load(6, 1)
    heats.begin(play)
    assert ratings(play) == next_heat
    assert play.state.cars["c1"].handling == next_heat[2]


@pytest.mark.rule("DM-M-030", "DM-M-033")
def test_an_overloaded_suspension_stays_as_overloaded_as_the_heat_began() -> None:
    play, stopped = in_the_pit(SOLID, design=replace(PLAIN, suspension=20))
    assert play.fits["c1"].overload == 0
    pit_stops.stop(play, stopped, PitOrder(job="tires", subject="solid"))
    assert play.fits["c1"].overload == 0
    play.update_fit(stopped, weighed=True)
    assert play.fits["c1"].overload == 1


@pytest.mark.rule("DM-M-030", "DM-M-121")
def test_a_weapon_that_is_gone_weighs_until_the_heat_is_over() -> None:
    heavy = replace(PLAIN, mounts=(Mount(id="m1", type="heavy"),))
    gun = ItemEntry(id="gun", kind="at_gun", mount="m1")
    play, stopped = in_the_pit(on=(gun,), design=heavy)
    laden = play.fits["c1"].weight
    stopped.loadout.lost.append("gun")
    assert play.update_fit(stopped).weight == laden
    assert play.update_fit(stopped, weighed=True).weight == laden - 1


@pytest.mark.rule("DM-M-030", "DM-M-132")
def test_solid_tires_fitted_between_heats_test_nobody_and_weigh_in_the_heat_to_come() -> None:
    play, _ = in_the_pit(SOLID, speed=6, handling=0)
    play.load()
    play.state.moment.step = "interval"
    order = IntervalOrder(repairs=(Repair(car="c1", job="tires", subject="solid"),))
    interval_repairs.carry_out(play, "red", order)
    assert play.dice.log[2:] == []
    play.state.moment.heat = 2
    play.load(6, 1)
    heats.begin(play)
    assert ratings(play) == (22, 1, 2)


@pytest.mark.rule("DM-M-022", "DM-M-032")
@pytest.mark.parametrize(("height", "told"), [("lowered", (3, 4)), ("normal", (4, 3))])
def test_what_a_height_changes_of_the_handling_is_told_under_the_rule_of_heights(
    height: str, told: tuple[int, int]
) -> None:
    play = match(red(car("c1", "ada", design=LIFTED, height="normal" if height == "lowered" else "lowered")), BLUE)
    play.load(6, 1)
    heats.begin(play)
    stopped = play.state.cars["c1"]
    loadouts.set_height(play, stopped, height)
    entry = play.log.entries[-1]
    assert (entry.kind, entry.rule, entry.more) == ("handling", "DM-M-022", {"why": "height"})
    assert (entry.before["handling"], entry.after["handling"]) == told


@pytest.mark.rule("DM-M-022", "DM-M-040")
def test_before_each_heat_a_team_says_which_height_is_set() -> None:
    play = match(red(car("c1", "ada", design=LIFTED)), BLUE, heats=2, faces=(6, 1))
    heats.begin(play)
    play.load()
    lifted = play.state.cars["c1"]
    lifted.speed, lifted.handling = 6, -3
    play.state.moment.step = "interval"
    interval_repairs.carry_out(play, "red", IntervalOrder(heights={"c1": "lowered"}))
    (entry,) = [log_entry for log_entry in play.log.entries if log_entry.kind == "height"]
    assert (entry.rule, entry.before, entry.after) == ("DM-M-022", {"height": "normal"}, {"height": "lowered"})
    play.state.moment.heat = 2
    play.load(6, 1)
    heats.begin(play)
    started = play.state.cars["c1"]
    assert (started.loadout.height, maximum_handling(play, started), started.handling) == ("lowered", 4, 4)


@pytest.mark.rule("DM-M-022")
@pytest.mark.parametrize(
    ("heights", "status", "says"),
    [
        ({"c1": "raised"}, CarStatus.RUNNING, "c1 has no setting 'raised': set it to normal or lowered."),
        ({"b1": "normal"}, CarStatus.RUNNING, "red has no car 'b1'"),
        ({"c1": "lowered"}, CarStatus.WRECK, "c1 is destroyed and starts no more"),
    ],
)  # fmt: skip
def test_a_height_there_is_not_is_refused_in_a_sentence(
    heights: dict[str, str], status: CarStatus, says: str
) -> None:
    play = match(red(car("c1", "ada", design=LIFTED)), BLUE, heats=2)
    play.state.cars["c1"].status = status
    with pytest.raises(Refusal) as raised:
        interval_repairs.carry_out(play, "red", IntervalOrder(heights=heights))
    assert says in raised.value.sentence
    assert play.state.cars["c1"].loadout.height == "normal"

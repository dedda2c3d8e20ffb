"""The pits: who may stop, which jobs are done there, and their checks."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.designs.design import Armor, Design, Mount
from rules.dethmatch.driving.handling import maximum_handling
from rules.dethmatch.ground.hexes import hex_at
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.orders import PitOrder
from rules.dethmatch.match.state import CarState, CarStatus
from rules.dethmatch.pits import pit_stops
from rules.dethmatch.play import heats
from rules.dethmatch.settings import Settings
from tests.rules.dethmatch.boards import Orders, TrackBoard
from tests.rules.dethmatch.matches import BLUE, RING, car, match, red

PIT, TRACK = RING.index[hex_at(4, 2)], RING.index[hex_at(4, 0)]
SPARE = ItemEntry(id="spare", kind="tire_heavy", tread="street")
GUN = ItemEntry(id="gun", kind="machinegun", mount="front")
RACK = Design(
    name="Rack", engine=40, suspension=60, fuel=160, toughness=2, armor_points=16,
    armor=Armor(front=4, rear=4, left=4, right=4), adjustable="lowered",
    mounts=(Mount(id="front", type="light"), Mount(id="rack", type="rocket")),
)  # fmt: skip


def stopped(
    *stores: ItemEntry, faces: tuple[int, ...] = (), entry: Any = None, **fields: Any
) -> tuple[TrackBoard, CarState]:
    """A match under way whose car `c1` is in its pit, with loaded faces for the pit work."""
    play = match(red(entry or car("c1", "ada", GUN), stores=stores, **fields), BLUE, faces=(6, 1))
    heats.begin(play)
    play.state.moment.turn = 7
    play.load(*faces)
    play.state.cars["c1"].at = PIT
    return play, play.state.cars["c1"]


@pytest.mark.rule("DM-M-129")
def test_a_pit_stop_is_at_speed_0_driven_and_in_a_pit_hex_of_ones_team() -> None:
    play, ada = stopped()
    assert pit_stops.stands_in_pit(play, ada)
    ada.speed = 1
    assert not pit_stops.stands_in_pit(play, ada)
    ada.speed, ada.at = 0, TRACK
    assert not pit_stops.stands_in_pit(play, ada)
    ada.at, ada.status = PIT, CarStatus.PARKED
    assert not pit_stops.stands_in_pit(play, ada)


@pytest.mark.rule("DM-M-129")
@pytest.mark.parametrize(("whose", "may"), [("any", True), ("t1", True), ("t2", False), ("", False)])
def test_a_pit_hex_is_for_everybody_or_for_one_slot(whose: str, may: bool) -> None:
    play, ada = stopped()
    marked = list(RING.pit)
    marked[PIT] = whose
    play.track = type(RING)(**{name: getattr(RING, name) for name in RING.__slots__} | {"pit": tuple(marked)})
    assert pit_stops.stands_in_pit(play, ada) is may


@pytest.mark.rule("DM-M-130")
def test_a_car_in_the_pit_is_refuelled_without_a_check() -> None:
    play, ada = stopped()
    ada.fuel = 1
    pit_stops.work(play)
    assert ada.fuel == 4
    (entry,) = play.log.entries[-1:]
    assert (entry.kind, entry.rule, entry.before, entry.after) == ("pit", "DM-M-130", {"fuel": 1}, {"fuel": 4})


@pytest.mark.rule("DM-M-130")
@pytest.mark.parametrize(("face", "fuel"), [(1, 4), (2, 1)])
def test_by_house_rule_refuelling_takes_a_check(face: int, fuel: int) -> None:
    play, ada = stopped(faces=(face,))
    play.settings = Settings(pit_refuel_needs_check=True)
    ada.fuel = 1
    pit_stops.work(play)
    assert ada.fuel == fuel


@pytest.mark.rule("DM-M-129", "DM-M-130")
@pytest.mark.parametrize(
    ("mechanic", "bonus", "face", "done"),
    [(1, 0, 1, True), (1, 0, 2, False), (3, 0, 3, True), (3, 0, 4, False), (3, 1, 4, True), (4, 1, 6, False)],
)
def test_a_job_takes_a_die_no_higher_than_the_mechanics_rating_and_the_sponsors_bonus(
    mechanic: int, bonus: int, face: int, done: bool
) -> None:
    play, ada = stopped(SPARE, faces=(face,), mechanic=mechanic, pit_bonus=bonus)
    ada.tire_damage = 2
    pit_stops.stop(play, ada, PitOrder(job="tires", subject="spare"))
    assert (ada.tire_damage, ada.loadout.tires) == ((0, "spare") if done else (2, ""))
    entry = next(log_entry for log_entry in play.log.entries if log_entry.kind == "pit")
    assert (entry.more["passed"], entry.more["needed"], len(entry.rolls)) == (done, mechanic + bonus, 1)


@pytest.mark.rule("DM-M-112", "DM-M-130")
def test_fresh_tires_take_away_all_tire_damage_and_its_penalty() -> None:
    play, ada = stopped(SPARE, faces=(1,))
    ada.tire_damage, ada.handling = 2, 1
    pit_stops.stop(play, ada, PitOrder(job="tires", subject="spare"))
    assert (maximum_handling(play, ada), ada.handling) == (3, 3)
    assert play.fits["c1"].tire_toughness == 2
    assert (ada.loadout.items, ada.loadout.used) == (["gun", "spare"], [])


@pytest.mark.rule("DM-M-130")
def test_worn_tires_are_used_up_and_good_ones_go_back_to_the_stores() -> None:
    old = ItemEntry(id="old", kind="tire_heavy")
    for damage, used in ((0, []), (1, ["old"])):
        play, ada = stopped(SPARE, faces=(1,), entry=car("c1", "ada", old))
        ada.tire_damage = damage
        pit_stops.stop(play, ada, PitOrder(job="tires", subject="spare"))
        assert ada.loadout.used == used


@pytest.mark.rule("DM-M-130")
def test_a_gun_is_reloaded_and_a_jammed_one_cleared() -> None:
    play, ada = stopped(faces=(1, 1))
    gun = ada.guns[0]
    gun.ammunition, gun.out = 2, True
    pit_stops.stop(play, ada, PitOrder(job="reload", subject="front"))
    assert (gun.ammunition, gun.out) == (10, True)
    pit_stops.stop(play, ada, PitOrder(job="clear", subject="front"))
    assert not gun.out


@pytest.mark.rule("DM-M-130")
def test_an_expendable_goes_into_its_mount_and_what_needs_none_into_the_car() -> None:
    pack, fresh = ItemEntry(id="pack", kind="rockets", mount="rack"), ItemEntry(id="fresh", kind="heavy_rockets")
    grenade = ItemEntry(id="grenade", kind="smoke_grenade")
    play, ada = stopped(fresh, grenade, faces=(1, 1), entry=car("c1", "ada", pack, design=RACK))
    ada.guns[0].ammunition = 1
    pit_stops.stop(play, ada, PitOrder(job="fit", subject="fresh"))
    assert [(gun.mount, gun.kind, gun.ammunition) for gun in ada.guns] == [("rack", "heavy_rockets", 2)]
    assert (ada.loadout.items, ada.loadout.used) == (["fresh"], ["pack"])
    pit_stops.stop(play, ada, PitOrder(job="fit", subject="grenade"))
    assert ada.loadout.items == ["fresh", "grenade"]
    assert play.fits["c1"].has("smoke_grenade")


@pytest.mark.rule("DM-M-022", "DM-M-130")
def test_the_height_of_an_adjustable_suspension_may_be_changed_in_the_pit() -> None:
    play, ada = stopped(entry=car("c1", "ada", design=RACK))
    assert (ada.loadout.height, maximum_handling(play, ada)) == ("normal", 3)
    pit_stops.stop(play, ada, PitOrder(height="lowered"))
    assert (ada.loadout.height, maximum_handling(play, ada), ada.handling) == ("lowered", 4, 4)
    pit_stops.stop(play, ada, PitOrder(height="raised"))
    assert ada.loadout.height == "lowered"
    assert "no setting 'raised'" in play.log.entries[-1].more["why"]


@pytest.mark.rule("DM-M-130")
@pytest.mark.parametrize(
    ("order", "words"),
    [
        (PitOrder(job="tires", subject="nothing"), "not in the stores of red"),
        (PitOrder(job="tires", subject="gun"), "not in the stores of red"),
        (PitOrder(job="tires", subject="laser"), "the job needs a tire-set"),
        (PitOrder(job="fit", subject="laser"), "the job needs an expendable"),
        (PitOrder(job="fit", subject="pack"), "No mount of c1 takes rockets"),
        (PitOrder(job="reload", subject="front"), "10 of 10 rounds"),
        (PitOrder(job="reload", subject="rear"), "no working weapon in 'rear'"),
        (PitOrder(job="clear", subject="front"), "neither jammed nor burned out"),
        (PitOrder(job="critical", subject="1"), "order one of tires, reload, fit, clear"),
    ],
)
def test_a_job_that_cannot_be_done_lapses_without_a_die(order: PitOrder, words: str) -> None:
    play, ada = stopped(ItemEntry(id="laser", kind="laser"), ItemEntry(id="pack", kind="rockets"))
    pit_stops.stop(play, ada, order)
    entry = play.log.entries[-1]
    assert (entry.kind, entry.rolls) == ("order_lapsed", ())
    assert words in entry.more["why"]


@pytest.mark.rule("DM-M-130")
def test_a_crew_works_on_one_car_a_turn_the_first_that_needs_anything() -> None:
    play = match(red(car("c1", "ada", GUN), car("c2", "cyn")), BLUE, faces=(6, 5, 1))
    heats.begin(play)
    play.load()
    first, second, third = play.state.cars.values()
    third.at = TRACK
    first.at, second.at, second.fuel = PIT, RING.index[hex_at(5, 2)], 1
    marked = list(RING.pit)
    marked[second.at] = "any"
    play.track = type(RING)(**{name: getattr(RING, name) for name in RING.__slots__} | {"pit": tuple(marked)})
    pit_stops.work(play)
    assert second.fuel == 4
    first.fuel = second.fuel = 1
    pit_stops.work(play)
    assert (first.fuel, second.fuel) == (4, 1)
    assert isinstance(play.pilot, Orders)
    assert play.pilot.asked == [(id, PitOrder) for id in ("c1", "c2", "c1")]
    assert [step for step, _, _ in play.log.orders] == ["h1/t0/pit"] * 3

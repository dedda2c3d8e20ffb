"""Heats: entry, what carries over, the end, and the interval."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.dice import Dice, KeyRing
from rules.dethmatch.engine import is_over, start, step
from rules.dethmatch.log.story import narrate_entry
from rules.dethmatch.match.entries import CrewEntry, ItemEntry
from rules.dethmatch.match.orders import IntervalOrder
from rules.dethmatch.match.state import NOWHERE, CarStatus, Control, Critical, Marker
from rules.dethmatch.play import heats
from rules.dethmatch.settings import settings_of
from tests.rules.dethmatch.boards import Orders
from tests.rules.dethmatch.matches import BLUE, car, match, red


@pytest.mark.rule("DM-M-039", "DM-M-040")
def test_a_car_enters_with_its_items_its_magazines_and_its_armor() -> None:
    gun = ItemEntry(id="gun", kind="machinegun", mount="front", ammunition=4)
    tires = ItemEntry(id="tires", kind="tire_heavy", tread="street")
    play = match(
        red(car("c1", "ada", gun, tires, criticals=2, gearing=1), crew=[CrewEntry(id="eve")], kit_uses=3), BLUE
    )
    entered = play.state.cars["c1"]
    assert (entered.team, entered.driver, entered.gunner) == ("red", "ada", "")
    assert (entered.loadout.items, entered.loadout.tires, entered.loadout.gearing) == (["gun", "tires"], "tires", 1)
    assert (entered.guns[0].mount, entered.guns[0].ammunition) == ("front", 4)
    assert entered.armor == {"front": 4, "right": 4, "rear": 4, "left": 4}
    assert len(entered.criticals) == 2
    assert list(play.state.crew) == ["eve", "ada", "bob"]
    assert play.state.teams["red"].kit_uses == 3


@pytest.mark.rule("DM-M-040")
def test_a_heat_starts_from_a_stand_with_a_full_tank_and_damage_carried_over() -> None:
    play = match(faces=(6, 1))
    heats.begin(play)
    assert play.kinds() == ["heat_start", "grid_roll", "grid_roll", "grid", "grid"]
    old = play.state.cars["c1"]
    assert (old.speed, old.handling, old.fuel, old.settled) == (0, 3, 4, True)
    assert play.state.crew["ada"].heats == [1]
    old.speed, old.handling, old.fuel, old.straight, old.settled, old.laps = 5, -2, 1, 3, False, 2
    old.control, old.tire_damage, old.damage, old.armor["left"] = Control.SPIN, 1, 1, 2
    old.criticals.append(Critical(row="body"))
    old.guns[0].ammunition, old.guns[0].fired, old.guns[0].spent, old.guns[0].out = 3, 44, 2, True
    old.fired, old.eliminated, old.flag = True, 2, "flag"
    play.state.crew["ada"].used["pro"], play.state.crew["ada"].wounds = 1, 1
    play.state.markers = [Marker(kind="caltrops", at=0, by="bob", car="b1")]
    play.state.winner_turn, play.state.out_of_it, play.state.finishers = 9, 2, ["c1"]
    play.state.moment.heat = 2
    play.load(6, 1)
    heats.begin(play)
    new = play.state.cars["c1"]
    # the tires' toughness of 1 takes 1 off the maximum of 3
    assert (new.speed, new.handling, new.fuel, new.straight, new.settled, new.laps) == (0, 2, 4, 0, True, 0)
    assert (new.control, new.tire_damage, new.damage, new.armor["left"]) == (Control.OK, 1, 1, 2)
    assert (len(new.criticals), new.fired, new.eliminated, new.flag) == (1, False, 0, "")
    gun = new.guns[0]
    assert (gun.ammunition, gun.fired, gun.spent, gun.out) == (3, -9, 0, True)
    ada = play.state.crew["ada"]
    assert (ada.used, ada.wounds, ada.heats, play.state.markers) == ({}, 1, [1, 2], [])
    assert (play.state.winner_turn, play.state.out_of_it, play.state.finishers) == (0, 0, [])


@pytest.mark.rule("DM-M-040")
@pytest.mark.parametrize(("refuel", "fuel"), [(True, 4), (False, 1)])
def test_tanks_are_filled_between_heats_unless_the_house_says_not(refuel: bool, fuel: int) -> None:
    play = match(faces=(6, 1), switches={"dethmatch.refuel_between_heats": refuel})
    heats.begin(play)
    assert play.state.cars["c1"].fuel == 4
    play.state.cars["c1"].fuel = 1
    play.state.moment.heat = 2
    play.load(6, 1)
    heats.begin(play)
    assert play.state.cars["c1"].fuel == fuel


@pytest.mark.rule("DM-M-110", "DM-M-134")
@pytest.mark.parametrize(
    ("before", "out", "after"),
    [
        (CarStatus.WRECK, False, CarStatus.WRECK),
        (CarStatus.DESTROYED, False, CarStatus.WRECK),
        (CarStatus.PARKED, True, CarStatus.OFF),
        (CarStatus.OFF, False, CarStatus.RUNNING),
        (CarStatus.FINISHED, False, CarStatus.RUNNING),
    ],
)
def test_wrecks_stay_out_and_so_does_a_car_without_a_driver(before: CarStatus, out: bool, after: CarStatus) -> None:
    play = match(faces=(6, 1))
    heats.begin(play)
    play.state.cars["c1"].status = before
    play.state.crew["ada"].out = out
    play.state.moment.heat = 2
    play.load(6, 1)
    heats.begin(play)
    starts = after is CarStatus.RUNNING
    assert play.state.cars["c1"].status is after
    assert (play.state.cars["c1"].at != NOWHERE) is starts
    assert play.state.crew["ada"].heats == ([1, 2] if starts else [1])


@pytest.mark.rule("DM-M-034", "DM-M-040")
def test_a_broken_suspension_is_broken_in_the_next_heat_too() -> None:
    play = match(faces=(6, 1))
    heats.begin(play)
    play.state.cars["c1"].broken, play.state.cars["c1"].handling = True, -5
    play.state.moment.heat = 2
    play.load(6, 1)
    heats.begin(play)
    assert (play.state.cars["c1"].broken, play.state.cars["c1"].handling) == (True, -5)


@pytest.mark.rule("DM-M-128", "DM-M-136", "DM-M-137", "DM-M-138")
@pytest.mark.parametrize(
    ("event", "own", "house", "heats_held"),
    [("lap_race", 0, 0, 1), ("flags", 0, 0, 2), ("last_car", 0, 0, 2), ("flags", 3, 2, 3), ("lap_race", 0, 3, 3)],
)
def test_an_event_has_its_heats_unless_the_match_or_the_house_says_otherwise(
    event: str, own: int, house: int, heats_held: int
) -> None:
    play = match(event=event, heats=own, switches={"dethmatch.heats": house})
    assert heats.count(play) == heats_held


@pytest.mark.rule("DM-M-135")
def test_the_end_of_a_heat_gives_its_points_and_of_the_last_the_result() -> None:
    play = match(heats=2, faces=(6, 1))
    heats.begin(play)
    play.state.crew["ada"].kills = 1
    play.state.cars["b1"].status = CarStatus.WRECK
    heats.end(play)
    assert play.state.heats == [{"red": 11, "blue": 0}]
    assert play.kinds()[-1] == "heat_end"
    play.state.moment.heat = 2
    play.load(6)
    heats.begin(play)
    play.state.teams["red"].penalty = 4
    heats.end(play)
    assert play.state.teams["red"].points == [11, 10]
    assert play.log.entries[-1].kind == "match_result"
    assert play.log.entries[-1].more == {"points": {"red": 17, "blue": 0}, "penalties": {"red": 4}}


@pytest.mark.rule("DM-M-128", "DM-M-133", "DM-M-135")
def test_in_earlier_editions_the_end_of_a_heat_has_no_reason_and_the_result_no_penalties() -> None:
    for edition, end, result in ((2, {"points"}, {"points"}), (3, {"points", "why"}, {"points", "penalties"})):
        play = match(faces=(6, 1))
        play.setup = replace(play.setup, edition=edition)
        heats.begin(play)
        play.state.teams["red"].penalty = 4
        play.state.moment.turn = 120
        heats.end(play)
        assert [set(entry.more) for entry in play.log.entries[-2:]] == [end, result]
    assert narrate_entry(play.log.entries[-2]).startswith("Heat 1 is over after turn 120, the turn limit: ")


@pytest.mark.rule("DM-M-135")
@pytest.mark.parametrize(("event", "fought"), [("flags", False), ("last_car", False), ("lap_race", True)])
def test_a_heat_with_fewer_teams_than_its_event_needs_is_not_run_and_pays_nothing(
    event: str, *, fought: bool
) -> None:
    play = match(event=event, heats=2)
    assert not heats.is_unfought(play)
    play.state.cars["b1"].status = CarStatus.WRECK  # a race needs one team, the others two
    assert heats.is_unfought(play) is not fought
    play.settings = settings_of({"dethmatch.unfought_heat_pays": True})
    assert not heats.is_unfought(play)


@pytest.mark.rule("DM-M-135", "DM-M-140")
def test_an_unfought_heat_is_over_before_its_first_turn() -> None:
    play = start(replace(match(event="last_car").setup, track="the_sump"), Dice(KeyRing(b"s" * 32, {"m1": ""})))
    play.state.moment.heat = 2
    play.state.cars["b1"].status = CarStatus.WRECK
    step(play)
    assert is_over(play)
    assert [entry.kind for entry in play.log.entries] == [
        "heat_start", "grid", "unfought", "heat_end", "match_result", "turn_end",
    ]  # fmt: skip
    assert narrate_entry(play.log.entries[2]) == "Only red is at the start: no heat is run [DM-M-135]"
    assert play.state.heats == [{"red": 0, "blue": 0}]
    assert [(heat, turn) for heat, turn, _ in play.log.digests] == [(2, 0)]


@pytest.mark.rule("DM-M-131")
def test_each_team_is_asked_in_the_interval_and_what_cannot_be_done_lapses() -> None:
    play = match(red(crew=[CrewEntry(id="eve")]), BLUE, heats=2)
    play.state.crew["ada"].out = True
    play.pilot = Orders({"red": IntervalOrder(substitutes={"c1": "eve"}), "blue": IntervalOrder(heal=("bob",))})
    heats.interval(play)
    assert [(step, asked_for) for step, asked_for, _ in play.log.orders] == [
        ("h1/interval", "red"),
        ("h1/interval", "blue"),
    ]
    assert play.state.cars["c1"].driver == "eve"
    assert play.kinds() == ["substitution", "order_lapsed"]

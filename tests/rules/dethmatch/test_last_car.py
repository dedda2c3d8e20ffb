"""The last car standing: elimination, places, and half pay for hiding."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.dethmatch.combat import dropped_weapons
from rules.dethmatch.crew.credit import credit_damage
from rules.dethmatch.events.event import event_of
from rules.dethmatch.events.heat_limits import EndReason
from rules.dethmatch.events.last_car import place_pay
from rules.dethmatch.log.story import narrate_entry
from rules.dethmatch.match.state import NOWHERE, CarStatus, Critical, Marker
from rules.dethmatch.settings import Settings, settings_of
from tests.rules.dethmatch.boards import Board, Car

FOUGHT = {"fired": True}


def arena(*cars: Car, turn: int = 1, **switches: Any) -> Board:
    house = {f"dethmatch.{name}": value for name, value in switches.items()}
    return Board(*cars, event="last_car", switches=house, turn=turn)


def row(*ids: str, **sheet: Any) -> list[Car]:
    return [Car(id, at=(number, 0), **(FOUGHT | sheet)) for number, id in enumerate(ids)]


def strike_off(play: Board, *ids: str) -> None:
    for id in ids:
        play.state.cars[id].status = CarStatus.DESTROYED
    event_of(play).on_activation_end(play)


@pytest.mark.rule("DM-M-138")
def test_cars_are_placed_by_elimination_the_last_one_best() -> None:
    play = arena(*row("a", "b", "c", "d", "e", "f", "g"))
    for id in ("c", "a", "g", "b", "f", "e"):
        strike_off(play, id)
    assert [play.state.cars[id].eliminated for id in "cagbfe"] == [1, 2, 3, 4, 5, 6]
    assert place_pay(play) == {"d": 10, "e": 7, "f": 5, "b": 3, "g": 2, "a": 1, "c": 0}


@pytest.mark.rule("DM-M-138")
def test_cars_that_go_out_together_share_and_the_next_is_counted_past_them() -> None:
    play = arena(*row("a", "b", "c", "d"))
    strike_off(play, "a", "b")
    strike_off(play, "c")
    assert [play.state.cars[id].eliminated for id in "abcd"] == [1, 1, 3, 0]
    # places 3 and 4 pay 5 and 3: 8 for two
    assert place_pay(play) == {"d": 10, "c": 7, "a": 4, "b": 4}


@pytest.mark.rule("DM-M-138")
@pytest.mark.parametrize(
    ("survivors", "share"),
    [(1, 10), (2, 9), (3, 8), (4, 7), (5, 6), (6, 5), (7, 4), (8, 4)],
    # 17/2 = 8.5, 22/3 = 7.33, 25/4 = 6.25, 27/5 = 5.4, 28/6 = 4.67, 28/7 = 4, 28/8 = 3.5
)
def test_survivors_share_the_places_they_hold_rounded_up(survivors: int, share: int) -> None:
    ids = [f"c{number}" for number in range(survivors)]
    assert place_pay(arena(*row(*ids))) == dict.fromkeys(ids, share)


@pytest.mark.rule("DM-M-138")
def test_a_survivor_who_neither_fired_nor_collided_has_half_rounded_down() -> None:
    play = arena(
        Car("idle", at=(0, 0)), Car("shot", at=(1, 0), **FOUGHT), Car("hit", at=(2, 0), crashed=True),
        Car("gone", at=(3, 0), status=CarStatus.WRECK), Car("also", at=(4, 0), **FOUGHT),
    )  # fmt: skip
    event_of(play).on_activation_end(play)
    # three share 22: 8 each; the idle one has half of 3; a car that is eliminated has its full place
    assert place_pay(play) == {"idle": 1, "shot": 8, "hit": 8, "also": 8, "gone": 2}
    play.settings = Settings(lcs_ending="shared")
    # four share 25: 7 each
    assert place_pay(play) == {"idle": 3, "shot": 7, "hit": 7, "also": 7, "gone": 2}
    play.settings = Settings(lcs_passivity=False)
    assert place_pay(play)["idle"] == 7


@pytest.mark.rule("DM-M-138")
def test_damage_done_places_survivors_and_then_the_criticals_on_their_own_cars() -> None:
    play = arena(*row("a", "b", "c", "d"), Car("e", at=(4, 0), gunner={}, **FOUGHT))
    play.state.damage_done = {"b.driver": 2, "c.driver": 2, "d.driver": 1, "e.driver": 1, "e.gunner": 2}
    play.state.cars["b"].criticals = [Critical(row="body")]
    assert place_pay(play) == {"e": 10, "c": 7, "b": 5, "d": 3, "a": 2}
    play.state.cars["c"].criticals = [Critical(row="engine")]
    # b and c are level and share 7 and 5
    assert place_pay(play) == {"e": 10, "c": 6, "b": 6, "d": 3, "a": 2}
    strike_off(play, "e")
    assert place_pay(play) == {"c": 9, "b": 9, "d": 5, "a": 3, "e": 2}


@pytest.mark.rule("DM-M-138")
def test_who_only_hid_comes_after_all_survivors_that_fought_and_has_half() -> None:
    play = arena(Car("idle", at=(0, 0)), Car("hurt", at=(1, 0), criticals=[Critical(row="body")] * 3, **FOUGHT))
    play.state.damage_done = {}
    assert place_pay(play) == {"hurt": 10, "idle": 3}
    strike_off(play, "hurt")
    assert place_pay(play) == {"hurt": 7, "idle": 5}


@pytest.mark.rule("DM-M-138")
@pytest.mark.parametrize("edition", [2, 3])
def test_by_earlier_editions_survivors_are_level_whatever_they_did(edition: int) -> None:
    play = arena(*row("a", "b"))
    play.settings = settings_of({}, edition=edition)
    event_of(play).place_on_grid(play)
    assert (play.state.damage_done == {}) is (edition == 3)
    if edition == 3:
        play.state.damage_done = {"a.driver": 1}
    assert place_pay(play) == ({"a": 10, "b": 7} if edition == 3 else {"a": 9, "b": 9})


@pytest.mark.rule("DM-M-138", "DM-M-139")
def test_damage_to_enemies_counts_and_a_mine_as_much_as_the_toughness_of_its_victim() -> None:
    board = arena(Car("a", at=(0, 0), team="red"), Car("a2", at=(1, 0), team="red"), Car("b", at=(2, 0), team="blue"))
    board.state.damage_done = {}
    for victim in ("a2", "b"):
        credit_damage(board, "a.driver", board.state.cars[victim], 2)
    credit_damage(board, "", board.state.cars["b"], 5)
    assert board.state.damage_done == {"a.driver": 2}
    board.load(1, 1, 1, 1, 1, 1)
    board.begin_procedure("t1/p1/b")
    victim = board.state.cars["b"]
    board.state.markers = [Marker(kind=dropped_weapons.MINE, at=victim.at, by="a.driver", car="a")]
    dropped_weapons.meet_markers(board, victim)
    assert board.state.damage_done == {"a.driver": 2 + board.fits["b"].toughness}


@pytest.mark.rule("DM-M-138")
def test_the_log_says_what_gave_each_car_its_place() -> None:
    play = arena(*row("a", "b", "c"), Car("d", at=(5, 0)), *row("e", "f")[1:])
    play.state.damage_done = {"a.driver": 2}
    play.state.cars["c"].fired, play.state.cars["c"].crashed = False, True
    play.state.crew["a.driver"].kills = 1
    strike_off(play, "f")
    event_of(play).on_heat_end(play)
    assert [narrate_entry(entry) for entry in play.log.entries if entry.kind == "placed"] == [
        "a survives and has fired, 2 damage points done, 0 criticals on it: place 1, 10 points [DM-M-138]",
        "b survives and has fired, 0 criticals on it: places 2 to 3, shared, 6 points [DM-M-138]",
        "c survives and has run into something, 0 criticals on it: places 2 to 3, shared, 6 points [DM-M-138]",
        "d survives, 0 criticals on it: place 4, 1 point, half because it only hid [DM-M-138]",
        "f was eliminated, 0 criticals on it: place 5, 2 points [DM-M-138]",
    ]
    assert narrate_entry(play.log.entries[-1]) == "team-a has destroyed 1 enemy car: 2 points [DM-M-139]"


@pytest.mark.rule("DM-M-138")
def test_in_earlier_editions_the_entries_of_places_do_not_say_who_fought_nor_what_kills_pay() -> None:
    play = arena(*row("a", "b"))
    play.setup = replace(play.setup, edition=2)
    play.state.crew["a.driver"].kills = 1
    event_of(play).on_heat_end(play)
    assert [entry.kind for entry in play.log.entries] == ["placed", "placed", "score", "score"]
    assert "fought" not in play.log.entries[0].more
    play.setup = replace(play.setup, edition=3)
    play.settings = replace(play.settings, lcs_passivity=False)
    event_of(play).on_heat_end(play)
    assert "fought" not in play.log.entries[4].more


@pytest.mark.rule("DM-M-128", "DM-M-138")
def test_the_reason_of_the_end_of_a_last_car_standing() -> None:
    play = arena(*row("a", "b"))
    play.state.cars["a"].speed = 1
    assert event_of(play).end_reason(play) == ""
    play.state.moment.turn = 15
    assert event_of(play).end_reason(play) == EndReason.LIMIT
    strike_off(play, "b")
    assert event_of(play).end_reason(play) == EndReason.ONE_TEAM


@pytest.mark.rule("DM-M-138")
def test_a_car_is_in_it_while_anybody_aboard_can_act() -> None:
    play = arena(Car("a", at=(0, 0), gunner={}), Car("b", at=(1, 0)), Car("c", at=(2, 0)))
    play.state.crew["a.driver"].out = True
    play.state.cars["a"].status = CarStatus.PARKED
    play.state.crew["b.driver"].out = True
    event_of(play).on_activation_end(play)
    assert [car.eliminated for car in play.state.cars.values()] == [0, 1, 0]
    play.state.crew["a.gunner"].out = True
    play.state.cars["c"].at, play.state.cars["c"].status = NOWHERE, CarStatus.OFF
    event_of(play).on_turn_end(play)
    assert [car.eliminated for car in play.state.cars.values()] == [2, 1, 2]


@pytest.mark.rule("DM-M-138")
def test_a_car_that_did_not_start_has_no_place() -> None:
    play = arena(*row("a", "b"))
    play.state.crew["b.driver"].heats = []
    play.state.cars["b"].status = CarStatus.OFF
    event_of(play).on_phase_end(play)
    assert place_pay(play) == {"a": 10}


@pytest.mark.rule("DM-M-138", "DM-M-139")
def test_an_enemy_car_destroyed_is_two_points_besides() -> None:
    play = arena(*row("a", "b"))
    strike_off(play, "b")
    play.state.crew["a.driver"].kills = 1
    assert event_of(play).points(play) == {"team-a": 10 + 2, "team-b": 7}


@pytest.mark.rule("DM-M-135", "DM-M-138")
def test_who_survives_in_a_place_that_pays_has_scored() -> None:
    play = arena(*row("a", "b", "c"), lcs_points="3")
    strike_off(play, "c")
    event_of(play).on_heat_end(play)
    assert {id: sheet.scores for id, sheet in play.state.crew.items()} == {
        "a.driver": 1,
        "b.driver": 1,
        "c.driver": 0,
    }
    play = arena(Car("a", at=(0, 0)), *row("b")[1:], lcs_points="1")
    event_of(play).on_heat_end(play)
    assert play.state.crew["a.driver"].scores == 0


@pytest.mark.rule("DM-M-128", "DM-M-138")
def test_it_ends_after_fifteen_turns_or_when_one_team_is_left() -> None:
    play = arena(
        Car("a", at=(0, 0), team="red"), Car("a2", at=(1, 0), team="red"), Car("b", at=(2, 0), team="blue"), turn=14
    )
    assert not event_of(play).is_over(play)
    play.state.moment.turn = 15
    assert event_of(play).is_over(play)
    play.state.moment.turn = 2
    strike_off(play, "a")
    assert not event_of(play).is_over(play)
    strike_off(play, "b")
    assert event_of(play).is_over(play)


@pytest.mark.rule("DM-M-146")
def test_everybody_goes_for_the_nearest_enemy() -> None:
    play = arena(
        Car("a", at=(0, 0), team="red"), Car("a2", at=(1, 0), team="red"), Car("b", at=(5, 0), team="blue"),
        Car("b2", at=(3, 0), team="blue"),
    )  # fmt: skip
    a, _, _, near = play.state.cars.values()
    assert event_of(play).goal(play, a) == near.at
    assert not event_of(play).weapons_held(play)

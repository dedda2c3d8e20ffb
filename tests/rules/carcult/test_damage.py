"""Who places damage, where it goes, who is credited, and exploding cars (CC-048, CC-061 to CC-067)."""

from __future__ import annotations

import pytest

from rules.carcult.car.damage import OPPONENT, OWNER, place_damage, put_damage
from rules.carcult.combat.explosions import explode_all
from rules.carcult.match.match import Question
from rules.carcult.match.orders import PlaceOrder
from tests.rules.carcult.boards import Put, board, car, entries, run, tracks

ARMED = ("machine_gun", "armor_1")


@pytest.mark.rule("CC-048", "CC-061", "CC-063")
def test_the_owner_is_asked_where_damage_goes_when_there_is_a_choice() -> None:
    play = board(Put(cards=ARMED, tracks={"armor": "D"}))
    questions = run(
        play, place_damage(play, car(play), rule="CC-045", why="rough"), PlaceOrder(component="machine_gun")
    )
    assert questions == [Question("a1", "place")]
    assert tracks(play) == {"engine": ".....", "machine_gun": ".D", "armor": "D"}
    (entry,) = entries(play, "damage")
    assert (entry.rule, entry.before, entry.after) == ("CC-045", {"machine_gun": [0, 0]}, {"machine_gun": [0, 2]})
    assert entry.more == {"component": "machine_gun", "az": 2, "placed_by": OWNER, "by": "", "why": "rough"}
    assert play.state.placing is None


@pytest.mark.rule("CC-061")
def test_the_opponent_places_what_is_his_to_place() -> None:
    play = board(Put(cards=ARMED[:1]), Put(id="b1"))
    steps = place_damage(play, car(play), rule="CC-040", why="brakes", side=OPPONENT, placer="b1")
    question = next(steps)
    assert question == Question("b1", "place")
    placing = play.state.placing
    assert placing is not None
    assert (placing.car, placing.side, placing.components) == ("a1", OPPONENT, ["engine", "machine_gun"])


@pytest.mark.rule("CC-063")
def test_armor_takes_damage_first_and_nobody_is_asked() -> None:
    play = board(Put(cards=ARMED))
    assert run(play, place_damage(play, car(play), rule="CC-045", why="rough")) == []
    assert tracks(play)["armor"] == "D"


@pytest.mark.rule("CC-063")
@pytest.mark.switch("carcult.armor_scope", "attacks_only")
def test_by_house_rule_armor_is_only_for_attacks() -> None:
    play = board(Put(cards=("armor_2",)), switches={"carcult.armor_scope": "attacks_only"})
    run(play, place_damage(play, car(play), rule="CC-045", why="rough"), PlaceOrder(component="engine"))
    run(play, place_damage(play, car(play), rule="CC-061", why="cannon", attack=True))
    assert tracks(play) == {"engine": "....D", "armor": ".D"}


@pytest.mark.rule("CC-062", "CC-065")
def test_a_car_without_room_takes_no_more_damage() -> None:
    play = board(Put(tracks={"engine": "DDDDD"}))
    assert run(play, place_damage(play, car(play), rule="CC-045", why="rough")) == []
    assert entries(play, "damage") == []


@pytest.mark.rule("CC-067")
@pytest.mark.parametrize(("by", "caused"), [("", {"a1": 0, "a2": 0, "b1": 0}), ("a2", {"a1": 0, "a2": 0, "b1": 0})])
def test_damage_that_no_enemy_did_is_credited_to_nobody(by: str, caused: dict[str, int]) -> None:
    play = board(Put(), Put(id="a2"), Put(id="b1"))
    run(play, place_damage(play, car(play), rule="CC-045", why="rough", by=by))
    assert {car_state.id: car_state.caused for car_state in play.state.cars.values()} == caused
    assert car(play).hit_by == by


@pytest.mark.rule("CC-067", "CC-090")
def test_damage_on_an_enemy_is_credited_to_the_car_whose_doing_it_is() -> None:
    play = board(Put(), Put(id="b1"), Put(id="b2"))
    for _ in range(2):
        run(play, place_damage(play, car(play), rule="CC-061", why="cannon", by="b1"))
    run(play, place_damage(play, car(play), rule="CC-061", why="cannon", by="b2"))
    assert {car_state.id: car_state.caused for car_state in play.state.cars.values()} == {"a1": 0, "b1": 2, "b2": 1}
    assert (play.points("a"), play.points("b")) == (0, 3)


@pytest.mark.rule("CC-064")
def test_the_last_damage_on_an_engine_kills_it() -> None:
    play = board(Put(cards=("rifle",), tracks={"engine": "SDDDD"}))
    put_damage(play, car(play), "engine", rule="CC-061", why="rifle", side=OWNER)
    assert (car(play).status, tracks(play)["engine"]) == ("immobile", "DDDDD")
    (entry,) = entries(play, "dead_engine")
    assert (entry.rule, entry.before, entry.after) == ("CC-064", {"status": "active"}, {"status": "immobile"})


@pytest.mark.rule("CC-064")
def test_an_engine_with_a_zone_left_lives() -> None:
    play = board(Put(cards=("rifle",), tracks={"engine": ".SDDD"}))
    put_damage(play, car(play), "engine", rule="CC-061", why="rifle", side=OWNER)
    assert (car(play).status, entries(play, "dead_engine")) == ("active", [])


# ---------------------------------------------------------------------------------------------------- explosions


@pytest.mark.rule("CC-065")
def test_a_car_with_a_zone_left_does_not_explode() -> None:
    play = board(Put(tracks={"engine": "DDDD."}), Put(id="b1"))
    run(play, explode_all(play))
    assert (car(play).status, play.log.entries) == ("active", [])


@pytest.mark.rule("CC-065", "CC-003")
@pytest.mark.parametrize(("x", "hurt"), [(2400 + 300 + 500, True), (2400 + 300 + 501, False)])
def test_a_blast_reaches_as_many_inches_as_the_engine_has_zones(x: int, *, hurt: bool) -> None:
    play = board(Put(tracks={"engine": "DDDDD"}), Put(id="b1", at=(x, 2400)))
    run(play, explode_all(play))
    assert car(play).status == "exploded"
    assert tracks(play, "b1")["engine"] == ("....D" if hurt else ".....")
    assert [car_state.id for car_state in play.cars_in_play()] == ["b1"]


@pytest.mark.rule("CC-065", "CC-048")
def test_friend_and_foe_take_one_token_each_where_their_owners_want_it() -> None:
    play = board(
        Put(tracks={"engine": "DDDDD"}),
        Put(id="a2", at=(2400, 2600), cards=("rifle",)),
        Put(id="b1", at=(2400, 2200), cards=("rifle",)),
    )
    questions = run(play, explode_all(play), PlaceOrder(component="rifle"), PlaceOrder(component="engine"))
    assert questions == [Question("a2", "place"), Question("b1", "place")]
    assert (tracks(play, "a2"), tracks(play, "b1")) == (
        {"engine": ".....", "rifle": ".D"},
        {"engine": "....D", "rifle": ".."},
    )
    assert [entry.rule for entry in entries(play, "damage")] == ["CC-065", "CC-065"]


@pytest.mark.rule("CC-065", "CC-067")
def test_explosions_chain_in_waves_and_are_the_doing_of_who_began() -> None:
    near = Put(id="b1", at=(2800, 2400), tracks={"engine": "DDDD."})
    far = Put(id="b2", at=(3400, 2400), tracks={"engine": "DD..."})
    play = board(Put(tracks={"engine": "DDDDD"}), near, far, Put(id="c1", at=(200, 200)))
    car(play).hit_by = "c1"
    run(play, explode_all(play))
    assert [entry.car for entry in entries(play, "explosion")] == ["a1", "b1"]
    assert tracks(play, "b2")["engine"] == "DD..D"
    assert (car(play, "c1").caused, car(play, "c1").kills) == (2, ["a1", "b1"])
    assert car(play, "b1").hit_by == "c1"


@pytest.mark.rule("CC-065")
def test_the_cars_of_a_wave_explode_at_once() -> None:
    play = board(
        Put(tracks={"engine": "DDDDD"}),
        Put(id="b1", at=(2800, 2400), tracks={"engine": "DDDDD"}),
        Put(id="c1", at=(2600, 2700)),
    )
    run(play, explode_all(play))
    assert tracks(play, "c1")["engine"] == "...DD"
    assert [entry.kind for entry in play.log.entries] == ["explosion", "explosion", "damage", "damage"]


@pytest.mark.rule("CC-065", "CC-067")
def test_the_blast_of_a_car_nobody_shot_is_its_own_doing() -> None:
    play = board(Put(tracks={"engine": "DDDDD"}), Put(id="b1", at=(2400, 2600)), Put(id="a2", at=(2400, 2200)))
    run(play, explode_all(play))
    assert {car_state.id: car_state.caused for car_state in play.state.cars.values()} == {"a1": 1, "b1": 0, "a2": 0}
    assert car(play).kills == []


@pytest.mark.rule("CC-065", "CC-067")
def test_a_friend_who_is_blown_up_is_no_kill() -> None:
    play = board(Put(tracks={"engine": "DDDDD"}), Put(id="a2", at=(200, 200)))
    car(play).hit_by = "a2"
    run(play, explode_all(play))
    assert car(play, "a2").kills == []

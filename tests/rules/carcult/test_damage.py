"""Who places damage, where it goes, who is credited, and exploding cars (CC-048, CC-061 to CC-067)."""

from __future__ import annotations

import pytest

from rules.carcult.car.damage import OPPONENT, OWNER, place_damage, put_damage
from rules.carcult.combat.explosions import explode_all
from rules.carcult.match.match import Question
from rules.carcult.match.orders import PlaceOrder
from tests.rules.carcult.boards import Board, Car

ARMED = ("machine_gun", "armor_1")


@pytest.mark.rule("CC-048", "CC-061", "CC-063")
def test_the_owner_is_asked_where_damage_goes_when_there_is_a_choice() -> None:
    play = Board(Car(cards=ARMED, tracks={"armor": "D"}))
    questions = play.run(
        place_damage(play, play.car(), rule="CC-045", why="rough"), PlaceOrder(component="machine_gun")
    )
    assert questions == [Question("a1", "place")]
    assert play.tracks() == {"engine": ".....", "machine_gun": ".D", "armor": "D"}
    (entry,) = play.entries_of("damage")
    assert (entry.rule, entry.before, entry.after) == ("CC-045", {"machine_gun": [0, 0]}, {"machine_gun": [0, 2]})
    assert entry.more == {"component": "machine_gun", "az": 2, "placed_by": OWNER, "by": "", "why": "rough"}
    assert play.state.placing is None


@pytest.mark.rule("CC-061")
def test_the_opponent_places_what_is_his_to_place() -> None:
    play = Board(Car(cards=ARMED[:1]), Car(id="b1"))
    steps = place_damage(play, play.car(), rule="CC-040", why="brakes", side=OPPONENT, placer="b1")
    question = next(steps)
    assert question == Question("b1", "place")
    placing = play.state.placing
    assert placing is not None
    assert (placing.car, placing.side, placing.components) == ("a1", OPPONENT, ["engine", "machine_gun"])


@pytest.mark.rule("CC-063")
def test_armor_takes_damage_first_and_nobody_is_asked() -> None:
    play = Board(Car(cards=ARMED))
    assert play.run(place_damage(play, play.car(), rule="CC-045", why="rough")) == []
    assert play.tracks()["armor"] == "D"


@pytest.mark.rule("CC-063")
@pytest.mark.switch("carcult.armor_scope", "attacks_only")
def test_by_house_rule_armor_is_only_for_attacks() -> None:
    play = Board(Car(cards=("armor_2",)), switches={"carcult.armor_scope": "attacks_only"})
    play.run(place_damage(play, play.car(), rule="CC-045", why="rough"), PlaceOrder(component="engine"))
    play.run(place_damage(play, play.car(), rule="CC-061", why="cannon", attack=True))
    assert play.tracks() == {"engine": "....D", "armor": ".D"}


@pytest.mark.rule("CC-062", "CC-065")
def test_a_car_without_room_takes_no_more_damage() -> None:
    play = Board(Car(tracks={"engine": "DDDDD"}))
    assert play.run(place_damage(play, play.car(), rule="CC-045", why="rough")) == []
    assert play.entries_of("damage") == []


@pytest.mark.rule("CC-067")
@pytest.mark.parametrize(("by", "caused"), [("", {"a1": 0, "a2": 0, "b1": 0}), ("a2", {"a1": 0, "a2": 0, "b1": 0})])
def test_damage_that_no_enemy_did_is_credited_to_nobody(by: str, caused: dict[str, int]) -> None:
    play = Board(Car(), Car(id="a2"), Car(id="b1"))
    play.run(place_damage(play, play.car(), rule="CC-045", why="rough", by=by))
    assert {car_state.id: car_state.caused for car_state in play.state.cars.values()} == caused
    assert play.car().hit_by == by


@pytest.mark.rule("CC-067", "CC-090")
def test_damage_on_an_enemy_is_credited_to_the_car_whose_doing_it_is() -> None:
    play = Board(Car(), Car(id="b1"), Car(id="b2"))
    for _ in range(2):
        play.run(place_damage(play, play.car(), rule="CC-061", why="cannon", by="b1"))
    play.run(place_damage(play, play.car(), rule="CC-061", why="cannon", by="b2"))
    assert {car_state.id: car_state.caused for car_state in play.state.cars.values()} == {"a1": 0, "b1": 2, "b2": 1}
    assert (play.points("a"), play.points("b")) == (0, 3)


@pytest.mark.rule("CC-064")
def test_the_last_damage_on_an_engine_kills_it() -> None:
    play = Board(Car(cards=("rifle",), tracks={"engine": "SDDDD"}))
    put_damage(play, play.car(), "engine", rule="CC-061", why="rifle", side=OWNER)
    assert (play.car().status, play.tracks()["engine"]) == ("immobile", "DDDDD")
    (entry,) = play.entries_of("dead_engine")
    assert (entry.rule, entry.before, entry.after) == ("CC-064", {"status": "active"}, {"status": "immobile"})


@pytest.mark.rule("CC-064")
def test_an_engine_with_a_zone_left_lives() -> None:
    play = Board(Car(cards=("rifle",), tracks={"engine": ".SDDD"}))
    put_damage(play, play.car(), "engine", rule="CC-061", why="rifle", side=OWNER)
    assert (play.car().status, play.entries_of("dead_engine")) == ("active", [])


# ---------------------------------------------------------------------------------------------------- explosions


@pytest.mark.rule("CC-065")
def test_a_car_with_a_zone_left_does_not_explode() -> None:
    play = Board(Car(tracks={"engine": "DDDD."}), Car(id="b1"))
    play.run(explode_all(play))
    assert (play.car().status, play.log.entries) == ("active", [])


@pytest.mark.rule("CC-065", "CC-003")
@pytest.mark.parametrize(("x", "hurt"), [(2400 + 300 + 500, True), (2400 + 300 + 501, False)])
def test_a_blast_reaches_as_many_inches_as_the_engine_has_zones(x: int, *, hurt: bool) -> None:
    play = Board(Car(tracks={"engine": "DDDDD"}), Car(id="b1", at=(x, 2400)))
    play.run(explode_all(play))
    assert play.car().status == "exploded"
    assert play.tracks("b1")["engine"] == ("....D" if hurt else ".....")
    assert [car_state.id for car_state in play.cars_in_play()] == ["b1"]


@pytest.mark.rule("CC-065", "CC-048")
def test_friend_and_foe_take_one_token_each_where_their_owners_want_it() -> None:
    play = Board(
        Car(tracks={"engine": "DDDDD"}),
        Car(id="a2", at=(2400, 2600), cards=("rifle",)),
        Car(id="b1", at=(2400, 2200), cards=("rifle",)),
    )
    questions = play.run(explode_all(play), PlaceOrder(component="rifle"), PlaceOrder(component="engine"))
    assert questions == [Question("a2", "place"), Question("b1", "place")]
    assert (play.tracks("a2"), play.tracks("b1")) == (
        {"engine": ".....", "rifle": ".D"},
        {"engine": "....D", "rifle": ".."},
    )
    assert [entry.rule for entry in play.entries_of("damage")] == ["CC-065", "CC-065"]


@pytest.mark.rule("CC-065", "CC-067")
def test_explosions_chain_in_waves_and_are_the_doing_of_who_began() -> None:
    near = Car(id="b1", at=(2800, 2400), tracks={"engine": "DDDD."})
    far = Car(id="b2", at=(3400, 2400), tracks={"engine": "DD..."})
    play = Board(Car(tracks={"engine": "DDDDD"}), near, far, Car(id="c1", at=(200, 200)))
    play.car().hit_by = "c1"
    play.run(explode_all(play))
    assert [entry.car for entry in play.entries_of("explosion")] == ["a1", "b1"]
    assert play.tracks("b2")["engine"] == "DD..D"
    assert (play.car("c1").caused, play.car("c1").kills) == (2, ["a1", "b1"])
    assert play.car("b1").hit_by == "c1"


@pytest.mark.rule("CC-065")
def test_the_cars_of_a_wave_explode_at_once() -> None:
    play = Board(
        Car(tracks={"engine": "DDDDD"}),
        Car(id="b1", at=(2800, 2400), tracks={"engine": "DDDDD"}),
        Car(id="c1", at=(2600, 2700)),
    )
    play.run(explode_all(play))
    assert play.tracks("c1")["engine"] == "...DD"
    assert [entry.kind for entry in play.log.entries] == ["explosion", "explosion", "damage", "damage"]


@pytest.mark.rule("CC-065", "CC-067")
def test_the_blast_of_a_car_nobody_shot_is_its_own_doing() -> None:
    play = Board(Car(tracks={"engine": "DDDDD"}), Car(id="b1", at=(2400, 2600)), Car(id="a2", at=(2400, 2200)))
    play.run(explode_all(play))
    assert {car_state.id: car_state.caused for car_state in play.state.cars.values()} == {"a1": 1, "b1": 0, "a2": 0}
    assert play.car().kills == []


@pytest.mark.rule("CC-065", "CC-067")
def test_a_friend_who_is_blown_up_is_no_kill() -> None:
    play = Board(Car(tracks={"engine": "DDDDD"}), Car(id="a2", at=(200, 200)))
    play.car().hit_by = "a2"
    play.run(explode_all(play))
    assert play.car("a2").kills == []

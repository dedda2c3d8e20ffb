"""Mines and what sets them off, oil, and caltrops (CC-067, CC-076, CC-077, CC-082)."""

from __future__ import annotations

import pytest

from rules.carcult.combat.dropped_weapons import counters, distance_to_trigger, is_armed, lay, mines_on_way, set_off
from rules.carcult.ground.geometry import car_shape
from rules.carcult.ground.table import Point
from rules.carcult.match.orders import ActOrder, Lay, PlaceOrder
from rules.carcult.movement.moves import act
from tests.rules.carcult.boards import Board, Car, ahead, mine

DROPPERS = ("mines", "oil", "caltrops")


@pytest.mark.rule("CC-076", "CC-082")
@pytest.mark.parametrize(
    ("card", "rule", "before", "after"),
    [("mines", "CC-076", "SS..", "SU.."), ("oil", "CC-082", "SS", "SU"), ("caltrops", "CC-082", "S.", "U.")],
)
def test_what_is_laid_lies_where_the_car_is_and_uses_its_zone_up(
    card: str, rule: str, before: str, after: str
) -> None:
    play = Board(Car(at=(1000, 2000), cards=DROPPERS, tracks={card: before}))
    play.state.moment.turn, play.state.moment.phase = 3, 2
    lay(play, play.car(), Lay(card=card))
    (marker,) = play.state.markers
    assert (marker.id, marker.kind, marker.x, marker.y, marker.owner) == (1, card, 1000, 2000, "a1")
    assert (marker.turn, marker.phase, play.state.laid) == (3, 2, 1)
    assert play.tracks()[card] == after
    assert [(entry.kind, entry.rule) for entry in play.log.entries] == [("lay", rule)]
    assert play.car().caused == 0


@pytest.mark.rule("CC-076")
def test_markers_are_numbered_on_and_on() -> None:
    play = Board(Car(cards=DROPPERS, tracks={"mines": "SSS."}))
    for _ in range(3):
        lay(play, play.car(), Lay(card="mines"))
    del play.state.markers[:]
    assert (play.state.laid, play.tracks()["mines"]) == (3, "UUU.")


@pytest.mark.rule("CC-076", "CC-082")
@pytest.mark.parametrize(("card", "rule"), [("mines", "CC-076"), ("oil", "CC-082")])
def test_a_card_that_lost_its_token_meanwhile_lays_nothing(card: str, rule: str) -> None:
    play = Board(Car(cards=DROPPERS))
    lay(play, play.car(), Lay(card=card))
    assert play.state.markers == []
    assert [(entry.kind, entry.rule) for entry in play.log.entries] == [("no_lay", rule)]


@pytest.mark.rule("CC-076", "CC-065")
def test_the_last_zone_used_up_makes_the_car_explode() -> None:
    play = Board(Car(cards=("mines",), tracks={"engine": "DDDDD", "mines": "SDUU"}))
    play.run(act(play, play.car(), ActOrder(lays=(Lay(card="mines"),))))
    assert (play.car().status, play.tracks()["mines"]) == ("exploded", "UDUU")


# ------------------------------------------------------------------------------------------------ explosions


@pytest.mark.rule("CC-077", "CC-075")
@pytest.mark.parametrize(
    ("at", "way", "far", "after"),
    [
        ((1150 + 400 + 250, 2400), (900, 0), 900, 250),
        ((1150 + 400 + 900, 2400), (900, 0), 900, 900),
        ((1150 + 400 + 901, 2400), (900, 0), 900, None),
        ((1150 + 400, 2400), (900, 0), 900, 0),
        ((1000, 2400), (900, 0), 900, 0),
        ((1900, 2463 + 400), (900, 0), 900, 750),
        ((1900, 2463 + 401), (900, 0), 900, None),
        ((1900, 2337 - 400), (900, 0), 900, 750),
        ((1900, 2337 - 401), (900, 0), 900, None),
        ((850 - 401, 2400), (900, 0), 900, None),
        ((850 - 400, 2400), (900, 0), 900, 0),
        ((850 - 500, 2400), (-900, 0), 900, 100),
        ((1000, 2463 + 700), (0, 900), 900, 300),
        ((1000, 2463 + 1301), (0, 900), 900, None),
        ((1000, 2337 - 700), (0, -900), 900, 300),
        ((1000, 2337 - 1301), (0, -900), 900, None),
    ],
)
def test_a_mine_goes_off_four_inches_from_a_car_that_moves(
    at: Point, way: Point, far: int, after: int | None
) -> None:
    assert distance_to_trigger(car_shape(1000, 2400, 0), at, way, far) == after


@pytest.mark.rule("CC-077")
def test_mines_go_off_in_the_order_a_car_comes_to_them_and_not_before_it_moves() -> None:
    play = Board(Car(at=(1000, 2400)), Car(id="b1", at=(4000, 4000)))
    play.state.markers.extend(
        [mine(2000, 2400, id=1), mine(1800, 2400, id=2), mine(2000, 2400, id=3), mine(1800, 2400, id=4, kind="oil")]
    )
    on_way = mines_on_way(play, play.car(), (900, 0), 900)
    assert [(distance, marker.id) for distance, marker in on_way] == [(250, 2), (450, 1), (450, 3)]
    assert mines_on_way(play, play.car(), (0, 0), 0) == []


@pytest.mark.rule("CC-077")
@pytest.mark.parametrize(
    ("owner", "laid", "armed"),
    [("a1", (1, 1), False), ("a1", (1, 2), True), ("a1", (2, 1), True), ("b1", (1, 1), True)],
)
def test_a_mine_does_not_go_off_under_its_layer_while_he_lays_it(
    owner: str, laid: tuple[int, int], *, armed: bool
) -> None:
    play = Board(Car(), Car(id="b1"))
    assert is_armed(play, mine(0, 0, owner=owner, laid=laid), play.car()) is armed


@pytest.mark.rule("CC-077")
@pytest.mark.switch("carcult.mine_arming", "at_once")
def test_by_house_rule_a_mine_is_armed_at_once() -> None:
    play = Board(Car(), switches={"carcult.mine_arming": "at_once"})
    assert is_armed(play, mine(0, 0, owner="a1", laid=(1, 1)), play.car()) is True


@pytest.mark.rule("CC-077", "CC-067", "CC-061")
@pytest.mark.parametrize(("face", "hits"), [(9, 1), (8, 0)])
def test_a_mine_attacks_with_blast_ten_and_is_gone_whatever_the_roll(face: int, hits: int) -> None:
    play = Board(Car(cards=("rifle",), tracks={"engine": "..SS."}), Car(id="b1", at=(4000, 4000)), faces=[face])
    play.state.markers.append(mine(2400, 2700))
    orders = [PlaceOrder(component="rifle"), PlaceOrder(component="engine")][: 2 * hits]
    questions = play.run(set_off(play, play.car(), play.state.markers[0]), *orders)
    assert [question.car for question in questions] == ["a1", "b1"] * hits
    assert play.state.markers == []
    (entry,) = play.entries_of("mine")
    assert (entry.more["modifier"], entry.more["faces"], entry.more["hits"]) == (1, [face], hits)
    assert (play.car("b1").caused, play.car("b1").criticals) == (2 * hits, hits)
    assert play.tracks() == {"engine": "..SSD" if hits else "..SS.", "rifle": ".D" if hits else ".."}


@pytest.mark.rule("CC-077")
def test_a_car_meets_its_mine_on_the_way_and_goes_on() -> None:
    play = Board(Car(at=(1000, 2400), tracks={"engine": "..SS."}), Car(id="b1", at=(4000, 4000)), faces=[1])
    play.state.markers.append(mine(1150 + 400 + 250, 2400))
    play.run(act(play, play.car(), ActOrder(legs=ahead(10))))
    assert [(entry.kind, entry.after.get("x")) for entry in play.log.entries] == [
        ("move", 1250), ("mine", None), ("move", 2000)
    ]  # fmt: skip


@pytest.mark.rule("CC-077", "CC-064")
def test_a_car_whose_engine_a_mine_kills_stops_there_and_does_not_brake() -> None:
    marks = {"engine": "SSDDD", "rifle": ".."}
    play = Board(Car(at=(1000, 2400), cards=("rifle",), tracks=marks), Car(id="b1", at=(4000, 4000)), faces=[20])
    play.state.markers.append(mine(1150 + 400 + 250, 2400))
    legs = (*ahead(6, turn=45), *ahead(0))
    play.run(act(play, play.car(), ActOrder(legs=legs)), *[PlaceOrder(component="engine")] * 2)
    assert (play.car().x, play.car().heading, play.car().status) == (1250, 0, "immobile")
    assert play.entries_of("brakes") == []


@pytest.mark.rule("CC-077", "CC-045")
def test_rough_ground_beyond_the_mine_that_stopped_a_car_is_not_crossed() -> None:
    mud = [("rough", [(15, 20), (16, 20), (16, 28), (15, 28)])]
    marks = {"engine": "SSDDD", "rifle": ".."}
    play = Board(
        Car(at=(1000, 2400), cards=("rifle",), tracks=marks), Car(id="b1", at=(4000, 4000)), faces=[20], terrain=mud
    )
    play.state.markers.append(mine(1150 + 400 + 250, 2400))
    play.run(act(play, play.car(), ActOrder(legs=ahead(6))), *[PlaceOrder(component="engine")] * 2)
    assert play.entries_of("rough") == []


# ------------------------------------------------------------------------------------------------------- slicks


@pytest.mark.rule("CC-082", "CC-045")
@pytest.mark.parametrize(
    ("kind", "face", "inches", "harmed"),
    [("oil", 14, 4, False), ("oil", 13, 4, True), ("caltrops", 16, 6, False), ("caltrops", 15, 6, True)],
)
def test_a_counter_is_rough_ground_of_some_inches_at_least_and_stays(
    kind: str, face: int, inches: int, *, harmed: bool
) -> None:
    play = Board(Car(at=(1000, 2400), tracks={"engine": "..SS."}), faces=[face])
    play.state.markers.append(mine(1600, 2400, kind=kind, owner="a1"))
    play.run(act(play, play.car(), ActOrder(legs=ahead(12))))
    (entry,) = play.entries_of("rough")
    assert (entry.more["piece"], entry.more["inches"], entry.more["harmed"]) == (f"{kind} 1", inches, harmed)
    assert play.tracks()["engine"] == ("..SSD" if harmed else "..SS.")
    assert len(counters(play, play.car())) == len(play.state.markers) == 1


@pytest.mark.rule("CC-082")
@pytest.mark.parametrize(("kind", "inches"), [("oil", 4), ("caltrops", 6)])
def test_who_stops_as_he_comes_into_a_counter_has_it_counted_whole(kind: str, inches: int) -> None:
    play = Board(Car(at=(1000, 2400), tracks={"engine": "S..S."}), faces=[20])
    play.state.markers.append(mine(1600, 2400, kind=kind, owner="b1"))
    play.run(act(play, play.car(), ActOrder(legs=ahead(4.5))))
    assert [entry.more["inches"] for entry in play.entries_of("rough")] == [inches]


@pytest.mark.rule("CC-082", "CC-045")
def test_who_goes_farther_in_oil_than_four_inches_has_that_counted() -> None:
    play = Board(Car(at=(1500, 2400), tracks={"engine": "...SS"}), faces=[15])
    play.state.markers.append(mine(1900, 2400, kind="oil", owner="a1"))
    legs = (*ahead(5, turn=45), *ahead(0, turn=45), *ahead(7))
    play.run(act(play, play.car(), ActOrder(legs=legs)))
    assert [(entry.more["inches"], entry.more["harmed"]) for entry in play.entries_of("rough")] == [(5, False)]

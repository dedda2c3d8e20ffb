"""A car's move and its actions on the way (CC-017, CC-034 to CC-037, CC-040, CC-045, CC-064, CC-073, CC-081)."""

from __future__ import annotations

import pytest

from rules.carcult.car.token_swaps import swap
from rules.carcult.match.match import Question
from rules.carcult.match.orders import ActOrder, Attack, Lay, Leg, PlaceOrder, Swap
from rules.carcult.movement.moves import TURBO_INCHES, act, boost, nearest_enemy
from rules.carcult.play.order_checks import refuse_illegal
from rules.match.stepwise_play import OrderIllegal
from tests.rules.carcult.boards import Board, Car, ahead

MUD = [("rough", [(30, 20), (36, 20), (36, 28), (30, 28)])]


@pytest.mark.rule("CC-034", "CC-035", "CC-036", "CC-037")
def test_a_move_is_straight_but_for_drifts_and_turns() -> None:
    play = Board(Car(at=(1000, 1000), tracks={"engine": "..SS."}))
    legs = (Leg(forward=300, turn=90), Leg(forward=400, drift=-100), Leg(forward=300, drift=100, turn=-45))
    play.run(act(play, play.car(), ActOrder(legs=legs)))
    assert (play.car().x, play.car().y, play.car().heading) == (1300, 1700, 45)
    assert [(entry.kind, entry.rule) for entry in play.log.entries] == [
        ("move", "CC-034"), ("turn", "CC-036"), ("move", "CC-034"), ("move", "CC-034"), ("turn", "CC-036")
    ]  # fmt: skip
    assert (play.log.entries[0].before, play.log.entries[0].after) == ({"x": 1000, "y": 1000}, {"x": 1300, "y": 1000})


@pytest.mark.rule("CC-036")
@pytest.mark.parametrize(("heading", "turn", "after"), [(0, 45, 45), (0, -45, 315), (350, 20, 10), (180, 180, 0)])
def test_a_heading_goes_round_the_circle(heading: int, turn: int, after: int) -> None:
    play = Board(Car(heading=heading, tracks={"engine": "S...."}))
    play.run(act(play, play.car(), ActOrder(legs=(Leg(turn=turn),))))
    assert play.car().heading == after


# -------------------------------------------------------------------------------------------------------- brakes


@pytest.mark.rule("CC-040", "CC-005")
@pytest.mark.parametrize(
    ("inches", "face", "short", "harmed"),
    [
        (3, 13, 3, False),
        (3, 12, 3, True),
        (5.5, 10, 0, False),
        (5.5, 9, 0, True),
        (0, 16, 6, False),
        (0, 15, 6, True),
    ],
)
def test_who_moves_less_than_his_minimum_brakes(inches: float, face: int, short: int, *, harmed: bool) -> None:
    play = Board(Car(at=(1000, 1000), tracks={"engine": ".SS.."}), Car(id="b1", at=(1000, 4000)), faces=[face])
    play.run(act(play, play.car(), ActOrder(legs=ahead(inches))))
    (entry,) = play.entries_of("brakes")
    assert (entry.rule, entry.more) == ("CC-040", {"short": short, "face": face, "harmed": harmed})
    assert [log_entry.more["placed_by"] for log_entry in play.entries_of("damage")] == ["opponent"] * harmed
    assert play.car("b1").caused == 0


@pytest.mark.rule("CC-040", "CC-034")
@pytest.mark.parametrize("inches", [6, 9])
def test_who_moves_his_minimum_does_not_brake(inches: int) -> None:
    play = Board(Car(at=(1000, 1000), tracks={"engine": ".SS.."}))
    play.run(act(play, play.car(), ActOrder(legs=ahead(inches))))
    assert play.entries_of("brakes") == []


@pytest.mark.rule("CC-040", "CC-048")
def test_the_owner_of_the_nearest_enemy_places_what_braking_does() -> None:
    play = Board(
        Car(at=(1000, 1000), cards=("rifle",), tracks={"engine": ".SS.."}),
        Car(id="a2", at=(1000, 1300)), Car(id="b1", at=(1000, 3000)), Car(id="c1", at=(1000, 2500)),
        Car(id="c2", at=(1000, 2500)), faces=[1],
    )  # fmt: skip
    assert play.run(act(play, play.car(), ActOrder()), PlaceOrder(component="engine")) == [Question("c1", "place")]
    play.car("c1").status = play.car("c2").status = "exploded"
    enemy = nearest_enemy(play, play.car())
    assert enemy is not None
    assert enemy.id == "b1"


@pytest.mark.rule("CC-040")
def test_without_an_enemy_the_owner_places_it_himself() -> None:
    play = Board(Car(cards=("rifle",), tracks={"engine": ".SS.."}), faces=[1])
    assert play.run(act(play, play.car(), ActOrder()), PlaceOrder(component="rifle")) == [Question("a1", "place")]
    assert (play.entries_of("damage")[0].more["placed_by"], nearest_enemy(play, play.car())) == ("owner", None)


@pytest.mark.rule("CC-033", "CC-040")
@pytest.mark.parametrize("engine", [".....", "S....", "..S.."])
def test_with_one_token_or_none_nobody_has_to_move(engine: str) -> None:
    play = Board(Car(tracks={"engine": engine}))
    play.run(act(play, play.car(), ActOrder()))
    assert play.log.entries == []


# --------------------------------------------------------------------------------------------------- rough ground


@pytest.mark.rule("CC-045", "CC-005", "CC-048")
@pytest.mark.parametrize(
    ("inches", "face", "through", "harmed"),
    [
        (4.5, 13, 3, False),
        (4.5, 12, 3, True),
        (12, 19, 9, False),
        (12, 18, 9, True),
        (2, 10, 0, False),
        (2, 9, 0, True),
        (2.49, 10, 0, False),
        (2.5, 10, 1, True),
    ],
)
def test_rough_ground_is_rolled_for_by_the_inches_moved_in_it(
    inches: float, face: int, through: int, *, harmed: bool
) -> None:
    play = Board(Car(at=(2700, 2400), tracks={"engine": "....S"}), terrain=MUD, faces=[face])
    play.run(act(play, play.car(), ActOrder(legs=ahead(inches))))
    (entry,) = play.entries_of("rough")
    assert entry.more == {"piece": "rough 0", "inches": through, "face": face, "harmed": harmed}
    assert len(play.entries_of("damage")) == harmed


@pytest.mark.rule("CC-045")
def test_each_piece_is_rolled_for_once_and_its_inches_add_up() -> None:
    two = [("rough", [(20, 20), (22, 20), (22, 28), (20, 28)]), *MUD]
    play = Board(Car(at=(1700, 2400), tracks={"engine": "...SS"}), terrain=two, faces=[15, 14])
    play.run(act(play, play.car(), ActOrder(legs=ahead(4, 4, 6))))
    assert [entry.more["piece"] for entry in play.entries_of("rough")] == ["rough 0", "rough 1"]
    assert [entry.more["inches"] for entry in play.entries_of("rough")] == [5, 2]
    assert play.car().x == 3100


@pytest.mark.rule("CC-045", "CC-065")
def test_a_car_that_rough_ground_blows_up_rolls_for_no_more() -> None:
    two = [("rough", [(20, 20), (22, 20), (22, 28), (20, 28)]), *MUD]
    play = Board(Car(at=(1700, 2400), tracks={"engine": "DDDDS"}), terrain=two, faces=[1])
    play.run(act(play, play.car(), ActOrder(legs=ahead(15))))
    assert (play.car().status, len(play.entries_of("rough"))) == ("exploded", 1)


@pytest.mark.rule("CC-046", "CC-045")
def test_what_is_crossed_before_contact_is_rolled_for() -> None:
    wall = [*MUD, ("blocking", [(33, 10), (35, 10), (35, 40), (33, 40)])]
    play = Board(Car(at=(2700, 2400), tracks={"engine": "S...S"}), terrain=wall, faces=[11])
    play.run(act(play, play.car(), ActOrder(legs=ahead(9))))
    assert [entry.more["inches"] for entry in play.entries_of("rough")] == [3]
    assert play.car().x == 3150


# ---------------------------------------------------------------------------------------------- actions on the way


@pytest.mark.rule("CC-017")
def test_attacks_are_made_before_during_and_after_the_move() -> None:
    play = Board(
        Car(
            at=(1000, 2400),
            cards=("cannon", "flamethrower"),
            tracks={"engine": ".SS..", "cannon": "SS", "flamethrower": "S.."},
        ),
        Car(id="b1", at=(2800, 2400)),
        faces=[1, 1, 1],
    )
    attacks = (
        Attack(weapon="flamethrower", target="b1", after=2),
        Attack(weapon="cannon", target="b1", after=0),
        Attack(weapon="cannon", target="b1", after=1),
    )
    play.run(act(play, play.car(), ActOrder(legs=ahead(4, 5), attacks=attacks)))
    assert [entry.kind for entry in play.log.entries] == [
        "attack", "hits", "move", "attack", "hits", "move", "attack", "hits"
    ]  # fmt: skip


@pytest.mark.rule("CC-017", "CC-046")
def test_what_was_meant_for_later_than_a_contact_is_done_where_the_car_stands() -> None:
    wall = [("blocking", [(30, 10), (32, 10), (32, 40), (30, 40)])]
    play = Board(
        Car(at=(2700, 2400), cards=("cannon", "mines"), tracks={"cannon": "S.", "mines": "S..."}),
        Car(id="b1", at=(2700, 2800)),
        terrain=wall,
        faces=[1],
    )  # fmt: skip
    order = ActOrder(
        legs=ahead(1, 1, 1),
        attacks=(Attack(weapon="cannon", target="b1", after=3),),
        lays=(Lay(card="mines", after=2),),
    )
    play.car().tracks["engine"] = [0, 0, 1, 0, 0]
    play.run(act(play, play.car(), order))
    assert [entry.kind for entry in play.log.entries] == ["move", "move", "stopped", "lay", "attack", "hits"]
    assert (play.state.markers[0].x, play.car().x) == (2850, 2850)


@pytest.mark.rule("CC-017", "CC-065")
def test_a_car_that_explodes_on_the_way_does_nothing_more() -> None:
    play = Board(
        Car(at=(4450, 2400), cards=("cannon",), tracks={"engine": "DSSDD", "cannon": "SD"}),
        Car(id="b1", at=(4300, 200)),
    )
    order = ActOrder(legs=ahead(9), attacks=(Attack(weapon="cannon", target="b1", after=1),))
    play.run(act(play, play.car(), order))
    assert (play.car().status, play.entries_of("attack"), play.entries_of("no_attack")) == ("exploded", [], [])


@pytest.mark.rule("CC-064", "CC-017")
def test_a_car_with_a_dead_engine_still_attacks() -> None:
    play = Board(
        Car(cards=("cannon",), tracks={"engine": "DDDDD", "cannon": "S."}), Car(id="b1", at=(2400, 2800)), faces=[1]
    )
    play.car().status = "immobile"
    play.run(act(play, play.car(), ActOrder(attacks=(Attack(weapon="cannon", target="b1"),))))
    assert [entry.kind for entry in play.log.entries] == ["attack", "hits"]


@pytest.mark.rule("CC-073")
def test_a_fixer_frees_the_engine_of_a_damage_token_before_the_car_attacks() -> None:
    play = Board(
        Car(cards=("rifle", "fanatical_fixer"), tracks={"engine": "S...D", "rifle": "S.", "fanatical_fixer": "S."})
    )
    play.run(act(play, play.car(), ActOrder(swaps=(Swap(first=("engine", 5), second=("rifle", 1)),))))
    assert play.tracks() == {"engine": "S...S", "rifle": "D.", "fanatical_fixer": ".."}
    (entry,) = play.entries_of("swap")
    assert (entry.before, entry.after) == (
        {"fanatical_fixer": [1, 0], "engine": [1, 0, 0, 0, 2], "rifle": [1, 0]},
        {"fanatical_fixer": [0, 0], "engine": [1, 0, 0, 0, 1], "rifle": [2, 0]},
    )


@pytest.mark.rule("CC-073", "CC-064")
def test_a_fixer_brings_a_dead_engine_back() -> None:
    play = Board(
        Car(cards=("rifle", "fanatical_fixer"), tracks={"engine": "DDDDD", "rifle": "S.", "fanatical_fixer": "SS"})
    )
    play.car().status = "immobile"
    swap(play, play.car(), Swap(first=("rifle", 1), second=("engine", 1)))
    assert (play.car().status, play.tracks()) == (
        "active", {"engine": "SDDDD", "rifle": "D.", "fanatical_fixer": "S."}
    )  # fmt: skip
    assert [entry.rule for entry in play.entries_of("engine")] == ["CC-064"]


@pytest.mark.rule("CC-073", "CC-074")
@pytest.mark.parametrize(
    ("held", "first", "second", "why"),
    [
        ("S.", ("engine", 1), ("engine", 2), "no token there"),
        ("S.", ("engine", 0), ("engine", 5), "no token there"),
        ("S.", ("engine", 5), ("engine", 6), "no token there"),
        ("S.", ("horn", 1), ("engine", 5), "no token there"),
        ("S.", ("engine", 1), ("fanatical_fixer", 1), "on the fixer"),
        ("S.", ("engine", 5), ("engine", 5), "one token"),
        ("S.", ("engine", 1), ("armor", 1), "armor"),
        ("..", ("engine", 1), ("engine", 5), "no token"),
    ],
)
def test_a_swap_that_cannot_be_made_lapses(
    held: str, first: tuple[str, int], second: tuple[str, int], why: str
) -> None:
    marks = {"engine": "S...D", "armor": "D", "fanatical_fixer": held}
    play = Board(Car(cards=("armor_1", "fanatical_fixer"), tracks=marks))
    swap(play, play.car(), Swap(first=first, second=second))
    assert [(entry.kind, entry.more["why"]) for entry in play.log.entries] == [("no_swap", why)]
    assert play.tracks() == marks


@pytest.mark.rule("CC-073", "CC-074")
def test_damage_may_be_swapped_onto_armor() -> None:
    marks = {"engine": "SSS.D", "armor": "D.", "fanatical_fixer": "S."}
    play = Board(Car(cards=("armor_2", "fanatical_fixer"), tracks=marks))
    swap(play, play.car(), Swap(first=("engine", 5), second=("armor", 1)))
    assert play.tracks() == {"engine": "SSS.D", "armor": "D.", "fanatical_fixer": ".."}


@pytest.mark.rule("CC-076", "CC-073")
@pytest.mark.parametrize(("first", "second"), [(("mines", 1), ("engine", 1)), (("engine", 5), ("mines", 1))])
def test_a_box_used_up_by_laying_stays_where_it_is(first: tuple[str, int], second: tuple[str, int]) -> None:
    marks = {"engine": "S...D", "mines": "U...", "fanatical_fixer": "S."}
    play = Board(Car(cards=("mines", "fanatical_fixer"), tracks=marks))
    order = Swap(first=first, second=second)
    with pytest.raises(OrderIllegal, match="leave the boxes used up by laying where they are"):
        refuse_illegal(play, play.car(), ActOrder(swaps=(order,)))
    swap(play, play.car(), order)
    assert [(entry.kind, entry.more["why"]) for entry in play.log.entries] == [("no_swap", "used up")]
    assert play.tracks() == marks


# --------------------------------------------------------------------------------------------------------- turbo


@pytest.mark.rule("CC-081")
def test_a_turbo_takes_damage_on_its_card_first_then_on_the_engine() -> None:
    play = Board(Car(cards=("turbo", "armor_1"), tracks={"engine": "..SS."}))
    play.run(boost(play, play.car()))
    assert (play.tracks(), play.car().boosted) == ({"engine": "..SS.", "turbo": "D", "armor": "."}, True)
    play.run(boost(play, play.car()))
    assert play.tracks()["engine"] == "..SSD"
    assert [entry.rule for entry in play.entries_of("damage")] == ["CC-081", "CC-081"]
    assert TURBO_INCHES == 6


@pytest.mark.rule("CC-081", "CC-064", "CC-040")
def test_a_turbo_that_kills_the_engine_or_covers_the_car_ends_the_move() -> None:
    marks = {"engine": "DDDDS", "turbo": "D", "rifle": "S."}
    play = Board(Car(at=(1000, 1000), cards=("turbo", "rifle"), tracks=marks))
    play.run(act(play, play.car(), ActOrder(legs=ahead(11), turbo=True)))
    assert (play.car().x, play.car().status) == (1000, "immobile")
    blown = Board(Car(at=(1000, 1000), cards=("turbo",), tracks={"engine": "DDDSS", "turbo": "D"}))
    blown.car().tracks["engine"] = [2, 2, 2, 2, 1]
    blown.run(act(blown, blown.car(), ActOrder(turbo=True)))
    assert (blown.car().status, blown.entries_of("brakes")) == ("exploded", [])


@pytest.mark.rule("CC-081", "CC-040")
def test_a_turbo_that_pushes_a_token_off_leaves_the_minimum_of_the_move_as_it_was() -> None:
    play = Board(Car(at=(1000, 1000), cards=("turbo",), tracks={"engine": "...SS", "turbo": "D"}), faces=[20])
    play.run(act(play, play.car(), ActOrder(legs=ahead(11), turbo=True)))
    assert play.tracks()["engine"] == "...SD"
    assert [entry.more["short"] for entry in play.entries_of("brakes")] == [1]

"""Orders that no rule allows are refused, and those at the limit are not (CC-016 to CC-018, CC-034 to CC-037)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.carcult.match.orders import (
    ActOrder,
    AllocateOrder,
    Attack,
    Lay,
    Leg,
    Order,
    PlaceOrder,
    ShiftOrder,
    StartOrder,
    Swap,
    read_order,
)
from rules.carcult.match.state import DamagePlacement
from rules.carcult.play.order_checks import LEGS, refuse_illegal, turns_in
from rules.core.switches import Setting
from rules.match.stepwise_play import OrderIllegal
from tests.rules.carcult.boards import Board, Car, ahead

CARDS = ("machine_gun", "mines", "gutsy_gunner", "fanatical_fixer", "armor_1", "turbo", "oil", "ram")
HELD = {
    "engine": ".SSS.",
    "machine_gun": "S.",
    "mines": "SS..",
    "gutsy_gunner": "S.",
    "fanatical_fixer": "S.",
    "oil": "S.",
}


def ready(*, switches: Mapping[str, Setting] | None = None, **held: str) -> Board:
    """A car that moves 9 to 12 inches, with two turns, 2 inches of drift and a token on most of its cards."""
    return Board(Car(cards=CARDS, tracks={**HELD, **held}), Car(id="a2"), Car(id="b1"), switches=switches)


def refused(play: Board, order: Order, id: str = "a1") -> str:
    """The sentence of the refusal; empty if the order may be given."""
    try:
        refuse_illegal(play, play.car(id), order)
    except OrderIllegal as error:
        return error.sentence
    return ""


def may(order: Order, *, switches: Mapping[str, Setting] | None = None, **held: str) -> bool:
    return not refused(ready(switches=switches, **held), order)


# ------------------------------------------------------------------------------------------------------ documents


@pytest.mark.parametrize(
    ("kind", "document", "order"),
    [
        ("start", {}, StartOrder()),
        ("shift", {"tokens": 2}, ShiftOrder(tokens=2)),
        ("allocate", {"tokens": {"engine": 1}}, AllocateOrder(tokens={"engine": 1})),
        ("place", {"component": "engine"}, PlaceOrder(component="engine")),
        (
            "act",
            {"legs": [{"forward": 300, "turn": -45}], "swaps": [{"first": ["engine", 1], "second": ["rifle", 2]}]},
            ActOrder(legs=(Leg(forward=300, turn=-45),), swaps=(Swap(first=("engine", 1), second=("rifle", 2)),)),
        ),
    ],
)
def test_a_document_holds_the_order_of_its_kind(kind: str, document: dict[str, Any], order: Order) -> None:
    assert read_order(kind, document) == order


@pytest.mark.parametrize(
    ("kind", "document", "said"),
    [
        ("start", {"tokens": "two"}, "order.tokens is not a whole number"),
        ("start", {"tokens": 1.5}, "order.tokens is not a whole number"),
        ("shift", {"token": 1}, "order has no field 'token' (it has plan, tokens)"),
        ("allocate", {"tokens": [1]}, "order.tokens is no object with fields"),
        ("allocate", {"tokens": {"engine": "all"}}, "order.tokens 'engine' is not a whole number"),
        ("place", {}, "order lacks 'component'"),
        ("act", {"legs": [{"forwards": 300}]}, "order.legs 1 has no field 'forwards' (it has forward, drift, turn)"),
        ("act", {"attacks": [{"weapon": "rifle"}]}, "order.attacks 1 lacks 'target'"),
        ("act", {"turbo": 1}, "order.turbo is neither true nor false"),
        ("act", {"swaps": [{"first": ["engine"], "second": ["rifle", "2"]}]},
         "order.swaps 1.first is no list of 2 entries; order.swaps 1.second 2 is not a whole number"),
        ("act", {"legs": [{}] * 101}, "order.legs has more than 100 entries"),
        ("act", [], "order is no object with fields"),
    ],
)  # fmt: skip
def test_a_document_that_holds_none_is_refused_with_every_field_that_is_wrong(
    kind: str, document: Any, said: str
) -> None:
    with pytest.raises(OrderIllegal) as raised:
        read_order(kind, document)
    assert raised.value.sentence == f"This is not a {kind} order: {said}. Fix each of these."


@pytest.mark.rule("CC-014", "CC-017", "CC-030", "CC-034", "CC-041", "CC-050", "CC-055", "CC-073", "CC-076")
def test_an_order_that_says_nothing_asks_for_nothing() -> None:
    assert (StartOrder().tokens, ShiftOrder().tokens, AllocateOrder().tokens) == (0, 0, {})
    assert (Leg().forward, Leg().drift, Leg().turn) == (0, 0, 0)
    attack, swap = Attack(weapon="rifle", target="b1"), Swap(first=("engine", 1), second=("rifle", 1))
    assert (attack.after, attack.rerolls, swap.after, Lay(card="mines").after) == (0, 0, 0, 0)
    assert ActOrder() == ActOrder(legs=(), attacks=(), lays=(), swaps=(), turbo=False)


# ------------------------------------------------------------------------------------------------------- numbers


@pytest.mark.rule("CC-030")
@pytest.mark.parametrize(("tokens", "legal"), [(-1, False), (0, True), (2, True), (3, False)])
def test_a_start_is_within_what_the_engine_takes(tokens: int, *, legal: bool) -> None:
    assert may(StartOrder(tokens=tokens)) is legal


@pytest.mark.rule("CC-014", "CC-041")
@pytest.mark.parametrize(("tokens", "legal"), [(-1, False), (0, True), (3, True), (4, False)])
def test_no_more_is_shifted_down_than_there_is(tokens: int, *, legal: bool) -> None:
    assert may(ShiftOrder(tokens=tokens)) is legal


@pytest.mark.rule("CC-016", "CC-018", "CC-031", "CC-074")
@pytest.mark.parametrize(
    ("tokens", "legal"),
    [
        ({}, True),
        ({"engine": 2}, True),
        ({"engine": 3}, False),
        ({"engine": -1}, False),
        ({"mines": 2}, True),
        ({"engine": 2, "mines": 1}, True),
        ({"engine": 2, "mines": 2}, False),
        ({"gutsy_gunner": 1}, True),
        ({"gutsy_gunner": 2}, False),
        ({"armor": 1}, False),
        ({"cannon": 0}, False),
    ],
)
def test_tokens_go_where_there_is_room_and_no_more_than_are_made(tokens: dict[str, int], *, legal: bool) -> None:
    marks = {"engine": "...DD", "gutsy_gunner": ".D", "machine_gun": "..", "fanatical_fixer": ".."}
    assert may(AllocateOrder(tokens=tokens), **marks) is legal


@pytest.mark.rule("CC-061", "CC-062")
@pytest.mark.parametrize(("component", "legal"), [("engine", True), ("mines", True), ("armor", False), ("", False)])
def test_damage_goes_where_it_may(component: str, *, legal: bool) -> None:
    play = ready()
    play.state.placing = DamagePlacement(car="b1", side="opponent", components=["engine", "mines"])
    assert (refused(play, PlaceOrder(component=component)) == "") is legal


# --------------------------------------------------------------------------------------------------------- moves


@pytest.mark.rule("CC-034", "CC-032", "CC-040")
@pytest.mark.parametrize(
    ("legs", "legal"),
    [
        ((), True),
        (ahead(12), True),
        (ahead(6, 6), True),
        (ahead(12.01), False),
        (ahead(6, 6.01), False),
        (ahead(0.01), True),
        ((Leg(forward=-1),), False),
        (ahead(*[0.1] * LEGS), True),
        (ahead(*[0.1] * (LEGS + 1)), False),
    ],
)
def test_a_move_is_no_longer_than_the_maximum(legs: tuple[Leg, ...], *, legal: bool) -> None:
    assert may(ActOrder(legs=legs)) is legal


@pytest.mark.rule("CC-033", "CC-034", "CC-064")
@pytest.mark.parametrize(("engine", "legal"), [("S....", True), (".....", False), ("DDDDD", False)])
def test_without_a_token_there_is_no_move(engine: str, *, legal: bool) -> None:
    assert may(ActOrder(legs=(Leg(turn=45),)), engine=engine) is legal
    assert may(ActOrder(), engine=engine) is True


@pytest.mark.rule("CC-036", "CC-037")
@pytest.mark.parametrize(
    ("turns", "taken"),
    [
        ((), 0),
        ((0,), 0),
        ((1,), 1),
        ((45,), 1),
        ((46,), 2),
        ((-45,), 1),
        ((-46,), 2),
        ((90,), 2),
        ((20, 20), 2),
        ((40,), 1),
    ],
)
def test_a_turn_goes_forty_five_degrees_and_is_not_split(turns: tuple[int, ...], taken: int) -> None:
    assert turns_in(Leg(turn=turn) for turn in turns) == taken


@pytest.mark.rule("CC-036", "CC-037")
@pytest.mark.parametrize(
    ("engine", "legs", "legal"),
    [
        (".SSS.", ahead(1, 1, turn=45), True),
        (".SSS.", ahead(1, turn=90), True),
        (".SSS.", ahead(1, turn=91), False),
        (".SSS.", ahead(1, 1, 1, turn=15), False),
        ("SSSS.", ahead(1, 1, turn=20), False),
        ("SSSS.", ahead(1, turn=40), True),
    ],
)
def test_there_are_as_many_turns_as_free_zones(engine: str, legs: tuple[Leg, ...], *, legal: bool) -> None:
    assert may(ActOrder(legs=legs), engine=engine) is legal


@pytest.mark.rule("CC-035")
@pytest.mark.parametrize(
    ("drifts", "legal"),
    [((200,), True), ((201,), False), ((-201,), False), ((100, -100), True), ((100, -101), False)],
)
def test_all_drifts_together_are_within_the_limit(drifts: tuple[int, ...], *, legal: bool) -> None:
    assert may(ActOrder(legs=tuple(Leg(forward=100, drift=drift) for drift in drifts))) is legal


@pytest.mark.rule("CC-035")
@pytest.mark.switch("carcult.drift_limit", "per_side")
@pytest.mark.parametrize("drifts", [(200, -200), (100, -200, 100)])
def test_by_house_rule_each_side_has_the_limit(drifts: tuple[int, ...]) -> None:
    switches: dict[str, Setting] = {"carcult.drift_limit": "per_side"}
    legs = tuple(Leg(forward=100, drift=drift) for drift in drifts)
    assert may(ActOrder(legs=legs), switches=switches) is True
    assert may(ActOrder(legs=(*legs, Leg(forward=100, drift=1))), switches=switches) is False
    assert may(ActOrder(legs=(*legs, Leg(forward=100, drift=-1))), switches=switches) is False


@pytest.mark.rule("CC-035")
@pytest.mark.parametrize(("forward", "legal"), [(0, False), (1, True)])
def test_a_car_drifts_only_while_it_moves(forward: int, *, legal: bool) -> None:
    assert may(ActOrder(legs=(Leg(forward=forward, drift=100),))) is legal


# --------------------------------------------------------------------------------------------- actions on the way


@pytest.mark.rule("CC-017")
@pytest.mark.parametrize(("after", "legal"), [(-1, False), (0, True), (1, True), (2, True), (3, False)])
def test_things_are_done_before_during_or_after_the_move(after: int, *, legal: bool) -> None:
    legs = ahead(5, 5)
    assert may(ActOrder(legs=legs, attacks=(Attack(weapon="machine_gun", target="b1", after=after),))) is legal
    assert may(ActOrder(legs=legs, lays=(Lay(card="mines", after=after),))) is legal
    swap = Swap(first=("engine", 2), second=("mines", 1), after=after)
    assert may(ActOrder(legs=legs, swaps=(swap,))) is legal


@pytest.mark.rule("CC-017")
@pytest.mark.switch("carcult.attack_window", "after_move")
def test_by_house_rule_attacks_and_swaps_come_after_the_move() -> None:
    switches: dict[str, Setting] = {"carcult.attack_window": "after_move"}
    swap = Swap(first=("engine", 2), second=("mines", 1))
    for after, legal in ((1, False), (2, True)):
        attack = Attack(weapon="machine_gun", target="b1", after=after)
        assert may(ActOrder(legs=ahead(5, 5), attacks=(attack,)), switches=switches) is legal
    assert may(ActOrder(legs=ahead(5), swaps=(swap,)), switches=switches) is False
    assert may(ActOrder(swaps=(swap,)), switches=switches) is True
    assert may(ActOrder(legs=ahead(5), lays=(Lay(card="mines"),)), switches=switches) is True


@pytest.mark.rule("CC-050", "CC-051", "CC-055")
@pytest.mark.parametrize(
    ("attacks", "legal"),
    [
        ((Attack(weapon="machine_gun", target="b1"),), True),
        ((Attack(weapon="machine_gun", target="b1"),) * 2, False),
        ((Attack(weapon="cannon", target="b1"),), False),
        ((Attack(weapon="mines", target="b1"),), False),
        ((Attack(weapon="engine", target="b1"),), False),
        ((Attack(weapon="machine_gun", target="a2"),), False),
        ((Attack(weapon="machine_gun", target="a1"),), False),
        ((Attack(weapon="machine_gun", target="z9"),), False),
        ((Attack(weapon="machine_gun", target="b1", rerolls=1),), True),
        ((Attack(weapon="machine_gun", target="b1", rerolls=2),), False),
        ((Attack(weapon="machine_gun", target="b1", rerolls=-1),), False),
    ],
)
def test_each_token_on_a_weapon_is_one_attack_at_an_enemy(attacks: tuple[Attack, ...], *, legal: bool) -> None:
    assert may(ActOrder(attacks=attacks)) is legal


@pytest.mark.rule("CC-051", "CC-076")
def test_a_card_without_a_token_does_nothing() -> None:
    assert may(ActOrder(attacks=(Attack(weapon="machine_gun", target="b1"),)), machine_gun="..") is False
    assert may(ActOrder(lays=(Lay(card="mines"),)), mines="....") is False


@pytest.mark.rule("CC-050")
def test_a_car_off_the_table_is_no_target() -> None:
    play = ready()
    play.car("b1").status = "exploded"
    assert "name an enemy car" in refused(play, ActOrder(attacks=(Attack(weapon="machine_gun", target="b1"),)))


@pytest.mark.rule("CC-073", "CC-051")
def test_a_token_that_is_swapped_onto_a_weapon_may_be_attacked_with() -> None:
    swap = Swap(first=("engine", 2), second=("machine_gun", 2))
    attacks = (Attack(weapon="machine_gun", target="b1"),) * 2
    assert may(ActOrder(swaps=(swap,), attacks=attacks), machine_gun="SD") is True
    turned = Swap(first=swap.second, second=swap.first)
    assert may(ActOrder(swaps=(turned,), attacks=attacks), machine_gun="SD") is True
    assert may(ActOrder(attacks=attacks), machine_gun="SD") is False
    assert may(ActOrder(swaps=(swap,), attacks=(*attacks, attacks[0])), machine_gun="SD") is False


@pytest.mark.rule("CC-076")
@pytest.mark.parametrize(
    ("cards", "legal"),
    [
        (("mines",), True),
        (("mines",) * 2, True),
        (("mines",) * 3, False),
        (("machine_gun",), False),
        (("oil",), False),
    ],
)
def test_each_token_on_the_mines_is_one_mine(cards: tuple[str, ...], *, legal: bool) -> None:
    assert may(ActOrder(lays=tuple(Lay(card=card) for card in cards))) is legal


@pytest.mark.rule("CC-082")
@pytest.mark.switch("carcult.slicks", True)
@pytest.mark.parametrize("cards", [("oil",), ("oil", "mines")])
def test_by_house_rule_oil_may_be_laid(cards: tuple[str, ...]) -> None:
    switches: dict[str, Setting] = {"carcult.slicks": True}
    assert may(ActOrder(lays=tuple(Lay(card=card) for card in cards)), switches=switches) is True
    assert may(ActOrder(lays=(Lay(card="oil"),) * 2), switches=switches) is False


@pytest.mark.rule("CC-073", "CC-074")
@pytest.mark.parametrize(
    ("first", "second", "legal"),
    [
        (("engine", 2), ("mines", 2), True),
        (("engine", 1), ("mines", 1), False),
        (("engine", 2), ("fanatical_fixer", 1), False),
        (("engine", 2), ("engine", 2), False),
        (("engine", 2), ("armor", 1), False),
        (("horn", 1), ("engine", 2), False),
        (("engine", 0), ("mines", 1), False),
        (("engine", 6), ("mines", 1), False),
    ],
)
def test_two_tokens_are_swapped_that_are_there(
    first: tuple[str, int], second: tuple[str, int], *, legal: bool
) -> None:
    assert may(ActOrder(swaps=(Swap(first=first, second=second),)), armor="D") is legal


@pytest.mark.rule("CC-073")
def test_a_fixer_swaps_as_often_as_he_has_tokens_and_in_the_order_of_the_move() -> None:
    swap = Swap(first=("engine", 2), second=("mines", 1))
    assert may(ActOrder(swaps=(swap, swap))) is False
    assert may(ActOrder(swaps=(swap, swap)), fanatical_fixer="SS") is True
    assert may(ActOrder(swaps=(swap,)), fanatical_fixer="..") is False
    onto = Swap(first=("engine", 5), second=("mines", 1), after=1)
    armored = Swap(first=("engine", 5), second=("armor", 1))
    marks = {"engine": ".SSSD", "armor": "D", "fanatical_fixer": "SS"}
    assert may(ActOrder(legs=ahead(5), swaps=(onto, armored)), **marks) is True
    marks = {"engine": ".SSSD", "armor": "D", "fanatical_fixer": "SS"}
    late = Swap(first=("engine", 5), second=("armor", 1), after=1)
    early = Swap(first=("engine", 5), second=("mines", 1))
    assert may(ActOrder(legs=ahead(5), swaps=(late, early)), **marks) is False


@pytest.mark.rule("CC-081")
@pytest.mark.switch("carcult.turbo", True)
def test_by_house_rule_a_turbo_adds_six_inches_once() -> None:
    switches: dict[str, Setting] = {"carcult.turbo": True}
    assert may(ActOrder(legs=ahead(18), turbo=True), switches=switches) is True
    assert may(ActOrder(legs=ahead(18.01), turbo=True), switches=switches) is False
    assert may(ActOrder(legs=ahead(12.01)), switches=switches) is False
    assert may(ActOrder(turbo=True), switches=switches, engine=".....") is False
    used = ready(switches=switches)
    used.car().boosted = True
    assert refused(used, ActOrder(turbo=True)) != ""
    assert refused(Board(Car(tracks={"engine": "SS..."}), switches=switches), ActOrder(turbo=True)) != ""


@pytest.mark.rule("CC-081", "CC-082")
def test_without_the_house_rule_a_turbo_does_nothing() -> None:
    assert may(ActOrder(turbo=True)) is False

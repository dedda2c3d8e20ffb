"""Attack actions: token, range, sight, dice, rerolls, hits and damage (CC-001, CC-050 to CC-055, CC-060, CC-061)."""

from __future__ import annotations

import pytest

from rules.carcult.cards import WEAPONS
from rules.carcult.combat.attacks import apply_hits, fire, is_hit, modifier_against
from rules.carcult.match.match import Question
from rules.carcult.match.orders import Attack, PlaceOrder
from tests.rules.carcult.boards import Board, Car

GUNS = ("machine_gun", "cannon", "flamethrower", "rifle")
READY = {"machine_gun": "S.", "cannon": "SS", "flamethrower": "S..", "rifle": "S."}


def shot(play: Board, weapon: str, *orders: PlaceOrder, rerolls: int = 0, target: str = "b1") -> list[Question]:
    attack = Attack(weapon=weapon, target=target, rerolls=rerolls)
    return play.run(fire(play, play.car(), attack), *orders)


@pytest.mark.rule("CC-001", "CC-054")
@pytest.mark.parametrize(
    ("face", "modifier", "hits"),
    [
        (10, 0, True), (9, 0, False), (4, 6, True), (3, 6, False), (1, 10, False), (2, 8, True), (2, 7, False),
        (20, -30, True), (19, -9, True), (19, -10, False),
    ],
)  # fmt: skip
def test_ten_or_more_hits_but_for_the_naturals(face: int, modifier: int, *, hits: bool) -> None:
    assert is_hit(face, modifier) is hits


@pytest.mark.rule("CC-053", "CC-073")
@pytest.mark.parametrize(
    ("weapon", "engine", "driver", "modifier"),
    [
        ("rifle", "...SS", "..", -9),
        ("rifle", "..SS.", "..", -6),
        ("cannon", ".....", "..", 6),
        ("cannon", "S....", "S.", 4),
        ("mines", "SS...", "SS", 3),
    ],
)
def test_blast_helps_and_speed_and_the_driver_hurt(weapon: str, engine: str, driver: str, modifier: int) -> None:
    target = Car(id="b1", cards=("dangerous_driver",), tracks={"engine": engine, "dangerous_driver": driver})
    play = Board(target)
    assert modifier_against(play, play.car("b1"), WEAPONS[weapon]) == modifier


@pytest.mark.rule("CC-053")
def test_a_blast_of_three_at_a_minimum_of_nine_is_six_less() -> None:
    play = Board(
        Car(cards=GUNS, tracks=READY), Car(id="b1", at=(2400, 2800), tracks={"engine": "..SS."}), faces=[15, 16]
    )
    shot(play, "rifle")
    (entry,) = play.entries_of("hits")
    assert (entry.more["modifier"], entry.more["faces"], entry.more["hits"]) == (-6, [15, 16], 1)


@pytest.mark.rule("CC-060", "CC-061", "CC-051")
def test_two_cannon_hits_are_two_tokens_each_placed_by_turns() -> None:
    play = Board(
        Car(cards=GUNS, tracks=READY), Car(id="b1", at=(2400, 2800), cards=("rifle", "machine_gun")), faces=[4, 20]
    )
    places = [PlaceOrder(component=name) for name in ("rifle", "engine", "machine_gun", "engine")]
    questions = shot(play, "cannon", *places[:2]) + shot(play, "cannon", *places[2:])
    assert questions == [Question("b1", "place"), Question("a1", "place")] * 2
    assert play.tracks("b1") == {"engine": "...DD", "rifle": ".D", "machine_gun": ".D"}
    assert play.car().caused == 4
    assert [entry.more["placed_by"] for entry in play.entries_of("damage")] == ["owner", "opponent"] * 2
    assert play.tracks()["cannon"] == ".."


@pytest.mark.rule("CC-051", "CC-075")
@pytest.mark.parametrize(("weapon", "dice"), [("machine_gun", 3), ("cannon", 1), ("flamethrower", 1), ("rifle", 2)])
def test_an_attack_rolls_as_many_dice_as_the_weapon_has_shots(weapon: str, dice: int) -> None:
    play = Board(Car(cards=GUNS, tracks=READY), Car(id="b1", at=(2400, 2800)), faces=[1] * dice)
    shot(play, weapon)
    assert (play.stream is not None and play.stream.unused_count()) == 0
    assert [(entry.more["faces"], entry.more["hits"]) for entry in play.entries_of("hits")] == [([1] * dice, 0)]
    assert play.dice.log[0].sides == 20


@pytest.mark.rule("CC-052", "CC-075", "CC-003")
@pytest.mark.parametrize(
    ("weapon", "inches"), [("machine_gun", 12), ("cannon", 24), ("flamethrower", 6), ("rifle", 18)]
)
def test_a_range_is_inclusive_and_beyond_it_the_token_is_spent(weapon: str, inches: int) -> None:
    for beyond in (0, 1):
        place = (700 + 300 + 100 * inches + beyond, 2400)
        play = Board(Car(at=(700, 2400), cards=GUNS, tracks=READY), Car(id="b1", at=place), faces=[1] * 3)
        shot(play, weapon)
        assert play.tracks()[weapon].count("S") == READY[weapon].count("S") - 1
        assert [entry.more["why"] for entry in play.entries_of("no_attack")] == ["out of range"] * beyond
        assert len(play.entries_of("hits")) == 1 - beyond


@pytest.mark.rule("CC-052", "CC-004")
def test_without_a_clear_line_the_token_is_spent_all_the_same() -> None:
    wall = [("blocking", [(26, 10), (27, 10), (27, 40), (26, 40)])]
    play = Board(Car(cards=GUNS, tracks=READY), Car(id="b1", at=(3000, 2400)), terrain=wall)
    shot(play, "cannon")
    (entry,) = play.entries_of("no_attack")
    assert (entry.rule, entry.more["why"], entry.before, entry.after) == (
        "CC-052", "no sight", {"cannon": [1, 1]}, {"cannon": [1, 0]}
    )  # fmt: skip


@pytest.mark.rule("CC-052")
def test_a_target_that_is_off_the_table_by_now_costs_the_token() -> None:
    play = Board(Car(cards=GUNS, tracks=READY), Car(id="b1", at=(2400, 2800)))
    play.car("b1").status = "exploded"
    shot(play, "rifle")
    assert [entry.more["why"] for entry in play.entries_of("no_attack")] == ["gone"]
    assert play.tracks()["rifle"] == ".."


@pytest.mark.rule("CC-051")
def test_a_weapon_that_lost_its_token_meanwhile_does_not_attack() -> None:
    play = Board(Car(cards=GUNS), Car(id="b1", at=(2400, 2800)))
    shot(play, "rifle")
    assert [(entry.rule, entry.more["why"]) for entry in play.log.entries] == [("CC-051", "no token")]


# ------------------------------------------------------------------------------------------------------ rerolls


def gunner(held: str, faces: list[int]) -> Board:
    cards = ("rifle", "machine_gun", "gutsy_gunner")
    mine = Car(cards=cards, tracks={"rifle": "S.", "machine_gun": "S.", "gutsy_gunner": held})
    return Board(mine, Car(id="b1", at=(2400, 2800)), faces=faces)


@pytest.mark.rule("CC-055", "CC-073")
def test_each_reroll_spends_a_token_of_the_gunner_on_the_first_die_that_missed() -> None:
    play = gunner("SS", [6, 7, 3, 20])
    shot(play, "rifle", rerolls=2)
    assert [(entry.more["was"], entry.more["face"]) for entry in play.entries_of("reroll")] == [(6, 3), (3, 20)]
    assert play.entries_of("hits")[0].more["faces"] == [20, 7]
    assert play.tracks()["gutsy_gunner"] == ".."


@pytest.mark.rule("CC-055")
def test_a_die_that_hits_is_not_rerolled_and_the_next_one_is() -> None:
    play = gunner("SS", [7, 6, 5, 8])
    shot(play, "rifle", rerolls=2)
    assert play.entries_of("hits")[0].more["faces"] == [7, 8]
    assert play.entries_of("hits")[0].more["hits"] == 2


@pytest.mark.rule("CC-055")
@pytest.mark.parametrize(("held", "wanted", "spent"), [("SS", 0, 0), ("SS", 1, 1), ("S.", 2, 1), ("..", 2, 0)])
def test_no_more_is_rerolled_than_ordered_nor_than_the_gunner_has(held: str, wanted: int, spent: int) -> None:
    play = gunner(held, [2, 2, *[3] * spent])
    shot(play, "rifle", rerolls=wanted)
    assert len(play.entries_of("reroll")) == spent
    assert play.tracks()["gutsy_gunner"].count("S") == held.count("S") - spent


@pytest.mark.rule("CC-054", "CC-055")
def test_naturals_are_judged_on_the_last_roll() -> None:
    play = gunner("S.", [1, 19, 20])
    shot(play, "rifle", rerolls=1)
    assert (play.entries_of("hits")[0].more["faces"], play.entries_of("hits")[0].more["hits"]) == ([20, 19], 2)


# ------------------------------------------------------------------------------------------------------- effects


@pytest.mark.rule("CC-103", "CC-063")
@pytest.mark.parametrize(("armor", "criticals"), [("..", 0), (".D", 1), ("DD", 1)])
def test_an_attack_that_goes_beyond_armor_counts_as_one_critical(armor: str, criticals: int) -> None:
    play = Board(Car(), Car(id="b1", cards=("armor_2",), tracks={"armor": armor}))
    play.run(apply_hits(play, play.car("b1"), [2], by=play.car(), rule="CC-061", why="cannon"))
    assert play.car().criticals == criticals
    assert [entry.after for entry in play.entries_of("critical")] == [{"criticals": 1}] * criticals


@pytest.mark.rule("CC-103", "CC-067")
def test_a_mine_under_a_friend_is_no_critical() -> None:
    play = Board(Car(), Car(id="a2"))
    play.run(apply_hits(play, play.car("a2"), [2], by=play.car(), rule="CC-061", why="mines"))
    assert (play.car().criticals, play.car().caused, play.tracks("a2")["engine"]) == (0, 0, "...DD")


@pytest.mark.rule("CC-065", "CC-061")
def test_a_car_that_is_covered_explodes_and_the_rest_of_the_damage_is_lost() -> None:
    play = Board(Car(at=(200, 2400), cards=GUNS, tracks=READY), Car(id="b1", tracks={"engine": "DDDD."}), faces=[10])
    shot(play, "cannon")
    assert (play.car("b1").status, play.car().caused, play.car().kills) == ("exploded", 1, ["b1"])

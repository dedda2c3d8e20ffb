"""The autopilot's estimates of chances, and where it puts speed and damage tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.carcult.cards import WEAPONS
from rules.carcult.first_autopilot import Autopilot
from rules.carcult.first_autopilot.damage_placement import (
    choose_component,
    most_dispensable_component,
    most_valuable_component,
)
from rules.carcult.first_autopilot.estimates import (
    ONE_TOKEN,
    best_enemy_attack,
    expected,
    guess,
    guns_of,
    hit_chance,
    is_behind,
    may_come_near,
    square_between,
)
from rules.carcult.first_autopilot.move_choice import choose_move
from rules.carcult.first_autopilot.token_allocation import choose_allocation, may_be_attacked, ranked_guns
from rules.carcult.match.orders import Lay
from rules.carcult.match.state import DamagePlacement
from rules.carcult.play.order_checks import refuse_illegal
from tests.rules.carcult.boards import Board, Car

AWAY = (4000, 2400)


def face_to_face(*puts: Car, **more: Any) -> Board:
    """A hauler that faces a buzzbox far ahead, or the given cars."""
    return Board(*(puts or (Car(at=(800, 2400), engine="hauler"), Car(id="b1", at=AWAY, engine="buzzbox"))), **more)


# ---------------------------------------------------------------------------------------------------- chances


@pytest.mark.rule("CC-053", "CC-054", "CC-095")
@pytest.mark.parametrize(
    ("modifier", "faces"), [(0, 11), (-6, 5), (-9, 2), (-10, 1), (-30, 1), (7, 18), (8, 19), (9, 19), (30, 19)]
)
def test_a_twenty_always_hits_and_a_one_never(modifier: int, faces: int) -> None:
    assert hit_chance(modifier) == faces
    assert ONE_TOKEN == 20


@pytest.mark.rule("CC-053", "CC-095", "CC-096")
@pytest.mark.parametrize(
    ("weapon", "deals"), [("machine_gun", 3 * 12), ("cannon", 2 * 17), ("flamethrower", 19), ("rifle", 2 * 14)]
)
def test_expected_damage_is_shots_by_damage_by_chance(weapon: str, deals: int) -> None:
    play = face_to_face()
    assert expected(play, WEAPONS[weapon], play.car("b1")) == deals


@pytest.mark.rule("CC-002")
@pytest.mark.parametrize(("percent", "near"), [(0, True), (10, False), (-10, True)])
def test_distances_are_guessed(percent: int, *, near: bool) -> None:
    play = face_to_face()
    play.state.guesses = {"b1": percent}
    assert guess(play, play.car("b1")) == 100 + percent
    assert square_between(play.car(), play.car("b1")) == 3200 * 3200
    assert may_come_near(3200 * 3200, 100 + percent, 2875) is near


@pytest.mark.rule("CC-002")
def test_an_enemy_of_whom_nothing_was_guessed_is_where_it_is() -> None:
    play = face_to_face()
    assert guess(play, play.car("b1")) == 100
    assert may_come_near(3200 * 3200, 100, 2874) is False


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize(
    ("heading", "behind"), [(0, False), (180, True), (90, False), (270, False), (91, True), (89, False)]
)
def test_what_is_square_to_a_car_is_not_behind_it(heading: int, *, behind: bool) -> None:
    play = Board(Car(at=(800, 2400), heading=heading), Car(id="b1", at=AWAY))
    assert is_behind(play.car(), play.car("b1")) is behind


@pytest.mark.rule("CC-095", "CC-096")
def test_an_enemy_strikes_as_far_as_its_longest_gun_and_its_move() -> None:
    guns = ("machine_gun", "cannon")
    play = face_to_face(Car(), Car(id="b1", at=AWAY, engine="buzzbox", cards=guns, tracks={"engine": "SS.."}))
    assert best_enemy_attack(play, play.car("b1"), play.car()) == (36, 100 * (24 + 8))
    play.car("b1").tracks["machine_gun"] = [2, 2]
    assert best_enemy_attack(play, play.car("b1"), play.car()) == (34, 100 * (24 + 8))
    play.car("b1").tracks["cannon"] = [2, 2]
    assert best_enemy_attack(play, play.car("b1"), play.car()) == (0, 0)
    assert guns_of(play, play.car("b1")) == []


# --------------------------------------------------------------------------------------------------- tokens


CREWED = ("dangerous_driver", "gutsy_gunner", "fanatical_fixer", "rifle", "machine_gun", "mines")


def armed(**more: Any) -> Board:
    """A hauler at full speed with all its cards, and 20 inches ahead an armed enemy that has not acted."""
    return face_to_face(
        Car(at=(800, 2400), engine="hauler", cards=CREWED, tracks={"engine": "SSSS..", **more.pop("tracks", {})}),
        Car(id="b1", at=(2800, 2400), heading=180, engine="buzzbox", cards=("rifle",), **more),
    )  # fmt: skip


@pytest.mark.rule("CC-016", "CC-095")
def test_tokens_go_on_driver_best_gun_and_gunner_in_that_order() -> None:
    play = armed()
    assert choose_allocation(play, play.car()).tokens == {"dangerous_driver": 2, "machine_gun": 2, "gutsy_gunner": 2}
    refuse_illegal(play, play.car(), choose_allocation(play, play.car()))


@pytest.mark.rule("CC-095")
def test_the_driver_is_left_when_nobody_who_comes_first_reaches_him() -> None:
    play = armed()
    play.car("b1").acted = True
    assert may_be_attacked(play, play.car()) is False
    assert "dangerous_driver" not in choose_allocation(play, play.car()).tokens
    play.car("b1").tracks["engine"] = [1, 1, 1, 1]
    assert may_be_attacked(play, play.car()) is False
    play.car().tracks["engine"] = [1, 1, 1, 0, 0, 0]
    assert may_be_attacked(play, play.car()) is True
    play.car("b1").tracks["rifle"] = [2, 2]
    assert may_be_attacked(play, play.car()) is False


@pytest.mark.rule("CC-095")
def test_guns_rank_by_what_they_deal_to_whom_they_may_reach() -> None:
    play = armed()
    assert [name for name, _ in ranked_guns(play, play.car(), 0)] == ["machine_gun", "rifle"]
    play.car("b1").tracks["engine"] = [1, 1, 1, 0]
    assert [name for name, _ in ranked_guns(play, play.car(), 0)] == ["rifle", "machine_gun"]
    play.car("b1").tracks["engine"] = [0, 0, 0, 0]
    play.car("b1").x = 800 + 100 * (12 + 11) + 326
    assert [name for name, _ in ranked_guns(play, play.car(), 0)] == ["rifle"]
    assert [name for name, _ in ranked_guns(play, play.car(), 1)] == ["machine_gun", "rifle"]
    play.car("b1").x = 800 + 100 * (18 + 11) + 326
    assert ranked_guns(play, play.car(), 0) == []


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize(("cards", "gunner"), [(("gutsy_gunner", "cannon"), True), (("gutsy_gunner", "rifle"), True)])
def test_the_gunner_has_a_token_only_where_two_dice_are_thrown(cards: Sequence[str], *, gunner: bool) -> None:
    play = face_to_face(
        Car(at=(800, 2400), engine="hauler", cards=cards, tracks={"engine": "SSSS.."}),
        Car(id="b1", at=(2000, 2400), engine="buzzbox"),
    )  # fmt: skip
    assert ("gutsy_gunner" in choose_allocation(play, play.car()).tokens) is gunner
    play.car().tracks[cards[1]] = [0, 2]
    assert ("gutsy_gunner" in choose_allocation(play, play.car()).tokens) is (cards[1] == "rifle")
    play.car().tracks[cards[1]] = [2, 2]
    assert "gutsy_gunner" not in choose_allocation(play, play.car()).tokens


@pytest.mark.rule("CC-095")
def test_fixer_and_mines_wait_for_their_cause() -> None:
    play = face_to_face(
        Car(at=(2400, 2400), engine="hauler", cards=("fanatical_fixer", "mines"), tracks={"engine": "SSSS.."}),
        Car(id="b1", at=(3600, 2400), engine="buzzbox"),
    )  # fmt: skip
    assert choose_allocation(play, play.car()).tokens == {}
    play.car("b1").x = 1200
    assert choose_allocation(play, play.car()).tokens == {"mines": 3}
    play.car().tracks["engine"] = [1, 1, 1, 1, 0, 2]
    assert choose_allocation(play, play.car()).tokens == {"fanatical_fixer": 2}


@pytest.mark.rule("CC-082", "CC-095")
@pytest.mark.switch("carcult.slicks", True)
def test_oil_and_caltrops_are_laid_as_mines_are_where_they_are_played() -> None:
    play = face_to_face(
        Car(at=(2400, 2400), engine="hauler", cards=("oil", "caltrops"), tracks={"engine": "SSSS..", "oil": "S."}),
        Car(id="b1", at=(1200, 2400), engine="buzzbox"),
        switches={"carcult.slicks": True},
    )  # fmt: skip
    assert choose_allocation(play, play.car()).tokens == {"oil": 1, "caltrops": 1}
    assert choose_move(play, play.car()).lays == (Lay(card="oil"),)


# ------------------------------------------------------------------------------------------------- placing


ALL = ("dangerous_driver", "rifle", "machine_gun", "turbo", "armor_2")


@pytest.mark.rule("CC-063", "CC-097")
@pytest.mark.parametrize(
    ("tracks", "components", "spares"),
    [
        ({}, ["engine", "armor", "rifle"], "armor"),
        ({}, ["engine", "rifle", "dangerous_driver"], "rifle"),
        ({"rifle": "S."}, ["engine", "rifle", "machine_gun", "dangerous_driver"], "machine_gun"),
        ({"rifle": "S."}, ["engine", "rifle", "dangerous_driver"], "rifle"),
        ({"rifle": ".D"}, ["engine", "machine_gun", "rifle"], "rifle"),
        ({}, ["engine", "dangerous_driver"], "dangerous_driver"),
        ({}, ["engine"], "engine"),
    ],
)
def test_an_owner_spares_what_he_needs(tracks: dict[str, str], components: list[str], spares: str) -> None:
    play = Board(Car(cards=ALL, tracks=tracks))
    assert most_dispensable_component(play, play.car(), components) == spares


@pytest.mark.rule("CC-097")
@pytest.mark.parametrize(
    ("engine", "components", "hurts"),
    [
        ("SSDDD", ["engine", "rifle", "machine_gun"], "engine"),
        ("S.DDD", ["rifle", "machine_gun"], "machine_gun"),
        ("SSSDD", ["engine", "rifle", "machine_gun"], "machine_gun"),
        ("SSS..", ["engine", "rifle", "dangerous_driver"], "rifle"),
        ("SSS..", ["engine", "dangerous_driver"], "engine"),
        ("SSS..", ["dangerous_driver", "engine"], "engine"),
        ("SSS..", ["dangerous_driver", "turbo"], "dangerous_driver"),
    ],
)
def test_an_attacker_goes_for_the_engine_that_two_hits_kill_or_the_best_weapon(
    engine: str, components: list[str], hurts: str
) -> None:
    play = Board(Car(cards=ALL, tracks={"engine": engine}))
    assert most_valuable_component(play, play.car(), components) == hurts


@pytest.mark.rule("CC-061", "CC-097")
@pytest.mark.parametrize(("side", "component"), [("owner", "rifle"), ("opponent", "engine")])
def test_each_side_places_its_own_way(side: str, component: str) -> None:
    play = Board(Car(cards=ALL, tracks={"engine": "SSDDD"}), Car(id="b1"))
    play.state.placing = DamagePlacement(car="a1", side=side, components=["engine", "rifle", "dangerous_driver"])
    assert choose_component(play).component == component
    assert Autopilot().order(play, play.car("b1"), "place") == choose_component(play)

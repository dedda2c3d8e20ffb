"""Tokens on tracks (CC-015, CC-016, CC-018, CC-030 to CC-036, CC-062 to CC-066, CC-073, CC-076, CC-080, CC-101)."""

from __future__ import annotations

import pytest

from rules.carcult.car import tokens
from rules.carcult.match.state import DAMAGE, FREE, SPEED, USED
from tests.rules.carcult.boards import DRAWN, HELD, Board, Car

CREWED = ("dangerous_driver", "gutsy_gunner", "fanatical_fixer")


def track(drawn: str) -> list[int]:
    return [HELD[letter] for letter in drawn]


def drawn(zones: list[int]) -> str:
    return "".join(DRAWN[content] for content in zones)


@pytest.mark.rule("CC-018", "CC-076")
def test_the_four_things_an_action_zone_holds_differ() -> None:
    assert (FREE, SPEED, DAMAGE, USED) == (0, 1, 2, 3)


@pytest.mark.rule("CC-016", "CC-018", "CC-066")
@pytest.mark.parametrize(
    ("before", "number", "after"),
    [
        ("......", 0, "......"),
        ("......", 2, "SS...."),
        ("SS....", 2, "SSSS.."),
        (".S.D.U", 2, "SSSD.U"),
        (".S.D.U", 3, "SSSDSU"),
        ("DU", 0, "DU"),
    ],
)
def test_tokens_fill_the_free_action_zones_from_the_left(before: str, number: int, after: str) -> None:
    zones = track(before)
    tokens.fill(zones, number)
    assert drawn(zones) == after


@pytest.mark.rule("CC-018")
@pytest.mark.parametrize(
    ("before", "free", "sound"), [("", 0, 0), (".SDU", 1, 2), ("..", 2, 2), ("SS", 0, 2), ("DU", 0, 0)]
)
def test_a_zone_with_a_token_takes_no_other_and_one_with_damage_is_not_sound(
    before: str, free: int, sound: int
) -> None:
    assert (tokens.open_az(track(before)), tokens.sound_az(track(before))) == (free, sound)


@pytest.mark.rule("CC-041")
@pytest.mark.parametrize(
    ("before", "number", "after"),
    [("SSS.", 1, "SS.."), ("SSSD", 2, "S..D"), ("S.S", 1, "S.."), ("SS", 0, "SS"), ("SSS", 3, "...")],
)
def test_tokens_leave_from_the_right(before: str, number: int, after: str) -> None:
    zones = track(before)
    tokens.take_off(zones, number)
    assert drawn(zones) == after


@pytest.mark.rule("CC-062")
@pytest.mark.parametrize(
    ("before", "after", "az"),
    [("....", "...D", 4), ("SSSS", "SSSD", 4), ("SSDD", "SDDD", 2), ("S.UD", "SDUD", 2), (".DDD", "DDDD", 1)],
)
def test_damage_goes_on_the_rightmost_zone_without_any_and_pushes_a_token_off(
    before: str, after: str, az: int
) -> None:
    zones = track(before)
    assert (tokens.put_damage_token(zones), drawn(zones)) == (az, after)


@pytest.mark.rule("CC-062")
def test_a_track_full_of_damage_takes_no_more() -> None:
    with pytest.raises(AssertionError, match="no room"):
        tokens.put_damage_token(track("DU"))


@pytest.mark.rule("CC-076")
@pytest.mark.parametrize(("before", "after"), [("S...", "U..."), ("SS..", "SU.."), ("S.SD", "S.UD"), ("SSS", "SSU")])
def test_laying_turns_the_rightmost_speed_token_into_a_used_zone(before: str, after: str) -> None:
    zones = track(before)
    tokens.use_up(zones)
    assert drawn(zones) == after


@pytest.mark.rule("CC-032", "CC-033")
@pytest.mark.parametrize(
    ("held", "least", "most"),
    [
        ("......", 0, 0),
        ("DDDDDD", 0, 0),
        ("S.....", 0, 2),
        ("..S...", 0, 8),
        ("SS....", 2, 5),
        ("SSS...", 5, 8),
        ("SSSSS.", 11, 14),
        ("SSSSSS", 14, 17),
        ("S..S..", 2, 11),
        ("S.S.SD", 8, 14),
    ],
)
def test_the_two_rightmost_speed_tokens_say_how_far_a_car_moves(held: str, least: int, most: int) -> None:
    play = Board(Car(engine="hauler", tracks={"engine": held}))
    assert tokens.move_of(play, play.car()) == (least, most)


@pytest.mark.rule("CC-035", "CC-005")
@pytest.mark.parametrize(("minimum", "inches"), [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3)])
def test_a_car_drifts_a_quarter_of_its_minimum_rounded_down(minimum: int, inches: int) -> None:
    assert tokens.drift_of(minimum) == inches


@pytest.mark.rule("CC-036")
@pytest.mark.parametrize(("held", "turns"), [(".....", 5), ("SSSSS", 0), ("SS...", 3), ("SS.DD", 1), ("S..UD", 2)])
def test_each_engine_zone_without_a_token_is_a_turn(held: str, turns: int) -> None:
    play = Board(Car(tracks={"engine": held}))
    assert tokens.turns_of_car(play, play.car()) == turns


@pytest.mark.rule("CC-036")
@pytest.mark.switch("carcult.turn_az", "no_st")
def test_by_house_rule_damage_takes_no_turn_away() -> None:
    play = Board(Car(tracks={"engine": "SS.DD"}), switches={"carcult.turn_az": "no_st"})
    assert tokens.turns_of_car(play, play.car()) == 3


@pytest.mark.rule("CC-015", "CC-066")
@pytest.mark.parametrize(
    ("engine", "driver", "made"),
    [
        (".....", "..", 6),
        ("SS...", "..", 6),
        ("SSS..", "..", 5),
        ("....D", "SD", 3),
        ("..DDD", "DD", 1),
        ("....U", "..", 5),
    ],
)
def test_each_symbol_that_no_token_covers_makes_a_token(engine: str, driver: str, made: int) -> None:
    play = Board(Car(cards=CREWED[:2], tracks={"engine": engine, "dangerous_driver": driver}))
    assert tokens.token_pool(play, play.car()) == made


@pytest.mark.rule("CC-073", "CC-053")
@pytest.mark.parametrize(("held", "less"), [("..", 0), ("S.", 2), ("SS", 4), ("SD", 2), ("DD", 0)])
def test_each_token_on_the_dangerous_driver_takes_two_off_an_attack(held: str, less: int) -> None:
    play = Board(Car(cards=CREWED, tracks={"dangerous_driver": held, "gutsy_gunner": "SS"}))
    assert tokens.dodge(play, play.car()) == less


@pytest.mark.rule("CC-073")
@pytest.mark.parametrize(("held", "dice"), [("..", 0), ("S.", 1), ("SS", 2), (".D", 0)])
def test_each_token_on_the_gutsy_gunner_is_a_reroll(held: str, dice: int) -> None:
    play = Board(Car(cards=CREWED, tracks={"gutsy_gunner": held, "dangerous_driver": "SS"}))
    assert tokens.rerolls(play, play.car()) == dice


@pytest.mark.rule("CC-062", "CC-063", "CC-074")
@pytest.mark.parametrize(
    ("engine", "armor", "gun", "first", "where"),
    [
        (".....", "..", "..", True, ["armor"]),
        (".....", ".D", "..", True, ["armor"]),
        (".....", "..", "..", False, ["engine", "armor", "machine_gun"]),
        (".....", "DD", "SS", True, ["engine", "machine_gun"]),
        ("DDDDD", "DD", "D.", True, ["machine_gun"]),
        ("DDDDU", "DD", "UU", True, []),
    ],
)
def test_damage_goes_on_armor_while_there_is_any(
    engine: str, armor: str, gun: str, *, first: bool, where: list[str]
) -> None:
    marks = {"engine": engine, "armor": armor, "machine_gun": gun}
    play = Board(Car(cards=("armor_2", "machine_gun"), tracks=marks))
    assert tokens.room_for_damage(play, play.car(), armor_first=first) == where


@pytest.mark.rule("CC-065", "CC-076")
@pytest.mark.parametrize(
    ("engine", "mines", "covered"), [("DDDDD", "UUDU", True), ("DDDDD", "UU.U", False), ("DDDDS", "UUUU", False)]
)
def test_a_car_is_covered_when_every_zone_has_damage_or_was_used(engine: str, mines: str, *, covered: bool) -> None:
    play = Board(Car(cards=("mines",), tracks={"engine": engine, "mines": mines}))
    assert tokens.is_covered(play.car()) is covered


@pytest.mark.rule("CC-064")
@pytest.mark.parametrize(
    ("engine", "was", "status"),
    [
        ("DDDDD", "active", "immobile"),
        ("DDDDS", "active", "active"),
        (".DDDD", "immobile", "active"),
        (".....", "exploded", "exploded"),
        ("DDDDD", "left", "left"),
    ],
)
def test_a_car_whose_engine_is_all_damage_is_immobile_while_it_is(engine: str, was: str, status: str) -> None:
    play = Board(Car(tracks={"engine": engine}))
    play.car().status = was
    tokens.update_engine_status(play.car())
    assert play.car().status == status


@pytest.mark.rule("CC-101", "CC-076")
def test_what_is_left_to_repair_is_damage_beyond_armor_without_used_zones() -> None:
    marks = {"engine": "SS.DD", "armor": "DD", "mines": "S.DU"}
    play = Board(Car(cards=("armor_2", "mines"), tracks=marks))
    assert tokens.standing_criticals(play, play.car()) == 3


@pytest.mark.rule("CC-076")
@pytest.mark.switch("carcult.mine_dt_counts", True)
def test_by_house_rule_used_zones_are_repaired_like_damage() -> None:
    play = Board(Car(cards=("mines",), tracks={"mines": "S.DU"}), switches={"carcult.mine_dt_counts": True})
    assert tokens.standing_criticals(play, play.car()) == 2


@pytest.mark.rule("CC-080")
@pytest.mark.switch("carcult.carry_over", True)
@pytest.mark.parametrize(("criticals", "kept"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_by_house_rule_a_car_keeps_as_much_damage_as_its_plug(criticals: int, kept: int) -> None:
    play = Board(Car(criticals=criticals), switches={"carcult.carry_over": True})
    assert tokens.carried_over_damage(play, play.car()) == kept
    assert tokens.carried_over_damage(Board(Car(criticals=2), switches={"carcult.carry_over": True}), play.car()) == 2


@pytest.mark.rule("CC-080")
def test_damage_does_not_stay_unless_the_house_says_so() -> None:
    play = Board(Car(criticals=3))
    assert tokens.carried_over_damage(play, play.car()) == 0

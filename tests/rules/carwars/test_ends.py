"""When a duel ends and who is placed where: thresholds, holds, precedence, fallbacks and ties."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.scoring.causes import NobodyElse
from rules.carwars.scoring.endings import DuelEnd
from rules.carwars.scoring.event_checks import DuelEventsRefused
from rules.carwars.scoring.events import Counter, TimeCalled
from rules.carwars.scoring.sheet_text import end_sentence
from tests.rules.carwars.duels import at, control, crew, duel, hit, kill, scored, speed

MANY = "abcdefgh"


def ended(sheet: Any) -> tuple[int, str, str] | None:
    """The phase, the reason and the winner of a duel's end."""
    return None if sheet.end is None else (sheet.end.phase, sheet.end.reason, sheet.end.winner)


def wins(phase: int, winner: str, victims: str, part: str = "destroyed") -> list[Any]:
    """Kills of a winner in one phase: 40 points each, 20 for a part."""
    return [kill(phase, victim, winner, part) for victim in victims]


@pytest.mark.rule("CW-S-027", "CW-S-028", "CW-S-038")
def test_100_points_in_control_end_the_duel_at_the_close_of_the_phase() -> None:
    most = [*wins(3, "a", "bc"), *wins(3, "a", "d", "mobility")]
    sheet = scored(duel(MANY), *most, closed=9)
    assert ended(sheet) == (3, "instant", "a")
    assert sheet.places["a"] == 1
    assert ended(scored(duel(MANY), *wins(3, "a", "bc"), closed=9)) is None


@pytest.mark.rule("CW-S-028", "CW-S-030")
@pytest.mark.parametrize("state", ["skidding", "spinning", "rolling"])
def test_100_points_wait_for_control_and_count_if_they_are_still_there(state: str) -> None:
    most = [
        *wins(3, "a", "bc"),
        *wins(3, "a", "d", "mobility"),
        control(3, "a", state),
        control(6, "a", "controlled"),
    ]
    assert ended(scored(duel(MANY), *most, closed=9)) == (6, "instant", "a")
    lost = [*most, kill(5, "a", "e", "mobility")]
    assert ended(scored(duel(MANY), *lost, closed=9)) is None


@pytest.mark.rule("CW-S-030")
def test_a_car_without_a_driver_is_not_in_control_and_a_stationary_one_with_a_driver_is() -> None:
    most = [*wins(3, "a", "bc"), *wins(3, "a", "d", "mobility")]
    assert ended(scored(duel(MANY), *most, crew(3, "a", 0), closed=9)) is None
    still = [*wins(2, "a", "bcd"), kill(3, "a", "e", "mobility"), speed(3, "a", 0)]
    assert ended(scored(duel(MANY), *still[:3], closed=9)) == (2, "instant", "a")
    more = [kill(1, "a", "h", "mobility"), speed(1, "a", 0), *wins(2, "a", "bcd")]
    assert ended(scored(duel(MANY), *more, closed=9)) == (2, "instant", "a")


@pytest.mark.rule("CW-S-029")
def test_80_points_reached_at_turn_3_phase_2_are_tested_from_turn_8_phase_2_on() -> None:
    sheet = scored(duel(MANY), *wins(12, "a", "bc"), closed=150)
    assert ended(sheet) == (37, "held", "a")
    assert duel().settings.moment(37) == "turn 8, phase 2"


@pytest.mark.rule("CW-S-029", "CW-S-030")
def test_the_hold_waits_for_control_as_well() -> None:
    events = [*wins(12, "a", "bc"), control(36, "a", "spinning"), control(40, "a", "controlled")]
    assert ended(scored(duel(MANY), *events, closed=150)) == (40, "held", "a")


@pytest.mark.rule("CW-S-001", "CW-S-029")
@pytest.mark.parametrize(("settings", "phase"), [({"phases_per_turn": 3}, 15), ({"held_win_phases": 7}, 7)])
def test_the_hold_is_five_turns_or_as_many_phases_as_the_league_says(settings: dict[str, int], phase: int) -> None:
    sheet = scored(duel(MANY, **settings), *wins(1, "a", "bc"), closed=60)
    assert ended(sheet) == (1 + phase, "held", "a")


@pytest.mark.rule("CW-S-031")
def test_a_hold_that_is_interrupted_begins_anew() -> None:
    events = [*wins(2, "a", "bc"), kill(10, "a", "d", "mobility"), *wins(12, "a", "e", "mobility")]
    sheet = scored(duel(MANY), *events, closed=150)
    assert ended(sheet) == (37, "held", "a")
    assert [standing["a"].held_since for standing in sheet.phases[8:12]] == [2, None, None, 12]


@pytest.mark.rule("CW-S-032")
def test_the_higher_threshold_goes_before_the_hold() -> None:
    events = [*wins(2, "a", "bc"), *wins(27, "d", "ef"), *wins(27, "d", "g", "mobility")]
    assert ended(scored(duel(MANY), *events, closed=60)) == (27, "instant", "d")


@pytest.mark.rule("CW-S-033")
def test_two_who_meet_a_condition_in_one_phase_play_on_until_one_alone_does() -> None:
    both = [*wins(2, "a", "bc"), *wins(2, "d", "ef")]
    assert ended(scored(duel("abcdefghi"), *both, closed=60)) is None
    broken = [*both, control(40, "d", "skidding")]
    assert ended(scored(duel("abcdefghi"), *broken, closed=60)) == (40, "held", "a")


@pytest.mark.rule("CW-S-026")
@pytest.mark.parametrize(("counts", "wins_at"), [(True, None), (False, 3)])
def test_penalties_count_toward_the_thresholds_unless_the_league_says_otherwise(
    counts: bool, wins_at: int | None
) -> None:
    events = [*wins(3, "a", "bc"), *wins(3, "a", "d", "mobility"), Counter(**at(2), by="a", width=50, length=50)]
    sheet = scored(duel(MANY, penalties_count_toward_threshold=counts), *events, closed=5)
    assert (sheet.end.phase if sheet.end else None) == wins_at


@pytest.mark.rule("CW-S-001", "CW-S-027")
@pytest.mark.parametrize("counts", [False, True])
def test_bonuses_do_not_count_toward_the_thresholds(counts: bool) -> None:
    events = [hit(1, "a", "b"), *wins(3, "a", "bc"), *wins(3, "a", "d", "mobility")]
    table = duel(MANY, instant_win_threshold=101, bonuses_count_toward_threshold=counts)
    assert (scored(table, *events, closed=5).end is not None) is counts


@pytest.mark.rule("CW-S-034", "CW-S-038")
def test_the_duel_ends_with_the_last_vehicle_which_does_not_win_by_that() -> None:
    sheet = scored(duel("abcd"), *wins(2, "a", "bd"), kill(3, "a", NobodyElse()), closed=9)
    assert ended(sheet) == (3, "last_vehicle", "")
    assert sheet.places == {"a": 1, "b": 3, "c": 2, "d": 3}


@pytest.mark.rule("CW-S-034", "CW-S-038")
def test_it_ends_at_once_with_nobody_left() -> None:
    sheet = scored(duel("ab"), kill(2, "a", "b"), kill(2, "b", "a"), closed=9)
    assert ended(sheet) == (2, "last_vehicle", "")


@pytest.mark.rule("CW-S-034", "CW-S-038")
@pytest.mark.parametrize(("turns", "phase"), [(30, 150), (2, 10)])
def test_it_ends_at_the_close_of_its_last_turn(turns: int, phase: int) -> None:
    assert ended(scored(duel(turn_limit=turns), closed=200)) == (phase, "turn_limit", "")
    assert ended(scored(duel(turn_limit=turns), closed=phase - 1)) is None


@pytest.mark.rule("CW-S-034")
def test_a_condition_goes_before_the_end_of_the_last_turn() -> None:
    assert ended(scored(duel(MANY, turn_limit=6), *wins(5, "a", "bc"), closed=200)) == (30, "held", "a")


@pytest.mark.rule("CW-S-037")
@pytest.mark.parametrize("mode", ["fixed_turn", "clock_time"])
def test_without_thresholds_it_ends_at_its_turn_or_when_time_is_called(mode: str) -> None:
    most = [*wins(3, "a", "bc"), *wins(3, "a", "d", "mobility")]
    table = duel(MANY, end_mode=mode, turn_limit=4)
    assert ended(scored(table, *most, closed=50)) == (20, "turn_limit", "")
    assert ended(scored(table, *most, TimeCalled(**at(8)), closed=50)) == (8, "time_called", "")


@pytest.mark.rule("CW-S-035")
def test_who_meets_a_condition_is_first_whatever_the_totals_say() -> None:
    events = [*wins(2, "a", "def"), control(2, "a", "skidding"), *wins(2, "c", "gh"), *wins(2, "c", "i", "mobility")]
    sheet = scored(duel("abcdefghi"), *events, closed=9)
    assert ended(sheet) == (2, "instant", "c")
    assert sheet.scores["a"].total > sheet.scores["c"].total
    assert sheet.places == {"c": 1, "a": 2, "b": 3, "i": 4, "d": 5, "e": 5, "f": 5, "g": 5, "h": 5}


@pytest.mark.rule("CW-S-035")
def test_equal_totals_below_the_first_share_a_place() -> None:
    assert scored(duel("abcd"), kill(2, "d", "a"), closed=150).places == {"a": 1, "b": 2, "c": 2, "d": 4}


@pytest.mark.rule("CW-S-002", "CW-S-036")
@pytest.mark.parametrize(
    ("stopped", "places"),
    [
        ({}, {"a": 1, "b": 1}),
        ({"a": 4, "b": 6}, {"a": 2, "b": 1}),
        ({"a": 6, "b": 6}, {"a": 1, "b": 1}),
        ({"a": 6}, {"a": 2, "b": 1}),
        ({"a": None}, {"a": 2, "b": 1}),
        ({"a": None, "b": 9}, {"a": 1, "b": 2}),
    ],
    ids=["both mobile", "b later", "both at once", "b mobile", "a coasting, b mobile", "a coasting, b stopped"],
)
def test_a_tie_for_the_top_goes_to_who_was_able_to_move_last(
    stopped: dict[str, int | None], places: dict[str, int]
) -> None:
    worthless = {"bonus_still_moving": 0, "bonus_all_alive": 0, "mobility_kill": 0, "complete_kill_extra": 0}
    table = duel("abc", turn_limit=2, **worthless)
    events: list[Any] = [Counter(**at(1), by="c", squares=4)]
    for id, phase in stopped.items():
        events.append(kill(3, id, NobodyElse(), "mobility"))
        events += [] if phase is None else [speed(phase, id, 0)]
    assert scored(table, *events, closed=10).places == places | {"c": 3}


@pytest.mark.rule("CW-S-004", "CW-S-034")
def test_an_event_after_the_end_is_refused_with_the_phase_it_ended_in() -> None:
    with pytest.raises(DuelEventsRefused, match="ended at the close of turn 1, phase 2") as refused:
        scored(duel("ab"), kill(2, "b", "a"), hit(3, "b", "a"))
    assert refused.value.pointer == "/events/1"


@pytest.mark.rule("CW-S-027", "CW-S-038")
@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        (DuelEnd(phase=3, reason="instant", winner="a"), "a reached 100 points in control [CW-S-028]."),
        (DuelEnd(phase=3, reason="held", winner="a"), "a held 80 points for 25 phases [CW-S-029]."),
        (DuelEnd(phase=3, reason="last_vehicle"), "one vehicle was left at most [CW-S-034]."),
        (DuelEnd(phase=3, reason="turn_limit"), "the last turn was over [CW-S-034]."),
        (DuelEnd(phase=3, reason="time_called"), "time was called [CW-S-037]."),
    ],
)
def test_the_end_is_said_with_its_rule(end: DuelEnd, sentence: str) -> None:
    assert end_sentence(duel(), end) == f"The duel ended at the close of turn 1, phase 3: {sentence}"


@pytest.mark.rule("CW-S-004")
def test_a_duel_has_no_phase_before_its_first_event_and_one_for_each_up_to_the_last() -> None:
    empty = scored(duel())
    assert (empty.phases, empty.lines, empty.end) == ((), (), None)
    assert len(scored(duel(), hit(7, "a", "b")).phases) == 7
    assert scored(duel(), hit(7, "a", "b")).lines[0].phase == 7
    assert scored(duel(), hit(1, "a", "b")).lines[0].phase == 1

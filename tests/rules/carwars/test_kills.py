"""Kills: what each part is worth, to whom, and when a car that cannot move is out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.carwars.scoring.causes import Attack
from rules.carwars.scoring.duel import Arena, Feature
from rules.carwars.scoring.event_checks import DuelEventsRefused
from rules.carwars.scoring.events import Checkpoint, LeftArena, NotKilled, Reach, Ruled, Surrender, Takeover
from tests.rules.carwars.duels import at, crew, disarmed, duel, hit, kill, kill_points, reasons, scored, speed


@pytest.mark.rule("CW-S-003")
@pytest.mark.parametrize(("turn", "phase", "index"), [(1, 1, 1), (5, 4, 24), (30, 5, 150)])
def test_phases_are_counted_from_the_start(turn: int, phase: int, index: int) -> None:
    settings = duel().settings
    assert settings.phase_index(turn, phase) == index
    assert settings.moment(index) == f"turn {turn}, phase {phase}"


@pytest.mark.rule("CW-S-001", "CW-S-005", "CW-S-006", "CW-S-041")
def test_a_mobility_kill_and_a_complete_kill_are_20_each_way_and_credited_apart() -> None:
    sheet = scored(duel(), kill(3, "b", "a", "mobility"), kill(7, "b", "c", "complete"))
    assert kill_points(sheet) == {"a": 20, "b": -40, "c": 20}
    assert reasons(sheet, "kill") == [
        (3, "a", "CW-S-005", 20),
        (3, "b", "CW-S-005", -20),
        (7, "c", "CW-S-006", 20),
        (7, "b", "CW-S-006", -20),
    ]


@pytest.mark.rule("CW-S-007")
@pytest.mark.parametrize("mobility_before", [False, True])
def test_destruction_scores_both_parts_that_are_not_scored_yet(mobility_before: bool) -> None:
    before = [kill(2, "b", "c", "mobility")] if mobility_before else []
    sheet = scored(duel(), *before, kill(5, "b", "a"))
    assert kill_points(sheet) == ({"a": 20, "b": -40, "c": 20} if mobility_before else {"a": 40, "b": -40})


@pytest.mark.rule("CW-S-001")
def test_the_figures_of_kills_are_the_leagues_and_a_loss_may_cost_nothing() -> None:
    table = duel(mobility_kill=15, complete_kill_extra=10, loss_equals_gain=False)
    assert kill_points(scored(table, kill(1, "b", "a"))) == {"a": 25}


@pytest.mark.rule("CW-S-008")
def test_the_referee_is_asked_for_the_mobility_kill_of_a_car_that_nobody_can_drive() -> None:
    sheet = scored(duel(), crew(4, "b", 1, can_drive=False))
    assert [(proposal.duelist, proposal.rule) for proposal in sheet.proposals] == [("b", "CW-S-008")]
    assert scored(duel(), crew(4, "b", 1, can_drive=False), kill(4, "b", "a", "mobility")).proposals == ()


@pytest.mark.rule("CW-S-009")
def test_a_mobile_car_is_no_complete_kill() -> None:
    with pytest.raises(DuelEventsRefused, match="b can still move"):
        scored(duel(), kill(3, "b", "a", "complete"))
    with pytest.raises(DuelEventsRefused, match="b can still move"):
        scored(duel(), kill(3, "b", "a", "complete"), kill(4, "b", "a", "mobility"))
    assert kill_points(scored(duel(), kill(3, "b", "a", "complete"), kill(3, "b", "c", "mobility"))) == {
        "a": 20,
        "b": -40,
        "c": 20,
    }


@pytest.mark.rule("CW-S-010", "CW-S-011")
@pytest.mark.parametrize(
    ("mph", "reaches", "coasting", "out_at", "asked"),
    [
        (0, None, "judgement", 6, False),
        (80, None, "judgement", None, True),
        (80, True, "judgement", None, False),
        (10, False, "judgement", 6, False),
        (80, None, "on_stop", None, False),
        (80, None, "immediate", 6, False),
    ],
)
def test_a_dry_car_that_cannot_move_is_out_once_it_can_harm_nobody(
    mph: int, reaches: bool | None, coasting: str, out_at: int | None, asked: bool
) -> None:
    found = [] if reaches is None else [Reach(**at(6), of="b", reaches=reaches)]
    sheet = scored(
        duel(coasting_kill=coasting),
        kill(4, "b", "a", "mobility"),
        speed(6, "b", mph),
        disarmed(6, "b"),
        *found,
    )
    complete = sheet.scores["b"].complete_kill
    assert (complete.phase if complete else None) == out_at
    assert kill_points(sheet) == ({"a": 40, "b": -40} if out_at else {"a": 20, "b": -20})
    assert [proposal.rule for proposal in sheet.proposals] == ["CW-S-010"] * asked


@pytest.mark.rule("CW-S-011")
def test_a_coasting_car_that_runs_dry_is_out_when_it_stops_and_its_kill_goes_to_who_stopped_it() -> None:
    split = Ruled(shares={"a": "1/2", "c": "1/2"}, note="Both tires went in one phase.")
    sheet = scored(
        duel(coasting_kill="on_stop"),
        kill(4, "b", "a", "mobility", ruled=split),
        disarmed(5, "b"),
        speed(5, "b", 10),
        speed(9, "b", 0),
    )
    assert sheet.scores["b"].complete_kill is not None
    assert sheet.scores["b"].complete_kill.phase == 9
    assert kill_points(sheet) == {"a": 20, "b": -40, "c": 20}


@pytest.mark.rule("CW-S-011")
@pytest.mark.parametrize(
    ("settings", "points"),
    [({"ammo_out": False}, {"a": 20, "b": -20}), ({"ammo_out_credit": "nobody"}, {"a": 20, "b": -40})],
)
def test_running_dry_is_no_kill_or_nobodys_where_the_league_says_so(
    settings: dict[str, object], points: dict[str, int]
) -> None:
    sheet = scored(duel(**settings), kill(4, "b", "a", "mobility"), speed(4, "b", 0), disarmed(6, "b"))
    assert kill_points(sheet) == points


@pytest.mark.rule("CW-S-010")
def test_the_referee_may_find_that_a_dry_car_is_not_out_yet() -> None:
    kept = NotKilled(**at(6), on="b", note="It still lies on the ramp and blocks it.")
    sheet = scored(duel(), kill(4, "b", "a", "mobility"), speed(4, "b", 0), disarmed(6, "b"), kept)
    assert sheet.scores["b"].complete_kill is None


@pytest.mark.rule("CW-S-012")
def test_losing_every_weapon_scores_nothing() -> None:
    assert kill_points(scored(duel(), disarmed(3, "b"), hit(3, "a", "b"))) == {}


@pytest.mark.rule("CW-S-013")
def test_nobody_surrenders_or_leaves_where_that_is_not_allowed() -> None:
    with pytest.raises(DuelEventsRefused, match="nobody may surrender"):
        scored(duel(), Surrender(**at(3), of="b", to="a"))
    with pytest.raises(DuelEventsRefused, match="nobody may leave"):
        scored(duel(), LeftArena(**at(3), of="b"))


@pytest.mark.rule("CW-S-013")
@pytest.mark.parametrize(
    ("credit", "points"),
    [
        ("named", {"a": 20, "b": -40, "c": 20}),
        ("mobility_killer", {"c": 40, "b": -40}),
        ("nobody", {"c": 20, "b": -40}),
    ],
)
def test_a_surrender_is_credited_as_the_league_says(credit: str, points: dict[str, int]) -> None:
    table = duel(surrender=True, surrender_credit=credit)
    sheet = scored(table, kill(2, "b", "c", "mobility"), Surrender(**at(3), of="b", to="a"))
    assert kill_points(sheet) == points


@pytest.mark.rule("CW-S-013", "CW-S-034")
def test_who_leaves_the_arena_scores_no_kill_and_is_not_left() -> None:
    sheet = scored(duel("ab", exit_arena=True), LeftArena(**at(3), of="b"))
    assert kill_points(sheet) == {}
    assert sheet.end is not None
    assert sheet.end.reason == "last_vehicle"


@pytest.mark.rule("CW-S-015")
def test_a_kill_of_ones_own_costs_points_and_earns_nobody_any() -> None:
    sheet = scored(duel(), kill(3, "b", Attack(by="b")))
    assert kill_points(sheet) == {"b": -40}
    assert sheet.scores["b"].mobility_kill is not None
    assert sheet.scores["b"].mobility_kill.shares == {"": 1}


@pytest.mark.rule("CW-S-016")
@pytest.mark.parametrize("part", ["mobility", "destroyed"])
def test_each_part_of_a_kill_is_scored_once(part: str) -> None:
    for later in (3, 5):
        with pytest.raises(DuelEventsRefused, match="in one phase" if later == 3 else "already|has been out since"):
            scored(duel(), kill(3, "b", "a", part), kill(later, "b", "c", part))


@pytest.mark.rule("CW-S-047")
@pytest.mark.parametrize(
    ("shares", "points"),
    [
        ({"a": "1/3", "c": "1/3", "d": "1/3"}, {"a": Fraction(40, 3), "c": Fraction(40, 3), "d": Fraction(40, 3)}),
        ({"a": "1/2", "": "1/2"}, {"a": 20}),
    ],
)
def test_a_split_is_exact_and_the_loss_is_whole(shares: dict[str, str], points: dict[str, Fraction]) -> None:
    ruled = Ruled(shares=shares, note="They fired together.")
    assert kill_points(scored(duel("abcd"), kill(3, "b", "a", ruled=ruled))) == points | {"b": -40}


@pytest.mark.rule("CW-S-047")
@pytest.mark.parametrize(
    ("shares", "note", "says"),
    [
        ({"a": "1/2"}, "x", "add up to 1, and these to 1/2"),
        ({"a": "3/2", "c": "1/2"}, "x", "add up to 1, and these to 2"),
        ({"a": "3/2", "c": "-1/2"}, "x", "is no share"),
        ({"a": "1e9"}, "x", "is no share"),
        ({"a": "1"}, "a\x1b[2J", "say why"),
        ({"a": "1/0"}, "x", "is no share"),
        ({"a": "half"}, "x", "is no share"),
        ({"b": "1"}, "x", "own vehicle"),
        ({"a": "1"}, " ", "say why"),
        ({"z": "1"}, "x", "no vehicle 'z'"),
    ],
)
def test_a_ruled_credit_that_is_none_is_refused(shares: dict[str, str], note: str, says: str) -> None:
    with pytest.raises(DuelEventsRefused, match=says):
        scored(duel(), kill(3, "b", "a", ruled=Ruled(shares=shares, note=note)))


@pytest.mark.rule("CW-S-014")
def test_nobody_takes_over_another_car_unless_the_league_says_so() -> None:
    taken = [crew(2, "b", 1, can_drive=False), Takeover(**at(3), of="a", into="b")]
    with pytest.raises(DuelEventsRefused, match="nobody may take over"):
        scored(duel(), *taken)
    assert scored(duel(), *taken[:1]).proposals != ()
    assert scored(duel(takeover=True), *taken).proposals == ()


@pytest.mark.rule("CW-S-006", "CW-S-016")
def test_a_car_that_ran_dry_or_surrendered_is_out_and_not_killed_again() -> None:
    dry = [kill(1, "b", "a", "mobility"), speed(1, "b", 0), disarmed(2, "b")]
    for late in (kill(3, "b", "c", "complete"), kill(3, "b", "c"), hit(3, "c", "b")):
        with pytest.raises(DuelEventsRefused, match="b has been out since turn 1, phase 2"):
            scored(duel(), *dry, late)
    with pytest.raises(DuelEventsRefused, match="b has been out since turn 1, phase 1"):
        scored(duel(surrender=True), Surrender(**at(1), of="b", to="a"), kill(3, "b", "c"))


@pytest.mark.rule("CW-S-010", "CW-S-011")
def test_a_finding_that_a_rolling_car_is_not_killed_ends_when_it_stands() -> None:
    kept = NotKilled(**at(3), on="b", note="It rolls toward two others.")
    events = [kill(1, "b", "a", "mobility"), disarmed(2, "b"), kept]
    assert scored(duel(), *events, closed=8).proposals == ()
    stopped = scored(duel(), *events, speed(9, "b", 0)).scores["b"].complete_kill
    assert stopped is not None
    assert stopped.phase == 9
    with pytest.raises(DuelEventsRefused, match="b can still move"):
        scored(duel(), kept, kill(4, "b", "a", "mobility"))


@pytest.mark.rule("CW-S-007", "CW-S-019", "CW-S-036")
@pytest.mark.parametrize(("rolls_on", "mph"), [(False, 0), (True, 15)])
def test_a_destroyed_car_stands_unless_its_speed_is_entered(rolls_on: bool, mph: int) -> None:
    events = [kill(2, "b", "a"), *([speed(2, "b", 15)] if rolls_on else [])]
    assert scored(duel(), *events).scores["b"].speed == mph


@pytest.mark.rule("CW-S-017")
def test_the_referee_is_asked_who_lives_aboard_a_destroyed_car() -> None:
    assert [proposal.rule for proposal in scored(duel(), kill(2, "b", "a")).proposals] == ["CW-S-017"]
    assert scored(duel(), kill(2, "b", "a"), crew(2, "b", 0)).proposals == ()


@pytest.mark.rule("CW-S-017")
def test_the_referee_is_still_asked_who_lives_when_the_duel_is_over() -> None:
    events = [kill(2, "b", "a"), kill(2, "c", "a")]
    over = scored(duel(), *events, crew(2, "b", 0))
    assert over.end is not None
    assert [(proposal.duelist, proposal.rule) for proposal in over.proposals] == [("c", "CW-S-017")]
    assert scored(duel(), *events, crew(2, "b", 0), crew(2, "c", 1)).proposals == ()


@pytest.mark.rule("CW-S-009")
def test_the_referee_is_asked_for_the_kill_of_a_car_in_which_nobody_lives() -> None:
    sheet = scored(duel(), kill(2, "b", "a", "mobility"), speed(2, "b", 0), crew(3, "b", 0))
    assert [proposal.rule for proposal in sheet.proposals] == ["CW-S-009"]


@pytest.mark.rule("CW-S-005", "CW-S-007")
@pytest.mark.parametrize("reverse", [False, True])
def test_a_mobility_kill_and_a_destruction_of_one_phase_share_the_points(reverse: bool) -> None:
    events = [kill(3, "b", "c", "mobility"), kill(3, "b", "a")]
    sheet = scored(duel(), *(events[::-1] if reverse else events))
    assert kill_points(sheet) == {"a": 20, "b": -40, "c": 20}


@pytest.mark.rule("CW-S-013", "CW-S-020", "CW-S-034")
def test_a_car_that_is_out_or_away_earns_nothing_more() -> None:
    arena = Arena(checkpoints={"north": Feature(points=5)})
    touched = Checkpoint(**at(4), by="b", name="north")
    with pytest.raises(DuelEventsRefused, match="b has been out since"):
        scored(duel(arena=arena), kill(3, "b", "a"), touched)
    with pytest.raises(DuelEventsRefused, match="b has been out since"):
        scored(duel(arena=arena, exit_arena=True), LeftArena(**at(3), of="b"), touched)


@pytest.mark.rule("CW-S-010", "CW-S-047")
def test_the_reasoning_of_a_kill_names_its_rule_and_what_was_ruled_beside_what_was_proposed() -> None:
    ruled = Ruled(shares={"c": "1/2", "": "1/2"}, note="The tire was gone already.")
    sheet = scored(duel(), kill(3, "b", "a", "mobility", ruled=ruled))
    (line,) = (line for line in sheet.lines if line.duelist == "c")
    assert "Ruled by the referee: The tire was gone already. Proposed: a 1. a did it. [CW-S-041]" in line.reason
    assert "A share of 1/2 is nobody's." in next(line.reason for line in sheet.lines if line.duelist == "b")


@pytest.mark.rule("CW-S-047")
def test_a_kill_without_a_lost_share_says_nothing_of_one() -> None:
    assert not any("nobody's" in line.reason for line in scored(duel(), kill(3, "b", "a")).lines)

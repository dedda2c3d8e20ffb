"""The end of a duel: when it is over, bonuses and points, and what happens to the crews."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.core.switches import Setting
from rules.match.engine import play_match
from rules.match.packet import Packet
from rules.rhad import engine
from rules.rhad.car.kills import record_harm, update_kill_status
from rules.rhad.designs.stock_designs import stock_designs
from rules.rhad.log.box_score import box_score
from rules.rhad.log.story import narrate
from rules.rhad.match.duel_points import team_places, team_totals
from rules.rhad.match.state import CarStatus, ControlLoss
from rules.rhad.play.end_of_match import campaign_points, score_match
from rules.rhad.play.result import report_of
from tests.rules.rhad.boards import SKID, Board, Car, Orders, chance, setup_for
from tests.rules.rhad.duels import packet, played, seat, team


def crowd(cars: str = "abcdefg", **more: Car) -> Board:
    """Cars that stand far apart, each in a team of its own."""
    return Board(*(more.get(id, Car(id, at=(-9 + 3 * number, 0))) for number, id in enumerate(cars)))


def stop(play: Board, victims: str, *, by: str) -> None:
    """Make cars mobility kills, by fire."""
    for victim in victims:
        play.car(victim).power_plant = 0
        update_kill_status(play, play.car(victim), by=by)


def moment(phase: int) -> dict[str, int]:
    """The round and phase of a phase counted from the start."""
    turn, rest = divmod(phase - 1, 5)
    return {"turn": turn + 1, "phase": rest + 1}


def close_up_to(play: Board, last: int, *, since: int = 1) -> list[str]:
    """Close phases one after the other; the result is how each ended, empty texts where the duel goes on."""
    return [play.close(**moment(phase)).reason for phase in range(since, last + 1)]


def unarmed_duel(**switches: Setting) -> Packet:
    """Two cars without weapons, and house rules."""
    toothless = {**stock_designs()["plain_jane"], "weapons": []}
    teams = team("razors", seat("c1", toothless)), team("saints", seat("c2", toothless))
    return packet(*teams, switches={f"rhad.{name}": value for name, value in switches.items()})


# ------------------------------------------------------------------------------------------------------- its end


@pytest.mark.rule("RH-089", "CW-S-029")
def test_eighty_points_reached_at_phase_12_are_tested_from_the_close_of_phase_37_on() -> None:
    play = crowd()
    assert close_up_to(play, 11) == [""] * 11
    stop(play, "bcde", by="a")
    assert close_up_to(play, 36, since=12) == [""] * 25
    ended = play.close(**moment(37))
    assert (ended.reason, ended.winner, ended.limit, ended.held, ended.rule) == ("held", "a", 80, 25, "CW-S-029")


@pytest.mark.rule("RH-089", "CW-S-029", "CW-S-030")
def test_the_car_that_has_held_them_must_be_in_control() -> None:
    play = crowd()
    stop(play, "bcde", by="a")
    close_up_to(play, 25)
    play.car().pending = SKID
    assert close_up_to(play, 28, since=26) == [""] * 3
    play.car().pending = ControlLoss.NONE
    assert play.close(**moment(29)).reason == "held"


@pytest.mark.rule("RH-089", "CW-S-031")
def test_losing_points_begins_the_count_again() -> None:
    play = crowd()
    stop(play, "bcde", by="a")
    close_up_to(play, 24)
    stop(play, "a", by="f")
    stop(play, "f", by="a")
    close_up_to(play, 25, since=25)
    assert play.points() == {**dict.fromkeys("bcde", -20), "a": 80}
    stop(play, "g", by="")
    assert close_up_to(play, 26, since=26) == ["held"]


@pytest.mark.rule("RH-089", "CW-S-028")
def test_a_hundred_points_end_it_at_the_close_of_the_phase_with_that_car_in_control() -> None:
    play = crowd(a=Car("a", speed=30, at=(-9, 0), pending=SKID, rolls_left=1))
    stop(play, "bcdef", by="a")
    assert play.close().reason == ""
    assert play.points()["a"] == 100
    play.car().pending = ControlLoss.NONE
    ended = play.close(phase=2)
    assert (ended.reason, ended.winner, ended.limit, ended.held) == ("instant", "a", 100, 0)


@pytest.mark.rule("RH-089", "CW-S-027")
def test_bonuses_do_not_count_towards_the_limits() -> None:
    play = crowd()
    record_harm(play, play.car("b"), by="a")
    stop(play, "bcde", by="a")
    play.close()
    assert (team_totals(play)["team-a"], play.points()["a"]) == (81, 80)
    assert close_up_to(play, 25, since=2) == [""] * 24


def to_the_close(play: Board, round: int, phase: int) -> None:
    """Play on to the close of a phase in that round, or to the end."""
    moment = play.state.moment
    while not engine.is_over(play) and (moment.turn, moment.phase) != (round, phase + 1):
        engine.step(play)


@pytest.mark.rule("RH-080", "RH-089", "CW-S-004")
def test_a_duel_is_over_in_the_middle_of_a_round() -> None:
    cars = [Car(id, at=(-9 + 3 * number, 0)) for number, id in enumerate("abcdefg")]
    play = Board(*cars, dice=chance(), begun=False)
    to_the_close(play, 2, 2)
    stop(play, "bcdef", by="a")
    to_the_close(play, 2, 4)
    assert (play.state.why_over, play.state.moment.turn, play.state.moment.phase) == ("instant", 2, 3)
    assert [digest[:2] for digest in play.log.digests] == [(1, 1), (1, 2)]
    last = [entry.kind for entry in play.log.entries if entry.kind in {"over", "team_points", "turn_end"}]
    assert last[-9:] == ["over", *["team_points"] * 7, "turn_end"]
    (over,) = play.entries_of("over")
    assert over.more == {"why": "instant", "winner": "a", "limit": 100, "held": 0}
    assert "The duel is over: a is in control and has 100 duel points or more [RH-089]" in narrate(play)
    assert play.state.points["team-a"] == 10


@pytest.mark.rule("RH-089", "CW-S-037")
def test_that_one_team_has_a_car_that_runs_is_seen_at_the_end_of_a_round() -> None:
    cars = [Car("a", team="reds", at=(-9, 0)), Car("b", team="reds", at=(-5, 0)), Car("c", at=(9, 0))]
    play = Board(*cars, dice=chance(), begun=False)
    to_the_close(play, 1, 1)
    stop(play, "c", by="a")
    stop(play, "b", by="c")
    to_the_close(play, 1, 4)
    assert not engine.is_over(play)
    to_the_close(play, 2, 1)
    assert (play.state.why_over, play.state.moment.turn) == ("time_called", 1)
    assert "The duel is over: one team at most has a car that runs [RH-089]" in narrate(play)


@pytest.mark.rule("RH-089", "CW-S-034")
def test_it_is_over_as_soon_as_one_car_is_left() -> None:
    play = Board(Car("a"), Car("b", at=(9, 0)), dice=chance(), begun=False)
    to_the_close(play, 1, 2)
    play.car("b").speed, play.crew("b.d").hits = 0, 3
    stop(play, "b", by="a")
    to_the_close(play, 2, 1)
    assert (play.state.why_over, play.state.moment.turn, play.state.moment.phase) == ("last_vehicle", 1, 3)
    assert "The duel is over: one car at most is left [RH-089]" in narrate(play)
    assert play.state.points == {"team-a": 4, "team-b": 0}


@pytest.mark.rule("RH-089")
def test_a_car_alone_is_over_after_a_phase_and_a_match_without_cars_before_it_begins() -> None:
    alone = play_match(engine, setup_for(Car("a")), chance(), Orders())
    assert (alone.state.why_over, alone.state.moment.phase, alone.state.points) == ("last_vehicle", 1, {"team-a": 0})
    nobody = engine.start(setup_for(), chance())
    assert (engine.is_over(nobody), nobody.state.why_over, nobody.state.points) == (True, "no cars", {})


# -------------------------------------------------------------------------------------------------------- points


@pytest.mark.rule("RH-090", "CW-S-056")
@pytest.mark.parametrize(
    ("raw", "campaign"),
    [(-38, 0), (-1, 0), (0, 0), (4, 0), (5, 1), (14, 1), (15, 2), (44, 4), (45, 5), ("44/3", 1), ("46/3", 2)],
)
def test_ten_duel_points_are_a_campaign_point_rounded_half_up(raw: int | str, campaign: int) -> None:
    assert campaign_points(Fraction(raw), 10) == campaign
    assert [campaign_points(Fraction(points), 1) for points in (-3, 0, 12)] == [0, 0, 12]


def ended(play: Board) -> None:
    """End a duel of a board at the close of its last phase."""
    play.state.moment.step = "round_end"
    close_up_to(play, 149)
    score_match(play, play.close(turn=30, phase=5))


@pytest.mark.rule("RH-090", "CW-S-017")
@pytest.mark.parametrize(
    ("hits", "gunner", "bonus"),
    [(0, None, 2), (2, None, 2), (3, None, 0), (0, 2, 2), (0, 3, 1), (3, 0, 1), (3, 3, 0)],
)
def test_living_occupants_are_worth_two_or_one(hits: int, gunner: int | None, bonus: int) -> None:
    dice = {"end/a.d": [1], "end/a.g": [1]}
    play = Board(Car("a", gunner=gunner is not None), Car("b", at=(9, 0)), Car("c", at=(5, 0)), by_path=dice)
    play.crew().hits = hits
    if gunner is not None:
        play.crew("a.g").hits = gunner
    ended(play)
    entry = play.entries_of("bonus")[0]
    assert (entry.before, entry.after) == ({"bonus_points": 0}, {"bonus_points": bonus})
    alive = (hits < 3) + (gunner is not None and gunner < 3)
    assert entry.more == {
        "alive": alive, "aboard": 1 + (gunner is not None), "parts": {"CW-S-017": bonus} if bonus else {},
    }  # fmt: skip


@pytest.mark.rule("RH-090", "CW-S-018", "CW-S-019", "CW-S-023")
@pytest.mark.parametrize(
    ("speed", "blood", "parts"),
    [
        (0, False, {"CW-S-017": 2}),
        (5, False, {"CW-S-017": 2, "CW-S-019": 1}),
        (0, True, {"CW-S-018": 1, "CW-S-017": 2}),
        (5, True, {"CW-S-018": 1, "CW-S-017": 2, "CW-S-019": 1}),
    ],
)
def test_first_blood_and_moving_still_are_worth_one_each(speed: int, blood: bool, parts: dict[str, int]) -> None:
    play = Board(Car("a", speed=speed), Car("b", at=(9, 0)))
    if blood:
        record_harm(play, play.car("b"), by="a")
    ended(play)
    entry = play.entries_of("bonus")[0]
    assert (entry.before, entry.after) == ({"bonus_points": int(blood)}, {"bonus_points": sum(parts.values())})
    assert list(entry.more["parts"].items()) == list(parts.items())


@pytest.mark.rule("RH-090", "CW-S-055")
def test_a_teams_points_are_those_of_its_cars_together() -> None:
    play = Board(*(Car(id, team="reds" if id in "ab" else id, at=(-9 + 3 * n, 0)) for n, id in enumerate("abcde")))
    stop(play, "cd", by="a")
    stop(play, "b", by="e")
    ended(play)
    assert [(entry.more["team"], entry.more["raw"]) for entry in play.entries_of("team_points")] == [
        ("reds", 25), ("c", -18), ("d", -18), ("e", 23),
    ]  # fmt: skip
    assert play.state.points == {"reds": 3, "c": 0, "d": 0, "e": 2}


@pytest.mark.rule("RH-089", "RH-093", "CW-S-036")
def test_of_teams_with_the_same_total_the_one_that_was_able_to_move_last_is_first() -> None:
    cars = [Car(id, at=(-9 + 3 * number, 0)) for number, id in enumerate("abcd")]
    play = Board(*cars, switches={"rhad.decision": "none"})
    stop(play, "a", by="b")
    stop(play, "b", by="a")
    stop(play, "cd", by="")
    play.close()
    play.car().speed = 10
    play.close(phase=2)
    play.car().speed = 0
    play.state.moment.step = "round_end"
    score_match(play, play.close(phase=5))
    assert team_totals(play) == {"team-a": 3, "team-b": 3, "team-c": -18, "team-d": -18}
    assert dict(team_places(play)) == {"team-a": 1, "team-b": 2, "team-c": 3, "team-d": 3}
    assert play.state.points == {"team-a": 0, "team-b": 0, "team-c": 0, "team-d": 0}
    assert [row[:4] for row in box_score(play)[0].rows] == [
        (1, "team-a", 0, 3), (2, "team-b", 0, 3), (3, "team-c", 0, -18), (3, "team-d", 0, -18),
    ]  # fmt: skip
    assert narrate(play)[-1].strip() == (
        "The winner: team-a 0 (as many points or more: team-b 0, team-c 0, team-d 0) [RH-093]"
    )


# ---------------------------------------------------------------------------------------------------------- crews


@pytest.mark.rule("RH-092", "RH-094")
@pytest.mark.parametrize(
    ("hits", "destroyed", "faces", "wounds", "out"),
    [
        (0, False, [], 0, False),
        (1, False, [], 1, False),
        (2, False, [2], 1, False),
        (2, False, [3], 0, True),
        (3, False, [], 0, True),
        (0, True, [2], 0, False),
        (0, True, [3], 0, True),
        (1, True, [2], 1, False),
        (1, True, [3], 1, True),
        (2, True, [2, 2], 1, False),
        (2, True, [2, 3], 1, True),
        (2, True, [3], 0, True),
        (3, True, [], 0, True),
    ],
)
def test_who_comes_through(hits: int, destroyed: bool, faces: list[int], wounds: int, out: bool) -> None:
    play = Board(Car("a", toughness=2), by_path={"end/a.d": faces})
    play.crew().hits = hits
    if destroyed:
        play.car().status = CarStatus.COMPLETE_KILL
    score_match(play)
    assert (play.crew().wounds, play.crew().out) == (wounds, out)
    play.dice.refuse_leftovers()


@pytest.mark.rule("RH-089", "RH-090", "RH-094")
def test_two_cars_that_cannot_hurt_each_other_draw_after_the_last_round() -> None:
    duel = replace(unarmed_duel(decision="none"), edition=2)
    play = played(duel)
    assert (play.state.moment.turn, play.state.why_over) == (30, "turn_limit")
    assert [(team_report.points, team_report.rank) for team_report in report_of(play, duel).teams] == [
        (0, 1),
        (0, 1),
    ]
    assert "     A draw, the first place is shared: razors 0, saints 0 [RH-093]" in narrate(play)

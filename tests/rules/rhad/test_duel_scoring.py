"""What the scorer of duels is told of a RHAD match, and that the log of a match comes to the same score sheet."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.scoring.documents import read_duel_document
from rules.carwars.scoring.league_points import team_places, team_totals
from rules.carwars.scoring.score import score_duel
from rules.match.engine import play_match
from rules.match.logged_duel import NoDuel, duel_of_log
from rules.rhad import engine
from rules.rhad.car.duel_events import condition_events, condition_of, ram_cause
from rules.rhad.car.kills import record_harm, update_kill_status
from rules.rhad.match.causes import attack, bounced, credited_car, lost_control, nobody, pushed
from rules.rhad.match.duel_points import bonus_points, kill_points, scored_kills
from rules.rhad.match.duel_record import Condition
from rules.rhad.match.match import Match
from rules.rhad.match.packet_setup import setup_from_packet
from rules.rhad.match.state import CarStatus
from rules.rhad.movement.collisions import advance
from rules.rhad.ruleset import RULESET
from tests.rules.rhad.boards import FISHTAIL, GUPPY, ROLL, SKID, SPIN, Board, Car, where
from tests.rules.rhad.chance_matches import random_packet
from tests.rules.rhad.duels import SIX, dice, played
from tests.rules.rhad.test_first_edition import kept_log
from tests.sampling import one_in

START = Condition(speed=30, control="controlled", alive=2, can_drive=True, can_fire=True)


# ------------------------------------------------------------------------------------------------- the whole log


def assert_scored_alike(play: Match) -> None:
    """The events of the log, scored as `manage.py score` does, come to what the match came to."""
    assert play.score is not None
    document = play.score.document()
    assert document["events"] == [
        event for entry in play.log.entries if entry.kind == "phase_close" for event in entry.more["events"]
    ]
    duel = read_duel_document(document)
    sheet = score_duel(duel.duel(), duel.events, closed=duel.closed)
    assert sheet.end is not None
    assert (sheet.end.reason, sheet.end.phase) == (play.state.why_over, len(sheet.phases))
    for state in play.state.cars.values():
        score = sheet.scores[state.id]
        assert (score.kill_points, score.bonus_points) == (kill_points(play, state), bonus_points(play, state))
        killed = (score.mobility_kill is not None) + (score.complete_kill is not None)
        statuses = [CarStatus.RUNNING, CarStatus.MOBILITY_KILL, CarStatus.COMPLETE_KILL]
        assert killed == scored_kills(play, state) == statuses.index(state.status)
    assert team_totals(duel.duel(), sheet) == play.score.team_totals()
    assert team_places(duel.duel(), sheet) == play.score.team_places()


@pytest.mark.rule("RH-080", "RH-089", "RH-090", "CW-S-004")
@pytest.mark.parametrize("seed", range(8))
def test_the_log_of_a_match_comes_to_the_same_score_sheet(seed: int) -> None:
    assert_scored_alike(played(SIX, secret=bytes([seed]) * 32))


@pytest.mark.rule("RH-089", "RH-090", "CW-S-004")
@pytest.mark.long
@pytest.mark.parametrize("first", one_in(5, range(0, 200, 20)))
def test_the_logs_of_matches_by_lot_come_to_the_same_score_sheet(first: int) -> None:
    for seed in range(first, first + 20):
        packet = random_packet(seed)
        play = play_match(engine, setup_from_packet(packet), dice())
        if len(play.state.cars) > 1:
            assert_scored_alike(play)


@pytest.mark.rule("RH-080", "RH-090")
def test_the_duel_of_a_match_is_read_from_its_log() -> None:
    resolution = RULESET.resolve(SIX, dice())
    document = duel_of_log(resolution.log)
    assert document == RULESET.duel_document(resolution.log)
    play = played()
    assert play.score is not None
    assert document == play.score.document()
    assert [duelist["id"] for duelist in document["duelists"]] == list(play.state.cars)
    with pytest.raises(NoDuel, match="was played by the first edition of RHAD"):
        duel_of_log(kept_log("pan-pair"))


@pytest.mark.rule("RH-080", "RH-089", "RH-090")
def test_a_log_of_the_second_edition_comes_out_as_it_was_kept() -> None:
    exhibition = RULESET.replay_exhibition(kept_log("pillar-gunners", edition=2))
    assert exhibition.box_score[0].rows == (
        (1, "lanterns", 2, 23, 20, 3), (2, "rivets", 0, 2, 0, 2), (3, "cinders", 0, -16, -20, 4),
    )  # fmt: skip
    lines = [line.strip() for line in exhibition.story]
    assert (
        "2  Duel points for the mobility kill of cinders.c1: rivets.c1 -20 to 0, cinders.c1 0 to -20. "
        "rivets.c1 did it [RH-090]"
    ) in lines


# ------------------------------------------------------------------------------------------------------ conditions


@pytest.mark.rule("RH-067", "RH-076", "CW-S-030")
@pytest.mark.parametrize(
    ("figures", "hits", "gunner", "changed"),
    [
        ({}, 0, 0, {}),
        ({"speed": 0}, 0, 0, {"speed": 0}),
        ({"pending": SKID}, 0, 0, {"control": "skidding"}),
        ({"pending": FISHTAIL}, 0, 0, {"control": "skidding"}),
        ({"pending": SPIN}, 0, 0, {"control": "spinning"}),
        ({"pending": GUPPY}, 0, 0, {"control": "rolling"}),
        ({"pending": ROLL}, 0, 0, {"control": "rolling"}),
        ({}, 1, 0, {}),
        ({}, 2, 0, {"can_drive": False}),
        ({}, 3, 0, {"can_drive": False, "alive": 1}),
        ({}, 0, 2, {}),
        ({}, 0, 3, {"alive": 1}),
        ({}, 2, 2, {"can_drive": False, "can_fire": False}),
        ({}, 3, 2, {"can_drive": False, "can_fire": False, "alive": 1}),
        ({}, 3, 3, {"can_drive": False, "can_fire": False, "alive": 0}),
    ],
)
def test_what_condition_a_car_is_in(figures: dict[str, Any], hits: int, gunner: int, changed: dict[str, Any]) -> None:
    play = Board(Car("a", gunner=True, **{"speed": 30} | figures), Car("b", at=(9, 0)))
    play.crew().hits, play.crew("a.g").hits = hits, gunner
    assert condition_of(play, play.car()) == START._replace(**changed)


@pytest.mark.rule("CW-S-009")
def test_a_car_without_a_working_weapon_cannot_fire() -> None:
    play = Board(Car("a", speed=30, gunner=True), Car("b", at=(9, 0)))
    play.car().guns[0].shots = 0
    assert condition_of(play, play.car()) == START._replace(can_fire=False)
    assert not play.is_armed(play.car())
    play.car().guns[0].shots = 1
    assert play.is_armed(play.car())
    play.crew().hits = 2
    assert play.is_armed(play.car())
    play.crew("a.g").hits = 2
    assert not play.is_armed(play.car())


@pytest.mark.rule("CW-S-002")
@pytest.mark.parametrize(
    ("changed", "event"),
    [
        ({"speed": 0}, {"type": "speed", "of": "a", "mph": 0}),
        ({"control": "skidding"}, {"type": "control", "of": "a", "state": "skidding"}),
        ({"alive": 1}, {"type": "crew", "of": "a", "alive": 1, "can_drive": True}),
        ({"can_drive": False}, {"type": "crew", "of": "a", "alive": 2, "can_drive": False}),
        ({"can_fire": False}, {"type": "armed", "of": "a", "can_fire": False}),
    ],
)
def test_whatever_changes_about_a_car_is_an_event(changed: dict[str, Any], event: dict[str, Any]) -> None:
    assert list(condition_events("a", START, START._replace(**changed))) == [event]


@pytest.mark.rule("RH-085", "RH-089", "CW-S-004")
def test_a_phase_is_told_once_and_with_its_place() -> None:
    play = Board(Car("a", speed=30), Car("b", at=(9, 0), speed=0))
    record_harm(play, play.car(), by="b")
    play.close(turn=3, phase=2)
    place = {"turn": 3, "phase": 2}
    assert play.log_events() == [
        {**place, "type": "hit", "by": "b", "on": "a", "hazard": True},
        {**place, "type": "speed", "of": "b", "mph": 0},
    ]
    play.close(turn=3, phase=3)
    assert len(play.entries_of("phase_close")) == 1
    assert play.pending() == []


@pytest.mark.rule("RH-089", "CW-S-037")
@pytest.mark.parametrize(("step", "running", "called"), [("round_end", 1, 1), ("round_end", 2, 0), ("phase", 1, 0)])
def test_time_is_called_at_the_end_of_a_round_for_one_team_at_most(step: str, running: int, called: int) -> None:
    play = Board(Car("a"), Car("b", at=(9, 0)))
    play.state.moment.step = step
    if running == 1:
        play.car("b").power_plant = 0
        update_kill_status(play, play.car("b"))
    play.close(phase=5)
    assert [event["type"] for event in play.log_events()].count("time_called") == called


# ---------------------------------------------------------------------------------------------------------- causes


@pytest.mark.rule("RH-090", "CW-S-045", "CW-S-048")
def test_a_chain_of_causes_leads_to_the_act_that_began_it() -> None:
    assert lost_control(attack("a")) == {"type": "lost_control", "because": {"type": "attack", "by": "a"}}
    assert lost_control(bounced("a")) == {"type": "bounced", "off": "a"}
    assert lost_control(nobody()) == {"type": "nobody"}
    chain = pushed("b", lost_control(attack("a")))
    assert chain == {"type": "pushed", "driver": "b", "because": lost_control(attack("a"))}
    assert [credited_car(cause) for cause in (chain, bounced("c"), nobody())] == ["a", "c", ""]


@pytest.mark.rule("RH-090", "CW-S-040")
def test_a_chain_that_is_too_long_is_cut_to_the_act_that_began_it() -> None:
    chain = attack("a")
    for number in range(14):
        chain = pushed(f"c{number}", chain)
    assert (chain["driver"], credited_car(chain)) == ("c13", "a")
    assert pushed("z", chain) == attack("a")


def rammed(**sheet: Any) -> Board:
    """Car a goes at b, and c is an enemy of both."""
    return Board(
        Car("a", speed=50, **sheet), Car("b", at=(1, 0), facing=1, speed=30, power_plant=1),
        Car("c", at=(9, 0)), faces=[1] * 10,
    )  # fmt: skip


@pytest.mark.rule("RH-090", "CW-S-041")
def test_who_rams_in_control_did_it_themselves_whoever_harmed_them_before() -> None:
    play = rammed()
    record_harm(play, play.car(), by="c")
    assert ram_cause(play, play.car()) == attack("a")


@pytest.mark.rule("RH-090", "CW-S-042")
def test_who_skids_into_a_car_after_a_hit_was_pushed_by_whoever_hit() -> None:
    play = rammed(pending=SKID, rolls_left=1)
    assert ram_cause(play, play.car()) == attack("a")
    record_harm(play, play.car(), by="c")
    cause = {"type": "pushed", "driver": "a", "because": {"type": "lost_control", "because": attack("c")}}
    assert ram_cause(play, play.car()) == cause


@pytest.mark.rule("RH-090", "CW-S-042")
def test_a_car_without_an_able_driver_is_pushed_by_whoever_made_it_a_mobility_kill() -> None:
    play = rammed()
    play.crew().hits = 2
    assert ram_cause(play, play.car()) == attack("a")
    update_kill_status(play, play.car(), by="c")
    assert ram_cause(play, play.car()) == pushed("a", lost_control(attack("c")))
    record_harm(play, play.car(), by="b")
    assert ram_cause(play, play.car()) == pushed("a", lost_control(attack("b")))


@pytest.mark.rule("RH-090", "CW-S-041", "CW-S-042", "CW-S-045")
@pytest.mark.parametrize(("skids", "credited"), [(False, "a"), (True, "c")])
def test_a_kill_by_a_ram_is_credited_along_its_causes(skids: bool, credited: str) -> None:
    play = rammed(**({"pending": SKID, "rolls_left": 1} if skids else {}))
    play.car("b").armor["right"] = 0
    record_harm(play, play.car(), by="c")
    advance(play, play.car(), where(1, 0))
    kills = {event["on"]: event["because"] for event in play.pending() if event["type"] == "kill"}
    assert {on: credited_car(because) for on, because in kills.items()} == {"b": credited}
    play.close()
    assert play.points() == {credited: 40, "b": -40}

"""RHAD as a ruleset for the league: matches resolved, logged, replayed, driven step by step, and displayed."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from rules.core.refusals import Malformed
from rules.match.exhibition import ExhibitionRuleset
from rules.match.packet import Packet
from rules.match.recording import digest_of_state
from rules.match.ruleset import Fixture, LogContradicted, OtherEdition, Ruleset, log_digest
from rules.match.spec import PaperMatchFaulty
from rules.match.stepwise_play import MatchOver, NobodyAsked, OrderIllegal, StepwiseRuleset
from rules.rhad import engine
from rules.rhad.designs.stock_designs import stock_designs
from rules.rhad.ruleset import RULESET
from tests.rules.rhad.chance_matches import random_packet
from tests.rules.rhad.duels import SIX, dice, packet, seat, team

CHECKOUT = Path(__file__).parents[3]
EXAMPLES = sorted(CHECKOUT.joinpath("examples", "matches", "rhad").glob("*.json"))


def test_it_answers_all_that_is_asked_of_a_book() -> None:
    book: Ruleset = RULESET
    assert (book.name, book.title, book.most_teams, book.edition) == ("rhad", "RHAD", 6, engine.EDITION)
    assert isinstance(RULESET, ExhibitionRuleset)
    assert isinstance(RULESET, StepwiseRuleset)
    assert all(switch.name.startswith("rhad.") for switch in book.switches)
    assert book.rulebook


@pytest.mark.rule("RH-085")
@pytest.mark.switch("rhad.budget", "none")
def test_the_house_may_price_no_design() -> None:
    document = stock_designs()["long_word"]

    def codes(**switches: str) -> list[str]:
        settings = {f"rhad.{name}": value for name, value in switches.items()}
        faults = RULESET.design_errors(document, dp=60, gunner_station=True, gearing=0, switches=settings)
        return [fault.code for fault in faults]

    assert codes() == ["over_budget"]
    assert codes(budget="none") == []


def test_designs_and_fixtures_are_judged() -> None:
    design = RULESET.stock_design(dp=60, gunner_station=False, gearing=1, kinds=["laser"], switches={})
    assert RULESET.design_errors(design, dp=60, gunner_station=False, gearing=1, switches={}) == []
    assert [
        fixture_error.code
        for fixture_error in RULESET.fixture_errors(Fixture(event="x", teams=2, vehicles_per_team=2))
    ] == ["unknown_event"]
    assert RULESET.propose_fixture(number=2, teams=2, vehicles_per_team=3).setting == {"arena": "pillar_hall"}
    assert RULESET.packet_warnings(SIX) == []


# ------------------------------------------------------------------------------------------------- played and kept


@pytest.mark.rule("RH-080", "RH-088")
def test_the_same_packet_and_dice_come_to_the_same_bytes() -> None:
    first, second = RULESET.resolve(SIX, dice()), RULESET.resolve(SIX, dice())
    assert first == second
    assert RULESET.resolve(SIX, dice(secret=b"y" * 32)).log != first.log


@pytest.mark.rule("RH-080")
def test_a_process_with_other_hashes_comes_to_the_same_bytes() -> None:
    script = (
        "from tests.rules.rhad.duels import SIX, dice\n"
        "from rules.rhad.ruleset import RULESET\n"
        "from rules.match.ruleset import log_digest\n"
        "print(log_digest(RULESET.resolve(SIX, dice()).log))\n"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            check=True,
            text=True,
            cwd=CHECKOUT,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert digests == {log_digest(RULESET.resolve(SIX, dice()).log)}


@pytest.mark.rule("RH-080")
@pytest.mark.parametrize("seed", range(0, 60, 2))
def test_a_match_by_lot_is_played_again_from_its_log(seed: int) -> None:
    duel = random_packet(seed)
    resolved = RULESET.resolve(duel, dice())
    assert RULESET.replay(duel, resolved.log, None) == resolved
    assert RULESET.replay(duel, resolved.log, dice()) == resolved


def test_a_log_of_another_match_or_edition_is_not_played() -> None:
    log = RULESET.resolve(SIX, dice()).log
    with pytest.raises(Malformed, match="log of another match than m2"):
        RULESET.replay(dataclasses.replace(SIX, match="m2"), log, None)
    with pytest.raises(Malformed, match="no log of a RHAD match"):
        RULESET.story(b"{}")
    with pytest.raises(OtherEdition):
        RULESET.story(log.replace(b'{"edition":%d' % engine.EDITION, b'{"edition":77', 1))


@pytest.mark.rule("RH-080")
def test_a_log_that_was_changed_is_seen() -> None:
    log = RULESET.resolve(SIX, dice()).log
    with pytest.raises(LogContradicted, match="comes out otherwise from heat 1, turn 1 on"):
        RULESET.story(log.replace(b'"digests":[[1,1,"', b'"digests":[[1,1,"0', 1))
    recorded = json.loads(log)
    for spoiled in (recorded["orders"][1:], [*recorded["orders"], recorded["orders"][-1]]):
        with pytest.raises(LogContradicted):
            RULESET.story(msgspec.json.encode({**recorded, "orders": spoiled}))
    with pytest.raises(LogContradicted, match="other dice"):
        RULESET.story(msgspec.json.encode({**recorded, "faces": {}}))
    with pytest.raises(LogContradicted):
        RULESET.replay(SIX, log, dice(secret=b"y" * 32))


# ---------------------------------------------------------------------------- every packet that can be locked


EMPTY = packet(team("razors"), team("saints"))
CAMPAIGN_SWITCHES = {"match.vehicles_per_team": 2, "draft.snake": True}


@pytest.mark.parametrize(
    "given",
    [
        packet(),
        EMPTY,
        packet(team("razors", seat("c1")), team("saints")),
        packet(team("razors", seat("c1"))),
        packet(*(team(f"t{number}", *(seat(f"t{number}.c{car}") for car in range(3))) for number in range(6))),
        packet(team("razors", seat("c1", {"name": "x"})), team("saints", seat("c2", ""))),
        packet(team("razors", seat("c1", criticals=40)), team("saints", seat("c2", criticals=2))),
        packet(team("razors", seat("c1", gunner=True)), team("saints", seat("c2")), switches=CAMPAIGN_SWITCHES),
        packet(team("a", seat("c1", items=["nitrous", "kami_bomb", "smoke_launcher"])), team("b", seat("c2"))),
    ],
)
def test_whatever_can_be_locked_is_played_and_reported_whole(given: Packet) -> None:
    resolved = RULESET.resolve(given, dice())
    seats = [packed_seat for team_entry in given.teams for packed_seat in team_entry.seats]
    report = resolved.report
    assert [team_report.franchise for team_report in report.teams] == [
        packed_team.franchise for packed_team in given.teams
    ]
    assert [car_report.car for car_report in report.cars] == [packed_seat.car.id for packed_seat in seats]
    crew = [
        person.id
        for member_seat in seats
        for person in (member_seat.driver, member_seat.gunner)
        if person is not None
    ]
    assert [driver.driver for driver in report.drivers] == crew
    assert RULESET.replay(given, resolved.log, None) == resolved
    assert RULESET.story(resolved.log)[-1]
    assert all(packet_warning.warning for packet_warning in RULESET.packet_warnings(given))


def test_a_match_without_cars_is_over_at_once() -> None:
    resolved = RULESET.resolve(EMPTY, dice())
    assert [(team_report.points, team_report.rank) for team_report in resolved.report.teams] == [(0, 1), (0, 1)]
    assert json.loads(resolved.log)["faces"] == {}


# -------------------------------------------------------------------------------------------------- step by step


@pytest.mark.rule("RH-080")
def test_steps_without_orders_come_to_what_is_resolved_at_once() -> None:
    duel = RULESET.start(SIX, dice())
    entries = []
    while not RULESET.is_over(duel):
        entries += RULESET.step(duel)
    assert entries == duel.play.log.entries
    assert RULESET.final_resolution(duel) == RULESET.resolve(SIX, dice())
    with pytest.raises(MatchOver):
        RULESET.step(duel)
    assert RULESET.legal_orders(duel) is None


def test_orders_are_taken_refused_and_kept() -> None:
    duel = RULESET.start(SIX, dice())
    assert RULESET.legal_orders(duel) is None
    with pytest.raises(NobodyAsked):
        RULESET.step(duel, {"to": 30})
    RULESET.step(duel)
    question = RULESET.legal_orders(duel)
    assert question is not None
    assert (question.step, question.car, question.kind) == ("r1/speed.razors.c1", "razors.c1", "speed")
    before = digest_of_state(duel.play.state)
    for wrong, sentence in (
        ({"to": 31}, "razors.c1 cannot go 31 mph"),
        ({"to": 300}, "razors.c1 goes "),
        ({"speed": 30}, "This is not a speed order: order has no field 'speed'"),
        ({"to": "fast"}, "This is not a speed order: order.to is not a whole number"),
    ):
        with pytest.raises(OrderIllegal, match=f"^{re.escape(sentence)}"):
            RULESET.step(duel, wrong)
    assert digest_of_state(duel.play.state) == before
    RULESET.step(duel, {"to": 35})
    assert duel.play.state.cars["razors.c1"].speed == 35
    while not RULESET.is_over(duel):
        RULESET.step(duel)
    resolved = RULESET.final_resolution(duel)
    assert RULESET.replay(SIX, resolved.log, None) == resolved


@pytest.mark.rule("RH-002")
def test_a_commissioners_word_is_kept_and_spoken_again() -> None:
    duel = RULESET.start(SIX, dice())
    for number in range(40):
        if number == 20:
            engine.override(duel.play, car="saints.c1", field="hc", value=-6, reason="a tow rope")
            engine.override(duel.play, car="saints.c2", field="top", value=0, reason="lost at the gate")
        RULESET.step(duel)
    while not RULESET.is_over(duel):
        RULESET.step(duel)
    resolved = RULESET.final_resolution(duel)
    assert RULESET.replay(SIX, resolved.log, None) == resolved
    assert any("a tow rope" in line for line in RULESET.story(resolved.log))
    assert resolved.log != RULESET.resolve(SIX, dice()).log


# ------------------------------------------------------------------------------------------------------ exhibitions


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_is_played_told_and_played_again_the_same(file: Path) -> None:
    exhibition = RULESET.play_exhibition(file.read_bytes(), secret=b"abc")
    assert exhibition == RULESET.replay_exhibition(exhibition.log)
    assert exhibition.match == file.stem
    assert exhibition.box_score
    assert any(line.startswith("The duel is over") for line in exhibition.story)


def test_a_faulty_match_is_told_all_of_it() -> None:
    crew = [{"id": "ada"}]
    file = {
        "event": "race",
        "heats": 3,
        "setting": {"arena": "moon"},
        "switches": {"rhad.aggression": "mad", "rhad.x": 1},
        "teams": [{"id": "reds", "crew": crew, "cars": [{"driver": "ada", "design": {"name": 1}}]}],
    }
    with pytest.raises(PaperMatchFaulty) as raised:
        RULESET.play_exhibition(json.dumps(file).encode(), secret=b"abc")
    for words in ("There is no event", "heat", "There is no arena", "rhad.aggression is one of", "rhad.x", "2 teams"):
        assert words in raised.value.sentence
    assert "cannot be read" in raised.value.sentence


def test_too_many_teams_are_told_once() -> None:
    teams = [{"id": f"t{n}", "crew": [{"id": f"d{n}"}], "cars": [{"driver": f"d{n}"}]} for n in range(7)]
    file = {"match": "m1", "event": "duel", "teams": teams}
    with pytest.raises(PaperMatchFaulty) as raised:
        RULESET.play_exhibition(json.dumps(file).encode(), secret=b"abc")
    assert raised.value.sentence == ("m1 cannot be played: A duel takes 6 teams and not 7: announce fewer (RH-085).")

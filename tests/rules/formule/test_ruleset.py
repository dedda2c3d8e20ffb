"""Formule Wars as a ruleset: its answers to the league, races from files, logs, and races driven step by step."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Malformed
from rules.formule import engine
from rules.formule.designs.design import Design, MountedWeapon
from rules.formule.designs.stock_designs import stock_design_documents, stock_designs
from rules.formule.ground.circuit_errors import FIELDS
from rules.formule.match.packet_setup import setup_from_packet
from rules.formule.ruleset import RULESET
from rules.formule.settings import SWITCHES
from rules.match.exhibition import ExhibitionRuleset
from rules.match.packet import Packet
from rules.match.ruleset import Fixture, LogContradicted, OtherEdition, Ruleset
from rules.match.spec import PaperMatchFaulty
from rules.match.spec_schema import CarSpec, CompetitorSpec, MatchSpec, TeamSpec
from rules.match.stepwise_play import MatchOver, NobodyAsked, OrderIllegal, StepwiseRuleset
from tests.rules.formule.races import packet_with
from tests.rules.formule.test_entry import lined_up

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "formule.md"
EXAMPLES = ROOT / "examples" / "matches" / "formule"


def dice(packet: Packet) -> Dice:
    return Dice(KeyRing(b"a ruleset", {packet.match: ""}))


def test_it_answers_all_that_rulesets_are_asked() -> None:
    ruleset: Ruleset = RULESET
    assert (ruleset.name, ruleset.title, ruleset.edition, ruleset.most_teams) == ("formule", "Formule Wars", 2, 6)
    assert ruleset.switches == SWITCHES
    assert all(switch.name.startswith("formule.") for switch in ruleset.switches)
    assert isinstance(RULESET, ExhibitionRuleset)
    assert isinstance(RULESET, StepwiseRuleset)
    assert len(ruleset.rulebook) == 10


@pytest.mark.rule("FW-001")
def test_designs_and_races_are_looked_at_by_the_leagues_switches() -> None:
    outrider = dict(stock_design_documents()["outrider"])

    def faults(**switches: Any) -> list[str]:
        errors = RULESET.design_errors(outrider, dp=81, gunner_station=True, gearing=1, switches=switches)
        return [error.code for error in errors]

    assert faults() == []
    assert faults(**{"formule.build_points": 34}) == ["over_budget"]
    stock = RULESET.stock_design(
        dp=60, gunner_station=False, gearing=0, kinds=["laser"], switches={"formule.build_points": 30}
    )
    assert stock["armor"] == 6
    proposal = RULESET.propose_fixture(number=1, teams=3, vehicles_per_team=2)
    assert RULESET.fixture_errors(proposal) == []
    errors = RULESET.fixture_errors(Fixture(event="x", teams=3, vehicles_per_team=1))
    assert [error.code for error in errors] == ["unknown_event", "unknown_circuit"]
    assert RULESET.packet_warnings(lined_up()) == []


# ----------------------------------------------------------------------------------------------------------- logs


@pytest.mark.rule("FW-144")
def test_a_race_comes_out_again_from_its_log() -> None:
    packet = packet_with(5)
    once = RULESET.resolve(packet, dice(packet))
    assert RULESET.resolve(packet, dice(packet)).log == once.log
    assert RULESET.replay(packet, once.log, None) == once
    assert RULESET.replay(packet, once.log, dice(packet)) == once
    assert RULESET.story(once.log)[0] == "2 laps of Rust Ring (dry, 56 rows a lap, 3 lanes counted from the left)"
    again = RULESET.replay_exhibition(once.log)
    assert (again.match, again.log) == ("m1", once.log)
    assert again.story == RULESET.story(once.log)


def tampered(log: bytes, change: str) -> bytes:
    """A log with one part altered, as named by `change`."""
    recorded = msgspec.json.decode(log)
    if change == "edition":
        recorded["edition"] += 1
    elif change == "order":
        recorded["orders"][0][2] = {"brake": 1}
    elif change == "orders":
        recorded["orders"].pop()
    elif change == "asked":
        recorded["orders"][3][1] = "nobody"
    elif change == "face":
        path = next(path for path in recorded["faces"] if path.endswith("/grid"))
        recorded["faces"][path] = "1/20 " + recorded["faces"][path]
    elif change == "digest":
        recorded["digests"][2][2] = "0" * 64
    return msgspec.json.encode(recorded)


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ("edition", OtherEdition),
        ("order", LogContradicted),
        ("orders", LogContradicted),
        ("asked", LogContradicted),
        ("face", LogContradicted),
        ("digest", LogContradicted),
    ],
)
def test_a_log_that_was_tampered_with_is_refused(change: str, refusal: type[Exception]) -> None:
    packet = packet_with(4)
    log = RULESET.resolve(packet, dice(packet)).log
    with pytest.raises(refusal):
        RULESET.replay(packet, tampered(log, change), None)


def test_what_is_no_log_or_the_log_of_another_race_is_refused() -> None:
    packet = packet_with(3)
    log = RULESET.resolve(packet, dice(packet)).log
    with pytest.raises(Malformed, match="no log of a Formule Wars match"):
        RULESET.story(b"{}")
    with pytest.raises(Malformed, match="another match than m2"):
        RULESET.replay(dataclasses.replace(packet, match="m2"), log, None)


# ---------------------------------------------------------------------------------------------------------- files


def test_four_races_or_more_stand_among_the_examples_in_every_weather() -> None:
    files = sorted(EXAMPLES.glob("*.json"))
    assert len(files) >= 4
    races = [msgspec.json.decode(file.read_bytes()) for file in files]
    assert {race["surface"] for race in races} == {"dry", "temporary_rain", "rain"}
    cars = [sum(len(team["cars"]) for team in race["teams"]) for race in races]
    assert (min(cars), max(cars)) == (2, 12)
    assert {race["ruleset"] for race in races} == {"formule"}
    assert any(isinstance(race["setting"]["circuit"], dict) for race in races)


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.json")))
def test_an_example_is_played_and_played_again(name: str) -> None:
    exhibition = RULESET.play_exhibition((EXAMPLES / name).read_bytes(), secret=b"an example")
    assert exhibition.match == name.removesuffix(".json")
    assert RULESET.replay_exhibition(exhibition.log) == exhibition
    assert RULESET.play_exhibition((EXAMPLES / name).read_bytes(), secret=b"an example") == exhibition


def test_the_page_names_every_field_of_a_match_a_design_and_a_circuit() -> None:
    page = PAGE.read_text(encoding="utf-8")
    shapes = (MatchSpec, TeamSpec, CarSpec, CompetitorSpec, Design, MountedWeapon)
    names = {field.name for shape in shapes for field in dataclasses.fields(shape)}
    names |= {name for needed, besides in FIELDS.values() for name in (*needed, *besides)}
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []


def test_a_circuit_of_ones_own_may_begin_as_one_of_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = PAGE.read_text(encoding="utf-8").partition("<<'END'\n")[2].partition("END\n")[0]
    monkeypatch.chdir(ROOT)
    exec(program, {})  # noqa: S102 - the program is on one of this project's pages
    own = RULESET.play_exhibition(capsys.readouterr().out.encode(), secret=b"an example")
    assert (
        own.story == RULESET.play_exhibition((EXAMPLES / "rust-duel.json").read_bytes(), secret=b"an example").story
    )


def test_everything_wrong_with_a_file_is_told_at_once() -> None:
    text = msgspec.json.encode(
        {
            "event": "lap_race",
            "surface": "mud",
            "teams": [
                {"id": "t1", "crew": [{"id": "d1"}], "cars": [{"driver": "d1", "design": {"tires": 1}}]},
                {"id": "t2", "crew": [{"id": "d2"}], "cars": [{"driver": "d2", "stock": "limousine"}]},
            ],
            "switches": {"formule.laps": 99},
        }
    )
    with pytest.raises(PaperMatchFaulty) as raised:
        RULESET.play_exhibition(text, secret=b"x")
    lacks = "lacks 'brakes', 'fuel', 'body'"
    for words in ("no event 'lap_race'", "'mud'", lacks, "limousine", "formule.laps", "no circuit"):
        assert words in raised.value.sentence


# ----------------------------------------------------------------------------------------------------- step by step


@pytest.mark.rule("FW-144")
def test_a_race_driven_by_nobody_is_the_one_the_autopilot_drives() -> None:
    packet = packet_with(4)
    race = RULESET.start(packet, dice(packet))
    kinds = set()
    while not RULESET.is_over(race):
        question = RULESET.legal_orders(race)
        if question is not None:
            kinds.add(question.kind)
            car = race.play.state.cars[question.car]
            number = str(car.slipstreams + 1) if question.kind == "slipstream" else ""
            assert question.step == f"r{race.play.moment.turn}/{car.id}/{question.kind}{number}"
        RULESET.step(race)
    assert RULESET.final_resolution(race) == RULESET.resolve(packet, dice(packet))
    assert kinds >= {"gear", "drive"}
    with pytest.raises(MatchOver):
        RULESET.step(race)


@pytest.mark.rule("FW-127", "FW-144")
def test_every_question_is_named_in_the_log_as_the_engine_asks_it() -> None:
    for secret in range(40):
        packet = packet_with(6)
        play = engine.start(setup_from_packet(packet), Dice(KeyRing(bytes([secret]), {"m1": ""})))
        while not engine.is_over(play):
            if (question := engine.legal_orders(play)) is not None:
                engine.step(play)
                assert play.log.orders[-1][:2] == (question.step, question.car)
                if question.kind == "slipstream":
                    return
            else:
                engine.step(play)
    raise AssertionError("nobody was ever offered a slipstream")


@pytest.mark.rule("FW-103")
def test_orders_of_people_are_taken_and_kept_and_the_illegal_refused() -> None:
    packet = packet_with(2)
    race = RULESET.start(packet, dice(packet))
    with pytest.raises(NobodyAsked):
        RULESET.step(race, {"gear": 1})
    while (question := RULESET.legal_orders(race)) is None or question.kind != "gear":
        RULESET.step(race)
    entries = len(race.play.log.entries)
    with pytest.raises(OrderIllegal):
        RULESET.step(race, {"gear": 5})
    assert len(race.play.log.entries) == entries
    RULESET.step(race, {"gear": 1})
    assert race.play.log.orders[-1] == (question.step, question.car, {"gear": 1})
    while not RULESET.is_over(race):
        RULESET.step(race)
    scored = RULESET.final_resolution(race)
    assert scored != RULESET.resolve(packet, dice(packet))
    assert RULESET.replay(packet, scored.log, None) == scored


def test_every_stock_car_can_race_against_every_other() -> None:
    packet = packet_with(len(stock_designs()) % 12 or 12, circuit="ice_bridge")
    report = RULESET.resolve(packet, dice(packet)).report
    assert sum(team.points for team in report.teams) > 0

"""Random skirmishes: laws hold, a replay gives the same bytes, and the campaign accepts the report."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rules.carcult import engine
from rules.carcult.designs.design_errors import document_errors
from rules.carcult.match.match import Match
from rules.carcult.match.packet_setup import setup_from_packet
from rules.carcult.match.state import EXPLODED
from rules.carcult.play.laws import LAWS
from rules.carcult.play.order_checks import refuse_illegal
from rules.carcult.play.result import report_of
from rules.carcult.ruleset import RULESET
from rules.core.dice import Dice, KeyRing
from rules.match.engine import play_match
from rules.match.packet import Packet, packet_bytes, packet_from
from rules.match.ruleset import LogContradicted, OtherEdition
from tests.rules.carcult.chance_matches import random_packet
from tests.sampling import one_in

SEEDS = range(200)


def dice(packet: Packet) -> Dice:
    return Dice(KeyRing(b"trials", {packet.match: ""}))


def watched(seed: int) -> tuple[Packet, Match]:
    """The match of a seed, played to its end with every law checked."""
    packet = random_packet(seed)
    play = LAWS.watch_match(engine.start(setup_from_packet(packet), dice(packet)))
    while not engine.is_over(play):
        engine.step(play)
    return packet, play


@pytest.mark.rule(
    "CC-010", "CC-013", "CC-015", "CC-016", "CC-018", "CC-031", "CC-042", "CC-060", "CC-063", "CC-064", "CC-065",
    "CC-067", "CC-074", "CC-076", "CC-090", "CC-098", "CC-102",
)  # fmt: skip
@pytest.mark.parametrize("first", one_in(3, range(0, len(SEEDS), 20)))
@pytest.mark.long
def test_no_law_is_broken_whatever_meets(first: int) -> None:
    for seed in SEEDS[first : first + 20]:
        packet, play = watched(seed)
        report = report_of(play, packet)
        seats = [seat for team in packet.teams for seat in team.seats]
        people = [person.id for seat in seats for person in (seat.driver, seat.gunner) if person is not None]
        assert [team_report.franchise for team_report in report.teams] == [team.franchise for team in packet.teams]
        assert [car_report.car for car_report in report.cars] == [seat.car.id for seat in seats]
        assert Counter(driver.driver for driver in report.drivers) == Counter(people)
        assert play.moment.turn <= play.settings.max_rounds
        for car in report.cars:
            assert car.destroyed is (car.car in play.state.cars and play.state.cars[car.car].status == EXPLODED)
            assert not (car.destroyed and car.criticals)


@pytest.mark.rule("CC-098")
@pytest.mark.parametrize("seed", one_in(3, range(0, 60, 5)))
def test_a_match_played_again_comes_to_the_same_from_its_faces_and_from_its_key(seed: int) -> None:
    packet = random_packet(seed)
    played = RULESET.resolve(packet, dice(packet))
    assert RULESET.resolve(packet, dice(packet)) == played
    assert RULESET.replay(packet, played.log, None) == played
    assert RULESET.replay(packet, played.log, dice(packet)) == played
    again = packet_from(packet_bytes(packet))
    assert RULESET.resolve(again, dice(again)).report == played.report
    assert RULESET.story(played.log) == RULESET.story(RULESET.replay(packet, played.log, None).log)


@pytest.mark.rule("CC-098")
def test_a_log_that_was_changed_is_seen() -> None:
    packet = random_packet(7)
    log = RULESET.resolve(packet, dice(packet)).log
    with pytest.raises(LogContradicted, match="comes out otherwise"):
        RULESET.replay(packet, log.replace(b'"digests":[[1,1,"', b'"digests":[[1,1,"0', 1), None)
    with pytest.raises(OtherEdition):
        RULESET.replay(packet, log.replace(b'{"edition":2,', b'{"edition":9,', 1), None)
    with pytest.raises(LogContradicted):
        RULESET.replay(packet, log, Dice(KeyRing(b"another", {packet.match: ""})))


@pytest.mark.rule("CC-095", "CC-096", "CC-097")
@pytest.mark.parametrize("seed", one_in(3, range(100, 112)))
def test_the_autopilot_orders_nothing_illegal(seed: int) -> None:
    packet = random_packet(seed)
    play = engine.start(setup_from_packet(packet), dice(packet))
    question_count = 0
    while not engine.is_over(play):
        question = play.question
        if question.car:
            car = play.state.cars[question.car]
            refuse_illegal(play, car, play.pilot.order(play, car, question.kind))
            question_count += 1
        engine.step(play)
    assert question_count == len(play.log.orders)


@pytest.mark.rule("CC-070")
@pytest.mark.parametrize("seed", range(60))
def test_cars_by_lot_are_legal_but_for_what_a_team_has_together(seed: int) -> None:
    packet = random_packet(seed)
    for team in packet.teams:
        for seat in team.seats:
            if seat.car.design:
                faults = document_errors(seat.car.design, switches=packet.switches)
                assert {fault.code for fault in faults} <= {"over_limit"}
        assert sum(car.design.az for car in setup_from_packet(packet).cars if car.team == team.franchise) <= 30


def test_matches_by_lot_show_everything_there_is() -> None:
    packets = [random_packet(seed) for seed in SEEDS]
    assert {len(packet.teams) for packet in packets} == {2, 3, 4, 5, 6}
    assert {packet.setting["table"] for packet in packets} == {"crossroads", "dry_lake", "scrapyard"}
    assert any(not team.seats for packet in packets for team in packet.teams)
    assert any(seat.car.criticals for packet in packets for team in packet.teams for seat in team.seats)
    assert len({name for packet in packets for name in packet.switches}) > 15
    kinds: Counter[str] = Counter()
    for packet in packets[:40]:
        kinds.update(entry.kind for entry in play_match(engine, setup_from_packet(packet), dice(packet)).log.entries)
    assert {"hits", "ram", "mine", "rough", "explosion", "reroll", "toughness", "no_attack"} <= set(kinds)


@pytest.mark.rule("CC-090", "CC-104")
@pytest.mark.parametrize("seats", [0, 1])
def test_a_match_without_cars_or_with_one_side_s_alone_is_over_after_a_round(seats: int) -> None:
    packet = random_packet(3)
    alone = replace(packet, teams=tuple(
        replace(team, seats=team.seats[: seats if number == 0 else 0]) for number, team in enumerate(packet.teams)
    ))  # fmt: skip
    play = play_match(engine, setup_from_packet(alone), dice(alone))
    assert play.moment.turn == 1
    report = RULESET.resolve(alone, dice(alone)).report
    assert [(team_report.points, team_report.rank) for team_report in report.teams] == [(0, 1)] * len(alone.teams)

"""Random races: every law holds after every entry, the report names everybody, and each race can be replayed."""

from __future__ import annotations

import pytest

from rules.core.dice import Dice, KeyRing
from rules.formule import engine
from rules.formule.log.box_score import box_score
from rules.formule.log.story import narrate
from rules.formule.match.match import Match
from rules.formule.match.packet_setup import setup_from_packet
from rules.formule.match.state import CarStatus
from rules.formule.play.laws import LAWS
from rules.formule.play.result import report_of
from rules.formule.ruleset import RULESET
from rules.match.packet import Packet
from tests.rules.formule.chance_matches import random_packet
from tests.sampling import one_in

SEEDS = range(200)


def dice_of(packet: Packet, seed: int) -> Dice:
    return Dice(KeyRing(f"secret {seed}".encode(), {packet.match: ""}))


def raced(seed: int) -> Match:
    packet = random_packet(seed)
    play = LAWS.watch_match(engine.start(setup_from_packet(packet), dice_of(packet, seed)))
    while not engine.is_over(play):
        engine.step(play)
    return play


@pytest.mark.rule("FW-107", "FW-122", "FW-126", "FW-144", "FW-154")
@pytest.mark.parametrize("batch", one_in(4, range(20)))
@pytest.mark.long
def test_races_by_lot_keep_every_law_and_can_be_told(batch: int) -> None:
    for seed in SEEDS[batch * 10 : batch * 10 + 10]:
        packet, play = random_packet(seed), raced(seed)
        assert all(car.status is not CarStatus.RUNNING for car in play.state.cars.values()), seed
        report = report_of(play, packet)
        lined_up = [
            person.id
            for team in packet.teams
            for seat in team.seats
            for person in (seat.driver, seat.gunner)
            if person
        ]
        assert [driver.driver for driver in report.drivers] == lined_up, seed
        assert [car_report.car for car_report in report.cars] == list(play.state.cars), seed
        assert [team_report.franchise for team_report in report.teams] == [team.franchise for team in packet.teams], (
            seed
        )
        assert all("{" not in line for line in narrate(play)), seed
        assert box_score(play), seed


@pytest.mark.rule("FW-144")
@pytest.mark.parametrize("seed", one_in(4, range(0, 200, 8)))
def test_a_race_comes_out_again_from_its_key_and_from_its_own_faces(seed: int) -> None:
    packet = random_packet(seed)
    once = RULESET.resolve(packet, dice_of(packet, seed))
    assert RULESET.resolve(packet, dice_of(packet, seed)) == once
    assert RULESET.replay(packet, once.log, dice_of(packet, seed)) == once
    assert RULESET.replay(packet, once.log, None) == once

"""What mechanics fitted between two heats, from the locked packet through the engine and back into the stores."""

from __future__ import annotations

import pytest

from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan
from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.match_day.packet_builder import build_packet
from rules.campaign.match_day.report_acceptance import AcceptReport
from rules.campaign.match_day.settlement import OpenSettlement
from rules.campaign.season.invariants import broken_invariants
from rules.core.dice import Dice, KeyRing
from rules.core.terms import MatchId, RoundId
from rules.dethmatch.engine import play_match
from rules.dethmatch.match.orders import IntervalOrder, Repair
from rules.dethmatch.play.result import report_of, result_of
from rules.dethmatch.setup.packet_setup import setup_from_packet
from rules.match.report import Source
from tests.rules.campaign.memory_seasons import Table, line_up, signed
from tests.rules.dethmatch.boards import Orders

M1 = MatchId("m1")


def locked_here() -> Table:
    """A locked match of two heats in an arena: c1 of the razors has a gun and tires, and the stores hold more."""
    table = signed()
    plan = MatchPlan(
        match=M1,
        event="flags",
        franchises=sorted(table.season.franchises),
        heats=2,
        ruleset="dethmatch",
        setting={"track": "hammer_bowl"},
    )
    table.give(AnnounceRound(round=RoundId("r1"), matches=[plan]))
    table.run()
    table.stock("machinegun", id="gun", car="razors.c1")
    table.stock("tire_light", id="worn", car="razors.c1", tread="street")
    table.stock("heavy_machinegun", id="better")
    table.stock("tire_heavy", id="fresh", tread="street")
    table.stock("gear_set", id="low", gearing=-1)
    for named in table.season.line_ups_of("m1"):
        table.give(line_up(named.franchise, "m1"))
    table.give(LockLineUps(match=M1))
    return table


@pytest.mark.rule("DM-M-039", "DM-M-132", "DM-M-140", "DM-C-094")
def test_what_was_changed_between_heats_is_on_the_car_used_up_or_in_the_stores_when_it_is_settled() -> None:
    table = locked_here()
    orders = IntervalOrder(
        repairs=(
            Repair(car="razors.c1", job="tires", subject="razors.fresh"),
            Repair(car="razors.c1", job="weapon", subject="razors.better"),
            Repair(car="razors.c1", job="gears", subject="razors.low"),
        )
    )
    pilot = Orders({"razors": orders})
    play = play_match(setup_from_packet(build_packet(table.season, M1)), Dice(KeyRing(b"no matter")), pilot)
    match_report = report_of(result_of(play), source=Source())
    claim = next(car for car in match_report.cars if car.car == "razors.c1")
    assert sorted(claim.fitted) == ["razors.better", "razors.fresh", "razors.low"]
    assert sorted(claim.stowed) == ["razors.gun", "razors.worn"]
    table.give(AcceptReport(match=M1, report=match_report))
    table.give(OpenSettlement(match=M1))
    season = table.season
    assert {item.id: item.car for item in season.stores("razors")} == {
        "razors.better": "razors.c1",
        "razors.gun": "",
        "razors.low": "razors.c1",
    }
    assert broken_invariants(season) == []

"""Changing a house rule during a season, now or from a named step on, within its limits."""

from __future__ import annotations

import pytest

from rules.campaign.core.command import OutOfStep
from rules.campaign.core.switches import PendingSwitch
from rules.campaign.founding.season_start import OpenSeason
from rules.campaign.founding.setup import CloseSetup, NextSetupStep, OpenSetup
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan
from rules.campaign.match_day.breakdowns import DeviceHeld
from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.season.house_rules import (
    ChangeSwitch,
    LimitOverrun,
    LineUpsOpen,
    SettingStands,
    SwitchLapsed,
    SwitchPlanned,
    SwitchSet,
)
from rules.campaign.season.steps import StepPast
from rules.core.refusals import Malformed, Unknown
from rules.core.switches import Setting
from rules.core.terms import MatchId, RoundId
from tests.rules.campaign.memory_seasons import Table, accept, announce, founded, line_up, locked, settled, signed


def change(switch: str, setting: Setting, step: str = "") -> ChangeSwitch:
    """The command that changes a switch."""
    return ChangeSwitch(switch=switch, setting=setting, step=step)


def planned(table: Table) -> list[tuple[str, Setting, str]]:
    """The changes that are still to come."""
    return [(switch.switch, switch.setting, switch.step) for switch in table.season.pending]


@pytest.mark.rule("HOUSE-008")
def test_a_house_rule_changes_at_once_and_back() -> None:
    table = signed()
    table.give(change("repairs.mandatory", True))
    assert table.season.switches == {"repairs.mandatory": True}
    table.give(change("repairs.mandatory", False))
    assert table.season.switches == {}
    assert [(fact.rule, fact.switch, fact.setting) for fact in table.said(SwitchSet)] == [
        ("HOUSE-008", "repairs.mandatory", "true"),
        ("HOUSE-008", "repairs.mandatory", "false"),
    ]


@pytest.mark.rule("HOUSE-008")
def test_a_house_rule_changes_when_its_round_is_announced() -> None:
    table = signed()
    table.give(change("match.vehicles_per_team", 1, "r2"))
    assert [(fact.setting, fact.step) for fact in table.said(SwitchPlanned)] == [("1", "r2")]
    locked(table=table)
    assert table.season.match("m1").vehicles_per_team == 3
    accept(table)
    settled(table)
    announce(table, 2)
    assert table.season.match("m2").vehicles_per_team == 1
    assert (planned(table), table.season.switches) == ([], {"match.vehicles_per_team": 1})
    assert [fact.switch for fact in table.said(SwitchSet)] == ["match.vehicles_per_team"]


@pytest.mark.rule("HOUSE-008")
def test_a_round_that_is_refused_changes_no_house_rule() -> None:
    table = signed()
    table.give(change("match.vehicles_per_team", 1, "r1"))
    plan = MatchPlan(match=MatchId("m1"), event="race", franchises=["razors"])
    table.refused(AnnounceRound(round=RoundId("r1"), matches=[plan]), Malformed)
    assert planned(table) == [("match.vehicles_per_team", 1, "r1")]


@pytest.mark.rule("HOUSE-008")
@pytest.mark.parametrize("step", ["S2", "S3", "M"])
def test_a_house_rule_changes_when_its_step_is_reached(step: str) -> None:
    switches: dict[str, Setting] = {"season.setup_single_window": False, "roster.min": 0, "garage.min": 0}
    table = founded(switches=switches)
    table.give(change("garage.max", 4, step))
    for reached, command in (("S2", NextSetupStep()), ("S3", NextSetupStep()), ("M", CloseSetup())):
        assert table.season.setting("garage.max") == 5
        table.give(command)
        if reached == step:
            break
    assert table.season.setting("garage.max") == 4


@pytest.mark.rule("HOUSE-008")
def test_hiring_garage_and_party_are_reached_together_when_they_are_one_window() -> None:
    table = Table()
    table.give(OpenSeason(rounds=3))
    table.give(change("garage.max", 4, "S3"))
    table.season.pending.append(PendingSwitch(switch="roster.max", setting=9, step="M"))
    in_setup = founded()
    in_setup.refused(change("garage.max", 4, "S3"), StepPast, "S3")
    table.season.franchises = in_setup.season.franchises
    table.season.sponsors = in_setup.season.sponsors
    table.give(OpenSetup())
    assert table.season.switches == {"garage.max": 4}
    assert planned(table) == [("roster.max", 9, "M")]


@pytest.mark.rule("HOUSE-008")
def test_steps_passed_over_are_made_up_for_in_their_order() -> None:
    table = signed(rounds=1)
    table.give(change("draft.picks", 5, "E5"))
    table.give(change("draft.picks", 4, "E1"))
    table.season.step = "E7"
    table.refused(change("draft.picks", 2, "E7"), StepPast, "E7")
    table.season.step = "M"
    locked(table=table)
    accept(table)
    settled(table)
    assert table.season.setting("draft.picks") == 4
    assert planned(table) == [("draft.picks", 5, "E5")]


@pytest.mark.rule("HOUSE-008")
def test_a_plan_for_the_same_step_is_replaced() -> None:
    table = signed()
    table.give(change("draft.picks", 5, "E5"))
    table.give(change("draft.picks", 2, "E6"))
    table.give(change("draft.picks", 4, "E5"))
    assert planned(table) == [("draft.picks", 2, "E6"), ("draft.picks", 4, "E5")]


@pytest.mark.rule("HOUSE-008")
def test_what_a_rule_will_be_by_then_is_what_counts() -> None:
    table = signed()
    table.refused(change("draft.picks", 3), SettingStands, "draft.picks", "3")
    table.refused(change("draft.picks", 3, "E5"), SettingStands, "3")
    table.give(change("draft.picks", 5, "E4"))
    table.refused(change("draft.picks", 5, "E5"), SettingStands, "5")
    table.refused(change("draft.picks", 3, "r2"), SettingStands, "3")
    table.give(change("draft.picks", 3, "E5"))
    assert planned(table) == [("draft.picks", 5, "E4"), ("draft.picks", 3, "E5")]


@pytest.mark.rule("HOUSE-008")
@pytest.mark.parametrize("step", ["S1", "S3", "M", "r1", "r2"])
def test_a_step_the_season_has_reached_is_past(step: str) -> None:
    table = locked()
    accept(table)
    settled(table)
    announce(table, 2)
    table.refused(change("draft.picks", 5, step), StepPast, step)
    table.give(change("draft.picks", 5, "r3"))


@pytest.mark.rule("HOUSE-008")
@pytest.mark.parametrize("step", ["M5.4", "r0", "r4", "r01", "closed", "later"])
def test_there_is_no_other_step_to_wait_for(step: str) -> None:
    signed().refused(change("draft.picks", 5, step), Malformed, step.removeprefix("r")[:5])


@pytest.mark.rule("HOUSE-008")
def test_rounds_played_on_paper_are_not_to_come() -> None:
    table = signed()
    table.season.rounds_before = 1
    table.refused(change("draft.picks", 5, "r1"), Malformed, "2 to 3")
    table.give(change("draft.picks", 5, "r2"))
    announce(table, 2)
    assert table.season.rounds["r2"].number == 2
    assert table.season.setting("draft.picks") == 5


@pytest.mark.rule("HOUSE-008")
def test_a_house_rule_is_one_there_is_and_what_it_may_be() -> None:
    table = signed()
    table.refused(change("roster.maximum", 5), Unknown, "roster.maximum")
    table.refused(change("roster.max", True), Malformed, "roster.max")
    table.refused(change("traits.cap", "9"), Malformed, "none, 4, 5")
    table.refused(change("roster.min", 11), Malformed, "roster.min 11", "roster.max 10")
    table.refused(change("garage.max", 2, "E1"), Malformed, "garage.min 3", "garage.max 2")


@pytest.mark.rule("HOUSE-008")
def test_a_closed_season_keeps_its_house_rules() -> None:
    table = signed()
    table.season.step = "E9"
    table.give(change("draft.picks", 4))
    table.season.step = "closed"
    table.refused(change("draft.picks", 5), OutOfStep, "change_switch")


@pytest.mark.rule("HOUSE-008", "DM-C-060", "DM-C-065", "DM-C-069")
@pytest.mark.parametrize(
    ("switch", "setting", "words"),
    [("roster.max", 6, "7 drivers"), ("garage.max", 3, "4 cars"), ("sponsors.max", 2, "3 sponsors")],
)
def test_a_limit_does_not_fall_below_what_stands(switch: str, setting: int, words: str) -> None:
    table = signed(drivers=7, cars=4)
    table.refused(change(switch, setting), LimitOverrun, switch, words)
    table.give(change(switch, setting + 1))


@pytest.mark.rule("HOUSE-008")
def test_a_planned_change_lapses_where_it_would_break_what_stands() -> None:
    table = signed(drivers=7)
    table.give(change("roster.max", 6, "r1"))
    table.give(change("roster.min", 5, "r1"))
    table.give(change("garage.max", 4, "r1"))
    announce(table)
    assert [(fact.switch, fact.setting) for fact in table.said(SwitchLapsed)] == [("roster.max", "6")]
    assert "7 drivers" in table.said(SwitchLapsed)[0].because
    assert table.season.switches == {"roster.min": 5, "garage.max": 4}
    assert planned(table) == []


@pytest.mark.rule("HOUSE-008")
def test_a_planned_change_lapses_where_it_contradicts_another() -> None:
    table = signed(drivers=6)
    table.give(change("roster.max", 6, "r2"))
    table.give(change("roster.min", 8))
    locked(table=table)
    accept(table)
    settled(table)
    announce(table, 2)
    assert [fact.because for fact in table.said(SwitchLapsed)] == [
        "roster.min 8 is above roster.max 6: lower the one or raise the other"
    ]


@pytest.mark.rule("HOUSE-008", "DM-C-087", "DM-C-088")
@pytest.mark.parametrize("early", [True, False])
def test_when_devices_are_rolled_does_not_change_between_the_rolls_and_the_lock(early: bool) -> None:
    switch = "prematch.breakdowns_before_lineup"
    table = signed(switches={switch: early})
    table.stock("hydraulics", id="device", car="razors.c1")
    rolled = {"m1/pre/razors.device/breakdown": [6]}
    announce(table, faces=rolled if early else None)
    table.refused(change(switch, not early), LineUpsOpen, switch, "m1", "a round to come")
    table.give(change("repairs.mandatory", True))
    table.give(change(switch, not early, "r2"))
    table.give(change(switch, early, "r3"))
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    table.give(LockLineUps(match=MatchId("m1")), None if early else rolled)
    assert [fact.match for fact in table.said(DeviceHeld)] == ["m1"]
    table.give(change(switch, not early))

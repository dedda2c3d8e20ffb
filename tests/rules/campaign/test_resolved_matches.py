"""Matches resolved by a ruleset: announced for it, packed for it, and settled by its report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.campaign.core.codec import copy_season
from rules.campaign.core.state import Season
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan
from rules.campaign.match_day.fixture_checks import FixtureFaulty, SettingUnread
from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.match_day.packet_builder import NotLocked, build_packet
from rules.campaign.match_day.reports import report_digest
from rules.campaign.match_day.resolution import (
    NotResolvedHere,
    acceptance_command,
    line_up_shortfalls,
    matches_awaiting_resolution,
    packet_to_resolve,
    resolve_packet,
)
from rules.campaign.match_day.round_plans import plan_round
from rules.campaign.season.house_rules import ChangeSwitch
from rules.campaign.steward.commissioner_commands import next_commissioner_command
from rules.campaign.steward.simulation import PerformedCommand, new_league_season, play_out, simulate
from rules.campaign.steward.unattended import Attendance, CommandSource, match_dice_from, next_batch
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import MatchId, RoundId
from rules.match.packet import packet_digest
from rules.match.registry import get_ruleset, temporarily_installed
from rules.match.report import Report, TeamReport
from rules.match.ruleset import log_digest
from tests.rules.campaign.memory_seasons import SECRET, Table, line_up, locked, signed
from tests.rules.ladder import LADDER, Ladder

M1 = MatchId("m1")


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    with temporarily_installed(LADDER):
        yield


def planned(table: Table, **options: object) -> AnnounceRound:
    """The first round, with a ladder match of both franchises."""
    plan = {"match": M1, "event": "ladder", "franchises": ["razors", "saints"], "ruleset": "ladder", **options}
    return AnnounceRound(round=RoundId("r1"), matches=[MatchPlan(**plan)])  # type: ignore[arg-type]


def climbing(table: Table | None = None, **options: object) -> Table:
    """A season whose first match, on the ladder, is locked with c1 and c2 of each team."""
    table = table or signed()
    table.give(planned(table, **options))
    table.run()
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    table.give(LockLineUps(match=M1))
    return table


@pytest.mark.rule("DM-C-090")
@pytest.mark.switch("match.ruleset", "ladder")
def test_a_season_may_say_who_resolves_its_matches_and_a_match_may_say_otherwise() -> None:
    table = signed(switches={"match.ruleset": "ladder"})
    table.give(planned(table, ruleset=""))
    assert table.season.match("m1").ruleset == "ladder"
    table = signed(switches={"match.ruleset": "ladder"})
    table.give(planned(table, ruleset="reported"))
    assert table.season.match("m1").ruleset == ""


def test_a_match_is_played_by_a_ruleset_there_is() -> None:
    table = signed()
    table.refused(planned(table, ruleset="stairs"), Unknown, "no ruleset 'stairs'", "ladder")
    table.refused(ChangeSwitch(switch="match.ruleset", setting="stairs"), Unknown, "stairs")
    table.refused(ChangeSwitch(switch="match.ruleset", setting="The Ladder"), Malformed)


def test_everything_a_ruleset_finds_wrong_with_a_match_is_named_at_once() -> None:
    table = signed()
    bad = planned(table, setting={"height": 41, "track": "oval"})
    table.refused(bad, FixtureFaulty, "m1 cannot be played like that", "no track", "1 to 40 rungs", "LAD-008")
    table.give(planned(table, setting={"height": 40}))
    assert table.season.match("m1").setting == {"height": 40}


def test_nobody_reads_the_setting_of_a_match_that_people_report() -> None:
    table = signed()
    table.refused(planned(table, ruleset="", setting={"height": 4}), SettingUnread, "leave the setting out")


def test_the_switches_of_a_ruleset_are_house_rules_like_any_other() -> None:
    table = signed()
    table.refused(ChangeSwitch(switch="ladder.slippery", setting="yes"), Malformed, "on or off")
    table.refused(ChangeSwitch(switch="ladder.wet", setting=True), Unknown, "ladder.slippery")
    table.give(ChangeSwitch(switch="ladder.slippery", setting=True))
    assert table.season.switches == {"ladder.slippery": True}
    table.give(ChangeSwitch(switch="ladder.slippery", setting=False, step="r2"))
    table.give(ChangeSwitch(switch="ladder.slippery", setting=False))
    assert table.season.switches == {}
    assert table.season.setting("ladder.anthem") == "none"


@pytest.mark.rule("DM-C-087", "DM-C-090", "DM-M-010")
def test_a_packet_says_by_which_ruleset_edition_setting_and_switches_a_match_is_played() -> None:
    table = signed(switches={"ladder.slippery": True, "draft.snake": True})
    table.season.car("razors.c1").designs = {"ladder": {"rungs": 5, "grip": 5}, "stairs": {}}
    climbing(table, setting={"height": 9})
    packed = build_packet(table.season, "m1")
    assert (packed.ruleset, packed.edition, packed.setting) == ("ladder", 1, {"height": 9})
    assert packed.switches == {"ladder.slippery": True}
    razors = packed.teams[0]
    assert [seat.car.design for seat in razors.seats] == [{"rungs": 5, "grip": 5}, {"rungs": 2, "grip": 2}]


@pytest.mark.rule("DM-M-039")
def test_a_packet_holds_what_stands_in_the_stores() -> None:
    table = signed()
    gun = table.stock("machinegun")
    table.stock("targeting_device", weapon=gun.id)
    table.stock("gear_set", id="gears", gearing=1)
    table.stock("medical_kit", id="kit", driver="razors.d1", uses=1)
    table.stock("oil_jet", car="razors.c1")
    climbing(table)
    razors, saints = build_packet(table.season, "m1").teams
    assert [(item.id, item.gearing) for item in razors.stores] == [("razors.gears", 1), ("razors.machinegun", 0)]
    assert saints.stores == ()


@pytest.mark.rule("DM-M-036")
def test_what_a_line_up_carries_in_vain_is_told_before_and_after_the_lock() -> None:
    table = signed()
    table.stock("oil_jet", car="razors.c1")
    table.give(planned(table))
    table.run()
    assert line_up_shortfalls(table.season, "m1", "razors") == []
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    sentences = [shortfall.sentence for shortfall in line_up_shortfalls(table.season, "m1", "razors")]
    assert sentences == ["razors.c1 carries oil_jet in vain."]
    assert line_up_shortfalls(table.season, "m1", "saints") == []
    table.give(LockLineUps(match=M1))
    assert [shortfall.sentence for shortfall in line_up_shortfalls(table.season, "m1", "razors")] == sentences
    assert line_up_shortfalls(locked().season, "m1", "razors") == []


@pytest.mark.rule("DM-C-090", "DM-M-140")
def test_a_match_is_settled_by_what_its_ruleset_reports() -> None:
    table = climbing(setting={"height": 2})
    packed = packet_to_resolve(table.season, "m1")
    dice = Dice(loaded={f"m1/heat1/{team}.c{car}": [1] * car for team in ("razors", "saints") for car in (1, 2)})
    # One coin each: all four reach the top at once, and are placed in the order of the packet.
    resolution = resolve_packet(packed, dice)
    report = resolution.report
    assert [(team_report.franchise, team_report.points, team_report.rank) for team_report in report.teams] == [
        ("razors", 17, 1),
        ("saints", 8, 2),
    ]
    assert report.source.ruleset == "ladder"
    assert report.source.version == "1"
    assert report.source.log_digest == log_digest(resolution.log)
    assert report.source.packet == packet_digest(packed)
    table.give(acceptance_command(table.season, report, match="m1"))
    assert table.season.match("m1").outcome == report
    table.run()
    assert {franchise.id: franchise.points for franchise in table.season.all_franchises()} == {
        "razors": 17,
        "saints": 8,
    }


@pytest.mark.rule("DM-C-090", "HOUSE-009")
def test_a_team_that_forfeited_stands_last_in_the_result() -> None:
    table = climbing()
    line_up_of_saints = table.season.line_up("m1", "saints")
    line_up_of_saints.forfeited = True
    for seat in table.season.seats_of(line_up_of_saints.id):
        del table.season.seats[seat.id]
    packed = packet_to_resolve(table.season, "m1")
    report = resolve_packet(packed, Dice(loaded={f"m1/heat1/razors.c{car}": [1, 1, 1] for car in (1, 2)})).report
    assert [team.franchise for team in report.teams] == ["razors"]
    command = acceptance_command(table.season, report, match="m1")
    assert [(team.franchise, team.points, team.rank) for team in command.report.teams[1:]] == [("saints", 0, 2)]
    table.give(command)


def test_a_match_nobody_can_start_in_is_resolved_all_the_same() -> None:
    table = climbing()
    for seat in list(table.season.seats):
        del table.season.seats[seat]
    report = resolve_packet(packet_to_resolve(table.season, "m1"), Dice()).report
    assert [(team.points, team.rank) for team in report.teams] == [(0, 1), (0, 1)]
    table.give(acceptance_command(table.season, report, match="m1"))


def test_only_a_locked_match_of_a_ruleset_is_resolved() -> None:
    table = signed()
    table.give(planned(table))
    assert matches_awaiting_resolution(table.season) == []
    with pytest.raises(NotLocked):
        packet_to_resolve(table.season, "m1")
    by_people = locked()
    assert matches_awaiting_resolution(by_people.season) == []
    with pytest.raises(NotResolvedHere, match="report what came of it"):
        packet_to_resolve(by_people.season, "m1")
    assert [match.id for match in matches_awaiting_resolution(climbing().season)] == ["m1"]


@pytest.mark.rule("DM-M-001", "DM-C-090")
def test_the_same_packet_and_dice_always_come_to_the_same() -> None:
    table = climbing()
    packed = packet_to_resolve(table.season, "m1")
    first, second = resolve_packet(packed, table.dice()), resolve_packet(packed, table.dice())
    assert first == second
    assert report_digest(first.report) == report_digest(second.report)
    elsewhere = replace(table, secret=b"another")
    assert resolve_packet(packed, elsewhere.dice()).log != first.log


def test_the_calendar_gives_a_rulesets_result_whoever_reports_the_others() -> None:
    table = climbing()
    move = next_batch(table.season, dice=match_dice_from(SECRET), attended=Attendance(reporter=True))
    assert move is not None
    assert (move.by, len(move.commands)) == (CommandSource.RULESET, 1)
    assert next_batch(table.season, dice=match_dice_from(SECRET), attended=Attendance(resolver=True)) is None
    by_people = locked()
    assert next_batch(by_people.season, dice=match_dice_from(SECRET), attended=Attendance(reporter=True)) is None
    batch = next_batch(by_people.season, dice=match_dice_from(SECRET), attended=Attendance(resolver=True))
    assert batch is not None
    assert batch.by is CommandSource.STAND_IN


@pytest.mark.parametrize("franchises", [2, 5, 9])
def test_whole_seasons_are_played_by_a_ruleset_in_memory(franchises: int) -> None:
    season = new_league_season(franchises=franchises, rounds=3, secret=b"x", switches={"match.ruleset": "ladder"})
    commands = list(simulate(season, secret=b"x", seasons=2))
    results = [performed for performed in commands if performed.by is CommandSource.RULESET]
    matches = -(-franchises // 4)
    assert len(results) == 2 * 3 * matches
    assert CommandSource.STAND_IN not in {performed.by for performed in commands}
    assert commands[-1].season.step == "closed"
    played: list[PerformedCommand] = list(play_out(_set_up(season), secret=b"x"))
    assert len([performed for performed in played if performed.by is CommandSource.RULESET]) == 3 * matches


def _set_up(season: Season) -> Season:
    """A copy of the season with its setup opened, which only people can decide."""
    table = Table(season=copy_season(season))
    opening = next_commissioner_command(table.season)
    assert opening is not None
    table.give(opening)
    return table.season


@pytest.mark.rule("DM-C-177")
@pytest.mark.parametrize("franchises", [3, 6, 8, 13])
def test_a_round_that_nobody_planned_is_drawn_as_a_commissioners_is(franchises: int) -> None:
    switches = {"match.ruleset": "dethmatch"}
    season = new_league_season(franchises=franchises, rounds=3, secret=b"1", switches=switches)
    season.step = "M"
    announced = next_commissioner_command(season)
    assert isinstance(announced, AnnounceRound)
    assert [plan.franchises for plan in announced.matches] == [
        plan.franchises for plan in plan_round(season, size=get_ruleset("dethmatch").most_teams)
    ]


def test_another_edition_plays_another_match() -> None:
    table = climbing()
    packed = packet_to_resolve(table.season, "m1")
    later = Ladder(edition=2).resolve(packed, table.dice())
    assert later.log != resolve_packet(packed, table.dice()).log


@pytest.mark.rule("DM-C-090", "DM-M-140", "HOUSE-009")
def test_a_team_that_forfeited_shares_its_rank_with_those_that_scored_nothing() -> None:
    table = signed("razors", "saints", "widows")
    locked(table=table)
    table.season.line_up("m1", "widows").forfeited = True
    teams = [TeamReport(franchise="razors", points=1, rank=1), TeamReport(franchise="saints", points=0, rank=2)]
    command = acceptance_command(table.season, Report(teams=teams, drivers=[], cars=[]), match="m1")
    assert command.report.teams == [*teams, TeamReport(franchise="widows", points=0, rank=2)]

"""The statistics of a simulation: one line per season, and every team that was short, with the facts behind it."""

from __future__ import annotations

import pytest

from rules.campaign.match_day.announcing import HeartFailed
from rules.campaign.match_day.breakdowns import CarBrokeDown
from rules.campaign.match_day.line_ups import LineUpsLocked, LockLineUps
from rules.campaign.match_day.settlement import SettlementReckoned
from rules.campaign.people.cloning import DriverCloned
from rules.campaign.people.veterans import DriverRetired
from rules.campaign.steward.season_statistics import SeasonStatistics
from rules.campaign.steward.simulation import CommandSource, PerformedCommand, new_league_season, simulate
from rules.core.switches import Setting
from tests.rules.campaign.memory_seasons import locked

SECRET = b"tally"


def test_a_season_is_summed_up_as_its_facts_say() -> None:
    tally, facts = SeasonStatistics(), []
    for told in simulate(new_league_season(franchises=3, rounds=4, secret=SECRET), secret=SECRET, seasons=1):
        tally.count(told)
        facts += told.facts
    (line,) = tally.seasons
    settled = [fact for fact in facts if isinstance(fact, SettlementReckoned)]
    balances = sorted(franchise.balance for franchise in told.season.all_franchises())
    assert len(settled) == 12
    assert line.mean_net_income == sum(settlement.net_income for settlement in settled) // 12
    assert line.mean_profit == sum(settlement.profit for settlement in settled) // 12
    assert (line.lowest_balance, line.highest_balance) == (balances[0], balances[-1])
    assert line.mean_balance == sum(balances) // 3
    assert [franchise.rank for franchise in line.order] == [1, 2, 3]
    assert line.cloned == sum(isinstance(fact, DriverCloned) for fact in facts)
    departures = [fact.rule for fact in facts if isinstance(fact, DriverRetired)]
    assert (line.retired, line.undrafted) == (departures.count("DM-C-159"), departures.count("DM-C-166"))
    assert (line.drivers, line.sponsors) == (8, len(told.season.sponsors) / 3)


def test_counts_begin_again_with_each_season() -> None:
    tally = SeasonStatistics()
    for performed in simulate(new_league_season(franchises=2, rounds=1, secret=SECRET), secret=SECRET, seasons=3):
        tally.count(performed)
    assert [season.number for season in tally.seasons] == [1, 2, 3]
    assert all(0 < season.mean_profit < 200_000 for season in tally.seasons)


def test_a_team_without_money_is_listed_with_why() -> None:
    tally = SeasonStatistics()
    switches: dict[str, Setting] = {"franchise.seed_money_k": 0}
    for performed in simulate(
        new_league_season(franchises=2, rounds=1, secret=b"x", switches=switches), secret=b"x", seasons=1
    ):
        tally.count(performed)
    assert [(short_team.season, short_team.match, short_team.franchise) for short_team in tally.short] == [
        (1, "m1", "f1"),
        (1, "m1", "f2"),
    ]
    for short_team in tally.short:
        assert f"{short_team.franchise} has {short_team.cars} of the 3 cars a garage must hold" in " ".join(
            short_team.because
        )
        assert "knowing that 6 are advised" in " ".join(short_team.because)
        assert short_team.because[-1].startswith("Its balance is ")


def test_broken_cars_and_failed_hearts_are_told_by_their_facts() -> None:
    table = locked(drivers=3)
    table.season.car("razors.c1").broken = True
    table.season.driver("saints.d2").availability = "heart_out"
    broke = CarBrokeDown(
        rule="DM-C-088", match="m1", franchise="razors", car="razors.c1", item="i1", item_kind="hydraulics",
        fails_up_to=1,
    )  # fmt: skip
    heart = HeartFailed(rule="DM-C-049", match="m1", franchise="saints", driver="saints.d2", fails_up_to=1)
    tally = SeasonStatistics()
    lock = LockLineUps(match="m1")
    facts = (broke, heart, LineUpsLocked(rule="DM-C-007", match="m1", words=""))
    tally.count(PerformedCommand(season=table.season, by=CommandSource.COMMISSIONER, command=lock, facts=facts))
    razors, saints = tally.short
    assert (razors.cars, razors.drivers, saints.cars, saints.drivers) == (2, 3, 3, 2)
    assert razors.because[:2] == (
        "It has 3 cars.",
        "i1 (hydraulics) failed on 1 or less: razors.c1 is out of m1.",
    )
    assert saints.because[:2] == (
        "It has 3 drivers.",
        "The heart of saints.d2 failed before m1 on 1 or less: they miss it.",
    )


@pytest.mark.parametrize("forfeited", [True, False])
def test_who_forfeits_is_not_short(forfeited: bool) -> None:
    table = locked(cars=3, drivers=2)
    for line_up in table.season.line_ups_of("m1"):
        line_up.forfeited = forfeited
    tally = SeasonStatistics()
    facts = (LineUpsLocked(rule="DM-C-007", match="m1", words=""),)
    tally.count(
        PerformedCommand(
            season=table.season, by=CommandSource.COMMISSIONER, command=LockLineUps(match="m1"), facts=facts
        )
    )
    assert [short_team.franchise for short_team in tally.short] == ([] if forfeited else ["razors", "saints"])

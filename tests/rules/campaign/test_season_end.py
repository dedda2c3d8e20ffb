"""Season ends worked by hand, from the last match to the rounds of the next season, with every face typed in."""

from __future__ import annotations

import pytest

from rules.campaign.founding.season_start import FoundFranchise, OpenSeason
from rules.campaign.founding.setup import CloseSetup, OpenSetup
from rules.campaign.garage.cars import BuyCar
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan
from rules.campaign.people.hiring import AcknowledgeShortRoster, HireRookie
from rules.campaign.people.veterans import DriverRetired, HireVeteran, RetireDrivers
from rules.campaign.season.invariants import broken_invariants
from rules.campaign.season_end.draft import OpenDraft, PassPick, PickDriver, draft_turn, draftable_drivers
from rules.campaign.season_end.franchise_contracts import NothingToProtect, ProtectDrivers
from rules.campaign.season_end.metal_cup import AwardCup
from rules.campaign.season_end.off_season import CloseSeason, next_season
from rules.campaign.season_end.sponsor_pool import DeclareSafe, DrawSponsors, PassSponsor, PickSponsor, SafeLastSeason
from rules.campaign.season_end.staff_retention import CloseStaffKeep, KeepStaff
from rules.campaign.season_end.standings import FinalRank, RankTable
from rules.core.terms import CarId, DriverId, FranchiseId, MatchId, RoundId, SponsorId
from tests.rules.campaign.memory_seasons import Table, accept, locked, report, settled
from tests.rules.campaign.season_ends import ended, go_to

RAZORS, SAINTS, WIDOWS = FranchiseId("razors"), FranchiseId("saints"), FranchiseId("widows")


def played() -> Table:
    """Three franchises after their season's one round. Razors have 6 points, saints and widows 3 each, and all else
    is equal.
    """
    table = locked("razors", "saints", "widows", rounds=1)
    accept(table, report(table, points={"razors": 6, "saints": 3, "widows": 3}))
    settled(table)
    assert table.season.step == "E1"
    for franchise in table.season.all_franchises():
        franchise.balance, franchise.staff_rating = 300_000, 1
    return table


def pick(franchise: FranchiseId, driver: str) -> PickDriver:
    return PickDriver(franchise=franchise, driver=DriverId(driver))


def protect(franchise: FranchiseId, *drivers: str) -> ProtectDrivers:
    return ProtectDrivers(franchise=franchise, drivers=[DriverId(driver) for driver in drivers])


def safe(franchise: FranchiseId, sponsor: str) -> DeclareSafe:
    return DeclareSafe(franchise=franchise, sponsor=SponsorId(sponsor))


def season_1() -> Table:
    """The first season, played by hand to its close.

    The widows win the roll-off for second place. Razors.d1 must retire. Sponsors `s1`, `s2`, `s3` are an Energy
    company, an Oil company and a Holding company.
    """
    table = played()
    table.season.drivers["razors.d1"].retiring = True
    table.season.franchise("saints").staff_rating = 3
    table.season.franchise("widows").staff_rating = 2
    table.give(RankTable(), {"table/saints": [4, 2], "table/widows": [4, 5]})
    table.give(AwardCup(), {"cup/razors": [4]})
    table.give(RetireDrivers())
    table.give(KeepStaff(franchise=WIDOWS, keep=False))
    table.give(CloseStaffKeep())
    table.give(protect(RAZORS, "razors.d2", "razors.d3", "razors.d4"))
    table.give(protect(SAINTS, "saints.d1"))
    table.give(OpenDraft())
    for franchise, driver in ((SAINTS, "razors.d5"), (WIDOWS, "saints.d2"), (RAZORS, "saints.d3")):
        table.give(pick(franchise, driver))
    for franchise in (SAINTS, WIDOWS, RAZORS):
        table.give(PassPick(franchise=franchise))
    table.run()
    table.give(safe(RAZORS, "razors.s1"))
    table.give(
        DrawSponsors(),
        {
            "pool/razors/loss": [2], "pool/razors/farewell": [3],
            "pool/saints/loss": [1], "pool/saints/farewell": [1, 2],
            "pool/widows/loss": [2], "pool/widows/farewell": [6, 6],
        },
    )  # fmt: skip
    table.give(PickSponsor(franchise=RAZORS, sponsor=SponsorId("saints.s1")))
    table.give(PassSponsor(franchise=WIDOWS))
    table.give(PassSponsor(franchise=SAINTS))
    table.give(PassSponsor(franchise=RAZORS))
    table.give(PassSponsor(franchise=WIDOWS))
    table.give(PassSponsor(franchise=SAINTS))
    table.run()
    table.give(CloseSeason())
    return table


@pytest.mark.rule(
    "DM-C-156", "DM-C-157", "DM-C-159", "DM-C-160", "DM-C-161", "DM-C-165", "DM-C-166", "DM-C-169", "DM-C-170",
    "DM-C-171",
)  # fmt: skip
def test_a_season_ends_by_hand() -> None:
    table = season_1()
    assert [(fact.franchise, fact.rank) for fact in table.said(FinalRank)] == [
        ("razors", 1),
        ("widows", 2),
        ("saints", 3),
    ]
    franchises = table.season.franchises
    # razors: a farewell of 3 × 5k; saints: staff kept for 50k, a farewell of 3 × 10k; widows: 12 × 10k
    assert {id: franchise.balance for id, franchise in franchises.items()} == {
        "razors": 315_000,
        "saints": 280_000,
        "widows": 420_000,
    }
    assert {id: franchise.staff_rating for id, franchise in franchises.items()} == {
        "razors": 1,
        "saints": 3,
        "widows": 1,
    }
    assert franchises["razors"].cup_bonus == 20_000
    sponsors = {id: [sponsor.id for sponsor in table.season.sponsors_of(id)] for id in franchises}
    assert sponsors == {
        "razors": ["razors.s1", "razors.s2", "saints.s1"],
        "saints": ["saints.s2", "saints.s3"],
        "widows": ["widows.s1", "widows.s3"],
    }
    assert table.season.pool_sponsors() == []
    assert sorted(table.season.contracts) == [
        "razors.d2", "razors.d3", "razors.d4", "razors.d5", "saints.d1", "saints.d2", "saints.d3",
        "widows.d1", "widows.d2", "widows.d3",
    ]  # fmt: skip
    assert {
        id: [reserved_driver.id for reserved_driver in table.season.reserved_drivers(id)] for id in franchises
    } == {
        "razors": ["razors.d2", "razors.d3", "razors.d4", "saints.d3"],
        "saints": ["razors.d5", "saints.d1"],
        "widows": ["saints.d2", "widows.d1", "widows.d2", "widows.d3"],
    }
    assert [fact.driver for fact in table.said(DriverRetired)] == [
        "razors.d1", "razors.d6", "saints.d4", "saints.d5", "saints.d6", "widows.d4", "widows.d5", "widows.d6",
    ]  # fmt: skip
    assert broken_invariants(table.season) == []


def season_2(table: Table) -> Table:
    """The next season through its setup, with the yetis founded."""
    later = Table(season=next_season(table.season), secret=b"another")
    later.give(OpenSeason(rounds=1))
    later.give(FoundFranchise(franchise=FranchiseId("yetis")))
    later.give(OpenSetup())
    for franchise, driver in ((RAZORS, "saints.d3"), (RAZORS, "razors.d2"), (SAINTS, "saints.d1")):
        later.give(HireVeteran(franchise=franchise, driver=DriverId(driver)))
    for number in range(1, 6):
        later.give(HireRookie(franchise=FranchiseId("yetis"), driver=DriverId(f"yetis.d{number}")))
    for number in range(1, 4):
        later.give(BuyCar(franchise=FranchiseId("yetis"), car=CarId(f"yetis.c{number}")))
    for franchise_state in later.season.all_franchises():
        later.give(AcknowledgeShortRoster(franchise=FranchiseId(franchise_state.id)))
    later.give(CloseSetup())
    return later


@pytest.mark.rule("DM-C-062", "DM-C-158", "DM-C-172")
def test_the_next_season_is_set_up_with_what_was_carried_over() -> None:
    later = season_2(season_1())
    season = later.season
    assert (season.number, season.step) == (2, "M")
    assert [driver.id for driver in season.roster("razors")] == ["razors.d2", "saints.d3"]
    levels = {id: season.drivers[id].level for id in ("saints.d3", "razors.d2", "saints.d1")}
    fees = {id: season.contracts[id].fee for id in levels}
    assert fees == {id: 50_000 + 2_000 * level for id, level in levels.items()}
    assert {id: season.contracts[id].origin for id in levels} == {
        "saints.d3": "draft",
        "razors.d2": "veteran",
        "saints.d1": "veteran",
    }
    assert season.franchises["razors"].cup_plus_one is True
    retired = [fact.driver for fact in later.said(DriverRetired)]
    assert retired == ["razors.d3", "razors.d4", "razors.d5", "saints.d2", "widows.d1", "widows.d2", "widows.d3"]
    assert season.roster("widows") == []
    assert broken_invariants(season) == []


@pytest.mark.rule("DM-C-161", "DM-C-163", "DM-C-164", "DM-C-167", "DM-C-168")
def test_the_second_season_ends_with_an_expansion_team_beside_the_draft() -> None:
    later = season_2(season_1())
    for id, points in (("razors", 1), ("saints", 4), ("widows", 3), ("yetis", 2)):
        later.season.franchise(id).points = points
    later.season.step = "E1"
    go_to(later, "E5")
    later.refused(protect(FranchiseId("yetis"), "yetis.d1"), NothingToProtect)
    go_to(later, "E6")
    turn = draft_turn(later.season)
    assert (
        turn is None
    )  # every driver who may be drafted is protected: 2 of the razors, 1 of the saints, none of the widows
    assert {franchise.id: franchise.picks for franchise in later.season.all_franchises()} == {
        "razors": 4,
        "saints": 3,
        "widows": 3,
        "yetis": 0,
    }
    go_to(later, "E7")
    assert len(later.season.reserved_drivers("yetis")) == 5
    later.refused(safe(RAZORS, "razors.s1"), SafeLastSeason)
    later.give(safe(RAZORS, "saints.s1"))
    go_to(later, "closed")
    assert next_season(later.season).number == 3
    assert broken_invariants(later.season) == []


@pytest.mark.rule("DM-C-161", "DM-C-163", "DM-C-164", "DM-C-165", "DM-C-166")
@pytest.mark.parametrize(
    ("snake", "own", "turns"),
    [
        (False, False, "SRSRSRS"),
        (True, False, "SRRSSRS"),
        (False, True, "SRSRSRSR"),
        (True, True, "SRRSSRRS"),
    ],
)
def test_a_league_of_two_is_both_best_and_lowest(snake: bool, own: bool, turns: str) -> None:
    """The razors protect nobody and the saints three, so the razors may pick three, or any of their own."""
    table = ended("razors", "saints", step="E5", switches={"draft.snake": snake, "draft.may_pick_own": own})
    table.give(protect(RAZORS))
    table.give(OpenDraft())
    order = ""
    while turn := draft_turn(table.season):
        order += turn.franchise[0].upper()
        driver = draftable_drivers(table.season, turn.franchise)[0]
        table.give(pick(FranchiseId(turn.franchise), driver.id))
    assert order == turns
    go_to(table, "closed")
    following = next_season(table.season)
    assert len(following.drivers) == len(turns) + 3
    assert broken_invariants(following) == []


@pytest.mark.rule("DM-C-179")
def test_a_folded_franchise_is_played_out_and_is_not_in_the_next_season() -> None:
    table = played()
    table.season.franchise("widows").folded = True
    table.give(RankTable(), {"table/saints": [6], "table/widows": [1]})
    go_to(table, "E6")
    assert table.season.draft is not None
    assert table.season.draft.order == ["saints", "razors"]
    table.give(pick(SAINTS, "widows.d1"))
    go_to(table, "E8")
    for franchise_id in (RAZORS, SAINTS):
        table.give(PickSponsor(franchise=franchise_id, sponsor=SponsorId(table.season.pool_sponsors()[-1].id)))
    go_to(table, "closed")
    following = Table(season=next_season(table.season))
    assert sorted(following.season.franchises) == ["razors", "saints"]
    assert [sponsor.id for sponsor in following.season.sponsors_of("razors")][-1] == "widows.s3"
    following.give(OpenSeason(rounds=1))
    following.give(OpenSetup())
    following.give(HireVeteran(franchise=SAINTS, driver=DriverId("widows.d1")))
    for franchise_id in (RAZORS, SAINTS):
        following.give(AcknowledgeShortRoster(franchise=franchise_id))
    following.give(CloseSetup())
    plan = MatchPlan(match=MatchId("m1"), event="race", franchises=["razors", "saints"])
    following.give(AnnounceRound(round=RoundId("r1"), matches=[plan]))
    assert following.season.match("m1").step == "M2"

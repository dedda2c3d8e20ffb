"""The sponsor party, and sponsors above the limit."""

from __future__ import annotations

import pytest

from rules.campaign.core.names import IdTaken
from rules.campaign.core.state import Sponsor
from rules.campaign.money.account import BalanceTooLow
from rules.campaign.sponsors.kinds import SponsorJoined, SponsorWaits
from rules.campaign.sponsors.party import (
    NoSponsorWaiting,
    PartyAlreadyThrown,
    PartyThrown,
    PlaceSponsor,
    SponsorDeclined,
    SponsorLeft,
    SponsorUndeclinable,
    ThrowParty,
    sponsors_won,
)
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import FranchiseId, SponsorId
from tests.rules.campaign.memory_seasons import Table, assert_money_adds_up, founded

RAZORS = FranchiseId("razors")


@pytest.mark.rule("DM-C-070")
@pytest.mark.parametrize(
    ("spent_k", "won"),
    [
        (10, [0, 0, 0, 0, 0, 1]),
        (20, [0, 0, 0, 0, 1, 1]),
        (40, [0, 0, 0, 1, 1, 1]),
        (80, [0, 0, 1, 1, 1, 2]),
        (150, [0, 1, 1, 1, 2, 2]),
        (300, [1, 1, 1, 2, 2, 2]),
    ],
)
def test_a_party_wins_what_the_table_says(spent_k: int, won: list[int]) -> None:
    assert [sponsors_won(spent_k=spent_k, die=die) for die in range(1, 7)] == won


@pytest.mark.rule("DM-C-070", "DM-C-071")
def test_a_party_is_paid_for_and_its_sponsors_join() -> None:
    table = founded()
    party_fact, *joined = table.give(
        ThrowParty(franchise=RAZORS, spend_k=300), {"setup/razors/party": [4, 1, 1, 6, 6]}
    )
    assert isinstance(party_fact, PartyThrown)
    assert (party_fact.amount, party_fact.balance, party_fact.won) == (-300_000, 700_000, 2)
    assert [(fact.sponsor, fact.sponsor_kind) for fact in joined if isinstance(fact, SponsorJoined)] == [
        ("razors.s1.party1", "oil"),
        ("razors.s1.party2", "munitions"),
    ]
    assert table.season.sponsors["razors.s1.party2"] == Sponsor(
        id="razors.s1.party2", franchise="razors", kind="munitions"
    )
    assert_money_adds_up(table)


@pytest.mark.rule("DM-C-070")
def test_a_party_that_wins_nobody_is_paid_for_all_the_same() -> None:
    table = founded()
    assert len(table.give(ThrowParty(franchise=RAZORS, spend_k=10), {"setup/razors/party": [5]})) == 1
    assert table.season.franchise("razors").balance == 990_000


@pytest.mark.rule("DM-C-070")
def test_a_second_party_is_refused() -> None:
    table = founded()
    table.give(ThrowParty(franchise=RAZORS, spend_k=10))
    table.refused(ThrowParty(franchise=RAZORS, spend_k=10), PartyAlreadyThrown)


@pytest.mark.rule("DM-C-070")
@pytest.mark.parametrize("spend_k", [0, 15, 30, 100, 301, -10])
def test_a_party_costs_one_of_the_printed_amounts(spend_k: int) -> None:
    founded().refused(ThrowParty(franchise=RAZORS, spend_k=spend_k), Malformed, "10k, 20k, 40k, 80k, 150k, 300k")


@pytest.mark.rule("DM-C-058")
def test_a_party_is_not_thrown_beyond_the_balance() -> None:
    table = founded(switches={"franchise.seed_money_k": 299})
    table.refused(ThrowParty(franchise=RAZORS, spend_k=300), BalanceTooLow)


def full(held: int = 5, **switches: bool | int) -> Table:
    table = founded(switches={name.replace("__", "."): value for name, value in switches.items()})
    table.sponsor("razors", *("oil", "energy", "oil", "insurance", "munitions")[:held])
    return table


@pytest.mark.rule("DM-C-069")
def test_a_sixth_sponsor_waits() -> None:
    table = full(4)
    facts = table.give(ThrowParty(franchise=RAZORS, spend_k=300), {"setup/razors/party": [6, 2, 1, 6, 2]})
    assert [type(fact) for fact in facts] == [PartyThrown, SponsorJoined, SponsorWaits]
    assert len(table.season.sponsors_of("razors")) == 5
    assert table.season.franchise("razors").waiting_sponsors == ["cloning_services"]


@pytest.mark.rule("DM-C-069")
def test_the_owner_says_which_sponsor_the_new_one_replaces() -> None:
    table = full()
    table.season.franchise("razors").waiting_sponsors = ["car_dealership", "energy"]
    facts = table.give(
        PlaceSponsor(franchise=RAZORS, sponsor=SponsorId("razors.new"), replaces=SponsorId("razors.s4"))
    )
    assert facts == [
        SponsorLeft(rule="DM-C-069", franchise=RAZORS, sponsor=SponsorId("razors.s4"), sponsor_kind="insurance"),
        SponsorJoined(
            rule="DM-C-069", franchise=RAZORS, sponsor=SponsorId("razors.new"), sponsor_kind="car_dealership"
        ),
    ]
    assert sorted(sponsor.id for sponsor in table.season.sponsors_of("razors")) == [
        "razors.new",
        "razors.s1",
        "razors.s2",
        "razors.s3",
        "razors.s5",
    ]
    assert table.season.franchise("razors").waiting_sponsors == ["energy"]


@pytest.mark.rule("DM-C-069")
def test_the_owner_may_decline_the_new_one() -> None:
    table = full()
    table.season.franchise("razors").waiting_sponsors = ["car_dealership"]
    facts = table.give(PlaceSponsor(franchise=RAZORS, sponsor=SponsorId("razors.new")))
    assert facts == [SponsorDeclined(rule="DM-C-069", franchise=RAZORS, sponsor_kind="car_dealership")]
    assert len(table.season.sponsors_of("razors")) == 5
    assert table.season.franchise("razors").waiting_sponsors == []


@pytest.mark.rule("DM-C-069")
def test_nobody_declines_where_the_house_says_so() -> None:
    table = full(sponsors__may_decline=False)
    table.season.franchise("razors").waiting_sponsors = ["car_dealership"]
    table.refused(PlaceSponsor(franchise=RAZORS, sponsor=SponsorId("razors.new")), SponsorUndeclinable)


@pytest.mark.rule("DM-C-069")
@pytest.mark.parametrize("may_decline", [True, False])
def test_a_place_that_came_free_is_taken_and_nobody_has_to_go(may_decline: bool) -> None:
    table = full(sponsors__may_decline=may_decline)
    table.season.franchise("razors").waiting_sponsors = ["car_dealership", "energy"]
    del table.season.sponsors["razors.s4"]
    facts = table.give(PlaceSponsor(franchise=RAZORS, sponsor=SponsorId("razors.new")))
    assert facts == [
        SponsorJoined(
            rule="DM-C-069", franchise=RAZORS, sponsor=SponsorId("razors.new"), sponsor_kind="car_dealership"
        )
    ]
    assert table.season.sponsor("razors.new") == Sponsor(id="razors.new", franchise="razors", kind="car_dealership")
    assert table.season.franchise("razors").waiting_sponsors == ["energy"]


@pytest.mark.rule("DM-C-069")
def test_only_a_sponsor_of_ones_own_is_replaced() -> None:
    table = full()
    table.season.franchise("razors").waiting_sponsors = ["car_dealership"]
    for id in ("saints.founding1", "razors.s9"):
        table.refused(
            PlaceSponsor(franchise=RAZORS, sponsor=SponsorId("razors.new"), replaces=SponsorId(id)), Unknown, id
        )
    table.refused(
        PlaceSponsor(franchise=RAZORS, sponsor=SponsorId("razors.s1"), replaces=SponsorId("razors.s2")), IdTaken
    )


def test_nothing_is_placed_when_nobody_waits() -> None:
    full().refused(PlaceSponsor(franchise=RAZORS, sponsor=SponsorId("razors.new")), NoSponsorWaiting)


@pytest.mark.rule("DM-C-069")
def test_the_limit_is_what_the_house_says() -> None:
    table = full(3, sponsors__max=3)
    table.give(ThrowParty(franchise=RAZORS, spend_k=300), {"setup/razors/party": [1, 1, 1]})
    assert table.season.franchise("razors").waiting_sponsors == ["oil"]

"""Holding companies may be cashed from hiring until the loss roll, but never as the last sponsor."""

from __future__ import annotations

import pytest

from rules.campaign.core.command import OutOfStep
from rules.campaign.core.state import Sponsor
from rules.campaign.sponsors.holding_companies import (
    CashHolding,
    HoldingCashed,
    HoldingPayoutWaits,
    LastSponsor,
    NoHoldingCompany,
)
from rules.campaign.sponsors.holding_companies import SponsorNotYours as NotYours
from rules.core.refusals import Unknown
from rules.core.terms import FranchiseId, SponsorId
from tests.rules.campaign.memory_seasons import Table, assert_money_adds_up, founded, locked, shopping, signed

HOLDING = SponsorId("razors.s1")
CASH = CashHolding(franchise=FranchiseId("razors"), sponsor=HOLDING)
PATH = "holding/razors.s1"


def with_holding(*others: str) -> Table:
    table = signed()
    table.sponsor("razors", "holding_company", *(others or ("oil",)))
    return table


@pytest.mark.rule("DM-C-084")
@pytest.mark.parametrize(("faces", "paid"), [([1, 1], 40_000), ([3, 4], 140_000), ([6, 6], 240_000)])
def test_a_holding_company_pays_twenty_k_a_pip_at_once_and_is_gone(faces: list[int], paid: int) -> None:
    table = with_holding()
    before = table.season.franchise("razors").balance
    (cashed,) = table.give(CASH, {PATH: faces})
    assert isinstance(cashed, HoldingCashed)
    assert (cashed.amount, cashed.balance, cashed.rolls[0].faces) == (paid, before + paid, tuple(faces))
    assert [sponsor.id for sponsor in table.season.sponsors_of("razors")] == ["razors.s2"]
    assert table.season.pool_sponsors() == []
    assert table.season.franchise("razors").holding_payout == 0
    assert_money_adds_up(table)


@pytest.mark.rule("DM-C-084")
@pytest.mark.switch("sponsors.holding_payout_subject_to_overhead", True)
def test_the_payout_waits_for_the_next_overhead_where_the_house_says_so() -> None:
    table = with_holding("holding_company", "oil")
    table.season.switches["sponsors.holding_payout_subject_to_overhead"] = True
    before = table.season.franchise("razors").balance
    table.give(CASH, {PATH: [1, 2]})
    table.give(
        CashHolding(franchise=FranchiseId("razors"), sponsor=SponsorId("razors.s2")), {"holding/razors.s2": [3, 3]}
    )
    waits = table.said(HoldingPayoutWaits)
    assert [(wait.payout, wait.waiting) for wait in waits] == [(60_000, 60_000), (120_000, 180_000)]
    franchise = table.season.franchise("razors")
    assert (franchise.balance, franchise.holding_payout) == (before, 180_000)
    assert table.said(HoldingCashed) == []


@pytest.mark.rule("DM-C-073", "DM-C-084")
def test_each_holding_company_is_cashed_on_dice_of_its_own() -> None:
    table = with_holding("holding_company", "oil")
    table.give(CASH, {PATH: [1, 1]})
    table.give(
        CashHolding(franchise=FranchiseId("razors"), sponsor=SponsorId("razors.s2")), {"holding/razors.s2": [6, 6]}
    )
    assert [fact.amount for fact in table.said(HoldingCashed)] == [40_000, 240_000]


@pytest.mark.rule("DM-C-084")
def test_an_id_used_again_does_not_meet_the_same_dice() -> None:
    table = with_holding()
    table.give(CASH, {PATH: [6, 6]})
    for path in (f"{PATH}/2", f"{PATH}/3"):
        table.season.sponsors["razors.s1"] = Sponsor(id="razors.s1", franchise="razors", kind="holding_company")
        table.give(CASH, {path: [1, 1]})
    assert [fact.amount for fact in table.said(HoldingCashed)] == [240_000, 40_000, 40_000]


@pytest.mark.rule("DM-C-069", "DM-C-084")
def test_the_last_sponsor_is_never_cashed() -> None:
    table = signed()
    table.sponsor("razors", "holding_company")
    table.refused(CASH, LastSponsor, "razors.s1 is the last sponsor of razors")


@pytest.mark.rule("DM-C-084")
def test_only_a_holding_company_of_one_s_own_is_cashed() -> None:
    table = with_holding()
    team = FranchiseId("razors")
    table.refused(CashHolding(franchise=team, sponsor=SponsorId("razors.s2")), NoHoldingCompany, "razors.s2 is oil")
    table.refused(CashHolding(franchise=team, sponsor=SponsorId("saints.s3")), NotYours, "no sponsor of razors")
    table.refused(CashHolding(franchise=team, sponsor=SponsorId("nobody")), Unknown, "nobody")
    table.season.sponsors["pooled"] = Sponsor(id="pooled", franchise="", kind="holding_company")
    table.refused(CashHolding(franchise=team, sponsor=SponsorId("pooled")), NotYours, "no sponsor of razors")


@pytest.mark.rule("DM-C-084")
@pytest.mark.parametrize("step", ["S1", "S2", "S3", "M", "E1", "E2", "E3", "E4", "E5", "E6", "E7"])
def test_a_holding_company_is_cashed_in_every_step_before_the_loss_roll(step: str) -> None:
    table = with_holding()
    table.season.step = step
    table.give(CASH)
    assert len(table.said(HoldingCashed)) == 1


@pytest.mark.rule("DM-C-084")
@pytest.mark.parametrize("step", ["S0", "E8", "E9", "closed"])
def test_no_holding_company_is_cashed_before_hiring_or_from_the_loss_roll_on(step: str) -> None:
    table = with_holding()
    table.season.step = step
    table.refused(CASH, OutOfStep, "cash_holding")


@pytest.mark.rule("DM-C-084")
def test_a_match_under_way_keeps_nobody_from_cashing() -> None:
    for table in (founded(), locked(), shopping()):
        table.sponsor("razors", "holding_company", "oil")
        table.give(CASH)
        assert len(table.said(HoldingCashed)) == 1

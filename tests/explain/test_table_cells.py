"""Facts without dice name no table cell."""

from __future__ import annotations

import pytest

from explain.table_cells import table_cell_words
from rules.campaign.core.facts import Fact
from rules.campaign.money.prize_money import PotRolled
from rules.campaign.people.experience import AdvancementWasted, TalentGained, TraitRaised
from rules.core.terms import Credits, DriverId, FranchiseId, MatchId

RAZORS, ONE = FranchiseId("razors"), DriverId("razors.d1")


@pytest.mark.parametrize(
    "stated",
    [
        PotRolled(rule="DM-C-096", match=MatchId("m1"), pot=Credits(0)),
        TalentGained(rule="HOUSE-002", franchise=RAZORS, driver=ONE, talent="face"),
        TraitRaised(rule="DM-C-018", franchise=RAZORS, driver=ONE, trait="driving", value=4),
        AdvancementWasted(rule="DM-C-020", franchise=RAZORS, driver=ONE, talent="face"),
    ],
)
def test_a_fact_without_dice_hit_no_cell(stated: Fact) -> None:
    assert table_cell_words(stated) == ""

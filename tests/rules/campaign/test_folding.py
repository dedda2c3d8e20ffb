"""A franchise that folds: its seat is kept until the season's end, and a new owner may take it."""

from __future__ import annotations

import pytest

from rules.campaign.commissioner.folded_franchises import (
    AlreadyFolded,
    FoldFranchise,
    FranchiseFolded,
    FranchiseRefilled,
    NotFolded,
    RefillFranchise,
)
from rules.campaign.core.command import OutOfStep
from rules.campaign.season_end.draft import OpenDraft
from rules.campaign.season_end.franchise_contracts import DriverProtected, ProtectDrivers
from rules.core.refusals import Unknown
from rules.core.terms import DriverId, FranchiseId
from tests.rules.campaign.memory_seasons import accept, founded, locked, settled, signed
from tests.rules.campaign.season_ends import ended

RAZORS = FranchiseId("razors")
FOLD, REFILL = FoldFranchise(franchise=RAZORS), RefillFranchise(franchise=RAZORS)


@pytest.mark.rule("DM-C-179")
def test_a_franchise_that_folds_keeps_its_points_and_all_it_has() -> None:
    table = locked()
    accept(table)
    settled(table)
    franchise = table.season.franchise("razors")
    franchise.points = 7
    possessions = (franchise.balance, table.season.roster("razors"), table.season.garage("razors"))
    table.give(FOLD)
    assert (franchise.folded, franchise.points) == (True, 7)
    assert (franchise.balance, table.season.roster("razors"), table.season.garage("razors")) == possessions
    assert [fact.franchise for fact in table.said(FranchiseFolded)] == ["razors"]


@pytest.mark.rule("DM-C-179")
def test_a_franchise_that_folds_protects_nobody_any_more() -> None:
    table = signed()
    table.season.step = "E5"
    for id in ("razors.d1", "saints.d1"):
        table.season.contracts[id].protected = True
    table.give(FOLD)
    assert [id for id, contract in sorted(table.season.contracts.items()) if contract.protected] == ["saints.d1"]


@pytest.mark.rule("DM-C-179", "DM-C-161")
def test_a_new_owner_who_names_nobody_has_his_best_protected_whomever_the_old_one_named() -> None:
    table = ended("razors", "saints", "widows", "yetis", step="E5")
    yetis, saints = FranchiseId("yetis"), FranchiseId("saints")
    for number, level in ((2, 4), (3, 3)):
        table.season.driver(f"yetis.d{number}").level = level
    for franchise_id in (yetis, saints):
        table.give(ProtectDrivers(franchise=franchise_id, drivers=[DriverId(f"{franchise_id}.d1")]))
    table.give(FoldFranchise(franchise=yetis))
    table.give(RefillFranchise(franchise=yetis))
    table.give(OpenDraft())
    protections = [(fact.driver, fact.by_default) for fact in table.said(DriverProtected)]
    assert [protection for protection in protections if protection[0].startswith("yetis")] == [
        ("yetis.d2", True),
        ("yetis.d3", True),
    ]
    assert [protection for protection in protections if protection[0].startswith("saints")] == [("saints.d1", False)]


@pytest.mark.rule("DM-C-179")
def test_a_new_owner_takes_the_seat() -> None:
    table = signed()
    table.refused(REFILL, NotFolded, "razors")
    table.give(FOLD)
    table.refused(FOLD, AlreadyFolded, "razors")
    table.give(REFILL)
    assert table.season.franchise("razors").folded is False
    assert [fact.franchise for fact in table.said(FranchiseRefilled)] == ["razors"]
    table.refused(FoldFranchise(franchise=FranchiseId("nobody")), Unknown, "nobody")


@pytest.mark.rule("DM-C-179")
@pytest.mark.parametrize(
    ("step", "folds", "refills"),
    [
        ("S1", True, True),
        ("M", True, True),
        ("E1", True, True),
        ("E5", True, True),
        ("E6", False, True),
        ("E7", False, True),
        ("E8", False, False),
        ("E9", False, False),
    ],
)
def test_folding_ends_with_the_contracts_and_refilling_with_the_pool(step: str, folds: bool, refills: bool) -> None:
    table = founded()
    table.season.step = step
    if folds:
        table.give(FOLD)
    else:
        table.refused(FOLD, OutOfStep, "fold_franchise")
    table.season.franchise("razors").folded = True
    if refills:
        table.give(REFILL)
    else:
        table.refused(REFILL, OutOfStep, "refill_franchise")

"""Standing orders at the season's end: staff, contracts, draft, sponsors, and those of a folded franchise."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.commissioner.folded_franchises import FoldFranchise
from rules.campaign.core.command import tag_of
from rules.campaign.core.state import Contract, Sponsor
from rules.campaign.core.turns import Turns
from rules.campaign.match_day.line_ups import NameLineUp
from rules.campaign.season_end.draft import DriverDrafted, PassPick, PickDriver
from rules.campaign.season_end.franchise_contracts import DriverProtected, ProtectDrivers
from rules.campaign.season_end.sponsor_pool import DeclareSafe, PassSponsor, PickSponsor
from rules.campaign.season_end.staff_retention import KeepStaff
from rules.campaign.steward import franchises_awaited, next_commissioner_command
from rules.campaign.steward.commissioner_commands import SEASON_END_COMMANDS
from rules.campaign.steward.simulation import simulate
from rules.campaign.steward.waits import Wait, current_waits
from rules.core.terms import K
from tests.rules.campaign.memory_seasons import Table, signed
from tests.rules.campaign.steward_table import answered, asked, only

pytestmark = pytest.mark.rule(
    "DM-C-160",
    "DM-C-161",
    "DM-C-163",
    "DM-C-166",
    "DM-C-168",
    "DM-C-171",
    "DM-C-179",
)


def ended(step: str, *franchises: str, **options: Any) -> Table:
    """A season at a step of its end, with the franchises ranked in the given order."""
    table = signed(*franchises, **options)
    table.season.step = step
    for rank, franchise in enumerate(franchises or ("razors", "saints"), 1):
        table.season.franchise(franchise).rank = rank
    return table


@pytest.mark.parametrize(
    ("rating", "balance_k", "policies", "kept"),
    [
        (2, 100, {}, True),
        (2, 71, {}, False),
        (2, 100, {"keep_staff": False}, False),
        (2, 100, {"staff_rating": 3}, False),
        (3, 200, {}, True),
        (3, 200, {"staff_k": 49}, False),
    ],
)
def test_staff_is_kept_when_it_is_wanted_and_can_be_paid(
    rating: int, balance_k: int, policies: dict[str, Any], kept: bool
) -> None:
    table = ended("E4")
    razors = table.season.franchise("razors")
    razors.staff_rating, razors.balance = rating, balance_k * K
    assert franchises_awaited(table.season) == ["razors"]
    assert answered(table, **policies) == [KeepStaff(franchise="razors", keep=kept)]
    assert franchises_awaited(table.season) == []


def test_nobody_is_asked_about_staff_that_stays_for_nothing() -> None:
    table = ended("E4")
    assert asked(table) == []
    assert next_commissioner_command(table.season) == SEASON_END_COMMANDS["E4"]()


def test_those_named_are_protected_and_then_the_best() -> None:
    table = ended("E5", "razors", "saints", "vipers", "wolves")
    table.season.driver("vipers.d5").gunnery = 5
    table.season.driver("vipers.d6").gunnery = 6
    table.season.driver("vipers.d6").retiring = True
    commands = answered(table, "vipers", protect=["vipers.d3", "nobody"])
    assert commands == [ProtectDrivers(franchise="vipers", drivers=["vipers.d3", "vipers.d5"])]
    (best,) = only(ProtectDrivers, answered(table, "razors"))
    assert len(best.drivers) == 3


def drafting(**options: Any) -> Table:
    """The draft with saints on turn. They may pick three of the razors, one of whom is no better than a rookie."""
    table = ended("E6", **options)
    for contract in table.season.contracts.values():
        contract.protected = contract.id not in {"razors.d1", "razors.d2", "razors.d3"}
    table.season.driver("razors.d2").gunnery = 4
    table.season.driver("razors.d3").gunnery = 5
    table.season.draft = Turns(order=["saints", "razors"])
    table.season.franchise("saints").picks = table.season.franchise("razors").picks = 3
    return table


def test_the_best_who_beat_a_rookie_are_picked_and_then_the_franchise_passes() -> None:
    table = drafting()
    assert franchises_awaited(table.season) == ["saints"]
    assert asked(table, "razors") == []
    assert answered(table, "saints", roster=9) == [
        PickDriver(franchise="saints", driver="razors.d3"),
        PickDriver(franchise="saints", driver="razors.d2"),
        PassPick(franchise="saints"),
    ]
    assert franchises_awaited(table.season) == []


@pytest.mark.parametrize(("round", "at", "what"), [(1, 0, "E6/1"), (2, 0, "E6/3"), (3, 0, "E6/5")])
def test_turns_of_the_draft_are_numbered_from_one_over_all_its_rounds(round: int, at: int, what: str) -> None:
    table = drafting()
    table.season.draft = Turns(order=["saints", "razors"], round=round, at=at)
    assert current_waits(table.season) == [Wait(what, "E6", ("saints",))]


def test_the_draft_queue_comes_first_whatever_they_are_worth() -> None:
    (first, *_) = only(PickDriver, answered(drafting(), "saints", draft=["nobody", "razors.d1"]))
    assert first.driver == "razors.d1"


@pytest.mark.parametrize("policies", [{"pick": False}, {"roster": 6}])
def test_who_wants_nobody_more_passes(policies: dict[str, Any]) -> None:
    (command,) = answered(drafting(), "saints", **policies)[:1]
    assert command == PassPick(franchise="saints")


def test_the_best_sponsor_is_safe_unless_it_was_last_season() -> None:
    table = ended("E7")
    table.sponsor("razors", "oil", "tire_company", "munitions")
    table.season.number = 2
    table.season.sponsors["razors.s1"].safe_in = [1]
    assert franchises_awaited(table.season) == ["razors", "saints"]
    assert answered(table) == [DeclareSafe(franchise="razors", sponsor="razors.s3")]
    table.season.franchise("razors").safe_declared = False
    assert answered(table, safe=["razors.s2"]) == [DeclareSafe(franchise="razors", sponsor="razors.s2")]


def test_none_is_safe_where_none_may_be() -> None:
    table = ended("E7")
    table.sponsor("razors", "oil")
    table.season.number = 2
    table.season.sponsors["razors.s1"].safe_in = [1]
    assert answered(table) == [DeclareSafe(franchise="razors")]


def pooled(*kinds: str) -> Table:
    table = ended("E8")
    for number, kind in enumerate(kinds):
        table.season.sponsors[f"pooled{number}"] = Sponsor(id=f"pooled{number}", franchise="", kind=kind)
    table.season.pool = Turns(order=["razors", "saints"])
    return table


def test_the_most_wanted_sponsor_of_the_pool_is_taken() -> None:
    table = pooled("tire_company", "munitions")
    assert franchises_awaited(table.season) == ["razors"]
    assert asked(table, "saints") == []
    assert asked(table) == [PickSponsor(franchise="razors", sponsor="pooled1")]
    (first, *_) = answered(table, sponsors=["tire_company"])
    assert first == PickSponsor(franchise="razors", sponsor="pooled0")
    assert only(PassSponsor, answered(table, "saints")) == []


def test_each_step_of_the_end_is_ended_by_its_own_command() -> None:
    assert {step: tag_of(type(make())) for step, make in SEASON_END_COMMANDS.items()} == {
        "E1": "rank_table",
        "E2": "award_cup",
        "E3": "retire_drivers",
        "E4": "close_staff_keep",
        "E5": "open_draft",
        "E7": "draw_sponsors",
        "E9": "close_season",
    }


@pytest.mark.parametrize("step", sorted(SEASON_END_COMMANDS))
def test_each_step_of_the_end_is_the_commissioners_when_nobody_is_awaited(step: str) -> None:
    table = ended(step)
    for franchise in table.season.all_franchises():
        franchise.staff_decided = franchise.contracts_named = franchise.safe_declared = True
    assert next_commissioner_command(table.season) == SEASON_END_COMMANDS[step]()
    for franchise in table.season.all_franchises():
        franchise.staff_rating = 2
        franchise.staff_decided = franchise.contracts_named = franchise.safe_declared = False
    awaited = step in {"E4", "E5", "E7"}
    assert franchises_awaited(table.season) == (["razors", "saints"] if awaited else [])
    assert (next_commissioner_command(table.season) is None) is awaited


def test_a_closed_season_needs_nothing() -> None:
    table = ended("closed")
    assert (franchises_awaited(table.season), next_commissioner_command(table.season), asked(table)) == ([], None, [])


@pytest.mark.rule("DM-C-179")
def test_a_franchise_that_folded_is_run_to_the_end_and_protects_declares_and_picks_nobody() -> None:
    table = signed("razors", "saints", "vipers", rounds=1)
    table.give(FoldFranchise(franchise="vipers"))
    commands: list[Any] = []
    for performed in simulate(table.season, secret=b"fold", seasons=2):
        commands += [performed.command] if getattr(performed.command, "franchise", "") == "vipers" else []
        for fact in performed.facts:
            assert not (isinstance(fact, DriverProtected | DriverDrafted) and fact.franchise == "vipers")
    assert [name_line_up.match for name_line_up in only(NameLineUp, commands)] == ["m1"]
    assert not only(ProtectDrivers, commands) + only(DeclareSafe, commands) + only(PickDriver, commands)
    assert not any(keep_staff.keep for keep_staff in only(KeepStaff, commands))
    assert set(performed.season.franchises) == {"razors", "saints"}
    assert performed.season.number == 2


def test_reserved_drivers_count_when_the_draft_fills_the_roster() -> None:
    table = drafting()
    for id in [contract for contract in table.season.contracts if contract.startswith("saints")]:
        del table.season.contracts[id]
    for number in range(2):
        id = f"razors.d{number + 4}"
        table.season.contracts[id] = Contract(id=id, franchise="saints", fee=0, origin="draft", phase="reserved")
    assert [type(command) for command in answered(table, "saints", roster=2)][:1] == [PassPick]

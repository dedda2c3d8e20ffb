"""The draft: whose turn it is, which drivers they may pick, and how it ends."""

from __future__ import annotations

import pytest

from rules.campaign.core.season_steps import SeasonStepReached
from rules.campaign.core.state import Contract, Driver, Item
from rules.campaign.core.turns import NotOnTurn
from rules.campaign.people.veterans import DriverRetired
from rules.campaign.play.due_commands import due_commands
from rules.campaign.season_end.draft import (
    CloseDraft,
    DraftNotOver,
    DraftPlaceFixed,
    DriverDrafted,
    DriverNotInDraft,
    DriverReserved,
    OpenDraft,
    PassPick,
    PickDriver,
    PickPassed,
    draft_turn,
    draftable_drivers,
)
from rules.campaign.season_end.franchise_contracts import FoldedStoodAside
from rules.core.refusals import Unknown
from rules.core.terms import DriverId, FranchiseId
from tests.rules.campaign.memory_seasons import Table
from tests.rules.campaign.season_ends import ended, pass_all_picks
from tests.rules.campaign.test_contracts import protect

FOUR = ("razors", "saints", "widows", "yetis")


def pick(franchise: str, driver: str) -> PickDriver:
    return PickDriver(franchise=FranchiseId(franchise), driver=DriverId(driver))


def skip(franchise: str) -> PassPick:
    return PassPick(franchise=FranchiseId(franchise))


def on_turn(table: Table) -> str:
    turn = draft_turn(table.season)
    return turn.franchise if turn else ""


def drafted(*franchises: str, **options: object) -> Table:
    """A draft that has just opened, each franchise with `d1` … protected by default."""
    return ended(*franchises, step="E6", **options)


def all_picked(table: Table) -> list[str]:
    """The order of the picks when each franchise takes the first driver it may, until the draft is over."""
    order = []
    while (id := on_turn(table)) != "":
        order.append(id)
        table.give(pick(id, draftable_drivers(table.season, id)[0].id))
    return order


@pytest.mark.rule("DM-C-163", "DM-C-164")
@pytest.mark.parametrize(
    ("teams", "picks"),
    [
        (2, [("saints", 4), ("razors", 4)]),
        (3, [("widows", 4), ("saints", 4), ("razors", 3)]),
        (4, [("yetis", 4), ("widows", 4), ("saints", 3), ("razors", 3)]),
    ],
)
def test_the_lowest_picks_first_and_the_two_lowest_once_more(teams: int, picks: list[tuple[str, int]]) -> None:
    table = ended(*FOUR[:teams], step="E5")
    facts = [fact for fact in table.give(OpenDraft()) if isinstance(fact, DraftPlaceFixed)]
    assert [(fact.franchise, fact.picks) for fact in facts] == picks
    assert [fact.place for fact in facts] == list(range(1, teams + 1))
    assert table.season.draft is not None
    assert table.season.draft.order == [franchise for franchise, _ in picks]
    assert table.season.step == "E6"


@pytest.mark.rule("DM-C-163", "DM-C-164", "DM-C-166")
def test_picks_go_round_in_one_order_until_they_are_used() -> None:
    table = drafted(*FOUR, drivers=8)
    a_round = ["yetis", "widows", "saints", "razors"]
    assert all_picked(table) == [*a_round, *a_round, *a_round, "yetis", "widows"]
    assert due_commands(table.season) == [CloseDraft()]


@pytest.mark.rule("DM-C-163")
@pytest.mark.switch("draft.snake", True)
def test_the_order_turns_round_where_the_house_says_so() -> None:
    table = drafted("razors", "saints", "widows", drivers=9, switches={"draft.snake": True})
    assert all_picked(table)[:6] == ["widows", "saints", "razors", "razors", "saints", "widows"]


@pytest.mark.rule("DM-C-164")
@pytest.mark.switch("draft.picks", 1)
def test_there_are_as_many_picks_as_the_house_says() -> None:
    table = drafted(*FOUR, switches={"draft.picks": 1})
    assert all_picked(table) == ["yetis", "widows", "saints", "razors", "yetis", "widows"]


@pytest.mark.rule("DM-C-164")
@pytest.mark.switch("draft.picks_bottom_two_bonus", 0)
def test_the_two_lowest_pick_no_more_than_others_where_the_house_says_so() -> None:
    table = drafted(*FOUR, drivers=8, switches={"draft.picks_bottom_two_bonus": 0})
    assert all_picked(table) == ["yetis", "widows", "saints", "razors"] * 3


@pytest.mark.rule("DM-C-164")
def test_a_draft_without_picks_is_over_when_it_opens() -> None:
    table = drafted(*FOUR, switches={"draft.picks": 0, "draft.picks_bottom_two_bonus": 0})
    assert due_commands(table.season) == [CloseDraft()]


@pytest.mark.rule("DM-C-135", "DM-C-165", "DM-C-166")
def test_a_picked_driver_changes_sides_and_leaves_what_he_wore() -> None:
    table = drafted(*FOUR)
    driver = table.season.drivers["razors.d6"]
    driver.xp, driver.level, driver.talents, driver.quirks = 7, 3, ["face"], {"stupid": 1}
    worn = table.season.items["suit"] = Item(id="suit", franchise="razors", kind="fireproof_suit", driver="razors.d6")
    facts = table.give(pick("yetis", "razors.d6"))
    assert facts[-1] == DriverDrafted(
        rule="DM-C-166",
        franchise=FranchiseId("yetis"),
        driver=DriverId("razors.d6"),
        left=FranchiseId("razors"),
        round=1,
        number=1,
    )
    assert table.season.contracts["razors.d6"] == Contract(
        id="razors.d6", franchise="yetis", fee=0, origin="draft", phase="reserved"
    )
    assert (driver.xp, driver.level, driver.talents, driver.quirks) == (7, 3, ["face"], {"stupid": 1})
    assert (worn.franchise, worn.driver) == ("razors", "")
    assert table.season.franchise("yetis").picks == 3


@pytest.mark.rule("DM-C-166")
def test_picks_are_numbered_through_all_rounds() -> None:
    table = drafted("razors", "saints", drivers=9)
    all_picked(table)
    facts = table.said(DriverDrafted)
    assert [(fact.round, fact.number) for fact in facts] == [
        (1, 1), (1, 2), (2, 3), (2, 4), (3, 5), (3, 6), (4, 7), (4, 8),
    ]  # fmt: skip


@pytest.mark.rule("DM-C-165")
def test_only_who_is_open_to_the_draft_is_picked() -> None:
    table = drafted(*FOUR)
    table.refused(pick("yetis", "razors.d1"), DriverNotInDraft, "razors.d1 is kept out of the draft by razors")
    table.refused(pick("yetis", "yetis.d6"), DriverNotInDraft, "yetis's own")
    table.refused(pick("yetis", "nobody"), Unknown)
    table.season.drivers["saints.d6"].retiring = True
    table.refused(pick("yetis", "saints.d6"), DriverNotInDraft, "left the sport")
    table.season.drivers["gone"] = Driver(id="gone", availability="retired")
    table.refused(pick("yetis", "gone"), DriverNotInDraft, "left the sport")
    table.give(pick("yetis", "razors.d6"))
    table.refused(pick("widows", "razors.d6"), DriverNotInDraft, "picked by yetis")


@pytest.mark.rule("DM-C-165")
@pytest.mark.switch("draft.may_pick_own", True)
def test_ones_own_former_driver_is_picked_where_the_house_says_so() -> None:
    table = drafted(*FOUR, switches={"draft.may_pick_own": True})
    table.give(pick("yetis", "yetis.d6"))
    assert table.season.contracts["yetis.d6"].phase == "reserved"


@pytest.mark.rule("DM-C-063", "DM-C-165")
def test_a_released_driver_is_picked_by_anybody() -> None:
    table = drafted(*FOUR)
    table.season.drivers["free"] = Driver(id="free")
    fact = table.give(pick("yetis", "free"))[-1]
    assert isinstance(fact, DriverDrafted)
    assert fact.left == ""


@pytest.mark.rule("DM-C-166")
def test_only_who_is_on_turn_picks_or_passes() -> None:
    table = drafted(*FOUR)
    table.refused(pick("razors", "saints.d6"), NotOnTurn, "the turn of yetis and not of razors")
    table.refused(skip("razors"), NotOnTurn)
    table.refused(CloseDraft(), DraftNotOver, "the turn of yetis")
    pass_all_but_the_close(table)
    table.refused(skip("yetis"), NotOnTurn, "everybody is done")


def pass_all_but_the_close(table: Table) -> None:
    while id := on_turn(table):
        table.give(skip(id))


@pytest.mark.rule("DM-C-166")
def test_who_passes_keeps_the_pick() -> None:
    table = drafted("razors", "saints")
    assert table.give(skip("saints")) == [PickPassed(rule="DM-C-166", franchise=FranchiseId("saints"), round=1)]
    assert table.season.franchise("saints").picks == 4
    table.give(pick("razors", "saints.d6"))
    assert on_turn(table) == "saints"
    table.give(pick("saints", "razors.d6"))
    assert table.season.franchise("saints").picks == 3


@pytest.mark.rule("DM-C-166")
def test_the_draft_ends_when_all_pass_in_one_round() -> None:
    table = drafted(*FOUR)
    for franchise in ("yetis", "widows", "saints"):
        table.give(skip(franchise))
        assert due_commands(table.season) == []
    table.give(skip("razors"))
    assert due_commands(table.season) == [CloseDraft()]


@pytest.mark.rule("DM-C-166")
def test_who_may_pick_nobody_is_skipped() -> None:
    table = ended("razors", "saints", step="E5", drivers=6)
    table.give(protect("razors", "d1", "d2", "d3"))
    for number in range(4, 7):
        table.season.drivers[f"razors.d{number}"].retiring = True
    table.give(OpenDraft())
    assert draftable_drivers(table.season, "saints") == []
    assert all_picked(table) == ["razors"] * 3


@pytest.mark.rule("DM-C-062", "DM-C-166")
def test_at_the_end_the_protected_are_reserved_and_the_undrafted_retire() -> None:
    table = drafted("razors", "saints", drivers=5)
    table.season.drivers["free"] = Driver(id="free")
    table.give(pick("saints", "razors.d4"))
    pass_all_but_the_close(table)
    facts = table.give(CloseDraft())
    assert [(type(fact).__name__, fact.franchise, fact.driver) for fact in facts[:-1]] == [  # type: ignore[attr-defined]
        ("DriverRetired", "", "free"),
        ("DriverReserved", "razors", "razors.d1"),
        ("DriverReserved", "razors", "razors.d2"),
        ("DriverReserved", "razors", "razors.d3"),
        ("DriverRetired", "razors", "razors.d5"),
        ("DriverReserved", "saints", "saints.d1"),
        ("DriverReserved", "saints", "saints.d2"),
        ("DriverReserved", "saints", "saints.d3"),
        ("DriverRetired", "saints", "saints.d4"),
        ("DriverRetired", "saints", "saints.d5"),
    ]
    assert facts[-1] == SeasonStepReached(rule="DM-C-093", step="E7", step_name="safe sponsors")
    contracts = table.season.contracts
    assert contracts["razors.d1"] == Contract(
        id="razors.d1", franchise="razors", fee=0, origin="veteran", phase="reserved"
    )
    assert contracts["razors.d4"].franchise == "saints"
    assert "razors.d5" not in contracts
    assert table.season.draft is None
    assert [franchise.picks for franchise in table.season.all_franchises()] == [0, 0]


@pytest.mark.rule("DM-C-062")
def test_who_was_drafted_a_season_ago_is_a_veteran_now() -> None:
    table = ended("razors", "saints", step="E5")
    table.season.contracts["razors.d1"].origin = "draft"
    table.give(protect("razors", "d1"))
    table.give(OpenDraft())
    pass_all_picks(table)
    assert table.season.contracts["razors.d1"].origin == "veteran"


@pytest.mark.rule("DM-C-162")
@pytest.mark.switch("draft.enabled", False)
def test_without_a_draft_everybody_stays_where_he_is() -> None:
    table = ended("razors", "saints", step="E5", switches={"draft.enabled": False})
    table.season.drivers["free"] = Driver(id="free")
    table.give(OpenDraft())
    table.run()
    assert table.season.step == "E7"
    assert table.said(DriverRetired) == [
        DriverRetired(rule="DM-C-166", franchise=FranchiseId(""), driver=DriverId("free"))
    ]
    assert [len(table.season.reserved_drivers(franchise)) for franchise in ("razors", "saints")] == [6, 6]
    assert len(table.said(DriverReserved)) == 12
    assert table.said(DraftPlaceFixed) == []


@pytest.mark.rule("DM-C-179")
def test_all_drivers_of_a_folded_franchise_are_in_the_draft_and_it_picks_nobody() -> None:
    table = ended(*FOUR, step="E5")
    table.season.franchise("yetis").folded = True
    table.give(OpenDraft())
    assert table.season.draft is not None
    assert table.season.draft.order == ["widows", "saints", "razors"]
    assert [
        draftable_driver.id
        for draftable_driver in draftable_drivers(table.season, "widows")
        if draftable_driver.id.startswith("yetis")
    ] == [f"yetis.d{number}" for number in range(1, 7)]
    table.refused(pick("yetis", "razors.d6"), FoldedStoodAside)
    table.refused(skip("yetis"), FoldedStoodAside)


@pytest.mark.rule("DM-C-179")
def test_a_franchise_that_folds_during_the_draft_is_skipped_from_then_on() -> None:
    table = drafted(*FOUR)
    table.season.franchise("yetis").folded = True
    assert on_turn(table) == "widows"


def with_expansion(*, number: int = 2, founded_in: int = 2, **options: object) -> Table:
    """Four franchises at E5 of a later season. The widows were founded in the season `founded_in`."""
    table = ended(*FOUR, step="E5", **options)
    table.season.number = number
    table.season.franchise("widows").first_season = founded_in
    return table


@pytest.mark.rule("DM-C-167")
def test_an_expansion_team_neither_picks_nor_loses_anyone_in_its_first_season() -> None:
    table = with_expansion()
    table.give(OpenDraft())
    assert table.season.draft is not None
    assert table.season.draft.order == ["yetis", "saints", "razors"]
    table.refused(pick("yetis", "widows.d6"), DriverNotInDraft, "kept out of the draft by widows")
    pass_all_picks(table)
    assert [reserved_driver.id for reserved_driver in table.season.reserved_drivers("widows")] == [
        f"widows.d{number}" for number in range(1, 7)
    ]
    assert len(table.season.reserved_drivers("yetis")) == 2


@pytest.mark.rule("DM-C-167")
@pytest.mark.parametrize(("number", "founded_in"), [(3, 2), (1, 1), (2, 1)])
def test_from_its_second_season_on_it_is_a_team_like_any_other_and_founders_always_were(
    number: int, founded_in: int
) -> None:
    table = with_expansion(number=number, founded_in=founded_in)
    table.give(OpenDraft())
    assert table.season.draft is not None
    assert table.season.draft.order == ["yetis", "widows", "saints", "razors"]


@pytest.mark.rule("DM-C-167")
@pytest.mark.switch("draft.expansion_until_seasons", 2)
def test_an_expansion_team_stays_out_for_as_long_as_the_house_says() -> None:
    switches = {"draft.expansion_until_seasons": 2}
    for number, takes_part in ((2, False), (3, False), (4, True)):
        table = with_expansion(number=number, switches=switches)
        table.give(OpenDraft())
        assert table.season.draft is not None
        assert ("widows" in table.season.draft.order) is takes_part


@pytest.mark.rule("DM-C-167", "DM-C-179")
def test_an_expansion_team_that_folded_leaves_its_drivers_to_the_draft() -> None:
    table = with_expansion()
    table.season.franchise("widows").folded = True
    table.give(OpenDraft())
    table.give(pick("yetis", "widows.d1"))

"""Safe sponsors, the sponsor lost at the season's end and its farewell, and the common pool."""

from __future__ import annotations

import pytest

from rules.campaign.core.season_steps import SeasonStepReached
from rules.campaign.core.state import Sponsor
from rules.campaign.core.turns import NotOnTurn
from rules.campaign.play.due_commands import due_commands
from rules.campaign.season_end.franchise_contracts import FoldedStoodAside
from rules.campaign.season_end.sponsor_pool import (
    ClosePool,
    DeclareSafe,
    DrawSponsors,
    FarewellPaid,
    NoSponsorSafe,
    PassSponsor,
    PickSponsor,
    PoolNotOver,
    SafeLastSeason,
    SponsorDeclaredSafe,
    SponsorPassed,
    SponsorPooled,
    SponsorVanished,
    pool_turn,
)
from rules.campaign.sponsors.kinds import SponsorJoined
from rules.core.refusals import Unknown
from rules.core.terms import FranchiseId, SponsorId
from tests.rules.campaign.memory_seasons import Faces, Table
from tests.rules.campaign.season_ends import ended

RAZORS, SAINTS = FranchiseId("razors"), FranchiseId("saints")
FOUR = ("razors", "saints", "widows", "yetis")


def safe(sponsor: str = "", franchise: str = "razors") -> DeclareSafe:
    return DeclareSafe(franchise=FranchiseId(franchise), sponsor=SponsorId(sponsor))


def pick(franchise: str, sponsor: str) -> PickSponsor:
    return PickSponsor(franchise=FranchiseId(franchise), sponsor=SponsorId(sponsor))


def skip(franchise: str) -> PassSponsor:
    return PassSponsor(franchise=FranchiseId(franchise))


def on_turn(table: Table) -> str:
    turn = pool_turn(table.season)
    return turn.franchise if turn else ""


def held(table: Table, franchise: str) -> list[str]:
    return [sponsor.id for sponsor in table.season.sponsors_of(franchise)]


def with_sponsors(*kinds: str) -> Table:
    """Two franchises at E7, the razors with these sponsors and the saints with one that they cannot lose."""
    table = ended(step="E7")
    table.sponsor("razors", *kinds)
    table.sponsor("saints", "oil")
    return table


def drawn(table: Table, faces: Faces) -> list[object]:
    """The facts for the razors when sponsors are drawn."""
    return list(table.give(DrawSponsors(), faces)[:-1])


@pytest.mark.rule("DM-C-168")
def test_one_sponsor_is_declared_safe_or_none() -> None:
    table = with_sponsors("oil", "energy")
    assert table.give(safe("razors.s1")) == [
        SponsorDeclaredSafe(rule="DM-C-168", franchise=RAZORS, sponsor=SponsorId("razors.s1"))
    ]
    table.give(safe("razors.s2"))
    assert [sponsor.safe_in for sponsor in table.season.sponsors_of("razors")] == [[], [1]]
    assert table.give(safe()) == [NoSponsorSafe(rule="DM-C-168", franchise=RAZORS)]
    assert [sponsor.safe_in for sponsor in table.season.sponsors_of("razors")] == [[], []]
    assert table.season.franchise("razors").safe_declared is True


@pytest.mark.rule("DM-C-168")
def test_the_same_sponsor_is_not_safe_two_seasons_running() -> None:
    table = with_sponsors("oil", "oil")
    table.season.number = 5
    first, second = table.season.sponsors_of("razors")
    first.safe_in, second.safe_in = [2, 4], [3]
    table.refused(safe("razors.s1"), SafeLastSeason, "razors.s1 was safe in the season before")
    table.give(safe("razors.s2"))
    assert second.safe_in == [3, 5]


@pytest.mark.rule("DM-C-168")
def test_only_a_sponsor_of_ones_own_is_declared_safe() -> None:
    table = with_sponsors("oil", "energy")
    table.refused(safe("saints.s1"), Unknown, "razors.s1, razors.s2")
    table.refused(safe("nobody"), Unknown)


@pytest.mark.rule("DM-C-169")
@pytest.mark.parametrize(("face", "lost"), [(1, "razors.s1"), (2, "razors.s2"), (3, "razors.s4"), (4, "razors.s5")])
def test_one_of_those_not_safe_is_drawn_at_random(face: int, lost: str) -> None:
    table = with_sponsors("oil", "oil", "oil", "oil", "oil")
    table.give(safe("razors.s3"))
    pooled, farewell = drawn(table, {"pool/razors/loss": [face], "pool/razors/farewell": [1, 1]})
    assert isinstance(pooled, SponsorPooled)
    assert (pooled.rule, pooled.franchise, pooled.sponsor) == ("DM-C-169", "razors", lost)
    assert [(roll.sides, roll.faces) for roll in pooled.rolls] == [(4, (face,))]
    assert isinstance(farewell, FarewellPaid)
    assert farewell.sponsor == lost
    assert table.season.sponsors[lost] == Sponsor(id=lost, franchise="", kind="oil")
    assert len(held(table, "razors")) == 4


@pytest.mark.rule("DM-C-169")
def test_with_two_sponsors_and_one_safe_the_other_goes_without_a_die() -> None:
    table = with_sponsors("oil", "tire_company")
    table.give(safe("razors.s1"))
    pooled, _ = drawn(table, {"pool/razors/farewell": [3]})
    assert isinstance(pooled, SponsorPooled)
    assert (pooled.sponsor, pooled.rolls) == ("razors.s2", ())


@pytest.mark.rule("DM-C-069", "DM-C-169")
def test_a_last_sponsor_is_never_lost() -> None:
    table = with_sponsors("oil")
    assert drawn(table, {}) == []
    assert held(table, "razors") == ["razors.s1"]


@pytest.mark.rule("DM-C-169")
@pytest.mark.switch("sponsors.season_end_loss", False)
def test_nobody_loses_a_sponsor_where_the_house_says_so() -> None:
    table = ended(step="E7", switches={"sponsors.season_end_loss": False})
    table.give(DrawSponsors(), {})
    assert [len(held(table, franchise)) for franchise in ("razors", "saints")] == [3, 3]
    assert due_commands(table.season) == [ClosePool()]


@pytest.mark.rule("DM-C-170")
@pytest.mark.parametrize(
    ("kind", "faces", "paid", "war"),
    [
        ("oil", [4, 5], 90_000, False),
        ("tire_company", [6], 30_000, False),
        ("insurance", [2], 20_000, False),
        ("munitions", [5], 50_000, False),
        ("munitions", [6, 1, 2, 3], 60_000, True),
    ],
)
def test_who_leaves_pays_once_more_straight_to_the_account(kind: str, faces: list[int], paid: int, war: bool) -> None:
    table = with_sponsors("energy", kind)
    table.season.franchise("razors").cup_plus_one = True
    table.give(safe("razors.s1"))
    before = table.season.franchise("razors").balance
    farewell = drawn(table, {"pool/razors/farewell": faces})[1]
    assert isinstance(farewell, FarewellPaid)
    assert (farewell.rule, farewell.amount, farewell.balance, farewell.war) == (
        "DM-C-170",
        paid,
        before + paid,
        war,
    )
    assert (farewell.sponsor, farewell.sponsor_kind) == ("razors.s2", kind)
    assert table.season.franchise("razors").balance == before + paid


def pooled(*sponsors: tuple[str, str], franchises: tuple[str, ...] = FOUR, **options: object) -> Table:
    """A season at E8 with these sponsors in the pool, given as (id, kind)."""
    switches = {"sponsors.season_end_loss": False}
    table = ended(*franchises, step="E7", switches=switches, **options)
    table.give(DrawSponsors())
    for id, kind in sponsors:
        table.season.sponsors[id] = Sponsor(id=id, franchise="", kind=kind)
    return table


@pytest.mark.rule("DM-C-171")
def test_the_highest_picks_first_one_sponsor_a_turn_round_after_round() -> None:
    table = pooled(*((f"p{number}", "oil") for number in range(6)))
    order = []
    while (id := on_turn(table)) != "":
        order.append(id)
        table.give(pick(id, table.season.pool_sponsors()[0].id))
    assert order == ["razors", "saints", "widows", "yetis", "razors", "saints"]
    assert due_commands(table.season) == [ClosePool()]


@pytest.mark.rule("DM-C-171")
def test_a_sponsor_from_the_pool_is_the_franchises_own() -> None:
    table = pooled(("p1", "munitions"))
    assert table.give(pick("razors", "p1")) == [
        SponsorJoined(rule="DM-C-171", franchise=RAZORS, sponsor=SponsorId("p1"), sponsor_kind="munitions")
    ]
    assert table.season.sponsors["p1"] == Sponsor(id="p1", franchise="razors", kind="munitions")


@pytest.mark.rule("DM-C-171")
def test_ones_own_former_sponsor_may_be_taken_back() -> None:
    table = with_sponsors("oil", "energy")
    table.season.number = 3
    table.give(DrawSponsors(), {"pool/razors/loss": [1], "pool/razors/farewell": [1, 1]})
    assert held(table, "razors") == ["razors.s2"]
    table.give(pick("razors", "razors.s1"))
    assert held(table, "razors") == ["razors.s1", "razors.s2"]
    assert table.season.sponsors["razors.s1"].joined == 3


@pytest.mark.rule("DM-C-171")
def test_only_who_is_on_turn_picks_and_only_from_the_pool() -> None:
    table = pooled(("p1", "oil"))
    table.refused(pick("saints", "p1"), NotOnTurn, "the turn of razors")
    table.refused(skip("saints"), NotOnTurn)
    table.refused(pick("razors", "saints.s1"), Unknown, "is not in the pool: take one of p1")
    table.refused(ClosePool(), PoolNotOver, "the turn of razors")


@pytest.mark.rule("DM-C-069", "DM-C-171")
def test_who_has_five_sponsors_passes_by_himself() -> None:
    table = pooled(("p1", "oil"), ("p2", "oil"))
    table.sponsor("razors", "oil", "oil", "oil", "oil")
    table.sponsor("saints", "oil", "oil", "oil", "oil", "oil")
    table.give(pick("razors", "p1"))
    assert on_turn(table) == "widows"
    table.give(skip("widows"))
    table.give(skip("yetis"))
    assert due_commands(table.season) == [ClosePool()]


@pytest.mark.rule("DM-C-171")
def test_the_pool_closes_when_all_pass_and_leftovers_vanish() -> None:
    table = pooled(("p1", "oil"), ("p2", "energy"), franchises=("razors", "saints"))
    assert table.give(skip("razors")) == [SponsorPassed(rule="DM-C-171", franchise=RAZORS, round=1)]
    table.give(pick("saints", "p2"))
    table.give(skip("razors"))
    assert due_commands(table.season) == []
    table.give(skip("saints"))
    assert table.give(*due_commands(table.season)) == [
        SponsorVanished(rule="DM-C-171", sponsor=SponsorId("p1"), sponsor_kind="oil"),
        SeasonStepReached(rule="DM-C-093", step="E9", step_name="the off-season"),
    ]
    assert "p1" not in table.season.sponsors
    assert table.season.pool is None


@pytest.mark.rule("DM-C-171")
def test_an_empty_pool_is_closed_at_once() -> None:
    assert due_commands(pooled().season) == [ClosePool()]


@pytest.mark.rule("DM-C-179")
def test_a_folded_franchise_puts_all_its_sponsors_into_the_pool_and_picks_none() -> None:
    table = ended(*FOUR, step="E7")
    for franchise in FOUR:
        table.sponsor(franchise, "oil")
    table.sponsor("razors", "oil", "energy")
    razors = table.season.franchise("razors")
    razors.folded = True
    balance = razors.balance
    table.refused(safe("razors.s1"), FoldedStoodAside)
    facts = table.give(DrawSponsors(), {})
    assert facts[:-1] == [
        SponsorPooled(rule="DM-C-179", franchise=RAZORS, sponsor=SponsorId("razors.s1"), sponsor_kind="oil"),
        SponsorPooled(rule="DM-C-179", franchise=RAZORS, sponsor=SponsorId("razors.s2"), sponsor_kind="energy"),
    ]
    assert razors.balance == balance
    assert table.season.pool is not None
    assert table.season.pool.order == ["saints", "widows", "yetis"]
    table.refused(pick("razors", "razors.s1"), FoldedStoodAside)
    table.refused(skip("razors"), FoldedStoodAside)
    table.give(pick("saints", "razors.s2"))


@pytest.mark.rule("DM-C-179")
def test_a_franchise_that_folds_at_the_pool_is_skipped() -> None:
    table = pooled(("p1", "oil"))
    table.season.franchise("razors").folded = True
    assert on_turn(table) == "saints"


@pytest.mark.rule("DM-C-167", "DM-C-169", "DM-C-171")
def test_an_expansion_team_loses_and_picks_sponsors_like_every_franchise() -> None:
    table = with_sponsors("oil", "energy")
    table.season.number = 2
    table.season.franchise("razors").first_season = 2
    table.give(DrawSponsors(), {"pool/razors/loss": [1], "pool/razors/farewell": [1, 1]})
    assert on_turn(table) == "razors"

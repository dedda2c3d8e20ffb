"""The season as one reader may see it: without what is sealed from them, and with their commands judged by that."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.commissioner.driver_corrections import AdjustDriver
from rules.campaign.commissioner.forfeits import ForfeitMatch
from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import COMMAND_TYPES, PUBLIC_READER, Command, Reader, RefusedUnderSeal
from rules.campaign.core.state import Season
from rules.campaign.core.visible_state import hidden_seals, hide_from_reader, visible_season
from rules.campaign.dry_run.commands import dry_run
from rules.campaign.founding.season_start import FoundFranchise
from rules.campaign.market.trades import (
    AcceptTrade,
    ApproveTrade,
    ProposeTrade,
    RefuseTrade,
    TradeIdForeign,
    TradeProposed,
    WithdrawTrade,
)
from rules.campaign.match_day.line_ups import LineUpFallen, LockLineUps, NameLineUp, SeatPlan, invalid_line_ups
from rules.campaign.people.veterans import LineUpSealed, ReleaseDriver
from rules.campaign.play.perform import perform_as_reader
from rules.campaign.season_end.franchise_contracts import ProtectDrivers
from rules.campaign.steward.waits import franchises_awaited
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Malformed, Refusal, Unknown
from rules.core.terms import CarId, DriverId, FranchiseId, MatchId, TradeId
from tests.rules.campaign.bargains import goods, propose
from tests.rules.campaign.memory_seasons import Table, announce, line_up, shopping, signed
from tests.rules.campaign.season_ends import ended

RAZORS, SAINTS, WIDOWS, M1 = FranchiseId("razors"), FranchiseId("saints"), FranchiseId("widows"), MatchId("m1")
OWN, RIVAL = (
    Reader(frozenset({"razors"}), frozenset({"razors"})),
    Reader(frozenset({"saints"}), frozenset({"saints"})),
)
THREE = ("razors", "saints", "widows")
NAME = "5f3a90c1d2e4b687"


def lining_up(*seats: tuple[str, ...], words: str = "") -> Table:
    """A season at line-ups, where the razors have named theirs."""
    table = signed(*THREE)
    announce(table)
    table.give(line_up("razors", seats=[*seats], words=words))
    return table


def protecting(*drivers: str) -> Table:
    """A season at its franchise contracts, where the razors have named theirs."""
    table = ended(step="E5")
    table.give(ProtectDrivers(franchise=RAZORS, drivers=[DriverId(f"razors.{driver}") for driver in drivers]))
    return table


def offered(pays: int = 0) -> Table:
    """A season with open shops, where the razors have offered the saints a sealed trade."""
    table = shopping(*THREE)
    table.give(sealed(propose(goods("razors.d1", pays=pays), trade="razors.t1"), table.season))
    return table


def sealed(proposal: ProposeTrade, season: Season) -> ProposeTrade:
    return proposal.with_seal_name(NAME, season)


SCENES: dict[str, tuple[Any, Any, str]] = {
    "name_line_up": (
        lambda: lining_up(("c1", "d1"), words="rust"),
        lambda: lining_up(("c2", "d2"), ("c3", "d3")),
        "m1:M4",
    ),
    "protect_drivers": (lambda: protecting("d1"), lambda: protecting("d2", "d3"), "season:E6"),
    "propose_trade": (offered, lambda: offered(pays=5000), f"{NAME}:answered"),
}
"""For each sealed command, two seasons that differ only in what is sealed, and the seal."""


def test_every_sealed_command_is_held_here() -> None:
    assert sorted(SCENES) == sorted(tag for tag, row in COMMAND_TYPES.items() if row.sealed)


@pytest.mark.parametrize("tag", SCENES)
def test_what_others_see_is_the_same_whatever_is_sealed(tag: str) -> None:
    scene, other_scene, seal = SCENES[tag]
    first, second = scene().season, other_scene().season
    assert first != second
    for reader in (PUBLIC_READER, RIVAL) if tag != "propose_trade" else (PUBLIC_READER,):
        assert visible_season(first, reader) == visible_season(second, reader)
        assert hidden_seals(first, reader) == {seal}
    assert visible_season(first, OWN) == first
    assert hidden_seals(first, OWN) == frozenset()


@pytest.mark.parametrize("tag", SCENES)
def test_hiding_twice_is_hiding_once_and_leaves_the_season_itself(tag: str) -> None:
    season = SCENES[tag][0]().season
    before = copy_season(season)
    visible = visible_season(season, PUBLIC_READER)
    assert season == before
    assert visible_season(visible, PUBLIC_READER) == visible


def test_that_a_line_up_was_named_is_seen_and_who_is_in_it_is_not() -> None:
    visible = visible_season(lining_up(("c1", "d1"), words="rust").season, PUBLIC_READER)
    razors = visible.line_up("m1", "razors")
    assert (razors.named, razors.words, visible.seats) == (True, "", {})


def test_that_contracts_were_named_is_seen_and_which_is_not() -> None:
    visible = visible_season(protecting("d1").season, PUBLIC_READER)
    assert visible.franchise("razors").contracts_named
    assert not any(contract.protected for contract in visible.contracts.values())


def test_an_offer_is_seen_by_its_two_sides_alone_until_it_is_agreed_to() -> None:
    table = offered()
    outsider = Reader(frozenset({"widows"}), frozenset({"widows"}))
    assert [
        sorted(visible_season(table.season, reader).trades) for reader in (PUBLIC_READER, outsider, RIVAL, OWN)
    ] == [
        [],
        [],
        ["razors.t1"],
        ["razors.t1"],
    ]
    table.season.switches["trade.commissioner_approval"] = True
    table.give(AcceptTrade(franchise=SAINTS, trade=TradeId("razors.t1")))
    assert sorted(visible_season(table.season, PUBLIC_READER).trades) == ["razors.t1"]


def test_what_is_forgotten_is_as_if_nobody_had_chosen_yet() -> None:
    season = lining_up(("c1", "d1")).season
    hide_from_reader(season, PUBLIC_READER, forget=True)
    assert not season.line_up("m1", "razors").named
    season = protecting("d1").season
    hide_from_reader(season, PUBLIC_READER, forget=True)
    assert not season.franchise("razors").contracts_named


def test_a_forfeited_line_up_stays_forfeited_when_it_is_forgotten() -> None:
    table = lining_up(("c1", "d1"), words="rust")
    table.give(ForfeitMatch(match=M1, franchise=RAZORS))
    hide_from_reader(table.season, PUBLIC_READER, forget=True)
    given_up = table.season.line_up("m1", "razors")
    assert (given_up.named, given_up.forfeited, given_up.words) == (True, True, "")


def test_what_was_sealed_then_and_is_open_now_stays_in_a_season_of_then() -> None:
    table = lining_up(("c1", "d1"))
    then = copy_season(table.season)
    for franchise in ("saints", "widows"):
        table.give(line_up(franchise))
    table.give(LockLineUps(match=M1))
    before = copy_season(then)
    hide_from_reader(then, PUBLIC_READER, now=table.season)
    assert then == before


def test_an_offer_that_was_answered_since_stays_in_a_season_of_then() -> None:
    table = offered()
    then = copy_season(table.season)
    table.give(WithdrawTrade(franchise=RAZORS, trade=TradeId("razors.t1")))
    hide_from_reader(then, PUBLIC_READER, now=table.season)
    assert list(then.trades) == ["razors.t1"]


def answered(season: Season, command: Command, reader: Reader) -> Refusal | None:
    """The refusal of a command on the season as the reader may see it; None if it is performed."""
    try:
        perform_as_reader(visible_season(season, reader), command, Dice(KeyRing(b"")), reader=reader)
    except Refusal as error:
        return error
    return None


@pytest.mark.parametrize("driver", ["d1", "d2", "d4"])
def test_nobody_is_released_for_an_owner_whose_line_up_is_sealed_whoever_is_in_it(driver: str) -> None:
    season = lining_up(("c1", "d1")).season
    no = answered(season, ReleaseDriver(franchise=RAZORS, driver=DriverId(f"razors.{driver}")), PUBLIC_READER)
    assert isinstance(no, LineUpSealed)
    assert no.sentence.startswith("razors named a line-up for m1 that is sealed from you")
    assert answered(season, ReleaseDriver(franchise=SAINTS, driver=DriverId("saints.d1")), PUBLIC_READER) is None


def test_an_owner_is_told_exactly_who_is_lined_up() -> None:
    season = lining_up(("c1", "d1")).season
    refusals = [
        answered(season, ReleaseDriver(franchise=RAZORS, driver=DriverId(f"razors.{driver}")), OWN)
        for driver in ("d1", "d2")
    ]
    assert refusals[0] is not None
    assert "razors.d1 is lined up in razors.c1" in refusals[0].sentence
    assert refusals[1] is None


def test_drivers_of_a_team_that_forfeited_are_released_as_ever() -> None:
    table = lining_up(("c1", "d1"))
    table.give(ForfeitMatch(match=M1, franchise=RAZORS))
    assert (
        answered(table.season, ReleaseDriver(franchise=RAZORS, driver=DriverId("razors.d1")), PUBLIC_READER) is None
    )


def test_an_id_that_a_sealed_seat_could_have_is_refused_whether_it_has_it_or_not() -> None:
    table = signed()
    table.season.franchises["razors.x"] = replace(table.season.franchise("saints"), id="razors.x")
    announce(table, franchises=["razors", "razors.x"])
    table.season.cars["c1"] = replace(table.season.car("saints.c1"), id="c1", franchise="razors.x")
    table.season.cars["x.c1"] = replace(table.season.car("razors.c1"), id="x.c1")
    command = NameLineUp(
        franchise=RAZORS, match=M1, seats=[SeatPlan(car=CarId("x.c1"), driver=DriverId("razors.d1"))]
    )
    assert answered(table.season, command, OWN) is None
    table.season.line_up("m1", "razors.x").named = True
    no = answered(table.season, command, OWN)
    assert isinstance(no, Malformed)
    assert no.sentence == "m1.razors and x.c1 make an id that is taken: name another car."


def test_a_line_up_is_named_again_by_somebody_who_may_not_see_what_it_replaces() -> None:
    table = lining_up(("c1", "d1"))
    again = NameLineUp(
        franchise=RAZORS, match=M1, seats=[SeatPlan(car=CarId("razors.c1"), driver=DriverId("razors.d1"))]
    )
    assert answered(table.season, again, PUBLIC_READER) is None


@pytest.mark.parametrize(
    "command",
    [
        AcceptTrade(franchise=WIDOWS, trade=TradeId("razors.t1")),
        WithdrawTrade(franchise=WIDOWS, trade=TradeId("razors.t1")),
        ApproveTrade(trade=TradeId("razors.t1")),
        RefuseTrade(trade=TradeId("razors.t1")),
    ],
)
def test_an_offer_between_others_is_not_there(command: Command) -> None:
    no = answered(offered().season, command, Reader(frozenset({"widows"}), frozenset({"widows"})))
    assert isinstance(no, Unknown)
    assert no.sentence.startswith("There is no trade 'razors.t1'")


def test_a_trial_of_the_lock_does_not_tell_who_is_in_a_sealed_line_up() -> None:
    trials = []
    for seats in ([("c1", "d1")], [("c2", "d2")]):
        table = lining_up(*seats)
        for franchise in ("saints", "widows"):
            table.give(line_up(franchise))
        bar = AdjustDriver(driver=DriverId("razors.d1"), availability="barred")
        trials.append(dry_run(table.season, [bar, LockLineUps(match=M1)], reader=PUBLIC_READER))
    assert trials[0] == trials[1]
    assert (trials[0].opens, trials[0].refused) == (True, None)


def test_whom_a_season_waits_for_does_not_tell_it_either() -> None:
    waits = []
    for driver in ("d1", "d2"):
        table = lining_up(("c1", driver))
        table.give(AdjustDriver(driver=DriverId("razors.d1"), availability="barred"))
        waits.append(franchises_awaited(visible_season(table.season, PUBLIC_READER)))
    assert waits == [["saints", "widows"]] * 2
    assert "razors" in franchises_awaited(fallen().season)


def fallen() -> Table:
    """A season in which the razors named a driver who is barred now."""
    table = lining_up(("c1", "d1"))
    table.give(AdjustDriver(driver=DriverId("razors.d1"), availability="barred"))
    return table


def test_a_fallen_line_up_is_found_before_the_lock_alone() -> None:
    table = fallen()
    assert [invalid.id for invalid in invalid_line_ups(table.season)] == ["m1.razors"]
    assert invalid_line_ups(table.season, "m2") == []
    table.season.match("m1").step = "M4"
    assert invalid_line_ups(table.season) == []


def test_the_lock_names_who_has_to_name_a_line_up_again_and_nobody_in_it() -> None:
    no = LockLineUps(match=M1).sealed_refusal(fallen().season, PUBLIC_READER)
    assert isinstance(no, LineUpFallen)
    assert no.sentence == (
        "razors named a line-up for m1 that may not be fielded any more: have it named again before you lock."
    )
    refusal = LockLineUps(match=M1).sealed_refusal(lining_up(("c1", "d1")).season, PUBLIC_READER)
    assert type(refusal) is RefusedUnderSeal
    assert refusal.sentence == (
        "lock_line_ups is refused because of something sealed from you: ask again when it is open."
    )


def test_most_commands_leave_nothing_under_a_seal() -> None:
    season = signed().season
    assert FoundFranchise.sealed_things(season, reader=PUBLIC_READER, now=season) == []
    with pytest.raises(NotImplementedError):
        FoundFranchise.hide(season, "razors", forget=False)


def test_an_offer_is_sealed_under_the_name_it_is_given() -> None:
    table = shopping()
    command = sealed(propose(goods("razors.d1"), trade="razors.t1"), table.season)
    (proposal,) = table.give(command)
    assert isinstance(proposal, TradeProposed)
    assert (command.sealed, command.seal(table.season)) == (NAME, f"{NAME}:answered")
    assert table.season.trade("razors.t1").sealed == NAME
    (declined,) = table.give(WithdrawTrade(franchise=SAINTS, trade=TradeId("razors.t1")))
    assert declined.opens() == (f"{NAME}:answered",)


def test_an_offer_that_was_agreed_to_is_opened_once() -> None:
    table = offered()
    table.season.switches["trade.commissioner_approval"] = True
    (agreed,) = table.give(AcceptTrade(franchise=SAINTS, trade=TradeId("razors.t1")))
    refusal_fact, *_ = table.give(RefuseTrade(trade=TradeId("razors.t1")))
    assert (agreed.opens(), refusal_fact.opens()) == ((f"{NAME}:answered",), ())


@pytest.mark.parametrize("trade", ["t1", "saints.t1", "razors", "razors.x.t1", ".t1", "razors."])
def test_a_sealed_offer_has_an_id_that_no_other_franchise_can_choose(trade: str) -> None:
    with pytest.raises(TradeIdForeign, match=r"such as razors\.t1"):
        sealed(propose(goods("razors.d1"), trade=trade), shopping().season)


@pytest.mark.rule("DM-C-107")
@pytest.mark.switch("trade.open_offers", True)
def test_everybody_sees_offers_where_the_league_plays_with_open_ones() -> None:
    table = shopping(switches={"trade.open_offers": True})
    command = sealed(propose(goods("razors.d1"), trade="t1"), table.season)
    assert (command.sealed, command.seal(table.season)) == ("", "")
    table.give(command)
    assert sorted(visible_season(table.season, PUBLIC_READER).trades) == ["t1"]
    (declined,) = table.give(WithdrawTrade(franchise=SAINTS, trade=TradeId("t1")))
    assert declined.opens() == ()

"""Each law that the machine checks is noticed when it alone is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from rules.campaign.commissioner.balance_and_points import AdjustBalance
from rules.campaign.core.codec import copy_season, season_bytes
from rules.campaign.core.command import Command
from rules.campaign.core.facts import Fact
from rules.campaign.core.state import Contract, Match, Round, Season
from rules.campaign.founding.season_start import FoundFranchise, OpenSeason
from rules.campaign.founding.setup import OpenSetup
from rules.campaign.market.trades import TradePaid
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.match_day.settlement import PointsScored
from rules.campaign.season_end.draft import CloseDraft
from rules.campaign.season_end.off_season import next_season
from rules.core.dice import Roll
from rules.core.refusals import Refusal
from rules.core.terms import Credits, FranchiseId, MatchId, TradeId
from tests.machine.book import Book, unsaid
from tests.machine.counts import Counts
from tests.machine.season import SeasonMachine
from tests.rules.campaign.memory_seasons import accept, locked, report, settled

ACT = AdjustBalance(franchise=FranchiseId("razors"), amount=1)
Break = Callable[[Book, Season], object]


def told_of_a_match() -> tuple[Book, Season]:
    """A season after a match, and the book that recorded it."""
    table = locked()
    match_report = report(table, points={"razors": 3, "saints": 1})
    accept(table, match_report)
    settled(table)
    book = Book.of(Season())
    book.add(AcceptReport(match=MatchId("m1"), report=match_report), table.facts, table.log)
    return book, table.season


def edited(id: str, **values: int) -> Break:
    """A break that sets values of a franchise."""

    def write(_: Book, season: Season) -> None:
        for name, value in values.items():
            setattr(season.franchise(id), name, value)

    return write


def limited(switch: str, most: int) -> Break:
    """A break that sets a lower limit."""
    return lambda _, season: season.switches.__setitem__(switch, most)


def said(fact: Fact) -> Break:
    """A break that adds another fact to the book."""
    return lambda book, _: book.add(ACT, [fact], [])


def on_two_rosters(_: Book, season: Season) -> None:
    """Sign a driver of the razors for the saints under another ID."""
    season.drivers["twin"] = season.driver("razors.d1")
    season.contracts["twin"] = Contract(id="twin", franchise="saints", fee=0)


PAID = TradePaid(
    rule="DM-C-107",
    franchise=FranchiseId("razors"),
    amount=Credits(-5),
    balance=Credits(0),
    trade=TradeId("t1"),
    partner=FranchiseId("saints"),
)
SCORED = PointsScored(
    rule="DM-C-091",
    match=MatchId("m1"),
    franchise=FranchiseId("razors"),
    points=4,
    won=True,
    criticals=0,
    season_points=7,
    season_wins=2,
    season_criticals=0,
)
THROWN = Roll(path="m1/settle/pot", sides=6, faces=(1, 1), why="pot")
BROKEN: list[tuple[Break, str]] = [
    (edited("razors", balance=7), "razors has 7 credits, and its ledger adds up to "),
    (
        edited("razors", points=9),
        "razors stands at 9 points, 1 wins and 0 criticals, and its outcomes",
    ),
    (edited("saints", wins=2), "saints stands at 1 points, 2 wins and 0 criticals, and its outcomes"),
    (
        edited("saints", criticals=2),
        "saints stands at 1 points, 0 wins and 2 criticals, and its outcomes",
    ),
    (said(PAID), "A trade left -5 credits over"),
    (said(PAID), "trade_paid says razors has 0, and its ledger "),
    (said(SCORED), "razors was reported with 3 points in m1 and scored 4."),
    (lambda book, _: book.add(ACT, [], [THROWN]), "The dice of m1/settle/pot were thrown before."),
    (on_two_rosters, "razors.d1 is on 2 rosters."),
    (on_two_rosters, "razors.d1 is kept under twin among the drivers."),
    (
        lambda _, season: setattr(season.contracts["razors.d1"], "franchise", "nobody"),
        "razors.d1 are under contract and on no roster.",
    ),
    (limited("roster.max", 5), "The limit roster.max is 5, and razors has 6."),
    (limited("garage.max", 2), "The limit garage.max is 2, and razors has 3."),
    (limited("sponsors.max", 2), "The limit sponsors.max is 2, and razors has 3."),
    (edited("razors", staff_rating=9), "razors has staff of rating 9: there are 1 to 4."),
]


@pytest.mark.parametrize(("break_it", "sentence"), BROKEN, ids=[sentence for _, sentence in BROKEN])
def test_what_is_not_as_it_was_told_is_named(break_it: Break, sentence: str) -> None:
    book, season = told_of_a_match()
    assert book.differences(season) == []
    break_it(book, season)
    assert [difference for difference in book.differences(season) if difference.startswith(sentence)]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (ACT, ["adjust_balance changed saints among the franchises, and nothing it said names them."]),
        (AdjustBalance(franchise=FranchiseId("saints"), amount=1), []),
        (OpenSetup(), ["open_setup changed saints among the franchises, and nothing it said names them."]),
        (CloseDraft(), []),
    ],
    ids=["another named", "itself named", "nobody named", "a reason not to"],
)
def test_what_changes_and_is_named_by_nothing_is_told(command: Command, told: list[str]) -> None:
    _, before = told_of_a_match()
    after = copy_season(before)
    after.franchise("saints").picks = 1
    assert unsaid(before, after, command, []) == told


def test_what_a_fact_names_is_said_and_what_goes_away_is_not_passed_over() -> None:
    _, before = told_of_a_match()
    after = copy_season(before)
    del after.cars["razors.c1"]
    assert unsaid(before, after, ACT, [PAID]) == [
        "adjust_balance changed razors.c1 among the cars, and nothing it said names them."
    ]
    after = copy_season(before)
    after.franchise("saints").picks = 1
    assert unsaid(before, after, OpenSetup(), [replace(PAID, franchise=FranchiseId("saints"))]) == []


@pytest.fixture
def founded() -> Iterator[SeasonMachine]:
    """A machine whose league has two franchises; its borrowed ruleset is given back afterwards."""
    machine = SeasonMachine(Counts())
    machine.open(OpenSeason(rounds=1))
    for franchise in ("razors", "saints"):
        assert machine.give(FoundFranchise(franchise=FranchiseId(franchise)))
    yield machine
    machine.teardown()


def test_what_is_told_again_is_what_is_looked_at_after_every_command(founded: SeasonMachine) -> None:
    machine = founded
    machine.season.franchise("razors").balance += 1
    with pytest.raises(AssertionError, match="its ledger adds up to"):
        machine.give(OpenSetup())


def test_a_refusal_that_changed_something_is_noticed(founded: SeasonMachine) -> None:
    machine = founded
    assert not machine.give(FoundFranchise(franchise=FranchiseId("razors")))
    machine.season.franchise("razors").picks = 1
    with pytest.raises(AssertionError, match="was refused and changed the season all the same"):
        machine.give(FoundFranchise(franchise=FranchiseId("razors")))


def test_a_refusal_that_is_no_sentence_is_noticed(founded: SeasonMachine) -> None:
    machine = founded
    machine.look_after_refusal(Refusal("That cannot be: do something else."))
    with pytest.raises(AssertionError, match="Refusal is no sentence: 'no'"):
        machine.look_after_refusal(Refusal("no"))


def test_a_season_is_played_on_to_its_end_and_into_the_next_and_all_of_it_is_counted(founded: SeasonMachine) -> None:
    machine = founded
    machine.play_to("closed")
    closed = machine.season
    assert closed.step == "closed"
    machine.lead()
    assert (machine.season.number, machine.season.step) == (2, "S0")
    counts = machine.counts
    assert (counts.rollovers, counts.longest, counts.performed["close_season"]) == (1, 2, 1)
    machine.enter(next_season(closed))
    machine.season.franchise("razors").balance += 1
    with pytest.raises(AssertionError, match="was carried over as"):
        machine.carried_over(closed)


def test_a_season_that_stands_still_is_noticed(founded: SeasonMachine) -> None:
    machine = founded
    machine.season.step = "M"
    machine.season.rounds["r1"] = Round(id="r1", number=1)
    machine.season.matches["m1"] = Match(id="m1", round="r1", event="race", step="nowhere")
    with pytest.raises(AssertionError, match="Season 1 stands still at M"):
        machine.lead()


def test_what_is_due_and_refused_is_noticed(founded: SeasonMachine) -> None:
    machine = founded
    machine.season.step = "M"
    machine.season.rounds["r1"] = Round(id="r1", number=1)
    machine.season.matches["m1"] = Match(id="m1", round="r1", event="race", step="M5.1")
    with pytest.raises(AssertionError, match="was due, and refused: m1 has no accepted report"):
        machine.give(ACT)


def test_what_is_next_and_refused_is_noticed(founded: SeasonMachine) -> None:
    machine = founded
    machine.season.rounds_planned = 0
    machine.season.step = "S1"
    machine.bytes = season_bytes(machine.season)
    with pytest.raises(AssertionError, match="was named as the next thing to do, and refused"):
        machine.lead()


def test_what_never_came_to_pass_is_told(founded: SeasonMachine) -> None:
    machine = founded
    assert not machine.give(FoundFranchise(franchise=FranchiseId("razors")))
    counts = machine.counts
    zeros = counts.zeros()
    assert "found_franchise was never performed." not in zeros
    assert "found_franchise was never refused." not in zeros
    assert "open_season was never refused." in zeros
    assert "pick_driver was never performed." in zeros
    assert "ready_match_dice was never refused." not in zeros
    counts.refused["ready_match_dice"] += 1
    assert [zero for zero in counts.zeros() if zero.startswith("ready_match_dice was refused: take it out")]
    counts.refused["ready_match_dice"] = 0
    assert zeros[-2:] == ["No season was followed by another.", "Nobody was drafted."]
    assert "No limit was ever held by RosterFull." in zeros
    assert counts.lines()[-1] == "FranchiseAlreadyFounded 1"
    assert counts.lines()[-2] == (
        "0 steps and 4 commands in 0 leagues; 0 rollovers, the longest league reached season 1; 0 drivers drafted; "
        "1 kinds of refusal."
    )

"""The machine notices when somebody edits the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from franchises.models import FranchiseSeason, LedgerLine
from journal.gate import open_gate
from league.models import StandingsLine
from rules.campaign.commissioner.balance_and_points import AwardPoints
from rules.campaign.founding.season_start import FoundFranchise, OpenSeason
from rules.campaign.founding.setup import OpenSetup
from rules.core.terms import FranchiseId
from rules.match.registry import temporarily_installed
from tests.machine.counts import Counts
from tests.machine.journal_machine import JournalMachine
from tests.rules.ladder import LADDER

pytestmark = pytest.mark.django_db
RAZORS = FranchiseId("razors")


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    """Install what a machine borrows, so that it is given back where a test ends before its machine is torn down."""
    with temporarily_installed(LADDER):
        yield


def founded() -> JournalMachine:
    """A machine whose league has two franchises, in the tables and in memory."""
    machine = JournalMachine(Counts())
    machine.open(OpenSeason(rounds=1))
    for franchise in ("razors", "saints"):
        assert machine.give(FoundFranchise(franchise=FranchiseId(franchise)))
    machine.tables_hold()
    return machine


def at_the_rounds() -> JournalMachine:
    """A machine at the rounds, whose razors were awarded points."""
    machine = founded()
    machine.play_to("M")
    assert machine.give(AwardPoints(franchise=RAZORS, points=5))
    machine.tables_hold()
    return machine


@pytest.mark.parametrize(
    ("begin", "edit", "sentence"),
    [
        (founded, lambda: FranchiseSeason.objects.update(balance=1), "balance is 1 and should be 1000000"),
        (founded, lambda: LedgerLine.objects.all().delete(), "The ledger of razors comes to 0 and should come to"),
        (
            at_the_rounds,
            lambda: StandingsLine.objects.update(points=2),
            "The standings of razors come to 2 points and should come to 5",
        ),
    ],
    ids=["state", "ledger", "standings"],
)
def test_a_row_that_is_edited_is_named(
    begin: Callable[[], JournalMachine], edit: Callable[[], object], sentence: str
) -> None:
    machine = begin()
    with open_gate():
        edit()
    with pytest.raises(AssertionError, match=sentence):
        machine.tables_hold()
    with pytest.raises(AssertionError, match="Entry "):
        machine.teardown()


def test_a_command_the_journal_refuses_and_the_rules_do_not_is_noticed() -> None:
    machine = founded()
    with open_gate():
        FranchiseSeason.objects.update(balance=1)
    with pytest.raises(AssertionError, match="The journal says TablesEdited"):
        machine.give(OpenSetup())


def test_a_twin_that_is_another_is_noticed() -> None:
    machine = founded()
    machine.season.franchise("razors").picks = 1
    with pytest.raises(AssertionError, match="is not that of its twin"):
        machine.look()


def test_a_season_is_followed_in_the_tables_and_in_memory() -> None:
    machine = founded()
    machine.play_to("closed")
    machine.lead()
    machine.tables_hold()
    assert (machine.id, machine.season.number, machine.season.rounds_planned) == (f"{machine.league}/s2", 2, 1)
    assert machine.counts.rollovers == 1
    machine.teardown()

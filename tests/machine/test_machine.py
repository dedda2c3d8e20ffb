"""A random league keeps every league's laws: a short run; the long one is `make machine`."""

from __future__ import annotations

import pytest

from rules.campaign.core.command import COMMAND_TYPES
from tests.machine.counts import Counts
from tests.machine.journal_machine import JournalMachine
from tests.machine.runs import run
from tests.machine.season import SeasonMachine


@pytest.mark.long
def test_whatever_is_asked_of_a_league_money_rosters_limits_and_standings_hold() -> None:
    counts = Counts()
    run(lambda: SeasonMachine(counts), lot=0, leagues=6)
    print("\n".join(counts.lines()))
    assert counts.steps > 500
    assert counts.rollovers
    assert len(counts.performed) > len(COMMAND_TYPES) // 2
    assert len(counts.refused) > len(COMMAND_TYPES) // 2


@pytest.mark.django_db
@pytest.mark.long
def test_whatever_is_asked_of_a_league_its_tables_ledger_and_journal_agree() -> None:
    counts = Counts()
    run(lambda: JournalMachine(counts), lot=0, leagues=2, steps=15, shrunk=False)
    print("\n".join(counts.lines()))
    assert counts.performed.total() > counts.steps
    assert counts.refused.total()

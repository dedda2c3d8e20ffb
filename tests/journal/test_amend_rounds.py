"""Rounds that an amend strikes, and that are restored."""

from __future__ import annotations

import pytest

from journal.amends.corrections import corrections_to_undo
from tests.journal.amends import amended
from tests.journal.test_amend_approvals import sound
from tests.league.small_league import Table, settled, signed

pytestmark = pytest.mark.django_db


def announced(table: Table, number: int) -> int:
    """Announce a round of that number with one match, and return the entry's number."""
    match = {"match": f"m{number}", "event": "race", "franchises": ["razors", "saints"]}
    return table.give("announce_round", round=f"r{number}", matches=[match]).entries[0].number


def test_a_round_that_was_struck_before_another_one_comes_back() -> None:
    table = settled(1, signed(rounds=9))
    second = announced(table, 2)
    table.give("void_match", match="m2", reason="A flood.")
    announced(table, 3)
    digest = table.row.digest
    result = amended(table, {second: []})
    assert table.state.rounds["r3"].number == 2
    sound(table)
    amended(table, corrections_to_undo(table.row, result.number))
    assert (table.row.digest, table.state.rounds["r3"].number) == (digest, 3)
    sound(table)

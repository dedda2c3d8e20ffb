"""Seasons whose dice are awaited: what throws is written down first, and falls by a beacon or by words revealed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from league.journal import audit
from league.journal.verify import verify
from league.queries.season_leaves import BEACON
from tests.beacon.chain import own_chain
from tests.league.awaiting import AWAITING
from tests.league.building import founded, settled

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DM-C-002")]


@pytest.fixture(autouse=True)
def _own_chain() -> Iterator[None]:
    with own_chain():
        yield


@pytest.mark.parametrize("dice", sorted(AWAITING))
def test_a_league_is_played_with_awaited_dice(dice: str) -> None:
    table = settled(1, dice=AWAITING[dice])
    assert (audit(table.season), verify(table.season).findings) == ([], [])

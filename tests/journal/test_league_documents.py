"""The documents of a league are part of its export: claims, plans, answers, announcements, rulings."""

from __future__ import annotations

import json
from typing import Any

import pytest

from journal.transfer.league_import import import_league
from league.models import (
    Acknowledgement,
    League,
    ReportClaim,
    Season,
)
from rules.core.refusals import Malformed
from tests.journal.exported_leagues import compact, emptied, exported, long_played
from tests.league.small_league import BEGAN, founded

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def test_who_took_note_of_which_answers_is_known_after_an_import() -> None:
    table = long_played()
    handle, text = table.handle("razors"), exported()
    emptied()
    import_league(text)
    acknowledgement = Acknowledgement.objects.get()
    assert (acknowledgement.member.handle, acknowledgement.version.number, acknowledgement.at) == (handle, 1, BEGAN)
    assert acknowledgement.version.season_id == table.season


@pytest.mark.parametrize(
    ("paper", "row"),
    [
        ("claims", {"season": "s9"}),
        ("plans", {"number": 1}),
        ("plans", {"season": "s1", "number": "many"}),
        ("noted", {"season": "s2", "questionnaire": "house", "number": 7, "member": "m", "at": BEGAN.isoformat()}),
    ],
)
def test_papers_that_cannot_be_read_refuse_the_import_whole(paper: str, row: dict[str, Any]) -> None:
    founded()
    document = json.loads(exported())
    document["papers"][paper].append(row)
    emptied()
    with pytest.raises(Malformed, match="claims, plans or answers cannot be read"):
        import_league(compact(document))
    assert not League.objects.exists()


def test_an_export_made_before_papers_were_kept_is_imported_without_any() -> None:
    founded()
    document = json.loads(exported())
    del document["papers"]
    emptied()
    import_league(compact(document))
    assert Season.objects.count() == 1
    assert not ReportClaim.objects.exists()

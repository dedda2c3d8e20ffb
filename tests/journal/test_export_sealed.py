"""The public export reveals nothing that is sealed, and can still be verified."""

from __future__ import annotations

import json

import pytest

from journal import fork_season
from journal.transfer.season_export import season_document
from league.models import Entry
from tests.journal.forger import entry_of, exported
from tests.league.small_league import BEGAN, Table, announced
from tests.verifier.test_findings import checked, found

pytestmark = pytest.mark.django_db


def named_by(table: Table, franchise: str) -> int:
    """Have a franchise name its line-up; returns the entry's number."""
    seats = [{"car": f"{franchise}.car3", "driver": f"{franchise}.d4"}]
    answer = table.give(
        "name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats, words="only the rain knows"
    )
    return answer.entries[0].number


def test_a_sealed_entry_shows_its_hashes_and_nothing_else_and_can_be_verified() -> None:
    table = announced()
    sealed_number = named_by(table, "razors")
    later = named_by(table, "saints")
    text = season_document(table.row)
    document = json.loads(text)
    assert set(entry_of(document, sealed_number)) == {"at", "content_hash", "hash", "number", "previous", "seal"}
    for secret in (b"only the rain knows", b'"00ff"', table.row.digest.encode()):
        assert secret not in text
    salts = Entry.objects.filter(season=table.season, number__gte=sealed_number).values_list("salt", "digest")
    assert not any(hidden.encode() in text for pair in salts for hidden in pair)
    season = checked(document)
    assert season.found == []
    assert season.counts["sealed"] == 2
    assert document["shut_from"] == sealed_number < later
    widows = named_by(table, "widows")
    table.give("lock_line_ups", match="m1")
    document = exported(table.season)
    assert entry_of(document, widows)["body"]["command"]["words"] == "only the rain knows"
    assert found(document) == []
    assert document["shut_from"] == 0


def test_a_sealed_entry_that_shows_what_it_says_is_named() -> None:
    table = announced()
    sealed_number = named_by(table, "razors")
    document = exported(table.season)
    entry_of(document, sealed_number)["body"] = {"command": {"type": "name_line_up"}, "facts": [], "rolls": []}
    assert (sealed_number, "is sealed and shows what it says") in found(document)
    document = exported(table.season)
    document["shut_from"] = 0
    assert (sealed_number, "is sealed, and the digests after it are told, from which it could be guessed") in found(
        document
    )


def test_a_rehearsal_tells_no_line_up_that_is_sealed_in_the_season_it_was_taken_from() -> None:
    table = announced()
    named_by(table, "razors")
    copy = fork_season(table.season, "rehearsal", secret=b"other", at=BEGAN)
    fork = Table(season=copy.pk)
    fork.give("void_match", match="m1", reason="Rehearsed.")
    document = exported(copy.pk)
    assert (document["opening"], document["opening_state"], document["shut_from"]) == ("", None, 1)
    assert "only the rain knows" not in json.dumps(document)
    assert all("digest" not in entry and "salt" not in entry for entry in document["entries"])
    assert found(document) == []
    named_by(table, "saints")
    named_by(table, "widows")
    table.give("lock_line_ups", match="m1")
    document = exported(copy.pk)
    assert (document["opening"], document["shut_from"]) == (copy.digest, 0)
    assert found(document) == []

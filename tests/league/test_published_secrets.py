"""The secret of a season without leaves is published once nothing that depends on it is open or hidden."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from journal.chain import salt_of
from journal.gate import open_gate
from league.league_folder import derive_season_secret
from league.models import Entry, Season
from league.queries.dice_keys import PublishedSecret, published_secret, published_secrets
from rules.campaign.steward.unattended import next_secret
from tests.api.api_callers import Program, at
from tests.journal.forger import exported
from tests.league.small_league import SECRET, SEEDS, Table, founded
from tests.pages.page_reader import words
from tests.verifier.test_findings import found

pytestmark = pytest.mark.django_db
FAIR = "/l/rust-belt/s1/fair/"


def ended(**options: Any) -> Table:
    """A season without leaves whose row says that it is closed, whatever happened in it."""
    table = founded(**options)
    with open_gate():
        Season.objects.filter(pk=table.season).update(step="closed")
    return table


def another(table: Table, name: str, **columns: Any) -> Season:
    """Another season of the league, with its own secret unless `columns` sets one."""
    row = {field.attname: getattr(table.row, field.attname) for field in Season._meta.concrete_fields}
    own = {
        "id": f"{table.league}/{name}",
        "name": name,
        "number": 2,
        "secret": hashlib.sha256(name.encode()).hexdigest(),
    }
    with open_gate():
        return Season.objects.create(**{**row, **own, **columns})


def hidden(season: str, **columns: Any) -> None:
    """Change columns of the season's third entry."""
    with open_gate():
        Entry.objects.filter(season=season, number=3).update(**columns)


def test_the_secret_of_a_closed_season_that_nothing_hangs_on_is_published() -> None:
    table = ended()
    another(table, "s2", step="M")
    assert published_secret(table.row) == PublishedSecret(secret=SECRET.hex())


def test_no_secret_of_an_open_season_is_published_nor_asked_for() -> None:
    row = founded().row
    with CaptureQueriesContext(connection) as queries:
        assert published_secret(row) == PublishedSecret(withheld="open")
    assert len(queries) == 0


def test_seasons_with_leaves_and_rehearsals_publish_none() -> None:
    assert published_secret(ended(dice=SEEDS).row).withheld == "leaves"
    table = ended(league="other")
    assert published_secret(another(table, "try", forked_from=table.season)).withheld == "rehearsal"


def test_none_is_published_where_programs_are_tried(settings: Settings) -> None:
    settings.API_CONFORMANCE = True
    assert published_secret(ended().row).withheld == "conformance"


OWN = SECRET
MADE: list[tuple[str, Callable[[], bytes]]] = [
    ("the same", lambda: OWN),
    ("the next", lambda: next_secret(OWN)),
    ("the third after it", lambda: next_secret(next_secret(next_secret(OWN)))),
    ("that of a folder's later season", lambda: derive_season_secret(OWN, "s2")),
]


@pytest.mark.parametrize("step", ["S1", "M", "E6"])
@pytest.mark.parametrize("made", [case[1] for case in MADE], ids=[case[0] for case in MADE])
def test_none_is_published_while_an_open_season_has_a_secret_made_from_it(
    made: Callable[[], bytes], step: str
) -> None:
    table = ended()
    later = another(table, "s2", secret=made().hex(), step=step)
    assert published_secret(table.row) == PublishedSecret(withheld="followed")
    with open_gate():
        Season.objects.filter(pk=later.pk).update(step="closed")
    assert published_secret(table.row).secret == OWN.hex()


def test_a_season_between_them_does_not_break_the_row_and_an_open_rehearsal_counts() -> None:
    table = ended()
    second = derive_season_secret(OWN, "s2")
    another(table, "s2", secret=second.hex())
    third = another(table, "s3", secret=next_secret(second).hex(), step="M", forked_from="rust-belt/s2")
    assert published_secret(table.row).withheld == "followed"
    assert published_secret(Season.objects.get(pk="rust-belt/s2")).withheld == "followed"
    with open_gate():
        third.delete()
    assert published_secret(table.row).secret == OWN.hex()


def test_an_earlier_seasons_secret_cannot_be_made_from_a_later_ones() -> None:
    table = ended()
    with open_gate():
        Season.objects.filter(pk=table.season).update(secret=next_secret(OWN).hex())
    another(table, "s0", secret=OWN.hex(), step="M")
    assert published_secret(table.row).secret == next_secret(OWN).hex()


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        ({"seal": "m1:M4", "opened_by": None}, "sealed"),
        ({"reason": "", "reason_hash": "ab" * 32}, "redacted"),
        ({"seal": "m1:M4", "opened_by": None, "reason": "", "reason_hash": "ab" * 32}, "sealed"),
    ],
)
def test_none_is_published_while_an_entry_that_it_salts_is_hidden_there_or_in_a_season_after_it(
    columns: dict[str, Any], why: str
) -> None:
    table = ended()
    hidden(table.season, **columns)
    assert published_secret(table.row).withheld == why
    other_league = ended(league="other")
    with open_gate():
        Season.objects.filter(pk=table.season).update(secret=next_secret(OWN).hex())
    assert published_secret(other_league.row).withheld == why


def test_many_seasons_are_asked_in_two_queries() -> None:
    table = ended()
    rows = [table.row, *(another(table, f"s{number}", number=number) for number in range(2, 12))]
    with CaptureQueriesContext(connection) as queries:
        answers = published_secrets(rows)
    assert len(queries) == 2
    assert {id: answer.secret for id, answer in answers.items()} == {row.pk: row.secret for row in rows}


def test_the_public_export_has_it_and_the_file_makes_keys_and_salts_from_it() -> None:
    table = ended()
    document = exported(table.season)
    assert (document["kind"], document["secret"]) == ("public", SECRET.hex())
    assert found(document) == []
    entry = document["entries"][2]
    assert entry["salt"] == salt_of(SECRET, entry["number"])
    assert "secret" not in exported(founded(league="other").season)


def test_another_secret_than_the_published_hash_is_found_and_so_is_a_key_of_another() -> None:
    document = exported(ended().season)
    sentences = {sentence for _, sentence in found(document | {"secret": "beef"})}
    assert "the secret is not the one whose hash was published" in sentences
    keyed = {**document, "keys": {**document["keys"], "season": "00" * 32}}
    assert (0, "the key season was not made from the secret") in found(keyed)


def test_nothing_of_the_secret_is_in_an_export_while_it_is_withheld() -> None:
    table = ended()
    another(table, "s2", secret=next_secret(OWN).hex(), step="M")
    document = exported(table.season)
    assert "secret" not in document
    assert SECRET.hex() not in json.dumps(document)
    assert document["keys"]["season"]


def test_the_page_shows_it_or_says_why_not_and_marks_the_keys_as_unproven() -> None:
    table = ended()
    text, journal = words(Client(), FAIR), words(Client(), "/l/rust-belt/s1/journal/")
    assert SECRET.hex() in text
    assert "every key was made from it" in text
    assert "unproven" not in text + journal
    later = another(table, "s2", secret=next_secret(OWN).hex(), step="M")
    text, journal = words(Client(), FAIR), words(Client(), "/l/rust-belt/s1/journal/")
    assert SECRET.hex() not in text
    assert "its secret is not published: the secret of a season that goes on is made from it" in text
    assert "the keys are unproven" in text
    assert "unproven" in journal
    with open_gate():
        Season.objects.filter(pk=later.pk).update(step="closed")
    hidden(table.season, reason="", reason_hash="ab" * 32)
    assert "it would help to guess a reason" in words(Client(), FAIR)


def test_the_api_tells_it_under_a_tag_of_its_own() -> None:
    table = ended()
    later = another(table, "s2", secret=next_secret(OWN).hex(), step="M")
    first = Program().get(at(table))
    assert first.json()["secret"] == ""
    with open_gate():
        Season.objects.filter(pk=later.pk).update(step="closed")
    again = Program().get(at(table), **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.json()["secret"]) == (200, SECRET.hex())
    seasons = Program().get(f"/leagues/{table.league}/seasons").json()["seasons"]
    assert {season["name"]: season["secret"] for season in seasons} == {
        "s1": SECRET.hex(),
        "s2": next_secret(OWN).hex(),
    }

"""A season goes on with fresh dice: its past can be verified and amended, and nobody knows the dice to come."""

from __future__ import annotations

import io
import json
import runpy
from datetime import timedelta
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from journal import audit
from journal.dice.fresh_dice import renew_secret
from journal.entry_body import load_body
from journal.gate import open_gate
from journal.transfer.league_import import import_league
from journal.transfer.season_export import season_document
from journal.verify import verify, verify_matches
from league.models import Entry, Match, Season
from league.packet_statements import dice_commitment
from league.queries.dice_keys import earlier_season_keys, published_keys, published_season_key
from league.queries.season_secrets import RENEW_SECRET_TAG, secrets_of
from rules.campaign.commissioner.fresh_dice import RoundUnderWay
from rules.core.dice import KeyRing, secret_hash
from tests.journal.amends import amended, lost_by, standings_of
from tests.journal.exported_leagues import emptied, exported
from tests.league.league_cache import built_once
from tests.league.small_league import SECRET, Table, announced, closed, lined_up, reopened, settled

pytestmark = [pytest.mark.django_db, pytest.mark.rule("HOUSE-010")]

VERIFY = runpy.run_path(str(Path(__file__).parents[2] / "static" / "verify.py"))
FRESH = bytes(range(32))


@built_once
def renewed(secret: bytes = FRESH) -> Table:
    """A league that took fresh dice after its first round."""
    table = settled(1)
    table.given += 1
    renew_secret(table.season, secret=secret, at=table.at + timedelta(minutes=table.given))
    return table


@built_once
def played_on() -> Table:
    """The same league after its second round."""
    return settled(2, renewed())


def rolls(season: str, **entries: Any) -> dict[str, list[list[int]]]:
    """The faces of all rolls of the matching entries, by path."""
    faces_by_path: dict[str, list[list[int]]] = {}
    for body in Entry.objects.filter(season=season, **entries).order_by("number").values_list("body", flat=True):
        for roll in load_body(body).rolls:
            faces_by_path.setdefault(roll["path"], []).append(roll["faces"])
    return faces_by_path


def faults(season: str) -> list[Any]:
    """All findings about a season: by the audit, by the operator's checks, and by the verifier on both exports."""
    row = Season.objects.get(pk=season)
    findings: list[Any] = [*audit(season), *verify(season).findings, *verify_matches(season).findings]
    for whole in (False, True):
        (checked,) = VERIFY["checked"](json.loads(season_document(row, whole=whole)))
        findings += checked.found
    return findings


def test_a_season_with_fresh_dice_is_in_order_before_it_plays_on_and_after() -> None:
    table = renewed()
    assert faults(table.season) == []
    assert rolls(table.season)
    settled(2, table)
    assert faults(table.season) == []


def test_what_fell_stays_and_what_has_not_fallen_is_thrown_with_the_fresh_secret() -> None:
    export = exported(settled(1).league)
    past, to_come = [], []
    for secret in (FRESH, bytes(32)):
        emptied()
        (row,) = import_league(export).seasons
        before = row.length
        renew_secret(row.pk, secret=secret, at=row.opened_at)
        table = Table(given=500)
        settled(2, table)
        past.append(rolls(row.pk, number__lte=before))
        to_come.append(rolls(row.pk, number__gt=before))
        assert faults(row.pk) == []
    assert past[0] == past[1]
    assert to_come[0].keys() == to_come[1].keys()
    assert to_come[0] != to_come[1]


def test_the_secret_before_is_shown_and_of_the_fresh_one_only_the_hash() -> None:
    table = renewed()
    (entry,) = Entry.objects.filter(season=table.season, command=RENEW_SECRET_TAG)
    assert load_body(entry.body).command == {
        "type": "renew_secret",
        "secret_hash": secret_hash(FRESH),
        "earlier_secret": SECRET.hex(),
    }
    assert FRESH.hex() not in season_document(table.row).decode()
    assert (table.row.secret, table.row.secret_hash) == (FRESH.hex(), secret_hash(SECRET))


def test_fresh_dice_change_nothing_of_the_season() -> None:
    table = settled(1)
    before = table.row
    renew_secret(table.season, secret=FRESH, at=table.at + timedelta(days=9))
    assert (table.row.digest, table.row.length) == (before.digest, before.length + 1)


def test_fresh_dice_are_refused_while_a_match_is_under_way() -> None:
    table = announced(2, settled(1))
    length = table.row.length
    with pytest.raises(RoundUnderWay, match="m2 is under way"):
        renew_secret(table.season, secret=FRESH, at=table.at)
    assert (table.row.length, table.row.secret) == (length, SECRET.hex())


def test_the_past_is_amended_with_the_dice_that_fell_and_comes_back_to_the_byte() -> None:
    table = played_on()
    before, points, fallen = table.row.digest, standings_of(table), rolls(table.season)
    number, commands = next(iter(lost_by(table).items()))
    own = load_body(Entry.objects.get(season=table.season, number=number).body).command
    changed = amended(table, {number: commands})
    assert standings_of(table) != points
    assert faults(table.season) == []
    faces_now: dict[str, list[list[int]]] = {}
    for amended_body in changed.amended.retold.values():
        for roll in amended_body.rolls:
            faces_now.setdefault(roll["path"], []).append(roll["faces"])
    assert faces_now.keys() & fallen.keys()
    for path in faces_now.keys() & fallen.keys():
        assert all(
            face_before == face_now
            for face_before, face_now in zip(chain(*fallen[path]), chain(*faces_now[path]), strict=False)
        )
    amended(table, {number: [own]})
    assert table.row.digest == before
    assert faults(table.season) == []


def test_a_path_that_fell_shows_the_same_face_when_it_is_thrown_again() -> None:
    table = renewed()
    secrets = secrets_of(table.row)
    path = next(path for path in rolls(table.season) if path.startswith("setup/"))
    words = {"m1": "", "m2": ""}
    assert secrets.ring(words).for_path(path) == KeyRing(SECRET, words).for_path(path)
    assert secrets.ring(words).for_path("m1/settle/never.thrown") == KeyRing(SECRET, words).for_path("m1/settle/x")
    assert secrets.ring(words).for_path("setup/never/thrown") == KeyRing(FRESH, words).season()
    assert secrets.ring(words).for_path("m2/pre/anybody") == KeyRing(FRESH, words).pre_match("m2")


def test_a_match_is_committed_to_and_shown_by_the_secret_that_throws_it() -> None:
    table = played_on()
    for match, secret in (("m1", SECRET), ("m2", FRESH)):
        row = Match.objects.get(pk=f"{table.season}/{match}")
        ring = KeyRing(secret, {match: row.words})
        shown = {published_key.name: published_key.key for published_key in published_keys(table.row, row)}
        assert shown == {
            "Pre-match": ring.pre_match(match).hex(),
            "Match": ring.match(match).hex(),
            "Shop": ring.shop(match).hex(),
        }
        assert dice_commitment(table.row, match=match, words=row.words).secret_hash == secret_hash(secret)
        keys = json.loads(season_document(table.row))["keys"]
        assert keys[f"pre|{match}"] == ring.pre_match(match).hex()


def test_a_closed_season_takes_fresh_dice_for_what_follows_it() -> None:
    table = closed(settled(rounds=1))
    renew_secret(table.season, secret=FRESH, at=table.at + timedelta(days=9))
    assert faults(table.season) == []
    own = published_season_key(table.row)
    assert own is not None
    assert [key.key for key in earlier_season_keys(table.row)] == [KeyRing(SECRET).season().hex()]
    assert own.key == KeyRing(FRESH).season().hex()
    assert faults(reopened(table).season) == []
    assert faults("rust-belt/s1") == []


def test_fresh_dice_may_be_taken_again() -> None:
    table = played_on()
    again = b"again, and for good"
    renew_secret(table.season, secret=again, at=table.at + timedelta(days=9))
    lined_up(3, table)
    assert faults(table.season) == []
    assert [renewal.earlier for renewal in secrets_of(table.row).renewals] == [SECRET, FRESH]
    assert secrets_of(table.row).of_match("m3") == again


def test_it_is_imported_as_it_was_exported() -> None:
    table = played_on()
    export = exported(table.league)
    emptied()
    import_league(export)
    assert exported(table.league) == export
    assert faults(table.season) == []


def test_a_league_is_imported_with_fresh_dice_where_the_operator_asks_for_them(tmp_path: Path) -> None:
    file = tmp_path / "league.json"
    file.write_bytes(exported(settled(1).league))
    emptied()
    call_command("import_league", str(file), "--fresh-dice", stdout=io.StringIO())
    row = Season.objects.get(pk="rust-belt/s1")
    assert [renewal.earlier for renewal in secrets_of(row).renewals] == [SECRET]
    assert faults(row.pk) == []


def test_nothing_is_imported_where_fresh_dice_cannot_be_taken(tmp_path: Path) -> None:
    file = tmp_path / "league.json"
    file.write_bytes(exported(announced(2, settled(1)).league))
    emptied()
    with pytest.raises(CommandError, match="m2 is under way"):
        call_command("import_league", str(file), "--fresh-dice", stdout=io.StringIO())
    assert not Season.objects.exists()


@pytest.mark.parametrize("field", ["earlier_secret", "secret_hash"])
def test_another_secret_than_the_one_that_was_committed_to_is_found(field: str) -> None:
    table = renewed()
    document = json.loads(season_document(table.row, whole=True))
    (entry,) = [entry for entry in document["entries"] if entry["command"] == RENEW_SECRET_TAG]
    entry["body"]["command"][field] = "ab" * 32
    (checked,) = VERIFY["checked"](document)
    sentences = " ".join(sentence for _, sentence in checked.found)
    expected = {"earlier_secret": "shows another secret", "secret_hash": "the secret is not the one"}
    assert expected[field] in sentences


def test_the_operator_finds_a_secret_that_was_put_in_the_place_of_the_fresh_one() -> None:
    table = renewed()
    with open_gate():
        Season.objects.filter(pk=table.season).update(secret=bytes(32).hex())
    assert [finding.sentence for finding in verify(table.season).findings][:1] == [
        "its secret is not the one whose hash was published"
    ]

"""A packet has all a locked match depends on except its dice, under one digest, and is signed."""

from __future__ import annotations

import base64
import hashlib
import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from league.models import Match, SigningKey
from league.packet_statements import packet_statement_digest
from league.pages.reports.page import code_of
from league.queries.dice_keys import published_keys
from league.signing import rotate, signing_key
from rules.campaign.match_day.packet_builder import build_packet as packed
from rules.match.packet import packet_digest
from rules.match.registry import rulesets
from tests.api.api_callers import Program, at, program_of
from tests.api.test_problems import told
from tests.league.small_league import BEGAN, SECRET, Table, announced, lined_up, report, shopping, signed
from tests.league.tables import locked_for_a_table

pytestmark = pytest.mark.django_db


def packet(table: Table, query: str = "", *, match: str = "m1") -> Any:
    """The packet of a match. Fails if there is none."""
    answer = Program().get(at(table, f"/matches/{match}/packet{query}"))
    assert answer.status_code == 200, answer.content
    return answer.json()


def keys() -> dict[str, Any]:
    """The published signing keys by id."""
    return {key["id"]: key for key in Program().get("/keys").json()["keys"]}


def verify(document: dict[str, Any]) -> dict[str, Any]:
    """Check the signature of a packet with the published key, and return its statement. Raises `InvalidSignature`."""
    signed_part = document["signed"]
    assert signed_part["algorithm"] == "Ed25519"
    public = Ed25519PublicKey.from_public_bytes(base64.b64decode(keys()[signed_part["key"]]["public"]))
    public.verify(base64.b64decode(signed_part["signature"]), signed_part["statement"].encode())
    statement: dict[str, Any] = json.loads(signed_part["statement"])
    return statement


def digest_of(document: object) -> str:
    """The digest as any client can compute it: of JSON with sorted keys and no spaces."""
    return hashlib.sha256(
        json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    ).hexdigest()


def stated(document: dict[str, Any]) -> str:
    """The digest of a packet's signed statement."""
    return hashlib.sha256(document["signed"]["statement"].encode()).hexdigest()


def test_the_packet_holds_the_line_ups_as_they_were_locked_and_its_digest_is_the_one_claims_carry() -> None:
    table = lined_up()
    answer = packet(table)
    assert [team["franchise"] for team in answer["packet"]["teams"]] == ["razors", "saints", "widows"]
    seats = answer["packet"]["teams"][0]["seats"]
    assert [(seat["car"]["id"], seat["driver"]["id"]) for seat in seats] == [
        ("razors.car1", "razors.d1"),
        ("razors.car2", "razors.d2"),
    ]
    assert seats[0]["driver"]["traits"].keys() == {"driving", "gunnery", "initiative", "toughness"}
    assert digest_of(answer["packet"]) == answer["digest"] == packet_digest(packed(table.state, "m1"))
    assert answer["claimed_as"] == stated(answer) == packet_statement_digest(table.row, table.state, "m1")
    sheet = Program().client.get("/l/rust-belt/s1/m1/sheet/").content.decode()
    assert code_of(answer["claimed_as"]) in sheet


def test_what_is_signed_says_which_match_it_is_and_is_checked_with_a_published_key() -> None:
    table = lined_up(switches={"cloning.clears_fatigue": True})
    answer = packet(table)
    assert verify(answer) == {
        "version": 2,
        "season": "rust-belt/s1",
        "season_edition": table.row.edition,
        "switches": {"cloning.clears_fatigue": True},
        "match": "m1",
        "digest": answer["digest"],
        "sheets": digest_of([]),
        "ruleset": "",
        "edition": 0,
        "commitment": answer["dice"]["key_hash"],
        "locked": "",
    }
    signed_part = answer["signed"]
    other = base64.b64encode(bytes(reversed(base64.b64decode(signed_part["signature"])))).decode()
    for forged in ({"statement": signed_part["statement"].replace("m1", "m2")}, {"signature": other}):
        with pytest.raises(InvalidSignature):
            verify({**answer, "signed": {**signed_part, **forged}})


def test_the_commitment_is_the_hash_of_the_key_that_is_published_once_the_match_is_settled() -> None:
    table = lined_up()
    dice = packet(table)["dice"]
    assert dice["secret_hash"] == hashlib.sha256(SECRET).hexdigest() == table.row.secret_hash
    assert "razors first" in dice["words"]
    assert "Match" not in [
        published_key.name for published_key in published_keys(table.row, Match.objects.get(pk="rust-belt/s1/m1"))
    ]
    table.give("accept_report", match="m1", report=report(table))
    table.give("decide_repairs", by="widows", franchise="widows", match="m1")
    found = published_keys(table.row, Match.objects.get(pk="rust-belt/s1/m1"))
    (key,) = [published_key.key for published_key in found if published_key.name == "Match"]
    assert hashlib.sha256(bytes.fromhex(key)).hexdigest() == dice["key_hash"]


def test_no_key_and_no_secret_is_in_any_answer() -> None:
    table = lined_up()
    private = signing_key(at=BEGAN).private
    keyed = [
        published_key.key for published_key in published_keys(table.row, Match(pk="rust-belt/s1/m1", step="settled"))
    ]
    for path in ("/keys", at(table, "/matches/m1/packet"), at(table, "/matches/m1/packet?ruleset=dethmatch")):
        content = Program().get(path).content.decode()
        assert not [text for text in (private, SECRET.hex() + '"', *keyed[1:]) if text in content], path


def test_before_the_lock_and_after_the_report_there_is_no_packet() -> None:
    table = announced()
    answer = Program().get(at(table, "/matches/m1/packet"))
    assert "The line-ups of m1 are not locked yet: lock them first" in told(answer, 422, "not-locked")["detail"]
    told(Program().get(at(table, "/matches/m9/packet")), 404, "not-found")
    told(program_of(table, "razors").get(at(table, "/matches/m1/packet")), 422, "not-locked")


def test_once_a_report_is_accepted_the_packet_is_gone() -> None:
    problem = told(Program().get(at(shopping(), "/matches/m1/packet")), 422, "not-locked")
    assert problem["detail"] == "m1 has its result, and no packet any more: read what came of it instead."


@pytest.mark.parametrize("ruleset", ["dethmatch", "formule", "rhad", "carcult"])
def test_a_table_may_have_the_packet_by_a_ruleset_of_its_choice(ruleset: str) -> None:
    table = locked_for_a_table()
    plain, chosen = packet(table), packet(table, f"?ruleset={ruleset}")
    assert (chosen["packet"]["ruleset"], verify(chosen)["ruleset"]) == (ruleset, ruleset)
    assert chosen["packet"]["setting"]
    assert chosen["digest"] == digest_of(chosen["packet"]) != plain["digest"]
    assert chosen["claimed_as"] == verify(chosen)["locked"] == plain["claimed_as"] == stated(plain)
    assert stated(chosen) == packet_statement_digest(table.row, table.state, "m1", by=ruleset) != chosen["claimed_as"]
    cars = [seat["car"] for team in chosen["packet"]["teams"] for seat in team["seats"]]
    assert all(car["design"] for car in cars)
    assert [sheet["car"] for sheet in chosen["sheets"]] == [car["id"] for car in cars]
    assert all(sheet["tables"][0]["rows"] for sheet in chosen["sheets"])
    assert verify(chosen)["sheets"] == digest_of(chosen["sheets"])
    assert plain["sheets"] == []


def test_a_ruleset_that_cannot_play_it_or_is_none_says_so() -> None:
    table = lined_up()
    told(Program().get(at(table, "/matches/m1/packet?ruleset=chess")), 422, "unknown")
    answer = Program().get(at(table, "/matches/m1/packet?ruleset=formule"))
    assert "heat" in told(answer, 422, "fixture-faulty")["detail"]
    told(Program().get(at(table, f"/matches/m1/packet?ruleset={'x' * 61}")), 400, "query-wrong")
    for none in ("", "car_cult"):
        answer = Program().get(at(table, f"/matches/m1/packet?ruleset={none}"))
        takes = ", ".join(ruleset.name for ruleset in rulesets())
        assert told(answer, 400, "query-wrong")["detail"] == f"?ruleset= takes one of {takes}."


def test_a_match_that_is_played_here_has_the_packet_of_its_own_ruleset_and_no_other() -> None:
    table = signed(franchises=("razors", "saints"), switches={"match.ruleset": "dethmatch"})
    plan = {
        "match": "m1",
        "event": "lap_race",
        "franchises": ["razors", "saints"],
        "setting": {"track": "anvil_oval"},
    }
    table.give("announce_round", round="r1", matches=[plan])
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    table.give("lock_line_ups", match="m1")
    packet_document = packet(table)
    assert (packet_document["packet"]["ruleset"], packet_document["packet"]["setting"]) == (
        "dethmatch",
        {"track": "anvil_oval"},
    )
    assert (
        packet_document["claimed_as"]
        == stated(packet_document)
        == packet_statement_digest(table.row, table.state, "m1")
    )
    assert (verify(packet_document)["sheets"], verify(packet_document)["locked"]) == (
        digest_of(packet_document["sheets"]),
        "",
    )
    assert packet(table, "?ruleset=dethmatch") == packet_document
    told(Program().get(at(table, "/matches/m1/packet?ruleset=rhad")), 422, "another-ruleset")


def test_a_packet_that_has_not_changed_is_not_sent_again_until_the_key_is_another() -> None:
    table = lined_up()
    path = at(table, "/matches/m1/packet")
    first = Program().get(path)
    again = Program().get(path, **{"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert Program().get(f"{path}?ruleset=dethmatch")["ETag"] != first["ETag"]
    rotate(at=BEGAN + timedelta(days=1))
    assert Program().get(path, **{"if-none-match": first["ETag"]}).status_code == 200


def test_what_a_retired_key_signed_is_still_checked_and_it_signs_nothing_more() -> None:
    table = lined_up()
    before = packet(table)
    rotate(at=BEGAN + timedelta(days=1))
    after = packet(table)
    assert after["signed"]["key"] != before["signed"]["key"]
    assert verify(before) == verify(after)
    published = keys()
    assert published[before["signed"]["key"]]["retired_at"] == "2026-09-02T18:00:00Z"
    assert published[after["signed"]["key"]]["retired_at"] is None


def test_there_is_one_key_that_signs_and_no_second_one_can_be_written() -> None:
    first = signing_key(at=BEGAN)
    assert signing_key(at=BEGAN) == first
    with pytest.raises(IntegrityError), transaction.atomic():
        SigningKey.objects.create(id="another", private="00", public="00", made_at=BEGAN)
    assert keys().keys() == {first.pk}


def test_keys_are_listed_and_rotated_on_the_command_line() -> None:
    call_command("signing_key", stdout=(output := StringIO()))
    (first,) = SigningKey.objects.all()
    assert first.private not in output.getvalue()
    assert output.getvalue().startswith(first.pk)
    assert output.getvalue().strip().endswith("signs")
    call_command("signing_key", "--rotate", stdout=(output := StringIO()))
    second, retired = output.getvalue().splitlines()
    assert second.endswith("signs")
    assert retired.startswith(first.pk)
    assert "retired" in retired


def test_reading_a_packet_asks_as_little_of_a_large_league_as_of_a_small_one() -> None:
    signing_key(at=BEGAN)
    counts = []
    for franchises in (("razors", "saints"), ("razors", "saints", "widows")):
        with transaction.atomic():
            table = lined_up(franchises=franchises)
            with CaptureQueriesContext(connection) as queries:
                packet(table)
            transaction.set_rollback(True)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 20


def test_a_table_plays_the_event_that_was_announced_where_its_ruleset_has_it() -> None:
    for event in ("last_car", "flags"):
        with transaction.atomic():
            issued = packet(locked_for_a_table(event=event), "?ruleset=dethmatch")["packet"]
            transaction.set_rollback(True)
        assert issued["event"] == event
        assert issued["setting"]["track"]
    assert packet(locked_for_a_table(), "?ruleset=dethmatch")["packet"]["event"] == "lap_race"


def test_a_packet_has_the_newest_head_of_the_journal_and_a_new_tag_with_the_next_entry() -> None:
    table = lined_up()
    dice = packet(table)["dice"]
    assert (dice["entry"], dice["head"]) == (table.row.length, table.row.head)
    tag = Program().get(at(table, "/matches/m1/packet"))["ETag"]
    table.give("adjust_balance", franchise="razors", amount=1000, reason="A bet.")
    later = Program().get(at(table, "/matches/m1/packet"), **{"If-None-Match": tag})
    assert later.status_code == 200
    assert (later.json()["dice"]["entry"], later.json()["dice"]["head"]) == (table.row.length, table.row.head)
    assert later.json()["claimed_as"] == packet(table)["claimed_as"]

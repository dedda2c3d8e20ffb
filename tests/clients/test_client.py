"""The client repeats a request when that is safe, under the same key, and reports the server's errors."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from dethmetal_client import (
    AnswerUnread,
    ApiProblem,
    Client,
    KeptKeys,
    KeysUnusable,
    OutOfReach,
    PacketFalse,
    checked,
    with_forfeits,
)
from dethmetal_client.canonical import canonical, digest_of
from dethmetal_client.packets import Packet
from dethmetal_client.reporting import with_source
from dethmetal_client.shapes import Crest, Season, Team, decode_as

from journal.chain import hash_document as hashed_by_the_site
from tests.clients.scripted_server import Scripted

GIVEN = {"entries": [], "length": 3, "waits": ""}
PROBLEM = {"type": "/api/v1/problems/key-in-use", "title": "Key in use", "status": 409, "detail": "Wait."}


def test_what_was_lost_in_use_or_too_much_is_sent_again_as_the_very_same_request(
    scripted: Callable[..., Scripted],
) -> None:
    server = scripted("gone", (409, PROBLEM), (429, PROBLEM, {"Retry-After": "7"}), (503, {}), (201, GIVEN))
    with server.client() as client:
        result = client.give("l", "s1", [{"type": "open_setup"}], key="one")
    assert result.length == 3
    assert len(server.asked) == 5
    assert len({(path, body, headers["idempotency-key"]) for path, headers, body in server.asked}) == 1
    assert server.waited[2] == 7.0
    assert server.waited == [0.2, 0.4, 7.0, 1.6]


def test_what_has_no_key_is_sent_once(scripted: Callable[..., Scripted]) -> None:
    server = scripted("gone", (201, {}))
    with server.client() as client, pytest.raises(OutOfReach):
        client.seat("l", "ethel")
    assert len(server.asked) == 1


def test_a_trial_changes_nothing_and_is_sent_again(scripted: Callable[..., Scripted]) -> None:
    server = scripted("gone", (200, {"facts": [], "throws": [], "refusal": "No."}))
    with server.client() as client:
        assert client.attempt("l", "s1", []).refusal == "No."


@pytest.mark.parametrize("kind", ["stale-packet", "result-stands"])
def test_a_409_that_stays_one_is_told_at_once(scripted: Callable[..., Scripted], kind: str) -> None:
    server = scripted((409, {**PROBLEM, "type": f"/api/v1/problems/{kind}"}))
    with server.client() as client, pytest.raises(ApiProblem) as caught:
        client.report("l", "s1", "m1", {}, key="one")
    assert (caught.value.kind, len(server.asked)) == (kind, 1)


def test_retry_after_may_be_a_date_and_one_far_away_is_told_instead_of_waited_for(
    scripted: Callable[..., Scripted],
) -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    server = scripted((429, PROBLEM, {"Retry-After": soon}), (429, PROBLEM, {"Retry-After": "86400"}))
    with server.client() as client, pytest.raises(ApiProblem):
        client.season("l", "s1")
    assert len(server.waited) == 1
    assert 60 < server.waited[0] <= 90


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ((200, b"<html>hello</html>"), "what is no JSON"),
        ((200, {"other": 1}), "a League without id"),
        ((200, []), "no League"),
        ((301, None, {"Location": "https://there/"}), "sends on to https://there/"),
    ],
)
def test_what_is_no_site_of_leagues_is_said_to_be_none(
    scripted: Callable[..., Scripted], answer: Any, says: str
) -> None:
    with scripted(answer).client() as client, pytest.raises(AnswerUnread, match=says):
        client.league("l")


@pytest.mark.parametrize("problem", [b"<html>", {"detail": "No.", "errors": None}, {"detail": "No.", "errors": [1]}])
def test_a_refusal_that_is_no_proper_problem_is_told_all_the_same(
    scripted: Callable[..., Scripted], problem: Any
) -> None:
    with scripted((404, problem)).client() as client, pytest.raises(ApiProblem) as caught:
        client.league("l")
    assert (caught.value.status, caught.value.kind, caught.value.errors) == (404, "", ())


@pytest.mark.parametrize("server", ["nonsense", "ftp://x", "http://", "http://localhost:x", "http://localhost:99999"])
def test_what_is_no_server_and_what_is_no_token_or_key_is_refused_before_anything_is_asked(server: str) -> None:
    with pytest.raises(ValueError, match="is no server"):
        Client(server)
    with pytest.raises(ValueError, match="is no token"):
        Client("http://localhost", "dm_a b")
    with Client("http://localhost") as client, pytest.raises(ValueError, match="is no key"):
        client.give("l", "s1", [], key="x" * 121)


def test_a_refusal_is_told_at_once_with_its_kind_and_where_it_points(scripted: Callable[..., Scripted]) -> None:
    problem = {
        "type": "/api/v1/problems/wrong-kind",
        "title": "Wrong kind",
        "status": 422,
        "detail": "No.",
        "errors": [{"pointer": "/seen", "detail": "Not a number."}],
    }
    server = scripted((422, problem))
    with server.client() as client, pytest.raises(ApiProblem) as caught:
        client.give("l", "s1", [], key="one")
    assert (caught.value.kind, caught.value.status, caught.value.errors[0].pointer) == ("wrong-kind", 422, "/seen")
    assert len(server.asked) == 1


def test_it_gives_up_in_the_end_and_says_why(scripted: Callable[..., Scripted]) -> None:
    server = scripted("gone", (409, PROBLEM), (409, PROBLEM))
    with server.client(tries=3) as client, pytest.raises(ApiProblem, match="Wait"):
        client.give("l", "s1", [], key="one")
    server.answers.append("gone")
    with server.client(tries=1) as client, pytest.raises(OutOfReach):
        client.season("l", "s1")


def test_what_has_not_changed_is_not_fetched_again(scripted: Callable[..., Scripted]) -> None:
    league = {"id": "l", "name": "L", "public": True, "season": None, "step": None, "new_field": 1}
    server = scripted((200, league, {"ETag": 'W/"1"'}), (304, None))
    with server.client() as client:
        assert client.league("l") == client.league("l")
    assert server.asked[1][1]["if-none-match"] == 'W/"1"'


def test_franchises_have_their_crests_unless_the_server_has_none(scripted: Callable[..., Scripted]) -> None:
    crest = dict.fromkeys(("shape", "division", "charge", "first", "second", "charge_color", "words", "picture"), "x")
    figures = dict.fromkeys(("balance", "points", "wins", "criticals", "drivers", "cars", "sponsors"), 1)
    new = {"id": "razors", "name": "Razors", "rank": None, "folded": False, **figures, "crest": crest, "more": 1}
    old = {name: value for name, value in new.items() if name != "crest"}
    server = scripted((200, {"franchises": [new, old]}))
    with server.client() as client:
        franchises = client.franchises("l", "s1")
    assert [franchise.crest for franchise in franchises] == [Crest(**crest), None]
    assert server.asked[0][0].endswith("/leagues/l/seasons/s1/franchises")


def test_a_shape_lets_new_fields_pass_and_misses_old_ones() -> None:
    with pytest.raises(AnswerUnread, match="a Season without league"):
        decode_as(Season, {"name": "s1"})


@pytest.mark.parametrize("document", [{"b": [1, "é", None], "a": {"z": True, "y": '\u2028"\\\n\t'}}, [], "\x7f"])
def test_it_makes_the_digests_the_site_makes(document: object) -> None:
    assert digest_of(document) == hashed_by_the_site(document)


def test_a_key_is_on_the_disk_before_anything_is_sent_and_stays_the_requests_own(tmp_path: Path) -> None:
    file = tmp_path / "m1.keys.json"
    first = KeptKeys(file).key_of("l/s1/m1", {"report": 1})
    assert first in file.read_text(encoding="utf-8")
    assert KeptKeys(file).key_of("l/s1/m1", {"report": 1}) == first
    assert KeptKeys(file).key_of("l/s1/m1", {"report": 2}) != first
    assert KeptKeys(file).key_of("l/s1/m2", {"report": 1}) != first


@pytest.mark.parametrize("text", ["{", "[]", '{"a": 1}'])
def test_a_file_that_holds_no_keys_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "m1.keys.json"
    file.write_text(text)
    with pytest.raises(KeysUnusable, match="is no file of keys"):
        KeptKeys(file).key_of("l/s1/m1", {})
    assert file.read_text() == text


def test_where_a_key_cannot_be_kept_none_is_given_and_nothing_is_left_behind(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    for file in (tmp_path / "nowhere" / "keys", tmp_path / "there"):
        with pytest.raises(KeysUnusable, match="cannot be"):
            KeptKeys(file).key_of("l/s1/m1", {})
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_a_report_says_by_which_rules_it_was_played_unless_it_says_so_itself() -> None:
    answer, keys = signed_packet()
    packet = checked(answer, keys)
    full_source = {"ruleset": "dethmatch", "version": "3", "packet": packet.digest, "log_digest": "11"}
    assert with_source({"teams": []}, packet, log_digest="11") == {"teams": [], "source": full_source}
    source = with_source({"source": {"ruleset": "ours", "version": ""}}, packet)["source"]
    assert source == {"ruleset": "ours", "version": "3", "packet": packet.digest}
    for_people = Packet("l/s1", "m1", "d", "d", "", 0, 1, {})
    assert with_source({"teams": []}, for_people) == {"teams": []}


def test_teams_that_forfeited_are_reported_last_with_nothing() -> None:
    teams = [
        Team(
            franchise=franchise,
            name=franchise,
            points=None,
            won=False,
            forfeited=franchise == "saints",
            line_up_named=True,
        )
        for franchise in ("razors", "saints")
    ]
    outcome = with_forfeits({"teams": [{"franchise": "razors", "points": 3, "rank": 1}]}, teams)
    assert outcome["teams"][1:] == [{"franchise": "saints", "points": 0, "rank": 2}]
    assert with_forfeits(outcome, teams) == outcome


SHEET = {"car": "l.car1", "tables": [{"title": "l.car1", "head": [{"name": "dp", "means": "½"}], "rows": [[3]]}]}


def signed_packet(*, locked: str = "") -> tuple[dict[str, Any], dict[str, Any]]:
    """A packet as a server returns it, and the keys the server publishes.

    `locked` is the digest that reports must name if the packet is by a ruleset that a table chose.
    """
    import base64

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    packet = {"match": "m1", "heats": 2, "ruleset": "dethmatch", "edition": 3}
    statement = canonical(
        {
            "version": 2,
            "season": "l/s1",
            "season_edition": "1",
            "switches": {},
            "sheets": digest_of([SHEET]),
            "locked": locked,
            "match": "m1",
            "digest": digest_of(packet),
            "ruleset": "dethmatch",
            "edition": 3,
            "commitment": "7b",
        }
    )
    answer = {
        "season": "l/s1",
        "digest": digest_of(packet),
        "claimed_as": locked or hashlib.sha256(statement).hexdigest(),
        "sheets": [SHEET],
        "packet": packet,
        "dice": {"key_hash": "7b"},
        "signed": {
            "statement": statement.decode(),
            "key": "k1",
            "algorithm": "Ed25519",
            "signature": base64.b64encode(key.sign(statement)).decode(),
        },
    }
    public = base64.b64encode(key.public_key().public_bytes_raw()).decode()
    return answer, {"keys": [{"id": "k1", "algorithm": "Ed25519", "public": public}]}


def test_a_packet_is_what_its_digest_and_its_signature_say() -> None:
    answer, keys = signed_packet()
    packet = checked(answer, keys)
    stated = hashlib.sha256(answer["signed"]["statement"].encode()).hexdigest()
    assert (packet.claimed_as, packet.signed_by, packet.heats) == (stated, "k1", 2)
    assert checked(*signed_packet(locked="c1")).claimed_as == "c1"


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"packet": {"match": "m1", "heats": 3}}, "does not come to its digest"),
        ({"season": "l/s2"}, "another season"),
        ({"dice": {"key_hash": "00"}}, "another commitment"),
        ({"sheets": []}, "another sheets"),
        ({"claimed_as": "00"}, "is claimed as"),
        ({"claimed_as": None}, "claimed_as is null and should be a text"),
        ({"signed": {"statement": '{"version":1}'}}, "what was signed has no 'locked'"),
        ({"signed": {"statement": '{"locked":"","version":1}'}}, "another .*season, sheets, version"),
        ({"packet": []}, "no packet as a server answers it"),
        ({"signed": {"statement": "{"}}, "no packet as a server answers it"),
        ({"signed": {"key": "k2"}}, "none that the server publishes"),
        ({"signed": {"signature": "AA" * 43 + "=="}}, "is not of this statement"),
    ],
)
def test_a_packet_that_was_changed_is_played_by_nobody(changed: dict[str, Any], says: str) -> None:
    answer, keys = signed_packet()
    for name, value in changed.items():
        answer[name] = {**answer[name], **value} if name == "signed" else value
    with pytest.raises(PacketFalse, match=says):
        checked(answer, keys)


def test_a_watch_party_is_read_and_set_under_a_key(scripted: Callable[..., Scripted]) -> None:
    season = "/api/v1/leagues/rust-belt/seasons/s1/reveals"
    reveal = {"round": 2, "at": "2026-11-28T19:00:00Z", "changed_at": "2026-11-20T08:00:00Z"}
    server = scripted((200, {"season": "rust-belt/s1", "reveals": [reveal]}), (200, {**reveal, "at": None}))
    with server.client() as client:
        (found,) = client.reveals("rust-belt", "s1")
        assert (found.round, found.at, found.changed_at) == tuple(reveal.values())
        assert client.set_reveal("rust-belt", "s1", 2, act="off", key="k").at is None
    assert [path for path, _, _ in server.asked] == [season, season]
    assert server.asked[1][1]["idempotency-key"].strip('"') == "k"
    assert json.loads(server.asked[1][2]) == {"round": 2, "act": "off", "at": None}


def test_something_is_renamed_read_and_taken_back_under_keys(scripted: Callable[..., Scripted]) -> None:
    names = "/api/v1/leagues/rust-belt/names"
    change = {"number": 3, "kind": "driver", "id": "razors.d1", "former": "Ann", "name": "Bea", "at": "2026-11-20"}
    server = scripted(
        (200, {"name": "Bea", "change": change}),
        (200, {"league": "rust-belt", "changes": [change], "next": None}),
        (201, {"name": "Ann", "change": None}),
    )
    with server.client() as client:
        named = client.rename("rust-belt", "driver", "razors.d1", "Bea", key="k")
        assert named.change is not None
        assert client.names("rust-belt", kind="driver", id="razors.d1").changes == (named.change,)
        assert client.veto_name("rust-belt", 3, "Rude.", key="v").name == "Ann"
    query = "?kind=driver&id=razors.d1&after=0&limit=200"
    assert [path for path, _, _ in server.asked] == [names, names + query, f"{names}/3/veto"]
    assert json.loads(server.asked[0][2]) == {"kind": "driver", "id": "razors.d1", "name": "Bea", "reason": ""}
    assert json.loads(server.asked[2][2]) == {"reason": "Rude."}

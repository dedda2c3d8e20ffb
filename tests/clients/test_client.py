"""The client sends a thing again where that can do no harm, under the same key, and says what was said to it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from dethmetal_client import ApiProblem, Client, KeptKeys, OutOfReach, PacketFalse, checked
from dethmetal_client.canonical import canonical, hashed
from dethmetal_client.shapes import Season, shaped

from league.journal.chain import hashed as hashed_by_the_site

GIVEN = {"entries": [], "length": 3, "waits": ""}
PROBLEM = {"type": "/api/v1/problems/key-in-use", "title": "Key in use", "status": 409, "detail": "Wait."}


@dataclass
class Scripted:
    """A server that answers as it is told to: a status with a document each time, or "gone" for nothing."""

    url: str
    answers: list[Any]
    asked: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)

    def client(self, **more: Any) -> Client:
        """A client of it, whose waits are only noted."""
        return Client(self.url, "dm_token", sleep=self.waited.append, **more)


@pytest.fixture
def scripted() -> Iterator[Callable[..., Scripted]]:
    """Make a server with these answers."""
    running: list[ThreadingHTTPServer] = []

    def made(*answers: Any) -> Scripted:
        script = Scripted("", list(answers))

        class Answers(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                script.asked.append((self.path, {name.lower(): each for name, each in self.headers.items()}, body))
                given = script.answers.pop(0)
                if given == "gone":
                    self.close_connection = True
                    return
                status, document, *headers = given
                sent = b"" if document is None else json.dumps(document).encode()
                self.send_response(status)
                for name, each in dict(*headers).items():
                    self.send_header(name, each)
                self.send_header("Content-Length", str(len(sent)))
                self.end_headers()
                self.wfile.write(sent)

            do_GET = do_POST = answer  # noqa: N815 - the standard library's names

            def log_message(self, *_said: object) -> None:
                """Say nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        running.append(server)
        script.url = f"http://127.0.0.1:{server.server_port}"
        return script

    yield made
    for each in running:
        each.shutdown()
        each.server_close()


def test_what_was_lost_in_use_or_too_much_is_sent_again_as_the_very_same_request(
    scripted: Callable[..., Scripted],
) -> None:
    server = scripted("gone", (409, PROBLEM), (429, PROBLEM, {"Retry-After": "7"}), (503, {}), (201, GIVEN))
    with server.client() as client:
        given = client.give("l", "s1", [{"type": "open_setup"}], key="one")
    assert given.length == 3
    assert len(server.asked) == 5
    assert len({(path, body, headers["idempotency-key"]) for path, headers, body in server.asked}) == 1
    assert server.waited[2] == 7.0
    assert server.waited == [0.2, 0.4, 7.0, 1.6]


def test_what_has_no_key_is_sent_once(scripted: Callable[..., Scripted]) -> None:
    server = scripted("gone", (200, {}))
    with server.client() as client, pytest.raises(OutOfReach):
        client.attempt("l", "s1", [])
    assert len(server.asked) == 1


def test_a_refusal_is_told_at_once_with_its_kind_and_where_it_points(scripted: Callable[..., Scripted]) -> None:
    problem = {
        "type": "/api/v1/problems/misshapen",
        "title": "Misshapen",
        "status": 422,
        "detail": "No.",
        "errors": [{"pointer": "/seen", "detail": "Not a number."}],
    }
    server = scripted((422, problem))
    with server.client() as client, pytest.raises(ApiProblem) as no:
        client.give("l", "s1", [], key="one")
    assert (no.value.kind, no.value.status, no.value.errors[0].pointer) == ("misshapen", 422, "/seen")
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


def test_a_shape_lets_new_fields_pass_and_misses_old_ones() -> None:
    with pytest.raises(ValueError, match="Season came without league"):
        shaped(Season, {"name": "s1"})


@pytest.mark.parametrize("document", [{"b": [1, "é", None], "a": {"z": True, "y": '\u2028"\\\n\t'}}, [], "\x7f"])
def test_it_makes_the_digests_the_site_makes(document: object) -> None:
    assert hashed(document) == hashed_by_the_site(document)


def test_a_key_is_on_the_disk_before_anything_is_sent_and_stays_the_requests_own(tmp_path: Path) -> None:
    file = tmp_path / "m1.keys.json"
    first = KeptKeys(file).key_of("l/s1/m1", {"report": 1})
    assert first in file.read_text(encoding="utf-8")
    assert KeptKeys(file).key_of("l/s1/m1", {"report": 1}) == first
    assert KeptKeys(file).key_of("l/s1/m1", {"report": 2}) != first
    assert KeptKeys(file).key_of("l/s1/m2", {"report": 1}) != first


def signed_packet() -> tuple[dict[str, Any], dict[str, Any]]:
    """A packet as a server answers it, and the keys it publishes."""
    import base64

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    packet = {"match": "m1", "heats": 2, "ruleset": "dethmatch", "edition": 3}
    statement = canonical(
        {
            "version": 1,
            "season": "l/s1",
            "match": "m1",
            "digest": hashed(packet),
            "ruleset": "dethmatch",
            "edition": 3,
            "commitment": "7b",
        }
    )
    answer = {
        "season": "l/s1",
        "digest": hashed(packet),
        "claimed_as": "c1",
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
    assert (packet.claimed_as, packet.signed_by, packet.heats) == ("c1", "k1", 2)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"packet": {"match": "m1", "heats": 3}}, "does not come to its digest"),
        ({"season": "l/s2"}, "another season"),
        ({"dice": {"key_hash": "00"}}, "another commitment"),
        ({"signed": {"key": "k2"}}, "none that the server publishes"),
        ({"signed": {"signature": "AA" * 43 + "=="}}, "is not of this statement"),
    ],
)
def test_a_packet_that_was_changed_is_played_by_nobody(changed: dict[str, Any], says: str) -> None:
    answer, keys = signed_packet()
    for name, each in changed.items():
        answer[name] = {**answer[name], **each} if name == "signed" else each
    with pytest.raises(PacketFalse, match=says):
        checked(answer, keys)

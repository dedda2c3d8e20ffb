"""A round is fetched from the first address with a valid answer. Every answer is verified."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from beacon.client import (
    MOST_RESPONSE_BYTES,
    BeaconUnreachable,
    RoundAwaited,
    RoundMalformed,
    fetch_round,
    parse_round,
)
from beacon.quicknet import CHAIN, DrandRound, NoSuchRound, round_time
from tests.beacon.rounds import FORGED, RECORDED, TRUE

pytestmark = pytest.mark.once
NOW = round_time(2000)
NOWHERE = "http://127.0.0.1:9"
ROUND = DrandRound(1000, bytes.fromhex(TRUE))


def document(number: object = 1000, signature: object = TRUE) -> bytes:
    """A round as the beacon returns it. The `randomness` field is not read, so it is wrong here."""
    return json.dumps({"round": number, "randomness": "00", "signature": signature}).encode()


class Stub(ThreadingHTTPServer):
    """A relay with a fixed answer that keeps the paths of its requests."""

    daemon_threads = True

    def __init__(self) -> None:
        self.status, self.text, self.asked = 200, document(), list[str]()
        self.headers: dict[str, str] = {}
        self.drips = False
        stub = self

        class Answers(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                stub.asked.append(self.path)
                if stub.drips:
                    with suppress(OSError):
                        for letter in "HTTP/1.1 200 OK\r\nX-Slow: " + "z" * 200:
                            self.wfile.write(letter.encode())
                            time.sleep(0.05)
                    return
                self.send_response(stub.status)
                for name, value in stub.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                with suppress(OSError):
                    self.wfile.write(stub.text)

            def log_message(self, *arguments: object) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Answers)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@pytest.fixture
def stubs() -> Iterator[Callable[[], Stub]]:
    """A function that starts local relays."""
    started: list[Stub] = []

    def make() -> Stub:
        started.append(Stub())
        threading.Thread(target=started[-1].serve_forever, args=(0.02,), daemon=True).start()
        return started[-1]

    yield make
    for stub in started:
        stub.shutdown()
        stub.server_close()


def test_a_round_is_asked_for_by_the_hash_of_the_chain(stubs: Callable[[], Stub]) -> None:
    stub = stubs()
    assert fetch_round(1000, [f"{stub.address}/"], now=NOW) == ROUND
    assert stub.asked == [f"/{CHAIN}/public/1000"]


@pytest.mark.parametrize(
    "text",
    [
        document(signature=FORGED["the signature of another round"]),
        document(signature=FORGED["a byte too few"]),
        document(signature="no hex"),
        document(1001, RECORDED[1001]),
        document("1000"),
        document(True),
        document(signature=None),
        b"<html>a page</html>",
        b"[]",
        b"\xff",
        b"[" * MOST_RESPONSE_BYTES,
        document() + b" " * MOST_RESPONSE_BYTES,
    ],
)
def test_an_answer_that_is_wrong_is_passed_over_for_the_next_address(stubs: Callable[[], Stub], text: bytes) -> None:
    first, second = stubs(), stubs()
    first.text = text
    assert fetch_round(1000, [NOWHERE, first.address, second.address], now=NOW) == ROUND
    assert len(first.asked) == len(second.asked) == 1


def test_the_first_good_answer_is_the_last_one_asked_for(stubs: Callable[[], Stub]) -> None:
    first, second = stubs(), stubs()
    fetch_round(1000, [first.address, second.address], now=NOW)
    assert second.asked == []


def test_no_answer_leads_elsewhere(stubs: Callable[[], Stub]) -> None:
    first, second = stubs(), stubs()
    first.status, first.headers = 302, {"Location": f"{second.address}/{CHAIN}/public/1000"}
    with pytest.raises(BeaconUnreachable, match="it answered 302"):
        fetch_round(1000, [first.address], now=NOW)
    assert second.asked == []


def test_an_answer_that_drips_is_cut_off(stubs: Callable[[], Stub]) -> None:
    stub = stubs()
    stub.drips = True
    began = time.monotonic()
    with pytest.raises(BeaconUnreachable, match="it did not answer in time"):
        fetch_round(1000, [stub.address], now=NOW, seconds=0.3)
    assert time.monotonic() - began < 3


@pytest.mark.parametrize("status", [404, 425])
def test_a_round_that_no_relay_has_is_awaited(stubs: Callable[[], Stub], status: int) -> None:
    stub = stubs()
    stub.status = status
    says = "Round 1000 of the beacon was due at 2023-08-23 15:59:24 UTC and is not there yet: ask again in a minute."
    with pytest.raises(RoundAwaited) as caught:
        fetch_round(1000, [stub.address, NOWHERE], now=NOW)
    assert caught.value.sentence == says


def test_a_relay_that_is_ahead_of_another_gives_the_round(stubs: Callable[[], Stub]) -> None:
    behind, ahead = stubs(), stubs()
    behind.status = 404
    assert fetch_round(1000, [behind.address, ahead.address], now=NOW) == ROUND


def test_a_round_of_the_future_is_awaited_without_asking_anybody(stubs: Callable[[], Stub]) -> None:
    stub = stubs()
    with pytest.raises(RoundAwaited, match="is made at 2023-08-23 15:59:24 UTC: ask for it then"):
        fetch_round(1000, [stub.address], now=round_time(1000) - timedelta(microseconds=1))
    assert stub.asked == []


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9", "http://", "https://127.0.0.1:9", "http://[", "http://a:b", "http://é\n.test"]
)
def test_an_address_that_leads_nowhere_is_told_with_what_to_do(address: str) -> None:
    with pytest.raises(BeaconUnreachable, match=r"look at the connection and at BEACON_URLS, or paste the round"):
        fetch_round(1000, [address], now=NOW, seconds=1)


def test_without_an_address_it_is_told_likewise() -> None:
    with pytest.raises(BeaconUnreachable, match="none is set"):
        fetch_round(1000, [], now=NOW)


def test_a_round_there_is_not_is_refused(stubs: Callable[[], Stub]) -> None:
    with pytest.raises(NoSuchRound):
        fetch_round(0, [stubs().address], now=NOW)


def test_what_is_no_round_says_what_one_is() -> None:
    with pytest.raises(RoundMalformed, match='give JSON with "round", a number, and "signature", hex digits'):
        parse_round(b"{}")

"""Fetches beacon rounds over HTTP: tries one address after another, and verifies every round."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from beacon.quicknet import CHAIN, DrandRound, SignatureRefused, parse_signature, round_time, verify_round
from rules.core.refusals import Refusal

TIMEOUT_SECONDS = 5.0
"""How many seconds the whole answer of an address may take."""
MOST_RESPONSE_BYTES = 4096
"""The most bytes of an answer that are read: a round has 300."""
OK = 200
NOT_YET_PUBLISHED_STATUSES = (404, 425)
"""The answers of older and newer relays for a round that is still to come."""
USER_AGENT = "Dethmetal-Beacon/1"
TIMEOUT_MESSAGE = "it did not answer in time"


class RoundAwaited(Refusal):
    """The beacon has not published the requested round yet."""


class BeaconUnreachable(Refusal):
    """None of the beacon's addresses returned the requested round."""


class RoundMalformed(Refusal):
    """The text is not a round of the beacon (a number and a signature), or is a different round than expected."""


class _RelayError(Exception):
    """An address answered nothing readable; the text says why."""


def fetch_round(
    number: int, addresses: Sequence[str], *, now: datetime, seconds: float = TIMEOUT_SECONDS
) -> DrandRound:
    """A round from the first address that returns it with a valid signature.

    Raises `RoundAwaited` if it is still to come, `BeaconUnreachable` if no address returned it, and `NoSuchRound`.
    """
    due = round_time(number)
    if due > now:
        raise RoundAwaited(f"Round {number} of the beacon is made at {due:%Y-%m-%d %H:%M:%S} UTC: ask for it then.")
    awaited, failures = False, []
    for address in addresses:
        try:
            status, text = _answer(f"{address.rstrip('/')}/{CHAIN}/public/{number}", seconds)
            if status in NOT_YET_PUBLISHED_STATUSES:
                awaited = True
                continue
            if status != OK:
                raise _RelayError(f"it answered {status}")
            return _verify_expected_round(parse_round(text), number)
        except _RelayError as error:
            failures.append(f"{address}: {error}")
        except (RoundMalformed, SignatureRefused):
            failures.append(f"{address}: it gave another answer than the round")
    if awaited:
        raise RoundAwaited(
            f"Round {number} of the beacon was due at {due:%Y-%m-%d %H:%M:%S} UTC and is not there yet: ask again "
            "in a minute."
        )
    raise BeaconUnreachable(
        f"No address of the beacon gave round {number} ({'; '.join(failures) or 'none is set'}): look at the "
        "connection and at BEACON_URLS, or paste the round with manage.py beacon --signature."
    )


def parse_round(text: bytes) -> DrandRound:
    """Parse a round from a beacon's answer, without verifying it. Raises `RoundMalformed`, `SignatureRefused`."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    number, signature = (document.get("round"), document.get("signature")) if isinstance(document, dict) else (0, 0)
    if type(number) is not int or not isinstance(signature, str):
        raise RoundMalformed(
            'It is no round of the beacon: give JSON with "round", a number, and "signature", hex digits.'
        )
    return DrandRound(number, parse_signature(signature))


def _verify_expected_round(round: DrandRound, number: int) -> DrandRound:
    if round.number != number:
        raise RoundMalformed(f"It is round {round.number}: give round {number}.")
    verify_round(round)
    return round


def _answer(url: str, seconds: float) -> tuple[int, bytes]:
    """The status and text of an address's answer; redirects are not followed. Raises `_RelayError`."""
    late = threading.Event()
    try:
        parts = urlsplit(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        with closing(kind(parts.netloc, timeout=seconds)) as connection:
            connection.connect()
            with _deadline(connection.sock, seconds, late):
                connection.request(
                    "GET", parts.path, headers={"User-Agent": USER_AGENT, "Accept": "application/json"}
                )
                with connection.getresponse() as answer:
                    text = answer.read(MOST_RESPONSE_BYTES + 1)
    except TimeoutError:
        raise _RelayError(TIMEOUT_MESSAGE) from None
    except (OSError, HTTPException, ValueError):
        raise _RelayError(TIMEOUT_MESSAGE if late.is_set() else "it could not be reached") from None
    if late.is_set():  # a connection that was shut reads as if it had ended there
        raise _RelayError(TIMEOUT_MESSAGE)
    if len(text) > MOST_RESPONSE_BYTES:
        raise _RelayError(f"its answer has more than {MOST_RESPONSE_BYTES} bytes")
    return answer.status, text


@contextmanager
def _deadline(sock: socket.socket, seconds: float, late: threading.Event) -> Iterator[None]:
    """Shut a socket when the time is over, and set `late`: a server that drips bytes exceeds no other limit."""

    def shut() -> None:
        late.set()
        with suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, shut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()

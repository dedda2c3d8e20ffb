"""Posts one message to one destination: connects only to checked IP addresses, and cuts off after five seconds."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError, NewConnectionError
from urllib3.poolmanager import PoolManager

from webhooks.addresses import Destination

POST_SECONDS = 5.0
"""How long everything may take, from connecting to the last header of the answer."""
LONGEST_RETRY_AFTER = 24 * 3600
TIMEOUT_SENTENCE = "It did not answer in time."


@dataclass(frozen=True, slots=True)
class PostResult:
    """The answer: its status, None if there was none; `wait` is the receiver's requested delay in seconds."""

    status: int | None
    said: str
    wait: int = 0


def post_message(
    place: Destination,
    body: bytes,
    headers: Mapping[str, str],
    *,
    trust: str | bool = True,
    seconds: float = POST_SECONDS,
) -> PostResult:
    """Post a message without following redirects, and read only the status of the answer. Raises nothing.

    `trust` is a file of certificates to trust instead of the system's own.
    """
    with requests.Session() as session, _close_after(seconds) as open_sockets:
        session.trust_env = False  # a proxy of the system would resolve the name itself
        session.mount(f"{'https' if place.tls else 'http'}://", _PinnedAdapter(place, open_sockets, seconds))
        try:
            answer = session.post(
                place.url,
                data=body,
                headers=dict(headers),
                timeout=seconds,
                allow_redirects=False,
                stream=True,
                verify=trust,
            )
        except (requests.RequestException, HTTPError, OSError, ValueError) as error:
            return PostResult(None, _failure_sentence(error, cut=open_sockets.cut))
        answer.close()
        if open_sockets.cut:  # a connection that was shut reads as if it had ended there
            return PostResult(None, TIMEOUT_SENTENCE)
        return PostResult(answer.status_code, f"It answered {answer.status_code}.", _retry_after(answer))


class _OpenSockets:
    """Open sockets, to be shut when the time is over."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self.cut = False

    def watch(self, sock: socket.socket) -> None:
        """Shut that socket with the others, or at once if the time is already over."""
        with self._lock:
            self._open.append(sock.dup())  # a duplicate: TLS takes the original away
        if self.cut:
            self.shut()

    def shut(self) -> None:
        """Shut all sockets: the time is over."""
        self.cut = True
        with self._lock:
            for sock in self._open:
                with suppress(OSError):
                    sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the duplicates."""
        with self._lock:
            for sock in self._open:
                sock.close()


@contextmanager
def _close_after(seconds: float) -> Iterator[_OpenSockets]:
    """Shut the open sockets when the time is over: a server that sends byte by byte exceeds no other limit."""
    sockets = _OpenSockets()
    timer = threading.Timer(seconds, sockets.shut)
    timer.daemon = True
    timer.start()
    try:
        yield sockets
    finally:
        timer.cancel()
        sockets.close()


class _PinnedAdapter(HTTPAdapter):
    """Connects to a destination's IP addresses, whatever its name resolves to by now; TLS still checks the name."""

    def __init__(self, place: Destination, sockets: _OpenSockets, seconds: float) -> None:
        self._pools = _pinned_pools(place, sockets, seconds)
        super().__init__(max_retries=0)

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        """Use this destination's connection pools."""
        super().init_poolmanager(*arguments, **options)
        assert isinstance(self.poolmanager, PoolManager)  # noqa: S101 - made just before
        self.poolmanager.pool_classes_by_scheme = self._pools


def _pinned_pools(place: Destination, sockets: _OpenSockets, seconds: float) -> dict[str, Any]:
    def connected(connection: HTTPConnection) -> socket.socket:
        fault: OSError = OSError("No number to connect to.")
        for number in place.numbers:
            try:
                sock = socket.create_connection((number, place.port), timeout=seconds)
            except OSError as error:
                fault = error
                if sockets.cut:
                    break
            else:
                sockets.watch(sock)
                return sock
        raise NewConnectionError(connection, str(fault)) from fault

    class Plain(HTTPConnection):
        def _new_conn(self) -> socket.socket:
            return connected(self)

    class Sealed(HTTPSConnection):
        def _new_conn(self) -> socket.socket:
            return connected(self)

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = Plain

    class SealedPool(HTTPSConnectionPool):
        ConnectionCls = Sealed

    return {"http": PlainPool, "https": SealedPool}


def _failure_sentence(error: Exception, *, cut: bool) -> str:
    if cut or isinstance(error, requests.Timeout):
        return TIMEOUT_SENTENCE
    if isinstance(error, requests.exceptions.SSLError):
        return "Its certificate is not good."
    return "It could not be reached."


def _retry_after(answer: requests.Response) -> int:
    retry_after = answer.headers.get("Retry-After", "")
    if answer.status_code not in (429, 503) or not (retry_after.isascii() and retry_after[:10].isdigit()):
        return 0
    return min(int(retry_after[:10]), LONGEST_RETRY_AFTER)

"""A local HTTP server that receives webhook messages, keeps them, and answers as a test wants."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext
from typing import Any

from django.contrib.auth import get_user_model

from league.models import League, Webhook
from tests.league.small_league import BEGAN, Table
from webhooks.subscriptions import create_webhook


@dataclass
class Listener:
    """The received messages, and the answer: a status with headers, or what `answers` does with the connection."""

    url: str = ""
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    sent: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    answers: Callable[[Any], None] | None = None

    @property
    def ids(self) -> list[str]:
        """The ids of the received messages, in order."""
        return [headers["webhook-id"] for headers, _ in self.sent]


@contextmanager
def listening(*, tls: SSLContext | None = None) -> Iterator[Listener]:
    """Run a server at 127.0.0.1, with TLS if a context is given."""
    listener = Listener()

    class Asked(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            listener.sent.append(({name.lower(): value for name, value in self.headers.items()}, body))
            if listener.answers is not None:
                listener.answers(self)
                return
            self.send_response(listener.status)
            for name, value in listener.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_said: object) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Asked)
    server.daemon_threads = True
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    listener.url = f"http{'s' if tls else ''}://127.0.0.1:{server.server_address[1]}/hook"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield listener
    finally:
        server.shutdown()
        server.server_close()


def drip(asked: Any) -> None:
    """Answer one letter at a time for ten seconds, so that no single read times out."""
    with suppress(OSError):
        asked.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        for _ in range(200):
            asked.wfile.write(b"a")
            asked.wfile.flush()
            time.sleep(0.05)


def hook(table: Table, listener: Listener, who: str = "razors", *kinds: str, shape: str = "standard") -> Webhook:
    """Create a webhook of a member of the table's league, addressed to the listener."""
    return create_webhook(
        league=League.objects.get(pk=table.league),
        user=user(who),
        name="our bot",
        address=listener.url,
        kinds=kinds,
        shape=shape,
        at=BEGAN,
    )


def user(who: str) -> Any:
    """The user who owns a franchise of the Rust Belt, or its commissioner (`boss`)."""
    return get_user_model().objects.get(username=f"rust-belt-{who}")


def told(made: Webhook) -> list[str]:
    """The kinds of event queued for a webhook, in order."""
    return list(made.deliveries.order_by("pk").values_list("kind", flat=True))

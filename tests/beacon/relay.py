"""A local relay of the beacon that serves the rounds of the test chain, or none while it is away."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.beacon.chain import signature_of


class Relay(ThreadingHTTPServer):
    """A server that answers with any round of the test chain, or with 404 while `away`."""

    daemon_threads = True

    def __init__(self) -> None:
        self.away = False
        relay = self

        class Answers(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                number = int(self.path.rpartition("/")[2])
                self.send_response(404 if relay.away else 200)
                self.end_headers()
                if not relay.away:
                    self.wfile.write(json.dumps({"round": number, "signature": signature_of(number)}).encode())

            def log_message(self, *arguments: object) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Answers)

    @property
    def address(self) -> str:
        """The relay's URL, for BEACON_URLS."""
        return f"http://127.0.0.1:{self.server_port}"


@contextmanager
def relay_running() -> Iterator[Relay]:
    """Run a relay."""
    relay = Relay()
    threading.Thread(target=relay.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield relay
    finally:
        relay.shutdown()
        relay.server_close()

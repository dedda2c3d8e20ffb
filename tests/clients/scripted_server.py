"""A server that answers as it is told to, and notes what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from dethmetal_client import Client


@dataclass
class Scripted:
    """A server that answers as it is told to: a status with a document or bytes each time, or "gone" for nothing."""

    url: str
    answers: list[Any]
    asked: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)

    def client(self, **more: Any) -> Client:
        """A client of it, whose waits are only noted."""
        return Client(self.url, "dm_token", sleep=self.waited.append, **more)


@contextmanager
def scripts() -> Iterator[Callable[..., Scripted]]:
    """Servers, each made with its answers, that run meanwhile."""
    running: list[ThreadingHTTPServer] = []

    def made(*answers: Any) -> Scripted:
        script = Scripted("", list(answers))

        class Answers(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                script.asked.append(
                    (self.path, {name.lower(): header for name, header in self.headers.items()}, body)
                )
                given = script.answers.pop(0)
                if given == "gone":
                    self.close_connection = True
                    return
                status, document, *headers = given
                sent = b"" if document is None else document
                if not isinstance(sent, bytes):
                    sent = json.dumps(sent).encode()
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
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        running.append(server)
        script.url = f"http://127.0.0.1:{server.server_port}"
        return script

    yield made
    for threading_http_server in running:
        threading_http_server.shutdown()
        threading_http_server.server_close()

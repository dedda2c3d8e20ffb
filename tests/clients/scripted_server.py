"""HTTP servers with scripted answers that record their requests."""

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
    """A server with a list of answers: a status, a document or bytes, and headers, or "gone" to hang up."""

    url: str
    answers: list[Any]
    asked: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)

    def client(self, **more: Any) -> Client:
        """A client of the server that records its waits instead of sleeping."""
        return Client(self.url, "dm_token", sleep=self.waited.append, **more)


@contextmanager
def scripts() -> Iterator[Callable[..., Scripted]]:
    """A function that starts servers with the given answers. They stop at the end of the block."""
    servers: list[ThreadingHTTPServer] = []

    def start(*answers: Any) -> Scripted:
        script = Scripted("", list(answers))

        class Answers(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                script.asked.append(
                    (self.path, {name.lower(): header for name, header in self.headers.items()}, body)
                )
                scripted_answer = script.answers.pop(0)
                if scripted_answer == "gone":
                    self.close_connection = True
                    return
                status, document, *headers = scripted_answer
                content = b"" if document is None else document
                if not isinstance(content, bytes):
                    content = json.dumps(content).encode()
                self.send_response(status)
                for name, value in dict(*headers).items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_DELETE = answer  # noqa: N815 - the standard library's names

            def log_message(self, *_said: object) -> None:
                """Log nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        servers.append(server)
        script.url = f"http://127.0.0.1:{server.server_port}"
        return script

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()

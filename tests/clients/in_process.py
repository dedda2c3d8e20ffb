"""A client of the site that asks it in this process, without a server and a connection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dethmetal_client import Answer, Asking, Client
from dethmetal_client.quotas import quotas_in
from django.test import Client as Browser


class InProcess(Asking):
    """Sends requests to the site's views directly."""

    def __init__(self, token: str) -> None:
        super().__init__("http://testserver", token, tries=1)
        self.browser = Browser()

    def _send(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        sent: dict[str, Any] = {"headers": dict(headers)}
        kind = headers.get("Content-Type", "application/json")
        response: Any = self.browser.generic(method, path, body, content_type=kind, **sent)
        fields = {name.lower(): value for name, value in response.headers.items()}
        self.quota = quotas_in(fields)
        return Answer(response.status_code, fields, response.content, fields.get("idempotent-replayed") == "true")


def client_of(token: str) -> Client:
    """A client with that token."""
    client = Client("http://testserver", token)
    client.asking = InProcess(token)
    return client

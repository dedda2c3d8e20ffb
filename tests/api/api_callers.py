"""An API client for tests, with a token or anonymous."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from league.models import AccessToken, League
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, act_scope, create_token
from tests.league.small_league import Table

V1 = "/api/v1"


@dataclass
class Program:
    """An API client. Without a token it is anonymous."""

    token: str = ""
    client: Client = field(default_factory=Client)

    def get(self, path: str, **headers: str) -> Any:
        """Send a GET request to a path below `/api/v1`."""
        return self.client.get(f"{V1}{path}", headers={**self._named(), **headers})

    def post(self, path: str, document: object, *, key: str = "", **headers: str) -> Any:
        """Send a POST request, under an idempotency key if one is given. Anything but bytes is sent as JSON."""
        body = document if isinstance(document, bytes) else json.dumps(document).encode()
        keyed = {"idempotency-key": key} if key else {}
        return self.client.post(
            f"{V1}{path}", body, content_type="application/json", headers={**self._named(), **keyed, **headers}
        )

    def put(self, path: str, document: object, *, key: str = "", **headers: str) -> Any:
        """Send a PUT request as `post` sends one."""
        body = document if isinstance(document, bytes) else json.dumps(document).encode()
        keyed = {"idempotency-key": key} if key else {}
        return self.client.put(
            f"{V1}{path}",
            body,
            content_type="application/json",
            headers={**self._named(), **keyed, **headers},
        )

    def delete(self, path: str, _document: object = None, *, key: str = "", **headers: str) -> Any:
        """Send a DELETE request to a path below `/api/v1`, without a body."""
        keyed = {"idempotency-key": key} if key else {}
        return self.client.delete(f"{V1}{path}", headers={**self._named(), **keyed, **headers})

    def _named(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}


def program_of(table: Table, who: str, *scopes: str) -> Program:
    """A program of the commissioner (`boss`) or of a franchise's owner. Its token may read and act by default."""
    granted = scopes or (READ_SCOPE, COMMISSION_SCOPE if who == "boss" else act_scope(who))
    return Program(token_of(table, who, *granted)[1])


def token_of(table: Table, who: str, *scopes: str, days: int = 30) -> tuple[AccessToken, str]:
    """Create a token for a person of the table's league, and return it with its text."""
    return create_token(
        league=League.objects.get(pk=table.league),
        user=get_user_model().objects.get(username=f"{table.league}-{who}"),
        name=f"a program of {who}",
        scopes=scopes,
        at=timezone.now(),
        days=days,
    )


def long_ago(token: AccessToken) -> None:
    """Make a token expire a second ago."""
    AccessToken.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))


def at(table: Table, part: str = "") -> str:
    """The path of the table's season, or of a part of it, below `/api/v1`."""
    return f"/leagues/{table.league}/seasons/{table.season.split('/')[1]}{part}"

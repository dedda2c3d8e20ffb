"""A program reads, makes, replaces and revokes its person's key for feeds, and reads and sets their time zone."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from league.models import AccessToken, FeedKey, League, Preferences
from league.role_changes import leave
from tests.api.api_callers import Program, program_of
from tests.clients.conftest import scripted  # noqa: F401 - a fixture
from tests.clients.scripted_server import Scripted
from tests.league.small_league import BEGAN, founded

pytestmark = pytest.mark.django_db
KEY, ZONE = "/leagues/rust-belt/feed-key", "/me/time-zone"
REVOCATION = "/me/token/revocation"


def opens(address: str) -> int:
    """The status of an address with its key."""
    parts = urlsplit(address)
    return int(Client().get(f"{parts.path}?{parts.query}").status_code)


def test_a_program_makes_replaces_and_revokes_the_key_of_its_person() -> None:
    table = founded()
    League.objects.update(public=False)
    program = program_of(table, "razors")
    assert program.get(KEY).json()["exists"] is False
    first = program.post(KEY, {})
    assert first.status_code == 201
    assert "no-store" in first["Cache-Control"]
    assert opens(first.json()["calendar"]) == opens(first.json()["feed"]) == 200
    listed = program.get(KEY).json()
    assert (listed["exists"], listed["shown"]) == (True, first.json()["shown"])
    assert listed["used_at"] is not None
    second = program.post(KEY, {}).json()
    assert (opens(first.json()["calendar"]), opens(second["calendar"])) == (404, 200)
    assert program.post(f"{KEY}/revoke", {}).json()["exists"] is False
    assert program.post(f"{KEY}/revoke", {}).status_code == 200
    assert opens(second["calendar"]) == 404
    assert program.post(KEY, {"name": "x"}).status_code == 422


def test_a_token_that_may_not_read_or_whose_person_left_makes_no_key() -> None:
    table = founded()
    assert program_of(table, "razors", "report").post(KEY, {}).status_code == 403
    assert Program().post(KEY, {}).status_code == 401
    program = program_of(table, "razors")
    leave(league=table.row.league, user=get_user_model().objects.get(username="rust-belt-razors"), at=BEGAN)
    assert program.post(KEY, {}).status_code == 403
    assert not FeedKey.objects.exists()


def test_a_program_ends_a_key_that_leaked_in_an_archived_league() -> None:
    table = founded()
    program = program_of(table, "razors")
    leaked = program.post(KEY, {}).json()["calendar"]
    League.objects.update(archived_at=BEGAN)
    assert program.post(KEY, {}).status_code == 201
    assert opens(leaked) == 404
    assert program.post(f"{KEY}/revoke", {}).status_code == 200
    assert not FeedKey.objects.exists()


def test_a_token_revokes_itself_whatever_it_may_in_an_archived_league_and_after_its_person_left() -> None:
    table = founded()
    other = program_of(table, "razors")
    program = program_of(table, "razors", "report")
    League.objects.update(archived_at=BEGAN, public=False)
    leave(league=table.row.league, user=get_user_model().objects.get(username="rust-belt-razors"), at=BEGAN)
    assert program.post(REVOCATION, {"token": 1}).status_code == 422
    revoked = program.post(REVOCATION, {})
    assert revoked.status_code == 200
    token = AccessToken.objects.get(revoked_at__isnull=False)
    assert revoked.json() == {
        "league": "rust-belt",
        "name": token.name,
        "shown": token.shown,
        "revoked_at": revoked.json()["revoked_at"],
    }
    assert token.scopes == ["report"]
    assert program.post(REVOCATION, {}).status_code == 401
    assert Program().post(REVOCATION, {}).status_code == 401
    assert other.get(ZONE).status_code == 200


def test_a_time_zone_is_read_and_set_in_any_case_and_times_stay_utc() -> None:
    table = founded()
    program = program_of(table, "razors")
    assert program.get(ZONE).json() == {"time_zone": "", "shown": True}
    assert program.post(ZONE, {"time_zone": "europe/berlin", "shown": False}).json() == {
        "time_zone": "Europe/Berlin",
        "shown": False,
    }
    assert program.post(ZONE, {"time_zone": "Asia/Calcutta"}).json() == {"time_zone": "Asia/Calcutta", "shown": False}
    refused = program.post(ZONE, {"time_zone": "Europe/Berln"})
    assert refused.status_code == 422
    assert "Europe/Berlin" in refused.json()["detail"]
    assert program.post(ZONE, {"time_zone": ""}).json()["time_zone"] == ""
    assert Preferences.objects.get().time_zone == ""
    program.post(ZONE, {"time_zone": "Pacific/Kiritimati"})
    entry = program.get("/leagues/rust-belt/seasons/s1/entries").json()["entries"][0]
    assert entry["at"].endswith(("Z", "+00:00"))


def test_the_python_client_does_all_of_it(scripted: Callable[..., Scripted]) -> None:  # noqa: F811 - the fixture
    table = founded()
    program = program_of(table, "razors")
    answers = [
        program.post(KEY, {}),
        program.get(KEY),
        program.post(f"{KEY}/revoke", {}),
        program.post(ZONE, {"time_zone": "utc"}),
        program.get(ZONE),
        program.post(REVOCATION, {}),
    ]
    server = scripted(*((answer.status_code, answer.content) for answer in answers))
    with server.client() as client:
        assert client.replace_feed_key("rust-belt").calendar == answers[0].json()["calendar"]
        assert client.feed_key("rust-belt").exists
        assert not client.revoke_feed_key("rust-belt").exists
        assert client.set_time_zone("utc").time_zone == "UTC"
        assert client.time_zone().shown
        assert client.revoke_own_token().league == "rust-belt"
    asked = [(path.removeprefix("/api/v1"), json.loads(body) if body else None) for path, _, body in server.asked]
    assert asked == [
        (KEY, {}),
        (KEY, None),
        (f"{KEY}/revoke", {}),
        (ZONE, {"time_zone": "utc", "shown": None}),
        (ZONE, None),
        (REVOCATION, {}),
    ]

"""Helpers for tests of a small league's people: the league, browsers, and invitation links."""

from __future__ import annotations

import re
from typing import Any

from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from league.invitations import invite
from league.models import League, LeagueLog, Membership
from league.role_changes import end_role
from tests.league.small_league import BEGAN, Table, founded

PEOPLE = "/l/rust-belt/people/"
SIGN_UP = {"username": "nora", "email": "nora@example.com", "password1": "a long pass phrase"}


def league_of(*franchises: str, public: bool = True, **options: Any) -> Table:
    """A league at the hiring step with those franchises, each with its own owner."""
    return founded(franchises=franchises or ("razors", "saints"), public=public, **options)


def rust_belt() -> League:
    """The database row of that league."""
    return League.objects.get(pk="rust-belt")


def person(name: str) -> Any:
    """A user with an account but no membership in any league."""
    return get_user_model().objects.create_user(name, email=f"{name}@example.com", password="a pass phrase")


def known(who: str) -> Any:
    """The user of the commissioner `boss`, or of a franchise's owner."""
    return get_user_model().objects.get(username=f"rust-belt-{who}")


def member(who: str) -> Membership:
    """The membership that the league's builder gave them."""
    return Membership.objects.get(handle=f"rust-belt.{who}")


def browser(user: Any) -> Client:
    """A test client logged in as that user."""
    client = Client()
    client.force_login(user)
    return client


def vacate(franchise: str) -> None:
    """Take a franchise back from its owner, who becomes a spectator."""
    end_role(member=member(franchise), by=member("boss"), at=BEGAN, reason="He moved away.")


def link(role: str = "owner", **options: Any) -> str:
    """The path of a new invitation by the commissioner."""
    at = options.pop("at", BEGAN)
    _, token = invite(league=rust_belt(), by=member("boss"), role=role, at=at, **options)
    return f"/join/{token}/"


def now_link(role: str = "owner", **options: Any) -> str:
    """An invitation made at the current time, so that it is valid while the test runs."""
    return link(role, at=timezone.now(), **options)


def roles(user: Any) -> list[tuple[str, str | None]]:
    """All memberships of a user as pairs of role and franchise, former ones included."""
    return list(Membership.objects.filter(user=user).order_by("pk").values_list("role", "franchise_id"))


def noted() -> list[tuple[str, str, str]]:
    """The league's log since it was built: action, subject and reason."""
    rows = LeagueLog.objects.filter(league="rust-belt").order_by("pk").values_list("what", "subject", "reason")
    return [row for row in rows if row[0] != "founded" and not re.fullmatch(r"rust-belt\.\w+ as .*", row[1])]


def said(answer: HttpResponse) -> str:
    """The text of a page's main part on one line."""
    main = answer.content.decode().split('tabindex="-1">', 1)[1].split("</main>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split()).replace("&#x27;", "'")

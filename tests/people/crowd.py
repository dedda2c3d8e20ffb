"""People of a small league for tests: the league, their browsers, and invitations as links."""

from __future__ import annotations

import re
from typing import Any

from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client

from league.invitations import invite
from league.models import League, LeagueLog, Membership
from league.role_changes import end_role
from tests.league.small_league import BEGAN, Table, founded

PEOPLE = "/l/rust-belt/people/"


def league_of(*franchises: str, public: bool = True, **options: Any) -> Table:
    """A league at hiring with those franchises, each with an owner of its own."""
    return founded(franchises=franchises or ("razors", "saints"), public=public, **options)


def rust_belt() -> League:
    """Its row."""
    return League.objects.get(pk="rust-belt")


def person(name: str) -> Any:
    """A person with an account and no part in any league."""
    return get_user_model().objects.create_user(name, email=f"{name}@example.com", password="a pass phrase")


def known(who: str) -> Any:
    """The person of that seat: `boss`, or a franchise."""
    return get_user_model().objects.get(username=f"rust-belt-{who}")


def member(who: str) -> Membership:
    """The membership the builder gave them."""
    return Membership.objects.get(handle=f"rust-belt.{who}")


def browser(user: Any) -> Client:
    """A browser in which that person is logged in."""
    client = Client()
    client.force_login(user)
    return client


def vacate(franchise: str) -> None:
    """Take a franchise back from its owner, who watches from then on."""
    end_role(member=member(franchise), by=member("boss"), at=BEGAN, reason="He moved away.")


def link(role: str = "owner", **options: Any) -> str:
    """The path of an invitation that the commissioner made."""
    at = options.pop("at", BEGAN)
    _, token = invite(league=rust_belt(), by=member("boss"), role=role, at=at, **options)
    return f"/join/{token}/"


def roles(user: Any) -> list[tuple[str, str | None]]:
    """Every membership of a person: role and franchise, former ones too."""
    return list(Membership.objects.filter(user=user).order_by("pk").values_list("role", "franchise_id"))


def noted() -> list[tuple[str, str, str]]:
    """What the league's log says since it was built: what, of whom, and why."""
    said = LeagueLog.objects.filter(league="rust-belt").order_by("pk").values_list("what", "subject", "reason")
    return [each for each in said if each[0] != "founded" and not re.fullmatch(r"rust-belt\.\w+ as .*", each[1])]


def said(answer: HttpResponse) -> str:
    """The words of a page in one line."""
    main = answer.content.decode().split('tabindex="-1">', 1)[1].split("</main>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split()).replace("&#x27;", "'")

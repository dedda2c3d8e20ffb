"""Every answer is its reader's own; pages of a league are held beside who may see them (`test_permissions.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from api.documentation.views import openapi_document
from config.middleware.permissions_policy import ALLOWED_FEATURES, DENIED_FEATURES, PERMISSIONS_POLICY
from tests.api.api_callers import Program, program_of
from tests.guards.findings import report
from tests.guards.page_requests import asked_for
from tests.guards.private_answers import shared, words_of
from tests.league.small_league import lined_up
from tests.people.crowd import browser, known, league_of

pytestmark = pytest.mark.django_db
MADE_UP = {"key": "x", "uidb36": "1", "pk": "1"}
V1 = "/api/v1"


def addresses_of_accounts() -> list[str]:
    """Every address of accounts, with made-up keys where it asks for some."""

    def under(resolver: URLResolver) -> Iterator[URLPattern]:
        for url_pattern in resolver.url_patterns:
            if isinstance(url_pattern, URLResolver):
                yield from under(url_pattern)
            else:
                yield url_pattern

    (accounts,) = [
        url_pattern
        for url_pattern in get_resolver().url_patterns
        if isinstance(url_pattern, URLResolver) and str(url_pattern.pattern) == "accounts/"
    ]
    asked = [(pattern.name or "", pattern.pattern.converters) for pattern in under(accounts)]
    names = [(name, list(parts) or regex_parts(name)) for name, parts in asked]
    return sorted({reverse(name, kwargs={part: MADE_UP[part] for part in parts}) for name, parts in names})


def regex_parts(name: str) -> list[str]:
    """The parts of an address that allauth writes as a regular expression."""
    ((_, parts), *_), *_ = get_resolver().reverse_dict.getlist(name)[0]
    return list(parts)


def test_pages_of_accounts_are_their_readers_own() -> None:
    league_of()
    stranger, owner = Client(), browser(known("razors"))
    addresses = addresses_of_accounts()
    assert len(addresses) > 15
    answers = []
    for address in (each for each in addresses if "logout" not in each):
        for who, client in (("a stranger", stranger), ("an owner", owner)):
            with asked_for(address, by=who):
                answers.append((f"{address}, asked by {who}", client.get(address)))
    report(shared(answers), seen=answers, of="answers")


def test_what_the_api_answers_is_its_readers_own_whether_it_says_yes_or_no() -> None:
    table = lined_up()
    parts = {"league": table.league, "season": "s1", "match": "m1", "franchise": "razors", "driver": "razors.d1"}
    programs = {"a stranger": Program(), "an owner": program_of(table, "razors")}
    reads = [path for path, of in openapi_document()["paths"].items() if "get" in of]
    assert len(reads) > 40
    answers = []
    for path in [*reads, "/api/", f"{V1}/docs", f"{V1}/nowhere", "/api/nowhere", f"{V1}/leagues?colour=red"]:
        for who, program in programs.items():
            with asked_for(path, by=who):
                answer = Client().get(path.format_map(Parts(parts)), headers=headers_of(program))
            answers.append((f"{path}, asked by {who}", answer))
    answers += [(f"{path}, posted", Client().post(path)) for path in (f"{V1}/leagues", f"{V1}/docs", "/api/nowhere")]
    report(shared(answers), seen=answers, of="answers")


class Parts(dict[str, Any]):
    """The parts of addresses; one that nothing stands for is 1."""

    def __missing__(self, name: str) -> str:
        return "1"


def headers_of(program: Program) -> dict[str, str]:
    """By which a program is known."""
    return {"authorization": f"Bearer {program.token}"} if program.token else {}


def test_errors_and_files_are_told_apart_from_what_everybody_may_keep() -> None:
    asked = [
        ("a missing page", Client().get("/nowhere/")),
        ("a wrong host", Client().get("/", headers={"host": "evil.example"})),
        ("a wrong method", Client().post("/rulebook/")),
        ("the health of the site", Client().get("/healthz")),
    ]
    report(shared(asked), seen=asked, of="answers")
    file: Any = Client().get("/static/theme/theme.css")
    file.close()
    assert file.status_code == 200
    assert "public" in words_of(file, "Cache-Control")
    assert "cookie" not in words_of(file, "Vary")
    assert file["Permissions-Policy"] == PERMISSIONS_POLICY


def test_a_browser_may_do_for_the_site_what_the_site_uses_and_nothing_else() -> None:
    allowed = {each.partition("=")[0]: each.partition("=")[2] for each in PERMISSIONS_POLICY.split(", ")}
    assert {name for name, of in allowed.items() if of == "(self)"} == set(ALLOWED_FEATURES)
    assert {name for name, of in allowed.items() if of == "()"} == set(DENIED_FEATURES)
    assert {"camera", "geolocation", "microphone", "payment", "usb"} <= set(DENIED_FEATURES)


def test_an_answer_that_others_might_be_given_is_named() -> None:
    own = {
        "Cache-Control": "private, no-cache",
        "Vary": "Accept-Language, Cookie",
        "Permissions-Policy": PERMISSIONS_POLICY,
    }
    for headers, said in [
        (own, []),
        (own | {"Cache-Control": "no-store"}, []),
        (own | {"Cache-Control": "public, max-age=60"}, ["has Cache-Control max-age=60, public"]),
        (own | {"Cache-Control": ""}, ["has Cache-Control none"]),
        (own | {"Cache-Control": "private, max-age=60"}, ["has Cache-Control max-age=60, private"]),
        (own | {"Vary": "Accept-Language"}, ["does not vary by the cookie"]),
        (own | {"Permissions-Policy": ""}, ["has no Permissions-Policy"]),
    ]:
        found = list(shared([("a page", HttpResponse(headers=headers))]))
        assert len(found) == len(said), headers
        assert all(words in each for words, each in zip(said, found, strict=True))

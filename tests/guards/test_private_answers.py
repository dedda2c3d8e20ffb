"""No cache may share an answer. `test_permissions.py` checks this for the pages of a league."""

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
    """The paths of all account pages, with made-up keys as parameters."""

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
    patterns = [(pattern.name or "", pattern.pattern.converters) for pattern in under(accounts)]
    names = [(name, list(parts) or regex_parts(name)) for name, parts in patterns]
    return sorted({reverse(name, kwargs={part: MADE_UP[part] for part in parts}) for name, parts in names})


def regex_parts(name: str) -> list[str]:
    """The parameters of a URL that allauth writes as a regular expression."""
    ((_, parts), *_), *_ = get_resolver().reverse_dict.getlist(name)[0]
    return list(parts)


def test_pages_of_accounts_are_their_readers_own() -> None:
    league_of()
    stranger, owner = Client(), browser(known("razors"))
    addresses = addresses_of_accounts()
    assert len(addresses) > 15
    answers = []
    for address in (url for url in addresses if "logout" not in url):
        for who, client in (("a stranger", stranger), ("an owner", owner)):
            with asked_for(address, by=who):
                answers.append((f"{address}, asked by {who}", client.get(address)))
    report(shared(answers), seen=answers, of="answers")


def test_what_the_api_answers_is_its_readers_own_whether_it_says_yes_or_no() -> None:
    table = lined_up()
    parts = {"league": table.league, "season": "s1", "match": "m1", "franchise": "razors", "driver": "razors.d1"}
    programs = {"a stranger": Program(), "an owner": program_of(table, "razors")}
    reads = [path for path, methods in openapi_document()["paths"].items() if "get" in methods]
    assert len(reads) > 40
    answers = []
    for path in [*reads, "/api/", f"{V1}/docs", f"{V1}/nowhere", "/api/nowhere", f"{V1}/leagues?color=red"]:
        for who, program in programs.items():
            with asked_for(path, by=who):
                answer = Client().get(path.format_map(Parts(parts)), headers=headers_of(program))
            answers.append((f"{path}, asked by {who}", answer))
    answers += [(f"{path}, posted", Client().post(path)) for path in (f"{V1}/leagues", f"{V1}/docs", "/api/nowhere")]
    report(shared(answers), seen=answers, of="answers")


class Parts(dict[str, Any]):
    """Path parameters, with 1 for unknown names."""

    def __missing__(self, name: str) -> str:
        return "1"


def headers_of(program: Program) -> dict[str, str]:
    """The headers that authenticate a program."""
    return {"authorization": f"Bearer {program.token}"} if program.token else {}


def test_errors_and_files_are_told_apart_from_what_everybody_may_keep() -> None:
    answers = [
        ("a missing page", Client().get("/nowhere/")),
        ("a wrong host", Client().get("/", headers={"host": "evil.example"})),
        ("a wrong method", Client().post("/rulebook/")),
        ("the health of the site", Client().get("/healthz")),
    ]
    report(shared(answers), seen=answers, of="answers")
    file: Any = Client().get("/static/theme/theme.css")
    file.close()
    assert file.status_code == 200
    assert "public" in words_of(file, "Cache-Control")
    assert "cookie" not in words_of(file, "Vary")
    assert file["Permissions-Policy"] == PERMISSIONS_POLICY


def test_a_browser_may_do_for_the_site_what_the_site_uses_and_nothing_else() -> None:
    allowed = {feature.partition("=")[0]: feature.partition("=")[2] for feature in PERMISSIONS_POLICY.split(", ")}
    assert {name for name, allowlist in allowed.items() if allowlist == "(self)"} == set(ALLOWED_FEATURES)
    assert {name for name, allowlist in allowed.items() if allowlist == "()"} == set(DENIED_FEATURES)
    assert {"camera", "geolocation", "microphone", "payment", "usb"} <= set(DENIED_FEATURES)


def test_an_answer_that_others_might_be_given_is_named() -> None:
    own = {
        "Cache-Control": "private, no-cache",
        "Vary": "Accept-Encoding, Cookie",
        "Permissions-Policy": PERMISSIONS_POLICY,
    }
    for headers, expected in [
        (own, []),
        (own | {"Cache-Control": "no-store"}, []),
        (own | {"Cache-Control": "public, max-age=60"}, ["has Cache-Control max-age=60, public"]),
        (own | {"Cache-Control": ""}, ["has Cache-Control none"]),
        (own | {"Cache-Control": "private, max-age=60"}, ["has Cache-Control max-age=60, private"]),
        (own | {"Vary": "Accept-Encoding"}, ["does not vary by the cookie"]),
        (own | {"Permissions-Policy": ""}, ["has no Permissions-Policy"]),
    ]:
        found = list(shared([("a page", HttpResponse(headers=headers))]))
        assert len(found) == len(expected), headers
        assert all(words in sentence for words, sentence in zip(expected, found, strict=True))

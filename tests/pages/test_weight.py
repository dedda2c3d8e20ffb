"""The bytes of a first visit as the site is served, with everything compressed that gets smaller by it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from django.core.management import call_command
from django.test import Client

from league.templatetags.crests import crest
from league.templatetags.formatting import icon
from tests.league.small_league import settled
from tests.pages.large_league import grown
from tests.pages.page_reader import reader

pytestmark = pytest.mark.django_db
HOME = "/l/rust-belt/"
MOST = 200_000
"""The most bytes of a league's home, with all its styles, scripts, fonts and icons."""
LOADED = re.compile(rb'<(?:link|script|img|use)\b[^>]*?(?:href|src)="(/static/[^"#]+)')
NAMED = re.compile(rb"url\(\s*[\"']?([^\"')#]+)")
CHARTS = re.compile(rb"/static/vendor/chart[^\"]*\.js")
PAGES = ("s1/", "s1/standings/", "s1/drivers/", "s1/m1/", "records/", "f/razors/finances/", "d/razors.d1/")
"""Paths below the home, some with a chart and some without."""
GAIN = (".css", ".js", ".svg")
"""File types that compression makes smaller; fonts and pictures are already compressed."""


@pytest.fixture
def _as_served(settings: Any, tmp_path: Path) -> Iterator[None]:
    """Static files collected, hashed and compressed, as for `serve` and `scaled`.

    Pictures that are kept with the addresses of such files are forgotten before and after.
    """
    compressed = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    settings.STATIC_ROOT, settings.WHITENOISE_USE_FINDERS = tmp_path / "static", False
    settings.STORAGES = {**settings.STORAGES, "staticfiles": compressed}
    call_command("collectstatic", verbosity=0, interactive=False)
    for kept in (crest, icon):
        kept.cache_clear()
    yield
    for kept in (crest, icon):
        kept.cache_clear()


@pytest.mark.long
@pytest.mark.usefixtures("_as_served")
def test_a_first_visit_to_a_leagues_home_is_under_200_kb() -> None:
    grown(24)
    visitor = reader("owner")
    page = _sent(visitor, HOME)
    assert page.headers["Content-Encoding"] == "gzip"
    weight = {HOME: len(page.content), **dict(_files(visitor, visitor.get(HOME).content))}
    assert any(name.endswith(".css") for name in weight)
    assert any(name.endswith(".woff2") for name in weight)
    assert sum(weight.values()) < MOST, weight


def test_charts_are_drawn_by_a_program_that_only_pages_with_a_chart_load() -> None:
    settled()
    pages = {address: Client().get(address).content for address in (HOME, *(f"{HOME}{page}" for page in PAGES))}
    assert {address: bool(CHARTS.search(page)) for address, page in pages.items()} == {
        address: b"data-chart" in page for address, page in pages.items()
    }
    assert {b"data-chart" in page for page in pages.values()} == {True, False}


def _files(visitor: Client, page: bytes) -> Iterator[tuple[str, int]]:
    """Every file that the page and its styles load, with the size of its response in bytes."""
    waiting, addresses_seen = [url.decode() for url in LOADED.findall(page)], set[str]()
    while waiting:
        if (address := waiting.pop()) in addresses_seen:
            continue
        addresses_seen.add(address)
        answer = _sent(visitor, address)
        assert answer.status_code == 200, address
        content = b"".join(answer)
        yield address, len(content)
        if address.endswith(GAIN):
            assert answer.headers.get("Content-Encoding") == "gzip" or len(content) < 500, address
        if address.endswith(".css"):
            styles = b"".join(visitor.get(address))
            waiting += [
                urljoin(address, url.decode()) for url in NAMED.findall(styles) if not url.startswith(b"data:")
            ]


def _sent(visitor: Client, address: str) -> Any:
    return visitor.get(address, headers={"accept-encoding": "gzip, br"})

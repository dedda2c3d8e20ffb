"""The league in which everything happens, page by page in a real browser: no complaint, no sideways scroll."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.management import call_command

from drivers.models import Sheet
from tests.journeys.test_pages_in_a_browser import AXE, NARROWEST

FOLDER = Path(__file__).parents[2] / "examples" / "rust-belt"
SEASON_PAGES = ("", "drivers/", "rules/", "draft/", "pool/", "market/", "journal/", "amends/")
FRANCHISE_PAGES = ("", "stores/", "market/", "finances/", "sponsors/", "history/")
MATCHES = ("s1/m1", "s1/m2", "s1/m4", "s1/m6", "s1/m8", "s2/m1", "s2/m2")
LOGS = ("s2/m1/log/", "s2/m2/log/?show=box")
FRANCHISES = ("slag-queens", "potholes", "turnpike")
LOOKS = ((1280, "light"), (390, "dark"), (NARROWEST, "light"))

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def addresses() -> list[str]:
    """Every kind of page of the league, and a driver of every availability and with every quirk."""
    drivers: dict[object, str] = {}
    for sheet in Sheet.objects.order_by("pk"):
        id = sheet.pk.rsplit("/", 1)[-1]
        drivers.setdefault(sheet.availability, id)
        for quirk, count in sheet.quirks.items():
            drivers.setdefault((quirk, count > 1), id)
    return [
        "/l/rust-belt/",
        "/l/rust-belt/heads/",
        *(f"/l/rust-belt/{season}/{page}" for season in ("s1", "s2") for page in SEASON_PAGES),
        *(f"/l/rust-belt/{match}/" for match in MATCHES),
        *(f"/l/rust-belt/{log}" for log in LOGS),
        *(f"/l/rust-belt/f/{franchise}/{page}" for franchise in FRANCHISES for page in FRANCHISE_PAGES),
        *(f"/l/rust-belt/d/{driver}/" for driver in dict.fromkeys(drivers.values())),
    ]


def test_every_page_of_the_rust_belt_is_without_errors_accessible_and_fits(visit: Callable[..., Any]) -> None:
    call_command("play", FOLDER, verbosity=0, stdout=StringIO())
    pages, found = addresses(), []
    assert len(pages) > 45
    for width, theme in LOOKS:
        visitor = visit(width=width, theme=theme)
        for address in pages:
            answer = visitor.page.goto(address)
            if answer.status != 200:
                found.append(f"{address} answers {answer.status}")
                continue
            if (scrolled := visitor.page.evaluate("document.documentElement.scrollWidth")) != width:
                found.append(f"{address} is {scrolled} wide on {width}")
            if width != NARROWEST:
                wrongs = Axe().run(visitor.page, options=AXE).response["violations"]
                found += [
                    f"{address} {theme} {wrong['id']}: {node['html'][:120]}"
                    for wrong in wrongs
                    for node in wrong["nodes"][:3]
                ]
        found += [f"{theme} {width}: {complaint}" for complaint in visitor.complaints]
    assert found == []

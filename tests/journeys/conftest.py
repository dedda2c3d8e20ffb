"""A browser for the journeys: the system's Chromium, recording everything it complains about."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.journeys.live_pages import open_addresses_surely
from tools import chromium as system

GIVEN_UP = "net::ERR_ABORTED"
"""How a request fails that the browser cancelled because the visitor went on; that is no error of the page."""
REFUSED = "the server responded with a status of 422"
"""What Chromium logs for a form that was refused, the only complaint that a page may cause."""


@dataclass
class Visitor:
    """One browser page and what went wrong on it: console errors, page errors and failed requests."""

    page: Any
    complaints: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    try:
        executable = system.chromium_path()
    except system.NoChromium as why:
        if os.environ.get("REQUIRE_SERVICES"):
            pytest.fail(str(why))
        pytest.skip(str(why))
    from playwright.sync_api import sync_playwright

    # Playwright runs an event loop in this thread, in which Django would refuse its own queries.
    setting_before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=[*system.FLAGS])
        yield browser
        browser.close()
    if setting_before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def visit(chromium: Any, live_server: Any) -> Iterator[Callable[..., Visitor]]:
    """Open a new browser window of that width, theme and time zone; at the end, no window may have complaints."""
    contexts, visitors = [], []

    def opened(
        *, width: int = 1280, height: int = 900, theme: str = "light", touch: bool = False, zone: str = "UTC"
    ) -> Visitor:
        context = chromium.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            color_scheme=theme,
            timezone_id=zone,
            has_touch=touch,
            reduced_motion="reduce",
            permissions=["clipboard-write"],  # nobody could grant it in a headless browser
        )
        contexts.append(context)
        visitor = Visitor(open_addresses_surely(context.new_page()))
        visitors.append(visitor)
        visitor.page.on(
            "console",
            lambda message: visitor.complaints.append(message.text) if message.type in {"error", "warning"} else None,
        )
        visitor.page.on("pageerror", lambda error: visitor.complaints.append(str(error)))
        visitor.page.on(
            "requestfailed",
            lambda request: (
                None if request.failure == GIVEN_UP else visitor.complaints.append(f"failed: {request.url}")
            ),
        )
        return visitor

    yield opened
    for context in contexts:
        context.close()
    assert [complaint for visitor in visitors for complaint in visitor.complaints if REFUSED not in complaint] == []

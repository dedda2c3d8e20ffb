"""A browser for the journeys: the system's Chromium, with everything it complains about written down."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

CHROMIUMS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
"""Where the system has a Chromium. The first draws no window of its own, and works a quarter less for it."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
GIVEN_UP = "net::ERR_ABORTED"
"""What a request fails with when the visitor has gone on before it was answered, which is no fault of the page."""
REFUSED = "the server responded with a status of 422"
"""What Chromium says of a form that was refused: the one thing a page may make it complain of."""


@dataclass
class Visitor:
    """One browser page and what went wrong on it: console errors, page errors and failed requests."""

    page: Any
    complaints: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    found = next((path for path in CHROMIUMS if Path(path).exists()), None)
    if found is None:
        said = f"There is no Chromium at {' or '.join(CHROMIUMS)}: install the package chromium."
        if os.environ.get("REQUIRE_SERVICES"):
            pytest.fail(said)
        pytest.skip(said)
    from playwright.sync_api import sync_playwright

    # Playwright keeps an event loop in this thread, and Django would refuse its own queries there.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def visit(chromium: Any, live_server: Any) -> Iterator[Callable[..., Visitor]]:
    """Open a new browser window of that width and theme; until its end it has nothing to complain of."""
    contexts, visitors = [], []

    def opened(*, width: int = 1280, height: int = 900, theme: str = "light", touch: bool = False) -> Visitor:
        context = chromium.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            color_scheme=theme,
            has_touch=touch,
            reduced_motion="reduce",
        )
        contexts.append(context)
        visitor = Visitor(context.new_page())
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
    assert [said for visitor in visitors for said in visitor.complaints if REFUSED not in said] == []

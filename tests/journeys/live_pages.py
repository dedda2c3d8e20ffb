"""Pages that load themselves anew when something happens, and how a journey goes on from one."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Error, expect
from playwright.sync_api import TimeoutError as TakesTooLong

ABOUT_TO_LOAD = "[data-awaited]:not([hidden]), [data-reload][data-live=true]"
"""What is on a page that will load itself anew: awaited dice, or a live part that ends so."""
PATIENCE = 30_000
"""Milliseconds in which a page on a slow machine notices what happened."""
INTERRUPTED = "interrupted by another navigation"
"""How Playwright says that a page loaded itself anew when the address was opened."""
DROPPED_AFTER = 10_000
"""Milliseconds after which an address counts as dropped."""
RETRIES = 2
"""How often an address is opened again."""


def wait_until_at_rest(page: Any) -> None:
    """Wait until a page has nothing more to load itself anew for.

    Call it once what the page waits for has happened and before something on it is pressed.
    """
    expect(page.locator(ABOUT_TO_LOAD)).to_have_count(0, timeout=PATIENCE)


def open_addresses_surely(page: Any) -> Any:
    """Let `page.goto` open an address again that Chromium has dropped; returns the page.

    When a page loads itself anew at the moment another address is opened in its place, Chromium may drop the
    address: `goto` fails because another navigation interrupted it, or waits for it in vain.
    """
    plain_goto = page.goto

    def goto(address: str, **options: Any) -> Any:
        for _ in range(RETRIES):
            try:
                return plain_goto(address, **{"timeout": DROPPED_AFTER, **options})
            except Error as failure:
                if not isinstance(failure, TakesTooLong) and INTERRUPTED not in str(failure):
                    raise
        return plain_goto(address, **options)

    page.goto = goto
    return page

"""Pages that load themselves anew when something happens, and how a journey waits for that before it goes on."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

ABOUT_TO_LOAD = "[data-awaited]:not([hidden]), [data-reload][data-live=true]"
"""What is on a page that will load itself anew: awaited dice, or a live part that ends so."""
PATIENCE = 30_000
"""Milliseconds in which a page on a slow machine notices what happened."""


def wait_until_at_rest(page: Any) -> None:
    """Wait until a page has nothing more to load itself anew for.

    Call it once what the page waits for has happened and before another address is opened in its place: when both
    begin at the same moment, Chromium may drop the address, and `goto` waits for it in vain or fails because another
    navigation interrupted it.
    """
    expect(page.locator(ABOUT_TO_LOAD)).to_have_count(0, timeout=PATIENCE)

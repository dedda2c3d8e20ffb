"""A person with one thumb on a phone: every tap is counted, and so is the greatest length that a page reaches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.command_forms.desk import Sitter


@dataclass
class Thumb:
    """Somebody who taps on a page; what they type on the phone's keyboard, with its key for the next field, is none.

    `longest` is the length in CSS pixels of the longest page they saw.
    """

    page: Any
    taps: int = 0
    longest: int = 0

    def opens(self, address: str) -> None:
        """Follows a link from outside, such as that of a mail, which is one tap."""
        self.taps += 1
        self.page.goto(address)
        self._measures()

    def taps_on(self, target: Any) -> None:
        """Taps on something that is at least 44 px high, or whose label is."""
        self.taps += 1
        target.tap()
        self._measures()

    def follows(self, target: Any) -> None:
        """Taps on something that leads to another page."""
        self.taps += 1
        with self.page.expect_navigation():
            target.tap()
        self._measures()

    def types(self, *texts: str) -> None:
        """Types into the field that has the focus, and goes on to the next field between two texts."""
        for place, text in enumerate(texts):
            if place:
                self.page.keyboard.press("Tab")
            if text:
                self.page.keyboard.type(text)
        self._measures()

    def _measures(self) -> None:
        self.longest = max(self.longest, int(self.page.evaluate("document.documentElement.scrollHeight")))


def thumb_of(visit: Any, season: str, who: str, *, url: str, width: int = 390, theme: str = "light") -> Thumb:
    """Somebody of a season who is logged in on a phone."""
    page = visit(width=width, height=844, theme=theme, touch=True).page
    cookie = Sitter(season, who).client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": url}])
    return Thumb(page)

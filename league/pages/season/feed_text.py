"""Text that people wrote, made fit for a calendar (RFC 5545) and for a feed (XML 1.0)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from icalendar import vText

LINE_END = re.compile(r"\r\n?")
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""A character that XML cannot have, not even escaped; a calendar cannot have control characters either."""


def feed_text(text: str) -> str:
    """The text without what XML cannot have; `<` and `&` stay, and are escaped by what writes the feed."""
    return NOT_IN_XML.sub("", text)


def calendar_text(text: str) -> vText:
    """The text as a value of a calendar, in which commas, semicolons, backslashes and line ends are escaped.

    The library escapes properties that it does not know, such as `X-WR-CALNAME`, only if they are of this type.
    """
    from icalendar import vText  # slow to import; few processes write a calendar

    return vText(LINE_END.sub("\n", feed_text(text)))

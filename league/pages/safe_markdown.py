"""Markdown that people wrote, as HTML that is safe on any page: neither HTML nor pictures of theirs, links marked."""

from __future__ import annotations

import re

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

TAGS = {"a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "strong", "ul"}
SCHEMES = {"http", "https", "mailto"}
HEADING_SHIFT = 2
"""How many levels a heading of a text stands below what it is written as: the page has two of its own."""
_reader = MarkdownIt("commonmark", {"html": False}).disable(["image", "html_block", "html_inline"])


def render_markdown(text: str) -> SafeString:
    """The text as HTML. Tags of its own are shown as they are written; a link leads to the web or to an address."""
    tokens = _reader.parse(text)
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(6, int(token.tag[1:]) + HEADING_SHIFT)}"
    written = _reader.renderer.render(tokens, _reader.options, {})
    clean = nh3.clean(
        written,
        tags=TAGS,
        attributes={"a": {"href", "title"}, "ol": {"start"}},
        url_schemes=SCHEMES,
        link_rel="nofollow ugc noopener noreferrer",
    )
    return mark_safe(clean)  # noqa: S308 - what nh3 let through


def excerpt(text: str, *, most: int) -> tuple[str, bool]:
    """The first paragraphs of a text, up to so many characters, and whether it goes on after them.

    Of a first paragraph that is longer itself, so many characters, to the end of a word.
    """
    if len(text) <= most:
        return text, False
    taken = ""
    for part in re.split(r"\n\s*\n", text):
        longer = f"{taken}\n\n{part}" if taken else part
        if len(longer) > most:
            break
        taken = longer
    if taken:
        return taken, True
    cut = text[:most]
    return (cut.rsplit(None, 1)[0] if re.search(r"\s", cut) else cut).rstrip() + "…", True

"""Renders Markdown written by users as safe HTML: no raw HTML or images, and links are marked as user content."""

from __future__ import annotations

import re

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

TAGS = {"a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "strong", "ul"}
SCHEMES = {"http", "https", "mailto"}
HEADING_SHIFT = 2
"""By how many levels headings are lowered, since the page itself uses the first two."""
_reader = MarkdownIt("commonmark", {"html": False}).disable(["image", "html_block", "html_inline"])


def render_markdown(text: str) -> SafeString:
    """Render Markdown as safe HTML. Raw HTML is shown as text, and links may only use `SCHEMES`."""
    tokens = _reader.parse(text)
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(6, int(token.tag[1:]) + HEADING_SHIFT)}"
    rendered = _reader.renderer.render(tokens, _reader.options, {})
    clean = nh3.clean(
        rendered,
        tags=TAGS,
        attributes={"a": {"href", "title"}, "ol": {"start"}},
        url_schemes=SCHEMES,
        link_rel="nofollow ugc noopener noreferrer",
    )
    return mark_safe(clean)  # noqa: S308 - what nh3 let through


def excerpt(text: str, *, most: int) -> tuple[str, bool]:
    """The first whole paragraphs of a text, up to `most` characters, and whether more text follows.

    If the first paragraph alone is longer than that, it is cut at the end of a word.
    """
    if len(text) <= most:
        return text, False
    kept = ""
    for paragraph in re.split(r"\n\s*\n", text):
        longer = f"{kept}\n\n{paragraph}" if kept else paragraph
        if len(longer) > most:
            break
        kept = longer
    if kept:
        return kept, True
    cut = text[:most]
    return (cut.rsplit(None, 1)[0] if re.search(r"\s", cut) else cut).rstrip() + "…", True

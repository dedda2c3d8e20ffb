"""Template tags for rule IDs as links, and for the text of rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from explain import rulebook_links
from explain.plain_words import to_plain_words
from explain.rulebook_links import rule_link as marked
from league.models import Season
from league.templatetags.formatting import tooltip
from rules.rulebook.rule_text import CODE, RULE, STRONG, TERM, TextSegment

register = template.Library()
RULE_ID_PATTERN = re.compile(r"\b[A-Z]{2,5}(?:-[A-Z])?-[0-9]{3}\b")
CITATION = re.compile(rf"\s*[(\[](?:{RULE_ID_PATTERN.pattern}(?:, | and | to )?)+[)\]]")
"""A citation of rules in parentheses or brackets, with the space before it."""


@register.simple_tag(takes_context=True)
def rule_link(context: dict[str, Any], id: str, about: str = "") -> SafeString:
    """A rule's ID as a link to the rule, in the rulebook of the page's season if it has one.

    `about` is the tooltip. An ID that is in no book is shown without a link.
    """
    return marked(id, season=_season_id(context), about=about)


@register.simple_tag(takes_context=True)
def text_with_rules(context: dict[str, Any], text: str) -> SafeString:
    """A sentence in plain words, followed by links to the rules it cites."""
    season = _season_id(context)
    rules = dict.fromkeys(RULE_ID_PATTERN.findall(text))
    plain = to_plain_words(CITATION.sub("", text).replace("`", ""))
    return format_html("{}{}", plain, format_html_join("", " {}", ((marked(rule, season=season),) for rule in rules)))


@register.simple_tag(takes_context=True)
def rule_text(context: dict[str, Any], line: Iterable[TextSegment]) -> SafeString:
    """A line of the rulebook, with rules as links and explained terms."""
    season = _season_id(context)
    return format_html_join("", "{}", ((_render_segment(segment, season),) for segment in line))


def _season_id(context: dict[str, Any]) -> str:
    season = context.get("season")
    return str(season.pk) if isinstance(season, Season) else ""


def _render_segment(piece: TextSegment, season: str) -> SafeString | str:
    if piece.kind == RULE:
        href = rulebook_links.rule_url(piece.words, season)
        return format_html('<a href="{}">{}</a>', href, piece.words) if href else piece.words
    if piece.kind == TERM:
        return tooltip(piece.words, piece.means)
    if piece.kind == CODE:
        return format_html("<code>{}</code>", piece.words)
    if piece.kind == STRONG:
        return format_html("<strong>{}</strong>", piece.words)
    return piece.words

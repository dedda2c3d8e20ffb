"""Rules of the books on a page: an ID as the link to its rule, and the text of a rule."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.models import Season
from league.pages import routes
from league.pages.plainly import plain
from league.pages.rulebook_marks import marked
from league.templatetags.look import tip
from rules.rulebook.rule_text import CODE, RULE, STRONG, TERM, TextSegment

register = template.Library()
ID = re.compile(r"\b[A-Z]{2,5}(?:-[A-Z])?-[0-9]{3}\b")
CITATION = re.compile(rf"\s*\((?:{ID.pattern}(?:, | and | to )?)+\)")
"""The rules a sentence cites, in the brackets they stand in."""


@register.simple_tag(takes_context=True)
def rule(context: dict[str, Any], id: str, about: str = "") -> SafeString:
    """A rule's ID as the link to where it stands in the rulebook, in the season of the page where it has one.

    `about` is said where one points at it. An ID no book has is told without a link.
    """
    return marked(id, season=_season_of(context), about=about)


@register.simple_tag(takes_context=True)
def cited(context: dict[str, Any], text: str) -> SafeString:
    """A sentence in the site's words, with the rules it cites as links after it."""
    season = _season_of(context)
    rules = dict.fromkeys(ID.findall(text))
    told = plain(CITATION.sub("", text).replace("`", ""))
    return format_html("{}{}", told, format_html_join("", " {}", ((marked(each, season=season),) for each in rules)))


@register.simple_tag(takes_context=True)
def prose(context: dict[str, Any], line: Iterable[TextSegment]) -> SafeString:
    """A line of the rulebook's text: its rules as links, its terms with what they mean."""
    season = _season_of(context)
    return format_html_join("", "{}", ((_piece(each, season),) for each in line))


def _season_of(context: dict[str, Any]) -> str:
    season = context.get("season")
    return str(season.pk) if isinstance(season, Season) else ""


def _piece(piece: TextSegment, season: str) -> SafeString | str:
    if piece.kind == RULE:
        href = routes.rule_at(piece.words, season)
        return format_html('<a href="{}">{}</a>', href, piece.words) if href else piece.words
    if piece.kind == TERM:
        return tip(piece.words, piece.means)
    if piece.kind == CODE:
        return format_html("<code>{}</code>", piece.words)
    if piece.kind == STRONG:
        return format_html("<strong>{}</strong>", piece.words)
    return piece.words

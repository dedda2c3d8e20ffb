"""Template tags for download links of tables, and for the social card of a page."""

from __future__ import annotations

from typing import Any

from django import template
from django.core.exceptions import DisallowedHost
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.pages.exports.page import TABLES_BY_NAME, table_file_links
from league.pages.social_cards import SITE_DESCRIPTION
from league.pages.social_cards import social_card as card_of

register = template.Library()


@register.simple_tag(takes_context=True)
def download_links(context: Any, name: str, **of: str) -> SafeString:
    """Links to the files of a table of the page's season; `of` may name a match or franchise."""
    files = table_file_links(context["season"].pk, name, **of)
    title = TABLES_BY_NAME[name].title
    links = format_html_join(
        " ",
        '<a href="{}" download aria-label="{} as {}">{}</a>',
        ((href, title, file_format, file_format) for file_format, href in files),
    )
    return format_html('<span class="take no-print">{}</span>', links)


def _absolute_url(request: Any, path: str | None) -> str:
    """The absolute URL of a path; empty without a request, or if the requested host is not one of the site's."""
    if request is None:
        return ""
    try:
        return str(request.build_absolute_uri(path))
    except DisallowedHost:
        return ""


@register.inclusion_tag("partials/card.html", takes_context=True)
def social_card(context: Any) -> dict[str, Any]:
    """The metadata for sharing a page's URL: a card for pages of public leagues, else only the site's description."""
    request = context.get("request")
    card = card_of(context.flatten() if hasattr(context, "flatten") else context)
    return {
        "card": card,
        "description": SITE_DESCRIPTION if card is None else card.description,
        "href": _absolute_url(request, None if request is None else f"{request.path}{card.query if card else ''}"),
        "site": _absolute_url(request, "/")[:-1],
        "league": context.get("league") if card is not None else None,
    }

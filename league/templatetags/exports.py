"""What leaves the site with a page: its tables as files, and how it is shown where its address is shared."""

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
    """Links to a table's files, named after its page's season; `of` says of which match or franchise it is."""
    files = table_file_links(context["season"].pk, name, **of)
    title = TABLES_BY_NAME[name].title
    links = format_html_join(
        " ", '<a href="{}" download aria-label="{} as {}">{}</a>', ((href, title, each, each) for each, href in files)
    )
    return format_html('<span class="take no-print">{}</span>', links)


def _absolute_url(request: Any, path: str | None) -> str:
    """An address with the host it was asked at; "" where that is none of ours, as on the page that says so."""
    if request is None:
        return ""
    try:
        return str(request.build_absolute_uri(path))
    except DisallowedHost:
        return ""


@register.inclusion_tag("partials/card.html", takes_context=True)
def social_card(context: Any) -> dict[str, Any]:
    """How the page is shown where somebody shares its address: for public leagues what stands on it, else no more
    than that it is of this site.
    """
    request = context.get("request")
    card = card_of(context.flatten() if hasattr(context, "flatten") else context)
    return {
        "card": card,
        "description": SITE_DESCRIPTION if card is None else card.description,
        "href": _absolute_url(request, None if request is None else request.path),
        "site": _absolute_url(request, "/")[:-1],
        "league": context.get("league") if card is not None else None,
    }

"""Template tags that translate names, and mark the language of parts of a page."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from explain.translated_names import translate_name

register = template.Library()


@register.filter
def translated(name: object) -> str:
    """A name of the site, such as "Schedule" or "Season 3", in the visitor's language."""
    return translate_name(str(name))


@register.simple_tag
def english_lang_attribute() -> SafeString:
    """The `lang` attribute of an English part; empty if the page is English."""
    return mark_safe("" if get_language() == settings.LANGUAGE_CODE else ' lang="en"')  # noqa: S308 - our own


@register.simple_tag
def page_lang_attribute() -> SafeString:
    """The `lang` attribute of a part in the page's language within an English part; empty if the page is English."""
    language = get_language()
    return SafeString() if language == settings.LANGUAGE_CODE else format_html(' lang="{}"', language)

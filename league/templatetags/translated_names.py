"""Names that pages give in English, in the language the page is shown in."""

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
    """A name of the site's own, such as "Schedule" or "Season 3", as the visitor's language has it."""
    return translate_name(str(name))


@register.simple_tag
def english_lang_attribute() -> SafeString:
    """What marks a part that is English wherever the page is not."""
    return mark_safe("" if get_language() == settings.LANGUAGE_CODE else ' lang="en"')  # noqa: S308 - our own


@register.simple_tag
def page_lang_attribute() -> SafeString:
    """What marks a part that is in the page's language within one that is English."""
    tongue = get_language()
    return SafeString() if tongue == settings.LANGUAGE_CODE else format_html(' lang="{}"', tongue)

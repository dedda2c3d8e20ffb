"""How small things look on a page: money in k, dice, icons, colours, words with an explanation."""

import re
from collections.abc import Sequence

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rules.terms import in_k

register = template.Library()

SPRITE = "vendor/bootstrap-icons-1.13.2/sprite.svg"
MINUS = "\N{MINUS SIGN}"
HEX_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
NO_COLOUR = "#8a8f98"


@register.filter
def k(credits: int | None) -> str:
    """An amount of money as the rulebook writes it, 13500 as "13.5k" (DM-C-001); a dash where there is none."""
    return "–" if credits is None else in_k(credits).replace("-", MINUS)


@register.filter
def signed_k(credits: int | None) -> str:
    """A change of money, its sign always shown."""
    return f"+{k(credits)}" if credits is not None and credits > 0 else k(credits)


@register.filter
def signed(number: int) -> str:
    """A modifier with its sign: "+1", "−2", "0"."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"


@register.simple_tag
def icon(name: str) -> SafeString:
    """A decorative picture out of the sprite; the words beside it say what it means."""
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>', static(SPRITE), name)


@register.simple_tag
def dice(faces: Sequence[int]) -> SafeString:
    """Faces as thrown: pictures for eyes, numbers for readers of the page's text."""
    pictures = format_html_join("", "{}", ((_face(face),) for face in faces))
    said = ", ".join(str(face) for face in faces)
    return format_html('<span class="dice"><span class="visually-hidden">rolled {}</span>{}</span>', said, pictures)


def _face(face: int) -> SafeString:
    if 1 <= face <= 6:
        return icon(f"dice-{face}-fill")
    return format_html('<span class="face" aria-hidden="true">{}</span>', face)


@register.simple_tag
def colour(value: str) -> SafeString:
    """A franchise's colour as a small slanted flag: an attribute of the drawing, since the policy bars styles."""
    fill = value if HEX_COLOUR.fullmatch(value or "") else NO_COLOUR
    return format_html(
        '<svg class="colour" viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect width="10" height="10" rx="1" fill="{}"></rect></svg>',
        fill,
    )


@register.simple_tag
def tip(words: object, explanation: str) -> SafeString:
    """Words that explain themselves when pointed at, focused or tapped."""
    return format_html('<button type="button" class="tip" data-tip title="{}">{}</button>', explanation, words)

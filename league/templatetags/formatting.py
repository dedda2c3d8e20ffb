"""How small things look on a page: money in k, dice, icons, colours, words with an explanation."""

import re
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from html import escape
from typing import Any

from django import template
from django.template.defaultfilters import date
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext

from rules.core.terms import in_k

register = template.Library()

SPRITE = "vendor/bootstrap-icons-1.13.2/sprite.svg"
MINUS = "\N{MINUS SIGN}"
HEX_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
DEFAULT_COLOR = "#8a8f98"
CACHE_SIZE = 4096
"""How many of each small thing are kept as they were written last: a page holds hundreds that are alike."""


@register.filter
def k(credits: int | None) -> str:
    """An amount of money as the rulebook writes it, 13500 as "13.5k" (DM-C-001); a dash where there is none."""
    if credits is None:
        return "–"
    return in_k(credits).replace("-", MINUS).replace(".", pgettext("decimal sign of amounts", "."))


@register.filter
def signed_k(credits: int | None) -> str:
    """A change of money, its sign always shown."""
    return f"+{k(credits)}" if credits is not None and credits > 0 else k(credits)


@register.filter
def signed(number: int) -> str:
    """A modifier with its sign: "+1", "−2", "0"."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"


@register.simple_tag
@lru_cache(maxsize=CACHE_SIZE, typed=True)
def icon(name: str) -> SafeString:
    """A decorative picture out of the sprite; the words beside it say what it means."""
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>', static(SPRITE), name)


@register.simple_tag
def dice(roll: Any) -> SafeString:
    """A roll as it was thrown: pictures for eyes, numbers for readers of the page's text, and its marks."""
    return _dice_with_marks(roll)


@register.simple_tag
def dice_of_rolls(rolls: Iterable[Any]) -> SafeString:
    """The dice of each of those rolls, one after the other."""
    return SafeString(" ".join(map(_dice_with_marks, rolls)))


@register.simple_tag
def linked_sentence(pieces: Iterable[Any]) -> SafeString:
    """A sentence of which every piece that has an address is a link."""
    return SafeString(
        "".join(
            f'<a href="{escape(piece.href)}">{escape(piece.text)}</a>' if piece.href else escape(piece.text)
            for piece in pieces
        )
    )


@register.simple_tag
def local_time(at: datetime) -> SafeString:
    """A moment in UTC, which scripts tell in the reader's own time."""
    return _render_time(at, get_language())


@lru_cache(maxsize=CACHE_SIZE, typed=True)
def _render_time(at: datetime, _language: str | None) -> SafeString:
    local = localtime(at)
    return format_html('<time datetime="{}" data-local>{} UTC</time>', date(local, "c"), date(local, "j M Y, H:i"))


def _dice_with_marks(roll: Any) -> SafeString:
    faces = _render_faces(tuple(roll.faces))
    if not roll.by_hand:
        return faces
    return SafeString(f'{faces} <span class="chip warn">by hand</span>{_misread_marks(roll.misread)}')


def _misread_marks(dice: Iterable[Any]) -> str:
    """For each die that was misread all that ever stood there, the first face first."""
    faces: dict[int, list[int]] = {}
    for each in dice:
        faces.setdefault(each.die, [each.was]).append(each.now)
    return "".join(
        f' <span class="chip warn">misread: die {die}, {" → ".join(map(str, history))}</span>'
        for die, history in sorted(faces.items())
    )


@lru_cache(maxsize=CACHE_SIZE, typed=True)
def _render_faces(faces: tuple[int, ...]) -> SafeString:
    pictures = format_html_join("", "{}", ((_render_face(face),) for face in faces))
    text = ", ".join(str(face) for face in faces)
    return format_html('<span class="dice"><span class="visually-hidden">rolled {}</span>{}</span>', text, pictures)


def _render_face(face: int) -> SafeString:
    if 1 <= face <= 6:
        return icon(f"dice-{face}-fill")
    return format_html('<span class="face" aria-hidden="true">{}</span>', face)


@register.simple_tag
@lru_cache(maxsize=CACHE_SIZE, typed=True)
def color_flag(value: str) -> SafeString:
    """A franchise's colour as a small slanted flag: an attribute of the drawing, since the policy bars styles."""
    fill = value if HEX_COLOR.fullmatch(value or "") else DEFAULT_COLOR
    return format_html(
        '<svg class="colour" viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect width="10" height="10" rx="1" fill="{}"></rect></svg>',
        fill,
    )


@register.simple_tag
def tooltip(words: object, explanation: str) -> SafeString:
    """Words that explain themselves when pointed at, focused or tapped."""
    return format_html('<button type="button" class="tip" data-tip title="{}">{}</button>', explanation, words)

"""Template tags and filters for amounts, dice, icons, times, color flags and tooltips."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from html import escape
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.times import CLOCK, DAY, EXACT, Zones, current_zones, write_time
from rules.core.terms import in_k

register = template.Library()

SPRITE = "vendor/bootstrap-icons-1.13.2/sprite.svg"
MINUS = "\N{MINUS SIGN}"
HEX_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
DEFAULT_COLOR = "#8a8f98"
SIX = range(1, 7)
CACHE_SIZE = 4096
"""Size of each cache of rendered fragments: a page has hundreds of equal ones."""


@register.filter
def k(credits: int | None) -> str:
    """An amount in credits as the rulebook writes it: 13500 is "13.5k" (DM-C-001). None is a dash."""
    if credits is None:
        return "–"
    return in_k(credits).replace("-", MINUS)


@register.filter
def k_or_dash(credits: int) -> str:
    """An amount in credits for a table; nothing is a dash, so that what was paid stands out."""
    return k(credits or None)


@register.filter
def signed_k(credits: int | None) -> str:
    """A change of money in credits, with a plus sign if it is positive."""
    return f"+{k(credits)}" if credits is not None and credits > 0 else k(credits)


@register.filter
def signed(number: int) -> str:
    """A modifier with its sign: "+1", "−2", "0"."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"


@register.simple_tag
@lru_cache(maxsize=CACHE_SIZE, typed=True)
def icon(name: str) -> SafeString:
    """A decorative icon from the sprite, hidden from screen readers."""
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>', static(SPRITE), name)


@register.simple_tag
def dice(roll: Any) -> SafeString:
    """A roll as pictures, with numbers for screen readers, and its marks."""
    return _dice_with_marks(roll)


@register.simple_tag
def dice_of_rolls(rolls: Iterable[Any]) -> SafeString:
    """The dice of several rolls in a row."""
    return SafeString(" ".join(map(_dice_with_marks, rolls)))


@register.simple_tag
def die(face: int) -> SafeString:
    """One die of a roll, for pages that show the dice apart."""
    return _render_faces((face,))


@register.simple_tag
def linked_sentence(pieces: Iterable[Any]) -> SafeString:
    """A sentence made of segments; those with an `href` become links."""
    return SafeString(
        "".join(
            f'<a href="{escape(piece.href)}">{escape(piece.text)}</a>' if piece.href else escape(piece.text)
            for piece in pieces
        )
    )


@register.simple_tag
def moment(at: datetime | None, style: str = "", league_zone: str = "", css: str = "") -> SafeString:
    """A time in the reader's zone, with the league's beside it; nothing for None.

    `style` is one of `league.times`. `league_zone` is for a page about several leagues, `css` the element's classes.
    If the reader chose no zone, it is in the league's, and a script shows that of the browser.
    """
    if at is None:
        return SafeString("")
    zones = current_zones()
    return _render_moment(at, Zones(zones.reader, league_zone) if league_zone else zones, style, css)


@register.filter
def moment_text(at: datetime, style: str = "") -> str:
    """The same as text, where no element can stand, and for print."""
    return write_time(at, current_zones(), style)


@lru_cache(maxsize=CACHE_SIZE, typed=True)
def _render_moment(at: datetime, zones: Zones, style: str, css: str) -> SafeString:
    look = format_html(' class="{}"', css) if css else SafeString("")
    marks = SafeString("")
    if zones.reader:
        shown = write_time(at, zones, EXACT) if style in {DAY, CLOCK} else zones.reader
        marks = format_html(' title="{}"', shown)
    else:
        marks = format_html(' data-local="{}"', style) if style else SafeString(" data-local")
        if zones.league:
            marks += format_html(' data-zone="{}"', zones.league)
    instant = at.astimezone(UTC).isoformat()
    return format_html('<time{} datetime="{}"{}>{}</time>', look, instant, marks, write_time(at, zones, style))


def _dice_with_marks(roll: Any) -> SafeString:
    faces = _render_faces(tuple(roll.faces))
    if not roll.by_hand:
        return faces
    return SafeString(f'{faces} <span class="chip warn">by hand</span>{_misread_marks(roll.misread)}')


def _misread_marks(dice: Iterable[Any]) -> str:
    """A mark for each misread die, with all its faces in order."""
    history_by_die: dict[int, list[int]] = {}
    for mark in dice:
        history_by_die.setdefault(mark.die, [mark.was]).append(mark.now)
    return "".join(
        f' <span class="chip warn">misread: die {die}, {" → ".join(map(str, history))}</span>'
        for die, history in sorted(history_by_die.items())
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
def odds_dice(faces: Iterable[int], rolled: int | None = None) -> SafeString:
    """The odds of one die as six small dice; those on which it happens are larger and red.

    The face that was `rolled` is outlined. The page says it beside them.
    """
    return _render_odds(tuple(sorted(set(faces))), rolled)


@register.simple_tag
def odds_of_row(on: str, of: int) -> SafeString:
    """The faces that a row of a table is on, such as "1, 3–5", as six small dice; nothing for other dice than one."""
    if of != len(SIX):
        return SafeString("")
    spans = [part.replace("-", "–").split("–") for part in on.split(",")]
    if not all(number.strip().isdecimal() for span in spans for number in span):
        return SafeString("")
    faces = {face for span in spans for face in range(int(span[0]), int(span[-1]) + 1)}
    return _render_odds(tuple(sorted(faces & set(SIX))), None)


@lru_cache(maxsize=CACHE_SIZE, typed=True)
def _render_odds(faces: tuple[int, ...], rolled: int | None) -> SafeString:
    pictures = format_html_join(
        "",
        '<span class="{}{}">{}</span>',
        (
            ("hit" if face in faces else "miss", " rolled" if face == rolled else "", _render_face(face))
            for face in SIX
        ),
    )
    text = f"{', '.join(map(str, faces)) or 'nothing'} of a die, {len(faces)} in {len(SIX)}"
    return format_html('<span class="odds"><span class="visually-hidden">on {}</span>{}</span>', text, pictures)


@register.simple_tag
@lru_cache(maxsize=CACHE_SIZE, typed=True)
def color_flag(value: str) -> SafeString:
    """A franchise's color as a small flag.

    It is an SVG attribute, since the content security policy forbids styles.
    """
    fill = value if HEX_COLOR.fullmatch(value or "") else DEFAULT_COLOR
    return format_html(
        '<svg class="color" viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect width="10" height="10" rx="1" fill="{}"></rect></svg>',
        fill,
    )


@register.simple_tag
def tooltip(words: object, explanation: str) -> SafeString:
    """Words with an explanation that appears when they are pointed at, focused or tapped."""
    return format_html('<button type="button" class="tip" data-tip title="{}">{}</button>', explanation, words)

"""The social card of a replay: a moment of a match as PNG, since sites that show cards take no SVG."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from html import escape

import resvg_py
from django.conf import settings
from django.core.cache import cache

from franchises.crests import Crest, crest_marks
from league.access import Viewer
from league.models import Season
from league.pages.matches.replay.board import CarAtStep, cars_at_step
from league.pages.matches.replay.drawing import liveliest_step, still_parts
from league.pages.matches.replay.page import ReplayQuery, find_replay, step_title
from rules.match.replay.frames import Frame, Ground

WIDTH, HEIGHT = 1200, 630
"""The size of a social card in pixels."""
STRIP = 96
"""The height of the strip under the picture that says what it shows, in pixels."""
FONT = settings.BASE_DIR / "static/vendor/barlow-condensed-5.3.0/barlow-condensed-latin-700-normal.ttf"
FAMILY = "Barlow Condensed"
MOST_LETTERS = 60
"""The most letters that fit into the strip without crests."""
CREST, CREST_TOP, CREST_STEP, MARGIN, MOST_CRESTS = 56, 22, 66, 36, 6
"""Of crests in the strip: size, top, distance from one to the next, margin at the right; in pixels; how many fit."""
LETTERS_A_CREST = 3.4
"""How many letters have to give way to a crest."""


def card_picture(
    ground: Ground, frame: Frame, there: Sequence[CarAtStep], *, words: str, crests: Sequence[Crest] = ()
) -> bytes:
    """A step of a replay as a PNG of a card's size, with words and the crests of its teams under it.

    Letters that the site's own font has not are taken from the machine's fonts, and left out where those lack them.
    """
    most = int(MOST_LETTERS - LETTERS_A_CREST * len(crests[:MOST_CRESTS]))
    shown = words if len(words) <= most else f"{words[: most - 1].rstrip()}…"
    high = HEIGHT - STRIP
    lefts = [WIDTH - MARGIN - CREST - CREST_STEP * place for place in range(min(len(crests), MOST_CRESTS))]
    shields = "".join(
        f'<g transform="translate({left} {high + CREST_TOP}) scale({CREST / 32})">{crest_marks(crest)}</g>'
        for left, crest in zip(reversed(lefts), crests, strict=False)
    )
    card = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FAMILY}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#0c0d10"/>'
        f'<svg width="{WIDTH}" height="{high}" viewBox="0 0 {ground.width} {ground.height}">'
        f"{''.join(still_parts(ground, frame, there))}</svg>"
        f'<rect y="{high}" width="{WIDTH}" height="{STRIP}" fill="#17130f"/>'
        f'<rect y="{high}" width="{WIDTH}" height="5" fill="#e8590c"/>'
        f'<text x="36" y="{high + 66}" font-size="48" fill="#f4efe9">{escape(shown)}</text>{shields}</svg>'
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=card, font_files=[str(FONT)], font_family=FAMILY))


KEPT = 3600
"""How many seconds a card is kept, since drawing it takes half a second of a processor."""


def replay_card(*, season: Season, viewer: Viewer, match: str, asked: ReplayQuery) -> bytes | None:
    """A step as the PNG of a social card, by default that in which the most happens; None if nothing can be drawn."""
    loaded = find_replay(season, viewer, match, asked)
    if loaded is None or loaded.film.ground is None or not loaded.replay.steps:
        return None
    ground, replay = loaded.film.ground, loaded.replay
    number = asked.step(replay) if asked.at or asked.part else liveliest_step(loaded.film)
    step = replay.steps[number - 1]
    crests = tuple({car.team: car.crest for car in loaded.cars}.values())
    blazons = sha256("/".join(crest.blazon for crest in crests).encode()).hexdigest()[:16]
    key = f"replay-card:{loaded.digest}:{number}:{blazons}"
    if (kept := cache.get(key)) is not None:
        return bytes(kept)
    words = f"{ground.title} · {step_title(step, loaded.phase_called)}"
    drawn = card_picture(ground, step.frame, cars_at_step(step.frame, loaded.cars), words=words, crests=crests)
    cache.set(key, drawn, KEPT)
    return drawn

"""The social card of a replay: a moment of a match as a picture, kept for a while."""

from __future__ import annotations

from hashlib import sha256

from django.core.cache import cache

from league.access import Viewer
from league.models import Season
from league.pages.matches.card_picture import card_picture
from league.pages.matches.replay import ReplayQuery, find_replay, step_title
from league.pages.matches.replay_board import cars_at_step
from league.pages.matches.replay_clip import liveliest_step

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

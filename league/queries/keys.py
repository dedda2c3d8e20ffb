"""The keys of a match that are public by now, for whoever wants to throw its dice again."""

from __future__ import annotations

from dataclasses import dataclass

from league.models import Match, Season
from league.queries.matches import LOCKED_STEPS
from rules.dice import KeyRing


@dataclass(frozen=True, slots=True)
class PublishedKey:
    """A key in hex digits and what is thrown with it: paths that begin so."""

    name: str
    paths: str
    key: str


def published_keys(season: Season, match: Match) -> list[PublishedKey]:
    """The pre-match key once line-ups are locked, the match key once the settlement is closed; none before."""
    name = match.pk.rsplit("/", 1)[-1]
    ring = KeyRing(bytes.fromhex(season.secret), {name: match.words})
    published = []
    if match.step in LOCKED_STEPS:
        published.append(PublishedKey("Pre-match", f"{name}/pre/…", ring.pre_match(name).hex()))
    if match.step == "settled":
        published.append(PublishedKey("Match", f"{name}/settle/…", ring.match(name).hex()))
    return published

"""The keys that are public by now, with which anybody can throw a match's dice, or the season's own, again."""

from __future__ import annotations

from dataclasses import dataclass

from league.models import Match, Season
from league.queries.matches import PUBLIC_LINE_UP_STEPS, SETTLEMENT_CLOSED_STEPS
from league.queries.season_leaves import has_leaves, key_of_match
from league.queries.season_secrets import ring_of, secrets_of
from rules.core.dice import KeyRing


@dataclass(frozen=True, slots=True)
class PublishedKey:
    """A key in hex digits and the prefix of the paths that are thrown with it."""

    name: str
    paths: str
    key: str


def published_keys(season: Season, match: Match) -> list[PublishedKey]:
    """The keys of a match that are public so far.

    The pre-match key is public once line-ups are locked or the match is void, the match key once the settlement is
    closed, the shop key once the shops are, and none before. In a season with leaves entries show their own, and a
    match has the key it was played with.
    """
    name = match.pk.rsplit("/", 1)[-1]
    if has_leaves(season):
        if match.step not in SETTLEMENT_CLOSED_STEPS or name not in season.match_leaves:
            return []
        return [PublishedKey("Match", f"what was played in {name}", key_of_match(season, name).hex())]
    ring = ring_of(season, {name: match.words})
    published = []
    if match.step in (*PUBLIC_LINE_UP_STEPS, "void"):
        published.append(PublishedKey("Pre-match", f"{name}/pre/…", ring.pre_match(name).hex()))
    if match.step in SETTLEMENT_CLOSED_STEPS:
        published.append(PublishedKey("Match", f"every other {name}/…", ring.match(name).hex()))
    if match.step == "settled":
        published.append(PublishedKey("Shop", f"{name}/shop/…", ring.shop(name).hex()))
    return published


def published_season_key(season: Season) -> PublishedKey | None:
    """The season's own key, for everything that is thrown outside a match, once the season is closed."""
    if season.step != "closed" or has_leaves(season):
        return None
    return PublishedKey("Season", "every other path", KeyRing(bytes.fromhex(season.secret)).season().hex())


def earlier_season_keys(season: Season) -> list[PublishedKey]:
    """The season's own keys before it took fresh dice (HOUSE-010), each named by the entry that shows its secret."""
    if has_leaves(season):
        return []
    return [
        PublishedKey(f"entry {renewal.number}", "every other path", KeyRing(renewal.earlier).season().hex())
        for renewal in secrets_of(season).renewals
    ]

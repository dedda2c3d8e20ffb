"""The keys of dice: of a match before it is played, and those public by now, with which anybody can throw them again.

All dice of a season without leaves come from its secret. So do the salts of its entries and, where a later season was
opened with a secret made from it, everything of that season. It is published only when no such season is open, and no
entry that is salted from any of these secrets is still sealed or has lost its reason. Seasons with leaves publish
none: their secrets only make salts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from django.conf import settings
from django.db.models import Q

from league.league_folder import derive_season_secret
from league.models import Entry, Match, Season
from league.queries.matches import PUBLIC_LINE_UP_STEPS, SETTLEMENT_CLOSED_STEPS
from league.queries.season_leaves import committed_key_of_match, has_leaves, key_of_match
from league.queries.season_secrets import ring_of, secrets_of
from rules.campaign.steward.unattended import next_secret
from rules.core.dice import Dice, KeyRing


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


CLOSED = "closed"
MOST_DERIVATIONS = 64
"""How many seasons in a row a secret is followed through, including any that are in no database."""
WithheldReason = Literal["", "leaves", "open", "rehearsal", "conformance", "followed", "sealed", "redacted"]


@dataclass(frozen=True, slots=True)
class PublishedSecret:
    """The secret of a season in hex digits if it is published; otherwise it is empty, and `withheld` says why."""

    secret: str = ""
    withheld: WithheldReason = ""


class _OtherSeason(NamedTuple):
    id: str
    name: str
    step: str
    secret: bytes


def published_secret(row: Season) -> PublishedSecret:
    """The published secret of one season."""
    return published_secrets([row])[row.pk]


def published_secrets(rows: Collection[Season]) -> dict[str, PublishedSecret]:
    """The published secrets of seasons, by their ids: in two queries, or none where no such season is closed."""
    early = {row.pk: _reason_in_own_row(row) for row in rows}
    answers = {id: PublishedSecret(withheld=reason) for id, reason in early.items()}
    seasons = [row for row in rows if not early[row.pk]]
    if not seasons:
        return answers
    others = _seasons_with_secrets()
    made_from = {row.pk: _seasons_derived_from(bytes.fromhex(row.secret), row.pk, others) for row in seasons}
    hidden = _seasons_with_hidden_text(
        {id for row in seasons for id in (row.pk, *(other.id for other in made_from[row.pk]))}
    )
    for row in seasons:
        after = made_from[row.pk]
        reasons = [hidden.get(id, "") for id in (row.pk, *(other.id for other in after))]
        if any(other.step != CLOSED for other in after):
            answers[row.pk] = PublishedSecret(withheld="followed")
        elif any(reasons):
            answers[row.pk] = PublishedSecret(withheld="sealed" if "sealed" in reasons else "redacted")
        else:
            answers[row.pk] = PublishedSecret(secret=row.secret)
    return answers


def _reason_in_own_row(row: Season) -> WithheldReason:
    """Why a season publishes no secret, as far as its own row shows."""
    if has_leaves(row):
        return "leaves"
    if row.forked_from:
        return "rehearsal"
    if row.step != CLOSED or _read(row.secret) is None:
        return "open"
    return "conformance" if settings.API_CONFORMANCE else ""  # there the next season's secret is made from it


def _seasons_with_secrets() -> list[_OtherSeason]:
    """Every season of any league whose dice come from a secret, since several may share one; forks included."""
    rows = Season.objects.filter(dice="").order_by("pk").values_list("pk", "name", "step", "secret")
    return [_OtherSeason(id, name, step, read) for id, name, step, text in rows if (read := _read(text)) is not None]


def _seasons_derived_from(secret: bytes, id: str, others: Iterable[_OtherSeason]) -> list[_OtherSeason]:
    """The other seasons that have this secret or one derived from it, in any number of steps."""
    found: dict[str, _OtherSeason] = {}
    waiting = [secret]
    remaining = [other for other in others if other.id != id]
    while waiting:
        own = waiting.pop()
        row = [own]
        while len(row) < MOST_DERIVATIONS:
            row.append(next_secret(row[-1]))
        derived = frozenset(row)
        for other in remaining:
            if other.id not in found and (
                other.secret in derived or other.secret == derive_season_secret(own, other.name)
            ):
                found[other.id] = other
                waiting.append(other.secret)
    return list(found.values())


def _seasons_with_hidden_text(seasons: Collection[str]) -> dict[str, WithheldReason]:
    """The seasons in which an entry is still sealed, or has lost its reason."""
    sealed, redacted = Q(opened_by=None) & ~Q(seal=""), ~Q(reason_hash="") & Q(reason="")
    found = Entry.objects.filter(sealed | redacted, season__in=seasons)
    hidden: dict[str, WithheldReason] = {}
    for id, opened_by, seal in found.values_list("season_id", "opened_by", "seal").distinct():
        shut = opened_by is None and seal != ""
        hidden[id] = "sealed" if shut or hidden.get(id) == "sealed" else "redacted"
    return hidden


def _read(text: str) -> bytes | None:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class MatchDice:
    """The key of a match by its short id; in a season without leaves also what it is made from.

    `secret` is the season's, `words` are those of its line-ups.
    """

    match: str
    key: bytes
    secret: bytes = b""
    words: str = ""

    def dice(self) -> Dice:
        """The match's own dice, from their first faces on."""
        return Dice(onward=self.key) if not self.secret else Dice(KeyRing(self.secret, {self.match: self.words}))


def dice_of_match(row: Season, match: str, *, words: str) -> MatchDice:
    """The dice of a match whose line-ups were locked with those words. Raises `DiceAwaited`."""
    if has_leaves(row):
        return MatchDice(match, key_of_match(row, match))
    secret = secrets_of(row).of_match(match)
    return MatchDice(match, KeyRing(secret, {match: words}).match(match), secret, words)


def commitment_of_match(row: Season, match: str, *, words: str) -> str:
    """The commitment of a match, shown before its dice fall: the hash of its key without what is awaited, in hex."""
    key = committed_key_of_match(row, match) if has_leaves(row) else dice_of_match(row, match, words=words).key
    return hashlib.sha256(key).hexdigest()

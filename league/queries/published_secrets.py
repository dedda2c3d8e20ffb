"""The secret of a season without leaves: published once it is closed and nothing that depends on it open or hidden.

All dice of such a season come from its secret. So do the salts of its entries and, where a later season was opened
with a secret made from it, everything of that season. It is published only when no such season is open, and no entry
that is salted from any of these secrets is still sealed or has lost its reason. Seasons with leaves publish none:
their secrets only make salts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from django.conf import settings
from django.db.models import Q

from league.league_folder import derive_season_secret
from league.models import Entry, Season
from league.queries.season_leaves import has_leaves
from rules.campaign.steward.unattended import next_secret

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

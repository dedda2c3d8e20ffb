"""How a season begins: opened with a secret of its own, or forked from another."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from league.journal import body as bodies
from league.journal import chain, store
from league.journal.gate import writing
from league.journal.writer import Answer, perform
from league.models import Checkpoint, League, Season
from rules.campaign import state
from rules.campaign.codec import season_bytes, season_digest
from rules.campaign.founding import OpenSeason
from rules.campaign.switches import Setting
from rules.dice import published_hash
from rules.refusal import Malformed, Refusal, Unknown
from rules.terms import proper_id, unreserved

LONGEST_SECRET = 64


class SeasonStands(Refusal):
    """A season of that name exists already."""


class PathsGiven(Refusal):
    """A fork was to be thrown with the dice of the season it comes from."""


def open_season(
    league_id: str,
    name: str,
    *,
    secret: bytes,
    rounds: int,
    actor: str,
    at: datetime,
    key: str,
    switches: Mapping[str, Setting] | None = None,
    number: int = 1,
) -> Answer:
    """Open a season of a league and publish its secret's hash; asked the same again, it answers the same.

    Raises `SeasonStands` when the name is taken by a season with another secret.
    """
    unreserved(proper_id(name, thing="season"), thing="season")
    _proper_secret(secret)
    league = League.objects.filter(pk=league_id).first()
    if league is None:
        raise Unknown(f"There is no league {league_id[:80]!r}: found it first.")
    with transaction.atomic(), writing():
        row = Season.objects.filter(pk=f"{league_id}/{name}").first()
        if row is None:
            row = _begun(league_id, name, opening=state.Season(number=number), secret=secret, at=at)
        elif row.secret != secret.hex() or row.forked_from:
            raise SeasonStands(f"{league_id} has a season {name} already: choose another name.")
        opening = OpenSeason(rounds=rounds, switches=dict(switches or {}), secret_hash=row.secret_hash)
        return perform(row.pk, [opening], actor=actor, at=at, key=key)


def fork(season_id: str, name: str, *, secret: bytes, at: datetime) -> Season:
    """A copy of a season as it stands, to rehearse in, with a secret and a journal of its own.

    The copy shows no face the original has yet to throw. Raises `PathsGiven` when the secret is the original's.
    """
    unreserved(proper_id(name, thing="season"), thing="season")
    _proper_secret(secret)
    with transaction.atomic(), writing():
        origin = Season.objects.select_for_update().filter(pk=season_id).first()
        if origin is None:
            raise Unknown(f"There is no season {season_id[:80]!r} to fork.")
        if secret.hex() == origin.secret:
            raise PathsGiven("A fork needs a secret of its own: with this one it would show dice still to come.")
        if Season.objects.filter(pk=f"{origin.league_id}/{name}").exists():
            raise SeasonStands(f"{origin.league_id} has a season {name} already: choose another name for the fork.")
        loaded = store.load(origin)
        row = _begun(
            origin.league_id,
            name,
            opening=loaded.season,
            secret=secret,
            at=at,
            previous=origin.head,
            forked_from=origin.pk,
        )
        store.save(row, {}, loaded.season)
        row.save()
        return row


def _proper_secret(secret: bytes) -> None:
    if not 1 <= len(secret) <= LONGEST_SECRET:
        raise Malformed(f"A season's secret is 1 to {LONGEST_SECRET} bytes in hex digits, such as 00ff.")


def _begun(
    league_id: str,
    name: str,
    *,
    opening: state.Season,
    secret: bytes,
    at: datetime,
    previous: str = "",
    forked_from: str = "",
) -> Season:
    id = f"{league_id}/{name}"
    digest = season_digest(opening)
    secret_hash = published_hash(secret)
    begins = chain.genesis(season=id, secret_hash=secret_hash, opening=digest, previous=previous)
    row = Season(
        pk=id,
        league_id=league_id,
        name=name,
        number=opening.number,
        edition=opening.edition,
        step=opening.step,
        rounds_planned=opening.rounds_planned,
        switches=dict(opening.switches),
        secret=secret.hex(),
        secret_hash=secret_hash,
        forked_from=forked_from,
        genesis=begins,
        head=begins,
        digest=digest,
        opened_at=at,
    )
    row.save(force_insert=True)
    Checkpoint.objects.create(season=row, number=0, digest=digest, state=bodies.packed(season_bytes(opening)))
    return row

"""Creates seasons: the first of a league, one that follows a closed season, or a fork."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from journal import chain
from journal import entry_body as bodies
from journal.dice.leaf_allocation import take_leaves_for_locked
from journal.gate import open_gate
from journal.state import store
from journal.state.identities import copy_car_names
from journal.state.tables import IdPrefixes
from journal.unattended_moves import give_as_clock
from journal.writer import BatchResult, load_trusted_season, lock_season, perform
from league.access import CLOCK, refuse_read_only
from league.models import Batch, Checkpoint, Entry, League, Season
from league.queries.season_leaves import Seeds, has_leaves, leaves_of
from rules.campaign.core import state
from rules.campaign.core.codec import season_bytes, season_digest
from rules.campaign.core.editions import FIRST_EDITION, NEWEST_EDITION
from rules.campaign.founding.season_start import OpenSeason
from rules.campaign.season_end.off_season import next_season
from rules.core.dice import secret_hash
from rules.core.refusals import Malformed, Refusal, Unknown
from rules.core.switches import Setting
from rules.core.terms import validate_id, validate_unreserved_id

LONGEST_SECRET = 64


class SeasonStands(Refusal):
    """A season with that name already exists."""


class SeasonStillOpen(Refusal):
    """The league is already playing a season, or the season to be followed is not closed (annex a)."""


class SeasonFollowed(Refusal):
    """The season already has a successor."""


class RehearsalEnds(Refusal):
    """The season is a fork, which no season of the league can follow."""


class PathsGiven(Refusal):
    """Another season of the league has the same secret, so its dice would fall again."""


def open_season(
    league_id: str,
    name: str,
    *,
    secret: bytes | Seeds,
    rounds: int,
    actor: str,
    at: datetime,
    key: str,
    switches: Mapping[str, Setting] | None = None,
    number: int = 1,
    edition: str = "",
    words: str = "",
) -> BatchResult:
    """Open a season of a league and publish the commitment of its dice; the same call again answers the same.

    The dice come from leaves, made from `Seeds`, or from a `secret`, which is for seasons whose dice may be known,
    such as examples and tests. `number` is above 1 for a league that played earlier seasons on paper. `edition` pins
    the rules, by default the newest; `words` are as in `perform`. Raises `SeasonStands` if the name belongs to a
    season with another secret, and `SeasonStillOpen` while the league plays another season.
    """
    _validate_name_and_secret(name, secret)
    with transaction.atomic(), open_gate():
        league = _lock_league(league_id)
        row = _existing_season(league, name, secret, key=key, actor=actor)
        if row is None:
            _refuse_while_season_open(league)
            row = _create_season_row(league, name, opening=state.Season(number=number), secret=secret, at=at)
        pinned = edition or _pinned_edition(row) or NEWEST_EDITION
        arguments: dict[str, Any] = {"rounds": rounds, "switches": switches, "edition": pinned, "words": words}
        return _perform_opening(row, **arguments, actor=actor, at=at, key=key)


def open_following_season(
    season_id: str,
    name: str,
    *,
    secret: bytes | Seeds,
    rounds: int,
    actor: str,
    at: datetime,
    key: str,
    switches: Mapping[str, Setting] | None = None,
    edition: str = "",
    words: str = "",
) -> BatchResult:
    """Open the season after a closed one, with what is carried over (DM-C-172) and dice of its own.

    Its chain continues from the last entry of the closed season. `switches` are those to change; `edition` defaults
    to that of the closed season. `actor` may be the calendar; `words` are as in `perform`. The same call again
    answers the same. Raises `SeasonStillOpen`, `SeasonFollowed`, `SeasonStands`, `RehearsalEnds` or
    `PathsGiven`.
    """
    _validate_name_and_secret(name, secret)
    with transaction.atomic(), open_gate():
        closed = lock_season(season_id)
        league = _lock_league(closed.league_id)
        row = _existing_season(league, name, secret, key=key, actor=actor)
        if row is None:
            _refuse_successor(closed)
            _refuse_while_season_open(league)
            opening = next_season(load_trusted_season(closed).season)
            row = _create_season_row(league, name, opening=opening, secret=secret, at=at, previous=closed.head)
            store.save(row, opening)
            row.save()
            copy_car_names(store.id_prefixes_of(closed), store.id_prefixes_of(row))
        pinned = edition or _pinned_edition(row) or closed.edition
        arguments: dict[str, Any] = {"rounds": rounds, "switches": switches, "edition": pinned, "words": words}
        return _perform_opening(row, **arguments, actor=actor, at=at, key=key)


def fork_season(
    season_id: str,
    name: str,
    *,
    secret: bytes | Seeds,
    at: datetime,
    opening: state.Season | None = None,
    previous: str = "",
) -> Season:
    """Fork a season: a copy to rehearse in, with dice and a journal of its own.

    The copy reveals no future face of the original. To begin with another state, pass it as `opening`, and the link
    of the original's chain that it follows as `previous`. Raises `PathsGiven` if the secret is that of a season of
    the league.
    """
    _validate_name_and_secret(name, secret)
    with transaction.atomic(), open_gate():
        origin = Season.objects.select_for_update(no_key=True).filter(pk=season_id).first()
        if origin is None:
            raise Unknown(f"There is no season {season_id[:80]!r} to fork.")
        if Season.objects.filter(pk=f"{origin.league_id}/{name}").exists():
            raise SeasonStands(f"{origin.league_id} has a season {name} already: choose another name for the fork.")
        opening = opening or store.load(origin).season
        row = _create_season_row(
            origin.league,
            name,
            opening=opening,
            secret=secret,
            at=at,
            previous=previous or origin.head,
            forked_from=origin.pk,
        )
        store.save(row, opening)
        row.save()
        copy_car_names(store.id_prefixes_of(origin), store.id_prefixes_of(row))
        return row


def _validate_name_and_secret(name: str, secret: bytes | Seeds) -> None:
    validate_unreserved_id(validate_id(name, thing="season"), thing="season")
    if isinstance(secret, bytes) and not 1 <= len(secret) <= LONGEST_SECRET:
        raise Malformed(f"A season's secret is 1 to {LONGEST_SECRET} bytes in hex digits, such as 00ff.")


def _lock_league(league_id: str) -> League:
    """Lock the league, so that no two seasons are opened in it at once."""
    league = League.objects.select_for_update(no_key=True).filter(pk=league_id).first()
    if league is None:
        raise Unknown(f"There is no league {league_id[:80]!r}: found it first.")
    refuse_read_only(league)
    return league


def _existing_season(league: League, name: str, secret: bytes | Seeds, *, key: str, actor: str) -> Season | None:
    """The season of that name, if it was opened with that secret, or with leaves under that batch key."""
    row = Season.objects.filter(pk=f"{league.pk}/{name}").first()
    if row is None:
        return None
    if isinstance(secret, Seeds):
        batches = Batch.objects.filter(season=row, first=1, key=key, actor=actor)
        is_same = has_leaves(row) and batches.exists()
    else:
        is_same = row.secret == secret.hex() and not has_leaves(row)
    if row.forked_from or not is_same:
        raise SeasonStands(f"{league.pk} has a season {name} already: choose another name.")
    return row


def _refuse_while_season_open(league: League) -> None:
    played = Season.objects.filter(league=league, forked_from="").exclude(step="closed").first()
    if played is not None:
        raise SeasonStillOpen(f"{league.pk} plays {played.name}: close it before another is opened.")


def _refuse_successor(closed: Season) -> None:
    if closed.forked_from:
        raise RehearsalEnds(f"{closed.pk} is a rehearsal of {closed.forked_from}: no season follows it.")
    if closed.step != "closed":
        raise SeasonStillOpen(f"{closed.pk} is at {closed.step}: play it to its end and close it first.")
    later = Season.objects.filter(league=closed.league_id, forked_from="", number__gt=closed.number).first()
    if later is not None:
        raise SeasonFollowed(f"{closed.pk} is followed by {later.name}: open the season after the last one.")


def _pinned_edition(row: Season) -> str:
    """The edition a season was opened with; empty before its opening."""
    first = Entry.objects.filter(season=row, number=1).first()
    return str(bodies.load_body(first.body).command.get("edition", FIRST_EDITION)) if first is not None else ""


def _perform_opening(
    row: Season,
    *,
    rounds: int,
    switches: Mapping[str, Setting] | None,
    edition: str,
    actor: str,
    at: datetime,
    key: str,
    words: str = "",
) -> BatchResult:
    opening = OpenSeason(rounds=rounds, switches=dict(switches or {}), edition=edition, secret_hash=row.secret_hash)
    if actor == CLOCK:
        return give_as_clock(row.pk, [opening], at=at, key=key)
    return perform(row.pk, [opening], actor=actor, at=at, key=key, words=words)


def _create_season_row(
    league: League,
    name: str,
    *,
    opening: state.Season,
    secret: bytes | Seeds,
    at: datetime,
    previous: str = "",
    forked_from: str = "",
) -> Season:
    id, digest = f"{league.pk}/{name}", season_digest(opening)
    committed = _dice_columns(league, secret)
    begins = chain.genesis(
        season=id,
        secret_hash=str(committed["secret_hash"]),
        opening=digest,
        previous=previous,
        dice=str(committed.get("dice", "")),
    )
    row = Season(
        **store.own_columns(opening, IdPrefixes(season=id, league=league.pk)),
        pk=id,
        league=league,
        name=name,
        forked_from=forked_from,
        genesis=begins,
        head=begins,
        digest=digest,
        opened_at=at,
        **committed,
    )
    take_leaves_for_locked(row, opening)
    row.save(force_insert=True)
    Checkpoint.objects.create(season=row, number=0, digest=digest, state=bodies.compress(season_bytes(opening)))
    return row


def _dice_columns(league: League, secret: bytes | Seeds) -> dict[str, Any]:
    """The columns that say where a season's dice come from. Raises `PathsGiven`."""
    if isinstance(secret, Seeds):
        root = leaves_of(secret.leaves).root(0).hex()
        _refuse_shared_dice(league, secret_hash=root)
        return {
            "dice": secret.dice,
            "secret": secret.salts.hex(),
            "secret_hash": root,
            "seeds": [secret.row_from(1, first=0)],
            "roots": [root],
        }
    _refuse_shared_dice(league, secret=secret.hex())
    return {"secret": secret.hex(), "secret_hash": secret_hash(secret)}


def _refuse_shared_dice(league: League, **committed: str) -> None:
    season = Season.objects.filter(league=league, forked_from="", **committed).first()
    if season is not None:
        raise PathsGiven(f"{season.name} has that secret, and its dice would fall again: take another.")

"""An example played through the writer: a league on disk becomes a league in the database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser

from franchises.models import Franchise
from franchises.standing_orders import set_standing_orders
from journal import BatchResult, open_following_season, open_season, perform
from journal.match_results import RESULT_KEY_PREFIX, matches_awaiting_results, result_after, take_up_and_resolve
from journal.state import store
from journal.writer import stored_result
from league.league_folder import (
    TIME_BETWEEN_MOVES,
    CalendarPlan,
    LeaguePlan,
    Member,
    Owners,
    PlannedBatch,
    SeasonPlan,
    batch_commands,
    first_season_secret,
    read_batches,
    read_plan,
    season_secret,
)
from league.membership import found_league, join
from league.models import Batch, Calendar, Entry, League, Membership, Season
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import command_type, tag_of
from rules.campaign.core.state import Season as State
from rules.campaign.match_day.resolution import matches_awaiting_resolution
from rules.campaign.play.perform import perform as carry_out
from rules.campaign.steward.unattended import key_ring
from rules.core.dice import Dice
from rules.core.refusals import Malformed
from scheduling.calendar import set_calendar
from scheduling.clock_controls import pause_clock

LONGEST_MEMBER_NAME = 121
CONTINUATION_REASON = "The season goes on: this is what it needs, and nobody else gives it."
"""The reason of a house act while a season goes on."""


@dataclass(frozen=True, slots=True)
class PlayedBatch:
    """One batch of a season and what came of it."""

    season: str
    key: str
    answer: BatchResult


def play_folder(folder: Path, *, secret: bytes | None = None, league: str = "") -> Iterator[PlayedBatch]:
    """Found the league where it is not founded, and perform every batch of every season in turn.

    `secret` is the first season's, `league.json`'s own when left out. The same again answers as it did. Raises a
    `Refusal` as the writer does.
    """
    plan = read_plan(folder, league=league)
    secret = secret if secret is not None else first_season_secret(folder, plan)
    owners = Owners(plan.members)
    for played in _play_seasons(folder, plan, owners, secret=secret):
        for entry in played.answer.entries:
            owners.mark_name_used(entry.command.get("name"))
        yield played


def _play_seasons(folder: Path, plan: LeaguePlan, owners: Owners, *, secret: bytes) -> Iterator[PlayedBatch]:
    founded = _get_or_found_league(plan)
    before = ""
    for season in plan.seasons:
        id = f"{plan.league}/{season.name}"
        yield PlayedBatch(
            id, "open", _open_season(plan, season, secret=season_secret(secret, plan, season), after=before)
        )
        for batch in read_batches(folder / season.name):
            _join_owners(founded, plan, batch.at)
            answer = perform(
                id,
                batch_commands(batch, folder / season.name),
                actor=handle(plan, batch.by),
                at=batch.at,
                key=batch.key,
                on_behalf_of=batch.on_behalf_of,
                reason=batch.reason,
                whatever_falls=True,
            )
            yield PlayedBatch(id, batch.key, answer)
            for following in _results(id, after=answer.entries[-1].number, at=batch.at):
                yield following
                answer = following.answer
            if batch.goes_on:
                yield from _continue_season(plan, id, owners, batch, after=answer.entries[-1].number)
        _join_owners(founded, plan, season.opened_at)
        before = id
    if plan.calendar is not None:
        _set_up_calendar(plan, plan.calendar, season=before)


def _results(season: str, *, after: int, at: datetime) -> Iterator[PlayedBatch]:
    """The results of matches that a ruleset resolves, which follow that entry; resolved now where they were not."""
    while True:
        answer = result_after(season, after=after)
        if answer is None:
            awaiting = matches_awaiting_results(season)
            answer = take_up_and_resolve(season, awaiting[0], at=at) if awaiting else None
        if answer is None:
            return
        yield PlayedBatch(season, f"result after {after}", answer)
        after = answer.entries[-1].number


def _continue_season(
    plan: LeaguePlan, season: str, owners: Owners, planned: PlannedBatch, *, after: int
) -> Iterator[PlayedBatch]:
    """What was given while the season went on behind that entry, and what is given now where it did not end there.

    It goes no further where somebody else has given something since.
    """
    number = 0
    while (batch := Batch.objects.filter(season=season, first=after + 1).first()) is not None:
        if not batch.key.startswith((f"{planned.key}/", RESULT_KEY_PREFIX)):
            return
        answer, number = stored_result(batch), number + 1
        yield PlayedBatch(season, batch.key, answer)
        after = answer.entries[-1].number
    row = Season.objects.get(pk=season)
    mirror, secret = store.load(row).season, bytes.fromhex(row.secret)
    while True:
        number += 1
        at = planned.at + number * TIME_BETWEEN_MOVES
        following = _next(plan, row, mirror, owners, key=f"{planned.key}/{number}", at=at)
        if following is None:
            return
        yield following
        for entry in following.answer.entries:
            carry_out(mirror, command_from_document(entry.command), Dice(key_ring(mirror, secret=secret)))


def _next(
    plan: LeaguePlan, row: Season, season: State, owners: Owners, *, key: str, at: datetime
) -> PlayedBatch | None:
    """Give what comes next in a season that goes on, which stands as `season` says; None where it rests."""
    move = owners.next_batch_move(season, secret=bytes.fromhex(row.secret))
    if move is None:
        awaiting = matches_awaiting_resolution(season)
        result = take_up_and_resolve(row.pk, awaiting[0].id, at=at) if awaiting else None
        return None if result is None else PlayedBatch(row.pk, key, result)
    franchise, on_behalf_of = owners.giver_of(move, season)
    giver = next(
        (member for member in plan.members if franchise and member.franchise == franchise), _commissioner(plan)
    )
    reasoned = on_behalf_of or any(command_type(tag_of(type(command))).reasoned for command in move.commands)
    answer = perform(
        row.pk,
        move.commands,
        actor=handle(plan, giver.user),
        at=at,
        key=key,
        on_behalf_of=on_behalf_of,
        reason=CONTINUATION_REASON if reasoned else "",
        whatever_falls=True,
    )
    return PlayedBatch(row.pk, key, answer)


def handle(plan: LeaguePlan, user: str) -> str:
    """The opaque name a person of the example has in its journal."""
    return f"{plan.league}.{user}"[:LONGEST_MEMBER_NAME]


def _commissioner(plan: LeaguePlan) -> Member:
    return next(member for member in plan.members if member.role == Membership.Role.COMMISSIONER)


def _get_or_found_league(plan: LeaguePlan) -> League:
    first = _commissioner(plan)
    return League.objects.filter(pk=plan.league).first() or found_league(
        id=plan.league,
        name=plan.name,
        public=plan.public,
        commissioner=_get_or_create_user(first.user),
        at=plan.seasons[0].opened_at,
        handle=handle(plan, first.user),
    )


def _open_season(plan: LeaguePlan, season: SeasonPlan, *, secret: bytes, after: str) -> BatchResult:
    row = Season.objects.filter(pk=f"{plan.league}/{season.name}").first()
    if row is not None and row.secret != secret.hex():
        raise Malformed(
            f"{row.pk} was opened with another secret: give that one, or another --league to play it again."
        )
    arguments: dict[str, Any] = {
        "secret": secret,
        "rounds": season.rounds,
        "switches": season.switches,
        "edition": season.edition,
        "actor": handle(plan, _commissioner(plan).user),
        "at": season.opened_at,
        "key": "open",
    }
    if after:
        return open_following_season(after, season.name, **arguments)
    return open_season(plan.league, season.name, **arguments)


def _set_up_calendar(plan: LeaguePlan, wanted: CalendarPlan, *, season: str) -> None:
    """Set the calendar that goes with the league and its owners' standing orders, once."""
    if Calendar.objects.filter(league=plan.league).exists():
        return
    at = Entry.objects.filter(season=season).latest("number").at + TIME_BETWEEN_MOVES
    members = {membership.handle: membership for membership in Membership.objects.filter(league=plan.league)}
    commissioner = members[handle(plan, _commissioner(plan).user)]
    set_calendar(
        league=plan.league,
        member=commissioner,
        at=at,
        time_zone=wanted.time_zone,
        hours=wanted.hours,
        unattended=wanted.unattended,
        results=wanted.results,
    )
    for member in plan.members:
        if member.franchise and member.orders:
            set_standing_orders(
                franchise=member.franchise, document=member.orders, member=members[handle(plan, member.user)], at=at
            )
    if wanted.paused:
        pause_clock(season, member=commissioner, at=at, reason=wanted.paused)


def _join_owners(league: League, plan: LeaguePlan, at: datetime) -> None:
    joined = set(Membership.objects.filter(league=league).values_list("handle", flat=True))
    waiting = [member for member in plan.members if handle(plan, member.user) not in joined]
    for member in waiting:
        if member.franchise and not Franchise.objects.filter(pk=f"{league.pk}/{member.franchise}").exists():
            continue
        join(
            league=league,
            user=_get_or_create_user(member.user),
            role=member.role,
            franchise=member.franchise or None,
            actor="",
            at=at,
            handle=handle(plan, member.user),
        )


def _get_or_create_user(name: str) -> AbstractUser:
    user, new = get_user_model().objects.get_or_create(username=name, defaults={"email": f"{name}@example.com"})
    if new:
        user.set_unusable_password()
        user.save()
    return user

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
from league.clock.acts import pause
from league.clock.calendar import set_calendar
from league.journal import Answer, open_next, open_season, perform, store
from league.journal.resolved import RESOLVED, awaited_in, resolve_now, told_result
from league.journal.writer import told_again
from league.membership import found_league, join
from league.models import Batch, Calendar, Entry, League, Membership, Season
from league.on_disk import (
    BETWEEN_MOVES,
    CalendarPlan,
    Given,
    Member,
    Owners,
    Plan,
    SeasonPlan,
    batches,
    commands_in,
    own_secret,
    plan_of,
    secret_of,
)
from league.standing_orders import set_orders
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import command_type, tag_of
from rules.campaign.core.perform import perform as carry_out
from rules.campaign.core.state import Season as State
from rules.campaign.match_day.resolution import matches_awaiting_resolution
from rules.campaign.steward.unattended import key_ring
from rules.core.dice import Dice
from rules.core.refusals import Malformed

LONGEST_MEMBER_NAME = 121
GOES_ON = "The season goes on: this is what it needs, and nobody else gives it."
"""The reason of a house act while a season goes on."""


@dataclass(frozen=True, slots=True)
class Played:
    """One batch of a season and what came of it."""

    season: str
    key: str
    answer: Answer


def play(folder: Path, *, secret: bytes | None = None, league: str = "") -> Iterator[Played]:
    """Found the league where it is not founded, and perform every batch of every season in turn.

    `secret` is the first season's, `league.json`'s own when left out. The same again answers as it did. Raises a
    `Refusal` as the writer does.
    """
    plan = plan_of(folder, league=league)
    secret = secret if secret is not None else own_secret(folder, plan)
    owners = Owners(plan.members)
    for played in _played(folder, plan, owners, secret=secret):
        for told in played.answer.entries:
            owners.heard(told.command.get("name"))
        yield played


def _played(folder: Path, plan: Plan, owners: Owners, *, secret: bytes) -> Iterator[Played]:
    founded = _founded(plan)
    before = ""
    for each in plan.seasons:
        id = f"{plan.league}/{each.name}"
        yield Played(id, "open", _opened(plan, each, secret=secret_of(secret, plan, each), after=before))
        for given in batches(folder / each.name):
            _join_owners(founded, plan, given.at)
            answer = perform(
                id,
                commands_in(given, folder / each.name),
                actor=handle(plan, given.by),
                at=given.at,
                key=given.key,
                on_behalf_of=given.on_behalf_of,
                reason=given.reason,
                whatever_falls=True,
            )
            yield Played(id, given.key, answer)
            for following in _results(id, after=answer.entries[-1].number, at=given.at):
                yield following
                answer = following.answer
            if given.goes_on:
                yield from _going_on(plan, id, owners, given, after=answer.entries[-1].number)
        _join_owners(founded, plan, each.opened_at)
        before = id
    if plan.calendar is not None:
        _keep_time(plan, plan.calendar, season=before)


def _results(season: str, *, after: int, at: datetime) -> Iterator[Played]:
    """The results of matches that a ruleset resolves, which follow that entry; resolved now where they were not."""
    while True:
        answer = told_result(season, after=after)
        if answer is None:
            awaiting = awaited_in(season)
            answer = resolve_now(season, awaiting[0], at=at) if awaiting else None
        if answer is None:
            return
        yield Played(season, f"result after {after}", answer)
        after = answer.entries[-1].number


def _going_on(plan: Plan, season: str, owners: Owners, given: Given, *, after: int) -> Iterator[Played]:
    """What was given while the season went on behind that entry, and what is given now where it did not end there.

    It goes no further where somebody else has given something since.
    """
    number = 0
    while (batch := Batch.objects.filter(season=season, first=after + 1).first()) is not None:
        if not batch.key.startswith((f"{given.key}/", RESOLVED)):
            return
        answer, number = told_again(batch), number + 1
        yield Played(season, batch.key, answer)
        after = answer.entries[-1].number
    row = Season.objects.get(pk=season)
    mirror, secret = store.load(row).season, bytes.fromhex(row.secret)
    while True:
        number += 1
        at = given.at + number * BETWEEN_MOVES
        following = _next(plan, row, mirror, owners, key=f"{given.key}/{number}", at=at)
        if following is None:
            return
        yield following
        for told in following.answer.entries:
            carry_out(mirror, command_from_document(told.command), Dice(key_ring(mirror, secret=secret)))


def _next(plan: Plan, row: Season, season: State, owners: Owners, *, key: str, at: datetime) -> Played | None:
    """Give what comes next in a season that goes on, which stands as `season` says; None where it rests."""
    move = owners.next(season, secret=bytes.fromhex(row.secret))
    if move is None:
        awaiting = matches_awaiting_resolution(season)
        result = resolve_now(row.pk, awaiting[0].id, at=at) if awaiting else None
        return None if result is None else Played(row.pk, key, result)
    franchise, on_behalf_of = owners.gives(move, season)
    giver = next((each for each in plan.members if franchise and each.franchise == franchise), _commissioner(plan))
    reasoned = on_behalf_of or any(command_type(tag_of(type(each))).reasoned for each in move.commands)
    answer = perform(
        row.pk,
        move.commands,
        actor=handle(plan, giver.user),
        at=at,
        key=key,
        on_behalf_of=on_behalf_of,
        reason=GOES_ON if reasoned else "",
        whatever_falls=True,
    )
    return Played(row.pk, key, answer)


def handle(plan: Plan, user: str) -> str:
    """The opaque name a person of the example has in its journal."""
    return f"{plan.league}.{user}"[:LONGEST_MEMBER_NAME]


def _commissioner(plan: Plan) -> Member:
    return next(each for each in plan.members if each.role == Membership.Role.COMMISSIONER)


def _founded(plan: Plan) -> League:
    first = _commissioner(plan)
    return League.objects.filter(pk=plan.league).first() or found_league(
        id=plan.league,
        name=plan.name,
        public=plan.public,
        commissioner=_user(first.user),
        at=plan.seasons[0].opened_at,
        handle=handle(plan, first.user),
    )


def _opened(plan: Plan, season: SeasonPlan, *, secret: bytes, after: str) -> Answer:
    row = Season.objects.filter(pk=f"{plan.league}/{season.name}").first()
    if row is not None and row.secret != secret.hex():
        raise Malformed(
            f"{row.pk} was opened with another secret: give that one, or another --league to play it anew."
        )
    asked: dict[str, Any] = {
        "secret": secret,
        "rounds": season.rounds,
        "switches": season.switches,
        "edition": season.edition,
        "actor": handle(plan, _commissioner(plan).user),
        "at": season.opened_at,
        "key": "open",
    }
    if after:
        return open_next(after, season.name, **asked)
    return open_season(plan.league, season.name, **asked)


def _keep_time(plan: Plan, wanted: CalendarPlan, *, season: str) -> None:
    """Set the calendar that goes with the league and its owners' standing orders, once."""
    if Calendar.objects.filter(league=plan.league).exists():
        return
    at = Entry.objects.filter(season=season).latest("number").at + BETWEEN_MOVES
    members = {each.handle: each for each in Membership.objects.filter(league=plan.league)}
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
    for each in plan.members:
        if each.franchise and each.orders:
            set_orders(franchise=each.franchise, document=each.orders, member=members[handle(plan, each.user)], at=at)
    if wanted.paused:
        pause(season, member=commissioner, at=at, reason=wanted.paused)


def _join_owners(league: League, plan: Plan, at: datetime) -> None:
    joined = set(Membership.objects.filter(league=league).values_list("handle", flat=True))
    waiting = [each for each in plan.members if handle(plan, each.user) not in joined]
    for each in waiting:
        if each.franchise and not Franchise.objects.filter(pk=f"{league.pk}/{each.franchise}").exists():
            continue
        join(
            league=league,
            user=_user(each.user),
            role=each.role,
            franchise=each.franchise or None,
            actor="",
            at=at,
            handle=handle(plan, each.user),
        )


def _user(name: str) -> AbstractUser:
    made, new = get_user_model().objects.get_or_create(username=name, defaults={"email": f"{name}@example.com"})
    if new:
        made.set_unusable_password()
        made.save()
    return made

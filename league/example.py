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
from league.journal import Answer, open_next, open_season, perform
from league.journal.resolved import awaited_in, resolve_now, told_result
from league.membership import found_league, join
from league.models import League, Membership, Season
from league.on_disk import Member, Plan, SeasonPlan, batches, commands_in, own_secret, plan_of, secret_of
from rules.refusal import Malformed

LONGEST_MEMBER_NAME = 121


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
            )
            yield Played(id, given.key, answer)
            yield from _results(id, after=answer.entries[-1].number, at=given.at)
        _join_owners(founded, plan, each.opened_at)
        before = id


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

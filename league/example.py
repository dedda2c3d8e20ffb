"""A league on disk: who belongs to it and the batches that were performed, read and played through the writer.

`league.json` names league, season and members; the other `*.json` files, in order of their names, hold batches:
a key, the member who gave it, a time, and commands. A report may stand in a file of its own, named beside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser

from franchises.models import Franchise
from league.journal import Answer, open_season, perform
from league.membership import found_league, join
from league.models import League, Membership, Season
from rules.campaign.codec import command_from, parsed
from rules.campaign.switches import Setting
from rules.refusal import Malformed

LONGEST_MEMBER_NAME = 121


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A person of the example: a user name, a role, and the franchise he owns."""

    user: str
    role: str
    franchise: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What `league.json` says."""

    league: str
    name: str
    season: str
    rounds: int
    opened_at: datetime
    members: list[Member]
    public: bool = True
    switches: dict[str, Setting] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """One batch: who gave which commands when, under which key."""

    key: str
    by: str
    at: datetime
    commands: list[dict[str, Any]]
    on_behalf_of: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """One batch and what came of it."""

    key: str
    answer: Answer


def plan_of(folder: Path) -> Plan:
    """The plan of an example. Raises `Malformed` when there is none or it cannot be read."""
    return _read(folder / "league.json", Plan)


def play(folder: Path, *, secret: bytes, season: str = "") -> Iterator[Played]:
    """Found the league where it is not founded, and perform every batch in turn.

    The same again, with the same secret and season, answers as it did. Raises a `Refusal` as the writer does.
    """
    plan = plan_of(folder)
    name = season or plan.season
    commissioners = [each for each in plan.members if each.role == Membership.Role.COMMISSIONER]
    if not commissioners:
        raise Malformed(f"{folder / 'league.json'} has no member who is commissioner: add one.")
    first = commissioners[0]
    league = League.objects.filter(pk=plan.league).first() or found_league(
        id=plan.league,
        name=plan.name,
        public=plan.public,
        commissioner=_user(first.user),
        at=plan.opened_at,
        handle=handle(plan, first.user),
    )
    _refuse_other_secret(f"{league.pk}/{name}", secret)
    opened = open_season(
        league.pk,
        name,
        secret=secret,
        rounds=plan.rounds,
        switches=plan.switches,
        actor=handle(plan, first.user),
        at=plan.opened_at,
        key="open",
    )
    yield Played("open", opened)
    for path in sorted(folder.glob("*.json")):
        if path.name == "league.json":
            continue
        for given in _read(path, list[Given]):
            _join_owners(league, plan, given.at)
            answer = perform(
                f"{league.pk}/{name}",
                [command_from(_with_report(each, folder)) for each in given.commands],
                actor=handle(plan, given.by),
                at=given.at,
                key=given.key,
                on_behalf_of=given.on_behalf_of,
                reason=given.reason,
            )
            yield Played(given.key, answer)
    _join_owners(league, plan, plan.opened_at)


def handle(plan: Plan, user: str) -> str:
    """The opaque name a person of the example has in its journal."""
    return f"{plan.league}.{user}"[:LONGEST_MEMBER_NAME]


def _refuse_other_secret(season_id: str, secret: bytes) -> None:
    row = Season.objects.filter(pk=season_id).first()
    if row is not None and row.secret != secret.hex():
        raise Malformed(
            f"{season_id} was opened with another secret: give that one, or another --season to play it anew."
        )


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


def _with_report(command: dict[str, Any], folder: Path) -> dict[str, Any]:
    named = command.get("report")
    if not isinstance(named, str):
        return command
    return {**command, "report": parsed((folder / named).read_bytes())}


def _read(path: Path, kind: Any) -> Any:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        raise Malformed(f"There is no {path}: give the folder of an example.") from None
    except (msgspec.DecodeError, msgspec.ValidationError) as no:
        raise Malformed(f"{path} cannot be read: {no}.") from None

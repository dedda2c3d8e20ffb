"""A league on disk: who belongs to it and the batches that were performed, read and played through the writer.

`league.json` names league, members and seasons; each season has a folder of its name, whose `*.json` files, in order
of their names, hold batches: a key, the member who gave it, a time, and commands. A report may stand in a file of its
own, named from the season's folder on.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser

from franchises.models import Franchise
from league.journal import Answer, open_next, open_season, perform
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
class SeasonPlan:
    """A season of the league: its name, which is its folder's too, its rounds, and the switches to change."""

    name: str
    rounds: int
    opened_at: datetime
    switches: dict[str, Setting] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What `league.json` says. `secret` is the first season's, in hex digits, where anybody may know the dice."""

    league: str
    name: str
    members: list[Member]
    seasons: list[SeasonPlan]
    secret: str = ""
    public: bool = True


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
    """One batch of a season and what came of it."""

    season: str
    key: str
    answer: Answer


def plan_of(folder: Path, *, league: str = "") -> Plan:
    """The plan of an example, for a league of another id where one is given. Raises `Malformed`."""
    plan: Plan = _read(folder / "league.json", Plan)
    if not plan.seasons:
        raise Malformed(f"{folder / 'league.json'} has no season: add one.")
    if not any(each.role == Membership.Role.COMMISSIONER for each in plan.members):
        raise Malformed(f"{folder / 'league.json'} has no member who is commissioner: add one.")
    return replace(plan, league=league) if league else plan


def play(folder: Path, *, secret: bytes | None = None, league: str = "") -> Iterator[Played]:
    """Found the league where it is not founded, and perform every batch of every season in turn.

    `secret` is the first season's, `league.json`'s own when left out. The same again answers as it did. Raises a
    `Refusal` as the writer does.
    """
    plan = plan_of(folder, league=league)
    secret = secret if secret is not None else _own_secret(folder, plan)
    founded = _founded(plan)
    before = ""
    for each in plan.seasons:
        id = f"{plan.league}/{each.name}"
        yield Played(id, "open", _opened(plan, each, secret=secret_of(secret, plan, each), after=before))
        for given in batches(folder / each.name):
            _join_owners(founded, plan, given.at)
            answer = perform(
                id,
                [command_from(with_report(asked, folder / each.name)) for asked in given.commands],
                actor=handle(plan, given.by),
                at=given.at,
                key=given.key,
                on_behalf_of=given.on_behalf_of,
                reason=given.reason,
            )
            yield Played(id, given.key, answer)
        _join_owners(founded, plan, each.opened_at)
        before = id


def secret_of(secret: bytes, plan: Plan, season: SeasonPlan) -> bytes:
    """A season's secret: the one given for the first, and one made from it and the name for each that follows."""
    if season.name == plan.seasons[0].name:
        return secret
    return hmac.digest(secret, f"next|{season.name}".encode(), hashlib.sha256)


def batches(folder: Path) -> Iterator[Given]:
    """Every batch of a season, in order."""
    for path in sorted(folder.glob("*.json")):
        yield from _read(path, list[Given])


def handle(plan: Plan, user: str) -> str:
    """The opaque name a person of the example has in its journal."""
    return f"{plan.league}.{user}"[:LONGEST_MEMBER_NAME]


def with_report(command: dict[str, Any], folder: Path) -> dict[str, Any]:
    """A command with the report it names by its file, where it names one."""
    named = command.get("report")
    if not isinstance(named, str):
        return command
    return {**command, "report": parsed((folder / named).read_bytes())}


def _own_secret(folder: Path, plan: Plan) -> bytes:
    if not plan.secret:
        raise Malformed(f"{folder / 'league.json'} names no secret: give one with --season-secret.")
    try:
        return bytes.fromhex(plan.secret)
    except ValueError:
        raise Malformed(f"The secret of {folder / 'league.json'} is not in hex digits, such as 00ff.") from None


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


def _read(path: Path, kind: Any) -> Any:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        raise Malformed(f"There is no {path}: give the folder of an example.") from None
    except (msgspec.DecodeError, msgspec.ValidationError) as no:
        raise Malformed(f"{path} cannot be read: {no}.") from None

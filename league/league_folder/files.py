"""The folder of a league: who belongs to it, and the batches that were given, read from its files."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from league.input_files import read_file
from rules.campaign.core.codec import command_from_document, parse_json
from rules.campaign.core.command import Command
from rules.campaign.core.editions import FIRST_EDITION
from rules.campaign.core.names import clean_text
from rules.campaign.founding.season_start import OpenSeason
from rules.campaign.steward import orders_from
from rules.core.dice import secret_hash
from rules.core.refusals import Malformed
from rules.core.switches import Setting
from rules.core.terms import validate_id, validate_unreserved_id

COMMISSIONER, OWNER = "commissioner", "owner"
LONGEST_NAME, LONGEST_USER = 120, 60
FIRST_YEAR = 1970
READ_HINT = "give the folder of an example"
"""What to do about a file that cannot be read."""
ZonedTime = Annotated[datetime, msgspec.Meta(tz=True)]
"""A moment with its zone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A person of the example: a user name, a role, and the franchise they own.

    An owner's standing orders decide wherever a batch lets the season go on; they call the drivers and cars they take
    on then by the first of their names that nobody has been given.
    """

    user: str
    role: Literal["commissioner", "owner", "spectator"]
    franchise: str = ""
    orders: dict[str, Any] = field(default_factory=dict)
    drivers: list[str] = field(default_factory=list)
    cars: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlan:
    """A season of the league: its name, which is its folder's too, its rounds, switches to change, and edition."""

    name: str
    rounds: int
    opened_at: ZonedTime
    switches: dict[str, Setting] = field(default_factory=dict)
    edition: str = FIRST_EDITION

    def opening(self, secret: bytes) -> OpenSeason:
        """The command that opens it."""
        return OpenSeason(
            rounds=self.rounds, switches=self.switches, edition=self.edition, secret_hash=secret_hash(secret)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarPlan:
    """How the league keeps time once all its batches were given; `paused` says why its clock stands still.

    With a calendar the orders of its owners become their franchises' standing orders.
    """

    time_zone: str = "UTC"
    hours: dict[str, int] = field(default_factory=dict)
    unattended: bool = False
    results: Literal["reported", "stand_in"] = "reported"
    paused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaguePlan:
    """What `league.json` says. `secret` is the first season's, in hex digits, where anybody may know the dice."""

    league: str
    name: str
    members: list[Member]
    seasons: list[SeasonPlan]
    secret: str = ""
    public: bool = True
    calendar: CalendarPlan | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedBatch:
    """One batch: who gave which commands when, under which key.

    Where it `goes_on`, owners then answer by their standing orders and the commissioner takes their steps, as far as
    the next round that is to be announced, or to the end of a season whose rounds are over.
    """

    key: str
    by: str
    at: ZonedTime
    commands: list[dict[str, Any]]
    on_behalf_of: str = ""
    reason: str = ""
    goes_on: bool = False


def read_plan(folder: Path, *, league: str = "") -> LeaguePlan:
    """The plan of an example, for a league of another id where one is given. Raises `Malformed`."""
    plan: LeaguePlan = _read_as(folder / "league.json", LeaguePlan)
    if not plan.seasons:
        raise Malformed(f"{folder / 'league.json'} has no season: add one.")
    if not any(member.role == COMMISSIONER for member in plan.members):
        raise Malformed(f"{folder / 'league.json'} has no member who is commissioner: add one.")
    if league:
        plan = replace(plan, league=league)
    _refuse_invalid_plan(plan)
    for season in plan.seasons:
        if not (folder / season.name).is_dir():
            raise Malformed(f"There is no folder {folder / season.name}: a season has one of its name.")
    _refuse_unfounded_franchises(plan, folder)
    return plan


def _refuse_invalid_plan(plan: LeaguePlan) -> None:
    """Raise `Malformed` for names, times and members no league can have."""
    validate_id(plan.league, thing="league")
    if not plan.name.strip():
        raise Malformed(f"The league {plan.league} has no name: give it one.")
    clean_text(plan.name, thing="name of the league", longest=LONGEST_NAME)
    names = [
        validate_unreserved_id(validate_id(season_plan.name, thing="season"), thing="season")
        for season_plan in plan.seasons
    ]
    if twice := next((each for each in names if names.count(each) > 1), ""):
        raise Malformed(f"Two seasons are called {twice}: call one otherwise.")
    for season in plan.seasons:
        _refuse_too_early(season.opened_at, what=f"season {season.name} was opened")
    for member in plan.members:
        if not member.user.strip():
            raise Malformed("A member has no user name: give him one.")
        clean_text(member.user, thing="user name", longest=LONGEST_USER)
        if (member.role == OWNER) is not bool(member.franchise):
            raise Malformed(
                f"{member.user} is {member.role} of {member.franchise or 'no franchise'}: an owner has one, and "
                f"nobody else."
            )
        orders_from(member.orders)
        for name in (*member.drivers, *member.cars):
            clean_text(name, thing=f"name that {member.user} gives")


def _refuse_unfounded_franchises(plan: LeaguePlan, folder: Path) -> None:
    """Raise `Malformed` when somebody owns a franchise that no batch founds, or a report cannot be read."""
    founded: set[object] = set()
    for season in plan.seasons:
        for batch in read_batches(folder / season.name):
            for document in batch.commands:
                founded |= _founding_ids(document)
                with_report_file(document, folder / season.name)
    for member in plan.members:
        if member.franchise and member.franchise not in founded:
            raise Malformed(f"{member.user} owns {member.franchise[:80]}, which no season founds: found it first.")


def _founding_ids(asked: dict[str, Any]) -> set[object]:
    sheet = asked.get("sheet")
    listed = sheet.get("franchises") if isinstance(sheet, dict) else None
    found = {str(each.get("franchise")) for each in listed or () if isinstance(each, dict)}
    return {*found, asked.get("franchise")} if asked.get("type") == "found_franchise" else set(found)


def _refuse_too_early(at: datetime, *, what: str) -> None:
    if at.year < FIRST_YEAR:
        raise Malformed(f"In the year {at.year} {what}: give a time from {FIRST_YEAR} on.")


def season_secret(secret: bytes, plan: LeaguePlan, season: SeasonPlan) -> bytes:
    """A season's secret: the one given for the first, and one made from it and the name for each that follows."""
    return secret if season.name == plan.seasons[0].name else derive_season_secret(secret, season.name)


def derive_season_secret(first: bytes, name: str) -> bytes:
    """The secret of a later season of that name, made from the first season's."""
    return hmac.digest(first, f"next|{name}".encode(), hashlib.sha256)


def read_batches(folder: Path) -> Iterator[PlannedBatch]:
    """Every batch of a season, in order."""
    for path in sorted(folder.glob("*.json")):
        for given in _read_as(path, list[PlannedBatch]):
            _refuse_too_early(given.at, what=f"{given.key} was given")
            yield given


def with_report_file(command: dict[str, Any], folder: Path) -> dict[str, Any]:
    """A command with the report it names by its file, where it names one."""
    named = command.get("report")
    if not isinstance(named, str):
        return command
    return {**command, "report": _read_json(folder / named)}


def first_season_secret(folder: Path, plan: LeaguePlan) -> bytes:
    """The first season's secret as `league.json` tells it. Raises `Malformed`."""
    if not plan.secret:
        raise Malformed(f"{folder / 'league.json'} names no secret: give one with --season-secret.")
    try:
        return bytes.fromhex(plan.secret)
    except ValueError:
        raise Malformed(f"The secret of {folder / 'league.json'} is not in hex digits, such as 00ff.") from None


def season_commands(folder: Path) -> list[Command]:
    """Every command of a season's folder, in order, with the reports it names."""
    return [command for batch in read_batches(folder) for command in batch_commands(batch, folder)]


def batch_commands(given: PlannedBatch, folder: Path) -> list[Command]:
    """The commands of a batch of that season's folder, with the reports they name."""
    return [command_from_document(with_report_file(document, folder)) for document in given.commands]


def _read_as(path: Path, kind: Any) -> Any:
    try:
        return msgspec.convert(_read_json(path), kind)
    except msgspec.ValidationError as no:
        raise Malformed(f"{path} cannot be read: {no}.") from None


def _read_json(path: Path) -> Any:
    """The JSON of a file. Raises `Malformed` when there is no such file, or none that can be read."""
    try:
        return parse_json(read_file(path, then=READ_HINT))
    except Malformed as no:
        text = no.sentence
        raise no if text.endswith(f"{READ_HINT}.") else Malformed(f"{path} cannot be read: {text}") from None

"""Reads the plan and the batches of a league folder."""

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
from rules.campaign.core.names import clean_legible_name, clean_text
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
"""Advice in the refusal of a file that cannot be read."""
ZonedTime = Annotated[datetime, msgspec.Meta(tz=True)]
"""A time with its zone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A person of the league: a user name, a role, and the franchise they own.

    After a batch with `goes_on`, an owner's standing orders decide. The drivers and cars they take on then get the
    first unused names of the lists.
    """

    user: str
    role: Literal["commissioner", "owner", "spectator"]
    franchise: str = ""
    orders: dict[str, Any] = field(default_factory=dict)
    drivers: list[str] = field(default_factory=list)
    cars: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlan:
    """A season of the league: its name, which is also its folder, its rounds, changed switches, and edition."""

    name: str
    rounds: int
    opened_at: ZonedTime
    switches: dict[str, Setting] = field(default_factory=dict)
    edition: str = FIRST_EDITION

    def opening(self, secret: bytes) -> OpenSeason:
        """The command that opens the season."""
        return OpenSeason(
            rounds=self.rounds, switches=self.switches, edition=self.edition, secret_hash=secret_hash(secret)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarPlan:
    """The league's calendar after all its batches; `paused` is the reason for pausing its clock, if it is paused.

    With a calendar, the orders of owners become the standing orders of their franchises.
    """

    time_zone: str = "UTC"
    hours: dict[str, int] = field(default_factory=dict)
    unattended: bool = False
    results: Literal["reported", "stand_in"] = "reported"
    paused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaguePlan:
    """The contents of `league.json`. `secret` is the first season's in hex digits, if anybody may know the dice."""

    league: str
    name: str
    members: list[Member]
    seasons: list[SeasonPlan]
    secret: str = ""
    public: bool = True
    calendar: CalendarPlan | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedBatch:
    """A batch: who gives which commands when, under which key.

    With `goes_on`, owners then answer by their standing orders and the commissioner takes the next steps, until a
    round is to be announced or the table is to be ranked, or until nothing is left to do.
    """

    key: str
    by: str
    at: ZonedTime
    commands: list[dict[str, Any]]
    on_behalf_of: str = ""
    reason: str = ""
    goes_on: bool = False


def read_plan(folder: Path, *, league: str = "") -> LeaguePlan:
    """The plan of a league folder, with another league id if `league` is given. Raises `Malformed`."""
    plan: LeaguePlan = _read_as(folder / "league.json", LeaguePlan)
    if not plan.seasons:
        raise Malformed(f"{folder / 'league.json'} has no season: add one.")
    if not any(member.role == COMMISSIONER for member in plan.members):
        raise Malformed(f"{folder / 'league.json'} has no commissioner among its members: add one.")
    if league:
        plan = replace(plan, league=league)
    _refuse_invalid_plan(plan)
    for season in plan.seasons:
        if not (folder / season.name).is_dir():
            raise Malformed(f"There is no folder {folder / season.name}: every season needs a folder of its name.")
    _refuse_unfounded_franchises(plan, folder)
    return plan


def _refuse_invalid_plan(plan: LeaguePlan) -> None:
    """Raise `Malformed` for invalid names, times or members."""
    validate_id(plan.league, thing="league")
    if not plan.name.strip():
        raise Malformed(f"The league {plan.league} has no name: give it one.")
    clean_legible_name(plan.name, thing="name of the league", longest=LONGEST_NAME)
    names = [
        validate_unreserved_id(validate_id(season_plan.name, thing="season"), thing="season")
        for season_plan in plan.seasons
    ]
    if duplicate := next((name for name in names if names.count(name) > 1), ""):
        raise Malformed(f"Two seasons are called {duplicate}: rename one of them.")
    for season in plan.seasons:
        _refuse_too_early(season.opened_at, what=f"season {season.name} was opened")
    for member in plan.members:
        if not member.user.strip():
            raise Malformed("A member has no user name: give them one.")
        clean_text(member.user, thing="user name", longest=LONGEST_USER)
        if (member.role == OWNER) is not bool(member.franchise):
            raise Malformed(
                f"{member.user} is {member.role} of {member.franchise or 'no franchise'}: an owner has one, and "
                f"nobody else."
            )
        orders_from(member.orders)
        for name in (*member.drivers, *member.cars):
            clean_legible_name(name, thing=f"name that {member.user} gives")


def _refuse_unfounded_franchises(plan: LeaguePlan, folder: Path) -> None:
    """Raise `Malformed` if a member owns a franchise that no batch founds, or a report file cannot be read."""
    founded: set[object] = set()
    for season in plan.seasons:
        for batch in read_batches(folder / season.name):
            for document in batch.commands:
                founded |= _founding_ids(document)
                with_report_file(document, folder / season.name)
    for member in plan.members:
        if member.franchise and member.franchise not in founded:
            raise Malformed(f"{member.user} owns {member.franchise[:80]}, which no season founds: found it first.")


def _founding_ids(command: dict[str, Any]) -> set[object]:
    sheet = command.get("sheet")
    franchises = sheet.get("franchises") if isinstance(sheet, dict) else None
    ids = {str(franchise.get("franchise")) for franchise in franchises or () if isinstance(franchise, dict)}
    return {*ids, command.get("franchise")} if command.get("type") == "found_franchise" else set(ids)


def _refuse_too_early(at: datetime, *, what: str) -> None:
    if at.year < FIRST_YEAR:
        raise Malformed(f"In the year {at.year} {what}: give a time from {FIRST_YEAR} on.")


def season_secret(secret: bytes, plan: LeaguePlan, season: SeasonPlan) -> bytes:
    """A season's secret: `secret` for the first season, else one derived from it and the season's name."""
    return secret if season.name == plan.seasons[0].name else derive_season_secret(secret, season.name)


def derive_season_secret(first: bytes, name: str) -> bytes:
    """The secret of a later season, derived from the first season's and its own name."""
    return hmac.digest(first, f"next|{name}".encode(), hashlib.sha256)


def read_batches(folder: Path) -> Iterator[PlannedBatch]:
    """Every batch of a season's folder, in order. Raises `Malformed`."""
    for path in sorted(folder.glob("*.json")):
        for batch in _read_as(path, list[PlannedBatch]):
            _refuse_too_early(batch.at, what=f"{batch.key} was given")
            yield batch


def with_report_file(command: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The command document, with the contents of the report file in place of its path if it names one."""
    file = command.get("report")
    if not isinstance(file, str):
        return command
    return {**command, "report": _read_json(folder / file)}


def first_season_secret(folder: Path, plan: LeaguePlan) -> bytes:
    """The first season's secret from `league.json`. Raises `Malformed`."""
    if not plan.secret:
        raise Malformed(f"{folder / 'league.json'} names no secret: give one with --season-secret.")
    try:
        return bytes.fromhex(plan.secret)
    except ValueError:
        raise Malformed(f"The secret of {folder / 'league.json'} is not in hex digits, such as 00ff.") from None


def season_commands(folder: Path) -> list[Command]:
    """Every command of a season's folder, in order, with reports from their files."""
    return [command for batch in read_batches(folder) for command in batch_commands(batch, folder)]


def batch_commands(batch: PlannedBatch, folder: Path) -> list[Command]:
    """The commands of a batch, with reports from their files in the season's folder."""
    return [command_from_document(with_report_file(document, folder)) for document in batch.commands]


def _read_as(path: Path, kind: Any) -> Any:
    try:
        return msgspec.convert(_read_json(path), kind)
    except msgspec.ValidationError as error:
        raise Malformed(f"{path} cannot be read: {error}.") from None


def _read_json(path: Path) -> Any:
    """The JSON of a file. Raises `Malformed` if it is missing or cannot be read."""
    try:
        return parse_json(read_file(path, then=READ_HINT))
    except Malformed as refusal:
        text = refusal.sentence
        raise refusal if text.endswith(f"{READ_HINT}.") else Malformed(f"{path} cannot be read: {text}") from None

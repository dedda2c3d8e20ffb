"""A league on disk: who belongs to it, and the batches that were given, read from a folder.

`league.json` names league, members and seasons; each season has a folder of its name, whose `*.json` files, in order
of their names, hold batches: a key, the member who gave it, a time, and commands. A report may stand in a file of its
own, named from the season's folder on; a match that a ruleset resolves has none, and is resolved when the batch which
locked it is over. A folder can be performed in memory here; `league.example` plays one into the database.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from rules.campaign.codec import command_from, parsed
from rules.campaign.command import Command
from rules.campaign.editions import FIRST
from rules.campaign.facts import Fact
from rules.campaign.founding import OpenSeason
from rules.campaign.naming import proper_text
from rules.campaign.off_season import next_season
from rules.campaign.perform import due, perform
from rules.campaign.resolving import awaiting_resolution
from rules.campaign.state import Season
from rules.campaign.unattended import keys_of, result_of
from rules.dice import Dice, KeyRing, Roll, published_hash
from rules.refusal import Malformed
from rules.switch import Setting
from rules.terms import proper_id, unreserved

COMMISSIONER, OWNER = "commissioner", "owner"
LONGEST_NAME, LONGEST_USER = 120, 60
FIRST_YEAR = 1970
Time = Annotated[datetime, msgspec.Meta(tz=True)]
"""A moment with its zone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A person of the example: a user name, a role, and the franchise he owns."""

    user: str
    role: Literal["commissioner", "owner", "spectator"]
    franchise: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlan:
    """A season of the league: its name, which is its folder's too, its rounds, switches to change, and edition."""

    name: str
    rounds: int
    opened_at: Time
    switches: dict[str, Setting] = field(default_factory=dict)
    edition: str = FIRST

    def opening(self, secret: bytes) -> OpenSeason:
        """The command that opens it."""
        return OpenSeason(
            rounds=self.rounds, switches=self.switches, edition=self.edition, secret_hash=published_hash(secret)
        )


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
    at: Time
    commands: list[dict[str, Any]]
    on_behalf_of: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Performed:
    """A season of a folder as its commands leave it, and every fact on the way."""

    season: Season
    facts: list[Fact]


def plan_of(folder: Path, *, league: str = "") -> Plan:
    """The plan of an example, for a league of another id where one is given. Raises `Malformed`."""
    plan: Plan = _read(folder / "league.json", Plan)
    if not plan.seasons:
        raise Malformed(f"{folder / 'league.json'} has no season: add one.")
    if not any(each.role == COMMISSIONER for each in plan.members):
        raise Malformed(f"{folder / 'league.json'} has no member who is commissioner: add one.")
    if league:
        plan = replace(plan, league=league)
    _refuse_improper(plan)
    for each in plan.seasons:
        if not (folder / each.name).is_dir():
            raise Malformed(f"There is no folder {folder / each.name}: a season has one of its name.")
    _refuse_unfounded(plan, folder)
    return plan


def _refuse_improper(plan: Plan) -> None:
    """Raise `Malformed` for names, times and members no league can have."""
    proper_id(plan.league, thing="league")
    if not plan.name.strip():
        raise Malformed(f"The league {plan.league} has no name: give it one.")
    proper_text(plan.name, thing="name of the league", longest=LONGEST_NAME)
    names = [unreserved(proper_id(each.name, thing="season"), thing="season") for each in plan.seasons]
    if twice := next((each for each in names if names.count(each) > 1), ""):
        raise Malformed(f"Two seasons are called {twice}: call one otherwise.")
    for season in plan.seasons:
        _refuse_too_early(season.opened_at, what=f"season {season.name} was opened")
    for member in plan.members:
        if not member.user.strip():
            raise Malformed("A member has no user name: give him one.")
        proper_text(member.user, thing="user name", longest=LONGEST_USER)
        if (member.role == OWNER) is not bool(member.franchise):
            raise Malformed(
                f"{member.user} is {member.role} of {member.franchise or 'no franchise'}: an owner has one, and "
                f"nobody else."
            )


def _refuse_unfounded(plan: Plan, folder: Path) -> None:
    """Raise `Malformed` when somebody owns a franchise that no batch founds."""
    founded: set[object] = set()
    for season in plan.seasons:
        for given in batches(folder / season.name):
            for asked in given.commands:
                founded |= _founded_by(asked)
    for member in plan.members:
        if member.franchise and member.franchise not in founded:
            raise Malformed(f"{member.user} owns {member.franchise[:80]}, which no season founds: found it first.")


def _founded_by(asked: dict[str, Any]) -> set[object]:
    sheet = asked.get("sheet")
    listed = sheet.get("franchises") if isinstance(sheet, dict) else None
    found = {str(each.get("franchise")) for each in listed or () if isinstance(each, dict)}
    return {*found, asked.get("franchise")} if asked.get("type") == "found_franchise" else set(found)


def _refuse_too_early(at: datetime, *, what: str) -> None:
    if at.year < FIRST_YEAR:
        raise Malformed(f"In the year {at.year} {what}: give a time from {FIRST_YEAR} on.")


def secret_of(secret: bytes, plan: Plan, season: SeasonPlan) -> bytes:
    """A season's secret: the one given for the first, and one made from it and the name for each that follows."""
    return secret if season.name == plan.seasons[0].name else later_secret(secret, season.name)


def later_secret(first: bytes, name: str) -> bytes:
    """The secret of a later season of that name, made from the first season's."""
    return hmac.digest(first, f"next|{name}".encode(), hashlib.sha256)


def batches(folder: Path) -> Iterator[Given]:
    """Every batch of a season, in order."""
    for path in sorted(folder.glob("*.json")):
        for given in _read(path, list[Given]):
            _refuse_too_early(given.at, what=f"{given.key} was given")
            yield given


def with_report(command: dict[str, Any], folder: Path) -> dict[str, Any]:
    """A command with the report it names by its file, where it names one."""
    named = command.get("report")
    if not isinstance(named, str):
        return command
    return {**command, "report": parsed(_bytes(folder / named))}


def own_secret(folder: Path, plan: Plan) -> bytes:
    """The first season's secret as `league.json` tells it. Raises `Malformed`."""
    if not plan.secret:
        raise Malformed(f"{folder / 'league.json'} names no secret: give one with --season-secret.")
    try:
        return bytes.fromhex(plan.secret)
    except ValueError:
        raise Malformed(f"The secret of {folder / 'league.json'} is not in hex digits, such as 00ff.") from None


def commands_of(folder: Path) -> list[Command]:
    """Every command of a season's folder, in order, with the reports it names."""
    return [command for given in batches(folder) for command in commands_in(given, folder)]


def commands_in(given: Given, folder: Path) -> list[Command]:
    """The commands of a batch of that season's folder, with the reports they name."""
    return [command_from(with_report(asked, folder)) for asked in given.commands]


def performed(folder: Path, *, secret: bytes | None = None) -> list[Performed]:
    """Every season of a league on disk, performed in memory; the state is that which `play` leaves in the database.

    `secret` is the first season's, `league.json`'s own when left out. Raises what the rules refuse.
    """
    plan = plan_of(folder)
    first = secret if secret is not None else own_secret(folder, plan)
    seasons: list[Performed] = []
    for each in plan.seasons:
        own = secret_of(first, plan, each)
        opening = each.opening(own)
        season = next_season(seasons[-1].season) if seasons else Season()
        facts = [fact for told, _ in carried_out(season, opening, secret=own) for fact in told]
        for given in batches(folder / each.name):
            for command in commands_in(given, folder / each.name):
                facts += [fact for told, _ in carried_out(season, command, secret=own) for fact in told]
            facts += [fact for told, _ in results(season, secret=own) for fact in told]
        seasons.append(Performed(season, facts))
    return seasons


def carried_out(season: Season, command: Command, *, secret: bytes) -> Iterator[tuple[list[Fact], list[Roll]]]:
    """A command and what is due after it, each with its facts and every roll of it. Raises what the rules refuse."""
    following = [command]
    while following:
        dice = Dice(KeyRing(secret, {each.id: each.words for each in season.matches.values()}))
        yield perform(season, following[0], dice), dice.log
        following = due(season)


def results(season: Season, *, secret: bytes) -> Iterator[tuple[list[Fact], list[Roll]]]:
    """The results of every locked match that a ruleset resolves, each as `carried_out`. Raises what playing does."""
    while awaiting := awaiting_resolution(season):
        move = result_of(season, awaiting[0].id, dice=Dice(keys_of(season, secret=secret)))
        yield from carried_out(season, move.commands[0], secret=secret)


def _read(path: Path, kind: Any) -> Any:
    try:
        return msgspec.json.decode(_bytes(path), type=kind)
    except (msgspec.DecodeError, msgspec.ValidationError) as no:
        raise Malformed(f"{path} cannot be read: {no}.") from None


def _bytes(path: Path) -> bytes:
    """What a file holds. Raises `Malformed` when there is no such file, or none that can be read."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise Malformed(f"There is no {path}: give the folder of an example.") from None
    except OSError as no:
        raise Malformed(f"{path} cannot be read: {no.strerror}.") from None

"""A season played in memory; everything that anybody does is recorded as batches for an example folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from league.league_folder import (
    Owners,
    derive_season_secret,
    first_season_secret,
    perform_continuation,
    perform_folder,
    perform_with_due,
    read_batches,
    read_plan,
)
from rules.campaign.core.codec import command_document, copy_season
from rules.campaign.core.command import Command
from rules.campaign.core.facts import Fact
from rules.campaign.core.state import Season
from rules.campaign.founding.season_start import OpenSeason
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.season_end.off_season import next_season
from rules.core.dice import secret_hash
from tools.rust_belt.cast import COMMISSIONER, COMPANIES, members

BETWEEN_BATCHES = timedelta(minutes=37)
BETWEEN_SCENES = timedelta(days=2, hours=3)
NAMING_COMMANDS = {"hire_rookie": "driver", "buy_car": "car"}
"""The commands that use a name, and the list it comes from."""
CONTINUATION_TIME = timedelta(days=7)
"""The time after a batch with which the season goes on, before the next batch."""


@dataclass(frozen=True, slots=True)
class BatchRecord:
    """A batch as it is written to the file of its scene, with the reports it names, by match."""

    scene: str
    document: dict[str, Any]
    reports: dict[str, dict[str, Any]]


@dataclass(slots=True, kw_only=True)
class Stage:
    """A season in progress: its state and dice, the facts so far, and the batches that made them."""

    name: str
    secret: bytes
    season: Season
    opened_at: datetime
    clock: datetime
    scene: str = ""
    facts: list[Fact] = field(default_factory=list)
    written: list[BatchRecord] = field(default_factory=list)
    named: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many names a franchise has used from each list, `driver` and `car`, in this season and earlier ones."""
    owners: Owners = field(default_factory=lambda: Owners(members()))

    @classmethod
    def open_first(cls, *, name: str, secret: bytes, rounds: int, opened_at: datetime) -> Stage:
        """Open the league's first season."""
        stage = cls(name=name, secret=secret, season=Season(), opened_at=opened_at, clock=opened_at)
        stage._open(rounds)
        return stage

    def open_next_stage(self, *, name: str, rounds: int) -> Stage:
        """Open the season after this one, which is closed; its secret derives from this one's and the name."""
        secret = derive_season_secret(self.secret, name)
        at = (self.clock + timedelta(days=28)).replace(hour=18, minute=0)
        stage = Stage(
            name=name,
            secret=secret,
            season=next_season(self.season),
            opened_at=at,
            clock=at,
            named=self.named.copy(),
            owners=self.owners,
        )
        stage._open(rounds)
        return stage

    def copy(self) -> Stage:
        """A copy that can go its own way from here."""
        return Stage(
            name=self.name,
            secret=self.secret,
            season=copy_season(self.season),
            opened_at=self.opened_at,
            clock=self.clock,
            scene=self.scene,
            facts=[*self.facts],
            written=[*self.written],
            named=self.named.copy(),
            owners=self.owners,
        )

    def begin_scene(self, scene: str) -> None:
        """Write what follows to a file of that name."""
        self.scene = scene
        self.clock += BETWEEN_SCENES

    def give_as_commissioner(
        self, *commands: Command, reason: str = "", on_behalf_of: str = "", goes_on: bool = False
    ) -> None:
        """Give one batch as commissioner; with `goes_on` the season then goes on by itself, which is not recorded."""
        self._give(commands, by=COMMISSIONER, reason=reason, on_behalf_of=on_behalf_of, goes_on=goes_on)
        if goes_on:
            for facts, _ in perform_continuation(self.season, self.owners, secret=self.secret):
                self.facts += facts
            self.clock += CONTINUATION_TIME

    def give_as_owner(self, franchise: str, *commands: Command) -> None:
        """Give one batch as an owner."""
        self._give(commands, by=COMPANIES[franchise].owner)

    def _open(self, rounds: int) -> None:
        self._perform(OpenSeason(rounds=rounds, secret_hash=secret_hash(self.secret)))

    def _give(
        self,
        commands: Sequence[Command],
        *,
        by: str,
        reason: str = "",
        on_behalf_of: str = "",
        goes_on: bool = False,
    ) -> None:
        documents = [command_document(command) for command in commands]
        reports = {}
        for command, document in zip(commands, documents, strict=True):
            if isinstance(command, AcceptReport):
                reports[str(command.match)] = document["report"]
                document["report"] = f"reports/{command.match}.json"
        self.clock += BETWEEN_BATCHES
        fields: dict[str, Any] = {
            "key": f"{self.scene}.{len(self.written) + 1}",
            "by": by,
            "at": utc_text(self.clock),
        }
        if on_behalf_of:
            fields["on_behalf_of"] = on_behalf_of
        if reason:
            fields["reason"] = reason
        if goes_on:
            fields["goes_on"] = True
        self.written.append(BatchRecord(self.scene, {**fields, "commands": documents}, reports))
        for command in commands:
            self._perform(command)

    def _perform(self, command: Command) -> None:
        self.owners.mark_name_used(getattr(command, "name", ""))
        for facts, _ in perform_with_due(self.season, command, secret=self.secret):
            self.facts += facts


def stage_from_folder(folder: Path) -> Stage:
    """The first season of a folder, played to its end, so that the season after it can be staged."""
    plan = read_plan(folder)
    first, secret = plan.seasons[0], first_season_secret(folder, plan)
    batches = list(read_batches(folder / first.name))
    [finished] = perform_folder(folder, most=1)
    stage = Stage(
        name=first.name, secret=secret, season=finished.season, opened_at=first.opened_at, clock=batches[-1].at
    )
    for batch in batches:
        for command in batch.commands:
            stage.owners.mark_name_used(command.get("name"))
            if command["type"] in NAMING_COMMANDS and command.get("name"):
                stage.named[command["franchise"], NAMING_COMMANDS[command["type"]]] += 1
    return stage


def utc_text(at: datetime) -> str:
    """A time in UTC, in the form that JSON documents use."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

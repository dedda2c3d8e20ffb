"""Writes a league folder out in full: the commands that standing orders give become batches of their own.

A client that gives the batches of the new folder needs neither rules nor dice. It only has to wait for results.
"""

from __future__ import annotations

import json
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from league.league_folder.files import (
    COMMISSIONER,
    LeaguePlan,
    PlannedBatch,
    batch_commands,
    first_season_secret,
    read_batches,
    read_plan,
    season_secret,
)
from league.league_folder.in_memory import Owners, perform_first_result, perform_with_due
from rules.campaign.core.codec import command_document
from rules.campaign.core.command import Command, command_type, tag_of
from rules.campaign.core.state import Season
from rules.campaign.match_day.resolution import matches_awaiting_resolution
from rules.campaign.season_end.off_season import next_season
from rules.campaign.steward.unattended import CommandBatch

CONTINUATION_REASON = "The season goes on: this is what it needs, and nobody else gives it."
"""The reason for house acts and for acts on behalf of owners in written-out batches."""


def expand_folder(folder: Path, into: Path, *, secret: bytes | None = None) -> None:
    """Write a folder anew into `into` with every batch written out.

    `awaits` of a batch names the matches whose results must come before the next batch. `secret` is the first
    season's, by default that of `league.json`. Raises the refusals of the rules.
    """
    plan = read_plan(folder)
    first = secret if secret is not None else first_season_secret(folder, plan)
    owners, season = Owners(plan.members), Season()
    for number, season_plan in enumerate(plan.seasons):
        own_secret = season_secret(first, plan, season_plan)
        season = next_season(season) if number else season
        _perform(season, season_plan.opening(own_secret), secret=own_secret)
        batches = _expand_season(plan, owners, season, folder / season_plan.name, secret=own_secret)
        (into / season_plan.name).mkdir(parents=True, exist_ok=True)
        (into / season_plan.name / "01-written-out.json").write_text(
            json.dumps(batches, indent=1) + "\n", encoding="utf-8"
        )
    document = json.loads((folder / "league.json").read_bytes()) | {"secret": first.hex()}
    (into / "league.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def _expand_season(
    plan: LeaguePlan, owners: Owners, season: Season, folder: Path, *, secret: bytes
) -> list[dict[str, Any]]:
    batches: list[dict[str, Any]] = []
    for batch in read_batches(folder):
        commands = batch_commands(batch, folder)
        for command in commands:
            owners.mark_name_used(getattr(command, "name", ""))
            _perform(season, command, secret=secret)
        giver = {"by": batch.by, "on_behalf_of": batch.on_behalf_of, "reason": batch.reason}
        batches.append(_batch_document(batch.key, batch.at, commands, **giver))
        while matches_awaiting_resolution(season):
            batches[-1]["awaits"].append(_perform_first_result(season, secret=secret))
        if batch.goes_on:
            _expand_continuation(plan, owners, season, batch, batches, secret=secret)
    return batches


def _expand_continuation(
    plan: LeaguePlan,
    owners: Owners,
    season: Season,
    batch: PlannedBatch,
    batches: list[dict[str, Any]],
    *,
    secret: bytes,
) -> None:
    for number in count(1):
        while (move := owners.next_batch_move(season, secret=secret)) is None and matches_awaiting_resolution(season):
            batches[-1]["awaits"].append(_perform_first_result(season, secret=secret))
        if move is None:
            return
        giver = _signature_fields(plan, owners, move, season)
        for command in move.commands:
            _perform(season, command, secret=secret)
        batches.append(_batch_document(f"{batch.key}/{number}", batch.at, list(move.commands), **giver))


def _signature_fields(plan: LeaguePlan, owners: Owners, move: CommandBatch, season: Season) -> dict[str, str]:
    franchise, on_behalf_of = owners.giver_of(move, season)
    commissioner = next(member.user for member in plan.members if member.role == COMMISSIONER)
    giver = next(
        (member.user for member in plan.members if franchise and member.franchise == franchise), commissioner
    )
    needs_reason = on_behalf_of or any(command_type(tag_of(type(command))).reasoned for command in move.commands)
    return {"by": giver, "on_behalf_of": on_behalf_of, "reason": CONTINUATION_REASON if needs_reason else ""}


def _batch_document(key: str, at: datetime, commands: list[Command], **signed: str) -> dict[str, Any]:
    documents = [command_document(command) for command in commands]
    return {"key": key, "at": at.isoformat(), **signed, "commands": documents, "awaits": []}


def _perform_first_result(season: Season, *, secret: bytes) -> str:
    match = str(matches_awaiting_resolution(season)[0].id)
    for _ in perform_first_result(season, secret=secret):
        pass
    return match


def _perform(season: Season, command: Command, *, secret: bytes) -> None:
    for _ in perform_with_due(season, command, secret=secret):
        pass

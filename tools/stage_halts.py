"""Stages halts: the first season of the example stopped where somebody has something to do.

Each halt is a world of its own for the tour: a copy of the database after one batch, with its clock started now.
"""

from __future__ import annotations

import copy
import json
import sqlite3
import tempfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.db import connection
from django.utils import timezone

from journal import perform
from league.folder_import import play_folder
from league.models import Entry, Membership, Report, Season
from rules.campaign.core.codec import command_from_document
from rules.match.report import Report as Reported
from scheduling.appeals import DISMISSED, UPHELD, answer_appeal, file_appeal
from scheduling.calendar import set_calendar
from scheduling.claims import claim_match_report
from scheduling.clock_tick import tick
from tools.stage_rust_belt import EXAMPLE, copy_example

SEASON, OWNER, RIVAL = "rust-belt/s1", "regina", "duke"
HALTS = {
    "signing": "02-signing.15",
    "line-ups": "05-round-03.108",
    "report": "05-round-03.110",
    "accepted": "05-round-03.110",
    "repairs": "05-round-03.113",
    "shopping": "05-round-03.119",
    "protecting": "13-season-end.412",
    "drafting": "13-season-end.419",
    "sponsors": "13-season-end.447",
    "closed": "13-season-end.456",
}
"""Each halt, with the batch of the example after which it is copied."""
FINISHED_WORLD = "rust-belt"
"""The world in which the example is played to its end."""


def play_to_halts(folder: str) -> None:
    """Play the example into the current database, and copy that into the folder at every halt and at the end."""
    waiting = dict(HALTS)
    with tempfile.TemporaryDirectory(prefix="staged-") as home:
        for played in play_folder(copy_example(Path(home))):
            for world in [name for name, key in waiting.items() if (SEASON, key) == (played.season, played.key)]:
                _copy_database(Path(folder) / world)
                del waiting[world]
    if waiting:
        raise AssertionError(f"The example has no batch {', '.join(waiting.values())}.")
    _copy_database(Path(folder) / FINISHED_WORLD)


def _copy_database(world: Path) -> None:
    world.mkdir(parents=True)
    connection.ensure_connection()
    with sqlite3.connect(world / Path(settings.DATABASES["default"]["NAME"]).name) as copy_file:
        connection.connection.backup(copy_file)


def stage_halt(world: str) -> None:
    """Start the clock of that halt now, and add whatever else its pages show. Run it once."""
    at, boss = timezone.now(), rust_belt_member("marjorie")
    set_calendar(league=boss.league_id, member=boss, at=at, time_zone="Europe/Berlin")
    tick(SEASON, at=at)
    EXTRA_STAGING.get(world, lambda: None)()


def rust_belt_member(user: str) -> Membership:
    """A person's membership of the league."""
    return Membership.objects.get(league="rust-belt", user__username=user)


def _make_claims() -> None:
    """Two teams claim different reports of the match: they differ in a driver's criticals and in the points."""
    document = json.loads((EXAMPLE / "s1" / "reports" / "m5.json").read_text())
    second_document = copy.deepcopy(document)
    for team in second_document["teams"]:
        team["points"] += {"hounds": 2}.get(team["franchise"], 0)
    driver = next(line for line in second_document["drivers"] if line["driver"] == "hounds.s1.d4")
    driver["criticals"] = 1
    for user, side, claimed in ((OWNER, "slag-queens", document), (RIVAL, "hounds", second_document)):
        report = msgspec.convert(claimed, Reported)
        key = f"claim of {side}"
        claim_match_report(
            SEASON, match="m5", side=side, report=report, member=rust_belt_member(user), key=key, at=timezone.now()
        )


def _make_appeals() -> None:
    """Accept a result now; on an earlier one, uphold one appeal, dismiss another, and leave one waiting."""
    at, season = timezone.now(), Season.objects.get(pk=SEASON)
    document = json.loads((EXAMPLE / "s1" / "reports" / "m5.json").read_text())
    accepted = command_from_document({"type": "accept_report", "match": "m5", "report": document})
    perform(SEASON, [accepted], actor=rust_belt_member("marjorie").handle, at=at, key="staged result")
    entry = Entry.objects.get(season=SEASON, number=Report.objects.get(match_id=f"{SEASON}/m4").entry)
    appealed = entry.at + timedelta(hours=3)
    words = (
        ("walt", "mutants", "Gill Gillespie was out of the race before the second heat began."),
        ("brenda", "smelters", "Our third car crossed the line first: ask the flagman."),
        ("noreen", "lake-effect", "The gunner of Jackknife scored twice, and the sheet has it once."),
    )
    appeals = [
        file_appeal(season, match="m4", side=side, member=rust_belt_member(user), said=said, at=appealed)
        for user, side, said in words
    ]
    answered: dict[str, Any] = {"members": [rust_belt_member("marjorie")], "at": appealed + timedelta(hours=5)}
    answer_appeal(season, appeals[0].pk, UPHELD, said="The film of the pits shows him there.", **answered)
    answer_appeal(
        season, appeals[1].pk, DISMISSED, said="The film says otherwise, and so does the flagman.", **answered
    )


def _propose_trade() -> None:
    """The owner offers their rival a driver and money for one of the rival's drivers."""
    gives, takes = {"drivers": ["slag-queens.s1.d4"], "pays": 20_000}, {"drivers": ["hounds.s1.d4"]}
    offered = {"type": "propose_trade", "trade": "slag-queens.t1", "franchise": "slag-queens", "partner": "hounds"}
    command = command_from_document({**offered, "gives": gives, "takes": takes})
    perform(SEASON, [command], actor=rust_belt_member(OWNER).handle, at=timezone.now(), key="staged trade")


EXTRA_STAGING: dict[str, Callable[[], None]] = {
    "report": _make_claims,
    "accepted": _make_appeals,
    "shopping": _propose_trade,
}

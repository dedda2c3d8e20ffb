"""The example's first season stopped where somebody has something to do: copies of its database, each staged further.

Each halt is a world of its own for the tour: the Rust Belt as it stood after one batch, its clock wound now.
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
"""Each halt, and the batch after which the season is as it shows it."""
FINISHED_WORLD = "rust-belt"
"""The world in which the example is played to its end."""


def play_to_halts(folder: str) -> None:
    """Play the example into the database at hand; keep a copy of that in the folder at every halt and at the end."""
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
    with sqlite3.connect(world / Path(settings.DATABASES["default"]["NAME"]).name) as kept:
        connection.connection.backup(kept)


def stage_halt(world: str) -> None:
    """Wind the clock of that halt now, and give what its pages show besides. To be done once."""
    at, boss = timezone.now(), rust_belt_member("marjorie")
    set_calendar(league=boss.league_id, member=boss, at=at, time_zone="Europe/Berlin")
    tick(SEASON, at=at)
    EXTRA_STAGING.get(world, lambda: None)()


def rust_belt_member(user: str) -> Membership:
    """That person's place in the league."""
    return Membership.objects.get(league="rust-belt", user__username=user)


def _make_claims() -> None:
    """Two teams of the match say what came of it, and differ in a driver's fate and in the points."""
    said = json.loads((EXAMPLE / "s1" / "reports" / "m5.json").read_text())
    other = copy.deepcopy(said)
    for each in other["teams"]:
        each["points"] += {"hounds": 2}.get(each["franchise"], 0)
    found = next(each for each in other["drivers"] if each["driver"] == "hounds.s1.d4")
    found["criticals"] = 1
    for user, side, told in ((OWNER, "slag-queens", said), (RIVAL, "hounds", other)):
        report = msgspec.convert(told, Reported)
        key = f"claim of {side}"
        claim_match_report(
            SEASON, match="m5", side=side, report=report, member=rust_belt_member(user), key=key, at=timezone.now()
        )


def _make_appeals() -> None:
    """A result is accepted now; against one of before, appeals were upheld and dismissed, and one waits."""
    at, season = timezone.now(), Season.objects.get(pk=SEASON)
    said = json.loads((EXAMPLE / "s1" / "reports" / "m5.json").read_text())
    accepted = command_from_document({"type": "accept_report", "match": "m5", "report": said})
    perform(SEASON, [accepted], actor=rust_belt_member("marjorie").handle, at=at, key="staged result")
    entry = Entry.objects.get(season=SEASON, number=Report.objects.get(match_id=f"{SEASON}/m4").entry)
    appealed = entry.at + timedelta(hours=3)
    words = (
        ("walt", "mutants", "Gill Gillespie was out of the race before the second heat began."),
        ("brenda", "smelters", "Our third car crossed the line first: ask the flagman."),
        ("noreen", "lake-effect", "The gunner of Jackknife scored twice, and the sheet has it once."),
    )
    made = [
        file_appeal(season, match="m4", side=side, member=rust_belt_member(user), said=said, at=appealed)
        for user, side, said in words
    ]
    answered: dict[str, Any] = {"members": [rust_belt_member("marjorie")], "at": appealed + timedelta(hours=5)}
    answer_appeal(season, made[0].pk, UPHELD, said="The film of the pits shows him there.", **answered)
    answer_appeal(season, made[1].pk, DISMISSED, said="The film says otherwise, and so does the flagman.", **answered)


def _propose_trade() -> None:
    """The owner offers their rival a driver and money for one of theirs."""
    gives, takes = {"drivers": ["slag-queens.s1.d4"], "pays": 20_000}, {"drivers": ["hounds.s1.d4"]}
    offered = {"type": "propose_trade", "trade": "slag-queens.t1", "franchise": "slag-queens", "partner": "hounds"}
    command = command_from_document({**offered, "gives": gives, "takes": takes})
    perform(SEASON, [command], actor=rust_belt_member(OWNER).handle, at=timezone.now(), key="staged trade")


EXTRA_STAGING: dict[str, Callable[[], None]] = {
    "report": _make_claims,
    "accepted": _make_appeals,
    "shopping": _propose_trade,
}

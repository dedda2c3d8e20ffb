"""Leagues to export, an empty database to import them into, and what an export must restore."""

from __future__ import annotations

import json
import zlib
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model

from franchises.crest_choice import choose_crest
from franchises.standing_orders import set_standing_orders
from journal import fork_season
from journal.gate import open_gate
from journal.transfer.league_export import league_lines
from league.models import (
    Acknowledgement,
    AnswerVersion,
    Appeal,
    Appointment,
    Calendar,
    ClaimedLog,
    HomeNight,
    League,
    Membership,
    ProposedTime,
    ReportClaim,
    ReportPart,
    Reveal,
    RoundPlan,
    Ruling,
)
from scheduling.announcements import edit_announcement, post_announcement
from tests.journal.forger import Document
from tests.journal.snapshot import everything
from tests.league.small_league import BEGAN, Table, announced, closed, reopened, settled
from tools.stage_duel import stage_duel

PASSING = {"league_outbox", "league_job", "league_window", "league_notice"}
"""Tables about running a league, which are not part of its export."""


def exported(league: str = "rust-belt") -> bytes:
    """The export of a league."""
    return b"".join(league_lines(League.objects.get(pk=league)))


def emptied() -> None:
    """Delete every league and person, so that the database is like that of another site."""
    models = [
        model for room in ("league", "drivers", "franchises") for model in apps.get_app_config(room).get_models()
    ]
    with open_gate():
        for model in models:
            model._default_manager.all()._raw_delete("default")  # type: ignore[attr-defined]
    get_user_model().objects.all().delete()


def long_played() -> Table:
    """A league with a closed season, a current one, a rehearsal, standing orders, a crest and a calendar."""
    table = reopened(closed(settled(rounds=1)))
    razors = Membership.objects.get(handle=table.handle("razors"))
    set_standing_orders(franchise="razors", document={}, member=razors, at=BEGAN)
    choose_crest(franchise="razors", blazon="gear bend skull #d22d3c #ffe58a", member=razors, at=BEGAN)
    Calendar.objects.create(
        league_id="rust-belt", time_zone="Europe/Vienna", hours={"M3": 48}, updated_at=BEGAN, updated_by="someone"
    )
    papers(table)
    fork_season("rust-belt/s2", "rehearsal", secret=b"other", at=BEGAN)
    rehearsal = Table(season="rust-belt/rehearsal", given=900)
    rehearsal.give("hire_rookie", by="razors", franchise="razors", driver="razors.s2.d1", name="Ninety")
    return table


def papers(table: Table) -> None:
    """Add a claim with its log, a heat, an appeal, a round plan, a ruling, a duel, and answers, one a draft.

    There are also an appointment with a proposed time, and a home night.
    """
    row, razors = table.row, Membership.objects.get(handle=table.handle("razors"))
    claimed = {"match": "m9", "side": "razors", "packet": "ab" * 32, "digest": "cd" * 32, "document": {"heats": []}}
    proven = {
        "evidence": "legal",
        "own_dice": True,
        "findings": [{"entry": 3, "sentence": "A hit."}],
        "log": "ef" * 32,
    }
    ReportClaim.objects.create(season=row, **claimed, **proven, actor=razors.handle, at=BEGAN, key="form-1")
    log = {"digest": "ef" * 32, "ruleset": "dethmatch", "edition": 3, "log": zlib.compress(b'{"faces":{}}')}
    ClaimedLog.objects.create(season=row, match="m9", at=BEGAN, **log)
    part = {"match": "m9", "side": "razors", "packet": "ab" * 32, "heat": 1, "document": {"teams": []}}
    ReportPart.objects.create(season=row, **part, actor=razors.handle, at=BEGAN)
    appeal = {"match": "m9", "entry": 3, "side": "razors", "said": "It was dry.", "answer_said": "It rained."}
    Appeal.objects.create(
        season=row, **appeal, actor=razors.handle, at=BEGAN, answer="dismissed", answered_by="boss", answered_at=BEGAN
    )
    RoundPlan.objects.create(
        season=row, number=2, matches=[{"match": "m3"}], updated_at=BEGAN, updated_by=razors.handle
    )
    Reveal.objects.create(season=row, number=1, at=BEGAN, changes=2, changed_at=BEGAN, changed_by=razors.handle)
    appointment = Appointment.objects.create(
        season=row,
        match="m9",
        standing="agreed",
        agreed_at=BEGAN,
        agreed_since=BEGAN,
        offer=2,
        version=3,
        changes=1,
        sides=["razors", "saints"],
        awaited=["saints"],
        said={"razors": ["absent", "saints"]},
        changed_at=BEGAN,
        changed_by=razors.handle,
    )
    offered = {"side": "razors", "time": BEGAN, "zone": "Europe/Vienna", "note": "At ours?", "accepted": ["razors"]}
    ProposedTime.objects.create(appointment=appointment, offer=2, number=1, **offered, actor=razors.handle, at=BEGAN)
    night = {"night": "WED 19:30", "zone": "Europe/Vienna", "changed_at": BEGAN, "changed_by": razors.handle}
    HomeNight.objects.create(league_id="rust-belt", franchise="razors", **night)
    ruling = {"commands": [{"type": "void_match", "match": "m9"}], "reason": "Flooded.", "said": "It was dry."}
    answer = {"standing": "declined", "answered_by": razors.handle, "answered_at": BEGAN}
    Ruling.objects.create(
        season=row, match="m9", franchise="razors", actor="boss", at=BEGAN, key="r", **ruling, **answer
    )
    version_fields = {"season": row, "questionnaire": "house", "drafted_by": razors.handle, "drafted_at": BEGAN}
    publication = {"published_by": razors.handle, "published_at": BEGAN, "entry": 3, "note": "As agreed."}
    version = AnswerVersion.objects.create(
        **version_fields, **publication, number=1, answers={"q1": True}, standing={"q1": True}
    )
    Acknowledgement.objects.create(version=version, member=razors, at=BEGAN)
    AnswerVersion.objects.create(**version_fields, number=2, answers={"q2": 3}, was={"q2": 2}, revision=4)
    boss = Membership.objects.get(handle=table.handle("boss"))
    stage_duel(row, boss, at=BEGAN)
    announced = {"league": boss.league, "by": boss, "at": BEGAN, "pinned": True}
    post_announcement(**announced, title="Rain", text="Bring tyres.", key="rain")
    edit_announcement(**announced, number=1, title="Rain", text="Bring *tyres*.", seen=1, tell=False)


def half_named() -> Table:
    """A league in which one of three line-ups is named, and sealed."""
    table = announced()
    seats = [{"car": "razors.car3", "driver": "razors.d4"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats, words="only the rain knows")
    return table


def ours() -> dict[str, list[tuple[Any, ...]]]:
    """Every row that a league's export has to contain, without IDs that the database assigns."""
    numbered = {
        model._meta.db_table
        for room in ("league", "drivers", "franchises")
        for model in apps.get_app_config(room).get_models()
        if model._meta.pk.get_internal_type() == "BigAutoField"
    }
    rows_by_table = {}
    for table, rows in everything().items():
        if table not in PASSING:
            rows_by_table[table] = sorted(map(repr, (row[1:] if table in numbered else row for row in rows)))
    return rows_by_table


def without_keys(rows: dict[str, list[str]]) -> dict[str, int]:
    """The number of rows of each table."""
    return {table: len(row) for table, row in rows.items()}


def compact(document: Document) -> bytes:
    """The document as compact JSON, with its texts unescaped, so that only the intended change differs."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()

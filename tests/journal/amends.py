"""Amending a small league built through the real doors, for the tests that do."""

from __future__ import annotations

import copy
from datetime import timedelta
from typing import Any

from journal import AmendResult, amend, preview_amend
from journal.amends.corrections import corrections_to_replace_report, corrections_to_restore
from journal.amends.records import RECORDS
from journal.entry_body import load_body
from journal.gate import open_gate
from league.models import Entry, Season
from league.queries.season_leaves import Seeds
from rules.core.dice import secret_hash
from tests.league.league_cache import built_once
from tests.league.small_league import (
    Table,
    report,
    settled,
    shopping,
    signed,
)

REASON = "The marshal read the sheet wrongly."


def number_of(table: Table, tag: str, **fields: Any) -> int:
    """The number of the entry that gave that command."""
    found = [
        entry.number
        for entry in Entry.objects.filter(season=table.season, command=tag).order_by("number")
        if fields.items() <= load_body(entry.body).command.items()
    ]
    assert len(found) == 1, found
    return found[0]


def amended(
    table: Table, corrections: Any, *, by: str = "boss", preview: bool = False, **options: Any
) -> AmendResult:
    """Amend, or preview an amend, a minute after what was given last."""
    table.given += 1
    ask = preview_amend if preview else amend
    asked = {"key": f"amend{table.given}", "reason": REASON, **options}
    return ask(
        table.season, corrections, actor=table.handle(by), at=table.at + timedelta(minutes=table.given), **asked
    )


def lost_by(table: Table, match: str = "m1") -> dict[int, list[dict[str, Any]]]:
    """The report of a match put right: the first franchise lost it, and its first car with it."""
    document = copy.deepcopy(report(table))
    for team, (points, rank) in zip(document["teams"], ((0, 3), (7, 1), (4, 2)), strict=True):
        team |= {"points": points, "rank": rank}
    document["cars"][0] |= {"destroyed": True}
    return corrections_to_replace_report(table.row, match, document)


@built_once
def poor(**options: Any) -> Table:
    """A league in which nobody has any money when the first round is announced."""
    table = signed(**options)
    for franchise in table.franchises:
        if balance := table.state.franchise(franchise).balance:
            table.give("adjust_balance", franchise=franchise, amount=-balance, reason="A poor league.")
    return table


@built_once
def spent(**options: Any) -> Table:
    """A poor league that played twice; its first franchise bought two rifles of what it won in the first match."""
    table = shopping(1, poor(**options))
    for number in (1, 2):
        table.give(
            "buy_item", by="razors", franchise="razors", item=f"razors.rifle{number}", kind="heavy_recoilless_rifle"
        )
    table.give("end_shopping", match="m1", reason="The week is over.")
    return settled(2, table)


def beside_the_journal(rows: dict[str, list[tuple[Any, ...]]]) -> dict[str, list[tuple[Any, ...]]]:
    """The tables that tell the present and the records, without the numbers records are stored under."""
    records = {model._meta.db_table for model in RECORDS}
    journal = {f"league_{name}" for name in ("entry", "batch", "checkpoint", "outbox", "season")}
    return {
        table: sorted((each[1:] for each in kept), key=str) if table in records else kept
        for table, kept in rows.items()
        if table not in journal
    }


def standings_of(table: Table) -> dict[str, int]:
    return {franchise.id: franchise.points for franchise in table.state.all_franchises()}


def barring(table: Table, driver: str) -> dict[int, list[dict[str, Any]]]:
    """After the first match somebody was out for the season, and nobody had said so."""
    number = number_of(table, "end_shopping", match="m1")
    given = corrections_to_restore(table.row, [number])[number]
    return {number: [*given, {"type": "adjust_driver", "driver": driver, "availability": "season_out"}]}


def with_another_secret(table: Table, number: int = 1) -> None:
    """The same season as it would be with another secret, or other leaves, from here on: nothing is thrown again."""
    own = f"another secret, number {number:08}".encode()
    with open_gate():
        if table.row.dice:
            row = table.row
            row.seeds = [*row.seeds, Seeds(own, own).row_from(row.length + 1, first=row.leaves)]
            row.save(update_fields=["seeds"])
            return
        Season.objects.filter(pk=table.season).update(secret=own.hex(), secret_hash=secret_hash(own))

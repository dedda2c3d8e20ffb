"""Helpers for tests that amend a small league."""

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
    """The number of the only entry with that command and those fields."""
    numbers = [
        entry.number
        for entry in Entry.objects.filter(season=table.season, command=tag).order_by("number")
        if fields.items() <= load_body(entry.body).command.items()
    ]
    assert len(numbers) == 1, numbers
    return numbers[0]


def amended(
    table: Table, corrections: Any, *, by: str = "boss", preview: bool = False, **options: Any
) -> AmendResult:
    """Amend, or preview an amend, a minute after the last command."""
    table.given += 1
    amend_or_preview = preview_amend if preview else amend
    arguments = {"key": f"amend{table.given}", "reason": REASON, **options}
    return amend_or_preview(
        table.season, corrections, actor=table.handle(by), at=table.at + timedelta(minutes=table.given), **arguments
    )


def lost_by(table: Table, match: str = "m1") -> dict[int, list[dict[str, Any]]]:
    """Corrections that replace a match's report: the first franchise lost, and its first car was destroyed."""
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
    """A poor league after two rounds; its first franchise spent its first winnings on two rifles."""
    table = shopping(1, poor(**options))
    for number in (1, 2):
        table.give(
            "buy_item", by="razors", franchise="razors", item=f"razors.rifle{number}", kind="heavy_recoilless_rifle"
        )
    table.give("end_shopping", match="m1", reason="The week is over.")
    return settled(2, table)


def beside_the_journal(rows: dict[str, list[tuple[Any, ...]]]) -> dict[str, list[tuple[Any, ...]]]:
    """The rows outside the journal's own tables, without the IDs of records."""
    records = {model._meta.db_table for model in RECORDS}
    journal = {f"league_{name}" for name in ("entry", "batch", "checkpoint", "outbox", "season")}
    return {
        table: sorted((row[1:] for row in rows_of_table), key=str) if table in records else rows_of_table
        for table, rows_of_table in rows.items()
        if table not in journal
    }


def standings_of(table: Table) -> dict[str, int]:
    return {franchise.id: franchise.points for franchise in table.state.all_franchises()}


def barring(table: Table, driver: str) -> dict[int, list[dict[str, Any]]]:
    """Corrections by which a driver was out for the season from the end of the first match."""
    number = number_of(table, "end_shopping", match="m1")
    commands = corrections_to_restore(table.row, [number])[number]
    return {number: [*commands, {"type": "adjust_driver", "driver": driver, "availability": "season_out"}]}


def with_another_secret(table: Table, number: int = 1) -> None:
    """Give the season another secret, or other leaves from now on; nothing is thrown again."""
    secret = f"another secret, number {number:08}".encode()
    with open_gate():
        if table.row.dice:
            row = table.row
            row.seeds = [*row.seeds, Seeds(secret, secret).row_from(row.length + 1, first=row.leaves)]
            row.save(update_fields=["seeds"])
            return
        Season.objects.filter(pk=table.season).update(secret=secret.hex(), secret_hash=secret_hash(secret))

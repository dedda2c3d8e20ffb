"""A match of razors and saints taken through its settlement, for tests of house rules that change a settlement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.campaign.core.state import Season
from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.match_day.settlement import CloseSettlement, OpenSettlement
from rules.core.switches import Setting
from rules.core.terms import MatchId
from tests.rules.campaign.memory_seasons import Faces, Table, accept, announce, line_up, report, signed

M1 = MatchId("m1")
Sheets = Mapping[str, Mapping[str, Any]]


def put(season: Season, sheets: Sheets) -> None:
    """Set values on drivers and franchises, by id."""
    for id, sheet in sheets.items():
        thing: object = season.drivers[id] if id in season.drivers else season.franchises[id]
        for name, value in sheet.items():
            setattr(thing, name, value)


def locked_with(
    *,
    switches: dict[str, Setting] | None = None,
    sheets: Sheets | None = None,
    sponsors: Mapping[str, Sequence[str]] | None = None,
    faces: Faces | None = None,
    rounds: int = 3,
    **options: Any,
) -> Table:
    """A season whose first match is locked. `faces` are for the rolls before its line-ups."""
    table = signed(switches=switches, rounds=rounds, **options)
    for franchise, kinds in (sponsors or {}).items():
        table.sponsor(franchise, *kinds)
    put(table.season, sheets or {})
    announce(table, faces=faces)
    for entrant in table.season.line_ups_of("m1"):
        table.give(line_up(entrant.franchise))
    table.give(LockLineUps(match=M1))
    return table


def opened(table: Table, faces: Faces | None = None, **claims: Any) -> Table:
    """Report a locked match and open its settlement, with `faces` for the quirk checks."""
    accept(table, report(table, **claims))
    table.give(OpenSettlement(match=M1), faces)
    return table


def reckoned(table: Table, faces: Faces | None = None, **claims: Any) -> Table:
    """Report a locked match, open its settlement and close it, with `faces` for the profits and advances."""
    opened(table, **claims)
    table.give(CloseSettlement(match=M1), faces)
    return table

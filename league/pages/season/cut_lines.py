"""The lines of the standings that matter: who gets the extra contract, and who the extra picks in the draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from explain.printed_names import quantity
from league.models import Season
from league.queries.standings import SeasonTable
from rules.campaign.core.switches import DEFAULT_SETTINGS
from rules.campaign.season_end.standings import TABLE_END_SIZE


@dataclass(frozen=True, slots=True)
class CutLine:
    """What those above the line get, and what those below it, with the rules that say so; "" for nothing."""

    above: str
    above_rule: str
    below: str
    below_rule: str


def cut_lines_of_table(season: Season, table: SeasonTable) -> dict[int, CutLine]:
    """The lines of a season's table; none before its first result, while everybody shares the first place."""
    scored = any(fixture.reported for fixture in table.fixtures)
    return cut_lines(season, franchises=len(table.standings)) if scored else {}


def cut_lines(season: Season, *, franchises: int) -> dict[int, CutLine]:
    """The lines of a table of that many franchises, by the place they are drawn under (DM-C-161, DM-C-164)."""
    switches: Mapping[str, Any] = {**DEFAULT_SETTINGS, **season.switches}
    if not switches["draft.enabled"]:
        return {}
    contracts, more_contracts = int(switches["draft.contracts"]), int(switches["draft.contracts_top_two_bonus"])
    picks, more_picks = int(switches["draft.picks"]), int(switches["draft.picks_bottom_two_bonus"])
    above = (
        f"Above the line: {quantity(contracts + more_contracts, 'driver')} protected in the draft, others {contracts}"
    )
    below = f"Below the line: {quantity(picks + more_picks, 'pick')} in the draft, others {picks}"
    cuts: dict[int, CutLine] = {}
    best, lowest = TABLE_END_SIZE, franchises - TABLE_END_SIZE
    if more_contracts and best < franchises:
        cuts[best] = CutLine(above, "DM-C-161", "", "")
    if more_picks and lowest > 0:
        cuts[lowest] = (
            CutLine(above, "DM-C-161", below, "DM-C-164") if lowest in cuts else CutLine("", "", below, "DM-C-164")
        )
    return cuts

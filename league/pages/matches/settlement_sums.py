"""What a settlement came to for each team, from its facts. Rules DM-C-098 to DM-C-100."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from explain.fact_rendering import RenderedEntry
from explain.names import Segment


@dataclass(frozen=True, slots=True)
class SettlementSums:
    """A team's settlement in credits: income, bills (negative), and the `profit` it keeps."""

    franchise: str
    """Its short id."""
    team: Segment
    prize: int
    sponsors: int
    faces: int
    cup_bonus: int
    holding_payout: int
    cloning: int
    replacements: int
    repairs: int
    net: int
    size: int
    profit: int


def settlement_sums(entries: Sequence[RenderedEntry], teams: Sequence[str]) -> list[SettlementSums]:
    """Each team's settlement sums, from the facts of the settlement, in the order of `teams`, their short names."""
    sums_by_team = {
        fact.franchise: _team_sums(fact.stated, fact.franchise, fact.pieces[0])
        for entry in entries
        if entry.tag == "close_settlement"
        for fact in entry.facts
        if fact.stated.tag == "settlement_reckoned"
    }
    return [sums_by_team[team] for team in teams if team in sums_by_team]


def columns_of(sums: Sequence[SettlementSums]) -> dict[str, bool]:
    """Which of the mostly empty columns a table of those sums needs."""
    return {
        "any_faces": any(line.faces for line in sums),
        "any_cup": any(line.cup_bonus for line in sums),
        "any_holding": any(line.holding_payout for line in sums),
    }


def _team_sums(stated: Any, franchise: str, team: Segment) -> SettlementSums:
    return SettlementSums(
        franchise=franchise,
        team=team,
        prize=stated.prize,
        sponsors=stated.sponsor_income,
        faces=stated.face_income,
        cup_bonus=stated.cup_bonus,
        holding_payout=stated.holding_payout,
        cloning=-stated.cloning,
        replacements=-stated.replacements,
        repairs=-stated.repairs,
        net=stated.net_income,
        size=stated.size,
        profit=stated.profit,
    )

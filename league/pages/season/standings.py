"""The standings as pages show them: ranks, form, and what decided between franchises with equal points."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from explain import links
from league.pages.base_context import franchise_color
from league.queries.standings import SeasonTable, Standing

TIE_BREAK_WORDS = {"wins": "matches won", "criticals": "criticals"}
"""The figures that break ties before the dice, in words."""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line of the standings."""

    rank: str
    name: str
    href: str
    colour: str
    played: int
    wins: int
    points: int
    criticals: int
    form: str
    balance: int
    own: bool
    folded: bool
    tie: str


def lines_of(table: SeasonTable, *, own: Container[str]) -> list[StandingLine]:
    """The standings as lines; `own` has the short ids of the viewer's franchises."""
    return [
        StandingLine(
            rank=f"{standing.rank}=" if standing.shared else str(standing.rank),
            name=standing.name,
            href=links.franchise_url(standing.franchise.split("/", 1)[0], links.short_id(standing.franchise)),
            colour=franchise_color(links.short_id(standing.franchise)),
            played=len(standing.form),
            wins=standing.wins,
            points=standing.points,
            criticals=standing.criticals,
            form=standing.form[-5:],
            balance=standing.balance,
            own=links.short_id(standing.franchise) in own,
            folded=standing.folded,
            tie=_tie(standing, table),
        )
        for standing in table.standings
    ]


def order_words(table: SeasonTable) -> str:
    """What the table is sorted by, such as "points, then matches won, then criticals"."""
    return ", then ".join(["points", *(TIE_BREAK_WORDS[figure] for figure in table.parted_by)])


def _tie(placed: Standing, table: SeasonTable) -> str:
    """How a franchise with as many points as another was placed, in words; "" if it has no equal."""
    level: Sequence[Standing] = [
        standing for standing in table.standings if standing.points == placed.points and standing is not placed
    ]
    figures = ["points"]
    if not level:
        return ""
    for figure in table.parted_by:
        same = [standing for standing in level if getattr(standing, figure) == getattr(placed, figure)]
        if not same:
            return (
                f"Level on {_join_words(figures)}: placed by {TIE_BREAK_WORDS[figure]} ({getattr(placed, figure)})."
            )
        level = same
        figures.append(figure)
    return f"Level on {_join_words(figures)}: " + (
        "placed by the tie dice." if table.final else "the rank is shared."
    )


def _join_words(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"

"""The standings as pages show them: ranks, form, and what decided between franchises with equal points."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from explain import links
from franchises.crests import Crest, crest_of
from league.pages.season.cut_lines import CutLine
from league.queries.results import FormMark
from league.queries.standings import SeasonTable, Standing

NO_CUTS: Mapping[int, CutLine] = MappingProxyType({})
BEST_ON_HOME, MOST_LINES_ON_HOME = 12, 16
"""How many of the best a season's home shows, and up to how many lines it shows all."""
MARKS_SHOWN = 5
"""How many of the last results form shows."""
TIE_BREAK_WORDS = {"wins": "matches won", "criticals": "criticals"}
"""The figures that break ties before the dice, in words."""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line of the standings."""

    rank: str
    name: str
    href: str
    crest: Crest
    played: int
    wins: int
    points: int
    criticals: int
    form: tuple[FormMark, ...]
    """Its last results, oldest first."""
    balance: int
    own: bool
    folded: bool
    tie: str
    cut: CutLine | None = None
    """The line drawn under it."""
    after_gap: bool = False
    """Whether lines above it are left out."""


def lines_of(table: SeasonTable, *, own: Container[str], cuts: Mapping[int, CutLine] = NO_CUTS) -> list[StandingLine]:
    """The standings as lines; `own` has the short ids of the viewer's franchises, `cuts` the lines by place."""
    return [
        StandingLine(
            rank=f"{standing.rank}=" if standing.shared else str(standing.rank),
            name=standing.name,
            href=links.franchise_url(standing.franchise.split("/", 1)[0], links.short_id(standing.franchise)),
            crest=crest_of(links.short_id(standing.franchise)),
            played=len(standing.marks),
            wins=standing.wins,
            points=standing.points,
            criticals=standing.criticals,
            form=tuple(standing.marks[-MARKS_SHOWN:]),
            balance=standing.balance,
            own=links.short_id(standing.franchise) in own,
            folded=standing.folded,
            tie=_tie(standing, table),
            cut=cuts.get(place),
        )
        for place, standing in enumerate(table.standings, start=1)
    ]


def lines_on_home(lines: Sequence[StandingLine]) -> list[StandingLine]:
    """The lines that a season's home shows: all of them, or of a large table the best, the cut, and the viewer's own
    with their neighbors.
    """
    if len(lines) <= MOST_LINES_ON_HOME:
        return list(lines)
    shown = {*range(BEST_ON_HOME), *(place for place, line in enumerate(lines) if line.cut is not None)}
    for place, line in enumerate(lines):
        if line.own:
            shown |= {max(0, place - 1), place, min(len(lines) - 1, place + 1)}
    return [replace(lines[place], after_gap=place > 0 and place - 1 not in shown) for place in sorted(shown)]


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

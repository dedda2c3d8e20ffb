"""Who won a season, and the roll of the Metal Cup, for the head of its home. Rules DM-C-156 and DM-C-157."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from explain import links
from explain.fact_rendering import RenderedEntry
from explain.printed_names import quantity
from explain.roll_rendering import RenderedRoll
from franchises.crests import Crest, crest_of
from league.models import Season
from league.queries.standings import SeasonTable, Standing
from rules.campaign.core.command import SEASON_STEPS
from rules.campaign.season_end.metal_cup import BONUS_EACH_K, CupAwarded
from rules.core.tables import D6
from rules.core.terms import K


@dataclass(frozen=True, slots=True)
class CupRow:
    """A row of the Cup's table: a face, its bonus in credits, and whether it was thrown."""

    face: int
    bonus: int
    thrown: bool


@dataclass(frozen=True, slots=True)
class CupRoll:
    """The roll of the Metal Cup, the whole table, and the entry that has it; `bonus` is in credits."""

    roll: RenderedRoll
    bonus: int
    rows: tuple[CupRow, ...]
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Climax:
    """The winner of a season. Unless `final` it is the franchise that is first before the table is drawn up."""

    name: str
    href: str
    crest: Crest
    final: bool
    points: int
    wins: int
    lead: str
    cup: CupRoll | None


def season_climax(season: Season, table: SeasonTable, entries: Iterable[RenderedEntry]) -> Climax | None:
    """The climax of a season from E1 on, None before that, or while first place is shared.

    `entries` are those of the season's end.
    """
    if SEASON_STEPS.index(season.step) < SEASON_STEPS.index("E1") or not table.standings:
        return None
    first, *others = table.standings
    if first.shared or not (first.points or first.wins or table.final):
        return None
    short = links.short_id(first.franchise)
    return Climax(
        name=first.name,
        href=links.franchise_url(season.league_id, short),
        crest=crest_of(short),
        final=table.final,
        points=first.points,
        wins=first.wins,
        lead=lead_words(first, others[0], table.parted_by) if others else "",
        cup=_cup(entries),
    )


def lead_words(first: Standing, second: Standing, parted_by: Iterable[str]) -> str:
    """By what the first of a table is ahead of the second (DM-C-156)."""
    if margin := first.points - second.points:
        return f"{quantity(margin, 'point')} ahead of {second.name}"
    figure = next((it for it in parted_by if getattr(first, it) != getattr(second, it)), "")
    return f"level with {second.name} on points, ahead {f'on {figure}' if figure else 'by the dice'}"


def _cup(entries: Iterable[RenderedEntry]) -> CupRoll | None:
    """The roll of the Cup, None before it is awarded."""
    for entry in entries:
        for fact in entry.facts:
            if isinstance(fact.stated, CupAwarded) and fact.rolls:
                face = fact.rolls[0].faces[0]
                rows = tuple(CupRow(number, number * BONUS_EACH_K * K, number == face) for number in D6)
                return CupRoll(fact.rolls[0], fact.stated.bonus, rows, entry.href)
    return None

"""The honors of a season: its awards, and the records of the league that it broke, from the season's facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from explain.names import Segment
from explain.round_ups import Event
from league.access import Viewer
from league.models import Season
from league.pages.records.feats import Feat, FeatSources
from league.queries import records

AWARDS = (
    ("season_wins", "Most wins", "team", "wins"),
    ("season_score", "Best match", "team", "points"),
    ("season_climb", "Longest climb", "team", "to"),
    ("season_kills", "Most kills", "driver", "kills"),
    ("season_level", "Highest level", "driver", "level"),
)
"""The awards in order: the kind of event, its title, and the slots of its winner and its figure."""


@dataclass(frozen=True, slots=True)
class Award:
    """An award of a season: what for, who won it, the figure, and where: a match, or a driver's franchise."""

    title: str
    winner: Segment
    figure: str
    where: Segment | None


@dataclass(frozen=True, slots=True)
class BrokenRecord:
    """A record that a season broke, and what it was before."""

    feat: Feat
    before: str


@dataclass(frozen=True, slots=True)
class LeagueRecords:
    """The records that a season broke, its Cup's bonus, and the viewer's balance, both in credits."""

    broken: tuple[BrokenRecord, ...]
    cup_bonus: int | None
    balance: int | None


def awards(events: Iterable[Event]) -> list[Award]:
    """The awards that a season's events give; one that is shared is not given."""
    by_kind = {event.kind: event.slots for event in events}
    found = []
    for kind, title, winner, figure in AWARDS:
        if slots := by_kind.get(kind):
            text = slots[figure].text
            if kind == "season_climb":
                text = f"{slots['from'].text} to {text}"
            elif kind == "season_level":
                text = f"level {text}"
            where = slots.get("match") or (slots["team"] if winner == "driver" else None)
            found.append(Award(title, slots[winner], text, where))
    return found


def league_records(season: Season, viewer: Viewer) -> LeagueRecords:
    """What the records of the league say of a season, in four queries. Later seasons take nothing from it.

    A rehearsal breaks no record.
    """
    seasons, years = records.seasons_with_franchises(season.league_id)
    before = [row.pk for row in seasons if row.number < season.number] if not season.forked_from else []
    bonus = next((year.cup_bonus for year in years if year.season == season.pk and year.cup_bonus is not None), None)
    balance = next(
        (year.balance for year in reversed(years) if viewer.franchise and year.franchise == viewer.franchise.pk), None
    )
    if not before:
        return LeagueRecords((), bonus, balance)
    until = [*before, season.pk]
    sources = FeatSources(
        seasons={row.pk: row for row in seasons},
        names={year.franchise: year.name for year in years},
        years=[year for year in years if year.season in until],
        results=records.results(until),
        bests=records.best_matches(until),
    )
    earlier = FeatSources(
        seasons=sources.seasons,
        names=sources.names,
        years=[year for year in years if year.season in before],
        results=[result for result in sources.results if result.season in before],
        bests=records.best_matches(before),
    )
    return LeagueRecords(tuple(broken_records(sources, earlier, number=season.number)), bonus, balance)


def broken_records(until: FeatSources, before: FeatSources, *, number: int) -> Iterator[BrokenRecord]:
    """The records that the season of that number broke, from all up to it and from those before it."""
    was = {feat.of: feat.value for feat in _feats(before)}
    for feat in _feats(until):
        if feat.season == number and feat.of in was:
            yield BrokenRecord(feat, was[feat.of])


def _feats(sources: FeatSources) -> Iterable[Feat]:
    return (feat for group in sources.feat_groups() for feat in group.feats)

"""The records that were set in one season, as the book of records stood when it ended."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from league.models import Season
from league.pages.records.feats import Feat, FeatSources
from league.queries import records


@dataclass(frozen=True, slots=True)
class SeasonRecord:
    """A record of the season, and the one it broke; None if it was the first of its kind."""

    feat: Feat
    broken: Feat | None


def season_records(season: Season) -> tuple[SeasonRecord, ...]:
    """The records set in a season that no later match of it broke; none in a rehearsal."""
    seasons, years = records.seasons_with_franchises(season.league_id)
    until = [before.pk for before in seasons if before.number <= season.number]
    if season.pk not in until:
        return ()
    book = FeatSources(
        seasons={before.pk: before for before in seasons},
        names={year.franchise: year.name for year in years},
        years=years,
        results=records.results(until),
        bests=records.best_matches(until),
    )
    earlier = {feat.of: feat for feat in _feats(_book_before(book, [id for id in until if id != season.pk]))}
    return tuple(
        SeasonRecord(feat, earlier.get(feat.of))
        for feat in _feats(book.of_seasons(frozenset(until)))
        if feat.season == season.number
    )


def _book_before(book: FeatSources, seasons: Collection[str]) -> FeatSources:
    """The book as it stood after those seasons. The best match of a driver may have been another one then."""
    before = book.of_seasons(frozenset(seasons))
    return replace(before, bests=records.best_matches(seasons)) if seasons else before


def _feats(book: FeatSources) -> list[Feat]:
    """The records of a book."""
    return [feat for group in book.feat_groups() for feat in group.feats]

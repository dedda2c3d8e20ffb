"""Records of a league through all its seasons."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.etags import league_not_modified_or
from api.openapi import problem_responses, response_schema
from api.query_params import (
    ETAG_DESCRIPTION,
)
from api.records.schemas import CarTotalsOut, ChampionOut, DriverTotalsOut, FeatOut, FranchiseTotalsOut, RecordsOut
from api.request_context import league_and_viewer
from api.response_examples import response_example
from explain.links import short_id
from league.models import League, Season
from league.pages.records.feats import FeatSources, longest_runs
from league.queries import records as of_records


@extend_schema(
    operation_id="records",
    summary="The records of a league",
    description=f"Champions, the book of records, and everybody's figures over all seasons. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(RecordsOut, "Of all seasons.", example=response_example("records")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def records(request: Any, league: str) -> Response:
    """Champions, the book of records, and everybody's figures over all seasons."""
    found, viewer = league_and_viewer(request, league)
    seasons, years = of_records.seasons_with_franchises(found.pk)
    heads = "/".join(f"{each.pk} {each.length} {each.head}" for each in seasons)
    return league_not_modified_or(
        request, found, viewer, lambda: _serialize_records(found, seasons, years), of=f"records {heads}"
    )


def _serialize_records(
    league: League, seasons: Sequence[Season], years: Sequence[of_records.FranchiseYear]
) -> RecordsOut:
    found = [each.pk for each in seasons]
    book = FeatSources(
        seasons={each.pk: each for each in seasons},
        names={each.franchise: each.name for each in years},
        years=years,
        results=of_records.results(found),
        bests=of_records.best_matches(found),
    )
    totals = of_records.driver_totals(found)
    return RecordsOut(
        league=league.pk,
        champions=tuple(_serialize_champion(each, years) for each in seasons),
        feats=tuple(
            chain.from_iterable(
                (
                    FeatOut(
                        part=part.title,
                        of=each.of,
                        value=each.value,
                        holders=tuple(it.name for it in each.holders),
                        where=each.where,
                        season=each.season,
                    )
                    for each in part.feats
                )
                for part in book.feat_groups()
            )
        ),
        franchises=tuple(_serialize_franchise_totals(each, book, totals) for each in sorted(book.names)),
        drivers=tuple(
            DriverTotalsOut(
                driver=short_id(each.person),
                name=each.name,
                franchise=short_id(each.franchise),
                matches=each.matches,
                heats=each.heats,
                criticals=each.criticals,
                scores=each.scores,
                kills=each.kills,
                xp=each.xp,
                level=each.level,
                out=each.out,
            )
            for each in totals
        ),
        cars=tuple(
            CarTotalsOut(
                car=each.id,
                name=each.name,
                franchise=short_id(each.franchise),
                matches=each.matches,
                criticals=each.criticals,
                destroyed=each.destroyed,
            )
            for each in of_records.car_totals(found)
        ),
    )


def _serialize_champion(season: Season, years: Sequence[of_records.FranchiseYear]) -> ChampionOut:
    first, second = (
        next((each for each in years if each.season == season.pk and each.rank == rank), None) for rank in (1, 2)
    )
    return ChampionOut(
        season=season.pk,
        step=season.step,
        franchise=None if first is None else short_id(first.franchise),
        points=0 if first is None else first.points,
        wins=0 if first is None else first.wins,
        second=None if second is None else short_id(second.franchise),
        cup_bonus=None if first is None else first.cup_bonus,
    )


def _serialize_franchise_totals(
    id: str, book: FeatSources, totals: Sequence[of_records.DriverTotals]
) -> FranchiseTotalsOut:
    years = [each for each in book.years if each.franchise == id]
    results = [each for each in book.results if each.franchise == id]
    run = longest_runs(results).get(id)
    over = [each.balance for each in years if book.seasons[each.season].step == "closed"]
    return FranchiseTotalsOut(
        franchise=short_id(id),
        name=book.names[id],
        seasons=len(years),
        titles=sum(each.rank == 1 for each in years),
        cups=sum(each.cup_bonus is not None for each in years),
        matches=len(results),
        wins=sum(each.wins for each in years),
        points=sum(each.points for each in years),
        criticals=sum(each.criticals for each in years),
        run=0 if run is None else run.length,
        prizes=sum(each.prize or 0 for each in results),
        richest=max(over, default=0),
        out=sum(each.out for each in totals if each.franchise == id),
    )

"""Operation that reads the records of a league over all its seasons."""

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
    """Champions, feats, and totals of franchises, drivers and cars over all seasons."""
    league_row, viewer = league_and_viewer(request, league)
    seasons, years = of_records.seasons_with_franchises(league_row.pk)
    seasons_version = "/".join(f"{season.pk} {season.length} {season.head}" for season in seasons)
    return league_not_modified_or(
        request,
        league_row,
        viewer,
        lambda: _serialize_records(league_row, seasons, years),
        of=f"records {seasons_version}",
    )


def _serialize_records(
    league: League, seasons: Sequence[Season], years: Sequence[of_records.FranchiseYear]
) -> RecordsOut:
    season_ids = [season.pk for season in seasons]
    sources = FeatSources(
        seasons={season.pk: season for season in seasons},
        names={year.franchise: year.name for year in years},
        years=years,
        results=of_records.results(season_ids),
        bests=of_records.best_matches(season_ids),
    )
    totals = of_records.driver_totals(season_ids)
    return RecordsOut(
        league=league.pk,
        champions=tuple(_serialize_champion(season, years) for season in seasons),
        feats=tuple(
            chain.from_iterable(
                (
                    FeatOut(
                        part=part.title,
                        of=feat.of,
                        value=feat.value,
                        holders=tuple(holder.name for holder in feat.holders),
                        where=feat.where,
                        season=feat.season,
                    )
                    for feat in part.feats
                )
                for part in sources.feat_groups()
            )
        ),
        franchises=tuple(_serialize_franchise_totals(id, sources, totals) for id in sorted(sources.names)),
        drivers=tuple(
            DriverTotalsOut(
                driver=short_id(total.person),
                name=total.name,
                franchise=short_id(total.franchise),
                matches=total.matches,
                heats=total.heats,
                criticals=total.criticals,
                scores=total.scores,
                kills=total.kills,
                xp=total.xp,
                level=total.level,
                out=total.out,
            )
            for total in totals
        ),
        cars=tuple(
            CarTotalsOut(
                car=car.id,
                name=car.name,
                franchise=short_id(car.franchise),
                matches=car.matches,
                criticals=car.criticals,
                destroyed=car.destroyed,
            )
            for car in of_records.car_totals(season_ids)
        ),
    )


def _serialize_champion(season: Season, years: Sequence[of_records.FranchiseYear]) -> ChampionOut:
    champion, runner_up = (
        next((year for year in years if year.season == season.pk and year.rank == rank), None) for rank in (1, 2)
    )
    return ChampionOut(
        season=season.pk,
        step=season.step,
        franchise=None if champion is None else short_id(champion.franchise),
        points=0 if champion is None else champion.points,
        wins=0 if champion is None else champion.wins,
        second=None if runner_up is None else short_id(runner_up.franchise),
        cup_bonus=None if champion is None else champion.cup_bonus,
    )


def _serialize_franchise_totals(
    id: str, sources: FeatSources, totals: Sequence[of_records.DriverTotals]
) -> FranchiseTotalsOut:
    years = [year for year in sources.years if year.franchise == id]
    results = [result for result in sources.results if result.franchise == id]
    longest_run = longest_runs(results).get(id)
    final_balances = [year.balance for year in years if sources.seasons[year.season].step == "closed"]
    return FranchiseTotalsOut(
        franchise=short_id(id),
        name=sources.names[id],
        seasons=len(years),
        titles=sum(year.rank == 1 for year in years),
        cups=sum(year.cup_bonus is not None for year in years),
        matches=len(results),
        wins=sum(year.wins for year in years),
        points=sum(year.points for year in years),
        criticals=sum(year.criticals for year in years),
        run=0 if longest_run is None else longest_run.length,
        prizes=sum(result.prize or 0 for result in results),
        richest=max(final_balances, default=0),
        out=sum(total.out for total in totals if total.franchise == id),
    )

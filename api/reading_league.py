"""What is read of a league beyond one season: its records and its announcements."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.examples_reading import response_example
from api.querying import (
    ETAG_DESCRIPTION,
    LARGEST_INTEGER,
    LIMIT_PARAMETER,
    integer_parameter,
    parse_integer,
    parse_limit,
)
from api.schema import problem_responses, response_schema
from api.shapes.house import (
    AnnouncementOut,
    AnnouncementsOut,
    CarTotalsOut,
    ChampionOut,
    DriverTotalsOut,
    FeatOut,
    FranchiseTotalsOut,
    HeadOut,
    HeadsOut,
    RecordsOut,
    SeasonHeadsOut,
)
from api.sight import league_and_viewer, league_not_modified_or
from explain.links import short_id
from league.access import Viewer
from league.models import League, Season, Wording
from league.pages.record_feats import FeatSources, longest_runs
from league.queries import records as of_records
from league.queries.announcements import announcements_version, latest_wordings
from league.queries.journal_heads import published_heads, seasons_with_last_entry_time

AFTER_ANNOUNCEMENT = integer_parameter(
    "after", "Only announcements after that number; 0 begins at the first.", otherwise=0
)


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


@extend_schema(
    operation_id="heads",
    summary="The published heads of a league",
    description=(
        "Hashes of entries at which a match was settled, a round closed or the past amended. Journals are checked "
        f"against them. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(HeadsOut, "The newest season first.", example=response_example("heads")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def heads(request: Any, league: str) -> Response:
    """The links at which a match was settled, a round closed, or an entry amended."""
    found, viewer = league_and_viewer(request, league)
    seasons = seasons_with_last_entry_time(found.pk)

    def made() -> HeadsOut:
        published = published_heads(found.pk)
        return HeadsOut(
            league=found.pk,
            seasons=tuple(
                SeasonHeadsOut(
                    season=each.pk,
                    entries=each.length,
                    head=each.head,
                    heads=tuple(
                        HeadOut(number=it.number, hash=it.hash, at=it.at, command=it.command)
                        for it in published.get(each.pk, ())
                    ),
                )
                for each, _ in seasons
            ),
        )

    at = "/".join(f"{each.pk} {each.length} {each.head}" for each, _ in seasons)
    return league_not_modified_or(request, found, viewer, made, of=f"heads {at}")


@extend_schema(
    operation_id="announcements",
    summary="The announcements of a league",
    description=(
        "What commissioners announced, in the words it has now. Only commissioners read a withdrawn one. "
        f"{ETAG_DESCRIPTION}"
    ),
    parameters=[AFTER_ANNOUNCEMENT, LIMIT_PARAMETER],
    responses={
        200: response_schema(AnnouncementsOut, "The oldest first.", example=response_example("announcements")),
        **problem_responses(400, 401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def announcements(request: Any, league: str) -> Response:
    """What the commissioners told everybody, in the words it has now."""
    found, viewer = league_and_viewer(request, league)
    after, limit = parse_integer(request, "after", most=LARGEST_INTEGER), parse_limit(request)

    def made() -> AnnouncementsOut:
        rows = latest_wordings(found.pk).filter(announcement__number__gt=after).order_by("announcement__number")
        fetched = list(rows[: limit + 1])
        listed = fetched[:limit]
        return AnnouncementsOut(
            league=found.pk,
            announcements=tuple(_serialize_announcement(each, viewer) for each in listed),
            next=listed[-1].announcement.number if len(fetched) > limit else None,
        )

    return league_not_modified_or(
        request, found, viewer, made, of=f"announcements {after} {limit} {announcements_version(found.pk)}"
    )


def _serialize_announcement(wording: Wording, viewer: Viewer) -> AnnouncementOut:
    it = wording.announcement
    hidden = it.withdrawn_at is not None and not viewer.is_commissioner
    return AnnouncementOut(
        number=it.number,
        title="" if hidden else wording.title,
        text="" if hidden else wording.text,
        pinned=it.pinned,
        wordings=it.wordings,
        posted_at=it.posted_at,
        worded_at=wording.at,
        withdrawn_at=it.withdrawn_at,
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
                for part in book.parts()
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

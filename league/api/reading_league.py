"""What is read of a league beyond one season: its records and its announcements."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from league.access import Viewer
from league.api.examples_reading import example_of
from league.api.querying import LARGEST, LINE_LIMIT, TAGGED, line_limit, number_asked, whole_number
from league.api.schema import problems, told
from league.api.shapes.house import (
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
from league.api.sight import league_at, unless_same
from league.models import League, Season, Wording
from league.pages.records_book import Book, longest_runs
from league.pages.routes import local
from league.queries import records as of_records
from league.queries.announcements import announced, last_worded
from league.queries.heads import ends, published_heads

AFTER = number_asked("after", "Announcements after that number.", otherwise=0)


@extend_schema(
    operation_id="records",
    summary="The records of a league",
    description=TAGGED,
    responses={
        200: told(RecordsOut, "Of all seasons.", example=example_of("records")),
        **problems(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def records(request: Any, league: str) -> Response:
    """Champions, the book of records, and everybody's figures over all seasons."""
    found, viewer = league_at(request, league)
    seasons, years = of_records.seasons_and_years(found.pk)
    heads = "/".join(f"{each.pk} {each.length} {each.head}" for each in seasons)
    return unless_same(request, found, viewer, lambda: _records(found, seasons, years), of=f"records {heads}")


@extend_schema(
    operation_id="heads",
    summary="The published heads of a league",
    description=f"What journals are checked against. {TAGGED}",
    responses={
        200: told(HeadsOut, "The newest season first.", example=example_of("heads")),
        **problems(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def heads(request: Any, league: str) -> Response:
    """The links at which a match was settled, a round closed, or an entry amended."""
    found, viewer = league_at(request, league)
    seasons = ends(found.pk)

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
    return unless_same(request, found, viewer, made, of=f"heads {at}")


@extend_schema(
    operation_id="announcements",
    summary="The announcements of a league",
    description=f"A withdrawn one is told without its words. {TAGGED}",
    parameters=[AFTER, LINE_LIMIT],
    responses={
        200: told(AnnouncementsOut, "The oldest first.", example=example_of("announcements")),
        **problems(400, 401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def announcements(request: Any, league: str) -> Response:
    """What the commissioners told everybody, in the words it has now."""
    found, viewer = league_at(request, league)
    after, limit = whole_number(request, "after", most=LARGEST), line_limit(request)

    def made() -> AnnouncementsOut:
        rows = announced(found.pk).filter(announcement__number__gt=after).order_by("announcement__number")
        fetched = list(rows[: limit + 1])
        listed = fetched[:limit]
        return AnnouncementsOut(
            league=found.pk,
            announcements=tuple(_announcement(each, viewer) for each in listed),
            next=listed[-1].announcement.number if len(fetched) > limit else None,
        )

    return unless_same(request, found, viewer, made, of=f"announcements {after} {limit} {last_worded(found.pk)}")


def _announcement(wording: Wording, viewer: Viewer) -> AnnouncementOut:
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


def _records(league: League, seasons: Sequence[Season], years: Sequence[of_records.FranchiseYear]) -> RecordsOut:
    found = [each.pk for each in seasons]
    book = Book(
        seasons={each.pk: each for each in seasons},
        names={each.franchise: each.name for each in years},
        years=years,
        results=of_records.results(found),
        bests=of_records.best_matches(found),
    )
    totals = of_records.driver_totals(found)
    return RecordsOut(
        league=league.pk,
        champions=tuple(_champion(each, years) for each in seasons),
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
        franchises=tuple(_franchise(each, book, totals) for each in sorted(book.names)),
        drivers=tuple(
            DriverTotalsOut(
                driver=local(each.person),
                name=each.name,
                franchise=local(each.franchise),
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
                franchise=local(each.franchise),
                matches=each.matches,
                criticals=each.criticals,
                destroyed=each.destroyed,
            )
            for each in of_records.car_totals(found)
        ),
    )


def _champion(season: Season, years: Sequence[of_records.FranchiseYear]) -> ChampionOut:
    first, second = (
        next((each for each in years if each.season == season.pk and each.rank == rank), None) for rank in (1, 2)
    )
    return ChampionOut(
        season=season.pk,
        step=season.step,
        franchise=None if first is None else local(first.franchise),
        points=0 if first is None else first.points,
        wins=0 if first is None else first.wins,
        second=None if second is None else local(second.franchise),
        cup_bonus=None if first is None else first.cup_bonus,
    )


def _franchise(id: str, book: Book, totals: Sequence[of_records.DriverTotals]) -> FranchiseTotalsOut:
    years = [each for each in book.years if each.franchise == id]
    results = [each for each in book.results if each.franchise == id]
    run = longest_runs(results).get(id)
    over = [each.balance for each in years if book.seasons[each.season].step == "closed"]
    return FranchiseTotalsOut(
        franchise=local(id),
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

"""What is read of drivers: all of a season, and one with his career."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from drivers.pages.sheet import house_of
from drivers.queries import sheet_of, sheets
from league.api.examples_reading import example_of
from league.api.querying import TAGGED
from league.api.schema import problems, told
from league.api.shapes.drivers import DriverOut, DriversOut
from league.api.sight import season_at, unless_known
from league.api.telling_drivers import contract_of, driver_told, owns, sheet_told


@extend_schema(
    operation_id="drivers",
    summary="The drivers of a season",
    description=TAGGED,
    responses={
        200: told(DriversOut, "The most experienced first.", example=example_of("drivers")),
        **problems(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def drivers(request: Any, league: str, season: str) -> Response:
    """Everybody who drives in a season or did, under contract or not."""
    row, viewer = season_at(request, league, season)
    house = house_of(row)

    def made() -> DriversOut:
        return DriversOut(
            season=row.pk,
            drivers=tuple(
                sheet_told(each, contract_of(each), house=house, own=owns(viewer, contract_of(each)))
                for each in sheets(row.pk)
            ),
        )

    return unless_known(request, row, viewer, made, of="drivers")


@extend_schema(
    operation_id="driver",
    summary="A driver",
    description=TAGGED,
    responses={
        200: told(DriverOut, "The driver.", example=example_of("driver")),
        **problems(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def driver(request: Any, league: str, season: str, driver: str) -> Response:
    """A driver with his career in the league."""
    row, viewer = season_at(request, league, season)

    def made() -> DriverOut:
        found = sheet_of(row.pk, driver)
        if found is None:
            raise Http404(f"{row.pk} has no driver {driver[:80]!r}.")
        return driver_told(found, row, viewer, house=house_of(row))

    return unless_known(request, row, viewer, made, of=f"driver {driver}")

"""Operations that read drivers: all of a season, and one with their career."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.drivers.schemas import DriverOut, DriversOut
from api.drivers.serializers import contract_or_none, owns, serialize_driver, serialize_sheet
from api.etags import not_modified_or
from api.openapi import problem_responses, response_schema
from api.query_params import ETAG_DESCRIPTION
from api.request_context import season_and_viewer
from api.response_examples import response_example
from drivers.queries import driver_sheet, season_sheets
from explain.driver_sheet import season_rules_state


@extend_schema(
    operation_id="drivers",
    summary="The drivers of a season",
    description=f"Everybody who drives in the season or did, under contract or not. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(DriversOut, "The most experienced first.", example=response_example("drivers")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def drivers(request: Any, league: str, season: str) -> Response:
    """Every driver of a season, under contract or not."""
    row, viewer = season_and_viewer(request, league, season)
    house = season_rules_state(row)

    def build() -> DriversOut:
        return DriversOut(
            season=row.pk,
            drivers=tuple(
                serialize_sheet(
                    sheet, contract_or_none(sheet), house=house, own=owns(viewer, contract_or_none(sheet))
                )
                for sheet in season_sheets(row.pk)
            ),
        )

    return not_modified_or(request, row, viewer, build, of="drivers")


@extend_schema(
    operation_id="driver",
    summary="A driver",
    description=f"The sheet of a driver in the season, and their whole career in the league. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(DriverOut, "The driver.", example=response_example("driver")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def driver(request: Any, league: str, season: str, driver: str) -> Response:
    """A driver with their career in the league."""
    row, viewer = season_and_viewer(request, league, season)

    def build() -> DriverOut:
        sheet = driver_sheet(row.pk, driver)
        if sheet is None:
            raise Http404(f"{row.pk} has no driver {driver[:80]!r}.")
        return serialize_driver(sheet, row, viewer, house=season_rules_state(row))

    return not_modified_or(request, row, viewer, build, of=f"driver {driver}")

"""Operation for what a season waits for."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

import scheduling.background_work  # noqa: F401 - registers every kind of job, with its title
from api.awaited.command_lines import awaited_commands, command_times
from api.awaited.schemas import AwaitedAllOut, AwaitedOut, ResultAwaitedOut
from api.awaited_dice.serializers import serialize_awaited_dice
from api.etags import not_modified_or
from api.jobs.views import READ_PROBLEMS
from api.openapi import response_schema
from api.query_params import (
    ETAG_DESCRIPTION,
    LARGEST_INTEGER,
)
from api.request_context import season_and_viewer
from api.response_examples import response_example
from explain.links import short_id
from league.pages.season.awaited_franchises import awaited_franchises as awaited_of
from league.pages.season.awaited_franchises import awaited_results
from league.queries.standings import season_table


@extend_schema(
    operation_id="awaited",
    summary="Whom a season waits for, for which dice, and what may be done",
    description=(
        "Franchises that are asked something, locked matches without a result, dice that have not fallen, and the "
        "commands that may be given now. "
        f"{ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(AwaitedAllOut, "The reader's own first.", example=response_example("awaited")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def season_waits(request: Any, league: str, season: str) -> Response:
    """The franchises whose answer a season awaits, the missing results, and the awaited dice."""
    row, viewer = season_and_viewer(request, league, season)
    dice, times = serialize_awaited_dice(row, viewer), command_times(row, viewer, at=timezone.now())

    def build() -> AwaitedAllOut:
        own_franchises, table = {short_id(franchise.pk) for franchise in viewer.franchises}, season_table(row)
        return AwaitedAllOut(
            season=row.pk,
            step=row.step,
            awaited=tuple(
                AwaitedOut(
                    franchise=line.franchise,
                    name=line.name,
                    wait=line.wait,
                    match=line.match or None,
                    asked=line.asked,
                )
                for line in awaited_of(row, table, own=own_franchises, most=LARGEST_INTEGER).lines
            ),
            results=tuple(
                ResultAwaitedOut(match=result.match, wait=result.wait, asked=result.asked, reporters=result.reporters)
                for result in awaited_results(table)
            ),
            dice=dice,
            commands=awaited_commands(row, viewer, times),
        )

    digest = hashlib.sha256(msgspec.json.encode(dice)).hexdigest() if dice else ""
    return not_modified_or(request, row, viewer, build, of=f"awaited {digest} {times.version}")

"""Two bare endpoints made with the framework: one writes a result once per key, and one reads rows."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import F
from rest_framework import serializers
from rest_framework.decorators import api_view, authentication_classes
from rest_framework.response import Response

from benchmarks.floor.models import BareAnswer, BareLine, BareResult, BareTotal, PageRow

WIN, ENTRY = 50_000, 10_000


class TeamIn(serializers.Serializer[Any]):
    """A team's points in a match."""

    team = serializers.CharField(max_length=40)
    points = serializers.IntegerField(min_value=0)


class ResultIn(serializers.Serializer[Any]):
    """A result as it is sent."""

    match = serializers.CharField(max_length=40)
    teams = TeamIn(many=True)


class RowOut(serializers.ModelSerializer[PageRow]):
    """A row as it is served."""

    class Meta:
        model = PageRow
        fields = ("name", "played", "wins", "points", "criticals", "form", "balance")


@api_view(["POST"])
@authentication_classes([])
def results(request: Any) -> Response:
    """Save a result, two ledger rows and the total of each team, and the answer, in one transaction."""
    key = request.headers["Idempotency-Key"]
    with transaction.atomic():
        stored_answer = BareAnswer._default_manager.filter(key=key).first()
        if stored_answer is not None:
            return Response(stored_answer.body, status=201)
        serializer = ResultIn(data=request.data)
        serializer.is_valid(raise_exception=True)
        result = serializer.validated_data
        row = BareResult._default_manager.create(match=result["match"], document=request.data)
        BareLine._default_manager.bulk_create(
            BareLine(result=row, team=team["team"], what=what, amount=amount)
            for team in result["teams"]
            for what, amount in (("entry", ENTRY), ("points", WIN * team["points"]))
        )
        for team in result["teams"]:
            BareTotal._default_manager.filter(team=team["team"]).update(
                points=F("points") + team["points"], balance=F("balance") + ENTRY + WIN * team["points"]
            )
        answer = {"id": row.pk, "match": row.match}
        BareAnswer._default_manager.create(key=key, body=answer)
    return Response(answer, status=201)


@api_view(["GET"])
@authentication_classes([])
def rows(_request: Any, count: int) -> Response:
    """The first `count` rows."""
    page_rows = PageRow._default_manager.order_by("-points", "pk")[:count]
    return Response({"rows": RowOut(page_rows, many=True).data})

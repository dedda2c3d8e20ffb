"""Two bare endpoints as the framework has them: one writes a result once under a key, one reads rows."""

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
    """What a team made of a match."""

    team = serializers.CharField(max_length=40)
    points = serializers.IntegerField(min_value=0)


class ResultIn(serializers.Serializer[Any]):
    """A result as it is sent."""

    match = serializers.CharField(max_length=40)
    teams = TeamIn(many=True)


class RowOut(serializers.ModelSerializer[PageRow]):
    """A row as it is read."""

    class Meta:
        model = PageRow
        fields = ("name", "played", "wins", "points", "criticals", "form", "balance")


@api_view(["POST"])
@authentication_classes([])
def results(request: Any) -> Response:
    """Keep a result, two rows of the ledger and the total of each team, and the answer, in one transaction."""
    key = request.headers["Idempotency-Key"]
    with transaction.atomic():
        kept = BareAnswer._default_manager.filter(key=key).first()
        if kept is not None:
            return Response(kept.body, status=201)
        sent = ResultIn(data=request.data)
        sent.is_valid(raise_exception=True)
        asked = sent.validated_data
        made = BareResult._default_manager.create(match=asked["match"], document=request.data)
        BareLine._default_manager.bulk_create(
            BareLine(result=made, team=each["team"], what=what, amount=amount)
            for each in asked["teams"]
            for what, amount in (("entry", ENTRY), ("points", WIN * each["points"]))
        )
        for each in asked["teams"]:
            BareTotal._default_manager.filter(team=each["team"]).update(
                points=F("points") + each["points"], balance=F("balance") + ENTRY + WIN * each["points"]
            )
        answer = {"id": made.pk, "match": made.match}
        BareAnswer._default_manager.create(key=key, body=answer)
    return Response(answer, status=201)


@api_view(["GET"])
@authentication_classes([])
def rows(_request: Any, count: int) -> Response:
    """The first `count` rows."""
    found = PageRow._default_manager.order_by("-points", "pk")[:count]
    return Response({"rows": RowOut(found, many=True).data})

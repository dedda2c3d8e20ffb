"""Match packets for programs: what a locked match hangs on, under one digest and signed; and the keys that sign."""

from __future__ import annotations

from typing import Any, cast

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.etags import not_modified_or
from api.openapi import problem_responses, response_schema
from api.packets import examples
from api.packets.schemas import CarSheetOut, DiceOut, KeysOut, PacketOut, SignedOut, SigningKeyOut
from api.query_params import ETAG_DESCRIPTION, parse_name
from api.request_context import season_and_viewer
from journal.state import store
from league.models import Season, SigningKey
from league.packet_statements import STATEMENT_VERSION, IssuedPacket, issue_packet
from league.queries.journal_heads import newest_head
from league.queries.season_leaves import level_of
from league.signing import ALGORITHM, public_key_base64, sign_statement, signing_key, signing_keys
from rules.core.canonical_json import without_defaults
from rules.match.packet import Packet
from rules.match.registry import rulesets

RULESET_PARAMETER = OpenApiParameter(
    "ruleset",
    str,
    description="Ruleset by which a table wants to play a match that people report. Cars are built by it, and it "
    "proposes the event and setting where those that were announced are none of its own.",
)


@extend_schema(
    operation_id="packet",
    summary="The packet of a locked match",
    description=(
        "Everything a locked match depends on but its dice, signed. It is there from the lock of the line-ups "
        f"until a report is accepted. {ETAG_DESCRIPTION}"
    ),
    parameters=[RULESET_PARAMETER],
    responses={
        200: response_schema(PacketOut, "The packet, signed.", example=examples.PACKET),
        **problem_responses(400, 401, 403, 404, 406, 422, 429),
    },
)
@api_view(["GET"])
def packet(request: Any, league: str, season: str, match: str) -> Response:
    """Everything a locked match hangs on but its dice. Who sees the league sees the line-ups by then."""
    row, viewer = season_and_viewer(request, league, season)
    ruleset = parse_name(request, "ruleset", such_as=[each.name for each in rulesets()])
    key = signing_key(at=timezone.now())
    editions = " ".join(f"{each.name} {each.edition}" for each in rulesets())

    def build() -> PacketOut:
        state = store.load(row).season
        if match not in state.matches:
            raise Http404(f"{row.pk} has no match {match[:80]!r}.")
        return _serialize_packet(row, issue_packet(row, state, match, ruleset=ruleset), key)

    return not_modified_or(
        request, row, viewer, build, of=f"packet {STATEMENT_VERSION} with head {match} {ruleset} {key.pk} {editions}"
    )


@extend_schema(
    operation_id="keys",
    summary="The keys that sign packets",
    description="Every key that signs packets, or did: what a retired one signed can still be checked.",
    responses={
        200: response_schema(KeysOut, "The newest first.", example=examples.KEYS),
        **problem_responses(401, 406, 429),
    },
)
@api_view(["GET"])
def keys(_request: Any) -> Response:
    """Every key that signs packets or did: retired ones are told, so that what they signed can still be checked."""
    signing_key(at=timezone.now())
    return Response(
        KeysOut(
            keys=tuple(
                SigningKeyOut(
                    id=each.pk,
                    algorithm=ALGORITHM,
                    public=public_key_base64(each),
                    made_at=each.made_at,
                    retired_at=each.retired_at,
                )
                for each in signing_keys()
            )
        )
    )


def _serialize_packet(row: Season, given: IssuedPacket, key: SigningKey) -> PacketOut:
    made, head = sign_statement(given.statement, key=key), newest_head(row)
    return PacketOut(
        season=row.pk,
        digest=given.digest,
        claimed_as=given.claimed_as,
        packet=cast(Packet, without_defaults(given.packet)),
        sheets=tuple(CarSheetOut(car=sheet.car, tables=sheet.tables) for sheet in given.sheets),
        dice=DiceOut(
            key_hash=given.dice.key_hash,
            secret_hash=given.dice.secret_hash,
            words=given.dice.words,
            level=level_of(row),
            entry=head.number if head else None,
            head=head.hash if head else None,
        ),
        signed=SignedOut(statement=made.statement, key=made.key, algorithm=made.algorithm, signature=made.signature),
    )

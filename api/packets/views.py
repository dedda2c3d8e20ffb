"""Operations that read signed match packets and the keys that sign them."""

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
    """The packet of a locked match: everything it depends on but its dice.

    Line-ups are public once locked, so every reader of the league may read the packet.
    """
    row, viewer = season_and_viewer(request, league, season)
    ruleset = parse_name(request, "ruleset", such_as=[system.name for system in rulesets()])
    key = signing_key(at=timezone.now())
    editions = " ".join(f"{system.name} {system.edition}" for system in rulesets())

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
    """Every signing key, including retired ones, so that what they signed can still be checked."""
    signing_key(at=timezone.now())
    return Response(
        KeysOut(
            keys=tuple(
                SigningKeyOut(
                    id=key.pk,
                    algorithm=ALGORITHM,
                    public=public_key_base64(key),
                    made_at=key.made_at,
                    retired_at=key.retired_at,
                )
                for key in signing_keys()
            )
        )
    )


def _serialize_packet(row: Season, issued: IssuedPacket, key: SigningKey) -> PacketOut:
    signed, head = sign_statement(issued.statement, key=key), newest_head(row)
    return PacketOut(
        season=row.pk,
        digest=issued.digest,
        claimed_as=issued.claimed_as,
        packet=cast(Packet, without_defaults(issued.packet)),
        sheets=tuple(CarSheetOut(car=sheet.car, tables=sheet.tables) for sheet in issued.sheets),
        dice=DiceOut(
            key_hash=issued.dice.key_hash,
            secret_hash=issued.dice.secret_hash,
            words=issued.dice.words,
            level=level_of(row),
            entry=head.number if head else None,
            head=head.hash if head else None,
        ),
        signed=SignedOut(
            statement=signed.statement, key=signed.key, algorithm=signed.algorithm, signature=signed.signature
        ),
    )

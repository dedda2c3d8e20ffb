"""Operations that read a season's house rules, and the answers they were decided by."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.answers.serializers import acknowledging_franchises
from api.etags import not_modified_or
from api.house_rules.schemas import AnswersOut, HouseRulesOut, PendingOut, QuestionnaireOut, SwitchOut
from api.openapi import problem_responses, response_schema
from api.query_params import ETAG_DESCRIPTION
from api.request_context import season_and_viewer
from api.response_examples import response_example
from journal.entry_body import load_standing_body
from league.access import Viewer
from league.models import AnswerVersion, Season
from league.queries.house_rules import house_rule_entries, published_answers
from rules.campaign.core.editions import includes_edition
from rules.campaign.core.questionnaires import HOUSE_RULES
from rules.campaign.core.switches import switch_by_name, switches_in

READ_PROBLEMS = problem_responses(401, 403, 404, 406, 429)


@extend_schema(
    operation_id="house_rules",
    summary="The house rules of a season",
    description=f"Every house rule with its setting and since when, and what is to change. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(HouseRulesOut, "By name.", example=response_example("house_rules")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def house_rules(request: Any, league: str, season: str) -> Response:
    """Every house rule of a season with its setting, and the changes that are pending."""
    row, viewer = season_and_viewer(request, league, season)
    return not_modified_or(request, row, viewer, lambda: _serialize_house_rules(row, viewer), of="house rules")


@extend_schema(
    operation_id="questionnaire",
    summary="The answers to the questionnaire",
    description=(
        f"The versions of the answers that were published. Only commissioners see a draft. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(QuestionnaireOut, "The oldest first.", example=response_example("questionnaire")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def questionnaire(request: Any, league: str, season: str) -> Response:
    """The published versions of a season's answers to the questionnaire."""
    row, viewer = season_and_viewer(request, league, season)
    body = QuestionnaireOut(
        season=row.pk,
        versions=tuple(_serialize_version(version) for version in published_answers(row.pk, HOUSE_RULES)),
    )
    digest = hashlib.sha256(repr(body).encode()).hexdigest()
    return not_modified_or(request, row, viewer, lambda: body, of=f"questionnaire {digest}")


def _serialize_house_rules(row: Season, viewer: Viewer) -> HouseRulesOut:
    since = _last_changes(row, viewer) if row.switches else {}
    return HouseRulesOut(
        season=row.pk,
        edition=row.edition,
        switches=tuple(
            SwitchOut(
                switch=switch.name,
                setting=row.switches.get(switch.name, switch.default),
                printed=switch.default,
                changed=row.switches.get(switch.name, switch.default) != switch.default,
                since=since.get(switch.name),
                rule=switch.rule,
            )
            for switch in switches_in(partial(includes_edition, row.edition))
        ),
        pending=tuple(
            PendingOut(
                switch=change["switch"],
                setting=change["setting"],
                step=change["step"],
                rule=switch_by_name(change["switch"]).rule,
            )
            for change in row.pending
        ),
    )


def _last_changes(row: Season, viewer: Viewer) -> dict[str, int]:
    """The last entry that set each house rule, by name. Rules unchanged since the opening are left out."""
    entries_by_switch: dict[str, int] = {}
    for entry in house_rule_entries(row.pk, viewer):
        entry_row: Any = entry
        for fact in load_standing_body(entry_row.read_body, entry_row.read_retold).facts:
            if fact["kind"] == "switch_set":
                entries_by_switch[fact["switch"]] = entry_row.number
    return entries_by_switch


def _serialize_version(version: AnswerVersion) -> AnswersOut:
    published, entry = version.published_at, version.entry
    assert published is not None  # noqa: S101 - the database holds both or neither
    assert entry is not None  # noqa: S101 - the same
    return AnswersOut(
        number=version.number,
        answers=version.answers,
        was=version.was,
        note=version.note,
        step=version.step,
        published_at=published,
        entry=entry,
        acknowledged_by=acknowledging_franchises(version),
    )

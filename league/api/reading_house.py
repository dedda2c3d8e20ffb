"""What is read of a season's house rules, and of the answers they were decided by."""

from __future__ import annotations

import hashlib
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from league.access import Viewer
from league.api.examples_reading import example_of
from league.api.querying import TAGGED
from league.api.schema import problems, told
from league.api.shapes.house import AnswersOut, HouseRulesOut, PendingOut, QuestionnaireOut, SwitchOut
from league.api.sight import season_at, unless_known
from league.journal.body import as_it_stands
from league.models import AnswerVersion, Season
from league.pages.routes import local
from league.queries.house import published_answers, switching
from rules.campaign.core.switches import every_switch, switch_by_name

READ = problems(401, 403, 404, 406, 429)


@extend_schema(
    operation_id="house_rules",
    summary="The house rules of a season",
    description=TAGGED,
    responses={200: told(HouseRulesOut, "By name.", example=example_of("house_rules")), **READ},
)
@api_view(["GET"])
def house_rules(request: Any, league: str, season: str) -> Response:
    """Every house rule with its setting and since when, and what is to change."""
    row, viewer = season_at(request, league, season)
    return unless_known(request, row, viewer, lambda: _told(row, viewer), of="house rules")


@extend_schema(
    operation_id="questionnaire",
    summary="The answers to the questionnaire",
    description=f"The published versions; a draft is its commissioners'. {TAGGED}",
    responses={200: told(QuestionnaireOut, "The oldest first.", example=example_of("questionnaire")), **READ},
)
@api_view(["GET"])
def questionnaire(request: Any, league: str, season: str) -> Response:
    """What the league decided of its house rules, version by version."""
    row, viewer = season_at(request, league, season)
    made = QuestionnaireOut(season=row.pk, versions=tuple(_version(each) for each in published_answers(row.pk)))
    beside = hashlib.sha256(repr(made).encode()).hexdigest()
    return unless_known(request, row, viewer, lambda: made, of=f"questionnaire {beside}")


def _told(row: Season, viewer: Viewer) -> HouseRulesOut:
    since = _since(row, viewer) if row.switches else {}
    return HouseRulesOut(
        season=row.pk,
        edition=row.edition,
        switches=tuple(
            SwitchOut(
                switch=each.name,
                setting=row.switches.get(each.name, each.default),
                printed=each.default,
                changed=row.switches.get(each.name, each.default) != each.default,
                since=since.get(each.name),
                rule=each.rule,
            )
            for each in every_switch()
        ),
        pending=tuple(
            PendingOut(
                switch=each["switch"],
                setting=each["setting"],
                step=each["step"],
                rule=switch_by_name(each["switch"]).rule,
            )
            for each in row.pending
        ),
    )


def _since(row: Season, viewer: Viewer) -> dict[str, int]:
    """The last entry that set each house rule, by the rule's name; none of one that stands as it was opened."""
    found: dict[str, int] = {}
    for entry in switching(row.pk, viewer):
        each: Any = entry
        for stated in as_it_stands(each.read_body, each.read_retold).facts:
            if stated["kind"] == "switch_set":
                found[stated["switch"]] = each.number
    return found


def _version(version: AnswerVersion) -> AnswersOut:
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
        acknowledged_by=tuple(
            local(each.member.franchise_id) for each in version.acknowledgements.all() if each.member.franchise_id
        ),
    )

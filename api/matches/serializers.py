"""Serializer of matches."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from api.links import fact_urls
from api.matches.schemas import MatchOut, TeamOut
from explain.links import short_id
from league.queries.standings import Fixture
from rules.campaign.core.command import STEP_NAMES
from scheduling.evidence import OWN_DICE_GRADE
from scheduling.meetings import OPEN_STEPS

MATCH_FIGURES = ("points",)
NO_TIMES: Mapping[str, datetime] = MappingProxyType({})


def serialize_match(
    fixture: Fixture, grades: Mapping[str, str], times: Mapping[str, datetime] = NO_TIMES
) -> MatchOut:
    """A match; its teams' points are None until a result stands.

    `grades` has the grade of evidence of each result, and `times` each time that is agreed on, by short id.
    """
    evidence = grades.get(short_id(fixture.id), "") if fixture.reported else ""
    return MatchOut(
        id=short_id(fixture.id),
        round=fixture.round,
        event=fixture.event,
        surface=fixture.surface,
        heats=fixture.heats,
        step=fixture.step,
        step_name=STEP_NAMES[fixture.step],
        ruleset=fixture.ruleset,
        setting=dict(fixture.setting),
        teams=tuple(
            TeamOut(
                franchise=short_id(team.franchise),
                name=team.name,
                points=team.points if fixture.reported else None,
                won=team.won,
                forfeited=team.forfeited,
                line_up_named=team.named,
            )
            for team in fixture.teams
        ),
        why=fact_urls(fixture.id.rpartition("/")[0], "match", short_id(fixture.id), MATCH_FIGURES),
        evidence=evidence,
        own_dice=evidence == OWN_DICE_GRADE,
        plays_at=times.get(short_id(fixture.id)) if fixture.step in OPEN_STEPS else None,
    )

"""Serializers of seasons and standings."""

from __future__ import annotations

from collections.abc import Mapping

from api.awaited.schemas import AwaitedCommandOut
from api.links import fact_urls
from api.seasons.schemas import SeasonOut, StandingOut
from league.models import Season
from league.queries.season_leaves import level_of
from league.queries.season_secrets import published_commitment
from league.queries.standings_columns import API_COLUMNS, Standing
from rules.campaign.core.command import STEP_NAMES

STANDING_FIGURES = tuple(column.name for column in API_COLUMNS if column.api and column.api.has_facts)


def serialize_season(
    row: Season,
    *,
    digest: str = "",
    secret: str = "",
    awaited: tuple[AwaitedCommandOut, ...] = (),
    former_titles: tuple[str, ...] = (),
) -> SeasonOut:
    """A season; `digest` and `secret` are empty unless the digest of its state or its secret is public."""
    return SeasonOut(
        league=row.league_id,
        name=row.name,
        title=row.title,
        former_titles=former_titles,
        number=row.number,
        step=row.step,
        step_name=STEP_NAMES[row.step],
        edition=row.edition,
        entries=row.length,
        head=row.head,
        secret_hash=published_commitment(row),
        level=level_of(row),
        opened_at=row.opened_at,
        digest=digest,
        secret=secret,
        awaited=awaited,
    )


def serialize_standing(line: Standing, season: str, until: Mapping[str, int] | None = None) -> StandingOut:
    """A line of a season's standings.

    `until` has the last entry that counts, for figures where later entries do not.
    """
    values = {column.name: column.api_value(line) for column in API_COLUMNS}
    figures = (*STANDING_FIGURES, *(["rank"] if line.final_rank else []))
    return StandingOut(**values, why=fact_urls(season, "franchise", values["franchise"], figures, until))

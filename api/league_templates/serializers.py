"""League templates as the API answers them."""

from __future__ import annotations

from typing import Any, Literal

from api.league_templates.schemas import SeasonTemplateOut, TemplateOut, TemplatesOut, TemplateSummaryOut
from league.accounts import display_name
from league.league_templates.content_checks import check_contents
from league.league_templates.contents import contents_from_json
from league.league_templates.document import template_document
from league.league_templates.season_contents import season_contents
from league.models import LeagueTemplate, Season
from league.queries.league_templates import NEWEST, listed_templates, own_templates


def serialize_templates(
    user: Any, *, words: str = "", system: str = "", order: str = NEWEST, most: int
) -> TemplatesOut:
    """The published templates that are sought, at most so many, and the person's own."""
    found = listed_templates(words=words, system=system, order=order)[:most]
    return TemplatesOut(
        templates=tuple(map(serialize_summary, found)), own=tuple(map(serialize_summary, own_templates(user)))
    )


def serialize_template(row: LeagueTemplate) -> TemplateOut:
    """A template with its document."""
    contents = contents_from_json(row.contents)
    return TemplateOut(
        template=serialize_summary(row),
        document=template_document(title=row.title, about=row.about, contents=contents),
        left_out=check_contents(contents).left_out,
    )


def serialize_season_template(season: Season) -> SeasonTemplateOut:
    """What a template of a season would hold. Raises `TemplateOfRehearsal`."""
    found = season_contents(season)
    return SeasonTemplateOut(
        season=season.pk, contents=found.contents, left_out=found.left_out, reveals=found.reveals
    )


def serialize_summary(row: LeagueTemplate) -> TemplateSummaryOut:
    """A template without its contents."""
    contents = contents_from_json(row.contents)
    return TemplateSummaryOut(
        key=row.key,
        title=row.title,
        about=row.about,
        maker=_name(row.maker),
        credit=_name(row.credit),
        system=row.system,
        franchises=contents.franchises,
        rounds=contents.rounds,
        version=row.version,
        uses=row.uses,
        state=_state(row),
        changed_at=row.changed_at,
    )


def _state(row: LeagueTemplate) -> Literal["private", "published", "hidden"]:
    if row.hidden_at is not None:
        return "hidden"
    return "published" if row.published_at is not None else "private"


def _name(user: Any) -> str | None:
    return display_name(user) if user is not None and user.is_active else None

"""The page of a template, and the page on which one is made of a season."""

from __future__ import annotations

from typing import Any

from explain import links
from league.access import Viewer
from league.league_templates.content_checks import check_contents
from league.league_templates.contents import contents_from_json
from league.league_templates.season_contents import season_contents
from league.models import League, LeagueTemplate, Season
from league.models.league_templates import new_template_key
from league.pages.base_context import Breadcrumb
from league.pages.league_templates.lines import template_sections
from league.pages.league_templates.template_lists import template_card
from league.pages.people.people import league_page_context
from league.queries.league_templates import own_templates


def template_page(row: LeagueTemplate, user: Any, *, sent: Any = None, refusal: str = "") -> dict[str, Any]:
    """The context of a template's page, for somebody who may read it."""
    checked = check_contents(contents_from_json(row.contents))
    made_of = League.objects.filter(pk=row.made_of, public=True, gone_at=None).first() if row.made_of else None
    closed = League.objects.filter(pk=row.made_of, public=False).exists() if row.made_of else False
    return {
        "crumbs": [
            Breadcrumb("Leagues", "/"),
            Breadcrumb("Templates", links.templates_url()),
            Breadcrumb(row.title),
        ],
        "template": row,
        "card": template_card(row),
        "is_own": user.is_authenticated and row.maker_id == user.pk,
        "made_of": made_of,
        "made_of_href": links.league_url(made_of.pk) if made_of is not None else "",
        "reveals": row.reveals or closed,
        "sections": template_sections(checked.contents),
        "left_out": checked.left_out,
        "copy_key": new_template_key(),
        "values": sent or {"title": row.title, "about": row.about},
        "refusal": refusal,
    }


def season_template_page(
    *, league: League, season: Season, viewer: Viewer, user: Any, sent: Any = None, refusal: str = ""
) -> dict[str, Any]:
    """The context of the page that shows what a template of a season will hold. Raises `TemplateOfRehearsal`."""
    found = season_contents(season)
    return {
        **league_page_context(league, viewer, Breadcrumb("Make a template")),
        "of": season,
        "sections": template_sections(found.contents),
        "left_out": found.left_out,
        "reveals": found.reveals,
        "own_templates": list(own_templates(user)),
        "key": (sent or {}).get("key") or new_template_key(),
        "values": sent or {"title": "", "about": ""},
        "refusal": refusal,
    }

"""The page of templates that everybody may read, with a person's own beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from explain import links
from explain.printed_names import ruleset_title
from league.accounts import display_name
from league.league_templates.contents import contents_from_json
from league.models import LeagueTemplate
from league.models.league_templates import new_template_key
from league.pages.base_context import Breadcrumb
from league.pages.list_pages import list_page
from league.queries.league_templates import NEWEST, ORDERS, listed_templates, own_templates
from rules.campaign.core.switches import REPORTED_BY_PEOPLE
from rules.match.registry import rulesets

LINES_A_PAGE = 120
LINES_OF_A_TEMPLATE = 6
LONGEST_SEARCH = 80
ORDER_WORDS = {NEWEST: "Newest", "most-used": "Most used"}


@dataclass(frozen=True, slots=True)
class TemplateQuery:
    """What a visitor looks for: words, a match system (empty for any), and the order."""

    words: str = ""
    system: str = ""
    order: str = NEWEST

    @classmethod
    def from_query(cls, given: Mapping[str, str]) -> TemplateQuery:
        """Read a query string; what makes no sense is left out."""
        words = " ".join(given.get("q", "").replace("\0", " ").split())[:LONGEST_SEARCH]
        system, order = given.get("system", ""), given.get("order", "")
        return cls(words, system if system in dict(system_choices()) else "", order if order in ORDERS else NEWEST)


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateCard:
    """A template in a list. `maker` is empty for one whose maker has left."""

    key: str
    href: str
    title: str
    about: str
    maker: str
    credit: str
    system: str
    franchises: int
    rounds: int
    version: int
    uses: int
    state: str
    changed_at: datetime


def system_choices() -> list[tuple[str, str]]:
    """The match systems that leagues play by, with their titles."""
    return [*((ruleset.name, ruleset.title) for ruleset in rulesets()), (REPORTED_BY_PEOPLE, "At our own table")]


def template_list_page(user: Any, given: Mapping[str, str], *, refusals: Sequence[str] = ()) -> dict[str, Any]:
    """The context of the page. `refusals` say why a file was not imported."""
    query = TemplateQuery.from_query(given)
    listed = listed_templates(words=query.words, system=query.system, order=query.order)
    found = [template_card(row) for row in listed]
    return {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("Templates")],
        "templates": list_page(found, given, "page", lines=lambda _card: LINES_OF_A_TEMPLATE, most=LINES_A_PAGE),
        "own_templates": [template_card(row) for row in own_templates(user)],
        "query": query,
        "systems": system_choices(),
        "orders": list(ORDER_WORDS.items()),
        "import_key": new_template_key(),
        "refusals": refusals,
    }


def template_card(row: LeagueTemplate) -> TemplateCard:
    """A template as lists show it."""
    contents = contents_from_json(row.contents)
    return TemplateCard(
        key=row.key,
        href=links.template_url(row.key),
        title=row.title,
        about=row.about,
        maker=person_words(row.maker),
        credit=person_words(row.credit),
        system="At their own table" if row.system == REPORTED_BY_PEOPLE else ruleset_title(row.system),
        franchises=contents.franchises,
        rounds=contents.rounds,
        version=row.version,
        uses=row.uses,
        state=template_state(row),
        changed_at=row.changed_at,
    )


def template_state(row: LeagueTemplate) -> str:
    """Whether others may read a template, in a word."""
    if row.hidden_at is not None:
        return "Hidden by the operator"
    return "Published" if row.published_at is not None else "Private"


def readers_sentence(row: LeagueTemplate) -> str:
    """Who may read a template, for its maker."""
    if row.hidden_at is not None:
        return "Only you see it, because the operator of the site hid it."
    if row.published_at is None:
        return "Only you see it until you publish it."
    return "Everybody can read it, and found leagues from it."


def person_words(user: Any) -> str:
    """The name of a person as it is shown everywhere; empty for nobody, and for one who has left."""
    return display_name(user) if user is not None and user.is_active else ""

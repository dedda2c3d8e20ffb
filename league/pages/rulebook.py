"""The rulebook as pages: its books and a search in them, and one book with what a season plays otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from league.access import Viewer
from league.models import League, Season
from league.pages import routes
from league.pages.frame import Crumb, frame
from league.pages.questionnaire.questions import HOUSE_RULES, Question
from league.pages.words import setting_words
from league.queries.seasons import own_balance
from rules.rulebook.books import Book, HouseRule, Rule, books, get_book, glossary
from rules.rulebook.rule_text import Block, plain_text

LONGEST_SOUGHT = 60
MOST_FOUND = 60
LONGEST_TOLD = 180


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """The season the rulebook is read in, and who reads it."""

    league: League
    season: Season
    viewer: Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class BookTile:
    """A book of the rulebook: where it is, how many rules it has, and how many of them the season bends."""

    title: str
    href: str
    chapters: tuple[str, ...]
    rules: int
    otherwise: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A rule that speaks of what was sought, and how it begins."""

    id: str
    title: str
    book: str
    href: str
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BendShown:
    """A house rule under the rule it bends: what it asks, how it is printed, and how the season has it.

    `here` is empty outside a season. `href` leads to the season's house rules, where there is a season.
    """

    name: str
    asks: str
    told: str
    numbers: str
    printed: str
    here: str
    changed: bool
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleShown:
    """A rule as its page shows it; `changed` when the season plays it otherwise than it is printed."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    tables: tuple[Block, ...]
    ruling: str
    bends: tuple[BendShown, ...]
    changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterShown:
    """A chapter as its page shows it; `anchor` is its id on the page."""

    number: int
    title: str
    anchor: str
    lead: tuple[Block, ...]
    rules: tuple[RuleShown, ...]


def rulebook_page(*, query: str, within: Within | None = None) -> dict[str, Any]:
    """The context of the page of all books; a `query` finds the rules that speak of every one of its words."""
    sought = " ".join(query.split())[:LONGEST_SOUGHT]
    hits = list(_found(sought, within)) if sought else []
    return {
        **_frame(within, []),
        "books": [_tile(each, within) for each in books()],
        "words": glossary(),
        "sought": sought,
        "found": hits[:MOST_FOUND],
        "more": len(hits) > MOST_FOUND,
        "rules_href": routes.rules_at(within.season.pk) if within else "",
    }


def book_page(*, name: str, within: Within | None) -> dict[str, Any] | None:
    """The context of a book's page, None when there is no book of that name."""
    book = get_book(name)
    if book is None:
        return None
    asked = HOUSE_RULES.by_id()
    chapters = [
        ChapterShown(
            number=each.number,
            title=each.title,
            anchor=f"chapter-{each.number}",
            lead=each.lead,
            rules=tuple(_shown(rule, asked, within) for rule in each.rules),
        )
        for each in book.chapters
    ]
    rules = [rule for each in chapters for rule in each.rules]
    return {
        **_frame(within, [Crumb(book.title)]),
        "book": book,
        "chapters": chapters,
        "how_many": len(rules),
        "rulings": sum(bool(rule.ruling) for rule in rules),
        "changed": [rule for rule in rules if rule.changed],
        "others": [_tile(each, within) for each in books() if each is not book],
        "rulebook_href": _home(within),
        "plain_href": routes.book_at(name),
    }


def _home(within: Within | None) -> str:
    return routes.rulebook_at(within.season.pk if within else "")


def _frame(within: Within | None, below: list[Crumb]) -> dict[str, Any]:
    """What surrounds the page: the season's frame in a season, the way back alone outside one."""
    crumb = Crumb("Rulebook", _home(within) if below else "")
    if within is None:
        return {"crumbs": [Crumb("Leagues", "/"), crumb, *below]}
    season = within.season
    crumbs = [
        Crumb(within.league.name, routes.league_at(within.league.pk)),
        Crumb(f"Season {season.number}", routes.season_at(season.pk)),
        crumb,
        *below,
    ]
    return frame(
        league=within.league,
        season=season,
        viewer=within.viewer,
        here="Rulebook",
        crumbs=crumbs,
        balance=own_balance(within.viewer),
    )


def _tile(book: Book, within: Within | None) -> BookTile:
    rules = list(book.rules)
    otherwise = sum(any(_differs(each, within) for each in rule.bends) for rule in rules) if within else 0
    return BookTile(
        title=book.title,
        href=routes.book_at(book.name, within.season.pk if within else ""),
        chapters=tuple(each.title for each in book.chapters),
        rules=len(rules),
        otherwise=otherwise,
    )


def _found(sought: str, within: Within | None) -> Iterator[Found]:
    """Rules that are called so first, then those whose title begins so, then those that speak of it."""
    words = sought.lower().split()
    hits = [(book, rule) for book in books() for rule in book.rules if all(word in rule.words for word in words)]
    text = " ".join(words)

    def closeness(hit: tuple[Book, Rule]) -> int:
        title = hit[1].title.lower()
        if text in (hit[1].id.lower(), title):
            return 0
        return 1 if title.startswith(text) else 2 if all(word in title for word in words) else 3

    for book, rule in sorted(hits, key=closeness):
        told = plain_text(rule.blocks)
        short = told if len(told) <= LONGEST_TOLD else f"{told[:LONGEST_TOLD].rsplit(' ', 1)[0]} …"
        href = routes.rule_at(rule.id, within.season.pk if within else "")
        yield Found(id=rule.id, title=rule.title, book=book.title, href=href, told=short)


def _shown(rule: Rule, asked: dict[str, Question], within: Within | None) -> RuleShown:
    bends = tuple(_bend(each, asked.get(each.switch.name), within) for each in rule.bends)
    return RuleShown(
        id=rule.id,
        title=rule.title,
        blocks=rule.blocks,
        tables=rule.tables,
        ruling=rule.ruling,
        bends=bends,
        changed=any(each.changed for each in bends),
    )


def _bend(bend: HouseRule, question: Question | None, within: Within | None) -> BendShown:
    switch = bend.switch
    here = within.season.switches.get(switch.name, switch.default) if within else switch.default
    return BendShown(
        name=switch.name,
        asks=question.text if question else "",
        told=bend.told,
        numbers=question.numbers if question else "",
        printed=setting_words(switch.default),
        here=setting_words(here) if within else "",
        changed=_differs(bend, within),
        href=f"{routes.rules_at(within.season.pk)}?{urlencode({'q': switch.name})}#all" if within else "",
    )


def _differs(bend: HouseRule, within: Within | None) -> bool:
    """Whether the season has a house rule otherwise than it is printed."""
    if within is None:
        return False
    return bool(within.season.switches.get(bend.switch.name, bend.switch.default) != bend.switch.default)

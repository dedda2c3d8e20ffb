"""The rulebook's pages: all books with a search, and one book with what a season plays otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from explain import links
from explain.house_rule_questions import HOUSE_RULES, Question
from explain.printed_names import setting_words
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.questionnaire.season_questionnaires import find_questionnaire
from league.queries.seasons import own_balance
from rules.match.registry import QUESTIONNAIRES
from rules.rulebook.books import Book, HouseRule, Rule, books, get_book, glossary
from rules.rulebook.rule_text import Block, plain_text

MAX_QUERY_LENGTH = 60
MAX_RESULTS = 60
MAX_EXCERPT_LENGTH = 180


@dataclass(frozen=True, slots=True, kw_only=True)
class RulebookSeason:
    """The season the rulebook is read in, and the viewer."""

    league: League
    season: Season
    viewer: Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class BookTile:
    """A book of the rulebook; `rules` counts its rules, `otherwise` those the season plays otherwise."""

    title: str
    href: str
    chapters: tuple[str, ...]
    rules: int
    otherwise: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRule:
    """A rule that matches the search; `told` is an excerpt of its text."""

    id: str
    title: str
    book: str
    href: str
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRuleNote:
    """A house rule under the rule it bends, or the answer to a question: printed, and the season's.

    `kind` says which. `here` is empty outside a season. `href` leads to the season's answers, and is empty outside
    one too.
    """

    kind: str
    name: str
    asks: str
    told: str
    numbers: str
    printed: str
    here: str
    changed: bool
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSection:
    """A rule as its page shows it; `changed` if the season plays it otherwise than printed."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    tables: tuple[Block, ...]
    ruling: str
    bends: tuple[HouseRuleNote, ...]
    changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterSection:
    """A chapter as its page shows it; `anchor` is its id on the page."""

    number: int
    title: str
    anchor: str
    lead: tuple[Block, ...]
    rules: tuple[RuleSection, ...]


def rulebook_page(*, query: str, within: RulebookSeason | None = None) -> dict[str, Any]:
    """The context of the page of all books; a `query` finds the rules that contain every one of its words."""
    sought = " ".join(query.split())[:MAX_QUERY_LENGTH]
    hits = list(_search_rules(sought, within)) if sought else []
    return {
        **_frame(within, []),
        "books": [_tile(book, within) for book in books()],
        "words": glossary(),
        "sought": sought,
        "found": hits[:MAX_RESULTS],
        "more": len(hits) > MAX_RESULTS,
        "rules_href": links.house_rules_url(within.season.pk) if within else "",
    }


def book_page(*, name: str, within: RulebookSeason | None) -> dict[str, Any] | None:
    """The context of a book's page, None if there is no book of that name."""
    book = get_book(name)
    if book is None:
        return None
    questions = HOUSE_RULES.by_id()
    answers = _answer_notes(name, within)
    chapters = [
        ChapterSection(
            number=chapter.number,
            title=chapter.title,
            anchor=f"chapter-{chapter.number}",
            lead=chapter.lead,
            rules=tuple(_rule_section(rule, questions, answers, within) for rule in chapter.rules),
        )
        for chapter in book.chapters
    ]
    rules = [rule for chapter in chapters for rule in chapter.rules]
    return {
        **_frame(within, [Breadcrumb(book.title)]),
        "book": book,
        "chapters": chapters,
        "how_many": len(rules),
        "rulings": sum(bool(rule.ruling) for rule in rules),
        "changed": [rule for rule in rules if rule.changed],
        "others": [_tile(other, within) for other in books() if other is not book],
        "rulebook_href": _home(within),
        "plain_href": links.book_url(name),
    }


def _home(within: RulebookSeason | None) -> str:
    return links.rulebook_url(within.season.pk if within else "")


def _frame(within: RulebookSeason | None, below: list[Breadcrumb]) -> dict[str, Any]:
    """The base context within a season, only breadcrumbs outside one."""
    crumb = Breadcrumb("Rulebook", _home(within) if below else "")
    if within is None:
        return {"crumbs": [Breadcrumb("Leagues", "/"), crumb, *below]}
    season = within.season
    crumbs = [
        Breadcrumb(within.league.name, links.league_url(within.league.pk)),
        Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
        crumb,
        *below,
    ]
    return base_context(
        league=within.league,
        season=season,
        viewer=within.viewer,
        here="Rulebook",
        crumbs=crumbs,
        balance=own_balance(within.viewer),
    )


def _tile(book: Book, within: RulebookSeason | None) -> BookTile:
    rules = list(book.rules)
    otherwise = sum(any(_differs(bend, within) for bend in rule.bends) for rule in rules) if within else 0
    return BookTile(
        title=book.title,
        href=links.book_url(book.name, within.season.pk if within else ""),
        chapters=tuple(chapter.title for chapter in book.chapters),
        rules=len(rules),
        otherwise=otherwise,
    )


def _search_rules(sought: str, within: RulebookSeason | None) -> Iterator[FoundRule]:
    """Rules that contain every word, the best matches first: ids and titles come before texts."""
    words = sought.lower().split()
    hits = [(book, rule) for book in books() for rule in book.rules if all(word in rule.words for word in words)]
    text = " ".join(words)

    def closeness(hit: tuple[Book, Rule]) -> int:
        title = hit[1].title.lower()
        if text in (hit[1].id.lower(), title):
            return 0
        return 1 if title.startswith(text) else 2 if all(word in title for word in words) else 3

    for book, rule in sorted(hits, key=closeness):
        rule_text = plain_text(rule.blocks)
        told_text = (
            rule_text
            if len(rule_text) <= MAX_EXCERPT_LENGTH
            else f"{rule_text[:MAX_EXCERPT_LENGTH].rsplit(' ', 1)[0]} …"
        )
        href = links.rule_url(rule.id, within.season.pk if within else "")
        yield FoundRule(id=rule.id, title=rule.title, book=book.title, href=href, told=told_text)


def _rule_section(
    rule: Rule,
    questions: dict[str, Question],
    answers: Mapping[str, HouseRuleNote],
    within: RulebookSeason | None,
) -> RuleSection:
    bends = tuple(_bend(bend, questions.get(bend.switch.name), within) for bend in rule.bends)
    if rule.id in answers:
        bends = (*bends, answers[rule.id])
    return RuleSection(
        id=rule.id,
        title=rule.title,
        blocks=rule.blocks,
        tables=rule.tables,
        ruling=rule.ruling,
        bends=bends,
        changed=any(bend.changed for bend in bends),
    )


def _answer_notes(book: str, within: RulebookSeason | None) -> dict[str, HouseRuleNote]:
    """The season's answers to the questions of a book, by the id of their rule; none outside a season."""
    if within is None or book not in QUESTIONNAIRES:
        return {}
    season = within.season
    asked = find_questionnaire(book, season)
    standing = asked.standing(season)
    notes = {}
    for key, question in asked.questions.items():
        here, printed = asked.answer(key, standing), asked.printed_answer(key)
        notes[question.rule] = HouseRuleNote(
            kind="Answer",
            name=key,
            asks=question.text,
            told="",
            numbers="",
            printed="as printed",
            here=asked.answer_words(key, here),
            changed=here != printed,
            href=links.questionnaire_url(season.pk, book, question=key),
        )
    return notes


def _bend(bend: HouseRule, question: Question | None, within: RulebookSeason | None) -> HouseRuleNote:
    switch = bend.switch
    setting = within.season.switches.get(switch.name, switch.default) if within else switch.default
    return HouseRuleNote(
        kind="House rule",
        name=switch.name,
        asks=question.text if question else "",
        told=bend.told,
        numbers=question.numbers if question else "",
        printed=setting_words(switch.default),
        here=setting_words(setting) if within else "",
        changed=_differs(bend, within),
        href=f"{links.house_rules_url(within.season.pk)}?{urlencode({'q': switch.name})}#all" if within else "",
    )


def _differs(bend: HouseRule, within: RulebookSeason | None) -> bool:
    """Whether the season's setting differs from the printed one."""
    if within is None:
        return False
    return bool(within.season.switches.get(bend.switch.name, bend.switch.default) != bend.switch.default)

"""The rulebook's pages: all books with a search, a book's contents, and a chapter, as printed or in a season."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from explain import links, rulebook_links
from explain.house_rule_questions import HOUSE_RULES, Question, house_rules_of_edition
from explain.printed_names import setting_words
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.questionnaire.season_questionnaires import find_questionnaire
from league.queries.seasons import own_balance
from rules.match.registry import QUESTIONNAIRES
from rules.rulebook.book_pages import pages_of
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
class PageLine:
    """A page of a book in a list; `rules` are the ids of its rules, `otherwise` counts those played otherwise."""

    title: str
    href: str
    rules: tuple[str, ...] = ()
    otherwise: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BookTile:
    """A book of the rulebook with the number of its chapters, its rules, and those the season plays otherwise."""

    title: str
    href: str
    chapters: int
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


def rulebook_page(*, query: str, within: RulebookSeason | None = None) -> dict[str, Any]:
    """The context of the page of all books; a `query` finds the rules that contain every one of its words."""
    sought = " ".join(query.split())[:MAX_QUERY_LENGTH]
    hits = list(_search_rules(sought, within)) if sought else []
    return {
        **_frame(within, []),
        "books": [_tile(book, within) for book in books()],
        "sought": sought,
        "found": hits[:MAX_RESULTS],
        "more": len(hits) > MAX_RESULTS,
        "rules_href": links.house_rules_url(within.season.pk) if within else "",
    }


def glossary_page() -> dict[str, Any]:
    """The context of the page of the rulebook's own terms."""
    return {**_frame(None, [Breadcrumb("Words")]), "words": glossary()}


def book_page(*, name: str, within: RulebookSeason | None) -> dict[str, Any] | None:
    """The context of a book's contents, None if there is no book of that name."""
    book = get_book(name)
    if book is None:
        return None
    sections = _rule_sections(book.rules, name, within)
    return {
        **_frame(within, [Breadcrumb(book.title)]),
        "book": book,
        "pages": _page_lines(book, within),
        "how_many": len(sections),
        "rulings": sum(bool(rule.ruling) for rule in sections),
        "changed": [
            (rule, rulebook_links.rule_url(rule.id, _season_id(within))) for rule in sections if rule.changed
        ],
        "others": [_tile(other, within) for other in books() if other is not book],
        "rulebook_href": _home(within),
        "plain_href": rulebook_links.book_url(name),
    }


def chapter_page(*, name: str, slug: str, within: RulebookSeason | None) -> dict[str, Any] | None:
    """The context of a page of a book, None if there is no such book or page."""
    book = get_book(name)
    pages = () if book is None else pages_of(book)
    place = next((place for place, page in enumerate(pages) if page.slug == slug), None)
    if book is None or place is None:
        return None
    page, lines = pages[place], _page_lines(book, within)
    contents = rulebook_links.book_url(name, _season_id(within))
    return {
        **_frame(within, [Breadcrumb(book.title, contents), Breadcrumb(page.title)]),
        "book": book,
        "page": page,
        "pages": lines,
        "here": lines[place],
        "before": lines[place - 1] if place else None,
        "after": lines[place + 1] if place + 1 < len(lines) else None,
        "lead": page.chapter.lead if page.part == 1 else (),
        "rules": _rule_sections(page.rules, name, within),
        "contents_href": contents,
        "rulebook_href": _home(within),
        "plain_href": rulebook_links.chapter_url(name, slug),
    }


def _page_lines(book: Book, within: RulebookSeason | None) -> list[PageLine]:
    """The pages of a book as its contents list them."""
    return [
        PageLine(
            title=f"{page.chapter.number}. {page.title}",
            href=rulebook_links.chapter_url(book.name, page.slug, _season_id(within)),
            rules=tuple(rule.id for rule in page.rules),
            otherwise=sum(any(_differs(bend, within) for bend in rule.bends) for rule in page.rules),
        )
        for page in pages_of(book)
    ]


def _rule_sections(rules: Iterable[Rule], book: str, within: RulebookSeason | None) -> list[RuleSection]:
    """Rules of a book as its pages show them."""
    questions = house_rules_of_edition(within.season.edition) if within else HOUSE_RULES.by_id()
    answers = _answer_notes(book, within)
    return [_rule_section(rule, questions, answers, within) for rule in rules]


def _season_id(within: RulebookSeason | None) -> str:
    return within.season.pk if within else ""


def _home(within: RulebookSeason | None) -> str:
    return rulebook_links.rulebook_url(_season_id(within))


def _frame(within: RulebookSeason | None, below: list[Breadcrumb]) -> dict[str, Any]:
    """The base context within a season, only breadcrumbs outside one."""
    crumb = Breadcrumb("Rulebook", _home(within) if below else "")
    if within is None:
        return {"crumbs": [Breadcrumb("Leagues", "/"), crumb, *below]}
    season = within.season
    crumbs = [
        Breadcrumb(within.league.name, links.league_url(within.league.pk)),
        Breadcrumb(season.label, links.season_url(season.pk)),
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
        href=rulebook_links.book_url(book.name, _season_id(within)),
        chapters=len(book.chapters),
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
        href = rulebook_links.rule_url(rule.id, _season_id(within))
        yield FoundRule(id=rule.id, title=rule.title, book=book.title, href=href, told=told_text)


def _rule_section(
    rule: Rule,
    questions: Mapping[str, Question],
    answers: Mapping[str, HouseRuleNote],
    within: RulebookSeason | None,
) -> RuleSection:
    bends = tuple(
        _bend(bend, questions[bend.switch.name], within) for bend in rule.bends if bend.switch.name in questions
    )
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
            href=links.question_url(season.pk, book, key),
        )
    return notes


def _bend(bend: HouseRule, question: Question, within: RulebookSeason | None) -> HouseRuleNote:
    switch = bend.switch
    setting = within.season.switches.get(switch.name, switch.default) if within else switch.default
    return HouseRuleNote(
        kind="House rule",
        name=switch.name,
        asks=question.text,
        told=bend.told,
        numbers=question.numbers,
        printed=setting_words(switch.default),
        here=setting_words(setting) if within else "",
        changed=_differs(bend, within),
        href=links.question_url(within.season.pk, HOUSE_RULES.id, switch.name) if within else "",
    )


def _differs(bend: HouseRule, within: RulebookSeason | None) -> bool:
    """Whether the season's setting differs from the printed one."""
    if within is None:
        return False
    return bool(within.season.switches.get(bend.switch.name, bend.switch.default) != bend.switch.default)

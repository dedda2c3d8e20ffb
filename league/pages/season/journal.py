"""The journal's pages: entries newest first, and one entry with its facts, rolls and long texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet

from explain import links
from explain.amended_entry import AmendedEntry, amended_entry
from explain.command_fields import RenderedField
from explain.fact_rendering import RenderedEntry, RenderedFact, RenderedRoll
from explain.misread_dice import misread_dice
from explain.name_lookup import render_entries
from explain.names import Names
from league.access import Viewer
from league.models import League, Season
from league.pages.amends.form import amend_button_label
from league.pages.base_context import Breadcrumb, base_context
from league.pages.dice.entry_leaf import entry_leaf, words_beside
from league.pages.list_pages import page_links, phone_lines
from league.pages.number_fields import whole_number
from league.queries.dice_keys import earlier_season_keys, published_season_key, published_secret
from league.queries.entries import PUBLIC_COLUMNS, all_entries, entries_naming
from league.queries.seasons import own_balance, seasons
from rules.core.page_breaks import page_breaks
from sql.cached_sql import cached_sql

ENTRY_LINES_A_PAGE = 190
"""The most lines of an entry on a page, as a phone shows them; the first has the command and the chain besides."""
LONG_TEXT = 300
"""The most letters of a field of the command that stand unfolded beside its name."""
LETTERS_A_PART = 2000
"""A longer text of a command is cut into parts of so many letters, each of which is whole on a page."""


@dataclass(frozen=True, slots=True)
class LongText:
    """A long text of the command, or a part of it; `part` counts from 1, and the whole has `letters`."""

    name: str
    text: str
    part: int
    parts: int
    letters: int


def entry_part(entry: RenderedEntry, amended: AmendedEntry | None, *, page: int) -> dict[str, Any]:
    """The context of a page of an entry: the entry and its amended reading with what is on that page of them.

    A page after the last is the last.
    """
    said = amended.said if amended is not None else ()
    texts = [part for field in entry.given if _is_long(field) for part in _parts_of(field)]
    sections: tuple[Sequence[int], ...] = (
        [_fact_lines(fact) for fact in entry.facts],
        [_fact_lines(fact) for fact in said],
        [_roll_lines(roll) for roll in entry.rolls],
        [2 + phone_lines(text.text) for text in texts],
    )
    pages = page_breaks(sections, ENTRY_LINES_A_PAGE)
    page = min(max(page, 1), len(pages))
    here = {it.section: slice(it.start, it.end) for it in pages[page - 1]}
    nothing = slice(0, 0)
    return {
        "entry": replace(
            entry,
            facts=entry.facts[here.get(0, nothing)],
            rolls=entry.rolls[here.get(2, nothing)],
            given=tuple(field for field in entry.given if not _is_long(field)),
        ),
        "stands": replace(amended, said=said[here.get(1, nothing)]) if amended is not None else None,
        "outdated_words": amended.outdated_words if amended is not None else "",
        "has_facts": 0 in here,
        "has_said": 1 in here,
        "texts": texts[here.get(3, nothing)],
        "continued": frozenset(("facts", "said", "rolls", "texts")[it.section] for it in pages[page - 1] if it.start),
        "page": page,
        "pages": page_links(
            lambda number: f"{entry.href}?page={number}" if number > 1 else entry.href, here=page, how_many=len(pages)
        ),
    }


def _is_long(field: RenderedField) -> bool:
    """Whether a field is folded; the words and links that stand for ids are not."""
    return not (field.told.href or field.raw or field.in_words) and len(field.told.text) > LONG_TEXT


def _parts_of(field: RenderedField) -> list[LongText]:
    text = field.told.text
    parts = [text[start : start + LETTERS_A_PART] for start in range(0, len(text), LETTERS_A_PART)]
    return [LongText(field.name, part, number, len(parts), len(text)) for number, part in enumerate(parts, 1)]


def _fact_lines(fact: RenderedFact) -> int:
    """About how many lines a fact takes: its sentence, its rolls, the cell, its rule and the space around it."""
    return (
        phone_lines(fact.sentence)
        + sum(map(_roll_lines, fact.rolls))
        + (phone_lines(fact.cell) if fact.cell else 0)
        + 2
    )


def _roll_lines(roll: RenderedRoll) -> int:
    return 1 + phone_lines(roll.why) + phone_lines(roll.path)


ENTRIES_A_PAGE = 25
LINES_A_PAGE = 185
"""The most lines of entries on a page, as a phone shows them; a page has fewer entries where they are long."""
MAX_FACTS_PER_ENTRY = 6
LONGEST_SUBJECT = 60


@dataclass(frozen=True, slots=True)
class JournalQuery:
    """The query of the journal: entries before a number (None: the newest), of one subject ("": of all)."""

    before: int | None
    subject: str

    @classmethod
    def from_query(cls, query: Any) -> JournalQuery:
        """Read the query string; a value that is no number is ignored."""
        return cls(whole_number(query.get("before", "")), query.get("subject", "")[:LONGEST_SUBJECT])


def journal_page(*, league: League, season: Season, viewer: Viewer, asked: JournalQuery) -> dict[str, Any]:
    """The context of a page of the journal."""
    before = season.length + 1 if asked.before is None else asked.before
    subjects = (asked.subject,) if asked.subject else ()
    fetched = _entries(season.pk, viewer, subjects, before)
    rendered = render_entries(fetched[:ENTRIES_A_PAGE], Names(season.pk), most=MAX_FACTS_PER_ENTRY)
    fitting = sum(lines <= LINES_A_PAGE for lines in accumulate(map(_lines, rendered)))
    entries = rendered[: max(1, fitting)]
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Journal",
            crumbs=_crumbs(league, season, "Journal"),
            balance=own_balance(viewer),
        ),
        "entries": entries,
        "subject": asked.subject,
        "key": (key := published_season_key(season)),
        "unproven": key is not None and not published_secret(season).secret,
        "earlier_keys": earlier_season_keys(season),
        "elsewhere": _other_seasons(season, asked.subject) if asked.subject and not entries else [],
        "newest": asked.before is None,
        "older": entries[-1].number if len(fetched) > len(entries) else None,
    }


def _lines(entry: RenderedEntry) -> int:
    """About how many lines of a phone an entry takes."""
    facts = sum(phone_lines(fact.sentence) + (len(fact.rolls) + 2) // 3 + 1 for fact in entry.facts)
    reason = phone_lines(entry.reason) if entry.reason else 0
    return 3 + (facts or phone_lines(entry.summary)) + reason + bool(entry.facts_left)


@cached_sql
def _entries(season: str, viewer: Viewer, subjects: tuple[str, ...], before: int) -> QuerySet[Any]:
    """The newest entries before that number, of one subject or of all; one more than a page shows."""
    entries = entries_naming(season, viewer, *subjects) if subjects else all_entries(season, viewer)
    return entries.filter(number__lt=before)[: ENTRIES_A_PAGE + 1]


@cached_sql
def _entry_numbered(season: str, viewer: Viewer, number: int) -> QuerySet[Any]:
    return all_entries(season, viewer).filter(number=number).only(*PUBLIC_COLUMNS, "previous")


def _new_sandbox_url(season: Season, viewer: Viewer, number: int) -> str:
    """The address for a new sandbox as of an entry; empty if the viewer cannot make one."""
    may_create = viewer.is_commissioner or viewer.franchises
    return f"{links.sandboxes_url(season.pk)}?entry={number}" if may_create and not season.forked_from else ""


def entry_page(
    *, league: League, season: Season, viewer: Viewer, number: int, page: int = 1
) -> dict[str, Any] | None:
    """The context of a page of one entry, None if the journal has no entry with that number."""
    row = next(iter(_entry_numbered(season.pk, viewer, number)), None)
    if row is None:
        return None
    (entry,) = render_entries([row], Names(season.pk))
    amended = amended_entry(row, viewer)
    if amended is not None:
        facts = tuple(replace(fact, fresh=index in amended.fresh) for index, fact in enumerate(entry.facts))
        entry = replace(entry, facts=facts)
    crumbs = _crumbs(league, season, "Journal", links.journal_url(season.pk))
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Journal",
            crumbs=[*crumbs, Breadcrumb(f"Entry {number}")],
            balance=own_balance(viewer),
        ),
        **entry_part(entry, amended, page=page),
        "leaf": entry_leaf(row, actor=entry.actor),
        "words": words_beside(row),
        "fair_at": links.fairness_url(season.pk),
        "misread": misread_dice(season, [roll.path for roll in entry.rolls]),
        "try_at": _new_sandbox_url(season, viewer, number),
        "put_right": amend_button_label(season, viewer, row),
        "put_right_at": links.put_right_url(season.pk, number),
        "before": links.entry_url(season.pk, number - 1) if number > 1 else "",
        "after": links.entry_url(season.pk, number + 1) if number < season.length else "",
    }


def _other_seasons(season: Season, subject: str) -> list[Breadcrumb]:
    """Links to the same search in the league's other seasons, newest first."""
    query = urlencode({"subject": subject})
    return [
        Breadcrumb(other.label, f"{links.journal_url(other.pk)}?{query}")
        for other in seasons(season.league_id)
        if other.pk != season.pk
    ]


def _crumbs(league: League, season: Season, here: str, href: str = "") -> list[Breadcrumb]:
    return [
        Breadcrumb(league.name, links.league_url(league.pk)),
        Breadcrumb(season.label, links.season_url(season.pk)),
        Breadcrumb(here, href),
    ]

"""The pages of a referee's procedures: the list by chapter, and one with its form, its answers and its uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.text import slugify

from explain import links
from explain.fact_rendering import RenderedEntry, RenderedRoll
from explain.name_lookup import complete_names, render_entries
from explain.names import Names
from explain.procedures import ReadAnswer, ValueLine, read_answers, use_sentences, value_lines
from league.access import Viewer
from league.models import League, ProcedureUse, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.procedures.form import ProcedureForm
from league.queries.entries import visible_entries
from league.queries.referee_table import LONGEST_NUMBER, duel_with_number, procedure_use, procedure_uses, use_counts
from league.queries.seasons import own_balance
from rules.match.referee.procedures import Procedure, ProcedureBook
from rules.match.registry import find_procedure, get_questionnaire, procedure_books

USES_A_PAGE = 10
LONGEST_SEARCH = 80
MOST_FOUND = 30
"""The most procedures that a search shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureLine:
    """A procedure in the list; `uses` counts how often it was performed in the season."""

    procedure: Procedure
    href: str
    uses: int


@dataclass(frozen=True, slots=True)
class ChapterLines:
    """A chapter with its page and those of its procedures that were searched for."""

    title: str
    href: str
    lines: tuple[ProcedureLine, ...]

    @property
    def slug(self) -> str:
        """Its name in addresses."""
        return slugify(self.title)

    @property
    def uses(self) -> int:
        """How often its procedures were performed in the season."""
        return sum(line.uses for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class UseLine:
    """A use as a page shows it: who and when, its inputs, answers, dice, sentences and values."""

    use: ProcedureUse
    name: str
    href: str
    entry: RenderedEntry
    says: tuple[str, ...]
    impossible: str
    values: tuple[ValueLine, ...]
    inputs: tuple[ValueLine, ...]
    answers: tuple[ReadAnswer, ...]
    rolls: tuple[RenderedRoll, ...]
    duel_href: str

    @property
    def moment(self) -> str:
        """The turn and phase it served, empty if none was named."""
        named = [
            f"{word} {number}" for word, number in (("turn", self.use.turn), ("phase", self.use.phase)) if number
        ]
        return ", ".join(named)


def procedures_page(
    *, league: League, season: Season, viewer: Viewer, search: str, duel: str, before: int | None
) -> dict[str, Any]:
    """The context of the chapters of procedures, or of those searched for, with the uses of a season or a duel."""
    chapters = _chapters(season, duel=duel, search=search)
    uses, older = _use_lines(season, viewer, duel=duel, before=before)
    count = sum(len(chapter.lines) for chapter in chapters)
    return {
        **_base(league, season, viewer),
        "chapters": chapters,
        "found": _first_lines(chapters) if search else [],
        "count": count,
        "more": count > MOST_FOUND,
        "search": search[:LONGEST_SEARCH],
        "duel": duel,
        "duel_href": _duel_href(season, duel),
        "uses": uses,
        "older": older,
        "newest": before is None,
    }


def procedure_chapter_page(
    *, league: League, season: Season, viewer: Viewer, slug: str, duel: str
) -> dict[str, Any] | None:
    """The context of a chapter of procedures; None if there is no such chapter."""
    chapters = _chapters(season, duel=duel)
    chapter = next((chapter for chapter in chapters if chapter.slug == slug), None)
    if chapter is None:
        return None
    return {
        **_base(league, season, viewer, chapter.title),
        "chapter": chapter,
        "chapters": chapters,
        "duel": duel,
        "home": links.procedures_url(season.pk, duel=duel),
    }


def procedure_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    book: ProcedureBook,
    procedure: Procedure,
    form: ProcedureForm | None,
    use: str,
    before: int | None,
) -> dict[str, Any]:
    """The context of the page of one procedure, with the form for those who may perform it."""
    shown = procedure_use(season.pk, use) if use else None
    if shown is not None and shown.procedure != procedure.tag:
        shown = None
    uses, older = _use_lines(season, viewer, procedure=procedure.tag, before=before)
    if shown is not None and (found := next((line for line in uses if line.use.pk == shown.pk), None)) is None:
        (found,) = _lines([shown], season, viewer)
    return {
        **_base(league, season, viewer, procedure.name),
        "procedure": procedure,
        "answers": read_answers(book, procedure, season.answers.get(book.id, {}), season=season.pk),
        "questionnaire": get_questionnaire(book.id).title,
        "version": season.versions_in_force.get(book.id, 0),
        "form": form,
        "shown": None if shown is None else found,
        "uses": [line for line in uses if shown is None or line.use.pk != shown.pk],
        "older": older,
        "newest": before is None,
        "closed": season.step == "closed",
    }


def _chapters(season: Season, *, duel: str, search: str = "") -> list[ChapterLines]:
    """The chapters with procedures that have all the words searched for."""
    words = search[:LONGEST_SEARCH].lower().split()
    counts = use_counts(season.pk)
    chapters = [
        ChapterLines(
            chapter.title,
            links.procedure_chapter_url(season.pk, slugify(chapter.title), duel=duel),
            tuple(
                ProcedureLine(
                    procedure=procedure,
                    href=links.procedure_url(season.pk, procedure.tag, duel=duel),
                    uses=counts.get(procedure.tag, 0),
                )
                for procedure in chapter.procedures
                if _is_found(procedure, chapter.title, words)
            ),
        )
        for book in procedure_books()
        for chapter in book.chapters()
    ]
    return [chapter for chapter in chapters if chapter.lines]


def _first_lines(chapters: Sequence[ChapterLines]) -> list[ChapterLines]:
    """The first `MOST_FOUND` procedures of chapters."""
    left, shown = MOST_FOUND, []
    for chapter in chapters:
        if left > 0:
            shown.append(replace(chapter, lines=chapter.lines[:left]))
            left -= len(chapter.lines)
    return shown


def _is_found(procedure: Procedure, chapter: str, words: Sequence[str]) -> bool:
    """Whether all words searched for are in the procedure's name, summary, rule, dice or chapter."""
    text = f"{procedure.name} {procedure.summary} {procedure.rule} {procedure.tag} {procedure.dice} {chapter}".lower()
    return all(word in text for word in words)


def _duel_href(season: Season, duel: str) -> str:
    """The page of the duel with that number; empty if it is none that the site scores."""
    if not (duel.isascii() and duel.isdecimal() and len(duel) <= LONGEST_NUMBER):
        return ""
    return links.duel_url(season.pk, int(duel)) if duel_with_number(season.pk, int(duel)) else ""


def _base(league: League, season: Season, viewer: Viewer, name: str = "") -> dict[str, Any]:
    here = Breadcrumb("Procedures", links.procedures_url(season.pk) if name else "")
    return base_context(
        league=league,
        season=season,
        viewer=viewer,
        here="Procedures",
        crumbs=[
            Breadcrumb(league.name, links.league_url(league.pk)),
            Breadcrumb(season.label, links.season_url(season.pk)),
            *((here, Breadcrumb(name)) if name else (here,)),
        ],
        balance=own_balance(viewer),
    )


def _use_lines(
    season: Season, viewer: Viewer, *, procedure: str = "", duel: str = "", before: int | None
) -> tuple[list[UseLine], int | None]:
    uses = procedure_uses(season.pk, procedure=procedure, duel=duel)
    fetched = list((uses if before is None else uses.filter(entry__lt=before))[: USES_A_PAGE + 1])
    older = fetched[USES_A_PAGE - 1].entry if len(fetched) > USES_A_PAGE else None
    return _lines(fetched[:USES_A_PAGE], season, viewer), older


def _lines(uses: Sequence[ProcedureUse], season: Season, viewer: Viewer) -> list[UseLine]:
    if not uses:
        return []
    rows = visible_entries(season.pk, viewer).filter(number__in=[use.entry for use in uses])
    names = complete_names(Names(season.pk), [])
    entries = {entry.number: entry for entry in render_entries(list(rows), names)}
    return [_line(use, entries[use.entry], season) for use in uses]


def _line(use: ProcedureUse, entry: RenderedEntry, season: Season) -> UseLine:
    book, procedure = find_procedure(use.procedure)
    sentences = use_sentences(use)
    return UseLine(
        use=use,
        name=procedure.name,
        href=links.procedure_url(season.pk, use.procedure, use=use.use),
        entry=entry,
        says=sentences.says,
        impossible=sentences.impossible,
        values=value_lines(use.values or {}),
        inputs=value_lines(use.inputs),
        answers=tuple(read_answers(book, procedure, use.answers, season=season.pk)),
        rolls=tuple(roll for fact in entry.facts for roll in fact.rolls if roll.path.endswith(f"/{use.use}")),
        duel_href=links.procedures_url(season.pk, duel=use.duel) if use.duel else "",
    )


def uses_of_duel(season: Season, viewer: Viewer, duel: str) -> list[UseLine]:
    """The newest uses that served a duel, for the duel's own page."""
    return _use_lines(season, viewer, duel=duel, before=None)[0]

"""The pages of a questionnaire: the first with what leagues change most, one a section, and what was sought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from explain import links
from explain.house_rule_questions import most_changed_questions
from explain.question_pages import TALLEST_LIST, QuestionPage
from journal.state.store import load_partially
from league.access import Viewer
from league.models import AnswerVersion, League, Season
from league.pages.command_forms.chapters.house_rules import rewording_fields
from league.pages.command_forms.page import command_form_url
from league.pages.list_pages import PageLink, page_links
from league.pages.questionnaire.contradiction_lines import contradiction_lines
from league.pages.questionnaire.frame import (
    acknowledging_owners,
    awaits_acknowledgement,
    owner_memberships,
    questionnaire_frame,
    version_line,
)
from league.pages.questionnaire.league_questionnaire import LeagueQuestionnaire
from league.pages.questionnaire.question_lines import (
    ACTS_CHOICES,
    STATE_CHOICES,
    QuestionLine,
    QuestionQuery,
    RejectedAnswers,
    matches_query,
    question_line,
)
from league.pages.questionnaire.questions_by_parts import own_questions_of
from league.pages.questionnaire.versions import may_be_as_printed, versions
from league.queries.names import event_in_sentence
from rules.campaign.core.questionnaires import HOUSE_RULES, OWN
from rules.campaign.season.answers import closed_section_step
from rules.core.page_breaks import page_breaks

MOST_VERSIONS = 10
"""The most versions on a questionnaire's first page, the last published first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionLine:
    """A section with the questions that are listed; `closed_by` is the event since which its answers stand."""

    title: str
    lines: tuple[QuestionLine, ...]
    closed_by: str

    @property
    def changed(self) -> int:
        """How many of its answers are not the printed ones."""
        return sum(line.changed for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentsLine:
    """A section in the contents: its questions, those answered otherwise, and the addresses of its pages by number.

    `here` is the number of the page that is shown; 0 if it is another section's.
    """

    title: str
    count: int
    changed: int
    closed: bool
    pages: tuple[tuple[int, str], ...]
    here: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The questions that a page lists, out of `found`, and the links to the other pages of what was found."""

    lines: Sequence[QuestionLine]
    found: int
    page: int = 1
    pages: Sequence[PageLink] = ()


def questionnaire_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    asked: LeagueQuestionnaire,
    sought: QuestionQuery,
    section: QuestionPage | None = None,
    sent: RejectedAnswers | None = None,
) -> dict[str, Any]:
    """The context of a page of a questionnaire: that of a section, or the first, which lists what is `sought`."""
    sent = sent or RejectedAnswers()
    all_versions = list(versions(season.pk, asked.id))
    draft = next((version for version in all_versions if version.published_at is None), None)
    if not viewer.is_commissioner:
        draft = None
    published = [version for version in all_versions if version.published_at is not None]
    lines = _lines(season, viewer, asked, draft, sent)
    commissions = viewer.is_commissioner and season.step != "closed"
    chooses = section is None and not sought.query and not asked.fits_one_page
    most_changed = _most_changed(season, asked, lines) if chooses else []
    listing = _listing(
        asked, lines, sought, section, shown={line.question.key for line, *_ in most_changed if line.is_short}
    )
    closed_by = _closed_by(season, asked)
    sections = _sections(listing.lines, closed_by)
    on_page = {line.anchor for line in listing.lines} | {line.anchor for line, *_ in most_changed}
    return {
        **questionnaire_frame(
            league=league, season=season, viewer=viewer, asked=asked, page=section.title if section else ""
        ),
        "commissions": commissions,
        "asked_at": _asking_address(season, asked, viewer),
        "home": links.questionnaire_url(season.pk, asked.id),
        "section": section,
        "before": _neighbor(season, asked, section, -1),
        "after": _neighbor(season, asked, section, 1),
        "contents": [] if asked.fits_one_page else _contents(season, asked, lines, closed_by, section),
        "elsewhere": [
            (anchor, links.question_url(season.pk, asked.id, line.question.key))
            for line in lines
            if section is None and (anchor := line.anchor) not in on_page
        ],
        "most_changed": most_changed,
        "chapters": list(dict.fromkeys(line.question.section for line in lines)),
        "chapter": section.section if section else sought.chapter,
        "sections": sections,
        "listing": listing,
        "asks": bool(most_changed or sections),
        "how_many": asked.how_many,
        "remarks": [line for line in lines if not line.question.counted],
        "differ": sum(line.changed for line in lines),
        "sought": sought,
        "only": STATE_CHOICES,
        "acts": ACTS_CHOICES if asked.id not in (HOUSE_RULES, OWN) else [],
        "is_own": asked.id == OWN,
        "draft": draft,
        "draft_count": 0 if draft is None else len(draft.answers),
        "revision": 0 if draft is None else draft.revision,
        "may_be_as_printed": commissions and draft is None and may_be_as_printed(season, asked),
        "refusal": sent.refusal,
        "faulty": len(sent.faults),
        "usual": asked.usual,
        **({} if section else _publications(season, viewer, asked, published)),
    }


def _publications(
    season: Season, viewer: Viewer, asked: LeagueQuestionnaire, published: Sequence[AnswerVersion]
) -> dict[str, Any]:
    """What a questionnaire's first page says of its versions: the last ones, and who has read the newest."""
    newest = published[0] if published else None
    owners = [] if newest is None else acknowledging_owners(season, newest)
    return {
        "contradictions": contradiction_lines(season.pk, asked, asked.standing(season)),
        "versions": [version_line(version) for version in published[:MOST_VERSIONS]],
        "earlier": len(published[MOST_VERSIONS:]),
        "newest": newest,
        "readers": owners,
        "missing": sum(owner.at is None for owner in owners),
        "to_acknowledge": newest is not None and awaits_acknowledgement(viewer, owners, season),
    }


def _lines(
    season: Season,
    viewer: Viewer,
    asked: LeagueQuestionnaire,
    draft: AnswerVersion | None,
    sent: RejectedAnswers,
) -> list[QuestionLine]:
    """Every question with its answers."""
    standing, planned = asked.standing(season), list(asked.planned(season))
    reworded_at = _rewording_addresses(season) if asked.id == OWN and viewer.is_commissioner else {}
    return [
        question_line(
            asked,
            question,
            standing=standing,
            drafted={} if draft is None else draft.answers,
            planned=planned,
            sent=sent,
            reworded_at=reworded_at.get(key, ""),
        )
        for key, question in asked.questions.items()
    ]


def _most_changed(
    season: Season, asked: LeagueQuestionnaire, lines: Sequence[QuestionLine]
) -> list[tuple[QuestionLine, str, str]]:
    """The questions that leagues change most, each with the reason and its place in its section."""
    by_key = {line.question.key: line for line in lines}
    return [
        (by_key[key], why, links.question_url(season.pk, asked.id, key))
        for key, why in most_changed_questions(asked.id).items()
        if key in by_key
    ]


def _listing(
    asked: LeagueQuestionnaire,
    lines: Sequence[QuestionLine],
    sought: QuestionQuery,
    section: QuestionPage | None,
    *,
    shown: set[str],
) -> Listing:
    """What the page lists besides the questions that are `shown` first; what was typed is shown again."""
    if section is not None:
        listed = [line for line in lines if line.question.key in section.keys or line.kept]
        return Listing(lines=listed, found=len(listed))
    if not sought.query and not asked.fits_one_page:
        listed = [line for line in lines if line.kept and line.question.key not in shown]
        return Listing(lines=listed, found=len(listed))
    found = [line for line in lines if matches_query(line, sought)]
    parts = page_breaks([[line.question.height for line in found]], TALLEST_LIST)
    page = min(max(sought.page, 1), len(parts))
    (here,) = parts[page - 1]
    listed = [line for place, line in enumerate(found) if here.start <= place < here.end or line.kept]
    pages = page_links(lambda number: f"?{sought.query}&page={number}", here=page, how_many=len(parts))
    return Listing(lines=listed, found=len(found), page=page, pages=pages)


def _contents(
    season: Season,
    asked: LeagueQuestionnaire,
    lines: Sequence[QuestionLine],
    closed_by: dict[str, str],
    section: QuestionPage | None,
) -> list[ContentsLine]:
    """Every section with its pages."""
    changed = {line.question.key for line in lines if line.changed}
    contents = []
    for first in asked.pages:
        if first.part == 1:
            place = asked.pages.index(first)
            parts = asked.pages[place : place + first.parts]
            keys = [key for page in parts for key in page.keys]
            contents.append(
                ContentsLine(
                    title=first.section,
                    count=len(keys),
                    changed=len(changed.intersection(keys)),
                    closed=bool(closed_by.get(asked.questions[keys[0]].freezes)),
                    pages=tuple(
                        (page.part, links.question_section_url(season.pk, asked.id, page.slug)) for page in parts
                    ),
                    here=section.part if section in parts and section else 0,
                )
            )
    return contents


def _neighbor(
    season: Season, asked: LeagueQuestionnaire, section: QuestionPage | None, step: int
) -> tuple[str, str] | None:
    """The title and address of the page before or after a section's; None if there is none."""
    if section is None or not 0 <= (place := asked.pages.index(section) + step) < len(asked.pages):
        return None
    page = asked.pages[place]
    return page.title, links.question_section_url(season.pk, asked.id, page.slug)


def _asking_address(season: Season, asked: LeagueQuestionnaire, viewer: Viewer) -> str:
    """The page on which owners put a question of theirs about one of these to the commissioners; it lacks the key."""
    may_ask = season.step != "closed" and owner_memberships(viewer) and not viewer.is_commissioner
    if not may_ask or asked.id == HOUSE_RULES:
        return ""
    return f"{links.put_questions_url(season.pk)}?{urlencode({'questionnaire': asked.id})}&question="


def _rewording_addresses(season: Season) -> dict[str, str]:
    """The form that rewords each question of the league's own; none once a version answers them (HOUSE-013)."""
    if OWN in season.versions_in_force or any(planned["questionnaire"] == OWN for planned in season.pending_answers):
        return {}
    back = links.questionnaire_url(season.pk, OWN)
    return {
        key: command_form_url(season.pk, "ask_question", **rewording_fields(asked), back=back)
        for key, asked in own_questions_of(season).items()
    }


def _closed_by(season: Season, asked: LeagueQuestionnaire) -> dict[str, str]:
    """What closed the sections that freeze at a step, by that step; empty for those that are open."""
    freezes = {question.freezes for question in asked.questions.values()} - {""}
    if not freezes or season.step == "closed":
        return {}
    state = load_partially(season, "matches", "rounds")
    return {step: event_in_sentence(closed_section_step(state, step), state) for step in freezes}


def _sections(lines: Iterable[QuestionLine], closed_by: dict[str, str]) -> list[SectionLine]:
    """The listed questions by section, each with what closed it."""
    return [
        SectionLine(title=title, lines=tuple(group), closed_by=closed_by.get(freezes_at, ""))
        for (title, freezes_at), group in groupby(lines, key=_section_of)
    ]


def _section_of(line: QuestionLine) -> tuple[str, str]:
    return line.question.section, line.question.freezes

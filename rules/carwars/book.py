"""The book of the Car Wars referee: how a duel is scored, what a referee does by hand, and the questionnaire.

The chapters on scoring and procedures are Markdown in `rulebook/`; those of the questionnaire are made from its
sections.
"""

from __future__ import annotations

from rules.carwars.questionnaire import sections
from rules.match.referee.questionnaire import Question, Section
from rules.match.rulebook_pages import rulebook_pages
from rules.match.ruleset import Page

TITLE = "The duel and its referee"
WHAT_ACTS = {
    "helper": "A procedure of the referee reads the answer",
    "scorer": "The scorer of duels reads the answer",
    "league": "The league's forms read the answer",
    "design": "Checks of designs read the answer",
    "engine": "The answer acts once duels are resolved here",
    "text": "The answer is published for people to read",
}
"""What acts on the answer to a question, by its scope."""


def pages() -> tuple[Page, ...]:
    """Every chapter: scoring, procedures, then a chapter for each section of the questionnaire."""
    return (*rulebook_pages("rules.carwars"), *map(_section_page, sections()))


def _section_page(section: Section) -> Page:
    title = section.title if section.title.startswith("The ") else f"Questions: {section.title}"
    return Page(title=title, text="\n\n".join(map(_question_text, section.questions)))


def _question_text(question: Question) -> str:
    settled = f"Settled by: {question.authority}."
    if question.scope == "text" or not question.procedures:
        acts = f"{WHAT_ACTS[question.scope]}."
    else:
        acts = f"{WHAT_ACTS[question.scope]}: {', '.join(question.procedures)}."
    paragraphs = (f"## {question.id} {question.question}", question.printed, question.acts, f"{settled} {acts}")
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)

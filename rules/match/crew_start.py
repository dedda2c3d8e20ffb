"""The crews of a match outside any league, where its file names answers to a questionnaire. Rule CW-Q-029.

Traits that the file leaves out are those that the answers give, and no trait may be above what they allow. A file
without `answers` stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.core.document_validation import format_figure
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import Trait, printable_id
from rules.match.duels.terms import CrewStart
from rules.match.registry import duel_terms, get_questionnaire
from rules.match.spec_schema import read_json

FIELD = "answers"


class TraitsTooHigh(Refusal):
    """The answers to a questionnaire allow no traits as high as those of the file; every one is listed (CW-Q-029)."""


def with_crew_start(text: bytes) -> bytes:
    """The file of a match with every trait written out, as its answers have it, and without the answers.

    Raises `TraitsTooHigh`, `PaperUnreadable`, `Malformed` or `Unknown`.
    """
    try:
        named = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return text
    if not isinstance(named, dict) or FIELD not in named:
        return text
    document = read_json(text)
    answers = document.pop(FIELD)
    if not isinstance(answers, dict) or not all(isinstance(given, dict) for given in answers.values()):
        raise Malformed(
            'The "answers" of a match are answers by key, by the id of their questionnaire: correct them.'
        )
    for questionnaire in sorted(answers):
        start = duel_terms(questionnaire).crew_start(
            get_questionnaire(questionnaire).clean_answers(answers[questionnaire])
        )
        if faults := list(_write_traits(document, start)):
            raise TraitsTooHigh(f"{' '.join(faults)} Lower them to {start.most}, or answer otherwise.")
    return msgspec.json.encode(document)


def _write_traits(document: dict[str, Any], start: CrewStart) -> Iterator[str]:
    """Fill in the traits that are left out; a sentence for each one that is too high."""
    teams = document.get("teams")
    for team in teams if isinstance(teams, list) else ():
        crew = team.get("crew") if isinstance(team, dict) else None
        for person in crew if isinstance(crew, list) else ():
            if not isinstance(person, dict):
                continue
            for trait in Trait:
                value = person.setdefault(trait.value, start.rank)
                if isinstance(value, int) and value > start.most:
                    name = printable_id(str(person.get("id", "")))
                    yield f"The {trait.value} of {name} is {format_figure(value)}, and {start.most} is the most."

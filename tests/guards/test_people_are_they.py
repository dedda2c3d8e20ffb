"""The rulebook, its rulings and terms, the sentences of facts, and the effects of talents call people "they"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest

from explain.printed_effects import QUIRK_EFFECTS, RETIREMENT_REASONS, TALENT_EFFECTS
from rules.campaign.core.facts import FACT_TYPES
from rules.rulebook.books import books, glossary, rulings
from rules.rulebook.rule_text import plain_text
from tests.guards.findings import report

SAID_OF_A_MAN = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)


def texts() -> Mapping[str, str]:
    """Every text that is checked, by the place where it is written."""
    found = {}
    for book in books():
        for chapter in book.chapters:
            found[f"the beginning of {chapter.title} in the rulebook of {book.name}"] = plain_text(chapter.lead)
            for rule in chapter.rules:
                bends = " ".join(bend.told for bend in rule.bends)
                found[f"{rule.id} in the rulebook of {book.name}"] = f"{plain_text(rule.blocks)} {bends}"
    found |= {f"{id} in rules/rulebook/rulings.tsv": reason for id, reason in rulings().items()}
    found |= {f"{term} in rules/rulebook/terms.tsv": meaning for term, meaning in glossary()}
    found |= {f"the sentence of the fact {tag}": kind.says for tag, kind in FACT_TYPES.items()}
    found |= {f"the effect of the talent {tag}": effect for tag, effect in TALENT_EFFECTS.items()}
    found |= {f"the effects of the quirk {tag}": " ".join(effects) for tag, effects in QUIRK_EFFECTS.items()}
    found |= {f"the reason of {rule} for leaving the sport": reason for rule, reason in RETIREMENT_REASONS.items()}
    return found


def findings(by_place: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each text that says he, him or his of a person."""
    for place, text in by_place.items():
        if found := SAID_OF_A_MAN.search(text):
            excerpt = text[max(0, found.start() - 30) : found.end() + 30]
            yield f"{place} says {found[0]!r} of a person (“…{excerpt}…”): write they, them or their."


def test_people_are_they() -> None:
    checked = texts()
    report(findings(checked), seen=checked, of="texts")


@pytest.mark.parametrize(
    "text", ["His car is lost.", "Nobody sees him.", "Whoever is hurt, he rests.", "By himself."]
)
def test_a_text_that_says_he_is_found(text: str) -> None:
    (sentence,) = findings({"DM-C-013": text})
    assert sentence.startswith("DM-C-013 says ")


@pytest.mark.parametrize("text", ["They have their car.", "The hex is this one.", "Himalaya, history, hers."])
def test_a_text_that_does_not_is_left_alone(text: str) -> None:
    assert list(findings({"DM-C-013": text})) == []

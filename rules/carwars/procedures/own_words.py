"""Answers in the referee's own words: a procedure works by the printed rule and quotes the rule that replaces it."""

from __future__ import annotations

from rules.carwars.procedures.procedure import Answers
from rules.carwars.questionnaire import find_question


def own_words(answers: Answers, key: str, name: str) -> str:
    """The text of an answer if it is not the printed one, else empty."""
    text = str(answers.part(key, name)).strip()
    printed = str(find_question(key).printed_answer[name]).strip()
    return "" if text == printed else text


def own_words_sentence(text: str) -> tuple[str, ...]:
    """What a procedure says about a rule in the referee's own words, nothing without one."""
    if not text:
        return ()
    return (f"This is worked out by the printed rule. The referee has another, which comes first: {text}",)

"""Rules that the referee may write in words of their own: a procedure works by the printed one, and quotes theirs."""

from __future__ import annotations

from rules.carwars.procedures.procedure import Answers
from rules.carwars.questionnaire import find_question


def own_rule(answers: Answers, key: str, part: str) -> str:
    """The text of an answer if it is not the printed one, else empty. Spaces and line ends do not count."""
    text = str(answers.part(key, part)).strip()
    return "" if text.split() == str(find_question(key).printed_answer[part]).split() else text


def note_own_rule(answers: Answers, key: str, part: str) -> tuple[str, ...]:
    """A sentence with the referee's own rule if they wrote one, else none."""
    text = own_rule(answers, key, part)
    if not text:
        return ()
    question = find_question(key).id
    return (f"This is worked out by the printed rule. The referee's answer to {question} comes first: {text}",)

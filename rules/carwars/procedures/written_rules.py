"""Rules that the referee may write in words of their own, and which a procedure cannot follow by itself."""

from __future__ import annotations

from rules.carwars.procedures.procedure import Answers
from rules.carwars.questionnaire import find_question


def note_other_rule(answers: Answers, key: str, part: str) -> tuple[str, ...]:
    """A sentence if the referee's text differs from the printed one, else none. Spaces and line ends do not count."""
    question = find_question(key)
    if str(answers.part(key, part)).split() == str(question.printed_answer[part]).split():
        return ()
    return (
        f"The referee's answer to {question.id} is not the printed rule, which is what follows: read theirs first.",
    )

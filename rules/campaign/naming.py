"""Names and addressed ids: what a command may call a thing, and that nothing is called the same twice."""

from __future__ import annotations

from collections.abc import Mapping

from rules.refusal import Malformed, Refusal
from rules.terms import proper_id, with_article

LONGEST_TEXT = 80


class IdTaken(Refusal):
    """Something of that kind already has the id."""


def free_id(text: str, *, among: Mapping[str, object], thing: str) -> str:
    """The id, when it is proper and nothing of its kind has it. Raises `Malformed` or `IdTaken`."""
    proper_id(text, thing=thing)
    if text in among:
        raise IdTaken(f"There is {with_article(thing)} {text} already: give the new one an id of its own.")
    return text


def proper_text(text: str, *, thing: str, longest: int = LONGEST_TEXT) -> str:
    """A name as people write it: one line, at most `longest` characters. Raises `Malformed`."""
    if len(text) > longest or len(text.splitlines()) > 1:
        raise Malformed(f"The {thing} must be one line of at most {longest} characters: shorten it.")
    if not text.isprintable():
        raise Malformed(f"The {thing} has marks in it that nobody can see: leave them out, or type it anew.")
    return text

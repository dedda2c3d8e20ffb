"""Names and addressed ids: what a command may call a thing, and that nothing is called the same twice."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from rules.core.refusals import Malformed, Refusal, refuse_any
from rules.core.terms import validate_id, with_article

LONGEST_TEXT = 80
MOST_MARKS = 4
"""How many accents and the like one letter may bear: no language needs more, and a tower covers its neighbours."""
INVISIBLE_CHARACTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that no eye can tell from a space."""


class IdTaken(Refusal):
    """Another thing of that kind already has the id."""


def clean_new_id(text: str, *, among: Mapping[str, object], thing: str) -> str:
    """The id, when it is proper and nothing of its kind has it. Raises `Malformed` or `IdTaken`."""
    validate_id(text, thing=thing)
    if text in among:
        raise IdTaken(f"There is {with_article(thing)} {text} already: give the new one an id of its own.")
    return text


def clean_text(text: str, *, thing: str, longest: int = LONGEST_TEXT) -> str:
    """A name as people write it: one line, at most `longest` characters. Raises `Malformed`."""
    if len(text) > longest or len(text.splitlines()) > 1:
        raise Malformed(f"The {thing} must be one line of at most {longest} characters: shorten it.")
    if not text.isprintable():
        raise Malformed(f"The {thing} has marks in it that nobody can see: leave them out, or type it anew.")
    return text


def refuse_illegible_names(document: object) -> None:
    """Raise `Malformed` for names in a command, wherever they stand in it, that are blank or towers of marks.

    An empty one is no name, and passes. It is asked of what is newly given, and not of what is performed again: a
    season in which something was called so before stays as it was played.
    """
    refuse_any(_illegible_name_errors(document))


def _illegible_name_errors(value: object) -> Iterator[Malformed]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for at, each in parts:
        if at == "name" and isinstance(each, str) and (sentence := _name_error(each)):
            yield Malformed(sentence).at(at)
        for fault in _illegible_name_errors(each):
            yield fault.below(f"/{at}")


def _name_error(name: str) -> str:
    """What is wrong with a name that nobody could tell from another one, empty where nothing is."""
    kinds = "".join(unicodedata.category(each)[0] for each in name)
    drawn = (kind not in "ZMC" for each, kind in zip(name, kinds, strict=True) if each not in INVISIBLE_CHARACTERS)
    if name and not any(drawn):
        return "The name has nothing in it that can be seen: give it a letter or a digit, or leave it out."
    if "M" * (MOST_MARKS + 1) in kinds:
        return f"The name has more than {MOST_MARKS} marks on one letter: leave some out."
    return ""

"""Checks of new ids and names: proper, legible, and not taken yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.core.readable_text import category_of, is_legible, is_readable
from rules.core.refusals import Malformed, Refusal, refuse_any
from rules.core.terms import validate_id, with_article

LONGEST_TEXT = 80
MOST_MARKS = 4
"""How many combining marks one letter may bear. No language needs more, and a tower of them covers its neighbors."""
INVISIBLE_CHARACTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that look like a space."""


class IdTaken(Refusal):
    """Another thing of that kind already has the id."""


def clean_new_id(text: str, *, among: Mapping[str, object], thing: str) -> str:
    """The id, if it is well-formed and not in `among`. Raises `Malformed` or `IdTaken`."""
    validate_id(text, thing=thing)
    if text in among:
        raise IdTaken(f"There is {with_article(thing)} {text} already: give the new one an id of its own.")
    return text


def clean_text(text: str, *, thing: str, longest: int = LONGEST_TEXT) -> str:
    """The text, if it is one printable line of at most `longest` characters. Raises `Malformed`."""
    if len(text) > longest or len(text.splitlines()) > 1:
        raise Malformed(f"The {thing} must be one line of at most {longest} characters: shorten it.")
    if not is_readable(text):
        raise _unseen_marks(thing)
    return text


def clean_legible_name(text: str, *, thing: str, longest: int = LONGEST_TEXT) -> str:
    """The name, if it is one legible line of at most `longest` characters, or empty for no name. Raises `Malformed`.

    Joiners are accepted beside letters of scripts that are spelled with them, such as Persian and Sinhala, and
    between the pictures of an emoji, as are the tags of its flags.
    """
    clean_text(text, thing=thing, longest=longest)
    if not is_legible(text):
        raise _unseen_marks(thing)
    return text


def _unseen_marks(thing: str) -> Malformed:
    return Malformed(f"The {thing} has marks in it that nobody can see: leave them out, or type it anew.")


def refuse_illegible_names(document: object) -> None:
    """Raise `Malformed` for every `name` in a command, at any depth, that is blank or has towers of marks.

    An empty name passes: it means no name. Only newly given commands are checked, never those that are replayed, so
    that seasons with such names still replay.
    """
    refuse_any(_illegible_name_errors(document))


def _illegible_name_errors(value: object) -> Iterator[Malformed]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, element in parts:
        if key == "name" and isinstance(element, str) and (sentence := _name_error(element)):
            yield Malformed(sentence).at(key)
        for error in _illegible_name_errors(element):
            yield error.below(f"/{key}")


def _name_error(name: str) -> str:
    """What is wrong with a name that cannot be told from others by eye; empty if nothing is."""
    kinds = "".join(category_of(character)[0] for character in name)
    visible = (
        kind not in "ZMC"
        for character, kind in zip(name, kinds, strict=True)
        if character not in INVISIBLE_CHARACTERS
    )
    if name and not any(visible):
        return "The name has nothing in it that can be seen: give it a letter or a digit, or leave it out."
    if "M" * (MOST_MARKS + 1) in kinds:
        return f"The name has more than {MOST_MARKS} marks on one letter: leave some out."
    return ""

"""Validates commands, keys, reasons and words: every database must be able to store them, and pages to show them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rules.campaign.core.codec import command_document
from rules.campaign.core.command import Command
from rules.campaign.core.names import refuse_illegible_names
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal, refusals_at_place

LONGEST_KEY = 120
LONGEST_REASON = 1000
WORDS_PATTERN = re.compile("[0-9a-f]{64}")
CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters except tab and newline, and lone surrogates: PostgreSQL cannot store NUL."""


class NothingAsked(Refusal):
    """The batch contains no command."""


def refuse_improper_batch(commands: Sequence[Command], *, key: str, reason: str = "") -> None:
    """Raise `NothingAsked` or `Malformed` for a batch that could not be stored."""
    if not commands:
        raise NothingAsked("A batch needs a command: send at least one.")
    refuse_improper_key_or_reason(key=key, reason=reason)
    refuse_unwritable(commands)


def refuse_unwritable(commands: Iterable[Command]) -> None:
    """Raise `Malformed` for a command with text that some database cannot store, or an illegible name."""
    for place, command in enumerate(commands):
        document = command_document(command)
        with refusals_at_place(place):
            for text in _strings_in(document):
                if CONTROL_CHARACTERS.search(text):
                    raise Malformed(f"{document['type']} holds a control character, in {text[:80]!r}: take it out.")
            refuse_illegible_names(document)


def _strings_in(value: object) -> Iterator[str]:
    """Every string in a document, including the names of its fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _strings_in(name)
            yield from _strings_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings_in(item)


def refuse_improper_words(words: str) -> None:
    """Raise `Malformed` for words that are not 64 lower-case hex digits."""
    if words and not WORDS_PATTERN.fullmatch(words):
        raise Malformed("Words for the dice are 32 random bytes in 64 small hex digits: send those, or none.").at(
            "words"
        )


def refuse_improper_key_or_reason(*, key: str, reason: str = "") -> None:
    """Raise `Malformed` for a key or a reason that could not be stored."""
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Malformed(f"A key is 1 to {LONGEST_KEY} printable characters: make one up for each thing you ask.")
    if len(reason) > LONGEST_REASON or not is_readable(reason, line_breaks=True):
        raise Malformed(f"A reason is at most {LONGEST_REASON} characters that can be read: write it again.").at(
            "reason"
        )

"""The line of a JSON text on which a value begins."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

SPACE = re.compile(r"[ \t\n\r]*")


def line_of(text: str, pointer: str) -> int:
    """The number of the line, from 1, on which the value at a JSON pointer begins.

    For a value that is not there, it is the line of the last part of the pointer that is. The text has been parsed.
    """
    place = _after_space(text, 0)
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        found = next((start for key, start in _members(text, place) if key == name), None)
        if found is None:
            break
        place = found
    return text.count("\n", 0, place) + 1


def _members(text: str, place: int) -> Iterator[tuple[str, int]]:
    """The names of an object's fields or the indices of a list's items, each with where its value begins."""
    opening = text[place]
    if opening not in "{[":
        return
    number, place = 0, _after_space(text, place + 1)
    decoder = json.JSONDecoder()
    while text[place] not in "}]":
        name = str(number)
        if opening == "{":
            name, place = decoder.raw_decode(text, place)
            place = _after_space(text, _after_space(text, place) + 1)
        yield name, place
        _, end = decoder.raw_decode(text, place)
        place = _after_space(text, end)
        if text[place] == ",":
            place = _after_space(text, place + 1)
        number += 1


def _after_space(text: str, place: int) -> int:
    found = SPACE.match(text, place)
    return place if found is None else found.end()

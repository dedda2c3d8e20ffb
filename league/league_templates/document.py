"""A league template as a file: a JSON document with a format and its version, written here and read from anywhere."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from league.league_templates.contents import TemplateContents
from rules.campaign.core.codec import parse_json
from rules.core.refusals import Malformed, Refusal, refuse_first
from rules.core.schema_validation import schema_errors

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


FORMAT, FORMAT_VERSION = "dethmetal-league-template", 1
MOST_BYTES = 200_000
"""The most bytes of a document. One with every house rule, 60 rounds and 100 questions of its own has a quarter."""
BYTE_ORDER_MARK = codecs.BOM_UTF8
MOST_NAMED = 5
"""How many errors of a file are named at once."""


class TemplateUnreadable(Malformed):
    """The file is no league template that this site can read."""


class TemplateDocument(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A league template as it is downloaded and imported."""

    format: str
    """Always `dethmetal-league-template`."""
    format_version: int
    """Version of the format: 1."""
    title: str
    """Title of the template, in at most 80 characters."""
    about: str = ""
    """Its description, in at most 2,000 characters."""
    contents: TemplateContents
    """What it holds."""


def template_document(*, title: str, about: str, contents: TemplateContents) -> TemplateDocument:
    """The document of a template in the format of this site."""
    return TemplateDocument(format=FORMAT, format_version=FORMAT_VERSION, title=title, about=about, contents=contents)


def document_bytes(document: TemplateDocument) -> bytes:
    """A document as a file that people can read too."""
    plain = msgspec.to_builtins(document)
    return json.dumps(plain, ensure_ascii=False, indent=2).encode() + b"\n"


def read_document(text: bytes) -> TemplateDocument:
    """The document in a file. Raises `TemplateUnreadable`, which names the lines that are wrong."""
    if len(text) > MOST_BYTES:
        raise TemplateUnreadable(
            f"The file has more than {MOST_BYTES:,} bytes, and no template is as long: choose another file."
        )
    text = text.removeprefix(BYTE_ORDER_MARK)
    try:
        parsed = parse_json(text.decode())
    except UnicodeDecodeError:
        raise TemplateUnreadable("The file is not text in UTF-8: choose a template that was downloaded.") from None
    except Malformed as refusal:
        raise TemplateUnreadable(f"The file cannot be read. {refusal.sentence}") from None
    with line_numbers(text):
        return convert_document(parsed)


def convert_document(parsed: Any) -> TemplateDocument:
    """The document in decoded JSON.

    Raises `TemplateUnreadable` for another format or a newer version of it, or `Malformed` for every field that is
    wrong, each with its pointer.
    """
    found = parsed.get("format") if isinstance(parsed, dict) else None
    if found != FORMAT:
        raise TemplateUnreadable(
            f"That is no league template: its `format` is not {FORMAT!r}. Choose a file that was downloaded as one."
        )
    version = parsed.get("format_version")
    if type(version) is int and version > FORMAT_VERSION:
        raise TemplateUnreadable(
            f"The template is in version {version} of its format, from a newer site, and this site reads version "
            f"{FORMAT_VERSION}: ask the operator to update the site."
        ).at("format_version")
    if version != FORMAT_VERSION:
        raise TemplateUnreadable(f"`format_version` is not {FORMAT_VERSION}: correct it.").at("format_version")
    refuse_first(schema_errors(TemplateDocument, parsed))
    return msgspec.convert(parsed, TemplateDocument)


@contextmanager
def line_numbers(text: bytes, *, below: str = "") -> Iterator[None]:
    """Turn refusals with pointers into one `TemplateUnreadable` that names the lines of the file.

    `below` is where in the document their pointers begin.
    """
    try:
        yield
    except Refusal as refusal:
        if not refusal.pointer:
            raise
        refusals = refusal.together or (refusal,)
        sentences = [_with_line(text, below, other) for other in refusals[:MOST_NAMED]]
        if further := len(refusals) - MOST_NAMED:
            sentences += [f"There are {further} more."] * (further > 0)
        raise TemplateUnreadable(" ".join(sentences)) from refusal


def _with_line(text: bytes, below: str, refusal: Refusal) -> str:
    return f"Line {line_of(text.removeprefix(BYTE_ORDER_MARK).decode(), below + refusal.pointer)}: {refusal.sentence}"

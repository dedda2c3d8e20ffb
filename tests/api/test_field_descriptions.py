"""The document describes a field by the text below it, or else by its name and type, and gives strings formats."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import msgspec

from api.documentation.field_descriptions import SHARED_FIELDS, describe_fields, field_texts, object_types
from api.documentation.field_formats import HASH, SEASON_ID, SHORT_ID, add_formats
from api.documentation.operations import SERVERS, TAGS
from api.documentation.views import openapi_document


class Inner(msgspec.Struct, frozen=True):
    """What another shape is made of."""

    franchise: str
    made_at: datetime | None


class Outer(msgspec.Struct, frozen=True):
    """A shape with a field of every sort."""

    driver: str
    """The text below it, which goes on
    in a second line.
    """
    franchise: str
    next: int | None
    parts: dict[str, tuple[Inner, ...]]
    why: dict[str, str]
    unknown: str


def documented(*, sent: tuple[str, ...] = ()) -> dict[str, dict[str, Any]]:
    """The fields of both structs as the document describes them. Structs in `sent` are parts of requests."""
    _, components = msgspec.json.schema_components([Outer])
    types = object_types([Outer])
    describe_fields(components, types)
    add_formats(components, types, sent=sent)
    return {name: schema["properties"] for name, schema in components.items()}


def test_the_text_below_a_field_describes_it() -> None:
    assert field_texts(Outer) == {"driver": "The text below it, which goes on in a second line."}
    assert documented()["Outer"]["driver"]["description"] == field_texts(Outer)["driver"]


def test_a_field_without_a_text_is_described_by_its_name_and_kind() -> None:
    outer, inner = documented()["Outer"], documented()["Inner"]
    assert (
        outer["franchise"]["description"] == inner["franchise"]["description"] == SHARED_FIELDS["franchise", "string"]
    )
    assert outer["next"]["description"] == SHARED_FIELDS["next", "integer", "null"]
    assert "description" not in outer["unknown"]


def test_texts_have_formats_and_those_that_are_sent_have_that_of_times_alone() -> None:
    answered, sent = documented(), documented(sent=("Inner",))
    assert answered["Inner"]["franchise"]["pattern"] == SHORT_ID["pattern"]
    assert answered["Outer"]["why"]["additionalProperties"]["format"] == "uri-reference"
    assert "pattern" not in sent["Inner"]["franchise"]
    for fields in (answered["Inner"], sent["Inner"]):
        assert {"type": "string", "format": "date-time"} in fields["made_at"]["anyOf"]


def test_patterns_take_what_there_is_and_nothing_else() -> None:
    for form, good, bad in (
        (SHORT_ID, ("", "razors.d4", "m3", "rust-belt"), ("Razors", "razors.", "a/b", "a b")),
        (SEASON_ID, ("", "rust-belt/s1"), ("s1", "rust-belt/s1/m1")),
        (HASH, ("", "9f" * 32), ("9f", "9F" * 32)),
    ):
        assert [text for text in good if not re.search(form["pattern"], text)] == []
        assert [text for text in bad if re.search(form["pattern"], text)] == []


def test_every_operation_has_one_noun_and_every_noun_has_operations() -> None:
    document = openapi_document()
    assert document["servers"] == [*SERVERS]
    tagged: dict[str, list[str]] = {tag["name"]: [] for tag in document["tags"]}
    for methods in document["paths"].values():
        for operation in methods.values():
            (noun,) = operation["tags"]
            tagged[noun].append(operation["operationId"])
    assert {noun: sorted(operations) for noun, operations in tagged.items()} == {
        tag.name: sorted(tag.operations) for tag in TAGS
    }
    assert {tag for methods in document["webhooks"].values() for tag in methods["post"]["tags"]} == {"Webhooks"}

"""Every command can be described, sent, read back and refused, whatever entry point it comes through."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import jsonschema
import pytest

import rules.campaign.play.perform  # noqa: F401 - imports every chapter
from rules.campaign.core.codec import command_from_document, command_schema
from rules.campaign.core.command import COMMAND_TYPES, STEP_ORDER, CommandType, Giver
from rules.campaign.core.facts import FACT_TYPES, Fact
from rules.core.refusals import Malformed, Unknown
from tests.guards.findings import beyond, report

TAGS = sorted(COMMAND_TYPES)
LONGEST_SUMMARY = 160


def unspoken(row: CommandType) -> Iterator[str]:
    """A sentence for each error in a command's summary, steps, or franchise field."""
    where = f"{row.cls.__name__} in {row.cls.__module__.replace('.', '/')}.py"
    if not row.summary.endswith((".", ")")):
        yield f"The command {row.tag} is told as {row.summary!r}: make the first line of {where} a sentence."
    if len(row.summary) >= LONGEST_SUMMARY:
        yield f"The command {row.tag} is told in {len(row.summary)} characters: shorten the first line of {where}."
    for step in sorted(set(row.steps) - set(STEP_ORDER)):
        yield f"The command {row.tag} is given at {step!r}, which is no step: mend its steps at {where}."
    if row.by is Giver.OWNER and "franchise" not in {field.name for field in fields(row.cls)}:
        yield f"Owners give {row.tag}, which names no franchise: add the field franchise to {where}."


def test_a_command_says_what_it_does_when_and_for_whom() -> None:
    report((sentence for tag in TAGS for sentence in unspoken(COMMAND_TYPES[tag])), seen=TAGS, of="commands")


@pytest.mark.parametrize("tag", TAGS)
def test_its_schema_is_json_schema_and_names_every_field(tag: str) -> None:
    schema = command_schema(tag)
    jsonschema.Draft202012Validator.check_schema(schema)
    known = {"type", *(field.name for field in fields(COMMAND_TYPES[tag].cls))}
    says = f"The schema of {tag} does not name {{}}: see schema in rules/campaign/core/codec.py."
    odd = f"The schema of {tag} names {{}}, which is no field of it: see schema in rules/campaign/core/codec.py."
    report(
        [*beyond(known, schema["properties"], says), *beyond(schema["properties"], known, odd)],
        seen=known,
        of="fields",
    )
    assert json.loads(json.dumps(schema)) == schema


def _example(schema: dict[str, Any], definitions: dict[str, Any]) -> Any:
    if "$ref" in schema:
        return _example(definitions[schema["$ref"].rsplit("/", 1)[1]], definitions)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return _example(schema["anyOf"][0], definitions)
    kind = schema.get("type")
    if kind == "object":
        return {name: _example(schema["properties"][name], definitions) for name in schema.get("required", ())}
    return {"string": "x", "integer": 1, "boolean": True, "array": [], "number": 1, "null": None}[kind]


@pytest.mark.parametrize("tag", TAGS)
def test_what_the_schema_accepts_the_codec_reads_and_the_other_way(tag: str) -> None:
    schema = command_schema(tag)
    sent = _example(schema, schema.get("$defs", {}))
    jsonschema.validate(sent, schema)
    command_from_document(sent)
    misspelt = {**sent, "franchse": "x"}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(misspelt, schema)
    with pytest.raises(Malformed, match="franchse"):
        command_from_document(misspelt)


@pytest.mark.parametrize("sent", [None, [], "hire", {}, {"type": 3}, {"franchise": "x"}])
def test_what_is_no_command_is_refused(sent: Any) -> None:
    with pytest.raises(Malformed):
        command_from_document(sent)


def test_an_unknown_command_is_told_the_known_ones() -> None:
    with pytest.raises(Unknown, match="hire_rookie"):
        command_from_document({"type": "hire_wizard"})


def mumbled(tag: str, cls: type[Fact]) -> Iterator[str]:
    """A sentence for a fact whose `says` is not a sentence."""
    if not (cls.says.endswith((".", "!")) and (cls.says[0].isupper() or cls.says[0] == "{")):
        where = f"{cls.__name__} in {cls.__module__.replace('.', '/')}.py"
        yield f"The fact {tag} is told as {cls.says!r}: make `says` of {where} a sentence."


def test_a_fact_is_a_sentence() -> None:
    report(
        (sentence for tag in sorted(FACT_TYPES) for sentence in mumbled(tag, FACT_TYPES[tag])),
        seen=FACT_TYPES,
        of="facts",
    )

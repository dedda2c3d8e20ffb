"""Every command can be described, sent, read back and refused, whichever door it comes through."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import jsonschema
import pytest

import rules.campaign.perform  # noqa: F401 - brings every chapter
from rules.campaign.codec import command_from, schema
from rules.campaign.command import ORDER, REGISTRY, Giver
from rules.campaign.facts import FACTS
from rules.refusal import Malformed, Unknown

TAGS = sorted(REGISTRY)


def test_there_are_commands_and_facts_to_guard() -> None:
    assert len(TAGS) > 15
    assert len(FACTS) > 25


@pytest.mark.parametrize("tag", TAGS)
def test_a_command_says_what_it_does_when_and_for_whom(tag: str) -> None:
    row = REGISTRY[tag]
    assert row.summary.endswith((".", ")"))
    assert len(row.summary) < 160
    assert set(row.steps) <= set(ORDER)
    assert row.by in Giver
    assert row.by is not Giver.OWNER or "franchise" in {each.name for each in fields(row.cls)}


@pytest.mark.parametrize("tag", TAGS)
def test_its_schema_is_json_schema_and_names_every_field(tag: str) -> None:
    made = schema(tag)
    jsonschema.Draft202012Validator.check_schema(made)
    assert set(made["properties"]) == {"type", *(each.name for each in fields(REGISTRY[tag].cls))}
    assert json.loads(json.dumps(made)) == made


def _example(made: dict[str, Any], definitions: dict[str, Any]) -> Any:
    if "$ref" in made:
        return _example(definitions[made["$ref"].rsplit("/", 1)[1]], definitions)
    if "const" in made:
        return made["const"]
    if "enum" in made:
        return made["enum"][0]
    if "anyOf" in made:
        return _example(made["anyOf"][0], definitions)
    kind = made.get("type")
    if kind == "object":
        return {name: _example(made["properties"][name], definitions) for name in made.get("required", ())}
    return {"string": "x", "integer": 1, "boolean": True, "array": [], "number": 1, "null": None}[kind]


@pytest.mark.parametrize("tag", TAGS)
def test_what_the_schema_accepts_the_codec_reads_and_the_other_way(tag: str) -> None:
    made = schema(tag)
    sent = _example(made, made.get("$defs", {}))
    jsonschema.validate(sent, made)
    command_from(sent)
    misspelt = {**sent, "franchse": "x"}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(misspelt, made)
    with pytest.raises(Malformed, match="franchse"):
        command_from(misspelt)


@pytest.mark.parametrize("sent", [None, [], "hire", {}, {"type": 3}, {"franchise": "x"}])
def test_what_is_no_command_is_refused(sent: Any) -> None:
    with pytest.raises(Malformed):
        command_from(sent)


def test_an_unknown_command_is_told_the_known_ones() -> None:
    with pytest.raises(Unknown, match="hire_rookie"):
        command_from({"type": "hire_wizard"})


@pytest.mark.parametrize("tag", sorted(FACTS))
def test_a_fact_is_a_sentence(tag: str) -> None:
    assert FACTS[tag].says.endswith((".", "!"))
    assert FACTS[tag].says[0].isupper() or FACTS[tag].says[0] == "{"

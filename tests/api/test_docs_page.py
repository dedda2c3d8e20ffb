"""The page of the API's document tells every operation, shape and problem, and needs nothing but this server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from api.commands.views import MOST_COMMANDS
from api.documentation.html_page import event_docs, operation_groups, schema_docs, webhook_answers, webhook_headers
from api.documentation.views import openapi_document
from api.errors import all_problem_kinds
from api.limits import limits, limits_table
from tests.api.test_document import operations
from webhooks.events import EVENTS

pytestmark = pytest.mark.django_db


def page() -> str:
    """The page as a stranger has it."""
    answer = Client().get(reverse("docs"))
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/html")
    return answer.content.decode()


def test_the_api_leads_to_its_page() -> None:
    answer = Client().get("/api/")
    assert (answer.status_code, answer["Location"]) == (302, "/api/v1/docs")


def test_every_operation_shape_and_problem_has_an_anchor_and_every_link_on_the_page_leads_somewhere() -> None:
    told = page()
    there = set(re.findall(r'\bid="([^"]+)"', told))
    assert {each["operationId"] for _, _, each in operations()} <= there
    assert {f"shape-{name}" for name in openapi_document()["components"]["schemas"]} <= there
    assert {f"problem-{name}" for name in all_problem_kinds()} <= there
    assert {each["post"]["operationId"] for each in openapi_document()["webhooks"].values()} <= there
    assert set(re.findall(r'href="#([^"]+)"', told)) <= there
    assert len(re.findall(r'\bid="', told)) == len(there)


def test_nothing_of_it_comes_from_elsewhere_and_nothing_of_it_needs_a_program() -> None:
    told = page()
    assert re.findall(r'(?:src|href)="(?:https?:)?//[^"]*"', told) == []
    main = told[told.index("<main") : told.index("</main>")]
    assert "<script" not in main
    assert re.findall(r'<[^>]*\son[a-z]+="', main) == []


def test_every_operation_stands_in_one_chapter_with_its_examples() -> None:
    groups = operation_groups(openapi_document())
    found = [operation for group in groups for operation in group.operations]
    assert sorted(operation_doc.id for operation_doc in found) == sorted(
        each["operationId"] for _, _, each in operations()
    )
    assert all(operation_doc.answers and operation_doc.answers[0].example for operation_doc in found)
    assert all(operation_doc.body is None or operation_doc.body.example for operation_doc in found)
    assert [group.name for group in groups] == [tag["name"] for tag in openapi_document()["tags"]]
    assert all(group.operations for group in groups)


def test_every_event_is_told_with_its_shape_and_both_examples() -> None:
    found = {event_doc.name: event_doc for event_doc in event_docs(openapi_document())}
    assert list(found) == list(EVENTS)
    shown = {schema_doc.name: {it.name for it in schema_doc.fields} for schema_doc in schema_docs(openapi_document())}
    assert shown[found["match.settled"].shape] >= {"type", "timestamp", "data", "data.entry", "data.match"}
    told = page()
    for event_doc in found.values():
        assert [shape for shape, _ in event_doc.examples] == ["standard", "discord"]
        assert all(escape(text) in told for _, text in event_doc.examples)
    assert {webhook_header.name for webhook_header in webhook_headers(openapi_document())} == {
        "webhook-id",
        "webhook-timestamp",
        "webhook-signature",
    }
    assert "410" in [status for status, _ in webhook_answers(openapi_document())]


def test_the_limits_are_told_on_the_page_and_in_the_document() -> None:
    told = page()
    assert limits_table() in openapi_document()["info"]["description"]
    assert limits_table().strip() in (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text(
        encoding="utf-8"
    )
    for what, how_much in limits():
        assert f"<dt>{what.capitalize()}</dt>" in told
        assert escape(how_much[1:]) in told
    assert dict(limits())["commands at once"] == str(MOST_COMMANDS)


def test_the_types_of_fields_are_told_in_words() -> None:
    by_name = {
        schema_doc.name: {it.name: it for it in schema_doc.fields} for schema_doc in schema_docs(openapi_document())
    }
    words = {name: "".join(piece.words for piece in it.kind) for name, it in by_name["StandingsOut"].items()}
    assert words["standings"] == "list of StandingOut"
    assert words["after"] == "number or null"
    assert words["final"] == "true or false"
    assert by_name["StandingsOut"]["standings"].kind[-1].shape == "StandingOut"
    assert not by_name["CommandsIn"]["seen"].needed

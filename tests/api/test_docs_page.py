"""The API's reference page documents every operation, schema and problem, and loads nothing from elsewhere."""

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
    """The HTML of the page for an anonymous visitor."""
    answer = Client().get(reverse("docs"))
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/html")
    return answer.content.decode()


def test_the_api_leads_to_its_page() -> None:
    answer = Client().get("/api/")
    assert (answer.status_code, answer["Location"]) == (302, "/api/v1/docs")


def test_every_operation_shape_and_problem_has_an_anchor_and_every_link_on_the_page_leads_somewhere() -> None:
    html = page()
    anchors = set(re.findall(r'\bid="([^"]+)"', html))
    assert {operation["operationId"] for _, _, operation in operations()} <= anchors
    assert {f"shape-{name}" for name in openapi_document()["components"]["schemas"]} <= anchors
    assert {f"problem-{name}" for name in all_problem_kinds()} <= anchors
    assert {webhook["post"]["operationId"] for webhook in openapi_document()["webhooks"].values()} <= anchors
    assert set(re.findall(r'href="#([^"]+)"', html)) <= anchors
    assert len(re.findall(r'\bid="', html)) == len(anchors)


def test_nothing_of_it_comes_from_elsewhere_and_nothing_of_it_needs_a_program() -> None:
    html = page()
    assert re.findall(r'(?:src|href)="(?:https?:)?//[^"]*"', html) == []
    main = html[html.index("<main") : html.index("</main>")]
    assert "<script" not in main
    assert re.findall(r'<[^>]*\son[a-z]+="', main) == []


def test_every_operation_stands_in_one_chapter_with_its_examples() -> None:
    groups = operation_groups(openapi_document())
    documented = [operation for group in groups for operation in group.operations]
    assert sorted(operation_doc.id for operation_doc in documented) == sorted(
        operation["operationId"] for _, _, operation in operations()
    )
    assert all(operation_doc.answers and operation_doc.answers[0].example for operation_doc in documented)
    assert all(operation_doc.body is None or operation_doc.body.example for operation_doc in documented)
    assert [group.name for group in groups] == [tag["name"] for tag in openapi_document()["tags"]]
    assert all(group.operations for group in groups)


def test_every_event_is_told_with_its_shape_and_both_examples() -> None:
    events = {event_doc.name: event_doc for event_doc in event_docs(openapi_document())}
    assert list(events) == list(EVENTS)
    field_names = {
        schema_doc.name: {field.name for field in schema_doc.fields} for schema_doc in schema_docs(openapi_document())
    }
    assert field_names[events["match.settled"].shape] >= {"type", "timestamp", "data", "data.entry", "data.match"}
    html = page()
    for event_doc in events.values():
        assert [shape for shape, _ in event_doc.examples] == ["standard", "discord"]
        assert all(escape(text) in html for _, text in event_doc.examples)
    assert {webhook_header.name for webhook_header in webhook_headers(openapi_document())} == {
        "webhook-id",
        "webhook-timestamp",
        "webhook-signature",
    }
    assert "410" in [status for status, _ in webhook_answers(openapi_document())]


def test_the_limits_are_told_on_the_page_and_in_the_document() -> None:
    html = page()
    assert limits_table() in openapi_document()["info"]["description"]
    assert limits_table().strip() in (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text(
        encoding="utf-8"
    )
    for name, limit in limits():
        assert f"<dt>{name.capitalize()}</dt>" in html
        assert escape(limit[1:]) in html
    assert dict(limits())["commands at once"] == str(MOST_COMMANDS)


def test_the_types_of_fields_are_told_in_words() -> None:
    by_name = {
        schema_doc.name: {field.name: field for field in schema_doc.fields}
        for schema_doc in schema_docs(openapi_document())
    }
    kinds = {name: "".join(piece.words for piece in field.kind) for name, field in by_name["StandingsOut"].items()}
    assert kinds["standings"] == "list of StandingOut"
    assert kinds["after"] == "number or null"
    assert kinds["final"] == "true or false"
    assert by_name["StandingsOut"]["standings"].kind[-1].shape == "StandingOut"
    assert not by_name["CommandsIn"]["seen"].needed

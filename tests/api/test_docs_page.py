"""The API's reference page documents every operation, schema and problem, and loads nothing from elsewhere."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from django.test import Client
from django.utils.html import escape

from api.commands.views import MOST_COMMANDS
from api.documentation.chapters import MAX_HITS, address_of, chapters, find
from api.documentation.html_page import event_docs, operation_groups, schema_docs, webhook_answers, webhook_headers
from api.documentation.views import openapi_document
from api.errors import all_problem_kinds
from api.limits import limits, limits_table
from tests.api.test_document import operations
from webhooks.events import EVENTS

pytestmark = pytest.mark.django_db


def page(address: str = "/api/v1/docs") -> str:
    """The HTML of a page for an anonymous visitor."""
    answer = Client().get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/html")
    return answer.content.decode()


@cache
def every_page() -> dict[str, str]:
    """The HTML of every page of every chapter, by address."""
    addresses = [chapter.url(number + 1) for chapter in chapters().values() for number in range(len(chapter.pages))]
    return {address: page(address) for address in addresses}


def test_the_api_leads_to_its_page() -> None:
    answer = Client().get("/api/")
    assert (answer.status_code, answer["Location"]) == (302, "/api/v1/docs")


def test_every_operation_shape_and_problem_has_an_anchor_on_one_page_and_every_link_leads_to_its_page() -> None:
    listed = [
        anchor for html in every_page().values() for anchor in re.findall(r'(?:article|li)[^>]* id="([^"]+)"', html)
    ]
    assert sorted(listed) == sorted(
        [
            *(operation["operationId"] for _, _, operation in operations()),
            *(f"shape-{name}" for name in openapi_document()["components"]["schemas"]),
            *(f"problem-{name}" for name in all_problem_kinds()),
            *(webhook["post"]["operationId"] for webhook in openapi_document()["webhooks"].values()),
        ]
    )
    parts = {part for html in every_page().values() for part in re.findall(r'[?]part=([^"#]+)#\1"', html)}
    assert len(parts) > 300
    assert parts <= set(listed)
    for anchor in listed[::25]:
        address, _, fragment = address_of(anchor).partition("#")
        assert fragment == anchor
        assert f'id="{anchor}"' in every_page()[address]


def test_the_contents_lead_to_every_chapter_and_an_old_address_to_the_page_with_its_part() -> None:
    html = page()
    assert re.findall(r'<h3 class="h6 mb-0"><a href="([^"]+)"', html) == [it.url() for it in chapters().values()]
    answer = Client().get("/api/v1/docs?part=shape-StandingOut")
    assert (answer.status_code, answer["Location"]) == (302, address_of("shape-StandingOut"))
    assert page("/api/v1/docs?part=nothing") == html
    shapes = "/api/v1/docs/shapes"
    assert 'id="shape-StandingOut"' in page(f"{shapes}?part=shape-StandingOut")
    assert page(f"{shapes}?page=x") == page(f"{shapes}?page=0") == page(shapes)
    assert page(f"{shapes}?page=9999") == page(f"{shapes}?page={len(chapters()['shapes'].pages)}")
    assert Client().get("/api/v1/docs/nothing").status_code == 404


def test_the_search_finds_operations_fields_events_and_problems_and_says_how_many_more_there_are() -> None:
    names = [hit.entry.anchor for hit in find("standings")[0]]
    assert names[0] == "standings"
    assert "shape-StandingOut" in names
    assert find("match.settled")[0][0].entry.anchor == "told_match_settled"
    assert [hit.entry.anchor for hit in find("FOLDED criticals shared")[0]] == ["shape-StandingOut"]
    assert find("roster-full")[0][0].entry.anchor == "problem-roster-full"
    for kind in all_problem_kinds().values():
        for query in (kind.name, kind.title, kind.says):
            assert f"problem-{kind.name}" in [hit.entry.anchor for hit in find(query)[0]], query
    assert find("no such words at all") == ([], 0)
    assert find("  ") == ([], 0)
    hits, more = find("the")
    assert len(hits) == MAX_HITS
    assert more > 0
    html = page("/api/v1/docs?q=standings")
    assert f'href="{find("standings")[0][0].href}"' in html
    assert "Nothing here matches." in page("/api/v1/docs?q=nothingofthekind")
    assert "There are more" in page("/api/v1/docs?q=the")


def test_nothing_of_it_comes_from_elsewhere_and_nothing_of_it_needs_a_program() -> None:
    for html in (page(), *every_page().values()):
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
    html = "".join(every_page().values())
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
    html = page(chapters()["how-to-begin"].url())
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

"""The page of the API's document tells every operation, shape and problem, and needs nothing but this server."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.api.docs_page import GROUPS, ORDER, grouped, shapes
from league.api.documents import document
from league.api.problems import kinds
from tests.api.test_document import operations

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
    assert {f"shape-{name}" for name in document()["components"]["schemas"]} <= there
    assert {f"problem-{name}" for name in kinds()} <= there
    assert set(re.findall(r'href="#([^"]+)"', told)) <= there
    assert len(re.findall(r'\bid="', told)) == len(there)


def test_nothing_of_it_comes_from_elsewhere_and_nothing_of_it_needs_a_program() -> None:
    told = page()
    assert re.findall(r'(?:src|href)="(?:https?:)?//[^"]*"', told) == []
    main = told[told.index("<main") : told.index("</main>")]
    assert "<script" not in main
    assert re.findall(r'<[^>]*\son[a-z]+="', main) == []


def test_every_operation_stands_in_one_chapter_with_its_examples() -> None:
    groups = grouped(document())
    found = [each for group in groups for each in group.operations]
    assert sorted(each.id for each in found) == sorted(each["operationId"] for _, _, each in operations())
    assert all(each.answers and each.answers[0].example for each in found)
    assert all(each.body is None or each.body.example for each in found)
    assert sorted(name for name, _ in GROUPS) == sorted(ORDER)


def test_the_types_of_fields_are_told_in_words() -> None:
    by_name = {each.name: {it.name: it for it in each.fields} for each in shapes(document())}
    words = {name: "".join(piece.words for piece in it.kind) for name, it in by_name["StandingsOut"].items()}
    assert words["standings"] == "list of StandingOut"
    assert words["after"] == "number or null"
    assert words["final"] == "true or false"
    assert by_name["StandingsOut"]["standings"].kind[-1].shape == "StandingOut"
    assert not by_name["CommandsIn"]["seen"].needed

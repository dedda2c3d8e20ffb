"""Operations of the catalogue: the rules as data, the same for every reader."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.cached_responses import cached_response
from api.catalogue import serializers as tell
from api.catalogue.schemas import (
    BooksOut,
    CatalogueOut,
    CommandKindOut,
    CommandKindsOut,
    FactKindsOut,
    GroundOut,
    ItemsOut,
    RulesetsOut,
    RulesOut,
    SponsorKindsOut,
    SwitchKindsOut,
    TablesOut,
)
from api.openapi import problem_responses, response_schema
from api.response_examples import response_example
from rules.campaign.core.command import COMMAND_TYPES
from rules.rulebook.books import get_book

PARTS = ("items", "sponsors", "switches", "tables", "books", "rulesets", "commands", "facts")
READ_PROBLEMS = problem_responses(401, 406, 429)
DETAIL_PROBLEMS = problem_responses(401, 404, 406, 429)


@extend_schema(
    operation_id="catalogue",
    summary="The catalogue",
    responses={
        200: response_schema(CatalogueOut, "Its parts.", example=response_example("catalogue")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def catalogue(request: Any) -> Response:
    """Where each part of the catalogue is."""
    return cached_response(
        request, "catalogue", lambda: CatalogueOut(parts={part: reverse(f"api_catalogue_{part}") for part in PARTS})
    )


@extend_schema(
    operation_id="catalogue_items",
    summary="Items and their prices",
    responses={
        200: response_schema(ItemsOut, "By kind.", example=response_example("catalogue_items")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def items(request: Any) -> Response:
    """Everything that can stand in the stores, with prices and stat lines."""
    return cached_response(request, "catalogue_items", tell.serialize_items)


@extend_schema(
    operation_id="catalogue_sponsors",
    summary="Kinds of sponsors",
    responses={
        200: response_schema(
            SponsorKindsOut, "In the order of the book.", example=response_example("catalogue_sponsors")
        ),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def sponsors(request: Any) -> Response:
    """What sponsors pay and do."""
    return cached_response(request, "catalogue_sponsors", tell.serialize_sponsor_kinds)


@extend_schema(
    operation_id="catalogue_switches",
    summary="House rules there are",
    responses={
        200: response_schema(
            SwitchKindsOut, "With what each may be.", example=response_example("catalogue_switches")
        ),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def switches(request: Any) -> Response:
    """Every house rule with its printed setting and what it may be set to."""
    return cached_response(request, "catalogue_switches", tell.serialize_switch_kinds)


@extend_schema(
    operation_id="catalogue_tables",
    summary="Tables and prices",
    responses={
        200: response_schema(
            TablesOut, "As they are printed, and in figures.", example=response_example("catalogue_tables")
        ),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def tables(request: Any) -> Response:
    """Every printed table, and those of money in figures."""
    return cached_response(request, "catalogue_tables", tell.serialize_tables)


@extend_schema(
    operation_id="catalogue_books",
    summary="The books of the rulebook",
    responses={
        200: response_schema(BooksOut, "The campaign's first.", example=response_example("catalogue_books")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def books(request: Any) -> Response:
    """The books whose rules may be read."""
    return cached_response(request, "catalogue_books", tell.serialize_books)


@extend_schema(
    operation_id="catalogue_rulesets",
    summary="Match systems and editions",
    responses={
        200: response_schema(RulesetsOut, "By name.", example=response_example("catalogue_rulesets")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def rulesets(request: Any) -> Response:
    """Every match system with its edition and grounds."""
    return cached_response(request, "catalogue_rulesets", tell.serialize_rulesets)


@extend_schema(
    operation_id="catalogue_commands",
    summary="Commands, with their schemas",
    responses={
        200: response_schema(CommandKindsOut, "By type.", example=response_example("catalogue_commands")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def commands(request: Any) -> Response:
    """Every command, who gives it at which steps, and its JSON Schema."""
    return cached_response(request, "catalogue_commands", tell.serialize_command_kinds)


@extend_schema(
    operation_id="catalogue_facts",
    summary="Kinds of facts, and the figures they are behind",
    responses={
        200: response_schema(FactKindsOut, "By kind.", example=response_example("catalogue_facts")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def facts(request: Any) -> Response:
    """Every kind of fact with its fields."""
    return cached_response(request, "catalogue_facts", tell.serialize_fact_kinds)


@extend_schema(
    operation_id="catalogue_book",
    summary="The rules of a book",
    responses={
        200: response_schema(RulesOut, "In their order.", example=response_example("catalogue_book")),
        **DETAIL_PROBLEMS,
    },
)
@api_view(["GET"])
def book(request: Any, book: str) -> Response:
    """The rules of a book with their text, tables and house rules."""
    found = get_book(book)
    if found is None:
        raise Http404(f"There is no book {book[:80]!r}: see /api/v1/catalogue/books.")
    return cached_response(request, f"book {book}", lambda: tell.serialize_rules(found))


@extend_schema(
    operation_id="catalogue_ground",
    summary="A track, circuit, arena or table",
    responses={
        200: response_schema(GroundOut, "The ground.", example=response_example("catalogue_ground")),
        **DETAIL_PROBLEMS,
    },
)
@api_view(["GET"])
def ground(request: Any, ruleset: str, ground: str) -> Response:
    """A ground that comes with the game, as its ruleset reads it."""
    found = tell.serialize_ground(ruleset, ground)
    if found is None:
        raise Http404(f"{ruleset[:80]!r} has no ground {ground[:80]!r}: see /api/v1/catalogue/rulesets.")
    return cached_response(request, f"ground {ruleset} {ground}", lambda: found)


@extend_schema(
    operation_id="catalogue_command",
    summary="A command, with its schema",
    responses={
        200: response_schema(CommandKindOut, "The command.", example=response_example("catalogue_command")),
        **DETAIL_PROBLEMS,
    },
)
@api_view(["GET"])
def command(request: Any, tag: str) -> Response:
    """One command of the registry."""
    if tag not in COMMAND_TYPES:
        raise Http404(f"There is no command {tag[:80]!r}: see /api/v1/catalogue/commands.")
    return cached_response(request, f"command {tag}", lambda: tell.serialize_command_kind(tag))

"""The catalogue: the rules as data, the same for every league and for strangers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from typing import Any

import msgspec
from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from league.api import telling_catalogue as tell
from league.api.examples_reading import example_of
from league.api.schema import problems, told
from league.api.shapes.catalogue import (
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
from league.api.sight import unless_held
from rules.campaign.core.command import COMMAND_TYPES
from rules.match import registry
from rules.rulebook.books import get_book

PARTS = ("items", "sponsors", "switches", "tables", "books", "rulesets", "commands", "facts")
READ = problems(401, 406, 429)
FOUND = problems(401, 404, 406, 429)


@extend_schema(
    operation_id="catalogue",
    summary="The catalogue",
    responses={200: told(CatalogueOut, "Its parts.", example=example_of("catalogue")), **READ},
)
@api_view(["GET"])
def catalogue(request: Any) -> Response:
    """Where each part of the catalogue is."""
    return _kept(
        request, "catalogue", lambda: CatalogueOut(parts={each: reverse(f"api_catalogue_{each}") for each in PARTS})
    )


@extend_schema(
    operation_id="catalogue_items",
    summary="Items and their prices",
    responses={200: told(ItemsOut, "By kind.", example=example_of("catalogue_items")), **READ},
)
@api_view(["GET"])
def items(request: Any) -> Response:
    """Everything that can stand in the stores, with prices and stat lines."""
    return _kept(request, "catalogue_items", tell.items_told)


@extend_schema(
    operation_id="catalogue_sponsors",
    summary="Kinds of sponsors",
    responses={
        200: told(SponsorKindsOut, "In the order of the book.", example=example_of("catalogue_sponsors")),
        **READ,
    },
)
@api_view(["GET"])
def sponsors(request: Any) -> Response:
    """What sponsors pay and do."""
    return _kept(request, "catalogue_sponsors", tell.sponsors_told)


@extend_schema(
    operation_id="catalogue_switches",
    summary="House rules there are",
    responses={200: told(SwitchKindsOut, "With what each may be.", example=example_of("catalogue_switches")), **READ},
)
@api_view(["GET"])
def switches(request: Any) -> Response:
    """Every house rule with its printed setting and what it may be set to."""
    return _kept(request, "catalogue_switches", tell.switches_told)


@extend_schema(
    operation_id="catalogue_tables",
    summary="Tables and prices",
    responses={
        200: told(TablesOut, "As they are printed, and in figures.", example=example_of("catalogue_tables")),
        **READ,
    },
)
@api_view(["GET"])
def tables(request: Any) -> Response:
    """Every printed table, and those of money in figures."""
    return _kept(request, "catalogue_tables", tell.tables_told)


@extend_schema(
    operation_id="catalogue_books",
    summary="The books of the rulebook",
    responses={200: told(BooksOut, "The campaign's first.", example=example_of("catalogue_books")), **READ},
)
@api_view(["GET"])
def books(request: Any) -> Response:
    """The books whose rules may be read."""
    return _kept(request, "catalogue_books", tell.books_told)


@extend_schema(
    operation_id="catalogue_rulesets",
    summary="Match systems and editions",
    responses={200: told(RulesetsOut, "By name.", example=example_of("catalogue_rulesets")), **READ},
)
@api_view(["GET"])
def rulesets(request: Any) -> Response:
    """Every match system with its edition and grounds."""
    return _kept(request, "catalogue_rulesets", tell.rulesets_told)


@extend_schema(
    operation_id="catalogue_commands",
    summary="Commands, with their schemas",
    responses={200: told(CommandKindsOut, "By type.", example=example_of("catalogue_commands")), **READ},
)
@api_view(["GET"])
def commands(request: Any) -> Response:
    """Every command, who gives it at which steps, and its JSON Schema."""
    return _kept(request, "catalogue_commands", tell.commands_told)


@extend_schema(
    operation_id="catalogue_facts",
    summary="Kinds of facts, and the figures they are behind",
    responses={200: told(FactKindsOut, "By kind.", example=example_of("catalogue_facts")), **READ},
)
@api_view(["GET"])
def facts(request: Any) -> Response:
    """Every kind of fact with its fields."""
    return _kept(request, "catalogue_facts", tell.facts_known)


@extend_schema(
    operation_id="catalogue_book",
    summary="The rules of a book",
    responses={200: told(RulesOut, "In their order.", example=example_of("catalogue_book")), **FOUND},
)
@api_view(["GET"])
def book(request: Any, book: str) -> Response:
    """The rules of a book with their text, tables and house rules."""
    found = get_book(book)
    if found is None:
        raise Http404(f"There is no book {book[:80]!r}: see /api/v1/catalogue/books.")
    return _kept(request, f"book {book}", lambda: tell.rules_told(found))


@extend_schema(
    operation_id="catalogue_ground",
    summary="A track, circuit, arena or table",
    responses={200: told(GroundOut, "The ground.", example=example_of("catalogue_ground")), **FOUND},
)
@api_view(["GET"])
def ground(request: Any, ruleset: str, ground: str) -> Response:
    """A ground that comes with the game, as its ruleset reads it."""
    found = tell.ground_told(ruleset, ground)
    if found is None:
        raise Http404(f"{ruleset[:80]!r} has no ground {ground[:80]!r}: see /api/v1/catalogue/rulesets.")
    return _kept(request, f"ground {ruleset} {ground}", lambda: found)


@extend_schema(
    operation_id="catalogue_command",
    summary="A command, with its schema",
    responses={200: told(CommandKindOut, "The command.", example=example_of("catalogue_command")), **FOUND},
)
@api_view(["GET"])
def command(request: Any, tag: str) -> Response:
    """One command of the registry."""
    if tag not in COMMAND_TYPES:
        raise Http404(f"There is no command {tag[:80]!r}: see /api/v1/catalogue/commands.")
    return _kept(request, f"command {tag}", lambda: tell.command_told(tag))


_written: dict[Hashable, tuple[str, bytes]] = {}


def _kept(request: Any, of: str, made: Callable[[], msgspec.Struct]) -> Response:
    """What does not change while the server runs: written once for the rulesets there are, under a tag of its own."""
    key = (of, tuple(each.name for each in registry.rulesets()))
    if key not in _written:
        body = msgspec.json.encode(made())
        _written[key] = (f'W/"{hashlib.sha256(body).hexdigest()[:32]}"', body)
    tag, body = _written[key]
    return unless_held(request, lambda: msgspec.Raw(body), tag=tag)

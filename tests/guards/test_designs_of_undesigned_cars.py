"""Cars without a design are played again by the stock designs they got, so those never change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from rules.core.canonical_json import json_digest
from rules.core.document_validation import document_of
from rules.dethmatch.designs import stock_designs as dethmatch
from rules.formule.designs import stock_designs as formule
from rules.rhad.designs import stock_designs as rhad

DIGESTS = {
    "dethmatch": "14bd9f4c6f426b0714c948e3a553a345bce06b217b4f3e10c533a9b6d3b4218b",
    "formule": "6428eafa9edc14557652dee8a1c73f5e10133467c091a425025b91eeab018a7c",
    "rhad": "f20a08959317f30184bbe0c0fcc9802d799c74b52234647b105029149c8dc045",
}
"""The digest of the designs that cars without one may get, in their order, by book."""
DESIGNS: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    "dethmatch": dethmatch.designs_for_cars_without,
    "formule": formule.designs_for_cars_without,
    "rhad": rhad.designs_for_cars_without,
}
RECIPE = (
    "An old log of a car without a design would no longer replay: keep the design as it was in "
    "former_stock_designs.json of {book}, and add new ones at the end."
)


@pytest.mark.parametrize("book", DESIGNS)
def test_the_designs_that_cars_without_one_get_never_change(book: str) -> None:
    documents = [
        [name, design if isinstance(design, dict) else document_of(design)]
        for name, design in DESIGNS[book]().items()
    ]
    assert json_digest(documents) == DIGESTS[book], RECIPE.format(book=book)


def test_a_changed_stock_design_is_not_what_cars_without_one_get() -> None:
    assert dethmatch.stock_designs()["mudlark"] != dethmatch.designs_for_cars_without()["mudlark"]
    assert formule.stock_designs()["outrider"] != formule.designs_for_cars_without()["outrider"]

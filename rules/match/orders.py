"""Reads an order of the requested kind from a document. Rules CC-017, FW-107, RH-020.

Only the form of an order is checked here; `order_checks` of each book checks it by the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from rules.core.document_validation import schema_error_clauses
from rules.match.stepwise_play import OrderIllegal

AnyOrder = TypeVar("AnyOrder")
MOST_LIST_ENTRIES = 100
"""The most entries in any list of an order: more than any move has squares, legs or maneuvers."""


def read_order_document(kind: str, document: object, kinds: Mapping[str, type[AnyOrder]]) -> AnyOrder:
    """The order a document holds, read as that kind. `kinds` maps a book's kinds of order to their types.

    Raises `OrderIllegal`, which lists every wrong field.
    """
    if errors := list(schema_error_clauses(document, kinds[kind], "order", most=MOST_LIST_ENTRIES)):
        raise OrderIllegal(f"This is not a {kind} order: {'; '.join(errors)}. Fix each of these.")
    return msgspec.convert(document, kinds[kind])

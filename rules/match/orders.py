"""The form of an order: what a document must be to hold one of the kind that is asked for. Rules CC-017, FW-107,
RH-020.

What the rules say of an order is not looked at here: see `order_checks` of each book.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from rules.core.document_validation import schema_error_clauses
from rules.match.stepwise_play import OrderIllegal

AnyOrder = TypeVar("AnyOrder")
MOST_LIST_ENTRIES = 100
"""Entries of any list of an order: more than any move has squares, legs or maneuvers."""


def read_order_document(kind: str, document: object, kinds: Mapping[str, type[AnyOrder]]) -> AnyOrder:
    """The order a document holds, of a kind among those of a book.

    Raises `OrderIllegal`, which names every field that is wrong.
    """
    if wrong := list(schema_error_clauses(document, kinds[kind], "order", most=MOST_LIST_ENTRIES)):
        raise OrderIllegal(f"This is no {kind} order: {'; '.join(wrong)}. Mend each of these.")
    return msgspec.convert(document, kinds[kind])

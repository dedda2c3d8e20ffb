"""Everything that can occur in a book's matches: the kinds of entry its modules write, and the possible orders."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import get_args

from msgspec import inspect

from rules.match.ruleset import Document

RULES = Path(__file__).parents[2] / "rules"


def kinds_of(name: str) -> frozenset[str]:
    """The kinds of entry that a book's modules name literally in calls of `note`."""
    return frozenset(
        node.args[0].value
        for path in (RULES / name).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "note"
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    )


def orders_of(name: str) -> frozenset[str]:
    """Every possible order of a book's matches: each kind, and each field of one, such as `drive: ram.after`."""
    orders = import_module(f"rules.{name}.match.orders")
    names = set()
    for order_type in get_args(orders.Order):
        kind = re.sub("Order$", "", order_type.__name__).lower()
        names |= {kind, *(f"{kind}: {field}" for field in _fields(inspect.type_info(order_type)))}
    return frozenset(names)


def _fields(of: inspect.Type) -> Iterator[str]:
    """The fields of an order, and the fields of items in its lists as `list.field`."""
    for field in of.fields if isinstance(of, inspect.StructType | inspect.DataclassType) else ():
        yield field.encode_name
        if isinstance(field.type, inspect.VarTupleType):
            yield from (f"{field.encode_name}.{inner}" for inner in _fields(field.type.item_type))


def ordered_in(kind: str, order: Document) -> Iterator[str]:
    """What an order of that kind contains, named as in `orders_of`; fields left out of `order` are not counted."""
    yield kind
    for name, value in order.items():
        yield f"{kind}: {name}"
        inner = [item for item in value if isinstance(item, dict)] if isinstance(value, list | tuple) else []
        yield from (f"{kind}: {name}.{field}" for field in {field for item in inner for field in item})

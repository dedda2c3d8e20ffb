"""What the fields of a class mean: the string literal right below each in its source."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path


def field_texts(cls: type) -> Mapping[str, str]:
    """The string literal below each field of a class or of those it inherits from, by field name.

    Fields without one are left out.
    """
    texts: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        path = getattr(sys.modules[base.__module__], "__file__", None) or ""
        if path.endswith(".py"):
            texts |= _texts_in(path).get(base.__name__, {})
    return texts


@cache
def _texts_in(path: str) -> dict[str, dict[str, str]]:
    """The field texts of each top-level class of a source file, by class name. Nothing else is kept in the cache."""
    module = ast.parse(Path(path).read_text(encoding="utf-8"))
    return {node.name: dict(_texts_below_fields(node.body)) for node in module.body if isinstance(node, ast.ClassDef)}


def _texts_below_fields(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(below, ast.Expr):
            text = below.value
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield field.target.id, " ".join(text.value.split())

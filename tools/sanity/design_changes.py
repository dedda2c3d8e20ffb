"""Changes of a design, of which levers and trades are made."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from rules.match.ruleset import Document
from tools.sanity.book_measure import DesignChange


def with_fields(**fields: Any) -> DesignChange:
    """A change that sets fields of a design."""

    def change(design: Document) -> Document:
        return {**deepcopy(design), **fields}

    return change


def with_part(part: str, **fields: Any) -> DesignChange:
    """A change that sets fields of one part of a design, such as its armor."""

    def change(design: Document) -> Document:
        return {**deepcopy(design), part: {**design[part], **fields}}

    return change


def with_parts(parts: str, **fields: Any) -> DesignChange:
    """A change that sets fields of every one of several parts, such as all tires."""

    def change(design: Document) -> Document:
        return {**deepcopy(design), parts: [{**part, **fields} for part in design[parts]]}

    return change


def with_weapon(**weapon: Any) -> DesignChange:
    """A change that sets fields of every weapon."""
    return with_parts("weapons", **weapon)

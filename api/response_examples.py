"""What the document shows of what is read: answers a small league really gave, cut to their first lines.

`WRITE_API_EXAMPLES=1 pytest tests/api/test_document_examples.py` writes them, and without it holds them against the
leagues they are of.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

EXAMPLES_FILE = "response_examples.json"


def response_example(operation: str) -> dict[str, Any]:
    """The answer that is shown of an operation, by its id."""
    found: dict[str, Any] = response_examples()[operation]
    return found


@cache
def response_examples() -> dict[str, Any]:
    """The answers that are shown, by their operations."""
    kept: dict[str, Any] = json.loads(files("api").joinpath(EXAMPLES_FILE).read_text(encoding="utf-8"))
    return kept

"""The example responses of read operations in the OpenAPI document: real responses of a small league, shortened.

`WRITE_API_EXAMPLES=1 pytest tests/api/test_document_examples.py` writes them. Without the variable, the same test
compares them with what the leagues answer.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

EXAMPLES_FILE = "response_examples.json"


def response_example(operation: str) -> dict[str, Any]:
    """The example response of an operation, by its id."""
    example: dict[str, Any] = response_examples()[operation]
    return example


@cache
def response_examples() -> dict[str, Any]:
    """All example responses, by operation id."""
    examples: dict[str, Any] = json.loads(files("api").joinpath(EXAMPLES_FILE).read_text(encoding="utf-8"))
    return examples

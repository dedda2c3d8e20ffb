"""Example values of path and query parameters in the OpenAPI document.

They belong to the league of the example responses: a read operation called with them gives the response shown.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

EXAMPLES_FILE = "parameter_examples.json"


@cache
def _load_examples() -> dict[str, Any]:
    examples: dict[str, Any] = json.loads(
        files("api.documentation").joinpath(EXAMPLES_FILE).read_text(encoding="utf-8")
    )
    return examples


def example_parameters(operation: str) -> dict[str, Any]:
    """The example values of an operation's parameters by name; the operation is given by its id."""
    return {**_load_examples()["parts"], **_load_examples()["otherwise"].get(operation, {})}


def add_parameter_examples(result: dict[str, Any], **_asked: object) -> dict[str, Any]:
    """drf-spectacular hook: add the example values to the parameters of the document."""
    for methods in result["paths"].values():
        for operation in methods.values():
            examples = example_parameters(operation["operationId"])
            for parameter in operation.get("parameters", ()):
                if parameter["in"] in ("path", "query") and parameter["name"] in examples:
                    parameter["example"] = examples[parameter["name"]]
    return result

"""What the document asks in its examples: a name for every part of an address, and words of a query.

Asked so of a league as the example is of, an operation that reads gives the answer that is shown of it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

EXAMPLES_FILE = "parameter_examples.json"


@cache
def _load_examples() -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(files("api.documentation").joinpath(EXAMPLES_FILE).read_text(encoding="utf-8"))
    return kept


def example_parameters(operation: str) -> dict[str, Any]:
    """What stands for each part of an operation's address and query in its example, by the operation's id."""
    return {**_load_examples()["parts"], **_load_examples()["otherwise"].get(operation, {})}


def add_parameter_examples(result: dict[str, Any], **_asked: object) -> dict[str, Any]:
    """The document with an example of what each operation is asked."""
    for methods in result["paths"].values():
        for operation in methods.values():
            examples = example_parameters(operation["operationId"])
            for parameter in operation.get("parameters", ()):
                if parameter["in"] in ("path", "query") and parameter["name"] in examples:
                    parameter["example"] = examples[parameter["name"]]
    return result

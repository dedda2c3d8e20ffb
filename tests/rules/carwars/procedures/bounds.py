"""Bounds of inputs: the lowest and the highest value are taken, and whatever lies beyond is refused."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible, perform_procedure
from rules.carwars.procedures.table import all_procedures
from rules.core.dice import Stream
from rules.core.refusals import Malformed


def assert_bounded(
    tag: str, inputs: Mapping[str, Any], path: str, lowest: int, highest: int, *, sample: Any = None
) -> None:
    """Check that a field takes no less and no more than that.

    `path` leads to the field with dots, such as items.0.name. A number has a value within the bounds, a text or a
    list a length; `sample` is a value of a field that the inputs leave out or have empty. Inputs within the bounds
    may still be impossible.
    """
    *above, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    name = next(step for step in reversed(path.split(".")) if not step.isdigit())
    for size in (lowest, highest, lowest - 1, highest + 1):
        document = deepcopy(dict(inputs))
        place: Any = document
        for step in above:
            place = place[step]
        value = place[last] if sample is None else sample
        if size < 0 and not isinstance(value, int):
            continue
        place[last] = _of_size(value, size)
        if lowest <= size <= highest:
            _perform(tag, document)
        else:
            with pytest.raises(Malformed, match=rf"\.{name}\b"):
                _perform(tag, document)


def _of_size(sample: Any, size: int) -> Any:
    if isinstance(sample, int):
        return size
    return "x" * size if isinstance(sample, str) else [deepcopy(sample[0]) for _ in range(size)]


def _perform(tag: str, document: dict[str, Any]) -> None:
    assert tag in all_procedures()
    try:
        perform_procedure(tag, document, {}, Stream("duel/p1", key=b"bounds"))
    except InputsImpossible as refusal:
        assert refusal.sentence.endswith(".")  # noqa: PT017 - any of them is fine here

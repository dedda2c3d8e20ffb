"""The bounds of a procedure's inputs: what is at a bound has the right form, and what is beyond it is malformed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.core.dice import NeedsDice
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.performing import performed


def with_value(inputs: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The inputs with another value at a path such as `table.0.total`."""
    changed: Any = deepcopy(dict(inputs))
    place = changed
    *steps, last = path.split(".")
    for step in steps:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[int(last) if isinstance(place, list) else last] = value
    return dict(changed)


def check_bounds(tag: str, inputs: Mapping[str, Any], path: str, lowest: int, highest: int) -> None:
    """Check that a number at a path may be from `lowest` to `highest`."""
    for bound in (lowest, highest):
        with suppress(InputsImpossible, NeedsDice):
            performed(tag, with_value(inputs, path, bound))
    for beyond in (lowest - 1, highest + 1):
        with pytest.raises(Malformed):
            performed(tag, with_value(inputs, path, beyond))


def check_length(tag: str, inputs: Mapping[str, Any], path: str, item: Any, *, least: int = 0, most: int) -> None:
    """Check that a list at a path may have from `least` to `most` items, given one item."""
    for count in (least, most):
        with suppress(InputsImpossible, NeedsDice):
            performed(tag, with_value(inputs, path, [item] * count))
    for count in (least - 1, most + 1):
        if count >= 0:
            with pytest.raises(Malformed):
                performed(tag, with_value(inputs, path, [item] * count))

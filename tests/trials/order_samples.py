"""Random orders for the books that are driven step by step, drawn from the order request and the match.

A book's own are in `order_samples` of its test folder; those of a book without any are drawn from the bounds alone.
Not all of them are legal, since bounds cannot express every condition. A refused order is drawn again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from rules.match.driving.plan import ABOUT_A_CAR, PLAN_SENTENCES
from rules.match.ruleset import Document
from rules.match.stepwise_play import OrderRequest

Sampler = Callable[[OrderRequest, random.Random, Any], Document]
"""Makes a random order for an order request; the last argument is the match recorder."""
Word = Callable[[Any, random.Random], None]
"""Makes a random call between two steps, as the person running the match might."""
TESTS = Path(__file__).parents[1] / "rules"
MODULE = "order_samples"


def books_with_samples() -> list[str]:
    """The books that have random orders of their own, sorted."""
    return sorted(path.parent.name for path in TESTS.glob(f"*/{MODULE}.py"))


def sampler_of(book: str) -> Sampler:
    """The book's own random orders, or those that are drawn from the bounds of a request."""
    sampler: Sampler = _own(book).get("random_order", order_within_bounds)
    return sampler


def word_of(book: str) -> Word | None:
    """The book's random calls between two steps of a match, if it has any."""
    return _own(book).get("random_call")


def _own(book: str) -> Mapping[str, Any]:
    return vars(import_module(f"tests.rules.{book}.{MODULE}")) if book in books_with_samples() else {}


def random_plan(lots: random.Random, play: Any) -> str:
    """No plan, or any that there is, about any car of the match."""
    name = lots.choice(("", *PLAN_SENTENCES))
    return f"{name}:{lots.choice(list(play.state.cars))}" if name in ABOUT_A_CAR else name


def order_within_bounds(request: OrderRequest, lots: random.Random, _: Any) -> Document:
    """An order with a value for every field of the request's `may`."""
    return {name: _value_within(bounds, lots) for name, bounds in request.may.items()}


def _value_within(bounds: Any, lots: random.Random) -> Any:
    """A random value: between two numbers, one of a list, up to a number, or of each field of a document."""
    match bounds:
        case bool():
            return bounds and lots.random() < 0.5
        case int():
            return lots.randint(0, max(0, bounds))
        case [int(least), int(most)] if least <= most:
            return lots.randint(least, most)
        case [_, *_]:
            return lots.choice(bounds)
        case {}:
            return {name: _value_within(inner, lots) for name, inner in bounds.items()}
        case _:
            return bounds

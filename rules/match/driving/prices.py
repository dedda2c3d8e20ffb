"""Learned prices: what an autopilot thinks that things are worth, stored as data with the run that found them.

Each book has a file `autopilot/prices.json`, written by `python -m tools.tuning`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, Generic, TypeVar

import msgspec

PricesT = TypeVar("PricesT")
FILE = "prices.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningRun:
    """The last run of self-play for the prices of a book: the command, the seeds of its matches, how many it played,
    and the share of matches that the prices it found won against the ones it began with; one half if none won.

    `by_hand` says which prices were set by hand after it, and how they were compared; empty if none were.
    """

    command: str
    seeds: str
    matches: int
    share: float
    by_hand: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedPrices(Generic[PricesT]):
    """The prices of a book and the run that found them."""

    prices: PricesT
    run: LearningRun


@cache
def load_prices(package: str, form: type[PricesT]) -> LearnedPrices[PricesT]:
    """The prices in the package of an autopilot, such as `rules.ladder.autopilot`, as an instance of `form`.

    Raises `msgspec.ValidationError` if the file lacks a price or has one that `form` does not know.
    """
    document: dict[str, Any] = msgspec.json.decode(files(package).joinpath(FILE).read_bytes())
    known = {field.name for field in fields(form)}  # type: ignore[arg-type]  # every form is a dataclass
    if unknown := sorted(document["prices"].keys() - known):
        raise msgspec.ValidationError(f"{package} has no price {unknown[0]!r}: delete it from {FILE}.")
    return LearnedPrices(
        prices=msgspec.convert(document["prices"], form, strict=False),
        run=msgspec.convert(document["run"], LearningRun),
    )

"""Fields of random stock cars, for what is measured without one side that is better."""

from __future__ import annotations

import random
from dataclasses import dataclass

from rules.match.ruleset import Fixture
from tools.sanity.book_measure import measure_of
from tools.sanity.contests import Contest
from tools.stock_matches import fixture_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A match of random stock cars of a book, `cars` of each team, driven by `pilot` or the engine's own."""

    book: str
    fixture: Fixture
    teams: int
    cars: int
    pilot: str = ""

    @property
    def shape(self) -> str:
        """Its teams and the cars of each, such as `3 × 2`."""
        return f"{self.teams} × {self.cars}"

    @property
    def map_name(self) -> str:
        """Its map."""
        return fixture_name(self.fixture)

    def contest(self, seed: int) -> Contest:
        """The match whose cars are drawn with a seed."""
        measure = measure_of(self.book)
        lots = random.Random(f"{self.book} {seed}")
        known = measure.designs_of_fields(self.fixture.event)
        sides = tuple(
            measure.stock_side([lots.choice(known) for _ in range(self.cars)], lots) for _ in range(self.teams)
        )
        return Contest(
            name=f"field {self.shape} {seed}",
            book=self.book,
            fixtures=(self.fixture,),
            sides=sides,
            pilots=(self.pilot,) * self.teams if self.pilot else (),
        )

"""What a run of the measure was asked for."""

from __future__ import annotations

from dataclasses import dataclass

from tools.sanity.book_measure import BookMeasure
from tools.sanity.contests import EARLIER, newest_autopilot
from tools.sanity.sampling import Sampler


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A run for one book: who drives, against whom the autopilot drives, and which rows are wanted.

    `pilot` is the autopilot of every car, the engine's own if it is empty. Only rows whose name contains `only_with`
    are measured. `matches` is how many matches are counted on each map where no share is estimated.
    """

    measure: BookMeasure
    sampler: Sampler
    matches: int
    pilot: str = ""
    against: str = EARLIER
    only_with: str = ""

    @property
    def base_pilot(self) -> str:
        """The autopilot that rivals play against and are made from. Raises `NoSuchPilot` for a book without any."""
        return self.pilot or newest_autopilot(self.measure.name)

    def wants(self, what: str) -> bool:
        """Whether the row with this name is wanted, in any case of letters."""
        return self.only_with.lower() in what.lower()

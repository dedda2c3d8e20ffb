"""How matches end: undecided ones, their length, and those that reach the last round."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import mean

from tools.sanity.book_measure import BookMeasure
from tools.sanity.contests import play_contest
from tools.sanity.estimates import IN_95_PERCENT, NARROW
from tools.sanity.fields import Field
from tools.sanity.findings import PartFindings
from tools.sanity.parts.plan import Plan
from tools.stock_matches import book_ruleset

PART = "decided"
COLUMNS = ("event", "map", "teams × cars", "matches", "undecided", "no points", "rounds", "to the last round")
MOST_UNDECIDED = 0.1
"""The share of matches of an event that may be undecided."""
MOST_SINGLE_CARS = 8
"""The field of single cars, where a book takes so many teams."""


@dataclass(frozen=True, slots=True)
class End:
    """How a match ended."""

    undecided: bool
    pointless: bool
    rounds: int


def measure_decided(plan: Plan) -> PartFindings:
    """How the matches of each event and map end; an event of which too many are undecided is a problem."""
    found = PartFindings(part=PART, columns=COLUMNS)
    last_round = plan.measure.last_round
    by_event: dict[tuple[str, str], list[End]] = {}
    for field in fields_of(plan.measure, pilot=plan.pilot):
        event = field.fixture.event
        if not plan.wants(f"{event}, {field.map_name}, {field.shape}"):
            continue
        ends = plan.sampler.map(partial(end_of, field), plan.sampler.seeds(plan.matches))
        by_event.setdefault((event, field.shape), []).extend(ends)
        found.add(event, field.map_name, field.shape, *_cells(ends, last_round))
    for (event, shape), ends in by_event.items():
        share = mean(end.undecided for end in ends)
        problem = f"{100 * share:.0f} % of {event} with {shape} cars is undecided." if share > MOST_UNDECIDED else ""
        cells = _cells(ends, last_round)
        found.add(event, "all", shape, *cells, problem=problem, is_open=not is_clear_of_bound(share, len(ends)))
    return found


def fields_of(measure: BookMeasure, *, pilot: str = "") -> Iterator[Field]:
    """Every event on every map, with two teams of two cars, three of two, and as many single cars as there may be."""
    singles = min(MOST_SINGLE_CARS, book_ruleset(measure.name).most_teams)
    for teams, cars in ((2, 2), (3, 2), (singles, 1)):
        for fixture in measure.fixtures(teams=teams, cars=cars):
            yield Field(book=measure.name, fixture=fixture, teams=teams, cars=cars, pilot=pilot)


def end_of(field: Field, seed: int) -> End:
    """How the match of a seed ends."""
    played = play_contest(field.contest(seed), seed)
    return End(
        undecided=played.is_undecided,
        pointless=played.is_pointless,
        rounds=len(played.play.log.digests),
    )


def is_clear_of_bound(share: float, matches: int) -> bool:
    """Whether a share of undecided matches, counted in that many, is surely above or below the bound."""
    estimated = (share * matches + 1) / (matches + 2)
    half_width = IN_95_PERCENT * math.sqrt(estimated * (1 - estimated) / matches)
    return abs(estimated - MOST_UNDECIDED) > half_width or half_width <= NARROW


def _cells(ends: Sequence[End], last_round: int) -> list[str]:
    shares = [mean(end.undecided for end in ends), mean(end.pointless for end in ends)]
    last = f"{100 * mean(end.rounds >= last_round for end in ends):.0f} %" if last_round else "–"
    return [
        str(len(ends)),
        *(f"{100 * share:.0f} %" for share in shares),
        f"{mean(end.rounds for end in ends):.1f}",
        last,
    ]

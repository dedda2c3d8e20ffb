"""Figures of typical matches of six stock cars in three teams, on each map, and what may never happen in them."""

from __future__ import annotations

from functools import partial

from tools.sanity.book_measure import measure_of
from tools.sanity.contests import play_contest
from tools.sanity.fields import Field
from tools.sanity.findings import PartFindings
from tools.sanity.match_counts import MatchCounts
from tools.sanity.parts.plan import Plan

PART = "figures"
COLUMNS = ("", "all", "expected")
"""The columns besides those of maps."""
TEAMS, CARS = 3, 2
MOST_PLACES = 10
"""The places of a fault that are named."""
CountsAndFaults = tuple[MatchCounts, dict[str, list[str]]]
"""The counts of a match, and what may never happen and did, by sentence, with the places."""


def measure_figures(plan: Plan) -> PartFindings:
    """The figures of a book on each wanted map and on all; one out of bounds is a problem, and so is every fault."""
    measure = plan.measure
    by_map: dict[str, MatchCounts] = {}
    faults: dict[str, list[str]] = {}
    for fixture in measure.fixtures(teams=TEAMS, cars=CARS):
        field = Field(book=measure.name, fixture=fixture, teams=TEAMS, cars=CARS, pilot=plan.pilot)
        name = f"{fixture.event}, {field.map_name}"
        if not plan.wants(name):
            continue
        counts = by_map.setdefault(name, MatchCounts())
        for match_counts, match_faults in plan.sampler.map(partial(_count, field), plan.sampler.seeds(plan.matches)):
            counts.merge(match_counts)
            for what, places in match_faults.items():
                faults.setdefault(what, []).extend(f"{name}, {place}" for place in places)
    if not by_map:
        return PartFindings(part=PART, columns=COLUMNS)
    total = MatchCounts()
    for counts in by_map.values():
        total.merge(counts)
    found = PartFindings(part=PART, columns=(COLUMNS[0], *by_map, *COLUMNS[1:]))
    found.add("matches", *(str(counts.matches) for counts in (*by_map.values(), total)), "")
    for figure in measure.figures:
        cells = [figure.text(counts) for counts in (*by_map.values(), total)]
        found.add(figure.what, *cells, figure.bounds(), problem=figure.problem(total))
    for what, places in faults.items():
        more = " …" if len(places) > MOST_PLACES else ""
        found.problems.append(f"{what} {len(places)} times: {'; '.join(places[:MOST_PLACES])}{more}.")
    return found


def _count(field: Field, seed: int) -> CountsAndFaults:
    measure = measure_of(field.book)
    watcher = measure.watcher() if measure.watcher else None
    played = play_contest(field.contest(seed), seed, watch=watcher)
    counts = MatchCounts()
    counts.add(played.play, played.report)
    if watcher is None:
        return counts, {}
    counts.kinds.update(watcher.seen)
    return counts, {what: [f"match {seed}, {place}" for place in places] for what, places in watcher.faults.items()}

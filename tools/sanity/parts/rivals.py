"""Simple rival policies against the autopilot, on the same cars."""

from __future__ import annotations

from collections.abc import Sequence

from tools.sanity.book_measure import BookMeasure
from tools.sanity.contests import Contest
from tools.sanity.findings import PartFindings
from tools.sanity.parts.plan import Plan

PART = "rivals"
COLUMNS = ("rival", "event", "share against the autopilot", "pairs", "ended", "verdict")


def measure_rivals(plan: Plan) -> PartFindings:
    """The share that each rival wins; one that beats the autopilot is a problem."""
    found = PartFindings(part=PART, columns=COLUMNS)
    measure = plan.measure
    for rival in measure.rivals:
        for event in measure.events:
            if rival in measure.profiles or not plan.wants(f"{rival}, {event}"):
                continue
            contest = pilot_contest(measure, f"{plan.base_pilot}/{rival}", plan.base_pilot, events=(event,))
            share = plan.sampler.estimate(contest)
            verdict = "beats it" if share.is_above_even else "open" if share.ended == "open" else "does not beat it"
            problem = f"A rival that {rival} beats the autopilot in {event}: it wins {share}."
            found.add(
                rival,
                event,
                str(share),
                str(share.pairs),
                share.ended,
                verdict,
                problem=problem if verdict == "beats it" else "",
                is_open=share.ended == "open",
            )
    return found


def pilot_contest(measure: BookMeasure, one: str, other: str, *, events: Sequence[str] = ()) -> Contest:
    """A mirror match of the book's base design, driven by two pilots."""
    return Contest(
        name=f"{one} against {other} {events}",
        book=measure.name,
        fixtures=measure.fixtures(events),
        sides=(measure.side(), measure.side()),
        pilots=(one, other),
    )

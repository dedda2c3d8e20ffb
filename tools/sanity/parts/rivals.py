"""Simple rival policies against the autopilot, on the same cars."""

from __future__ import annotations

from tools.sanity.book_measure import BookMeasure
from tools.sanity.contests import Contest
from tools.sanity.estimates import EVEN
from tools.sanity.findings import PartFindings
from tools.sanity.parts.plan import Plan

PART = "rivals"
COLUMNS = ("rival", "share against the autopilot", "pairs", "ended", "verdict")


def measure_rivals(plan: Plan) -> PartFindings:
    """The share that each rival wins; one that beats the autopilot is a problem."""
    found = PartFindings(part=PART, columns=COLUMNS)
    measure = plan.measure
    for rival in measure.rivals:
        if rival in measure.profiles or not plan.wants(rival):
            continue
        share = plan.sampler.estimate(pilot_contest(measure, f"{plan.base_pilot}/{rival}", plan.base_pilot))
        verdict = "beats it" if share.lowest > EVEN else "open" if share.ended == "open" else "does not beat it"
        problem = f"A rival that {rival} beats the autopilot: it wins {share}." if verdict == "beats it" else ""
        found.add(rival, str(share), str(share.pairs), share.ended, verdict, problem=problem)
    return found


def pilot_contest(measure: BookMeasure, one: str, other: str) -> Contest:
    """A mirror match of the book's base design, driven by two pilots."""
    return Contest(
        name=f"{one} against {other}",
        book=measure.name,
        fixtures=measure.fixtures(),
        sides=(measure.side(), measure.side()),
        pilots=(one, other),
    )

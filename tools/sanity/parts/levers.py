"""Mirror matches: two cars a side, with one thing better on one side."""

from __future__ import annotations

from tools.sanity.book_measure import BookMeasure, Lever
from tools.sanity.contests import Contest
from tools.sanity.estimates import Estimate
from tools.sanity.findings import PartFindings
from tools.sanity.parts.plan import Plan

PART = "levers"
COLUMNS = ("better on one side", "share", "pairs", "ended", "verdict", "exempt")


def measure_levers(plan: Plan) -> PartFindings:
    """The share that each lever wins; a harmful or worthless one is a problem unless the book makes it so."""
    found = PartFindings(part=PART, columns=COLUMNS)
    for lever in plan.measure.levers:
        if not plan.wants(lever.what):
            continue
        share = plan.sampler.estimate(lever_contest(plan.measure, lever, pilot=plan.pilot))
        verdict = verdict_on(share)
        wrong = verdict in {"harmful", "worthless"} and not lever.exempt
        problem = f"{lever.what} is {verdict}: it wins {share}." if wrong else ""
        is_open = share.ended == "open" and not lever.exempt
        cells = (lever.what, str(share), str(share.pairs), share.ended, verdict, lever.exempt)
        found.add(*cells, problem=problem, is_open=is_open)
    return found


def lever_contest(measure: BookMeasure, lever: Lever, *, pilot: str = "") -> Contest:
    """The mirror match of a lever, with the better side first."""
    return Contest(
        name=lever.what,
        book=measure.name,
        fixtures=measure.fixtures(lever.events, lever.surfaces),
        sides=(measure.side(lever.better, base=lever.base), measure.side(lever.other, base=lever.base)),
        pilots=(pilot, pilot) if pilot else (),
        switches=lever.switches,
    )


def verdict_on(share: Estimate) -> str:
    """`passes`, `harmful` or `worthless`; `open` while more pairs could tell."""
    if share.is_above_even:
        return "passes"
    if share.is_below_even:
        return "harmful"
    return "open" if share.ended == "open" else "worthless"

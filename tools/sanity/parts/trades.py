"""Trades: two ways to spend the same points. They are shown and not judged."""

from __future__ import annotations

from tools.sanity.contests import Contest
from tools.sanity.findings import PartFindings
from tools.sanity.parts.plan import Plan

PART = "trades"
COLUMNS = ("the first against the second", "share of the first", "pairs", "ended")


def measure_trades(plan: Plan) -> PartFindings:
    """The share that the first way wins."""
    found = PartFindings(part=PART, columns=COLUMNS)
    measure = plan.measure
    for trade in measure.trades:
        if not plan.wants(trade.what):
            continue
        contest = Contest(
            name=f"trade: {trade.what}",
            book=measure.name,
            fixtures=measure.fixtures(trade.events),
            sides=(measure.side(trade.one, base=trade.base), measure.side(trade.other, base=trade.base)),
            pilots=(plan.pilot, plan.pilot) if plan.pilot else (),
        )
        share = plan.sampler.estimate(contest)
        found.add(trade.what, str(share), str(share.pairs), share.ended)
    return found

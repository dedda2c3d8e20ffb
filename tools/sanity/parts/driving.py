"""The autopilot against the earlier one, an ace against a rookie, and profiles against each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from tools.sanity.book_measure import Outfit
from tools.sanity.contests import Contest, autopilots_of
from tools.sanity.estimates import EVEN
from tools.sanity.findings import PartFindings
from tools.sanity.parts.plan import Plan
from tools.sanity.parts.rivals import pilot_contest
from tools.stock_matches import book_ruleset

PART = "driving"
COLUMNS = ("the first against the second", "share of the first", "pairs", "ended", "verdict")
TRAITS = ("driving", "gunnery", "initiative", "toughness")
ACE, ROOKIE = 5, 2
"""Every trait of an ace and of a rookie."""


def measure_driving(plan: Plan) -> PartFindings:
    """The share of each pilot that should be the better one, and of profiles, which are not judged."""
    found = PartFindings(part=PART, columns=COLUMNS)
    for what, contest, is_judged in _contests(plan):
        if not plan.wants(what):
            continue
        share = plan.sampler.estimate(contest)
        verdict = "" if not is_judged else "better" if share.lowest > EVEN else "not better"
        problem = f"{what}: the first wins {share}, which is no more than half." if verdict == "not better" else ""
        found.add(what, str(share), str(share.pairs), share.ended, verdict, problem=problem)
    return found


def _contests(plan: Plan) -> Iterator[tuple[str, Contest, bool]]:
    measure, pilot = plan.measure, plan.base_pilot
    if plan.against != pilot and {plan.against, pilot} <= set(autopilots_of(measure.name)):
        what = f"the autopilot against the {plan.against} one"
        versus = pilot_contest(measure, pilot, plan.against)
        yield what, versus, True
        for name, design in sorted(book_ruleset(measure.name).stock_designs().items()):
            mirror = measure.stock_side([design] * 2)
            yield f"{what}, {name}", replace(versus, name=f"{what}, {name}", sides=(mirror, mirror)), False
    ace, rookie = (measure.side(Outfit(traits=dict.fromkeys(TRAITS, level))) for level in (ACE, ROOKIE))
    yield (
        "ace against rookie",
        replace(pilot_contest(measure, pilot, pilot), name="ace against rookie", sides=(ace, rookie)),
        True,
    )
    for one, other in combinations(measure.profiles, 2):
        yield f"{one} against {other}", pilot_contest(measure, f"{pilot}/{one}", f"{pilot}/{other}"), False

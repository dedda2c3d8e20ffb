"""The autopilot against the earlier one, an ace against a rookie, and profiles against each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from tools.sanity.book_measure import Outfit
from tools.sanity.contests import Contest, autopilots_of
from tools.sanity.estimates import Estimate
from tools.sanity.findings import PartFindings
from tools.sanity.parts.plan import Plan
from tools.sanity.parts.rivals import pilot_contest

PART = "driving"
COLUMNS = ("the first against the second", "share of the first", "pairs", "ended", "verdict")
TRAITS = ("driving", "gunnery", "initiative", "toughness")
FEWEST_JUDGED = 500
"""The fewest pairs for a share that is judged: a thousand matches."""
MOST_OF_PROFILES = 100
"""The most pairs for profiles, which are not judged."""
ACE, ROOKIE = 5, 2
"""Every trait of an ace and of a rookie."""


def measure_driving(plan: Plan) -> PartFindings:
    """The share of each pilot that should be the better one, and of profiles, which are not judged."""
    found = PartFindings(part=PART, columns=COLUMNS)
    for what, contest, is_judged in _contests(plan):
        if not plan.wants(what):
            continue
        limits = {"fewest": FEWEST_JUDGED} if is_judged else {"most": MOST_OF_PROFILES}
        share = plan.sampler.estimate(contest, **limits)
        verdict = verdict_on(share) if is_judged else ""
        problem = f"{what}: the first wins {share}, which is no more than half." if verdict == "not better" else ""
        found.add(
            what,
            str(share),
            str(share.pairs),
            share.ended,
            verdict,
            problem=problem,
            is_open=is_judged and share.ended == "open",
        )
    return found


def verdict_on(share: Estimate) -> str:
    """Whether a share is more than half."""
    if share.is_above_even:
        return "better"
    return "open" if share.ended == "open" else "not better"


def _contests(plan: Plan) -> Iterator[tuple[str, Contest, bool]]:
    measure, pilot = plan.measure, plan.base_pilot
    if plan.against != pilot and {plan.against, pilot} <= set(autopilots_of(measure.name)):
        for event in measure.events:
            what = f"the autopilot against the {plan.against} one, {event}"
            yield what, pilot_contest(measure, pilot, plan.against, events=(event,)), True
    ace, rookie = (measure.side(Outfit(traits=dict.fromkeys(TRAITS, level))) for level in (ACE, ROOKIE))
    for event in measure.events:
        what = f"ace against rookie, {event}"
        even = pilot_contest(measure, pilot, pilot, events=(event,))
        yield what, replace(even, name=what, sides=(ace, rookie)), True
    for one, other in combinations(measure.profiles, 2):
        yield f"{one} against {other}", pilot_contest(measure, f"{pilot}/{one}", f"{pilot}/{other}"), False

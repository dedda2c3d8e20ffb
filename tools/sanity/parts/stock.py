"""Stock designs against each other, among teams that are equals."""

from __future__ import annotations

from itertools import combinations

from tools.sanity.book_measure import StockGroup
from tools.sanity.contests import Contest, pair_result
from tools.sanity.estimates import FEWEST_PAIRS, NARROW, Estimate, estimate
from tools.sanity.findings import PartFindings
from tools.sanity.parts.plan import Plan
from tools.stock_matches import book_ruleset

PART = "stock"
COLUMNS = ("among", "team", "share", "pairs", "verdict")
LEAST_SHARE, MOST_SHARE = 0.2, 0.8
"""The bounds of a design's share among its equals."""
BATCH = 6
"""The pairs that every two teams play before the shares are looked at."""


def measure_stock(plan: Plan) -> PartFindings:
    """The share of each team against all others of its group; one outside the bounds is a problem."""
    found = PartFindings(part=PART, columns=COLUMNS)
    for group in plan.measure.stock:
        if not plan.wants(group.what):
            continue
        for team, share in round_robin(plan, group).items():
            verdict = verdict_on(share) if group.is_judged else ""
            problem = f"{team} is {verdict} among {group.what}: it wins {share}." if verdict.startswith("too") else ""
            is_open = verdict == "open"
            found.add(group.what, team, str(share), str(share.pairs), verdict, problem=problem, is_open=is_open)
    return found


def verdict_on(share: Estimate) -> str:
    """Whether a share fits the bounds; `open` while more pairs could tell."""
    if not is_clear_of_bounds(share):
        return "open"
    if share.share < LEAST_SHARE:
        return "too weak"
    return "too strong" if share.share > MOST_SHARE else "fits"


def round_robin(plan: Plan, group: StockGroup) -> dict[str, Estimate]:
    """The share of each team, from as many pairs of every two teams as it takes to be sure of its verdict."""
    stock = book_ruleset(plan.measure.name).stock_designs()
    sides = {
        team: plan.measure.stock_side([stock[name] for name in designs]) for team, designs in group.teams.items()
    }
    contests = {
        (one, other): Contest(
            name=f"{group.what}: {one} against {other}",
            book=plan.measure.name,
            fixtures=plan.measure.fixtures(group.events),
            sides=(sides[one], sides[other]),
            pilots=(plan.pilot, plan.pilot) if plan.pilot else (),
        )
        for one, other in combinations(sides, 2)
    }
    results: dict[str, list[float]] = {team: [] for team in sides}
    played = 0
    most = plan.sampler.most_pairs
    while True:
        tasks = [(meeting, seed) for meeting in contests for seed in plan.sampler.seeds(BATCH, after=played)]
        played_pairs = plan.sampler.map(_result, [(contests[meeting], seed) for meeting, seed in tasks])
        for ((one, other), _), result in zip(tasks, played_pairs, strict=True):
            results[one].append(result)
            results[other].append(1 - result)
        played += BATCH
        shares = {team: estimate(own) for team, own in results.items()}
        if all(map(is_clear_of_bounds, shares.values())) or (
            most and all(share.pairs >= most for share in shares.values())
        ):
            return shares


def _result(task: tuple[Contest, int]) -> float:
    return pair_result(*task)


def is_clear_of_bounds(share: Estimate) -> bool:
    """Whether the interval of a share is on one side of each bound, or narrow, after enough pairs."""
    if share.pairs < FEWEST_PAIRS:
        return False
    crosses = any(share.lowest < bound < share.highest for bound in (LEAST_SHARE, MOST_SHARE))
    return not crosses or share.half_width <= NARROW

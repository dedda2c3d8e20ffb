"""What a seat is worth: whether the team listed first wins more than its half, and the team that acts first."""

from __future__ import annotations

from functools import partial

from tools.sanity.contests import Contest, play_contest
from tools.sanity.estimates import EVEN, FEWEST_PAIRS, NARROW, Estimate, estimate
from tools.sanity.findings import PartFindings
from tools.sanity.parts.plan import Plan
from tools.stock_matches import fixture_name

PART = "seats"
COLUMNS = ("event", "map", "who", "share", "matches", "verdict")
BATCH = 100
"""The matches that are played before the shares are looked at again."""
MOST_ADVANTAGE = 0.1
"""The most by which a seat may win more or less than half."""


def measure_seats(plan: Plan) -> PartFindings:
    """The share of the team listed first and of the team that acts first, on each map."""
    found = PartFindings(part=PART, columns=COLUMNS)
    measure = plan.measure
    for fixture in measure.fixtures():
        name = fixture_name(fixture)
        if not plan.wants(f"{fixture.event}, {name}"):
            continue
        contest = Contest(
            name=f"seats {fixture.event} {name}",
            book=measure.name,
            fixtures=(fixture,),
            sides=(measure.side(), measure.side()),
            pilots=(plan.pilot, plan.pilot) if plan.pilot else (),
        )
        for who, share in zip(("listed first", "acts first"), _estimates(plan, contest), strict=True):
            unfair = _is_unfair(share)
            problem = f"The team that is {who} wins {share} of {fixture.event} on {name}." if unfair else ""
            found.add(
                fixture.event,
                name,
                who,
                str(share),
                str(share.pairs),
                "unfair" if unfair else "fair",
                problem=problem,
            )
    return found


def _estimates(plan: Plan, contest: Contest) -> tuple[Estimate, Estimate]:
    """The share of the team listed first, and of the team that acts first, from as many matches as it takes."""
    most = plan.sampler.most_pairs
    results: list[tuple[float, float]] = []
    while True:
        count = min(BATCH, most - len(results)) if most else BATCH
        results += plan.sampler.map(partial(_shares, contest), plan.sampler.seeds(count, after=len(results)))
        listed, acting = (estimate(shares) for shares in zip(*results, strict=True))
        if (_is_enough(listed) and _is_enough(acting)) or (most and len(results) >= most):
            return listed, acting


def _shares(contest: Contest, seed: int) -> tuple[float, float]:
    played = play_contest(contest, seed)
    first_car = next((order[1] for order in played.play.log.orders), "team1")
    return played.share_of("team1"), played.share_of(first_car.partition(".")[0])


def _is_unfair(share: Estimate) -> bool:
    """Whether the whole interval is outside the bounds, after enough matches."""
    outside = share.lowest > EVEN + MOST_ADVANTAGE or share.highest < EVEN - MOST_ADVANTAGE
    return share.pairs >= FEWEST_PAIRS and outside


def _is_enough(share: Estimate) -> bool:
    bounds = (EVEN - MOST_ADVANTAGE, EVEN + MOST_ADVANTAGE)
    crosses = any(share.lowest < bound < share.highest for bound in bounds)
    return share.pairs >= FEWEST_PAIRS and (not crosses or share.half_width <= NARROW)

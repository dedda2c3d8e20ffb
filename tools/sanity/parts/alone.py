"""A car alone on a circuit, which should get home."""

from __future__ import annotations

from functools import partial

from tools.sanity.contests import play_contest
from tools.sanity.fields import Field
from tools.sanity.findings import PartFindings
from tools.sanity.parts.plan import Plan

PART = "alone"
COLUMNS = ("map", "races", "cars that finish", "rounds")
LEAST_FINISHING = 0.8
"""The share of cars that should finish."""


def measure_alone(plan: Plan) -> PartFindings:
    """The share of cars that finish alone on each circuit; too small a one is a problem."""
    found = PartFindings(part=PART, columns=COLUMNS)
    measure = plan.measure
    for fixture in measure.fixtures([measure.race]) if measure.race else ():
        field = Field(book=measure.name, fixture=fixture, teams=1, cars=1, pilot=plan.pilot)
        name = field.map_name
        if not plan.wants(name):
            continue
        races = plan.sampler.map(partial(_race_result, field), plan.sampler.seeds(plan.matches))
        share = sum(finished for finished, _ in races) / len(races)
        problem = f"Alone on {name}, {100 * share:.0f} % of cars finish." if share < LEAST_FINISHING else ""
        rounds = sum(rounds for _, rounds in races) / len(races)
        found.add(name, str(len(races)), f"{100 * share:.0f} %", f"{rounds:.1f}", problem=problem)
    return found


def _race_result(field: Field, seed: int) -> tuple[bool, int]:
    """Whether the car of a seed finishes, and the rounds that were played."""
    play = play_contest(field.contest(seed), seed).play
    return any(entry.kind == "finish" for entry in play.log.entries), len(play.log.digests)

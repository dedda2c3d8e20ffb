"""How a season moves to its next step. Rule DM-C-093."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import STEP_NAMES
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Season


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonStepReached(Fact):
    """The season went on to its next step."""

    says = "The season went on to {step_name}."
    step: str
    step_name: str


def reach_step(season: Season, step: str) -> Fact:
    """Move the season to a step and return the fact."""
    season.step = step
    return SeasonStepReached(rule="DM-C-093", step=step, step_name=STEP_NAMES[step])

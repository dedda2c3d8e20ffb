"""Advance a season for a commissioner: their next steps are given, and seats without an owner answer in between.

This never skips what owners are asked: they have until their deadline, or until a commissioner ends it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from journal import perform
from journal.state.visible import load_visible_state
from journal.writer import BatchResult
from league.access import viewer_of_actor
from league.models import Batch, Membership, Season
from league.queries.round_plans import with_planned_matches
from rules.campaign.core.command import Command
from rules.campaign.steward import next_commissioner_command
from scheduling.automatic_steps import run_automatic_steps

MOST_STEPS = 40
"""The most steps that one advance gives on the commissioner's behalf: a round of a large league has fewer."""
ADVANCE_REASON = "The commissioner pressed on: the season needed it."
"""The reason recorded for a house act that an advance gave; everybody may read it (HOUSE-007)."""


@dataclass(frozen=True, slots=True)
class AdvanceResult:
    """The result of an advance: the commissioner's own steps, and all answers in order."""

    steps: list[Command] = field(default_factory=list)
    answers: list[BatchResult] = field(default_factory=list)


def advance_season(
    season_id: str, *, member: Membership, at: datetime, key: str, most: int = MOST_STEPS, words: str = ""
) -> AdvanceResult:
    """Give the commissioner's next steps, at most `most`, until people are asked or a match is to be played.

    Before and after each step the calendar gives what it may: seats without an owner answer by their standing orders.
    Repeating a call with the same `key` gives nothing twice. `words` were made by the sender's browser. Raises what
    `perform` raises; what was given before that is kept.
    """
    result, viewer = AdvanceResult(), viewer_of_actor(member.league_id, member.handle)
    if Batch.objects.filter(season_id=season_id, key=f"{key}.0").exists():
        return result
    result.answers.extend(run_automatic_steps(season_id, at=at, pressed=True))
    for number in range(most):
        row = Season.objects.get(pk=season_id)
        visible, _ = load_visible_state(row, viewer)
        step = with_planned_matches(next_commissioner_command(visible), row.pk, visible)
        if step is None:
            break
        answer = perform(
            season_id,
            [step],
            actor=member.handle,
            at=at,
            key=f"{key}.{number}",
            reason=ADVANCE_REASON,
            seen=row.length,
            words=words,
        )
        result.steps.append(step)
        result.answers.append(answer)
        result.answers.extend(run_automatic_steps(season_id, at=at, pressed=True))
    return result

"""The commissioner presses on: he gives his next steps himself, and seats that nobody owns answer in between.

What owners are asked is never pressed past: their time is their own until a deadline or a commissioner ends it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from league.access import viewer_called
from league.clock.running import go_on
from league.journal import perform
from league.journal.visible_state import seen_by
from league.journal.writer import Answer
from league.models import Batch, Membership, Season
from league.queries.plans import as_planned
from rules.campaign.core.command import Command
from rules.campaign.steward import next_commissioner_command

MOST_STEPS = 40
"""The most of a commissioner's steps one press gives: a round of a large league has fewer."""
REASON = "The commissioner pressed on: the season needed it."
"""Why a house act was given that a press came to; everybody may read it (HOUSE-007)."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a press came to: the commissioner's own steps, and all answers in their order."""

    steps: list[Command] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)


def press_on(
    season_id: str, *, member: Membership, at: datetime, key: str, most: int = MOST_STEPS, words: str = ""
) -> Pressed:
    """Give a commissioner's next steps, at most so many, until people are asked or a match is to be played.

    Before and after each, the calendar gives what it may: seats without an owner answer by their standing orders. The
    same press under the same `key` gives nothing twice. `words` are those that its sender's browser made. Raises what
    `perform` raises; what was given before stands.
    """
    pressed, viewer = Pressed(), viewer_called(member.league_id, member.handle)
    if Batch.objects.filter(season_id=season_id, key=f"{key}.0").exists():
        return pressed
    pressed.answers.extend(go_on(season_id, at=at, pressed=True))
    for number in range(most):
        row = Season.objects.get(pk=season_id)
        now, _ = seen_by(row, viewer)
        step = as_planned(next_commissioner_command(now), row.pk, now)
        if step is None:
            break
        given = perform(
            season_id,
            [step],
            actor=member.handle,
            at=at,
            key=f"{key}.{number}",
            reason=REASON,
            seen=row.length,
            words=words,
        )
        pressed.steps.append(step)
        pressed.answers.append(given)
        pressed.answers.extend(go_on(season_id, at=at, pressed=True))
    return pressed

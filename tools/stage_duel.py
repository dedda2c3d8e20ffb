"""Stages a duel at a referee's table for the tour, through the table's own entry points."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from league.models import Duel, Membership, Season
from league.pages.duels.actions import act_at_table
from league.pages.duels.opening import Entrant, open_duel

ENTRANTS = ("Razor Jane", "Saint Otto", "Grey Wolf", "The Widow")
EVENTS: tuple[tuple[int, dict[str, Any]], ...] = (
    (1, {"type": "hit", "by": "razor-jane", "on": "saint-otto", "hazard": True}),
    (2, {"type": "checkpoint", "by": "grey-wolf", "name": "north gate"}),
    (3, {"type": "burn_modifier", "by": "razor-jane", "on": "saint-otto", "modifier": 6, "turns": 2}),
    (3, {"type": "fire_roll", "on": "saint-otto", "roll": 5}),
    (4, {"type": "control", "of": "the-widow", "state": "skidding"}),
    (4, {"type": "kill", "on": "saint-otto", "part": "destroyed", "because": {"type": "burned"}}),
    (5, {"type": "control", "of": "the-widow", "state": "controlled"}),
)
"""What happened, with the phase of the first turn."""


def stage_duel(season: Season, boss: Membership, *, at: datetime) -> Duel:
    """Open a duel of four vehicles, and play its first turn."""
    duel = open_duel(
        season,
        title="Saturday at the quarry",
        match="",
        entrants=[Entrant(name=name, occupants=2, speed=30) for name in ENTRANTS],
        speeds={},
        arena={"checkpoints": ["north gate"], "targets": [], "jumps": []},
        actor=boss.handle,
        key="staged",
        at=at,
    )
    actions = [
        {"key": f"event {number}", "act": "enter", "event": {"turn": 1, "phase": phase, **event}}
        for number, (phase, event) in enumerate(EVENTS)
    ]
    closes = [{"key": f"close {phase}", "act": "close", "phase": phase} for phase in range(1, 5)]
    ordered = [
        action
        for phase in range(1, 6)
        for action in (
            *(action for action, (at_phase, _) in zip(actions, EVENTS, strict=True) if at_phase == phase),
            *closes[phase - 1 : phase],
        )
    ]
    for result in act_at_table(duel, ordered, actor=boss.handle, at=at):
        assert result.ok, result.sentence  # noqa: S101 - the tour shows no duel that was refused
    return duel

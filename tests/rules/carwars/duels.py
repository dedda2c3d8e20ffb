"""Duels in short: vehicles by their letters, events by turn and phase."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from rules.carwars.scoring.causes import Attack, Cause
from rules.carwars.scoring.duel import Arena, Duel, Duelist
from rules.carwars.scoring.events import Armed, ControlState, Crew, DuelEvent, Hit, Kill, Speed
from rules.carwars.scoring.score import ScoreSheet, score_duel
from rules.carwars.scoring.settings import ScoringSettings


def duel(letters: str = "abc", *, arena: Arena | None = None, crews: int = 1, **settings: Any) -> Duel:
    """A duel of vehicles named by letters, each for itself."""
    return Duel(
        tuple(Duelist(id=letter, occupants=crews) for letter in letters),
        replace(ScoringSettings(), **settings),
        arena or Arena(),
    )


def at(index: int, *, phases_per_turn: int = 5) -> dict[str, int]:
    """The turn and phase of a phase's number."""
    turn, phase = divmod(index - 1, phases_per_turn)
    return {"turn": turn + 1, "phase": phase + 1}


def hit(phase: int, by: str, on: str, *, hazard: bool = False) -> Hit:
    return Hit(**at(phase), by=by, on=on, hazard=hazard)


def kill(phase: int, on: str, because: Cause | str, part: Any = "destroyed", **more: Any) -> Kill:
    """A kill; a letter as the cause is an attack by that vehicle."""
    cause = Attack(by=because) if isinstance(because, str) else because
    return Kill(**at(phase), on=on, part=part, because=cause, **more)


def speed(phase: int, of: str, mph: int) -> Speed:
    return Speed(**at(phase), of=of, mph=mph)


def control(phase: int, of: str, state: Any) -> ControlState:
    return ControlState(**at(phase), of=of, state=state)


def crew(phase: int, of: str, alive: int, *, can_drive: bool | None = None) -> Crew:
    return Crew(**at(phase), of=of, alive=alive, can_drive=alive > 0 if can_drive is None else can_drive)


def disarmed(phase: int, of: str) -> Armed:
    return Armed(**at(phase), of=of, can_fire=False)


def scored(table: Duel, *events: DuelEvent, closed: int | None = None) -> ScoreSheet:
    return score_duel(table, events, closed=closed)


def kill_points(sheet: ScoreSheet) -> dict[str, Fraction]:
    """What kills brought and cost each vehicle; those with nothing are left out."""
    return {id: score.kill_points for id, score in sheet.scores.items() if score.kill_points}


def reasons(sheet: ScoreSheet, kind: str) -> list[tuple[int, str, str, Fraction]]:
    """The lines of a kind: phase, vehicle, rule and points."""
    return [(line.phase, line.duelist, line.rule, line.points) for line in sheet.lines if line.kind == kind]

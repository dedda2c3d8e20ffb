"""Schemas of a league's calendar."""

from __future__ import annotations

from typing import Literal

import msgspec


class LeagueCalendarOut(msgspec.Struct, frozen=True, kw_only=True):
    """How a league keeps time and accepts results; `kept` says whether it has a calendar of its own at all."""

    league: str
    kept: bool
    """Whether a calendar was ever set; without one there are no deadlines, and these are the house's own values."""
    time_zone: str
    """Name of the time zone the league goes by, such as Europe/Berlin."""
    hours: dict[str, int]
    """How many hours each window is open, by its step, such as M3."""
    unattended: bool
    """Whether the clock gives the commissioner's commands as well when they are due."""
    results: str
    """Who reports a match that is not played here: `reported` by people, or drawn by a `stand_in`."""
    reminder_hours: int
    """How many hours before a deadline members are reminded."""
    agreed_hours: int | None
    """Hours after which an undisputed report is accepted by itself; null leaves it to a commissioner."""
    least_evidence: str
    """Worst grade of evidence that is accepted without a reason; empty where any is."""
    appeal_hours: int
    """Hours for which teams may appeal against a result; 0 for never."""
    missed_hours: int
    """Hours after an agreed time when a match without a report counts as missed; 0 for never."""
    standing_reveal: str
    """Day and time at which rounds are revealed, such as `SAT 20:00`; empty where they are played once locked."""
    paused: tuple[str, ...]
    """Steps that are paused; `*` stands for the whole league."""


class LeagueCalendarIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be different in a league's calendar; what is left out or null stays as it is."""

    time_zone: str | None = None
    """Name of a time zone, such as Europe/Berlin."""
    hours: dict[str, int | None] | None = None
    """Hours of windows by their step; null gives a step the house's own hours."""
    unattended: bool | None = None
    """Whether the clock is to give the commissioner's commands as well."""
    results: Literal["reported", "stand_in"] | None = None
    """Who reports a match that is not played here."""
    reminder_hours: int | None = None
    """How many hours before a deadline members are reminded."""
    agreed_hours: int | None = None
    """Hours after which an undisputed report is accepted by itself; -1 leaves it to a commissioner."""
    least_evidence: str | None = None
    """Worst grade of evidence that is accepted without a reason, or `any`."""
    appeal_hours: int | None = None
    """Hours for which teams may appeal against a result; 0 for never."""
    missed_hours: int | None = None
    """Hours after an agreed time when a match without a report counts as missed; 0 for never."""
    standing_reveal: str | None = None
    """Day and time at which rounds are revealed, such as `SAT 20:00`; empty for none."""

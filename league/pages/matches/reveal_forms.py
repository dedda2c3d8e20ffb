"""The forms about reveals on the schedule: of one round, and the standing time of a league."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django import forms

from league.models import Calendar
from league.pages.command_forms.fields import LenientChoiceField
from league.pages.season.reveals import RevealPanel
from league.queries.reveals import DAY_NAMES, UNPLAYED_STEPS
from league.queries.standings import Fixture
from scheduling.calendar import format_local_time, zone_of
from scheduling.standing_reveals import line_ups_close_at
from scheduling.watch_parties import BEFORE_LOCK

USUAL_CLOCK = "20:00"
"""The time of day that is proposed for reveals."""
DAYS = {day: f"{name}s" for day, name in DAY_NAMES.items()}


@dataclass(frozen=True, slots=True)
class RefusedReveal:
    """What a commissioner asked about the reveal of a round, and why it was refused."""

    round: int
    until: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealForm:
    """What a commissioner may do about the reveal of a round."""

    round: int
    until: str
    """The value of the field for the time, in the league's time."""
    seen: str
    """The time that the round is to be revealed when the form is shown, "" for none."""
    zone: str
    """The league's time zone, in which the time is meant."""
    closes: str
    """When the line-ups of the round close, "" if that is not known or they are locked."""
    pending: bool
    """Whether the round is held back now, so that its reveal can be moved and called off."""
    locked: bool
    """Whether all its line-ups are locked, so that it can be revealed now."""
    refusal: str


class StandingRevealForm(forms.Form):
    """On which day of the week and when every round is revealed."""

    use_required_attribute = False

    day = LenientChoiceField(
        label="The matches of a round are revealed together",
        choices=[("", "no, each once its line-ups are locked"), *((day, f"on {name}") for day, name in DAYS.items())],
    )
    clock = forms.TimeField(
        label="At",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text="League time; the first one after the line-ups\u2019 deadline. For matches that the site plays. A "
        "single round has a time of its own under \u201cMake it a watch party\u201d, once it is announced.",
    )

    def __init__(self, calendar: Calendar) -> None:
        day, _, clock = calendar.standing_reveal.partition(" ")
        super().__init__(label_suffix="", initial={"day": day, "clock": clock or USUAL_CLOCK})


def reveal_form(
    calendar: Calendar,
    number: int,
    fixtures: Sequence[Fixture],
    *,
    season_id: str,
    reveal: RevealPanel | None,
    refused: RefusedReveal | None,
    at: datetime,
) -> RevealForm | None:
    """The form of a round with these matches; None if nothing can be set about its reveal any more."""
    steps = {fixture.id: fixture.step for fixture in fixtures if fixture.ruleset and fixture.step != "void"}
    pending = reveal is not None and reveal.ahead
    own = refused if refused is not None and refused.round == number else None
    possible = steps and all(step in (UNPLAYED_STEPS if pending else BEFORE_LOCK) for step in steps.values())
    if not possible or (reveal is not None and not pending):
        return None
    by_short_id = {id.rpartition("/")[2]: step for id, step in steps.items()}
    closes = line_ups_close_at(season_id, by_short_id, calendar, at=at)
    return RevealForm(
        round=number,
        until=own.until if own else reveal.field if reveal else _usual_time(calendar, closes or at),
        seen=reveal.at.isoformat() if reveal else "",
        zone=calendar.time_zone.replace("_", " "),
        closes="" if closes is None else format_local_time(calendar, closes),
        pending=pending,
        locked=all(step not in BEFORE_LOCK for step in steps.values()),
        refusal=own.sentence if own else "",
    )


def _usual_time(calendar: Calendar, after: datetime) -> str:
    """The first usual time of day after a moment, as the value of a form field in the league's time."""
    local = after.astimezone(zone_of(calendar))
    hour, minute = map(int, USUAL_CLOCK.split(":"))
    usual = local.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return f"{usual if usual >= local else usual + timedelta(days=1):%Y-%m-%dT%H:%M}"

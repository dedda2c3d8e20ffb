"""The form on the schedule about times of matches: the match night, and when a match counts as missed."""

from __future__ import annotations

from django import forms

from league.models import Calendar
from league.pages.command_forms.fields import LenientChoiceField
from league.queries.appointments import match_night_of
from league.queries.reveals import DAY_NAMES

USUAL_CLOCK = "20:00"
MISSED_HOURS = (2, 12, 24, 48)
"""The offered numbers of hours after which a match without a report counts as missed."""


class MatchTimesForm(forms.Form):
    """The evening on which a league usually plays, and how long after an agreed time a match counts as missed."""

    use_required_attribute = False

    night_day = LenientChoiceField(
        label="Match night of the league", choices=[("", "none"), *((day, name) for day, name in DAY_NAMES.items())]
    )
    night_clock = forms.TimeField(
        label="At",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text="League time. Teams that agree on when they play see it as a suggestion.",
    )
    missed = LenientChoiceField(
        label="A match that was not reported counts as missed",
        choices=[("0", "never"), *((str(hours), f"{hours} hours after its time") for hours in MISSED_HOURS)],
        help_text="You are notified then, and decide what follows. Nothing follows by itself.",
    )

    def __init__(self, calendar: Calendar) -> None:
        night = match_night_of(calendar.league_id)
        day, _, clock = ("" if night is None else night.night).partition(" ")
        missed = str(calendar.missed_hours)
        initial = {"night_day": day, "night_clock": clock or USUAL_CLOCK, "missed": missed}
        super().__init__(label_suffix="", initial=initial)
        choice_field = self.fields["missed"]
        if missed not in {value for value, _ in choice_field.choices}:  # type: ignore[attr-defined] # a choice
            choice_field.choices = [*choice_field.choices, (missed, f"{missed} hours after its time")]  # type: ignore[attr-defined] # a choice

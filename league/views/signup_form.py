"""The form of a new account: with the time zone, for which the browser's is proposed."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import SignupForm
from django import forms

from league.accounts import set_time_zone
from league.times import time_zones


def zone_choices() -> list[tuple[str, str]]:
    """The zones that can be chosen, after none."""
    return [("", "None: each league's time"), *((zone, zone.replace("_", " ")) for zone in time_zones())]


class ZonedSignupForm(SignupForm):
    """Signs a person up, with the time zone they chose, if any. A script proposes the browser's."""

    time_zone = forms.ChoiceField(
        label="Your time zone",
        required=False,
        choices=zone_choices,
        help_text="Pages and mail show times in it. You can change it under Your account.",
    )
    field_order = ("username", "email", "password1", "time_zone")

    def save(self, request: Any) -> Any:
        """Make the account, and set its time zone if one was chosen."""
        user = super().save(request)
        if zone := self.cleaned_data["time_zone"]:
            set_time_zone(user=user, name=zone)
        return user

"""The form that founds a league: only the name is required, everything else has sensible defaults."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy

from league.founding import (
    FEWEST_FRANCHISES,
    MOST_FRANCHISES,
    SEASON_KINDS,
    FoundingRequest,
    resolver_choices,
    season_kind,
)
from league.pages.base_context import Breadcrumb
from league.pages.command_forms.base import new_key
from league.queries.season_leaves import BEACON, BEACON_LIVE, LEAVES, REVEAL
from rules.campaign.core.names import LONGEST_TEXT
from rules.campaign.founding.season_start import MOST_ROUNDS

DEFAULT_FRANCHISES = 8
PUBLIC, MEMBERS = "everybody", "members"


def dice_levels(*, beacon: bool) -> dict[str, tuple[str, str]]:
    """What a season's dice may rest on: the values of `Season.dice`, each with a name and a description.

    The two kinds that need the beacon are left out unless `beacon` says it is reachable.
    """
    levels = {
        LEAVES: (
            gettext("Words."),
            gettext("Dice fall at once. Each act brings random numbers from its sender's browser that go into them."),
        ),
        BEACON: (
            gettext("The public beacon."),
            gettext("Nobody foresees or chooses dice. They fall seconds after an owner acts, minutes after others."),
        ),
        BEACON_LIVE: (
            gettext("The public beacon, for leagues that meet live."),
            gettext("The same, and nobody waits for more than a minute."),
        ),
        REVEAL: (
            gettext("Words that are revealed, for leagues that meet live."),
            gettext("Dice fall by secret words of all who are there. Nobody foresees them if one is honest."),
        ),
    }
    return {dice: texts for dice, texts in levels.items() if beacon or dice not in (BEACON, BEACON_LIVE)}


class FoundingForm(forms.Form):
    """The founder's choices. Fields left empty have the defaults the form showed."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=60, initial=new_key)
    name = forms.CharField(
        label=gettext_lazy("Name of the league"),
        max_length=LONGEST_TEXT,
        help_text=gettext_lazy("Its address is made of it, and stays."),
    )
    kind = forms.ChoiceField(label=gettext_lazy("Kind of season"), widget=forms.RadioSelect, required=False)
    franchises = forms.IntegerField(
        label=gettext_lazy("Franchises"),
        min_value=FEWEST_FRANCHISES,
        max_value=MOST_FRANCHISES,
        required=False,
        help_text=gettext_lazy(
            "Each has a name and its seed money at once. Seats without an owner run on standing orders."
        ),
    )
    own_seat = forms.BooleanField(label=gettext_lazy("I run one of them myself"), required=False)
    resolver = forms.ChoiceField(label=gettext_lazy("Who resolves the matches"), required=False)
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=gettext_lazy("Empty: as many as its kind."),
    )
    shown = forms.ChoiceField(
        label=gettext_lazy("Who may read it"),
        widget=forms.RadioSelect,
        choices=[
            (PUBLIC, gettext_lazy("Everybody")),
            (MEMBERS, gettext_lazy("Members only: to others it does not exist")),
        ],
        required=False,
    )
    dice = forms.ChoiceField(label=gettext_lazy("What its dice rest on"), widget=forms.RadioSelect, required=False)
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone of its deadlines"), required=False)
    unattended = forms.BooleanField(
        label=gettext_lazy("The calendar takes the commissioner's steps"),
        required=False,
        help_text=gettext_lazy("The season goes on by itself when windows are over. Without it, you say when."),
    )

    def __init__(self, given: QueryDict | None = None, *, beacon: bool = False) -> None:
        initial = {
            "kind": SEASON_KINDS[0].id,
            "franchises": DEFAULT_FRANCHISES,
            "shown": PUBLIC,
            "time_zone": "UTC",
            "dice": LEAVES,
        }
        super().__init__(given, initial=initial, label_suffix="")
        words = '<span><strong>{}</strong> <span class="faint">{}</span></span>'
        kinds = [(kind.id, format_html(words, kind.name, kind.says)) for kind in SEASON_KINDS]
        zones = [(zone, zone.replace("_", " ")) for zone in sorted(available_timezones())]
        self._offer("kind", kinds)
        self._offer(
            "dice", [(level, format_html(words, *texts)) for level, texts in dice_levels(beacon=beacon).items()]
        )
        if not beacon:
            why = gettext(
                "This server does not reach the public beacon now, so that dice cannot wait for it. "
                "It is tried again in ten minutes."
            )
            self.fields["dice"].help_text = why
            self.fields["dice"].error_messages["invalid_choice"] = why
        self._offer("resolver", [("", gettext("As the kind of season says")), *resolver_choices()])
        self._offer("time_zone", zones)

    def _offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = choices

    def to_request(self) -> FoundingRequest:
        """The founding request of a valid form."""
        cleaned_data = self.cleaned_data
        return FoundingRequest(
            name=cleaned_data["name"],
            franchises=cleaned_data["franchises"] if cleaned_data["franchises"] is not None else DEFAULT_FRANCHISES,
            kind=season_kind(cleaned_data["kind"] or SEASON_KINDS[0].id).id,
            rounds=cleaned_data["rounds"],
            resolver=cleaned_data["resolver"],
            public=cleaned_data["shown"] != MEMBERS,
            own_seat=cleaned_data["own_seat"],
            time_zone=cleaned_data["time_zone"] or "UTC",
            unattended=cleaned_data["unattended"],
            dice=cleaned_data["dice"] or LEAVES,
        )

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """The fields that are always visible, in order."""
        return [self[name] for name in ("name", "kind", "franchises", "own_seat", "resolver", "rounds", "shown")]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """The fields that most founders leave at their defaults."""
        return [self[name] for name in ("dice", "time_zone", "unattended")]


def founding_page(form: FoundingForm) -> dict[str, Any]:
    """The context of the page on which a league is founded, with the focus on the first field that has errors."""
    focused = next((name for name in form.fields if name in form.errors), "name")
    form.fields[focused].widget.attrs["autofocus"] = True
    return {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("Found a league")],
        "form": form,
        "more": any(field.errors for field in form.more_fields),
    }

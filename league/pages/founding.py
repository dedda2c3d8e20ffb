"""The form that founds a league: everything has sensible defaults, and the name is the founder's until changed."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.html import format_html

from explain import links
from league.founding import (
    FEWEST_FRANCHISES,
    MOST_FRANCHISES,
    SEASON_KINDS,
    FoundingRequest,
    resolver_choices,
    season_kind,
)
from league.league_templates.contents import contents_from_json
from league.models import LeagueTemplate, NameChange
from league.name_checks import clean_new_name
from league.pages.base_context import Breadcrumb
from league.pages.command_forms.base import new_key
from league.pages.number_fields import WholeNumberField
from league.queries.season_leaves import BEACON, BEACON_LIVE, LEAVES, REVEAL
from league.times import UTC_ZONE, time_zones
from rules.campaign.core.names import LONGEST_TEXT
from rules.campaign.founding.season_start import MOST_ROUNDS
from rules.core.refusals import Refusal

DEFAULT_FRANCHISES = 8
DEFAULT_KIND = "quick"
"""The kind of season for who changes nothing: the matches are played here, and friends are through in three weeks."""
PUBLIC, MEMBERS = "everybody", "members"
READERS = {
    PUBLIC: ("Everybody", "Anybody can follow it. Only its members act in it."),
    MEMBERS: ("Members only", "Nobody else can tell that it exists."),
}
"""Who may read a league: the values of the form, each with a name and a description."""


def dice_levels(*, beacon: bool) -> dict[str, tuple[str, str]]:
    """What a season's dice may rest on: the values of `Season.dice`, each with a name and a description.

    The two kinds that need the beacon are left out unless `beacon` says it is reachable.
    """
    levels = {
        LEAVES: (
            "Words.",
            "Dice fall at once. Random numbers from the browser of the person who acts go into them.",
        ),
        BEACON: (
            "The public beacon.",
            "Nobody foresees or chooses dice. They fall seconds after an owner acts, minutes after others.",
        ),
        BEACON_LIVE: (
            "The public beacon, for leagues that meet live.",
            "The same, but nobody waits for more than a minute.",
        ),
        REVEAL: (
            "Words that are revealed, for leagues that meet live.",
            "Secret words of everybody present go into the dice. Nobody foresees them if one person is honest.",
        ),
    }
    return {dice: texts for dice, texts in levels.items() if beacon or dice not in (BEACON, BEACON_LIVE)}


def name_from_founder(founder: str, *, sent_before: bool = False) -> str:
    """A league's name made from its founder's, such as "Nora’s League", short enough to be one.

    Empty without a name, or if that cannot be a league's name or one on this site is too alike. If the form was
    `sent_before`, a short time ago, it is the same name again, so that the same form founds no second league.
    """
    ending = "’s League"
    owner = founder.strip()[: LONGEST_TEXT - len(ending)]
    if not owner:
        return ""
    name = f"{owner[0].upper()}{owner[1:]}{ending}"
    try:
        return name if sent_before else clean_new_name(name, kind=NameChange.Kind.LEAGUE)
    except Refusal:
        return ""


class FoundingForm(forms.Form):
    """The founder's choices. Fields left empty have the defaults the form showed.

    With a template it shows the template's settings, and asks for no kind of season.
    """

    key = forms.CharField(widget=forms.HiddenInput, max_length=60, initial=new_key)
    name = forms.CharField(
        label="Name of the league",
        max_length=LONGEST_TEXT,
        help_text="The league’s web address is made from it and cannot be changed later.",
    )
    kind = forms.ChoiceField(label="Kind of season", widget=forms.RadioSelect, required=False)
    franchises = WholeNumberField(
        label="Franchises",
        min_value=FEWEST_FRANCHISES,
        max_value=MOST_FRANCHISES,
        required=False,
        help_text="Each gets a name and its seed money at once. Franchises without an owner run on standing orders.",
    )
    own_seat = forms.BooleanField(label="I run one of the franchises myself", required=False)
    resolver = forms.ChoiceField(label="How matches are played", required=False)
    rounds = WholeNumberField(
        label="Rounds",
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text="Left empty, it is the usual number for the kind of season you chose.",
    )
    shown = forms.ChoiceField(
        label="Who may read it",
        widget=forms.RadioSelect,
        required=False,
    )
    dice = forms.ChoiceField(label="Where the dice come from", widget=forms.RadioSelect, required=False)
    time_zone = forms.ChoiceField(label="Time zone of the deadlines", required=False)
    unattended = forms.BooleanField(
        label="The season goes on by itself when a deadline passes",
        required=False,
        help_text="Each step is taken as soon as its time is up, so that nobody holds up a quick season. Without the "
        "tick, the season waits at each step until you, the commissioner, press Go on at the board.",
    )

    template = forms.CharField(widget=forms.HiddenInput, max_length=12, required=False)
    version = WholeNumberField(widget=forms.HiddenInput, required=False)
    left_out = forms.CharField(max_length=64, required=False)

    def __init__(
        self,
        given: QueryDict | None = None,
        *,
        beacon: bool = False,
        founder: str = "",
        sent_before: bool = False,
        template: LeagueTemplate | None = None,
    ) -> None:
        initial: dict[str, Any] = {
            "name": name_from_founder(founder, sent_before=sent_before),
            "kind": DEFAULT_KIND,
            "unattended": True,
            "franchises": DEFAULT_FRANCHISES,
            "shown": PUBLIC,
            "time_zone": UTC_ZONE,
            "dice": LEAVES,
        }
        if template is not None:
            initial |= _template_values(template, beacon=beacon)
        super().__init__(given, initial=initial, label_suffix="")
        words = '<span><strong>{}</strong> <span class="faint">{}</span></span>'
        kinds = [(kind.id, format_html(words, kind.name, kind.says)) for kind in SEASON_KINDS]
        kinds.sort(key=lambda choice: choice[0] != DEFAULT_KIND)
        zones = [(zone, zone.replace("_", " ")) for zone in time_zones()]
        self._offer("kind", kinds)
        self._offer("shown", [(value, format_html(words, *texts)) for value, texts in READERS.items()])
        self._offer(
            "dice", [(level, format_html(words, *texts)) for level, texts in dice_levels(beacon=beacon).items()]
        )
        if not beacon:
            why = (
                "This server cannot reach the public beacon now, a source of random numbers on the internet, "
                "so dice cannot wait for it. The server tries again in ten minutes."
            )
            self.fields["dice"].help_text = why
            self.fields["dice"].error_messages["invalid_choice"] = why
        self._offer("resolver", [("", "As usual for the kind of season"), *resolver_choices()])
        self._offer("time_zone", zones)
        if template is not None:
            del self.fields["kind"]
            self._offer("resolver", [("", "As in the template"), *resolver_choices()])
            self.fields["rounds"].help_text = "Left empty, it is the number in the template."
        self.fields["time_zone"].error_messages["invalid_choice"] = (
            "That is no time zone of a place: choose an area and a city such as Europe/Berlin, or UTC."
        )

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
            kind=season_kind(cleaned_data.get("kind") or DEFAULT_KIND).id,
            rounds=cleaned_data["rounds"],
            resolver=cleaned_data["resolver"],
            public=cleaned_data["shown"] != MEMBERS,
            own_seat=cleaned_data["own_seat"],
            time_zone=cleaned_data["time_zone"] or UTC_ZONE,
            unattended=cleaned_data["unattended"],
            dice=cleaned_data["dice"] or LEAVES,
        )

    @staticmethod
    def shown_request(template: LeagueTemplate) -> FoundingRequest:
        """The request of a form for a template in which nothing is changed."""
        return FoundingRequest(name=template.title, franchises=contents_from_json(template.contents).franchises)

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """The fields that are always visible, in order."""
        return [
            self[name]
            for name in ("name", "kind", "franchises", "own_seat", "unattended", "resolver", "rounds", "shown")
            if name in self.fields
        ]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """The fields that most founders leave at their defaults."""
        return [self[name] for name in ("dice", "time_zone")]


def _template_values(template: LeagueTemplate, *, beacon: bool) -> dict[str, Any]:
    """What the form shows of a template; dice that need the beacon only while it can be reached."""
    contents = contents_from_json(template.contents)
    return {
        "franchises": contents.franchises,
        "rounds": contents.rounds,
        "unattended": contents.calendar.unattended,
        "shown": PUBLIC if contents.public else MEMBERS,
        "dice": contents.dice if contents.dice in dice_levels(beacon=beacon) else LEAVES,
        "template": template.key,
        "version": template.version,
    }


def left_out_digest(left_out: Sequence[str]) -> str:
    """What the form sends if the founder agrees to leave out exactly that."""
    return sha256("\n".join(left_out).encode()).hexdigest()


def founding_page(
    form: FoundingForm, *, template: LeagueTemplate | None = None, left_out: Sequence[str] = ()
) -> dict[str, Any]:
    """The context of the page on which a league is founded, with the focus on the first field that has errors.

    `left_out` has a sentence for everything of the `template` that cannot be applied.
    """
    focused = next((name for name in form.fields if name in form.errors), "name")
    form.fields[focused].widget.attrs["autofocus"] = True
    return {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("Found a league")],
        "form": form,
        "more": any(field.errors for field in form.more_fields),
        "template": template,
        "template_href": links.template_url(template.key) if template is not None else "",
        "left_out": left_out,
        "left_out_digest": left_out_digest(left_out),
    }

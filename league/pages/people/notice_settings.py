"""The page on which a person chooses how notices reach them, and the page that a letter's own link leads to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms

from league.models import PersonalDelivery, PersonalWebhook
from league.pages.base_context import Breadcrumb
from league.pages.webhooks import STATES
from league.queries.match_times import DAY_NAMES
from league.queries.webhooks import state_of
from league.times import time_zones
from scheduling.notices.choices import (
    CHANNEL_NAMES,
    CHANNELS,
    DELIVERIES,
    DELIVERY_NAMES,
    DIGESTS,
    MAIL,
    NOTICE_GROUPS,
    SITE,
    NoticeSettings,
    digest_name,
    person_of,
)
from scheduling.notices.settings import MailListState, groups_of_notices, leagues_of_notices
from webhooks.addresses import LONGEST_ADDRESS, masked_address

NO_ZONE = "None chosen: digests and quiet hours go by UTC"
HOURS = [(str(hour), f"{hour:02}:00") for hour in range(24)]
MESSAGES_LISTED = 5
DEAD = "dead"
"""The state of a message that was given up."""


@dataclass(frozen=True, slots=True)
class ChannelCell:
    """A channel of a group: its name, and its field; None where it cannot be turned off."""

    name: str
    field: Any


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group of notices with a field for each channel."""

    name: str
    summary: str
    cells: tuple[ChannelCell, ...]


@dataclass(frozen=True, slots=True)
class HookMessage:
    """A message to a person's webhook, with what came of it; `again` if a button sends it again."""

    id: int
    kind: str
    state: str
    mark: str
    said: str
    at: datetime
    again: bool


class NoticeSettingsForm(forms.Form):
    """The settings of a person's notices; `typed` is what they sent, and None shows what they have.

    Who has no webhook is not asked when it gets something, and who runs no league not about notices for
    commissioners; what they chose before stays.
    """

    time_zone = forms.ChoiceField(label="Your time zone", required=False)
    digest_hour = forms.ChoiceField(label="Digests come at", choices=HOURS)
    digest_day = forms.ChoiceField(
        label="Weekly digests come on", choices=[(str(day), name) for day, name in enumerate(DAY_NAMES.values())]
    )
    quiet_from = forms.ChoiceField(
        label="Quiet from",
        required=False,
        choices=[("", "No quiet hours"), *HOURS],
    )
    quiet_to = forms.ChoiceField(label="Quiet until", required=False, choices=[("", "—"), *HOURS])
    muted = forms.MultipleChoiceField(
        label="Mute these leagues",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Only what you must act on still comes from a muted league.",
    )
    off_in = forms.MultipleChoiceField(
        label="No mail of these kinds from one league",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="You turned them off from a letter. Untick one to get it again.",
    )

    def __init__(self, user: Any, typed: Any = None) -> None:
        self.person = person_of(user.pk)
        preferences, settings = self.person.preferences, self.person.settings
        self.channels = CHANNELS if settings.webhook else (SITE, MAIL)
        self.channel_names = [CHANNEL_NAMES[channel] for channel in self.channels]
        leagues = leagues_of_notices(user)
        names = {league.pk: league.name for league in leagues}
        off = [
            (f"{league}/{group}", f"{NOTICE_GROUPS[group].name}: {names[league]}")
            for league, group, _ in sorted(settings.choices)
            if league in names and group in NOTICE_GROUPS
        ]
        quiet = settings.quiet or ("", "")
        initial: dict[str, Any] = {
            "time_zone": preferences.time_zone,
            "digest_hour": str(preferences.digest_hour),
            "digest_day": str(preferences.digest_day),
            "quiet_from": str(quiet[0]),
            "quiet_to": str(quiet[1]),
            "muted": [league for league in names if settings.is_muted(league)],
            "off_in": [choice for choice, _ in off],
        }
        groups = groups_of_notices(user)
        for group in groups:
            for channel in self.channels:
                initial[f"{group}-{channel}"] = settings.choices.get(("", group, channel), DELIVERIES[channel][0])
        super().__init__(typed, initial=initial, label_suffix="")
        self._offer("time_zone", [("", NO_ZONE), *((zone, zone.replace("_", " ")) for zone in time_zones())])
        self._offer("muted", list(names.items()))
        self._offer("off_in", off)
        self.rows = [self._row(group) for group in groups]

    def values(self) -> dict[str, Any]:
        """What was chosen, as `save_notice_settings` takes it; call it on a valid form."""
        cleaned = self.cleaned_data
        kept, quiet = self.person.settings.choices, (cleaned["quiet_from"], cleaned["quiet_to"])
        return {
            "time_zone": cleaned["time_zone"],
            "digest_hour": int(cleaned["digest_hour"]),
            "digest_day": int(cleaned["digest_day"]),
            "quiet": (int(quiet[0]), int(quiet[1])) if all(quiet) else None,
            "choices": {
                **{(group, channel): chosen for (league, group, channel), chosen in kept.items() if not league},
                **{
                    (group, channel): cleaned[f"{group}-{channel}"]
                    for group in NOTICE_GROUPS
                    for channel in self.channels
                    if f"{group}-{channel}" in self.fields
                },
            },
            "muted": cleaned.get("muted", []),
            "off_in": [tuple(choice.rsplit("/", 1)) for choice in cleaned.get("off_in", [])],
        }

    def clean(self) -> dict[str, Any]:
        """Both ends of quiet hours, or neither."""
        cleaned = super().clean() or {}
        if bool(cleaned.get("quiet_from")) is not bool(cleaned.get("quiet_to")):
            self.add_error("quiet_to", "Quiet hours have a beginning and an end: choose both, or neither.")
        return cleaned

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = choices
        if not choices:
            del self.fields[name]

    def _row(self, group: str) -> GroupRow:
        found = NOTICE_GROUPS[group]
        cells = []
        for channel in self.channels:
            name = f"{group}-{channel}"
            if channel == SITE and found.asks:
                cells.append(ChannelCell(CHANNEL_NAMES[channel], None))
                continue
            field = forms.ChoiceField(
                label=f"{found.name}, {CHANNEL_NAMES[channel].lower()}",
                choices=[(delivery, DELIVERY_NAMES[delivery]) for delivery in DELIVERIES[channel]],
            )
            self.fields[name] = field
            cells.append(ChannelCell(CHANNEL_NAMES[channel], self[name]))
        return GroupRow(found.name, found.summary, tuple(cells))


class PersonalWebhookForm(forms.Form):
    """The address of a person's own webhook, and the format of its messages."""

    address = forms.URLField(
        label="Address",
        max_length=LONGEST_ADDRESS,
        assume_scheme="https",
        help_text="It begins with https://. This page shows only its host.",
    )
    shape = forms.ChoiceField(
        label="Format",
        choices=[
            (PersonalWebhook.Shape.DISCORD, "A message in a Discord channel"),
            (PersonalWebhook.Shape.STANDARD, "Standard Webhooks, for programs"),
        ],
    )

    def __init__(self, typed: Any = None) -> None:
        super().__init__(typed, label_suffix="", prefix=None)


def notice_settings_page(
    *,
    form: NoticeSettingsForm,
    at: datetime,
    hook_form: PersonalWebhookForm | None = None,
    refusal: str = "",
    secret: str = "",
) -> dict[str, Any]:
    """The context of the settings page of the form's person.

    `refusal` is why nothing was saved, `secret` one that was just made.
    """
    person = form.person
    hook = person.hook
    messages = [] if hook is None else list(hook.deliveries.order_by("-pk")[:MESSAGES_LISTED])
    return {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("Your account", "/me/"), Breadcrumb("Notices")],
        "form": form,
        "hook": hook,
        "hook_host": masked_address(hook.address) if hook else "",
        "hook_form": hook_form or PersonalWebhookForm(),
        "hook_messages": [
            _hook_message(message, is_active=hook is not None and hook.stopped_at is None) for message in messages
        ],
        "digests": next_digests(person.settings, at=at),
        "failure": person.failure,
        "refusal": refusal,
        "secret": secret,
    }


def next_digests(settings: NoticeSettings, *, at: datetime) -> list[tuple[str, datetime]]:
    """The digests that a person's settings ask for by mail, each with when the next one would come."""
    wanted = {settings.delivery(group, MAIL) for group in NOTICE_GROUPS}
    return [
        (f"Your {digest_name([delivery])}", settings.digest_time(delivery, after=at))
        for delivery in DIGESTS
        if delivery in wanted
    ]


def unsubscribe_page(state: MailListState | None, *, ended: str = "") -> dict[str, Any]:
    """The context of the page that a letter's link leads to; `state` is None where there is nothing to turn off.

    `ended` is why, where its league or account is gone.
    """
    crumbs = [Breadcrumb("Leagues", "/"), Breadcrumb("Mail")]
    context: dict[str, Any] = {"crumbs": crumbs, "known": state is not None, "ended": ended}
    if state is None:
        return context
    group, digests = NOTICE_GROUPS.get(state.mail_list.group), state.mail_list.digests
    subject = (
        f"your {digest_name(digests)}{'s' if len(digests) > 1 else ''}"
        if group is None or state.league is None
        else f"mail from {state.league.name} about: {group.name}"
    )
    return {**context, "subject": subject, "off": state.off, "asks": group is not None and group.asks}


def _hook_message(message: PersonalDelivery, *, is_active: bool) -> HookMessage:
    state = state_of(message)
    return HookMessage(
        id=message.pk,
        kind=message.kind,
        state=state,
        mark=STATES[state],
        said=message.said,
        at=message.made_at,
        again=state == DEAD and is_active,
    )

"""Schemas of a person's notice settings."""

from __future__ import annotations

from typing import Literal

import msgspec

Group = Literal[
    "waits",
    "answered",
    "results",
    "times",
    "season",
    "trades",
    "appeals",
    "rulings",
    "announcements",
    "commissioners",
]
Delivery = Literal["now", "daily", "weekly", "off"]


class QuietHours(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Full hours of the person's day between which nothing is mailed at once."""

    begin: int
    """Hour at which they begin, 0 to 23."""
    end: int
    """Hour at which they end, 0 to 23, another than they begin."""


class GroupChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When the notices of a group come by each channel."""

    group: Group
    """Group of notices, as listed in the documents about notices."""
    site: Literal["now", "off"] = "now"
    """In the inbox on the site; groups that ask for an answer are always there."""
    mail: Delivery = "now"
    """By mail."""
    webhook: Delivery = "now"
    """By the person's own webhook, if they have one."""


class LeagueMailOff(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of which nothing is mailed from one league."""

    league: str
    """Id of the league."""
    group: Group
    """Group of notices."""


class NoticeSettingsIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of a person's notices; what is left out becomes the default."""

    time_zone: str = ""
    """Time zone of digests and quiet hours, such as Europe/Berlin; empty for UTC."""
    digest_hour: int = 9
    """Full hour at which digests come, 0 to 23."""
    digest_day: int = 0
    """Day on which weekly digests come, 0 for Monday."""
    quiet: QuietHours | None = None
    """Quiet hours; null for none."""
    groups: tuple[GroupChoice, ...] = ()
    """Groups that are not all at once; those left out are."""
    muted: tuple[str, ...] = ()
    """Ids of leagues of which only what asks for an answer comes."""
    mail_off: tuple[LeagueMailOff, ...] = ()
    """Groups of which nothing is mailed from one league."""


class NoticeSettingsOut(msgspec.Struct, frozen=True, kw_only=True):
    """How notices reach the token's person, in all of their leagues."""

    time_zone: str
    """Time zone of digests and quiet hours; empty where none is chosen, which means UTC."""
    digest_hour: int
    """Full hour at which digests come."""
    digest_day: int
    """Day on which weekly digests come, 0 for Monday."""
    quiet: QuietHours | None
    """Quiet hours; null for none."""
    groups: tuple[GroupChoice, ...]
    """A line for each group."""
    muted: tuple[str, ...]
    """Ids of leagues of which only what asks for an answer comes."""
    mail_off: tuple[LeagueMailOff, ...]
    """Groups of which nothing is mailed from one league, since they were turned off from a letter."""
    mail_reaches: bool
    """Whether the person's address takes mail; false after a mail server refused it for good."""
    webhook: bool
    """Whether the person has a webhook of their own that takes messages."""

"""Typed values for what a league is run by, such as standing orders, the clock, invitations and notices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dethmetal_client.shapes import Receipt, Trial


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingOrders:
    """What a franchise wants done where it does not answer. A policy that is left out has its value in `defaults`.

    `tag` is for `if_match`; it is empty in the answer to a change.
    """

    franchise: str
    orders: dict[str, Any]
    left_out: tuple[str, ...]
    updated_at: str | None
    defaults: dict[str, Any]
    tag: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersPreview:
    """What standing orders would do now: the commands, and what they would come to; None where nothing is asked."""

    franchise: str
    commands: tuple[dict[str, Any], ...]
    trial: Trial | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftQueue:
    """Whom a franchise picks when its time is up, the first choice first; `gone` may not be picked any more.

    `tag` is for `if_match`; it is empty in the answer to a change.
    """

    franchise: str
    open: bool
    drivers: tuple[str, ...]
    gone: tuple[str, ...]
    tag: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenWindow:
    """What a season waits for, and until when; a paused window has `left` seconds and no deadline."""

    what: str
    opened_at: str
    closes_at: str | None
    left: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The clock of a season after an act on it; `reminded` is how many people were reminded."""

    season: str
    paused: tuple[str, ...]
    windows: tuple[OpenWindow, ...]
    reminded: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Advanced:
    """How far a season went on: the commissioner's commands that were given, and the length of its journal."""

    steps: tuple[dict[str, Any], ...]
    length: int
    receipt: Receipt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPlan:
    """A round that is drawn up and not announced yet; `matches` are as `announce_round` would have them."""

    number: int
    matches: tuple[dict[str, Any], ...]
    updated_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPlans:
    """The plans of a season's rounds; `left` are the numbers of the rounds that can be planned."""

    season: str
    left: tuple[int, ...]
    plans: tuple[RoundPlan, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueCalendar:
    """How a league keeps time and accepts results. `tag` is for `if_match`; it is empty in the answer to a change."""

    league: str
    kept: bool
    time_zone: str
    hours: dict[str, int]
    unattended: bool
    results: str
    reminder_hours: int
    agreed_hours: int | None
    least_evidence: str
    appeal_hours: int
    missed_hours: int
    standing_reveal: str
    paused: tuple[str, ...]
    tag: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """An announcement in its present words, as Markdown; `wordings` is what `seen` names when it is reworded."""

    number: int
    title: str
    text: str
    pinned: bool
    wordings: int
    posted_at: str
    worded_at: str
    withdrawn_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """An open invitation: its role, how many more people it lets in, and until when."""

    number: int
    role: str
    franchise: str | None
    left: int
    until: str
    made_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeInvitation:
    """An invitation that was made, with its link; the link is empty where the request was repeated."""

    invitation: Invitation
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A notice to the token's person; its `id` stays the same, and marks it as read."""

    id: int
    number: int
    about: str
    subject: str
    sentence: str
    arguments: dict[str, Any]
    season: str | None
    at: str
    read: bool
    page: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """Notices of the token's person in a league, the oldest first; `next` is the number to go on after."""

    league: str
    unread: int
    notices: tuple[Notice, ...]
    next: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadNotices:
    """How many notices were marked as read, and how many are still unread."""

    league: str
    marked: int
    unread: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A ruling of a commissioner on a match or franchise of their own: `waiting`, or how it was answered."""

    number: int
    at: str
    standing: str
    franchise: str
    match: str | None
    commands: tuple[dict[str, Any], ...]
    corrects: tuple[int, ...]
    reason: str
    said: str
    answered_at: str | None
    entry: int | None
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredRuling:
    """A ruling that was answered, and the length of the journal."""

    ruling: Ruling
    length: int
    receipt: Receipt | None = None

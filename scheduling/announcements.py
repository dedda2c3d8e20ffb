"""Announcements: a commissioner posts, edits, pins or withdraws one; members are notified of it once."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from league.access import NotYours
from league.membership import add_league_log, lock_league, members_of, runs_league
from league.models import Announcement, League, Membership, Notice, Wording
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal, Unknown
from scheduling.notices.mail import notify_and_mail

LONGEST_TITLE, LONGEST_TEXT, LONGEST_KEY = 120, 10_000, 120
ANNOUNCEMENT_NOTICE = "announced"
"""Invisible characters that join emoji and the letters of some scripts."""


class AnnouncementUnknown(Unknown):
    """The league has no announcement with that number."""


class AnnouncementWithdrawn(Refusal):
    """A withdrawn announcement cannot be reworded or pinned."""


class AnnouncementChanged(Refusal):
    """Another commissioner has reworded the announcement since the form was opened."""


@transaction.atomic
def post_announcement(
    *, league: League, by: Membership, title: str, text: str, pinned: bool, key: str, at: datetime
) -> Announcement:
    """Announce something to everybody who reads the league, and notify its members once.

    Posting again with the same `key` returns the announcement that already exists. Raises `NotYours` or `Malformed`.
    """
    lock_league(league)
    _refuse_announcing(league, by)
    title, text = clean_announcement_title(title), clean_announcement_text(text)
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Malformed("The form has lost its key: open it again and send it once more.")
    if (before := Announcement.objects.filter(league=league, key=key).first()) is not None:
        return before
    last = Announcement.objects.filter(league=league).aggregate(last=Max("number"))["last"] or 0
    announcement = Announcement.objects.create(
        league=league, number=last + 1, key=key, posted_at=at, posted_by=by.handle, pinned=pinned
    )
    Wording.objects.create(announcement=announcement, number=1, title=title, text=text, at=at, by=by.handle)
    _notify_members(announcement, title, but=by, at=at)
    return announcement


@transaction.atomic
def edit_announcement(
    *,
    league: League,
    number: int,
    by: Membership,
    title: str,
    text: str,
    pinned: bool,
    seen: int,
    tell: bool,
    at: datetime,
) -> Announcement:
    """Add a wording to an announcement, keeping the old ones; pin or unpin it; notify members again if asked to.

    `seen` is the wording the commissioner saw: a newer one is not replaced. Raises `NotYours`, `Malformed`,
    `AnnouncementUnknown`, `AnnouncementWithdrawn` or `AnnouncementChanged`.
    """
    found = _lock_announcement(league, number, by)
    if found.withdrawn_at is not None:
        raise AnnouncementWithdrawn("This announcement is withdrawn: post another.")
    title, text = clean_announcement_title(title), clean_announcement_text(text)
    current = Wording.objects.get(announcement=found, number=found.wordings)
    if (current.title, current.text) != (title, text):
        if seen != found.wordings:
            raise AnnouncementChanged(
                "Somebody changed the text while you wrote: read it, then save yours or cancel."
            )
        found.wordings += 1
        Wording.objects.create(announcement=found, number=found.wordings, title=title, text=text, at=at, by=by.handle)
    found.pinned = pinned
    found.save(update_fields=["wordings", "pinned"])
    if tell:
        _notify_members(found, title, but=by, at=at)
    return found


@transaction.atomic
def withdraw_announcement(*, league: League, number: int, by: Membership, at: datetime) -> Announcement:
    """Withdraw an announcement and remove its notices from all inboxes, also while the league can only be read.

    Withdrawing it again changes nothing. Its wordings are kept. Raises `NotYours` or `AnnouncementUnknown`.
    """
    found = _lock_announcement(league, number, by, read_only_too=True)
    if found.withdrawn_at is None:
        found.withdrawn_at, found.withdrawn_by, found.pinned = at, by.handle, False
        found.save(update_fields=["withdrawn_at", "withdrawn_by", "pinned"])
        Notice.objects.filter(
            member__league=league, about=ANNOUNCEMENT_NOTICE, key__startswith=f"announcement/{league.pk}/{number}/"
        ).delete()
        title = Wording.objects.get(announcement=found, number=found.wordings).title
        add_league_log(league.pk, actor=by.handle, what="withdrew", subject=title, at=at)
    return found


def clean_announcement_title(title: str) -> str:
    """Normalize a title to one line. Raises `Malformed`."""
    line = " ".join(title.split())
    if not line:
        raise Malformed("An announcement needs a title: say in a few words what it is about.")
    if len(line) > LONGEST_TITLE:
        raise Malformed(f"A title has at most {LONGEST_TITLE} characters, and this one {len(line)}: shorten it.")
    _refuse_invisible_characters(line, "title")
    return line


def clean_announcement_text(text: str) -> str:
    """Normalize line endings and spaces of a text. Raises `Malformed`."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ")
    cleaned = "".join(" " if char.isspace() and char != "\n" else char for char in lines).strip("\n ")
    if not cleaned:
        raise Malformed("An announcement needs a text: write what the league should know.")
    if len(cleaned) > LONGEST_TEXT:
        raise Malformed(
            f"A text has at most {LONGEST_TEXT:,} characters, and this one {len(cleaned):,}: shorten it, or post two."
        )
    _refuse_invisible_characters(cleaned, "text")
    return cleaned


def _refuse_invisible_characters(text: str, what: str) -> None:
    if not is_readable(text, line_breaks=True):
        raise Malformed(
            f"The {what} has invisible characters, such as marks that reverse the direction of text: type it "
            "here instead of pasting it."
        )


def _lock_announcement(league: League, number: int, by: Membership, *, read_only_too: bool = False) -> Announcement:
    lock_league(league, read_only_too=read_only_too)
    _refuse_announcing(league, by)
    found = Announcement.objects.filter(league=league, number=number).first()
    if found is None:
        raise AnnouncementUnknown("There is no such announcement: look at the list again.")
    return found


def _refuse_announcing(league: League, member: Membership) -> None:
    if not runs_league(league.pk, member):
        raise NotYours("Announcing is for commissioners: ask one to say it.")


def _notify_members(announcement: Announcement, title: str, *, but: Membership, at: datetime) -> None:
    """Notify each person of the league once, whatever roles they have there, except the author."""
    league = announcement.league
    people = members_of(league).exclude(user=but.user_id).order_by("pk")
    key = f"announcement/{league.pk}/{announcement.number}/{announcement.wordings}"
    arguments = {"announcement": announcement.number, "title": title}
    notify_and_mail(people, about=ANNOUNCEMENT_NOTICE, key=key, at=at, arguments=arguments)

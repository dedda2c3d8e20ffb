"""A league's announcements: the list, one announcement with all its wordings, and those on the league's home."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.utils.safestring import SafeString

from explain import links
from league.access import Viewer
from league.accounts import display_name
from league.models import League, Wording
from league.pages.base_context import Breadcrumb
from league.pages.command_forms.base import new_key
from league.pages.number_fields import WholeNumberField
from league.pages.people.people import league_page_context
from league.pages.safe_markdown import excerpt, render_markdown
from league.queries.announcements import current_announcements, latest_wordings, wordings
from league.queries.members import everybody
from scheduling.announcements import LONGEST_TEXT, LONGEST_TITLE

ANNOUNCEMENTS_A_PAGE = 20
HOME_COUNT, HOME_EXCERPT_LENGTH = 4, 700
"""How many announcements the home shows, and how many characters of a pinned one."""


@dataclass(frozen=True, slots=True)
class RenderedAnnouncement:
    """An announcement in one of its wordings; `goes_on` if `text` is only its beginning.

    A withdrawn one has no text, except for commissioners.
    """

    wording: int
    title: str
    text: SafeString
    goes_on: bool
    href: str
    at: datetime
    by: str
    pinned: bool
    wordings: int
    worded_at: datetime
    withdrawn_at: datetime | None


class AnnouncementForm(forms.Form):
    """An announcement's title and text, and whether it is pinned; the code that posts it validates them."""

    key = forms.CharField(widget=forms.HiddenInput, required=False)
    seen = WholeNumberField(widget=forms.HiddenInput, required=False)
    title = forms.CharField(label="Title", widget=forms.TextInput(attrs={"maxlength": LONGEST_TITLE, "dir": "auto"}))
    text = forms.CharField(
        label="Text",
        widget=forms.Textarea(attrs={"rows": 8, "maxlength": LONGEST_TEXT, "dir": "auto"}),
        help_text=(
            "Markdown: *emphasis*, **strong**, lists with -, [a link](https://…). An empty line between paragraphs."
        ),
    )
    pinned = forms.BooleanField(label="Pin it to the top of the league's home", required=False)
    tell = forms.BooleanField(label="Notify members again", required=False)

    def __init__(self, given: Any = None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(given, initial=initial or {"key": new_key()}, label_suffix="")
        if initial is None:
            del self.fields["tell"]


def announcements_page(
    *, league: League, viewer: Viewer, before: int | None = None, given: Any = None, refusal: str = ""
) -> dict[str, Any]:
    """The context of the list, newest first; only announcements numbered below `before` are listed.

    `given` is the content of a form that was refused, `refusal` the reason.
    """
    listed = latest_wordings(league.pk)
    if before is not None:
        listed = listed.filter(announcement__number__lt=before)
    fetched = list(listed[: ANNOUNCEMENTS_A_PAGE + 1])
    names = _names(league, viewer)
    return {
        **league_page_context(league, viewer, Breadcrumb("Announcements")),
        "announcements": [
            _render_wording(wording, league, names, most=HOME_EXCERPT_LENGTH)
            for wording in fetched[:ANNOUNCEMENTS_A_PAGE]
        ],
        "newest": before is None,
        "older": fetched[ANNOUNCEMENTS_A_PAGE - 1].announcement.number
        if len(fetched) > ANNOUNCEMENTS_A_PAGE
        else None,
        "form": AnnouncementForm(given) if viewer.is_commissioner else None,
        "refusal": refusal,
    }


def announcement_page(
    *, league: League, viewer: Viewer, number: int, given: Any = None, refusal: str = ""
) -> dict[str, Any] | None:
    """The context of one announcement with all its wordings, None if it does not exist.

    Only commissioners see the words of a withdrawn one.
    """
    all_wordings = list(wordings(league.pk, number))
    if not all_wordings:
        return None
    names, latest = _names(league, viewer), all_wordings[0]
    withdrawn = latest.announcement.withdrawn_at is not None
    announcements = [
        _render_wording(wording, league, names, open_to=viewer.is_commissioner) for wording in all_wordings
    ]
    initial = {
        "seen": latest.number,
        "title": latest.title,
        "text": latest.text,
        "pinned": latest.announcement.pinned,
    }
    if given is not None:
        given = {
            **given.dict(),
            "seen": latest.number,
        }  # the form is shown below the latest wording, so that is the one they have read
    title = announcements[0].title
    return {
        **league_page_context(
            league, viewer, Breadcrumb("Announcements", links.announcements_url(league.pk)), Breadcrumb(title)
        ),
        "announcement": announcements[0],
        "withdrawn_by": names.get(latest.announcement.withdrawn_by, "the commissioner"),
        "earlier": announcements[1:] if viewer.is_commissioner or not withdrawn else [],
        "form": AnnouncementForm(given, initial=initial) if viewer.is_commissioner and not withdrawn else None,
        "may_withdraw": viewer.is_commissioner and not withdrawn,
        "refusal": refusal,
    }


def home_announcements(league: League) -> dict[str, list[RenderedAnnouncement]]:
    """The announcements on the league's home: `pinned` ones with their beginning, and the latest `others` by
    title.
    """
    announcements = [
        _render_wording(announcement, league, {}, most=HOME_EXCERPT_LENGTH)
        for announcement in current_announcements(league.pk, most=HOME_COUNT)
    ]
    return {
        "pinned": [announcement for announcement in announcements if announcement.pinned],
        "others": [announcement for announcement in announcements if not announcement.pinned],
    }


def feed_announcements(league: League, *, most: int) -> list[RenderedAnnouncement]:
    """The announcements for a feed, whole, newest first; without names, since programs pass on what they read."""
    rows = latest_wordings(league.pk).filter(announcement__withdrawn_at=None)[:most]
    return [_render_wording(wording, league, {}) for wording in rows]


def _render_wording(
    wording: Wording, league: League, names: dict[str, str], *, most: int | None = None, open_to: bool = False
) -> RenderedAnnouncement:
    announcement = wording.announcement
    withdrawn = announcement.withdrawn_at is not None
    hidden = withdrawn and not open_to
    text, goes_on = (wording.text, False) if most is None else excerpt(wording.text, most=most)
    return RenderedAnnouncement(
        wording=wording.number,
        title="An announcement that was withdrawn" if hidden else wording.title,
        text=SafeString() if hidden else render_markdown(text),
        goes_on=goes_on and not hidden,
        href=links.announcement_url(league.pk, announcement.number),
        at=announcement.posted_at,
        by=names.get(announcement.posted_by, "the commissioner"),
        pinned=announcement.pinned,
        wordings=announcement.wordings,
        worded_at=wording.at,
        withdrawn_at=announcement.withdrawn_at,
    )


def _names(league: League, viewer: Viewer) -> dict[str, str]:
    """Members' display names by handle; empty for non-members, since names are shown to members only."""
    return {member.handle: display_name(member.user) for member in everybody(league.pk)} if viewer.is_member else {}

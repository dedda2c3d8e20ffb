"""What a league's commissioners announced: the list, one announcement with the words it had, and what home shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from explain import links
from league.access import Viewer
from league.accounts import display_name
from league.models import League, Wording
from league.pages.base_context import Breadcrumb
from league.pages.command_forms.base import new_key
from league.pages.people.people import league_page_context
from league.pages.safe_markdown import excerpt, render_markdown
from league.queries.announcements import current_announcements, latest_wordings, wordings
from league.queries.members import everybody
from scheduling.announcements import LONGEST_TEXT, LONGEST_TITLE

ANNOUNCEMENTS_A_PAGE = 20
HOME_COUNT, HOME_EXCERPT_LENGTH = 4, 700
"""How many announcements home shows, and how much of a pinned one, in characters."""


@dataclass(frozen=True, slots=True)
class RenderedAnnouncement:
    """An announcement on a page in one of its wordings; `goes_on` where `text` is only its opening.

    A withdrawn one has no text.
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
    """What an announcement says, and whether it is pinned; what is wrong with it is the league's to say."""

    key = forms.CharField(widget=forms.HiddenInput, required=False)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    title = forms.CharField(
        label=gettext_lazy("Title"), widget=forms.TextInput(attrs={"maxlength": LONGEST_TITLE, "dir": "auto"})
    )
    text = forms.CharField(
        label=gettext_lazy("Text"),
        widget=forms.Textarea(attrs={"rows": 8, "maxlength": LONGEST_TEXT, "dir": "auto"}),
        help_text=gettext_lazy(
            "Markdown: *emphasis*, **strong**, lists with -, [a link](https://…). An empty line between paragraphs."
        ),
    )
    pinned = forms.BooleanField(label=gettext_lazy("Pin it to the head of the league's home"), required=False)
    tell = forms.BooleanField(label=gettext_lazy("Tell the members once more"), required=False)

    def __init__(self, given: Any = None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(given, initial=initial or {"key": new_key()}, label_suffix="")
        if initial is None:
            del self.fields["tell"]


def announcements_page(
    *, league: League, viewer: Viewer, before: int | None = None, given: Any = None, refusal: str = ""
) -> dict[str, Any]:
    """The context of the list, the newest first; `before` is the number they are all older than.

    `given` is what was sent of an announcement that was refused, with the `refusal`.
    """
    found = latest_wordings(league.pk)
    if before is not None:
        found = found.filter(announcement__number__lt=before)
    fetched = list(found[: ANNOUNCEMENTS_A_PAGE + 1])
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
    """The context of one announcement with every wording it had, None where there is none.

    Of a withdrawn one only commissioners read the words.
    """
    found = list(wordings(league.pk, number))
    if not found:
        return None
    names, last = _names(league, viewer), found[0]
    withdrawn = last.announcement.withdrawn_at is not None
    announcements = [_render_wording(wording, league, names, open_to=viewer.is_commissioner) for wording in found]
    stands = {
        "seen": last.number,
        "title": last.title,
        "text": last.text,
        "pinned": last.announcement.pinned,
    }
    if given is not None:
        given = {**given.dict(), "seen": last.number}  # they read the words it has now above their own
    title = announcements[0].title
    return {
        **league_page_context(
            league, viewer, Breadcrumb("Announcements", links.announcements_url(league.pk)), Breadcrumb(title)
        ),
        "it": announcements[0],
        "withdrawn_by": names.get(last.announcement.withdrawn_by, gettext("the commissioner")),
        "earlier": announcements[1:] if viewer.is_commissioner or not withdrawn else [],
        "form": AnnouncementForm(given, initial=stands) if viewer.is_commissioner and not withdrawn else None,
        "may_withdraw": viewer.is_commissioner and not withdrawn,
        "refusal": refusal,
    }


def home_announcements(league: League) -> dict[str, list[RenderedAnnouncement]]:
    """What home shows: the `pinned` ones with their opening, and the latest of the `others` by their titles."""
    found = [
        _render_wording(announcement, league, {}, most=HOME_EXCERPT_LENGTH)
        for announcement in current_announcements(league.pk, most=HOME_COUNT)
    ]
    return {
        "pinned": [announcement for announcement in found if announcement.pinned],
        "others": [announcement for announcement in found if not announcement.pinned],
    }


def feed_announcements(league: League, *, most: int) -> list[RenderedAnnouncement]:
    """What a feed tells of them, whole, the newest first; no names, since programs pass on what they read."""
    found = latest_wordings(league.pk).filter(announcement__withdrawn_at=None)[:most]
    return [_render_wording(wording, league, {}) for wording in found]


def _render_wording(
    wording: Wording, league: League, names: dict[str, str], *, most: int | None = None, open_to: bool = False
) -> RenderedAnnouncement:
    it = wording.announcement
    withdrawn = it.withdrawn_at is not None
    hidden = withdrawn and not open_to
    text, goes_on = (wording.text, False) if most is None else excerpt(wording.text, most=most)
    return RenderedAnnouncement(
        wording=wording.number,
        title=gettext("An announcement that was withdrawn") if hidden else wording.title,
        text=SafeString() if hidden else render_markdown(text),
        goes_on=goes_on and not hidden,
        href=links.announcement_url(league.pk, it.number),
        at=it.posted_at,
        by=names.get(it.posted_by, gettext("the commissioner")),
        pinned=it.pinned,
        wordings=it.wordings,
        worded_at=wording.at,
        withdrawn_at=it.withdrawn_at,
    )


def _names(league: League, viewer: Viewer) -> dict[str, str]:
    """What members call each other, by handle; nothing for a stranger, since people's names stay with members."""
    return {each.handle: display_name(each.user) for each in everybody(league.pk)} if viewer.is_member else {}

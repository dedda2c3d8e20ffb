"""Misread dice as pages show them, and the hand-entered dice of an entry, for the form that corrects them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from explain import links
from explain.fact_rendering import actor_words
from journal.entry_body import load_body
from league.dice_marks import MisreadMark, misread_marks_on
from league.models import Entry, Membership, Season
from league.queries.entries import ACTIVE_MEMBERSHIPS
from rules.campaign.core.dice_by_hand import DICE_BY_HAND, NOBODY
from rules.core.dice import Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class MisreadDie:
    """A die that an amend corrected: the face entered, the face it shows, and who corrected and approved it."""

    path: str
    die: int
    was: int
    now: int
    amend: int
    href: str
    by: str
    approved_by: str
    reason: str

    def sentence(self) -> str:
        """The correction in a sentence or two."""
        approved = f"{self.approved_by} approved it" if self.approved_by else "nobody else approved it"
        text = f"Die {self.die} of {self.path} was entered as {self.was} and shows {self.now}, says {self.by}"
        return f"{text}; {approved} (amend {self.amend}). {self.reason}".strip()


@dataclass(frozen=True, slots=True)
class EnteredDie:
    """A die whose face was entered by hand: its path and number, its sides, its face, and what it decided."""

    path: str
    die: int
    sides: int
    face: int
    why: str


def misread_dice(season: Season, paths: Iterable[str]) -> list[MisreadDie]:
    """The misread dice on these paths of the season being shown, by path."""
    marked = [(path, mark) for path in dict.fromkeys(paths) for mark in misread_marks_on(path)]
    words = members_as_known({handle for _, mark in marked for handle in (mark.by, mark.approved_by) if handle})
    return [_misread_die(season, path, mark, words) for path, mark in marked]


def approver_words(handle: str) -> str:
    """Who approved something, in words that everybody may read; empty if nobody did."""
    return members_as_known({handle})[handle] if handle else ""


def _misread_die(season: Season, path: str, mark: MisreadMark, words: dict[str, str]) -> MisreadDie:
    return MisreadDie(
        path=path,
        die=mark.die,
        was=mark.was,
        now=mark.now,
        amend=mark.amend,
        href=links.amend_url(season.pk, mark.amend),
        by=words.get(mark.by, mark.by),
        approved_by=words.get(mark.approved_by, mark.approved_by),
        reason=mark.reason,
    )


def members_as_known(handles: Collection[str]) -> dict[str, str]:
    """Members in words that everybody may read: a role, and for owners their franchise."""
    found = dict.fromkeys(handles, actor_words("", ""))
    if not handles:
        return found
    members = ACTIVE_MEMBERSHIPS.filter(handle__in=sorted(handles)).values_list("handle", "role", "franchise__name")
    for handle, role, franchise in members:
        owns = role == Membership.Role.OWNER and franchise
        found[handle] = f"the owner of {franchise}" if owns else f"a {role}"
    return found


def has_entered_dice(season: Season, rolls: Iterable[Roll]) -> bool:
    """Whether any of these rolls has a hand-entered face, in a season that allows dice at a table."""
    declared = season.switches.get(DICE_BY_HAND, NOBODY) != NOBODY
    return declared and any(roll.path in season.by_hand for roll in rolls)


def entered_dice(season: Season, rolls: Collection[Roll]) -> tuple[EnteredDie, ...]:
    """The dice of these rolls with hand-entered faces, in order."""
    if not has_entered_dice(season, rolls):
        return ()
    numbers = {season.by_hand[roll.path] for roll in rolls if roll.path in season.by_hand}
    counts: dict[str, int] = {}
    entries = Entry.objects.filter(season=season, number__in=sorted(numbers)).order_by("number")
    for body in entries.values_list("body", flat=True):
        counts.update({path: len(faces) for path, faces in load_body(body).typed.get("faces", {}).items()})
    found, counted = [], Counter[str]()
    for roll in rolls:
        for face in roll.faces:
            counted[roll.path] += 1
            if counted[roll.path] <= counts.get(roll.path, 0):
                found.append(EnteredDie(roll.path, counted[roll.path], roll.sides, face, roll.why))
    return tuple(found)

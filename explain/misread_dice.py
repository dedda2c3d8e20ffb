"""Dice that were misread, as pages show them; and those of an entry whose faces may have been, for its form."""

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
    """A die that an amend said was misread: what was entered, what it shows, who said so and who approved it."""

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
        """All of it in a sentence or two."""
        approved = f"{self.approved_by} approved it" if self.approved_by else "nobody else approved it"
        said = f"Die {self.die} of {self.path} was entered as {self.was} and shows {self.now}, says {self.by}"
        return f"{said}; {approved} (amend {self.amend}). {self.reason}".strip()


@dataclass(frozen=True, slots=True)
class EnteredDie:
    """A die whose face somebody entered: its path and number on it, its sides, its face, and what it decided."""

    path: str
    die: int
    sides: int
    face: int
    why: str


def misread_dice(season: Season, paths: Iterable[str]) -> list[MisreadDie]:
    """The misread dice on these paths of the season being shown, in the order they were corrected."""
    marked = [(path, misread_mark) for path in dict.fromkeys(paths) for misread_mark in misread_marks_on(path)]
    words = members_as_known(
        {handle for _, misread_mark in marked for handle in (misread_mark.by, misread_mark.approved_by) if handle}
    )
    return [_misread_die(season, path, misread_mark, words) for path, misread_mark in marked]


def approver_words(handle: str) -> str:
    """Who approved something, as everybody may know it; empty where nobody did."""
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
    """Members as everybody may know them: a role, and of an owner the franchise."""
    found = dict.fromkeys(handles, actor_words("", ""))
    if not handles:
        return found
    members = ACTIVE_MEMBERSHIPS.filter(handle__in=sorted(handles)).values_list("handle", "role", "franchise__name")
    for handle, role, franchise in members:
        owns = role == Membership.Role.OWNER and franchise
        found[handle] = f"the owner of {franchise}" if owns else f"a {role}"
    return found


def has_entered_dice(season: Season, rolls: Iterable[Roll]) -> bool:
    """Whether any of these rolls shows a face that somebody entered, in a season that throws dice at a table."""
    declared = season.switches.get(DICE_BY_HAND, NOBODY) != NOBODY
    return declared and any(roll.path in season.by_hand for roll in rolls)


def entered_dice(season: Season, rolls: Collection[Roll]) -> tuple[EnteredDie, ...]:
    """The dice of these rolls whose faces somebody entered, in their order."""
    if not has_entered_dice(season, rolls):
        return ()
    numbers = {season.by_hand[roll.path] for roll in rolls if roll.path in season.by_hand}
    counts: dict[str, int] = {}
    entries = Entry.objects.filter(season=season, number__in=sorted(numbers)).order_by("number")
    for body in entries.values_list("body", flat=True):
        counts.update({path: len(faces) for path, faces in load_body(body).typed.get("faces", {}).items()})
    found, thrown = [], Counter[str]()
    for roll in rolls:
        for face in roll.faces:
            thrown[roll.path] += 1
            if thrown[roll.path] <= counts.get(roll.path, 0):
                found.append(EnteredDie(roll.path, thrown[roll.path], roll.sides, face, roll.why))
    return tuple(found)

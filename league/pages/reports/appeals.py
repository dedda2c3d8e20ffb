"""Appeals against a match's result, as its page shows them: what was said and answered, and who may speak now."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from explain import links
from league.access import Viewer
from league.models import Appeal, Calendar, League, Season
from league.pages.season.deadlines import calendar_or_none
from league.queries.appeals import appeals_against, arbiters
from scheduling.appeals import appeal_deadline

LOOKS = {Appeal.Answer.OPEN: "warn", Appeal.Answer.UPHELD: "good", Appeal.Answer.DISMISSED: "bad"}


@dataclass(frozen=True, slots=True)
class RejectedAppeal:
    """What somebody sent that was not taken: for whom or about which appeal, in which words, and why not."""

    about: str = ""
    said: str = ""
    refused: str = ""


@dataclass(frozen=True, slots=True)
class AppealLine:
    """An appeal and its answer; `asked` says that the viewer may answer it."""

    id: int
    team: str
    said: str
    at: datetime
    answer: str
    look: str
    answer_said: str
    asked: bool
    typed: str


@dataclass(frozen=True, slots=True)
class Appeals:
    """The appeals of a match; `teams` are those the viewer may appeal for, by their short names and names."""

    lines: tuple[AppealLine, ...]
    teams: tuple[tuple[str, str], ...]
    until: datetime | None
    href: str
    typed: RejectedAppeal
    put_right: str


def summarize_appeals(
    season: Season,
    viewer: Viewer,
    match: str,
    *,
    league: League,
    accepted: tuple[int, datetime],
    names: dict[str, str],
    own: Collection[str],
    typed: RejectedAppeal,
    put_right: str,
) -> Appeals | None:
    """The appeals against the result of a match, accepted by that entry at that time; None where there is nothing.

    `names` are the match's teams by their short names; `put_right` is where its result is, told once an appeal
    against it was upheld.
    """
    entry, at = accepted
    made = list(appeals_against(season.pk, match))
    until = appeal_deadline(calendar_or_none(league) or Calendar(league_id=league.pk), at)
    open_now = season.step != "closed" and until is not None and timezone.now() <= until
    spoken = {each.side for each in made if each.entry == entry}
    teams = tuple((each, names[each]) for each in sorted(own) if open_now and each not in spoken)
    if not made and not teams:
        return None
    return Appeals(
        lines=tuple(_lines(made, viewer, league, names, typed)),
        teams=teams,
        until=until if teams else None,
        href=links.appeal_url(f"{season.pk}/{match}"),
        typed=typed,
        put_right=put_right if any(_was_upheld(each, entry) for each in made) else "",
    )


def _was_upheld(appeal: Appeal, entry: int) -> bool:
    """Whether an appeal against what that entry accepted was upheld."""
    return (appeal.entry, appeal.answer) == (entry, Appeal.Answer.UPHELD)


def _lines(
    made: Sequence[Appeal], viewer: Viewer, league: League, names: dict[str, str], typed: RejectedAppeal
) -> list[Any]:
    held = {membership.pk for membership in viewer.memberships}
    lines = []
    for appeal in made:
        asked = False
        if appeal.answer == Appeal.Answer.OPEN and held:
            asked = any(one.pk in held for one in arbiters(league.pk, teams=frozenset(names), side=appeal.side))
        lines.append(
            AppealLine(
                id=appeal.pk,
                team=names.get(appeal.side, appeal.side),
                said=appeal.said,
                at=appeal.at,
                answer=appeal.get_answer_display().lower(),
                look=LOOKS[Appeal.Answer(appeal.answer)],
                answer_said=appeal.answer_said,
                asked=asked,
                typed=typed.said if typed.about == str(appeal.pk) else "",
            )
        )
    return lines

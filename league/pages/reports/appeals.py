"""Appeals against a match's result, as its page shows them: their texts and answers, and who may write one now."""

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
from league.queries.rulings import appeals_against, arbiters
from scheduling.appeals import appeal_deadline

LOOKS = {Appeal.Answer.OPEN: "warn", Appeal.Answer.UPHELD: "good", Appeal.Answer.DISMISSED: "bad"}


@dataclass(frozen=True, slots=True)
class RejectedAppeal:
    """An appeal or answer that was refused: whom or which appeal it was about, its text, and the reason."""

    about: str = ""
    said: str = ""
    refused: str = ""


@dataclass(frozen=True, slots=True)
class AppealLine:
    """An appeal and its answer; `asked` if the viewer may answer it."""

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
    """The appeals of a match; `teams` are the short ids and names of teams the viewer may appeal for."""

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
    """The appeals against a match's result; None if there are none and the viewer can write none.

    `accepted` is the entry that accepted the result, and when. `names` has the match's teams by short id. `put_right`
    is the address where the result is corrected; it is shown once an appeal against that result was upheld.
    """
    entry, at = accepted
    appeals = list(appeals_against(season.pk, match))
    until = appeal_deadline(calendar_or_none(league) or Calendar(league_id=league.pk), at)
    open_now = season.step != "closed" and until is not None and timezone.now() <= until
    appealed = {appeal.side for appeal in appeals if appeal.entry == entry}
    teams = tuple((team, names[team]) for team in sorted(own) if open_now and team not in appealed)
    if not appeals and not teams:
        return None
    return Appeals(
        lines=tuple(_lines(appeals, viewer, league, names, typed)),
        teams=teams,
        until=until if teams else None,
        href=links.appeal_url(f"{season.pk}/{match}"),
        typed=typed,
        put_right=put_right if any(_was_upheld(appeal, entry) for appeal in appeals) else "",
    )


def _was_upheld(appeal: Appeal, entry: int) -> bool:
    """Whether an appeal against what that entry accepted was upheld."""
    return (appeal.entry, appeal.answer) == (entry, Appeal.Answer.UPHELD)


def _lines(
    appeals: Sequence[Appeal], viewer: Viewer, league: League, names: dict[str, str], typed: RejectedAppeal
) -> list[Any]:
    own_memberships = {membership.pk for membership in viewer.memberships}
    lines = []
    for appeal in appeals:
        may_answer = False
        if appeal.answer == Appeal.Answer.OPEN and own_memberships:
            may_answer = any(
                arbiter.pk in own_memberships
                for arbiter in arbiters(league.pk, teams=frozenset(names), side=appeal.side)
            )
        lines.append(
            AppealLine(
                id=appeal.pk,
                team=names.get(appeal.side, appeal.side),
                said=appeal.said,
                at=appeal.at,
                answer=appeal.get_answer_display().lower(),
                look=LOOKS[Appeal.Answer(appeal.answer)],
                answer_said=appeal.answer_said,
                asked=may_answer,
                typed=typed.said if typed.about == str(appeal.pk) else "",
            )
        )
    return lines

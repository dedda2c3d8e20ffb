"""The reveal of a round as pages show it: a countdown, then that its matches are played, then where to watch them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from explain import links
from league.access import Viewer
from league.models import Calendar, League, Match, Reveal, Season
from league.pages.season.deadlines import calendar_or_none, relative_time
from league.queries.match_times import UNPLAYED_STEPS, matches_played_here, reveal_of, reveals_of
from league.queries.names import match_title
from league.queries.standings import SeasonTable
from rules.campaign.core.command import STEP_NAMES
from rules.campaign.steward.waits import REPORT_STEP
from scheduling.calendar import format_local_time, zone_of
from scheduling.watch_parties import BEFORE_LOCK, LINE_UP_STEP

LIVE_FOR = timedelta(minutes=30)
"""How long after a reveal an open page looks again by itself; those who come later find the results."""
SHOWN_FOR = timedelta(days=2)
"""How long after a reveal the season's home says in which order its matches are watched."""


@dataclass(frozen=True, slots=True)
class RevealedMatch:
    """A match of the round, in the order in which they are watched; `watch_href` is empty while it is not played."""

    title: str
    watch_href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealPanel:
    """The reveal of one round at a moment."""

    round: int
    at: datetime
    until: str
    """The moment in the league's own time."""
    relative: str
    seconds: int
    """How long it still is, 0 once the moment has come."""
    field: str
    """The moment as the value of a form field, in the league's time."""
    ahead: bool
    playing: bool
    """Whether the moment has come and the first match has no result yet."""
    live: bool
    """Whether an open page looks again by itself."""
    watch_href: str
    """The replay of the first match; there is one once it is played."""
    matches: tuple[RevealedMatch, ...]


@dataclass(frozen=True, slots=True)
class RoundToReveal:
    """A round that is held back, for commissioners: where its time is changed, and whether it can be given now."""

    panel: RevealPanel
    href: str
    locked: bool


def reveal_of_match(league: League, season: Season, match: Match, *, at: datetime) -> RevealPanel | None:
    """The reveal for which a match waits; None if it waits for none, which takes no query once it is played."""
    calendar = calendar_or_none(league)
    if calendar is None or not match.ruleset or match.step not in UNPLAYED_STEPS:
        return None
    number = match.round.number
    reveal = reveal_of(season.pk, number)
    if reveal is None or reveal.at is None:
        return None
    return reveal_panel(calendar, reveal, list(matches_played_here(season.pk, number)), at=at)


def reveals_of_season(league: League, season: Season, table: SeasonTable, *, at: datetime) -> dict[int, RevealPanel]:
    """The reveals of a season's rounds, by number; no query unless the site plays a match of it."""
    calendar = calendar_or_none(league)
    if calendar is None or season.forked_from or not any(fixture.ruleset for fixture in table.fixtures):
        return {}
    panels = {}
    for reveal in reveals_of(season.pk):
        matches = [
            Match(pk=fixture.id, place=fixture.place, step=fixture.step)
            for fixture in table.fixtures
            if fixture.round == reveal.number and fixture.ruleset and fixture.step != "void"
        ]
        panel = reveal_panel(calendar, reveal, sorted(matches, key=lambda match: match.place), at=at)
        if panel is not None:
            panels[reveal.number] = panel
    return panels


def next_round_to_reveal(
    league: League, season: Season, rounds: Sequence[int], *, at: datetime
) -> RoundToReveal | None:
    """The first of these rounds, which are held back; None if there is none, which takes no query."""
    calendar = calendar_or_none(league)
    reveal = reveal_of(season.pk, rounds[0]) if rounds and calendar is not None else None
    if calendar is None or reveal is None:
        return None
    matches = list(matches_played_here(season.pk, reveal.number))
    panel = reveal_panel(calendar, reveal, matches, at=at)
    if panel is None:
        return None
    href = f"{links.schedule_url(season.pk)}#round-{panel.round}"
    return RoundToReveal(panel, href, locked=all(match.step not in BEFORE_LOCK for match in matches))


def watch_party_url(league: League, season: Season, number: int, *, steps: Collection[str]) -> str:
    """Where a round that has no reveal can be given one; "" if it is too late, or the league has no calendar.

    `steps` are those of its matches that the site plays.
    """
    possible = steps and all(step in BEFORE_LOCK for step in steps)
    if not possible or season.forked_from or calendar_or_none(league) is None:
        return ""
    return f"{links.schedule_url(season.pk)}#round-{number}"


def watch_party_url_of_match(league: League, season: Season, match: Match, *, viewer: Viewer) -> str:
    """The same for a match whose line-ups that commissioner may lock now; "" for anybody else, without a query."""
    if match.step != LINE_UP_STEP or not match.ruleset or not viewer.is_commissioner:
        return ""
    number = match.round.number
    steps = [it.step for it in matches_played_here(season.pk, number)]
    return watch_party_url(league, season, number, steps=steps)


def step_until_reveal(step: str, reveal: RevealPanel | None) -> str:
    """The step of a match in words; one that is locked may wait for its reveal."""
    if step == REPORT_STEP and reveal is not None and reveal.ahead:
        return "locked until the reveal"
    return STEP_NAMES.get(step, step)


def reveal_to_show(panels: dict[int, RevealPanel], *, at: datetime) -> RevealPanel | None:
    """The reveal that the season's home shows: the next one, or else the last one for a while."""
    shown = [panel for panel in panels.values() if at < panel.at + SHOWN_FOR]
    return min(shown, key=lambda panel: (not panel.ahead and not panel.playing, abs(panel.at - at)), default=None)


def reveal_panel(calendar: Calendar, reveal: Reveal, matches: Sequence[Match], *, at: datetime) -> RevealPanel | None:
    """The reveal of a round with these matches, in playing order; None if it was called off or has no match."""
    moment = reveal.at
    if moment is None or not matches:
        return None
    seconds = (moment - at).total_seconds()
    unplayed = matches[0].step in UNPLAYED_STEPS
    return RevealPanel(
        round=reveal.number,
        at=moment,
        until=format_local_time(calendar, moment),
        relative=relative_time(seconds),
        seconds=max(0, int(seconds)),
        field=f"{moment.astimezone(zone_of(calendar)):%Y-%m-%dT%H:%M}",
        ahead=seconds > 0,
        playing=seconds <= 0 and unplayed,
        live=unplayed and timedelta(0) <= at - moment < LIVE_FOR,
        watch_href=links.replay_url(matches[0].pk),
        matches=tuple(
            RevealedMatch(
                match_title(reveal.number, match.place),
                "" if match.step in UNPLAYED_STEPS else links.replay_url(match.pk),
            )
            for match in matches
        ),
    )

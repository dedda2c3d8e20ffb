"""A season for other programs: the newest public entries as a feed, deadlines and rounds as a calendar.

Both contain only what a stranger may see, since programs keep and pass on what they fetch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.html import format_html_join

from explain import links
from explain.fact_rendering import RenderedEntry
from explain.misread_dice import misread_dice
from explain.name_lookup import render_entries
from explain.names import Names
from explain.printed_names import as_title
from league.access import Viewer
from league.dice_marks import set_dice_marks
from league.models import League, Season
from league.pages.season.announcements import feed_announcements
from league.pages.season.deadlines import deadlines
from league.queries.entries import visible_entries
from league.queries.standings import Fixture, season_table
from league.queries.windows import all_windows
from rules.campaign.core.command import STEP_NAMES

if TYPE_CHECKING:
    from icalendar import Alarm, Event

STRANGER = Viewer()
ITEMS = 40
MAX_FACTS_PER_ITEM = 8
LONGEST_TITLE = 140
REMINDER_LEAD = timedelta(days=1)
"""How long before a deadline the calendar reminds."""


@dataclass(frozen=True, slots=True)
class FeedItem:
    """A journal entry or an announcement in the feed; `content` is HTML."""

    title: str
    href: str
    at: datetime
    by: str
    content: str


def feed_items(season: Season) -> list[FeedItem]:
    """The newest public entries and announcements, newest first."""
    set_dice_marks(season)
    entries = visible_entries(season.pk, STRANGER)[:ITEMS]
    items = [_item(season, entry) for entry in render_entries(entries, Names(season.pk), most=MAX_FACTS_PER_ITEM)]
    items += [
        FeedItem(
            title=f"Announcement: {announcement.title}",
            href=announcement.href,
            at=announcement.at,
            by=announcement.by,
            content=announcement.text,
        )
        for announcement in feed_announcements(season.league, most=ITEMS)
    ]
    return sorted(items, key=lambda item: item.at, reverse=True)[:ITEMS]


def _item(season: Season, entry: RenderedEntry) -> FeedItem:
    sentences = [fact.sentence for fact in entry.facts]
    title = f"{entry.command}: {sentences[0]}" if sentences else entry.command
    lines = [*sentences, *([f"and {entry.facts_left} more"] if entry.facts_left else [])] or [entry.summary]
    lines += [f"Misread: {field.told.text}." for field in entry.given if entry.comes_to and field.name == "misread"]
    if entry.typist:
        watched = f"watched by {entry.witness}" if entry.witness else "no witness is named"
        lines.append(f"The dice were thrown at a table. Faces entered by {entry.typist}; {watched}.")
    paths = [roll.path for fact in entry.facts for roll in fact.rolls]
    lines += [die.sentence() for die in misread_dice(season, paths)]
    if entry.reason:
        lines.append(f"Reason: {entry.reason}")
    if entry.unapproved:
        lines.append("Nobody does that alone, and nobody else approved it.")
    lines.append(f"Head: {entry.number}:{entry.hash}")
    by = f"{entry.actor} on behalf of {entry.on_behalf_of}" if entry.on_behalf_of else entry.actor
    return FeedItem(
        title=title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1].rstrip()}…",
        href=entry.href,
        at=entry.at,
        by=by,
        content=format_html_join("", "<p>{}</p>", ((line,) for line in lines)),
    )


def build_calendar(*, league: League, season: Season, at: datetime, site: Callable[[str], str]) -> bytes:
    """The season's calendar at that time: its open deadlines, and each round from its first window to its last.

    `site` makes a path of this site an absolute address. Without a calendar of the league there are no events.
    """
    from icalendar import Calendar  # slow to import; few processes write a calendar

    ical = Calendar()
    ical.add("prodid", "-//Dethmetal//leagues//EN")
    ical.add("version", "2.0")
    ical.add("method", "PUBLISH")
    ical.add("x-wr-calname", f"{league.name}, season {season.number}")
    ical.add("refresh-interval", timedelta(hours=1), parameters={"VALUE": "DURATION"})
    table = season_table(season)
    matches = {links.short_id(fixture.id): fixture for fixture in table.fixtures}
    for event in (*_deadlines(league, season, matches, at), *_rounds(season, table.fixtures)):
        event.add("dtstamp", at)
        event.add("categories", [league.name])
        event["url"] = site(str(event["url"]))
        event["uid"] = f"{event['uid']}@{season.pk.replace('/', '.')}"
        ical.add_component(event)
    return ical.to_ical()


def _deadlines(league: League, season: Season, matches: dict[str, Fixture], at: datetime) -> Iterable[Event]:
    """The open windows that have a deadline; paused ones have none."""
    waits = {f"{fixture.step}/{name}" for name, fixture in matches.items()}
    clock = deadlines(league=league, season=season, viewer=STRANGER, at=at, still_waited=waits)
    for line in () if clock is None else clock.lines:
        if line.closes_at is None:
            continue
        match = matches.get(line.what.partition("/")[2])
        event = _event(
            f"deadline-{line.what.replace('/', '-')}",
            f"Deadline: {line.about}",
            links.season_url(season.pk) if match is None else links.match_url(match.id),
        )
        event.add("dtstart", line.closes_at)
        event.add("transp", "TRANSPARENT")
        event.add("description", _about(match) if match else f"The season waits for {line.about} until then.")
        event.add_component(_alarm(line.about))
        yield event


def _rounds(season: Season, fixtures: Iterable[Fixture]) -> Iterable[Event]:
    """The rounds, each from the opening of its first window to the end of its last."""
    spans: dict[int, list[tuple[datetime, datetime]]] = {}
    matches_of_round: dict[int, list[Fixture]] = {}
    rounds = {links.short_id(fixture.id): fixture.round for fixture in fixtures}
    for fixture in fixtures:
        matches_of_round.setdefault(fixture.round, []).append(fixture)
    for window in all_windows(season.pk):
        number = rounds.get(window.what.partition("/")[2])
        end = window.closed_at or window.closes_at
        if number is not None and end is not None:
            spans.setdefault(number, []).append((window.opened_at, end))
    for number, span in sorted(spans.items()):
        event = _event(f"round-{number}", f"Round {number}", f"{links.schedule_url(season.pk)}#round-{number}")
        event.add("dtstart", min(start for start, _ in span))
        event.add("dtend", max(end for _, end in span))
        event.add("transp", "TRANSPARENT")
        event.add("description", "\n".join(_about(match) for match in matches_of_round[number]))
        yield event


def _event(uid: str, summary: str, href: str) -> Event:
    from icalendar import Event  # slow to import; few processes write a calendar

    event = Event()
    event["uid"], event["url"] = uid, href
    event.add("summary", summary)
    return event


def _alarm(about: str) -> Alarm:
    from icalendar import Alarm  # slow to import; few processes write a calendar

    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", f"One day left: {about}")
    alarm.add("trigger", -REMINDER_LEAD)
    return alarm


def _about(match: Fixture) -> str:
    teams = " v ".join(team.name if team.points is None else f"{team.name} {team.points}" for team in match.teams)
    return (
        f"{as_title(match.event)}, match {links.short_id(match.id)}: {teams} "
        f"({STEP_NAMES.get(match.step, match.step)})"
    )

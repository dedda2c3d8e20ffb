"""A season for programs, as a stranger may see it: the newest entries as a feed, deadlines and rounds as a calendar.

A calendar that is fetched with a member's key says besides which deadlines wait for that member.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html_join

from explain import links
from explain.fact_rendering import RenderedEntry
from explain.misread_dice import misread_dice
from explain.name_lookup import render_entries
from explain.names import Names
from explain.printed_names import as_title
from league.access import Viewer
from league.dice_marks import set_dice_marks
from league.models import Appointment, League, Reveal, Season, Window
from league.models import Calendar as LeagueCalendar
from league.pages.base_context import own_franchise_ids
from league.pages.round_ups.events import complete_rounds
from league.pages.round_ups.page import season_sources, tell_round, tell_season
from league.pages.season.announcements import feed_announcements
from league.pages.season.awaited_franchises import awaited_franchises, awaited_results
from league.pages.season.deadlines import calendar_or_none, deadlines, duration_words
from league.queries.appointments import appointments_of, owners_and_commissioners
from league.queries.entries import visible_entries
from league.queries.match_titles import match_title
from league.queries.names import last_renamed_at
from league.queries.reveals import reveals_of
from league.queries.standings import Fixture, SeasonTable, season_table
from league.queries.windows import all_windows
from rules.campaign.core.command import STEP_NAMES
from scheduling.meetings import OPEN_STEPS, owners_by_side
from scheduling.waits import REPORT_STEP
from scheduling.windows import is_paused, reminder_time, step_of

if TYPE_CHECKING:
    from icalendar import vText

LINE_END = re.compile(r"\r\n?")
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""A character that XML cannot have, not even escaped; a calendar cannot have control characters either."""


def feed_text(text: str) -> str:
    """The text without what XML cannot have; `<` and `&` stay, and are escaped by what writes the feed."""
    return NOT_IN_XML.sub("", text)


def calendar_text(text: str) -> vText:
    """The text as a value of a calendar, in which commas, semicolons, backslashes and line ends are escaped.

    The library escapes properties that it does not know, such as `X-WR-CALNAME`, only if they are of this type.
    """
    from icalendar import vText  # slow to import; few processes write a calendar

    return vText(LINE_END.sub("\n", feed_text(text)))


if TYPE_CHECKING:
    from icalendar import Alarm, Event

STRANGER = Viewer()
ITEMS = 40
MAX_FACTS_PER_ITEM = 8
LONGEST_TITLE = 140
ROUND_UPS = 4
"""How many rounds have their round-up in the feed."""
MATCH_LASTS = timedelta(hours=2)
"""How long a match with an agreed time is shown to last; nobody says how long one takes."""
ROUND_UP_AUTHOR = "the site, from the season's facts"


@dataclass(frozen=True, slots=True)
class FeedItem:
    """A journal entry, an announcement or a round-up in the feed; `content` is HTML."""

    title: str
    href: str
    at: datetime
    by: str
    content: str


def feed_items(season: Season) -> list[FeedItem]:
    """The newest public entries, announcements and round-ups, newest first."""
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
    items += _round_up_items(season)
    return sorted(items, key=lambda item: item.at, reverse=True)[:ITEMS]


def _round_up_items(season: Season) -> list[FeedItem]:
    """The newest round-ups: of rounds as of when their last match was settled, of the season with its last round."""
    sources = season_sources(season)
    rounds = complete_rounds(sources.table)
    if not rounds:
        return []
    settled_at: dict[int, datetime] = {}
    for line in sources.drivers:
        settled_at[line.round] = max(line.at, settled_at.get(line.round, line.at))
    told = [
        (
            f"Round {round} in short",
            links.round_up_url(season.pk, round),
            settled_at[round],
            tell_round(sources, round),
        )
        for round in rounds[-ROUND_UPS:]
        if round in settled_at
    ]
    if (season_told := tell_season(sources, season.number)) and rounds[-1] in settled_at:
        address = links.season_round_up_url(season.pk)
        champion = sources.table.standings[0].name
        told.append(
            (f"Season {season.number}: {champion} are champions", address, settled_at[rounds[-1]], season_told)
        )
    return [
        FeedItem(
            title=title,
            href=href,
            at=at,
            by=ROUND_UP_AUTHOR,
            content=format_html_join("", "<p>{}</p>", ((it.text,) for it in sentences)),
        )
        for title, href, at, sentences in told
    ]


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
        lines.append("This needs a second person, and nobody else approved it.")
    lines.append(f"Head: {entry.number}:{entry.hash}")
    by = f"{entry.actor} on behalf of {entry.on_behalf_of}" if entry.on_behalf_of else entry.actor
    return FeedItem(
        title=title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1].rstrip()}…",
        href=entry.href,
        at=entry.at,
        by=by,
        content=format_html_join("", "<p>{}</p>", ((line,) for line in lines)),
    )


def build_calendar(
    *, league: League, season: Season, at: datetime, site: Callable[[str], str], viewer: Viewer = STRANGER
) -> tuple[bytes, datetime]:
    """The season's calendar at that time, and when it changed last.

    It has the open deadlines, and each round from its first window to its last. A deadline that is over and a watch
    party that is called off are no longer in it: calendars that subscribe drop what is gone. Times are in UTC, which
    every calendar shows in its own zone. For a member, `viewer`, the deadlines that wait for them are marked, and
    only those and the agreed times of their own matches have alarms.

    `site` makes a path of this site an absolute address. Without a calendar of the league there are no events.
    """
    from icalendar import Calendar  # slow to import; few processes write a calendar

    ical = Calendar()
    ical.add("prodid", "-//Dethmetal//leagues//EN")
    ical.add("version", "2.0")
    ical.add("method", "PUBLISH")
    ical.add("x-wr-calname", calendar_text(f"{league.name}, season {season.number}"))
    ical.add("refresh-interval", timedelta(hours=1), parameters={"VALUE": "DURATION"})
    ical.add("x-published-ttl", "PT1H")
    table = season_table(season)
    windows = list(all_windows(season.pk))
    kept = calendar_or_none(league)
    if kept is not None:
        ical.add("x-wr-timezone", kept.time_zone)
    reveals = [] if kept is None else list(reveals_of(season.pk))
    appointments = [appointment for appointment in appointments_of(season.pk) if appointment.agreed_at is not None]
    held_back = {reveal.number for reveal in reveals if reveal.at is not None and reveal.at > at}
    awaited = [
        fixture for fixture in table.fixtures if fixture.round not in held_back or not _is_result_awaited(fixture)
    ]
    renamed_at = last_renamed_at(league)
    for event in (
        *_deadlines(league, season, awaited, windows, at, own=_own_waits(season, table, viewer)),
        *_watch_parties(season, table.fixtures, reveals),
        *_agreed_matches(appointments, table.fixtures, kept, at, own=_own_matches(league, table, viewer)),
        *_rounds(season, table.fixtures, windows),
    ):
        event.add("categories", [calendar_text(league.name)])
        event["url"] = site(str(event["url"]))
        event["uid"] = f"{event['uid']}@{season.pk.replace('/', '.')}"
        _mark_as_renamed(event, renamed_at)
        ical.add_component(event)
    changes = [_changed_at(season, kept, windows, reveals, at), *(it.changed_at for it in appointments)]
    return ical.to_ical(), max(changes if renamed_at is None else [*changes, renamed_at])


def _changed_at(
    season: Season,
    calendar: LeagueCalendar | None,
    windows: Iterable[Window],
    reveals: Iterable[Reveal],
    at: datetime,
) -> datetime:
    """When anything but match times changed last: an entry, a window, a reveal, or the league's hours."""
    moments = [season.opened_at, getattr(season, "last_at", None), calendar.updated_at if calendar else None]
    moments += [moment for it in windows for moment in (it.opened_at, it.changed_at, it.closed_at)]
    moments += [reveal.changed_at for reveal in reveals]
    moments += [reveal.at for reveal in reveals if reveal.at is not None and reveal.at <= at]
    return max(moment for moment in moments if moment is not None)


def _own_waits(season: Season, table: SeasonTable, viewer: Viewer) -> frozenset[str] | None:
    """The waits that wait for a member, such as `M3/m4`; None for a stranger, whose calendar marks none."""
    if not viewer.is_member:
        return None
    own = own_franchise_ids(viewer)
    awaited = awaited_franchises(season, table, own=own, most=len(own)).by_wait if own else {}
    waits = {wait for wait, (lines, _) in awaited.items() if any(line.own for line in lines)}
    if viewer.is_commissioner:
        waits |= {result.wait for result in awaited_results(table)}
    return frozenset(waits)


def _deadlines(
    league: League,
    season: Season,
    fixtures: Iterable[Fixture],
    windows: Sequence[Window],
    at: datetime,
    *,
    own: frozenset[str] | None,
) -> Iterable[Event]:
    """The open windows that have a deadline; paused ones have none. `own` has the waits that wait for the reader."""
    matches = {links.short_id(fixture.id): fixture for fixture in fixtures}
    waits = {f"{fixture.step}/{name}" for name, fixture in matches.items()}
    clock = deadlines(league=league, season=season, viewer=STRANGER, at=at, still_waited=waits)
    calendar = calendar_or_none(league)
    if clock is None or calendar is None:
        return
    window_of = {window.what: window for window in windows}
    for line in clock.lines:
        window = window_of.get(line.what)
        if window is None or line.closes_at is None:
            continue
        match = matches.get(line.what.partition("/")[2])
        is_own = own is not None and not own.isdisjoint((line.what, step_of(line.what)))
        event = _event(
            f"deadline-{line.what.replace('/', '-')}",
            f"Your deadline: {line.about}" if is_own else f"Deadline: {line.about}",
            links.season_url(season.pk) if match is None else links.match_url(match.id),
            [window],
        )
        event.add("dtstart", line.closes_at)
        event.add("transp", "TRANSPARENT")
        event.add("description", calendar_text(_about(match) if match else f"The deadline for {line.about}."))
        remind_at = reminder_time(calendar, opened_at=window.opened_at, closes_at=line.closes_at)
        if remind_at is not None and remind_at > at and (own is None or is_own):
            before = line.closes_at - remind_at
            event.add_component(_alarm(f"{duration_words(before.total_seconds())} left: {line.about}", before))
        yield event


def _is_result_awaited(fixture: Fixture) -> bool:
    """Whether the site plays the match next, and nobody has to report it."""
    return fixture.step == REPORT_STEP and bool(fixture.ruleset)


def _watch_parties(season: Season, fixtures: Sequence[Fixture], reveals: Iterable[Reveal]) -> Iterable[Event]:
    """The reveals of rounds that were not called off, past ones too; moving one makes it the same event, changed."""
    for reveal in reveals:
        if reveal.at is None:
            continue
        event = _bare_event(
            f"reveal-{reveal.number}",
            f"Watch party: round {reveal.number}",
            f"{links.schedule_url(season.pk)}#round-{reveal.number}",
            changed_at=reveal.changed_at,
            sequence=reveal.changes,
        )
        event.add("dtstart", reveal.at)
        event.add("transp", "TRANSPARENT")
        event.add(
            "description",
            calendar_text("\n".join(_about(match) for match in fixtures if match.round == reveal.number)),
        )
        yield event


def _own_matches(league: League, table: SeasonTable, viewer: Viewer) -> frozenset[str] | None:
    """The short ids of the matches of whose times the site reminds a member; None for a stranger.

    They are those of the member's franchises, and for a commissioner those of franchises without an owner.
    """
    if not viewer.is_member:
        return None
    own = set(own_franchise_ids(viewer))
    if viewer.is_commissioner:
        sides = {links.short_id(team.franchise) for fixture in table.fixtures for team in fixture.teams}
        own |= sides - owners_by_side(owners_and_commissioners(league.pk, sides), sides).keys()
    return frozenset(
        links.short_id(fixture.id)
        for fixture in table.fixtures
        if any(links.short_id(team.franchise) in own for team in fixture.teams)
    )


def _match_reminder(appointment: Appointment, match: Fixture, calendar: LeagueCalendar | None) -> datetime | None:
    """When the site reminds of an agreed time; None for a match that was played, or whose clock is stopped."""
    if calendar is None or appointment.agreed_at is None or appointment.agreed_since is None:
        return None
    if match.step not in OPEN_STEPS or is_paused(calendar, f"{match.step}/{appointment.match}"):
        return None
    return reminder_time(calendar, opened_at=appointment.agreed_since, closes_at=appointment.agreed_at)


def _agreed_matches(
    appointments: Iterable[Appointment],
    fixtures: Sequence[Fixture],
    calendar: LeagueCalendar | None,
    at: datetime,
    *,
    own: frozenset[str] | None,
) -> Iterable[Event]:
    """The matches whose time was agreed on, past ones too; one that was moved or called off is the same event.

    An alarm comes when the site reminds, for the matches in `own`, or for all of them where that is None.
    """
    matches = {links.short_id(fixture.id): fixture for fixture in fixtures}
    for appointment in appointments:
        match = matches.get(appointment.match)
        if match is None or appointment.agreed_at is None:
            continue
        name = match_title(match.round, match.place)
        event = _bare_event(
            f"match-{appointment.match}",
            f"{name}: {' v '.join(team.name for team in match.teams)}",
            links.match_time_url(match.id),
            changed_at=appointment.changed_at,
            sequence=appointment.changes - 1,
        )
        event.add("dtstart", appointment.agreed_at)
        event.add("dtend", appointment.agreed_at + MATCH_LASTS)
        is_on = appointment.standing == appointment.Standing.AGREED
        event.add("status", "CONFIRMED" if is_on else "CANCELLED")
        event.add("description", calendar_text(_about(match)))
        if is_on and (own is None or appointment.match in own):
            remind_at = _match_reminder(appointment, match, calendar)
            if remind_at is not None and remind_at > at:
                before = appointment.agreed_at - remind_at
                event.add_component(_alarm(f"In {duration_words(before.total_seconds())}: {name}", before))
        yield event


def _rounds(season: Season, fixtures: Iterable[Fixture], windows: Sequence[Window]) -> Iterable[Event]:
    """The rounds, each from the opening of its first window to the end of its last."""
    windows_of_round: dict[int, list[Window]] = {}
    matches_of_round: dict[int, list[Fixture]] = {}
    rounds = {links.short_id(fixture.id): fixture.round for fixture in fixtures}
    for fixture in fixtures:
        matches_of_round.setdefault(fixture.round, []).append(fixture)
    for window in windows:
        number = rounds.get(window.what.partition("/")[2])
        if number is not None and (window.closed_at or window.closes_at) is not None:
            windows_of_round.setdefault(number, []).append(window)
    for number, own in sorted(windows_of_round.items()):
        url = f"{links.schedule_url(season.pk)}#round-{number}"
        event = _event(f"round-{number}", f"Round {number}", url, own)
        event.add("dtstart", min(window.opened_at for window in own))
        event.add("dtend", max(end for window in own if (end := window.closed_at or window.closes_at)))
        event.add("transp", "TRANSPARENT")
        event.add("description", calendar_text("\n".join(_about(match) for match in matches_of_round[number])))
        yield event


def _event(uid: str, summary: str, href: str, windows: Sequence[Window]) -> Event:
    """An event made from windows, with a number and a time by which programs know that it was changed (RFC 5545).

    Each window adds to the number when it opens, is opened again, is moved, or closes; it is never lowered.
    """
    changed_at = max(
        moment for window in windows for moment in (window.opened_at, window.changed_at, window.closed_at) if moment
    )
    sequence = sum(1 + 2 * window.changes + (window.closed_at is not None) for window in windows) - 1
    return _bare_event(uid, summary, href, changed_at=changed_at, sequence=sequence)


def _bare_event(uid: str, summary: str, href: str, *, changed_at: datetime, sequence: int) -> Event:
    """An event without its time, changed that often and last at that moment."""
    from icalendar import Event  # slow to import; few processes write a calendar

    event = Event()
    event["uid"], event["url"] = uid, href
    event.add("summary", calendar_text(summary))
    event.add("sequence", sequence)
    event.add("dtstamp", changed_at)
    event.add("last-modified", changed_at)
    return event


def _mark_as_renamed(event: Event, renamed_at: datetime | None) -> None:
    """Mark an event as changed when something in its league was renamed, since it has names in it."""
    last_modified: Any = event["last-modified"]
    if renamed_at is None or last_modified.dt >= renamed_at:
        return
    for name in ("dtstamp", "last-modified"):
        del event[name]
        event.add(name, renamed_at)


def _alarm(says: str, before: timedelta) -> Alarm:
    """A reminder so long before the event."""
    from icalendar import Alarm  # slow to import; few processes write a calendar

    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", calendar_text(says))
    alarm.add("trigger", -before)
    return alarm


def _about(match: Fixture) -> str:
    teams = " v ".join(team.name if team.points is None else f"{team.name} {team.points}" for team in match.teams)
    return (
        f"{as_title(match.event)}, {match_title(match.round, match.place)}: {teams} "
        f"({STEP_NAMES.get(match.step, match.step)})"
    )

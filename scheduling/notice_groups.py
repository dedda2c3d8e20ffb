"""The groups of notices that a person chooses by, the channels they come by, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SITE, MAIL, WEBHOOK = "site", "mail", "webhook"
CHANNELS = (SITE, MAIL, WEBHOOK)
NOW, DAILY, WEEKLY, OFF = "now", "daily", "weekly", "off"
DELIVERIES = {SITE: (NOW, OFF), MAIL: (NOW, DAILY, WEEKLY, OFF), WEBHOOK: (NOW, DAILY, WEEKLY, OFF)}
"""What can be chosen for each channel, the default first."""
DIGESTS = (DAILY, WEEKLY)
DELIVERY_NAMES = {NOW: "At once", DAILY: "In a daily digest", WEEKLY: "In a weekly digest", OFF: "Not at all"}
CHANNEL_NAMES = {SITE: "On the site", MAIL: "By mail", WEBHOOK: "By webhook"}


@dataclass(frozen=True, slots=True)
class NoticeGroup:
    """A group of notices: its name for people, what is in it, and its kinds.

    The notices of a group that `asks` wait for an answer: they are always in the inbox on the site, and muting a
    league does not silence them. Only people who run a league get those of a group `for_commissioners`.
    """

    name: str
    summary: str
    kinds: tuple[str, ...]
    asks: bool = False
    for_commissioners: bool = False


NOTICE_GROUPS: dict[str, NoticeGroup] = {
    "waits": NoticeGroup(
        "What waits for you",
        "Your turn, reminders, a deadline that moved, a report, trade, ruling, offer or proposed time to answer",
        (
            "turn",
            "turn_paused",
            "reminder",
            "reminder_report",
            "reminded",
            "line_up_fallen",
            "extended",
            "shortened",
            "report_missing",
            "report_claimed",
            "trade_offered",
            "appealed",
            "ruling_asked",
            "handover_offered",
            "time_proposed",
            "time_declined",
            "time_too_late",
        ),
        asks=True,
    ),
    "answered": NoticeGroup(
        "Answered for you", "What your standing orders did while you were away", ("acted", "picked", "passed")
    ),
    "results": NoticeGroup(
        "Results", "Line-ups locked, matches settled, rounds revealed", ("locked", "settled", "revealed")
    ),
    "times": NoticeGroup(
        "Times of matches",
        "When a match of yours is played, and a reminder of it",
        ("time_agreed", "time_moved", "time_called_off", "time_reminder"),
    ),
    "season": NoticeGroup(
        "The season",
        "Its end and champion, amends, watch parties, the clock stopped or running again, a name that was vetoed",
        (
            "season_end",
            "champion",
            "closed",
            "amended",
            "called",
            "paused",
            "resumed",
            "reveal_set",
            "reveal_now",
            "reveal_off",
            "name_vetoed",
        ),
    ),
    "trades": NoticeGroup(
        "Trades",
        "What became of a trade of yours",
        ("trade_agreed", "trade_made", "trade_off", "trade_lapsed", "trade_refused"),
    ),
    "appeals": NoticeGroup(
        "Reports and appeals",
        "What became of a report or an appeal of yours",
        ("appeal_upheld", "appeal_dismissed"),
    ),
    "rulings": NoticeGroup(
        "Questions and rulings",
        "Answers to your questions, rulings and requests for a seat, and new answers to a questionnaire",
        ("ruling_confirmed", "ruling_declined", "question_ruled", "answers", "seat_given", "seat_declined"),
    ),
    "announcements": NoticeGroup(
        "Announcements",
        "What a commissioner tells the league, and that it is archived or will be deleted",
        ("announced", "archived", "unarchived", "deletion_set", "deletion_soon", "deletion_off"),
    ),
    "commissioners": NoticeGroup(
        "For commissioners",
        "A season that waits for you, reports to rule on, questions, missed matches, requests for a seat, offers to "
        "hand over that were answered, a deletion to confirm, jobs that failed",
        (
            *("awaited", "report_agreed", "report_disputed", "question_put", "job_failed"),
            *("time_missed", "seat_asked", "handover_accepted", "handover_declined", "deletion_asked"),
        ),
        asks=True,
        for_commissioners=True,
    ),
}
"""The groups by their ids, in the order in which they are shown. Every kind of notice is in exactly one."""
GROUP_BY_KIND = {kind: group for group, found in NOTICE_GROUPS.items() for kind in found.kinds}
OTHER_GROUP = "season"
"""The group of kinds that are no longer used."""


def digest_name(deliveries: Sequence[str]) -> str:
    """What a digest of notices that were chosen by these deliveries is called; one of both is only a digest."""
    return f"{deliveries[0]} digest" if len(deliveries) == 1 else "digest"


def group_of(about: str) -> str:
    """The group of a kind of notice."""
    return GROUP_BY_KIND.get(about, OTHER_GROUP)


def asks_for_answer(group: str) -> bool:
    """Whether the notices of a group wait for an answer."""
    return NOTICE_GROUPS[group].asks

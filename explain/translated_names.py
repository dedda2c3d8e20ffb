"""Translates the site's own names of places, steps and roles, which pages have in English."""

from __future__ import annotations

import re

from django.conf import settings
from django.utils.translation import get_language, gettext, gettext_noop

NUMBERED_NAME = re.compile(r"(Amend|Entry|Match|Round|Season) (\S+)")
TRANSLATABLE_NAMES = (
    # places and the way back
    gettext_noop("Amends"),
    gettext_noop("Announcements"),
    gettext_noop("Board"),
    gettext_noop("Draft"),
    gettext_noop("Drivers"),
    gettext_noop("Entry"),
    gettext_noop("Found a league"),
    gettext_noop("Franchises"),
    gettext_noop("House acts"),
    gettext_noop("House rules"),
    gettext_noop("Inbox"),
    gettext_noop("Invitation"),
    gettext_noop("Jobs"),
    gettext_noop("Journal"),
    gettext_noop("League"),
    gettext_noop("Leagues"),
    gettext_noop("Log"),
    gettext_noop("Market"),
    gettext_noop("Match"),
    gettext_noop("People"),
    gettext_noop("Published heads"),
    gettext_noop("Questionnaire"),
    gettext_noop("Records"),
    gettext_noop("Replay"),
    gettext_noop("Report"),
    gettext_noop("Round"),
    gettext_noop("Rulebook"),
    gettext_noop("Rules"),
    gettext_noop("Schedule"),
    gettext_noop("Search"),
    gettext_noop("Season"),
    gettext_noop("Sheet"),
    gettext_noop("Sponsor pool"),
    gettext_noop("Standings"),
    gettext_noop("Tables, feeds and calendar"),
    gettext_noop("Your account"),
    gettext_noop("Change"),
    gettext_noop("Orders"),
    gettext_noop("Put right"),
    gettext_noop("Rulings"),
    gettext_noop("Tables and feeds"),
    # roles
    gettext_noop("Commissioner"),
    gettext_noop("Owner"),
    gettext_noop("Spectator"),
    gettext_noop("run a franchise of it"),
    gettext_noop("run it as a commissioner"),
    gettext_noop("watch it as a spectator"),
    # steps
    gettext_noop("founding"),
    gettext_noop("hiring"),
    gettext_noop("garage"),
    gettext_noop("sponsor party"),
    gettext_noop("the rounds"),
    gettext_noop("pre-match rolls"),
    gettext_noop("line-ups"),
    gettext_noop("locked, awaiting the report"),
    gettext_noop("reported"),
    gettext_noop("bills and repairs"),
    gettext_noop("income banked"),
    gettext_noop("shopping"),
    gettext_noop("settled"),
    gettext_noop("void"),
    gettext_noop("the final table"),
    gettext_noop("the Metal Cup"),
    gettext_noop("retirements"),
    gettext_noop("keeping staff"),
    gettext_noop("franchise contracts"),
    gettext_noop("the draft"),
    gettext_noop("safe sponsors"),
    gettext_noop("the sponsor pool"),
    gettext_noop("the off-season"),
    gettext_noop("closed"),
    # stages of the board
    gettext_noop("Founding"),
    gettext_noop("Setup"),
    gettext_noop("Rounds"),
    gettext_noop("Final table"),
    gettext_noop("Staff"),
    gettext_noop("Sponsors"),
    gettext_noop("Off-season"),
    # subjects of notices
    gettext_noop("A job failed"),
    gettext_noop("A report is agreed on"),
    gettext_noop("A report is missing"),
    gettext_noop("A trade is offered"),
    gettext_noop("A ruling is confirmed"),
    gettext_noop("A ruling is declined"),
    gettext_noop("A ruling needs your word"),
    gettext_noop("Announcement"),
    gettext_noop("Answered for you"),
    gettext_noop("Answers published"),
    gettext_noop("Clock goes on"),
    gettext_noop("Clock paused"),
    gettext_noop("Confirm a report"),
    gettext_noop("Line-ups locked"),
    gettext_noop("Match settled"),
    gettext_noop("More time"),
    gettext_noop("No more time"),
    gettext_noop("Passed for you"),
    gettext_noop("Picked for you"),
    gettext_noop("Reminder"),
    gettext_noop("The commissioner reminds you"),
    gettext_noop("The rounds are over"),
    gettext_noop("The season is closed"),
    gettext_noop("The season waits for you"),
    gettext_noop("The season was amended"),
    gettext_noop("Your turn"),
)
"""Names that come from Python; templates have their own."""


def translate_name(name: str) -> str:
    """A name in the visitor's language; names that are not the site's own, such as a league's, are kept."""
    if get_language() in (None, settings.LANGUAGE_CODE) or not name:
        return name
    if numbered := NUMBERED_NAME.fullmatch(name):
        return f"{gettext(numbered[1])} {numbered[2]}"
    found = gettext(name)
    if found == name and name[0].isupper():
        small = name[0].lower() + name[1:]
        found = gettext(small)
        return name if found == small else found[0].upper() + found[1:]
    return found

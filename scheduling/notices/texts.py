"""What notices say, and the page to which each leads, from inbox, mail, webhooks and programs alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from league.models import Membership, Notice
from league.queries.names import match_titles, title_in_sentence, with_match_titles
from league.times import DEADLINE, Zones, league_zone, write_time
from rules.campaign.core.command import MATCH_STEPS, STEP_NAMES
from rules.campaign.core.questionnaires import HOUSE_RULES

STEP_PROMPTS = {
    "S1": "Fill your roster and sign the drivers you want",
    "S2": "Fill your garage and buy what you need",
    "S3": "Throw your sponsor party and place the sponsors it wins",
    "M3": "Name your line-up for {match}",
    "M4": "Report {match}",
    "M5.4": "Decide on your cars after {match}",
    "M5.10": "Finish your shopping after {match}",
    "E4": "Keep your staff or let it go",
    "E5": "Name your franchise contracts",
    "E6": "Make your pick in the draft, or pass",
    "E7": "Declare a sponsor safe, or none",
    "E8": "Take a sponsor from the pool, or pass",
}
"""What a wait asks of those it awaits, by its step."""
SETUP_PROMPT = "Fill your roster and garage, and throw your party"
"""The same where hiring, garage and party are open together."""
NOTICE_SENTENCES = {
    "turn": "{asked} by {until}.",
    "turn_paused": "{asked}. The clock is paused, so there is no deadline yet.",
    "reminder": "{asked} by {until}. After that your standing orders answer for you.",
    "reminder_report": "{asked} by {until}.",
    "reminded": "The commissioner reminds you. {asked}: {until}.",
    "line_up_fallen": "Your line-up for {match} includes a driver or car that can no longer be fielded: "
    "name another.",
    "report_missing": "The report of {match} was due {until}: report it.",
    "report_claimed": "A report of {match} was entered: confirm it, or enter what you saw.",
    "report_disputed": "The reports of {match} differ: rule which of them stands.",
    "report_agreed": "The teams agree on the report of {match}: {then}.",
    "appealed": "{franchise} appeals against the result of {match}: answer it. {said}",
    "appeal_upheld": "Your appeal about {match} was upheld, and an amend corrects it. {said}",
    "appeal_dismissed": "Your appeal about {match} was dismissed. {said}",
    "ruling_asked": "A commissioner rules on something of their own, {what}: confirm it or decline it. {reason}",
    "ruling_confirmed": "Your ruling was confirmed and done: {what}. {said}",
    "ruling_declined": "Your ruling was declined: {what}. {said}",
    "question_put": "A question about the rules waits for your ruling: {put}",
    "question_ruled": "Your question has been ruled on: {put}",
    "trade_offered": "{franchise} offers you {gives} for {takes}: agree, or decline. It lapses when either of you "
    "finishes shopping.",
    "trade_agreed": "{other} agreed to give {comes} for {goes}: it is made when a commissioner approves it.",
    "trade_made": "The trade with {other} is made: you got {comes} for {goes}.",
    "trade_off": "{other} called off the trade of {goes} for {comes}: nothing changes hands.",
    "trade_lapsed": "The trade with {other}, {goes} for {comes}, lapsed {when}: nothing changes hands.",
    "trade_refused": "A commissioner refused the trade with {other}, {goes} for {comes}: nothing changes hands.",
    "acted": "Your standing orders answered for you: {commands}.",
    "picked": "Your standing orders picked {driver} for you in the draft.",
    "passed": "Your standing orders passed your turn in the draft.",
    "locked": "The line-ups of {match} are locked.",
    "settled": "{match} is settled: see what it brought {franchise}.",
    "season_end": "The rounds of {season} are over: the end of the season begins.",
    "champion": "{franchise} won season {number} and the Metal Cup: {bonus} for their next income.",
    "closed": "{season} is closed.",
    "amended": "What was settled in {season} was amended in entry {entry}. {reason}",
    "answers": "Version {version} of {title} of {season} was published: {count} changed. {note}",
    "extended": "More time: {asked} until {until}. {reason}",
    "shortened": "Less time: {asked} until {until}. {reason}",
    "called": "No more time: {asked} was open until {until}. {reason}",
    "paused": "The clock is stopped for {what}. {reason}",
    "resumed": "The clock is running again for {what}. {reason}",
    "reveal_set": "The matches of round {number} are played and revealed together, {until}.",
    "reveal_now": "The matches of round {number} are played and revealed now.",
    "reveal_off": "The matches of round {number} are no longer revealed together: each is played once its "
    "line-ups are locked.",
    "revealed": "Round {number} is revealed: watch its matches.",
    "time_proposed": "{franchise} proposed a time for {match}: {times}. Accept one, or propose others. {note}",
    "time_declined": "{franchise} turned down the times that were proposed for {match}: propose others.",
    "time_agreed": "{match} is played {until}. {reason}",
    "time_moved": "{match} is played {until}, no longer {before}. {reason}",
    "time_called_off": "{what} is not played {until} any more. {why}{reason}",
    "time_reminder": "{match} is played {until}.",
    "time_missed": "{match} was to be played {until}. {said} Ask its teams; one that did not come can forfeit.",
    "time_too_late": "The report of {match} is due {until}, before the time that is agreed on, {before}: agree on an "
    "earlier one.",
    "job_failed": "{title} failed: {failure}",
    "awaited": "{season} waits for you: {command} is next.",
    "announced": "The commissioner announces: {title}",
    "name_vetoed": "A commissioner took the name {former} back: it is called {name} again, and you can rename it "
    "from {until} on. {reason}",
    "archived": "{league} is archived: it can be read, and nothing in it changes any more. {reason}",
    "unarchived": "{league} was taken out of the archive: it goes on where it stopped.",
    "deletion_asked": "A commissioner asks to delete {league}: another one has to confirm it first. {reason}",
    "deletion_set": "{league} will be deleted {until}. Until then it can only be read: download what you want to "
    "keep. {reason}",
    "deletion_soon": "{league} will be deleted {until}: download what you want to keep.",
    "deletion_off": "{league} will not be deleted: a commissioner keeps it.",
    "handover_offered": "{giver} asks you to run {league} {how}: accept or decline by {until}. {said}",
    "handover_accepted": "{taker} accepted your offer to run {league}. {then}",
    "handover_declined": "{taker} declined your offer to run {league}: offer it to somebody else.",
    "seat_asked": "{person} asks for a seat in {league}: give them one, or decline. {said}",
    "seat_given": "You asked for a seat in {league} and got {franchise}: it is yours, and you can rename it. {said}",
    "seat_declined": "{league} has no seat for you now: ask another league. {said}",
}
"""The sentence of each kind of notice."""
MOMENT_SUFFIX = "_at"
"""The end of the name of an argument that is a moment, or a list of moments of which one is chosen.

The name before it has its words in the league's zone.
"""
ACCEPTED_THEN = "it is accepted automatically"
"""What is said of an agreed report before the time."""
LIFE_NOTICES = frozenset(
    (
        *("archived", "unarchived", "deletion_asked", "deletion_set", "deletion_soon", "deletion_off"),
        *("handover_offered", "handover_accepted", "handover_declined"),
    )
)
"""Notices about what becomes of the league, which lead to its page about that."""
MEMBERS_WORDS = frozenset(("reason", "said", "note"))
"""The arguments of notices that a member wrote. They are quoted, so that nobody takes them for the site's words."""
SITE_SAYS = frozenset(("time_missed",))
"""The kinds of notices in which such an argument has our own words."""
SEAT_GIVEN = "seat_given"
"""The notice that a person got a seat, which leads to their franchise."""
NAMES_A_MATCH = frozenset(("match", "asked", "what"))
"""The arguments of notices in which our own words name a match by its id."""
REPORT_REQUESTS = frozenset(("report_missing", "report_claimed"))
"""Notices that ask a team for its report, until its teams agree."""
DONE = ("A report is in", "The report of {match} is in, so yours is no longer needed.")
"""The subject and the sentence of such a notice once nothing is asked any more."""
TIME_NOTICES = frozenset(
    (
        "time_proposed",
        "time_declined",
        "time_agreed",
        "time_moved",
        "time_called_off",
        "time_reminder",
        "time_missed",
        "time_too_late",
    )
)
"""Notices that are answered on the page where the sides of a match agree on its time."""
REPORT_NOTICES = frozenset(("report_missing", "report_claimed", "report_disputed", "report_agreed"))
"""Notices that are answered on the page where a match is reported, not where it is read."""
MAIL_SUBJECTS = {
    "turn": "Your turn",
    "turn_paused": "Your turn",
    "reminder": "Reminder",
    "reminder_report": "Reminder",
    "reminded": "The commissioner reminds you",
    "line_up_fallen": "Your turn",
    "report_missing": "A report is missing",
    "report_claimed": "Confirm a report",
    "report_disputed": "Reports differ",
    "report_agreed": "A report is agreed on",
    "appealed": "An appeal needs your answer",
    "appeal_upheld": "Your appeal is upheld",
    "appeal_dismissed": "Your appeal is dismissed",
    "ruling_asked": "A ruling needs your approval",
    "ruling_confirmed": "A ruling is confirmed",
    "ruling_declined": "A ruling is declined",
    "question_put": "A question needs your ruling",
    "question_ruled": "A ruling on your question",
    "trade_offered": "A trade is offered",
    "trade_agreed": "A trade is agreed on",
    "trade_made": "A trade is made",
    "trade_off": "A trade is off",
    "trade_lapsed": "A trade has lapsed",
    "trade_refused": "A trade is refused",
    "acted": "Answered for you",
    "picked": "Picked for you",
    "passed": "Passed for you",
    "locked": "Line-ups locked",
    "settled": "Match settled",
    "season_end": "The rounds are over",
    "champion": "The season has a champion",
    "closed": "The season is closed",
    "amended": "The season was amended",
    "answers": "Answers published",
    "extended": "More time",
    "shortened": "Less time",
    "called": "No more time",
    "paused": "Clock paused",
    "resumed": "Clock running again",
    "reveal_set": "Watch party",
    "reveal_now": "Watch party",
    "reveal_off": "Watch party called off",
    "revealed": "Watch party",
    "time_proposed": "When do you play?",
    "time_declined": "When do you play?",
    "time_agreed": "The time of a match is agreed on",
    "time_moved": "A match is moved",
    "time_called_off": "The time of a match is called off",
    "time_reminder": "Your match is near",
    "time_missed": "A match was missed",
    "time_too_late": "A match is too late",
    "job_failed": "A job failed",
    "awaited": "The season waits for you",
    "announced": "Announcement",
    "name_vetoed": "A name was taken back",
    "archived": "Archived",
    "unarchived": "Out of the archive",
    "deletion_asked": "Deletion asked for",
    "deletion_set": "The league will be deleted",
    "deletion_soon": "The league will be deleted soon",
    "deletion_off": "The league is kept",
    "handover_offered": "Will you run the league?",
    "handover_accepted": "Your offer was accepted",
    "handover_declined": "Your offer was declined",
    "seat_asked": "Somebody asks for a seat",
    "seat_given": "You have a seat",
    "seat_declined": "No seat for you",
}
"""The subject of the mail for each kind of notice."""


@dataclass(frozen=True, slots=True)
class NoticeText:
    """The text of a notice: the subject of its mail, and its sentence."""

    subject: str
    sentence: str


def titles_in_notices(notices: Iterable[Notice]) -> dict[str, str]:
    """The titles of the matches that notices are about, by stored id, in one query."""
    return match_titles([f"{n.season_id}/{match}" for n in notices if (match := n.arguments.get("match"))])


def zones_of_member(member: Membership) -> Zones:
    """The zone that a member chose, and that of their league; both should be loaded with the membership."""
    preferences = getattr(member.user, "preferences", None)
    return Zones("" if preferences is None else preferences.time_zone, league_zone(member.league))


def notice_text(notice: Notice, titles: Mapping[str, str], zones: Zones | None = None) -> NoticeText:
    """The text of a notice; for a kind that is no longer used, only what it was about.

    `titles` are those of its match and others, by stored id. `zones` are those of its reader; without them its times
    are in the league's, as are those of old notices, which have no moments.
    """
    template = NOTICE_SENTENCES.get(notice.about)
    if template is None:
        return NoticeText(notice.about, f"{notice.about}.")
    subject = MAIL_SUBJECTS[notice.about]
    if notice.arguments.get("done"):
        subject, template = DONE
    arguments = {"title": "the house rules", "why": "", **notice.arguments}  # old notices have no title and no why
    if zones is not None:
        arguments |= _times_for(notice.arguments, zones)
    words = {
        name: with_match_titles(str(value), notice.season_id or "", titles) if name in NAMES_A_MATCH else str(value)
        for name, value in arguments.items()
    }
    if notice.about not in SITE_SAYS:
        words |= {name: f"“{words[name]}”" for name in MEMBERS_WORDS & words.keys() if words[name]}
    if words.get("match") != arguments.get("match") and not template.startswith("{match}"):
        words["match"] = title_in_sentence(words["match"])
    if "season" in words and notice.season is not None:
        words["season"] = f"{'Season' if template.startswith('{season}') else 'season'} {notice.season.number}"
    sentence = template.format_map(words).strip()
    return NoticeText(subject, sentence)


def moments_of(notice: Notice) -> list[datetime]:
    """The moments that a notice names, in no order; none of an old notice, which has only their words."""
    moments = []
    for name, value in notice.arguments.items():
        if name.endswith(MOMENT_SUFFIX):
            moments += [_read_moment(one) for one in (value if isinstance(value, list) else [value])]
    return [moment for moment in moments if moment is not None]


def moment_of(notice: Notice, name: str) -> datetime | None:
    """The moment that a notice names as `until`, or by another such name; None of an old notice."""
    return _read_moment(notice.arguments.get(f"{name}{MOMENT_SUFFIX}"))


def _times_for(arguments: Mapping[str, Any], zones: Zones) -> dict[str, str]:
    """The times among a notice's arguments in its reader's zone: `until` for `until_at`, and so on."""
    texts: dict[str, str] = {}
    for name, value in arguments.items():
        if not name.endswith(MOMENT_SUFFIX):
            continue
        moments = [_read_moment(one) for one in (value if isinstance(value, list) else [value])]
        known = [moment for moment in moments if moment is not None]
        if known and len(known) == len(moments):
            text = join_choices([write_time(moment, zones, DEADLINE) for moment in known])
            texts[name.removesuffix(MOMENT_SUFFIX)] = f"{ACCEPTED_THEN} {text}" if name == "then_at" else text
    return texts


def join_choices(texts: Sequence[str]) -> str:
    """Texts of which one is chosen as a list in words: `a, b or c`."""
    return " or ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


def _read_moment(value: object) -> datetime | None:
    """The moment of an argument; None if it is none."""
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return None if moment is None or moment.tzinfo is None else moment


def step_prompt(step: str, *, match: str = "", single_window: bool = False) -> str:
    """What is asked at a step, such as "Name your line-up for round 4, match A"; `match` is its title."""
    if single_window and step == "S1":
        return SETUP_PROMPT
    return STEP_PROMPTS[step].format(match=title_in_sentence(match))


def describe_wait(what: str, *, match: str = "") -> str:
    """A wait, or a step, in words: "line-ups of round 4, match A", "turn 7 of the draft". `match` is its title."""
    step, _, part = what.partition("/")
    name = "the report" if step == "M4" else STEP_NAMES[step]
    if not part:
        return name
    return f"{name} of {title_in_sentence(match or part)}" if step in MATCH_STEPS else f"turn {part} of {name}"


LEAGUE_PAGES: Mapping[str, str] = {
    **dict.fromkeys(LIFE_NOTICES, "future"),
    "job_failed": "jobs",
    "seat_asked": "league_seats",
}
"""The pages of a league that kinds of notices lead to, whether a season is named or not."""
STEP_PAGES = {"E5": "draft", "E6": "draft", "E7": "pool", "E8": "pool"}
"""The pages of a season on which steps of its end are answered; the others are answered on the season's own page."""
DRAFT_NOTICES = frozenset(("picked", "passed"))
"""Notices about the draft, of which older ones name no step."""


def notice_path(notice: Notice) -> str:
    """The path of the page that shows what a notice is about, or where it is answered."""
    league = notice.member.league_id
    if notice.about == "seat_declined":
        return reverse("seats")
    if page := LEAGUE_PAGES.get(notice.about):
        return reverse(page, args=[league])
    if number := _number(notice, "announcement"):
        return reverse("announcement", args=[league, number])
    if notice.about == "name_vetoed" and (subject := notice.arguments.get("subject")):
        return reverse("names", args=[league, str(notice.arguments["kind"]), str(subject)])
    if notice.about == SEAT_GIVEN and (subject := notice.arguments.get("subject")):
        return reverse("franchise", args=[league, str(subject)])
    if notice.season_id is None:
        return reverse("league", args=[league])
    return _season_path(notice, notice.season_id.split("/"))


def _season_path(notice: Notice, place: list[str]) -> str:
    """The page of a notice about a season, whose league and name are `place`."""
    if notice.about.startswith("ruling_"):
        return reverse("rulings", args=place)
    if number := _number(notice, "question"):
        return f"{reverse('put-questions', args=place)}#question-{number}"
    if number := _number(notice, "entry"):
        return reverse("amend" if notice.about == "amended" else "entry", args=[*place, number])
    if number := _number(notice, "version"):
        questionnaire = str(notice.arguments.get("questionnaire", HOUSE_RULES))
        return reverse("answers", args=[*place, questionnaire, number])
    if match := notice.arguments.get("match"):
        return _match_path(notice, [*place, str(match)])
    if franchise := notice.arguments.get("market_of"):
        return reverse("franchise-market", args=[place[0], str(franchise)])
    step = notice.arguments.get("step", "E6" if notice.about in DRAFT_NOTICES else "")
    return reverse(STEP_PAGES.get(str(step), "season"), args=place)


def _match_path(notice: Notice, place: list[str]) -> str:
    """The page on which a notice about a match is read or answered."""
    if franchise := notice.arguments.get("card_of"):
        return reverse("reward", args=[*place, str(franchise)])
    if notice.about in TIME_NOTICES:
        return reverse("match_time", args=place)
    return reverse("report" if notice.about in REPORT_NOTICES else "match", args=place)


def _number(notice: Notice, argument: str) -> int:
    """The number of something that a notice names in an argument; 0 if it names none."""
    text = str(notice.arguments.get(argument, ""))
    return int(text) if text.isdecimal() else 0

"""Notices to members, each sent once: the rows of their inboxes, and the text of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from league.models import Membership, Notice, Season
from league.queries.match_titles import match_titles, title_in_sentence, with_match_titles
from league.times import DEADLINE, Zones, league_zone, write_time
from rules.campaign.core.command import MATCH_STEPS, STEP_NAMES
from scheduling.notice_choices import users_without_site
from scheduling.notice_groups import asks_for_answer, group_of
from sql.cached_sql import cached_sql, pad_ids
from sql.short_transactions import short_transaction

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
SEAT_REQUEST = "seat_asked"
"""The notice that a person asks for a seat, which leads to the league's page of seats."""
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


def notify(
    members: Iterable[Membership],
    *,
    about: str,
    key: str,
    at: datetime,
    season: Season | None = None,
    arguments: Mapping[str, Any] | None = None,
) -> int:
    """Notify each of these people once under that key; for how many it was new. Nobody is notified of a fork.

    Those who are among the members twice, as an owner of two franchises is, are notified once.
    """
    if season is not None and season.forked_from:
        return 0
    filled = dict(arguments or {})
    by_user: dict[int, Membership] = {}
    for member in members:
        by_user.setdefault(member.user_id, member)
    known = {
        user
        for user, member, given in Notice.objects.filter(member__user_id__in=by_user, key=key).values_list(
            "member__user_id", "member_id", "arguments"
        )
        if given == filled or by_user[user].pk == member
    }
    new = [
        Notice(member=member, key=key, season=season, about=about, arguments=filled, at=at)
        for user, member in by_user.items()
        if user not in known
    ]
    if new:
        _leave_off_site(new, group=group_of(about), at=at)
        with short_transaction():
            Notice.objects.bulk_create(new, ignore_conflicts=True)  # another may notify them at the same moment
    return len(new)


def _leave_off_site(new: Iterable[Notice], *, group: str, at: datetime) -> None:
    """Keep notices out of the inboxes of those who want none of their group there, or muted the league."""
    if asks_for_answer(group):
        return
    by_league: dict[str, list[Notice]] = {}
    for notice in new:
        by_league.setdefault(notice.member.league_id, []).append(notice)
    for league, notices_there in by_league.items():
        without = users_without_site({notice.member.user_id for notice in notices_there}, group, league)
        for notice in notices_there:
            if notice.member.user_id in without:
                notice.on_site, notice.read_at = False, at


def withdraw_report_requests(season: Season, match: str, *, at: datetime) -> None:
    """Mark what asks teams for the report of a match as read and done: they agree, or a report was accepted."""
    asked = Notice.objects.filter(season=season, about__in=REPORT_REQUESTS, arguments__match=match)
    for notice in asked:
        if not notice.arguments.get("done"):
            notice.arguments = {**notice.arguments, "done": True}
            notice.read_at = notice.read_at or at
            notice.save(update_fields=["arguments", "read_at"])


def franchise_owners(league: str, franchises: Iterable[str]) -> list[Membership]:
    """The owners of these franchises, by their short names; a seat without an owner has none."""
    return _franchise_owners(pad_ids([f"{league}/{franchise}" for franchise in franchises]))


@cached_sql
def _franchise_owners(franchises: tuple[str, ...]) -> QuerySet[Membership]:
    return Membership.objects.filter(role=Membership.Role.OWNER, franchise_id__in=franchises)


def season_owners(season: Season) -> QuerySet[Membership]:
    """The owners of every franchise in a season."""
    present = season.franchises.values("identity_id")
    return Membership.objects.filter(role=Membership.Role.OWNER, franchise_id__in=present)


def league_commissioners(league: str) -> QuerySet[Membership]:
    """The commissioners of a league."""
    return Membership.objects.filter(league_id=league, role=Membership.Role.COMMISSIONER)


def mark_read(notices: Iterable[int], *, members: Iterable[int], at: datetime) -> int:
    """Mark these notices of these members as read, by id; how many were unread. Others' notices are skipped."""
    unread = Notice.objects.filter(pk__in=list(notices), member_id__in=list(members), read_at=None)
    return unread.update(read_at=at)

"""A site in which every page has something to show, and who sees most of each address."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from jobs.queue import enqueue
from journal.amends.corrections import corrections_to_strike
from league.invitations import invite
from league.models import AnswerVersion, Entry, Job, Membership
from league.pages.command_forms import chapters
from league.pages.command_forms.base import FORMS
from league.tokens import create_token
from rules.campaign.core.command import Giver
from scheduling.announcements import post_announcement
from scheduling.clock_tick import tick
from scheduling.notices.letters import MailList, sign_mail_list
from scheduling.put_questions import put_question, rule_on_question
from tests.command_forms.desk import Sitter
from tests.journal.amends import amended, lost_by, number_of, spent
from tests.league.league_cache import built_once_a_run
from tests.league.resolved_leagues import climbing, worked
from tests.league.sample_template import sample_template
from tests.league.small_league import BEGAN, Table, announced, closed, drafting, reopened, settled
from tests.scheduling.calendar_league import clocked
from tools.stage_duel import stage_duel
from webhooks.subscriptions import create_webhook

assert chapters
BOSS, OWNER, STRANGER = "rust-belt-boss", "rust-belt-razors", ""
OF_PROGRAMS = "api_"
"""The prefix of the URL names that programs use, which show no pages."""
FAILURE = "It was tried 3 times. Nothing was left half done: ask for it again."
RESOLVED = {"ruleset": "dethmatch", "event": "last_car", "setting": {"track": "hammer_bowl"}}


@built_once_a_run
def whole_site() -> None:
    """Three leagues: one at hiring after its first season, one at its draft, one in its fourth round.

    The last was amended and has a clock, its third match was run here, and it has jobs in every state, answers to the
    questionnaire and an invitation.
    """
    reopened(closed(settled(rounds=1, league="old")))
    drafting(settled(rounds=1, league="picking"))
    table = spent(rounds=5)
    rifle = number_of(table, "buy_item", item="razors.rifle1")
    amended(table, lost_by(table), preview=True)
    amended(table, lost_by(table))
    amended(table, corrections_to_strike([rifle]))
    climbing(table=table, match="m3", **RESOLVED)
    worked()
    if table.state.matches["m3"].step == "M5.4":
        table.give("end_decisions", match="m3", reason="The week is over.")
    table.give("end_shopping", match="m3", reason="The week is over.")
    clocked(announced(4, table), hours={"M3": 30}, time_zone="America/Argentina/Buenos_Aires")
    clocked(Table(league="picking", season="picking/s1"))
    for season in (table.season, "picking/s1"):
        tick(season, at=timezone.now())
    _jobs(table)
    _answers(table)
    Sitter(table.season, "boss").client.post(
        reverse("schedule", args=["rust-belt", "s1"]), {"size": "2", "act": "all"}
    )
    boss = Membership.objects.get(handle=table.handle("boss"))
    post_announcement(
        league=boss.league, by=boss, title="Rain", text="Bring *tyres*.", pinned=True, key="rain", at=timezone.now()
    )
    stage_duel(table.row, boss, at=timezone.now())
    _put_questions(table)
    invite(league=boss.league, by=boss, role=Membership.Role.SPECTATOR, at=timezone.now(), uses=9)
    for who, scopes in (
        (boss, ["read", "commission"]),
        (Membership.objects.get(handle="rust-belt.razors"), ["read"]),
    ):
        create_token(league=who.league, user=who.user, name="our scoring app", scopes=scopes, at=timezone.now())
        _webhook(who)


def _webhook(who: Membership) -> None:
    """A webhook of a member with a message in every state."""
    hook = create_webhook(
        league=who.league, user=who.user, name="our chat", address="https://8.8.8.8/x", at=timezone.now()
    )
    at = timezone.now()
    taken, waiting, dead = {"taken_at": at, "status": 204, "tries": 1}, {"next_at": at}, {"status": 500, "tries": 10}
    for number, state in enumerate((taken, waiting, dead)):
        hook.deliveries.create(message=f"m{number}", kind="match.settled", body=b"{}", made_at=at, **state)


def _jobs(table: Table) -> None:
    """A running job, a failed one and a queued one."""
    states: list[dict[str, Any]] = [
        {"state": "running", "claim": "c", "done": 37, "total": 120, "tries": 2, "started_at": timezone.now()},
        {"state": "failed", "failure": FAILURE, "tries": 3, "ended_at": timezone.now()},
        {"state": "queued"},
    ]
    for state in states:
        job = enqueue("season_end", key=f"shown {state['state']}", at=BEGAN, season=table.season)
        Job.objects.filter(pk=job.pk).update(**state)


def _answers(table: Table) -> None:
    """The commissioner publishes an answer of two questionnaires, and drafts another of each."""
    boss = Sitter(table.season, "boss").client
    answers = {
        "house-rules": ("", {"q:round.idle_may_shop": "true"}, {"q:round.idle_may_shop": "false"}),
        "carwars": (
            "E9",
            {"q:duel.points:mobility_kill": "25"},
            {"q:duel.points:mobility_kill": "30"},
        ),
    }
    for questionnaire, (step, first, second) in answers.items():
        place = [*table.season.split("/"), questionnaire]
        home, draft = (reverse(name, args=place) for name in ("questionnaire", "answers_draft"))
        boss.post(home, {**first, "revision": 0, "act": "save"})
        drafted = AnswerVersion.objects.get(questionnaire=questionnaire)
        boss.post(draft, {"revision": drafted.revision, "note": "We agreed on it.", "step": step, "act": "publish"})
        boss.post(home, {**second, "revision": 0, "act": "save"})
    assert AnswerVersion.objects.count() == 4


def _put_questions(table: Table) -> None:
    """An owner's question about a rule that a commissioner ruled on, and one that waits."""
    owner = Membership.objects.get(handle="rust-belt.razors")
    asked = put_question(
        table.row, member=owner, put="How wide is the gate?", about=("carwars", "duel.points"), at=timezone.now()
    )
    boss = table.handle("boss")
    rule_on_question(table.row, asked.number, actor=boss, answer="Four inches.", at=timezone.now())
    put_question(table.row, member=owner, put="Does a turret turn?", match="m3", at=timezone.now())


# ------------------------------------------------------------------------------------------------------ visits


def _job(state: str) -> Callable[[], dict[str, Any]]:
    return lambda: {"job": Job.objects.get(state=state).pk}


def _token() -> dict[str, Any]:
    boss = Membership.objects.get(handle="rust-belt.boss")
    invitation = invite(league=boss.league, by=boss, role=Membership.Role.SPECTATOR, at=timezone.now(), uses=9)
    return {"token": invitation[1]}


def _mail_list() -> dict[str, Any]:
    boss = Membership.objects.get(handle="rust-belt.boss")
    return {"token": sign_mail_list(MailList(boss.user_id, "results", "rust-belt"))}


def _amend() -> dict[str, Any]:
    return {"number": Entry.objects.filter(season="rust-belt/s1", command="amend").order_by("number")[0].number}


def _accepted() -> dict[str, Any]:
    accepted = Entry.objects.filter(season="rust-belt/s1", command="accept_report")
    return {"number": accepted.order_by("number")[0].number}


def _template() -> dict[str, Any]:
    return {"key": sample_template(maker=Membership.objects.get(handle="rust-belt.boss").user).key}


def _member() -> dict[str, Any]:
    return {"member": Membership.objects.get(handle="rust-belt.razors").pk}


@dataclass(frozen=True)
class Look:
    """A visit to a page: whose account, which URL arguments, which query.

    `found` returns arguments that are known only once the site has been built. Of many similar pages only some are
    checked `closely`.
    """

    who: str = BOSS
    query: str = ""
    parts: Mapping[str, Any] = field(default_factory=dict)
    found: Callable[[], Mapping[str, Any]] = dict
    closely: bool = True

    def at(self, name: str) -> str:
        """The path, once the site has been built."""
        arguments = {**PARTS, **self.parts, **self.found()}
        names = _pattern(name).pattern.converters
        return reverse(name, kwargs={argument: arguments[argument] for argument in names}) + self.query


PARTS: dict[str, Any] = {
    "league": "rust-belt",
    "season": "s1",
    "match": "m3",
    "franchise": "razors",
    "driver": "razors.d1",
    "car": "razors.car1",
    "number": 1,
    "book": "campaign",
    "chapter": "talents",
    "noun": "events",
    "questionnaire": "house-rules",
    "section": "match-day",
    "group": "losing-control",
    "thing": "franchise",
    "subject": "razors",
}
REFEREE = {"questionnaire": "carwars"}
OLD = {"league": "old", "franchise": "razors"}
NEXT = {**OLD, "season": "s2"}


def _forms() -> Iterator[Look]:
    """The form of every command, opened by whoever gives it; one with each template is checked closely."""
    templates: set[str] = set()
    for tag, form in sorted(FORMS.items()):
        who = BOSS if form.row_of().by is Giver.COMMISSIONER else OWNER
        yield Look(who, parts={"tag": tag}, closely=form.template not in templates)
        templates.add(form.template)


SHOWN: dict[str, tuple[Look, ...]] = {
    "leagues": (Look(), Look(STRANGER)),
    "inbox": (Look(OWNER),),
    "me": (Look(),),
    "notice_settings": (Look(OWNER),),
    "unsubscribe": (Look(STRANGER, found=_mail_list),),
    "new": (Look(),),
    "demo": (Look(STRANGER),),
    "join": (Look(STRANGER, found=_token),),
    "league": (Look(), Look(OWNER), Look(parts=OLD)),
    "heads": (Look(),),
    "fair": (Look(), Look(STRANGER)),
    "awaited": (Look(),),
    "rulebook": (Look(STRANGER),),
    "docs": (Look(STRANGER), Look(STRANGER, query="?q=report")),
    "docs_chapter": (
        Look(STRANGER),
        Look(STRANGER, parts={"noun": "duels"}, query="?page=2"),
        Look(STRANGER, parts={"noun": "shapes"}, query="?part=shape-ScoringSettings"),
        Look(STRANGER, parts={"noun": "problems"}),
    ),
    "glossary": (Look(STRANGER),),
    "book": (Look(STRANGER),),
    "chapter": (Look(STRANGER),),
    "season_rulebook": (Look(),),
    "season_book": (Look(parts={"book": "dethmatch"}),),
    "season_chapter": (Look(parts={"book": "dethmatch", "chapter": "collisions-2"}),),
    "records": (Look(STRANGER),),
    "standings": (Look(),),
    "announcements": (Look(),),
    "announcement": (Look(),),
    "put_right": (Look(found=_accepted),),
    "procedures": (Look(), Look(query="?q=spinout")),
    "procedure-chapter": (Look(STRANGER),),
    "procedure": (Look(parts={"tag": "spinout"}), Look(OWNER, parts={"tag": "swept_path"})),
    "rulings": (Look(),),
    "duels": (Look(), Look(STRANGER)),
    "duel_new": (Look(),),
    "duel": (Look(), Look(STRANGER)),
    "following": (Look("old-boss", parts=OLD),),
    "round_plan": (Look(parts={"number": 5}),),
    "design": tuple(Look(OWNER, parts={"ruleset": book}) for book in ("dethmatch", "formule", "rhad", "carcult")),
    "search": (Look(query="?q=razors"), Look()),
    "templates": (Look(), Look(STRANGER)),
    "template": (Look(found=_template), Look(STRANGER, found=_template)),
    "season_template": (Look(),),
    "seats": (Look(), Look(STRANGER)),
    "league_seats": (Look(),),
    "future": (Look(), Look(OWNER)),
    "people": (Look(),),
    "names": (Look(OWNER), Look(parts={"thing": "season", "subject": "s1"})),
    "person": (Look(found=_member),),
    "tokens": (Look(), Look(OWNER)),
    "webhooks": (Look(), Look(OWNER)),
    "calendar_address": (Look(OWNER),),
    "sandboxes": (Look(),),
    "jobs": (Look(),),
    "job": (Look(found=_job("running")), Look(found=_job("failed"))),
    "season": (Look(), Look(parts=OLD), Look("old-boss", parts=NEXT)),
    "tables": (Look(),),
    "round_up": (Look(STRANGER),),
    "season_round_up": (Look(),),
    "drivers": (Look(),),
    "rules": (Look(),),
    "draft": (Look(parts=OLD), Look("picking-boss", parts={"league": "picking"})),
    "pool": (Look(parts=OLD),),
    "season_end": (Look(parts=OLD), Look("picking-boss", parts={"league": "picking"}), Look(OWNER)),
    "market": (Look(OWNER),),
    "journal": (Look(),),
    "entry": (Look(found=_amend), Look(parts={"number": 50})),
    "amends": (Look(),),
    "amend": (Look(found=_amend),),
    "board": (Look(), Look("old-boss", parts=NEXT)),
    "acts": (Look(),),
    "questionnaires": (Look(), Look(STRANGER)),
    "questionnaire": (Look(), Look(parts=REFEREE), Look(OWNER, parts=REFEREE), Look(parts={"questionnaire": "own"})),
    "questionnaire-section": (
        Look(),
        Look(parts=REFEREE | {"section": "scoring-and-the-arena-2"}),
        Look(OWNER, parts=REFEREE | {"section": "fire"}),
    ),
    "questionnaire-booklet": (Look(STRANGER, parts=REFEREE),),
    "questionnaire-differences": (Look(parts=REFEREE),),
    "questionnaire-comparison": (Look(parts=REFEREE),),
    "put-questions": (Look(), Look(OWNER)),
    "answers": (Look(), Look(OWNER, parts=REFEREE)),
    "command": tuple(_forms()),
    "schedule": (Look(), Look("old-boss", parts=NEXT)),
    "match": (Look(), Look(parts={"match": "m1"}), Look(OWNER, parts={"match": "m4"})),
    "reward": (Look(OWNER), Look(STRANGER)),
    "settlement": (Look(), Look(parts={"match": "m1"}, query="?page=2"), Look(OWNER, parts={"match": "m4"})),
    "report": (Look(parts={"match": "m4"}), Look(STRANGER)),
    "match_time": (Look(OWNER, parts={"match": "m4"}), Look(parts={"match": "m4"}), Look(STRANGER)),
    "sheet": (Look(parts={"match": "m4"}),),
    "replay": (Look(query="?at=9"),),
    "match_log": (Look(), Look(query="?page=3"), Look(query="?show=box"), Look(query="?show=rolls&page=2")),
    "design-comparison": (Look(OWNER, parts={"ruleset": "dethmatch"}),),
    "franchise": (Look(OWNER),),
    "car": (Look(OWNER),),
    "franchise-founding": (Look("old-razors", parts=OLD),),
    "franchise-crest": (Look(OWNER),),
    "franchise-orders-form": (Look(OWNER),),
    "franchise-stores": (Look(OWNER),),
    "franchise-market": (Look(OWNER),),
    "franchise-finances": (Look(OWNER),),
    "franchise-sponsors": (Look(OWNER),),
    "franchise-history": (Look(OWNER),),
    "franchise-rivals": (Look(OWNER),),
    "franchise-orders": (Look(OWNER),),
    "driver": (Look(OWNER),),
    "answers_draft": (Look(), Look(parts=REFEREE)),
    "account_login": (Look(STRANGER),),
    "account_logout": (Look(OWNER),),
    "account_signup": (Look(STRANGER),),
    "account_email": (Look(OWNER),),
    "account_reset_password": (Look(STRANGER),),
    "account_request_login_code": (Look(STRANGER),),
    "account_change_password": (Look(OWNER),),
    "account_inactive": (Look(STRANGER),),
    "account_reauthenticate": (Look(OWNER),),
    "account_email_verification_sent": (Look(STRANGER),),
    "account_reset_password_done": (Look(STRANGER),),
    "account_reset_password_from_key_done": (Look(STRANGER),),
    "mfa_index": (Look(OWNER),),
    "mfa_list_webauthn": (Look(OWNER),),
}
"""The visits to each page, by URL name."""
NO_PAGE: dict[str, str] = {
    "healthz": "two words for a machine",
    "docs_here": "leads to what is said of the API",
    "readyz": "the same",
    "designs": "leads to a design",
    "journal_feed": "a feed",
    "export": "a file",
    "league_export": "only sent to",
    "calendar_file": "a file",
    "league_calendar": "a file",
    "table_file": "a file",
    "sheet_template": "a file",
    "template_file": "a file",
    "match_log_file": "a file",
    "replay_frames": "what a page's program asks for",
    "replay_still": "a picture",
    "replay_card": "a picture",
    "replay_clip": "a picture",
    "franchise-crest-svg": "a picture",
    "fair_hashes": "what a page's program asks for",
    "duel_state": "what a page's program asks for",
    "duel_actions": "only sent to",
    "duel_file": "a file",
    "duel_report": "leads to the report of the duel's match",
    "awaited_now": "what a page's program asks for",
    "awaited_act": "only sent to",
    "clock": "only sent to",
    "appeal": "only sent to",
    "read_sheet": "only sent to",
    "acknowledged": "only sent to",
    "old_questionnaire": "leads to the house rules",
    "old_questionnaire_page": "the same",
    "mfa_login_webauthn": "what a page's program asks for",
    "mfa_download_recovery_codes": "a file",
}
"""URL names that show no page, and what they do instead."""


def addresses() -> Iterator[tuple[str, URLPattern]]:
    """Every named URL of the site, including the account pages, except those of programs."""

    def under(resolver: URLResolver) -> Iterator[tuple[str, URLPattern]]:
        for url_pattern in resolver.url_patterns:
            if isinstance(url_pattern, URLResolver):
                yield from under(url_pattern)
            elif url_pattern.name and not url_pattern.name.startswith(OF_PROGRAMS):
                yield url_pattern.name, url_pattern

    yield from under(get_resolver())


def _pattern(name: str) -> URLPattern:
    return dict(addresses())[name]


def looks() -> Iterator[tuple[str, Look]]:
    """Every visit with its URL name, grouped by person."""
    named_looks = [(name, look) for name, those in SHOWN.items() for look in those]
    yield from sorted(named_looks, key=lambda named_look: named_look[1].who)


def logged_in(who: str) -> dict[str, str]:
    """The session cookie of that account after logging in; the caller adds the site's address."""
    client = Client()
    client.post(reverse("account_login"), {"login": who, "password": who.rsplit("-", 1)[-1]})
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": str(client.cookies[name].value)}

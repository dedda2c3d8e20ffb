"""Leagues for tests that break every row in turn: with shops, a calendar, logs, claims, and data of programs."""

from __future__ import annotations

from datetime import timedelta

from franchises.models import ChosenCrest, StandingOrders
from jobs.queue import enqueue
from journal.amends.corrections import corrections_to_replace_report
from journal.gate import open_gate
from league.feed_keys import make_feed_key
from league.invitations import invite
from league.league_templates.template_changes import TemplateText, make_template
from league.models import (
    Acknowledgement,
    AnswerVersion,
    Appeal,
    AwaitedWords,
    BeaconRound,
    ClaimedLog,
    DeletionRequest,
    Delivery,
    HandoverOffer,
    LanguageChoice,
    MailFailure,
    MatchLog,
    Membership,
    NameChange,
    NoticeChoice,
    PersonalDelivery,
    PersonalWebhook,
    Preferences,
    PutQuestion,
    ReportClaim,
    ReportPart,
    Reveal,
    RoundPlan,
    Ruling,
    Sandbox,
    SeatAd,
    SeatRequest,
    SeatSeeker,
    SigningKey,
    StoredAnswer,
    WaitingNotice,
    Webhook,
)
from league.tokens import create_token
from scheduling.announcements import post_announcement
from scheduling.appointments import propose
from scheduling.calendar import set_calendar
from scheduling.meetings import set_home_night
from scheduling.notices.inbox import notify
from scheduling.windows import sync_windows
from tests.journal.amends import amended
from tests.league.small_league import BEGAN, Table, report, shopping, signed
from tools.stage_duel import stage_duel


def shop() -> Table:
    """A league with open shops: an item in the stores, a pending offer and trade, and standing orders."""
    table = signed(league="yards", items=True, faces={"setup/razors/founding": [1] * 6})  # no tinkering
    shopping(table=table)
    faces = {"m1/shop/razors/world-trade": [1, 1, 3, 1]}
    table.throw("roll_world_trade", faces, by="razors", franchise="razors", match="m1")
    bargain = {
        "trade": "razors.t1",
        "partner": "saints",
        "gives": {"items": ["razors.gun1"]},
        "takes": {"pays": 1000},
    }
    table.give("propose_trade", by="razors", franchise="razors", **bargain)
    StandingOrders.objects.create(franchise_id="yards/razors", updated_at=BEGAN, updated_by=table.handle("razors"))
    return table


def put_right(table: Table) -> Table:
    """The league with its match's report amended to have one critical more."""
    document = report(table)
    document["drivers"][0]["criticals"] += 1
    amended(table, corrections_to_replace_report(table.row, "m1", document))
    return table


def keep_time(table: Table) -> None:
    """Give the league a calendar, a window, a job and a notice."""
    boss = Membership.objects.get(handle=table.handle("boss"))
    set_calendar(league=table.league, member=boss, at=BEGAN, time_zone="UTC")
    sync_windows(table.season, at=BEGAN)
    enqueue("clock_tick", key="a job", at=BEGAN, season=table.season)
    notify([boss], about="locked", key="m2 is locked", at=BEGAN, season=table.row, arguments={"match": "m2"})


def keep_notices(table: Table) -> None:
    """Give the commissioner settings, a notice that waits, a refused address, and a webhook with a message."""
    boss = Membership.objects.get(handle=table.handle("boss"))
    Preferences.objects.create(user=boss.user)
    for league in (None, boss.league):
        NoticeChoice.objects.create(user=boss.user, league=league, group="results", channel="mail", delivery="off")
    notice = boss.notices.order_by("pk")[:1].get()
    WaitingNotice.objects.create(notice=notice, user=boss.user, channel="mail", delivery="daily", due_at=BEGAN)
    MailFailure.objects.create(user=boss.user, address="boss@example.org", first_at=BEGAN, last_at=BEGAN)
    hook = PersonalWebhook.objects.create(
        user=boss.user, address="https://example.com/", secret="s", made_at=BEGAN, shape="standard"
    )
    PersonalDelivery.objects.create(webhook=hook, message="m", kind="notice", body=b"{}", made_at=BEGAN)


def keep_log(table: Table) -> None:
    """Give the league's match a log, as if it had been run here."""
    log_fields = {"ruleset": "ladder", "edition": 1, "packet": b"", "log": b""}
    with open_gate():
        MatchLog.objects.create(digest="0" * 64, season=table.row, match_id=f"{table.season}/m1", **log_fields)


def keep_door(table: Table) -> None:
    """Give the league an invitation to a franchise."""
    Membership.objects.filter(franchise="dust-bowl/widows").update(role="former", franchise=None)
    boss = Membership.objects.get(handle=table.handle("boss"))
    invite(league=boss.league, by=boss, role="owner", franchise="widows", at=BEGAN)


def keep_claims(table: Table) -> None:
    """Give the league a claimed report, a plan and a reveal of a round, and a pending ruling."""
    claim_fields = {"packet": "0" * 64, "digest": "0" * 64, "document": {}, "actor": table.handle("razors")}
    ReportClaim.objects.create(season=table.row, match="m2", side="razors", at=BEGAN, key="claimed", **claim_fields)
    RoundPlan.objects.create(season=table.row, number=3, updated_at=BEGAN, updated_by=table.handle("boss"))
    Reveal.objects.create(season=table.row, number=1, at=BEGAN, changed_at=BEGAN, changed_by=table.handle("boss"))
    ruling_fields = {"franchise": "razors", "actor": table.handle("boss"), "at": BEGAN, "key": "ruled"}
    Ruling.objects.create(season=table.row, match="m2", preview=1, **ruling_fields)


def keep_duel(table: Table) -> None:
    """A duel at a referee's table, with what was entered of it."""
    stage_duel(table.row, Membership.objects.get(handle=table.handle("boss")), at=BEGAN)


def keep_announced(table: Table) -> None:
    """Give the league a pinned announcement, and its commissioner a language, a token, a key and a stored answer."""
    boss = Membership.objects.get(handle=table.handle("boss"))
    post_announcement(
        league=boss.league, by=boss, title="Rain", text="Bring tyres.", pinned=True, key="rain", at=BEGAN
    )
    LanguageChoice.objects.create(user=boss.user, language="fr")
    create_token(league=boss.league, user=boss.user, name="A bot", scopes=["read"], at=BEGAN)
    make_feed_key(league=boss.league, user=boss.user, at=BEGAN)
    StoredAnswer.objects.create(
        user=boss.user, key="k", asked="0" * 64, status=201, kind="application/json", at=BEGAN
    )


def keep_programs(table: Table) -> None:
    """Give the league what programs bring: a log and a heat of a report, an appeal, a webhook, a sandbox, a key."""
    boss, match_fields = (
        Membership.objects.get(handle=table.handle("boss")),
        {"season": table.row, "match": "m2", "at": BEGAN},
    )
    actor_fields = {"actor": table.handle("razors")}
    ClaimedLog.objects.create(digest="0" * 64, ruleset="ladder", edition=1, log=b"", **match_fields)
    ReportPart.objects.create(side="razors", packet="0" * 64, heat=1, document={}, **match_fields, **actor_fields)
    Appeal.objects.create(entry=1, side="razors", said="He ran twice.", **match_fields, **actor_fields)
    hook = Webhook.objects.create(
        league=boss.league, user=boss.user, name="A hook", address="https://example.com/", secret="s", made_at=BEGAN
    )
    Delivery.objects.create(webhook=hook, message="m", kind="match.settled", body=b"{}", made_at=BEGAN)
    Sandbox.objects.create(season=table.row, user=boss.user, made_at=BEGAN, expires_at=BEGAN)
    BeaconRound.objects.create(number=1000, signature="0" * 96, kept_at=BEGAN)
    AwaitedWords.objects.create(season_id="rust-belt/s1", entry=1, handle="rust-belt.boss", hash="0" * 64)
    SigningKey.objects.create(id="k", private="0" * 64, public="0" * 64, made_at=BEGAN)


def keep_answers(table: Table) -> None:
    """Give the league a published, acknowledged version of its house rules, and a draft of the next."""
    version_fields = {"season": table.row, "questionnaire": "house-rules", "drafted_by": table.handle("boss")}
    published = AnswerVersion.objects.create(
        number=1, drafted_at=BEGAN, published_at=BEGAN, entry=2, **version_fields
    )
    AnswerVersion.objects.create(number=2, drafted_at=BEGAN, **version_fields)
    owner = Membership.objects.get(handle=table.handle("razors"))
    Acknowledgement.objects.create(version=published, member=owner, at=BEGAN)


def keep_crest() -> None:
    """Give a franchise of the league a crest and a former name."""
    ChosenCrest.objects.create(franchise_id="rust-belt/razors", blazon="gear bend skull #d22d3c #ffe58a")
    NameChange.objects.create(
        league_id="rust-belt", kind="franchise", subject="razors", former="Shavers", name="Razors", at=BEGAN, by="x"
    )


def keep_put_question(table: Table) -> None:
    """Give the league a question that was put during play and waits."""
    PutQuestion.objects.create(
        season=table.row, number=1, match="m2", put="Does a turret turn?", actor=table.handle("razors"), at=BEGAN
    )


def keep_future(table: Table) -> None:
    """Give the league an offer to hand it over, a request to delete it, advertised seats and somebody who asks."""
    boss, owner = (Membership.objects.get(handle=table.handle(who)) for who in ("boss", "razors"))
    league, times = boss.league, {"posted_at": BEGAN, "expires_at": BEGAN}
    HandoverOffer.objects.create(
        league=league, giver=boss, taker=owner, steps_down=True, offered_at=BEGAN, expires_at=BEGAN
    )
    DeletionRequest.objects.create(league=league, asked_at=BEGAN, asked_by=boss.handle, reason="We stopped.")
    SeatAd.objects.create(league=league, time_zone="UTC", posted_by=boss.handle, **times)
    SeatSeeker.objects.create(user=owner.user, **times)
    SeatRequest.objects.create(league=league, user=owner.user, asked_at=BEGAN)


def keep_template(table: Table) -> None:
    """Give the commissioner a private template of the league."""
    boss = Membership.objects.get(handle=table.handle("boss"))
    make_template(season=table.row, by=boss, text=TemplateText("Sunday racers"), at=BEGAN)


def keep_appointment(table: Table) -> None:
    """Give the league's announced match a time that was proposed, and one of its franchises a home night."""
    razors = Membership.objects.get(handle=table.handle("razors"))
    times = [table.now + timedelta(days=1)]
    propose(table.season, "m2", side="razors", times=times, seen=0, member=razors, at=table.now)
    set_home_night(league=razors.league, franchise="razors", night="WED 19:30", member=razors, at=BEGAN)

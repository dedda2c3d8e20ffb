"""Stages the example league for the tour: amends, a match that waits for line-ups, a calendar, jobs and a webhook.

Everything goes through the league's own entry points, with two exceptions: one job is stored as if it were half done,
and another runs while a balance in the database is wrong, so that it really fails.
"""

from __future__ import annotations

import copy
import json
import shutil
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from explain import links
from franchises.models import FranchiseSeason
from journal import amend, perform, preview_amend
from journal.amends.corrections import (
    corrections_to_replace_report,
    corrections_to_restore,
    corrections_to_strike,
    corrections_to_void,
)
from journal.gate import open_gate
from league.invitations import invite
from league.models import Entry, Job, League, Membership, NameChange, Season, Webhook
from league.renaming import rename
from rules.campaign.core.codec import command_from_document
from scheduling.announcements import post_announcement
from scheduling.appointments import propose
from scheduling.calendar import set_calendar
from scheduling.clock_tick import tick
from scheduling.notices.letters import MailList, sign_mail_list
from tools.stage_duel import stage_duel
from tools.staged_log_ins import save_parts
from tools.tour_screens import FAILED, RUNNING
from webhooks.subscriptions import create_webhook

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "rust-belt"
SEASON, MATCH = "rust-belt/s2", "m1"
FRANCHISES = ("slag-queens", "hounds", "turnpike", "smelters")
REASON = "The second judge's sheet was found under the stands."
BOUGHT_ITEM = "turnpike.s2.r1.i3"
RENAMED_DRIVER = "slag-queens.s1.d1"


def copy_example(home: Path) -> Path:
    """Copy the example into a folder below `home`, its second season cut off after a first round.

    The stand-in reports the round's one match, so the entries on the pictures do not depend on how a ruleset plays.
    """
    target = home / "example"
    shutil.copytree(EXAMPLE, target)
    season = target / SEASON.rsplit("/", 1)[-1]
    rounds = sorted(path for path in season.glob("*.json") if "-round-" in path.name)
    [announced] = json.loads(rounds[0].read_text())
    for path in season.glob("*.json"):
        if path >= rounds[0]:
            path.unlink()
    everybody = [id for match in announced["commands"][0]["matches"] for id in match["franchises"]]
    match = {"match": MATCH, "event": "The Ignition Mile, three laps", "franchises": everybody, "ruleset": "reported"}
    announced["commands"] = [{"type": "announce_round", "round": "r1", "matches": [match]}]
    rounds[0].write_text(json.dumps([announced]))
    return target


def stage() -> None:
    """Stage everything, at the current time. Run it once."""
    at, season = timezone.now(), Season.objects.get(pk=SEASON)
    boss = Membership.objects.get(league=season.league, role=Membership.Role.COMMISSIONER)
    by: dict[str, Any] = {"actor": boss.handle, "at": at, "reason": REASON}
    corrections = {**_corrected_report(season), **corrections_to_strike([_purchase_entry(season)])}
    preview_amend(SEASON, corrections, key="staged preview", **by)
    amend(SEASON, corrections, key="staged amend", **by)
    match = {"match": "m2", "event": "Flags on the slag heap", "franchises": list(FRANCHISES), "surface": "gravel"}
    match |= {"ruleset": "reported"}
    announced = command_from_document({"type": "announce_round", "round": "r2", "matches": [match], "uneven": True})
    perform(SEASON, [announced], actor=boss.handle, at=at, key="staged round")
    set_calendar(league=season.league_id, member=boss, at=at, time_zone="Europe/Berlin", hours={"M3": 30})
    tick(SEASON, at=at)
    _create_jobs(season.league, season, at=at)
    post_announcements(boss, at=at)
    stage_duel(season, boss, at=at)
    invite(league=season.league, by=boss, role=Membership.Role.SPECTATOR, at=at, uses=9)
    _create_webhook(boss, at=at)
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(boss.user)
    browser.post(f"/l/{SEASON}/schedule/", {"size": "4", "act": "all"})
    owners = Membership.objects.filter(league=season.league, role=Membership.Role.OWNER).select_related("user")
    regina, duke = (owners.get(user__username=name) for name in ("regina", "duke"))
    _propose_times(duke, at=at)
    by_owner: dict[str, Any] = {"kind": NameChange.Kind.DRIVER, "memberships": [regina], "at": at}
    rename(league=season.league, subject=RENAMED_DRIVER, name="Anvil Chorus", **by_owner)
    letter = sign_mail_list(MailList(regina.user_id, "results", season.league_id))
    save_parts(person=str(regina.pk), letter=letter)


def _create_webhook(boss: Membership, *, at: datetime) -> None:
    """A webhook with one delivered message, one waiting and one dead; nothing is sent."""
    hook = create_webhook(
        league=boss.league,
        user=boss.user,
        name="our chat",
        address="https://discord.com/api/webhooks/1/x",
        shape=Webhook.Shape.DISCORD,
        at=at,
        look_up=lambda _host, _port: ["8.8.8.8"],
    )
    taken = {"taken_at": at, "status": 204, "tries": 1, "said": "It answered 204."}
    waiting = {"next_at": at + timedelta(hours=14), "tries": 7, "said": "It did not answer in time."}
    dead = {"status": 500, "tries": 10, "said": "It answered 500."}
    for kind, fields in (("result.accepted", dead), ("match.settled", taken), ("round.announced", waiting)):
        hook.deliveries.create(message=f"staged {kind}", kind=kind, body=b"{}", made_at=at, **fields)


def _propose_times(owner: Membership, *, at: datetime) -> None:
    """An owner proposes three evenings for the match that waits for line-ups."""
    first = (at + timedelta(days=1)).replace(hour=18, minute=0, second=0, microsecond=0)
    times, side = [first + timedelta(days=day) for day in range(3)], links.short_id(str(owner.franchise_id))
    propose(SEASON, "m2", side=side, times=times, note="Earlier suits me best.", seen=0, member=owner, at=at)


def post_announcements(boss: Membership, *, at: datetime) -> None:
    """Two announcements, one of them pinned."""
    announcements = (
        ("Rust Bowl in round three", "Cars on *gravel*: bring the right tires. Line-ups lock on Friday.", True),
        (
            "A second judge's sheet",
            "It was found under the stands, and [the result](/l/rust-belt/s2/amends/) follows.",
            False,
        ),
    )
    for number, (title, text, pinned) in enumerate(announcements):
        key = f"announced {number}"
        post_announcement(league=boss.league, by=boss, title=title, text=text, pinned=pinned, key=key, at=at)


def _corrected_report(season: Season) -> dict[int, list[dict[str, Any]]]:
    """The match's report corrected: its last team leads, and one more driver is out of action."""
    number = next(iter(corrections_to_void(season, MATCH)))
    report = copy.deepcopy(corrections_to_restore(season, [number])[number][0]["report"])
    best, *_, last = sorted(report["teams"], key=lambda team: -team["points"])
    last["points"] = best["points"] + 2
    for team in report["teams"]:
        team["rank"] = 1 + sum(other["points"] > team["points"] for other in report["teams"])
    driver = next(driver for driver in report["drivers"] if not driver.get("out") and driver.get("heats"))
    driver |= {"out": True, "criticals": 2}
    return corrections_to_replace_report(season, MATCH, report)


def _purchase_entry(season: Season) -> int:
    """The number of the entry that bought an item which has been fitted since."""
    entries = Entry.objects.filter(season=season, command="buy_item")
    return next(entry.number for entry in entries if BOUGHT_ITEM in entry.subjects)


def _create_jobs(league: League, season: Season, *, at: datetime) -> None:
    texts = [f"E6, the draft: {picks} of 24." for picks in range(1, 10)]
    log = [
        {"at": (at - timedelta(seconds=90 - 9 * picks)).isoformat(), "line": text} for picks, text in enumerate(texts)
    ]
    shared: dict[str, Any] = {"kind": "season_end", "league": league, "season": season}
    began = at - timedelta(minutes=3)
    times = {"queued_at": began, "due_at": began, "started_at": began, "heartbeat_at": at}
    running = {"state": Job.State.RUNNING, "done": 9, "total": 24, "tries": 1, "claim": "staged", "log": log}
    Job.objects.create(id=RUNNING, key="staged 1", arguments={"step": "E6"}, **running, **times, **shared)
    times = {"queued_at": began, "due_at": began}
    Job.objects.create(id=FAILED, key="staged 2", arguments={"step": "E5"}, **times, **shared)
    edited = FranchiseSeason.objects.filter(pk=f"{SEASON}/{FRANCHISES[0]}")
    balance = edited.get().balance
    with open_gate():
        edited.update(balance=1)
    call_command("jobs", "--work", stdout=StringIO())
    with open_gate():
        edited.update(balance=balance)

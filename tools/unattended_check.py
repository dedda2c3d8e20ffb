"""Leagues whose owners never come: founded through the real doors, and held against their runs in memory.

Needs Django to be set up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.contrib.auth import get_user_model

from journal import audit, open_season, perform
from journal.replay import state_after
from league.membership import found_league, join
from league.models import Entry, Job, Membership, Notice, Season
from rules.campaign.core.command import Command
from rules.campaign.core.season_json import season_digest
from rules.campaign.founding.season_start import FoundFranchise
from rules.campaign.founding.setup import OpenSetup
from rules.campaign.steward.simulation import play_out
from rules.campaign.steward.unattended import Attendance
from rules.core.terms import FranchiseId
from scheduling.calendar import set_calendar

FIRST_ROUND_COMMAND = "announce_round"
"""The command by which a season's rounds have begun."""


def create_unattended_league(league: str, *, franchises: int, rounds: int, at: datetime) -> None:
    """Found an unattended league at signing, whose every franchise has an owner with an address.

    Its season's secret is made from its id.
    """
    people = get_user_model().objects
    made = found_league(
        id=league, name=league.title(), public=True, commissioner=people.create_user(f"{league}-boss"), at=at
    )
    boss = Membership.objects.get(league=league)
    open_season(league, "s1", secret=league_secret(league), rounds=rounds, actor=boss.handle, at=at, key="open")
    ids = [f"f{number}" for number in range(1, franchises + 1)]
    founding: list[Command] = [FoundFranchise(franchise=FranchiseId(id), name=id.title()) for id in ids]
    perform(f"{league}/s1", [*founding, OpenSetup()], actor=boss.handle, at=at, key="found")
    for id in ids:
        owner = people.create_user(f"{league}-{id}", email=f"{id}@{league}.example.org")
        join(league=made, user=owner, role=Membership.Role.OWNER, franchise=id, actor=boss.handle, at=at)
    set_calendar(league=league, member=boss, at=at, unattended=True, results="stand_in")


def league_secret(league: str) -> bytes:
    """The secret of its first season."""
    return hashlib.sha256(league.encode()).digest()


def leagues_with_rounds(leagues: Iterable[str], *, season: int = 2) -> list[str]:
    """Those of the leagues that have announced a round of that season."""
    begun = Entry.objects.filter(season__number=season, season__forked_from="", command=FIRST_ROUND_COMMAND)
    there = set(begun.values_list("season__league", flat=True))
    return [league for league in leagues if league in there]


@dataclass(frozen=True, slots=True)
class LeagueVerdict:
    """What became of a league: how many entries it made, the last digest compared, and everything that is wrong."""

    league: str
    entries: int
    digest: str
    wrong: tuple[str, ...]


def judge_league(league: str, *, mail: Path | None = None) -> LeagueVerdict:
    """A league against its run in memory up to its second season's rounds, its ledgers, its jobs and its notices.

    `mail` is the folder where mails were filed, looked through for one that was sent twice.
    """
    seasons = list(Season.objects.filter(league=league, forked_from="").order_by("number"))
    made = [
        digest
        for season in seasons[:2]
        for digest in Entry.objects.filter(season=season).order_by("number").values_list("digest", flat=True)
    ]
    owners = Membership.objects.filter(league=league, role=Membership.Role.OWNER)
    franchises = frozenset(str(id).rsplit("/", 1)[-1] for id in owners.values_list("franchise_id", flat=True))
    founding = len(franchises) + 2
    played = play_out(
        state_after(seasons[0], founding),
        secret=league_secret(league),
        seasons=2,
        until="M",
        attended=Attendance(owners=franchises),
    )
    should = [season_digest(performed.season) for performed in played]
    compared = made[founding : founding + len(should)]
    wrong = [f"{season.pk}: {finding}" for season in seasons[:2] for finding in audit(season.pk)]
    if compared != should:
        pairs = zip(compared, should, strict=False)
        place = next((number for number, (one, other) in enumerate(pairs) if one != other), len(compared))
        wrong.append(f"entry {founding + place + 1} is not that of the run in memory")
    failed = Job.objects.filter(season__league=league, state=Job.State.FAILED)
    wrong += [f"{job.key} failed: {job.failure}" for job in failed]
    wrong += duplicate_notices(league, mail)
    return LeagueVerdict(league, len(made), compared[-1] if compared else "", tuple(wrong))


def duplicate_notices(league: str, mail: Path | None = None) -> list[str]:
    """What members of a league were told, or sent, a second time."""
    seen, wrong = set(), []
    for notice in Notice.objects.filter(member__league=league).order_by("pk"):
        content = (notice.member_id, notice.about, str(sorted(notice.arguments.items())), notice.season_id, notice.at)
        if content in seen:
            wrong.append(f"notice {notice.pk} was told before")
        seen.add(content)
    if mail is not None:
        names = [line for file in sorted(mail.glob("*")) for line in _message_ids(file)]
        wrong += sorted({f"{name} was sent twice" for name in names if names.count(name) > 1})
    return wrong


def _message_ids(file: Path) -> list[str]:
    return [line for line in file.read_text(errors="replace").splitlines() if line.startswith("Message-ID:")]

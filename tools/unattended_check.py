"""Leagues whose owners never act: founded as the site founds them, and compared with their runs in memory.

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
from rules.campaign.core.codec import season_digest
from rules.campaign.core.command import Command
from rules.campaign.founding.season_start import FoundFranchise
from rules.campaign.founding.setup import OpenSetup
from rules.campaign.steward.simulation import play_out
from rules.campaign.steward.unattended import Attendance
from rules.core.terms import FranchiseId
from scheduling.calendar import set_calendar

FIRST_ROUND_COMMAND = "announce_round"
"""The command that begins the rounds of a season."""


def create_unattended_league(league: str, *, franchises: int, rounds: int, at: datetime) -> None:
    """Found an unattended league up to its first step, S1, with an owner and an address for every franchise.

    The secret of its season is made from the league's id.
    """
    people = get_user_model().objects
    created = found_league(
        id=league, name=league.title(), public=True, commissioner=people.create_user(f"{league}-boss"), at=at
    )
    boss = Membership.objects.get(league=league)
    open_season(league, "s1", secret=league_secret(league), rounds=rounds, actor=boss.handle, at=at, key="open")
    ids = [f"f{number}" for number in range(1, franchises + 1)]
    founding: list[Command] = [FoundFranchise(franchise=FranchiseId(id), name=id.title()) for id in ids]
    perform(f"{league}/s1", [*founding, OpenSetup()], actor=boss.handle, at=at, key="found")
    for id in ids:
        owner = people.create_user(f"{league}-{id}", email=f"{id}@{league}.example.org")
        join(league=created, user=owner, role=Membership.Role.OWNER, franchise=id, actor=boss.handle, at=at)
    set_calendar(league=league, member=boss, at=at, unattended=True, results="stand_in")


def league_secret(league: str) -> bytes:
    """The secret of a league's first season."""
    return hashlib.sha256(league.encode()).digest()


def leagues_with_rounds(leagues: Iterable[str], *, season: int = 2) -> list[str]:
    """Those of the leagues that have announced a round in that season."""
    begun = Entry.objects.filter(season__number=season, season__forked_from="", command=FIRST_ROUND_COMMAND)
    begun_leagues = set(begun.values_list("season__league", flat=True))
    return [league for league in leagues if league in begun_leagues]


@dataclass(frozen=True, slots=True)
class LeagueVerdict:
    """The result of judging a league: its number of entries, the last digest compared, and everything wrong."""

    league: str
    entries: int
    digest: str
    wrong: tuple[str, ...]


def judge_league(league: str, *, mail: Path | None = None) -> LeagueVerdict:
    """Compare a league with its run in memory up to its second season's rounds; check its ledgers, jobs and notices.

    `mail` is the folder where mails were filed; it is searched for one that was sent twice.
    """
    seasons = list(Season.objects.filter(league=league, forked_from="").order_by("number"))
    digests = [
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
    expected = [season_digest(performed.season) for performed in played]
    compared = digests[founding : founding + len(expected)]
    errors = [f"{season.pk}: {finding}" for season in seasons[:2] for finding in audit(season.pk)]
    if compared != expected:
        pairs = zip(compared, expected, strict=False)
        place = next(
            (number for number, (digest, expected_digest) in enumerate(pairs) if digest != expected_digest),
            len(compared),
        )
        errors.append(f"entry {founding + place + 1} is not that of the run in memory")
    failed = Job.objects.filter(season__league=league, state=Job.State.FAILED)
    errors += [f"{job.key} failed: {job.failure}" for job in failed]
    errors += duplicate_notices(league, mail)
    return LeagueVerdict(league, len(digests), compared[-1] if compared else "", tuple(errors))


def duplicate_notices(league: str, mail: Path | None = None) -> list[str]:
    """One sentence for every notice or mail that members of a league got a second time."""
    seen, errors = set(), []
    for notice in Notice.objects.filter(member__league=league).order_by("pk"):
        content = (notice.member_id, notice.about, str(sorted(notice.arguments.items())), notice.season_id, notice.at)
        if content in seen:
            errors.append(f"notice {notice.pk} was told before")
        seen.add(content)
    if mail is not None:
        names = [line for file in sorted(mail.glob("*")) for line in _message_ids(file)]
        errors += sorted({f"{name} was sent twice" for name in names if names.count(name) > 1})
    return errors


def _message_ids(file: Path) -> list[str]:
    return [line for line in file.read_text(errors="replace").splitlines() if line.startswith("Message-ID:")]

"""Leagues that run themselves, founded as the site founds them, with a clock that finds every deadline past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model

from jobs.worker import run_due_jobs
from journal import open_season, perform
from journal.replay import state_after
from journal.state import store
from league.membership import found_league, join
from league.models import Entry, Job, Membership, Season
from rules.campaign.core import state
from rules.campaign.core.codec import season_digest
from rules.campaign.core.command import Command
from rules.campaign.founding.season_start import FoundFranchise
from rules.campaign.founding.setup import OpenSetup
from rules.campaign.steward.simulation import play_out
from rules.campaign.steward.unattended import Attendance
from rules.core.switches import Setting
from rules.core.terms import FranchiseId
from scheduling import season_end
from scheduling.automatic_steps import run_automatic_steps
from scheduling.calendar import set_calendar
from scheduling.windows import sync_windows

BEGAN = datetime.fromisoformat("2026-09-01T18:00:00+00:00")
assert season_end.SEASON_END_JOB
LONG = timedelta(days=100)
"""Longer than any window stays open."""


@dataclass
class Running:
    """A league of `franchises`, those in `owned` with an owner; `at` is the current time of its clock."""

    league: str
    franchises: int
    secret: bytes
    owned: Sequence[str] = ()
    rounds: int = 2
    switches: dict[str, Setting] = field(default_factory=dict)
    at: datetime = field(default=BEGAN)

    @property
    def season(self) -> str:
        """The ID of the season being played."""
        return str(Season.objects.filter(league=self.league, forked_from="").order_by("-number")[0].pk)

    @property
    def row(self) -> Season:
        """The season's database row."""
        return Season.objects.get(pk=self.season)

    @property
    def state(self) -> state.Season:
        """The season's state, loaded from its tables."""
        return store.load(self.row).season

    @property
    def boss(self) -> Membership:
        """The league's commissioner."""
        return Membership.objects.get(league=self.league, role=Membership.Role.COMMISSIONER)

    def found(self, *, unattended: bool = True, results: str = "stand_in", set_up: bool = True) -> Running:
        """Found the league, and with `set_up` open the setup of its first season."""
        people = get_user_model().objects
        league = found_league(
            id=self.league,
            name=self.league,
            public=True,
            commissioner=people.create_user(f"{self.league}-boss"),
            at=self.at,
            handle=f"{self.league}.boss",
        )
        actor = self.boss.handle
        open_season(
            self.league,
            "s1",
            secret=self.secret,
            rounds=self.rounds,
            switches=self.switches,
            actor=actor,
            at=self.at,
            key="open",
        )
        ids = [f"f{number}" for number in range(1, self.franchises + 1)]
        founding: list[Command] = [FoundFranchise(franchise=FranchiseId(id), name=id.title()) for id in ids]
        perform(
            f"{self.league}/s1", [*founding, *([OpenSetup()] if set_up else [])], actor=actor, at=self.at, key="found"
        )
        for id in self.owned:
            owner = people.create_user(f"{self.league}-{id}")
            join(league=league, user=owner, role=Membership.Role.OWNER, franchise=id, actor=actor, at=self.at)
        set_calendar(
            league=self.league, member=self.boss, at=self.at, unattended=unattended, results=results, hours={"E6": 1}
        )
        return self

    def tick(self, *, late: timedelta = LONG, working: bool = True) -> None:
        """Let the clock tick once, `late` after opening the windows that are due, and run every job if `working`."""
        season = self.season
        sync_windows(season, at=self.at)
        self.at += late
        run_automatic_steps(season, at=self.at)
        if working:
            self.work()

    def work(self) -> list[Job]:
        """Run every queued job."""
        return run_due_jobs(clock=lambda: self.at)

    def to_the_end(self) -> Running:
        """Play the rounds, and queue the first job of the season's end without running it."""
        for _ in range(300):
            if self.row.step == "E1":
                return self
            self.tick(working=False)
        raise AssertionError(f"{self.season} stands still at {self.row.step}")

    def run(self, *, seasons: int = 1, until: str = "closed", ticks: int = 300, hours: int = 2400) -> None:
        """Tick, `hours` at a time, until season number `seasons` has reached the step `until`."""
        for _ in range(ticks):
            row = self.row
            if row.number > seasons or (row.number == seasons and row.step == until):
                return
            self.tick(late=timedelta(hours=hours))
        failures = list(Job.objects.exclude(failure="").values_list("key", "failure"))
        raise AssertionError(f"{self.season} stands still at {self.row.step}: {failures}")

    def digests(self, *, seasons: int) -> list[str]:
        """The digests of all entries of the first `seasons` seasons after setup was opened, in order."""
        played = Season.objects.filter(league=self.league, forked_from="").order_by("number")[:seasons]
        digests = [
            Entry.objects.filter(season=season).order_by("number").values_list("digest", flat=True)
            for season in played
        ]
        return [digest for season_digests in digests for digest in season_digests][self.founding_entries :]

    @property
    def founding_entries(self) -> int:
        """How many entries the founding took: opening the season, each franchise, and opening setup."""
        return self.franchises + 2

    def founded_state(self) -> state.Season:
        """The state of the first season just after its setup was opened."""
        return state_after(Season.objects.get(pk=f"{self.league}/s1"), self.founding_entries)

    def in_memory(self, *, seasons: int = 1, until: str = "closed") -> list[str]:
        """The digests of the same league played in memory from the same secret."""
        attended = Attendance(owners=frozenset(self.owned))
        steps = play_out(self.founded_state(), secret=self.secret, seasons=seasons, until=until, attended=attended)
        return [season_digest(step.season) for step in steps]

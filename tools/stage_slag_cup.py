"""Stages the Slag Cup for the tour: four named franchises whose matches the site plays, with two rounds settled.

    .venv/bin/python manage.py shell -c "from tools.stage_slag_cup import stage; stage()"

Its owners never answer. Standing orders act for them, and the clock always runs after the deadlines.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta

from django.contrib.auth import get_user_model

from jobs.worker import run_due_jobs
from journal import open_season, perform
from league.membership import found_league
from league.models import Match, Membership
from rules.campaign.core.command import Command
from rules.campaign.founding.season_start import FoundFranchise
from rules.campaign.founding.setup import OpenSetup
from rules.campaign.garage.cars import BuyCar
from rules.campaign.people.hiring import HireRookie
from rules.core.terms import CarId, DriverId, FranchiseId
from scheduling.automatic_steps import run_automatic_steps
from scheduling.calendar import set_calendar
from scheduling.windows import sync_windows

LEAGUE, SEASON, LAST_MATCH = "slag-cup", "slag-cup/s1", "slag-cup/s1/m2"
ROUNDS = 2
STARTED_AT = datetime(2026, 9, 1, 18, tzinfo=UTC)
CLOCK_STEP, MOST_TURNS = timedelta(days=14), 120
"""How far time moves on before each run of the clock, and the most runs."""
TEAMS = {
    "kiln": ("Kiln Street", ("Ember Lou", "Ash Wednesday", "Cinder Bell"), ("Hot Plate", "Slow Burn", "Clinker")),
    "dredgers": (
        "The Dredgers",
        ("Mudlark Mo", "Silt Sally", "Bilge Ben"),
        ("Low Tide", "Bucket Chain", "Spring Tide"),
    ),
    "pylons": ("Pylon Kings", ("Volta Green", "Ohm Alone", "Watt Next"), ("Live Wire", "Brownout", "Earth Fault")),
    "tarmac": ("Tarmac Choir", ("Alto Ann", "Basso Karl", "Treble Tess"), ("High C", "Full Stop", "Descant")),
}
"""Each franchise by its id: its name, its first drivers, its first cars."""


def stage() -> None:
    """Found the league and play its rounds. Run it once."""
    at = STARTED_AT
    boss = _create_league(at)
    set_calendar(league=LEAGUE, member=boss, at=at, unattended=True, results="reported")
    for _ in range(MOST_TURNS):
        if Match.objects.filter(pk=LAST_MATCH, step="settled").exists():
            return
        sync_windows(SEASON, at=at)
        at += CLOCK_STEP
        run_automatic_steps(SEASON, at=at)
        run_due_jobs(clock=lambda now=at: now)  # type: ignore[misc]  # bound now, called before the next turn
    raise AssertionError(f"{LAST_MATCH} was not settled in {MOST_TURNS} turns of the clock")


def _create_league(at: datetime) -> Membership:
    """Found the league, hire and buy for its franchises, and return the commissioner's membership."""
    people = get_user_model().objects
    found_league(id=LEAGUE, name="The Slag Cup", public=True, commissioner=people.create_user("slag-cup-boss"), at=at)
    boss = Membership.objects.get(league=LEAGUE)
    secret = hashlib.sha256(LEAGUE.encode()).digest()
    switches = {"match.ruleset": "dethmatch"}
    open_season(LEAGUE, "s1", secret=secret, rounds=ROUNDS, switches=switches, actor=boss.handle, at=at, key="open")
    founding: list[Command] = [
        FoundFranchise(franchise=FranchiseId(id), name=name) for id, (name, _, _) in TEAMS.items()
    ]
    perform(SEASON, [*founding, OpenSetup()], actor=boss.handle, at=at, key="found")
    for id, (_, drivers, cars) in TEAMS.items():
        team = FranchiseId(id)
        signing: list[Command] = [
            HireRookie(franchise=team, driver=DriverId(f"{id}.d{number}"), name=name)
            for number, name in enumerate(drivers, 1)
        ]
        signing += [
            BuyCar(franchise=team, car=CarId(f"{id}.car{number}"), name=name) for number, name in enumerate(cars, 1)
        ]
        perform(
            SEASON,
            signing,
            actor=boss.handle,
            at=at,
            key=f"signing {id}",
            on_behalf_of=id,
            reason="As they told the commissioner.",
        )
    return boss

"""The demo: a visitor without an account runs a franchise for one match, in a sandbox that ends by itself.

Its sandboxes belong to one account that nobody can log in to. Which of them a visitor may see is kept in their
session; they give no command there but those of the demo's own form.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache

from django.contrib.auth import get_user_model
from django.db import transaction

from journal import perform
from journal.forks import delete_fork, fork_for_viewer
from journal.match_results import PacketChanged, ReportedMeanwhile, awaits_result, take_up_and_resolve
from journal.state import store
from league.access import Viewer
from league.example_archives.catalog import examples
from league.membership import join, lock_league
from league.models import Entry, League, Match, Membership, Sandbox, Season
from league.queries.season_leaves import Seeds
from league.sandboxes import NAME_PREFIX
from rules.campaign.core import state
from rules.campaign.core.command import Command
from rules.campaign.match_day.line_ups import NameLineUp, SeatPlan
from rules.campaign.steward import DEFAULT_ORDERS, answers, next_commissioner_command
from rules.core.refusals import Refusal, Unknown
from rules.core.terms import DriverId

GUEST = "(demo)"
"""The user name of the account to which the sandboxes belong; no one can sign up under it."""
GUEST_NAME = "Demo visitors"
LASTS = timedelta(minutes=20)
MOST_AT_ONCE = 12
ANNOUNCEMENT = "announce_round"
BY_ITSELF = "season"
PLAYED = ("M5.9", "M5.10", "settled")
"""The steps of a match after which its income is banked."""
MOST_STEPS = 60
"""How many batches of commands a match takes at most; more are a bug."""


class NoDemo(Refusal):
    """No public example league has a match to try."""


class DemoFull(Refusal):
    """As many demos as allowed are running."""


class DemoStuck(RuntimeError):
    """The match of a demo cannot go on, which is a bug."""


@dataclass(frozen=True, slots=True)
class Demo:
    """A visitor's demo: the sandbox, the match in it, and the franchise that is theirs, by short ids."""

    season: str
    match: str
    franchise: str

    @classmethod
    def from_session(cls, kept: object) -> Demo | None:
        """The demo that a session keeps; None if it keeps none."""
        if isinstance(kept, list) and len(kept) == 3 and all(isinstance(part, str) for part in kept):
            return cls(*kept)
        return None

    def to_session(self) -> list[str]:
        """What a session keeps of it."""
        return [self.season, self.match, self.franchise]


@cache
def demo_leagues() -> tuple[str, ...]:
    """The ids of the leagues that can be tried: the examples that come with the site."""
    return tuple(example.league for example in examples())


def start_demo(*, at: datetime) -> Demo:
    """Fork an example league as it stood before its last round's line-ups. Raises `NoDemo` or `DemoFull`."""
    origin, entry = _origin()
    with transaction.atomic():
        lock_league(origin.league)
        guest = _guest_membership(origin.league, at=at)
        if Sandbox.objects.filter(user=guest.user, expires_at__gt=at).count() >= MOST_AT_ONCE:
            raise DemoFull("Every place in the demo is taken: try again in a few minutes.")
        name = NAME_PREFIX + secrets.token_hex(6)
        row = fork_for_viewer(origin.pk, name, viewer=Viewer((guest,)), secret=Seeds.fresh(), at=at, entry=entry)
        Sandbox.objects.create(season=row, user=guest.user, made_at=at, expires_at=at + LASTS)
    season = store.load(row).season
    match = next(match for match in season.matches_of(season.all_rounds()[-1].id) if match.ruleset)
    teams = sorted(line_up.franchise for line_up in season.line_ups_of(match.id))
    owners = Membership.objects.filter(league=origin.league, franchise__isnull=False)
    owned = set(owners.values_list("franchise_id", flat=True))
    free = [team for team in teams if f"{origin.league_id}/{team}" not in owned]
    return Demo(row.pk, match.id, (free or teams)[0])


def sandbox_of_demo(demo: Demo, *, at: datetime) -> Sandbox | None:
    """The demo's sandbox with its season and league; None once it has ended."""
    found = Sandbox.objects.filter(season=demo.season, user__username=GUEST, expires_at__gt=at)
    return found.select_related("season__league").first()


def end_demo(demo: Demo, *, at: datetime) -> None:
    """End a demo before its time; one that has ended stays so."""
    if sandbox_of_demo(demo, at=at) is not None:
        delete_fork(demo.season)


def proposed_line_up(season: state.Season, demo: Demo) -> tuple[list[Command], NameLineUp]:
    """What standing orders would do before the match, and the line-up they would name. Raises `Unknown` if none."""
    commands = answers(season, demo.franchise, DEFAULT_ORDERS)
    for command in commands:
        if isinstance(command, NameLineUp) and command.match == demo.match:
            return [other for other in commands if other is not command], command
    raise Unknown("This franchise has already named its line-up: start the demo again.")


def with_drivers(line_up: NameLineUp, drivers: Mapping[str, str]) -> NameLineUp:
    """The line-up with other drivers, by car; who was gunner and drives now is gunner no more."""
    chosen = {seat.car: drivers.get(seat.car) or seat.driver for seat in line_up.seats}
    driving = set(chosen.values())
    seats = [
        SeatPlan(
            car=seat.car,
            driver=DriverId(chosen[seat.car]),
            gunner=DriverId("" if seat.gunner in driving else seat.gunner),
        )
        for seat in line_up.seats
    ]
    return replace(line_up, seats=seats)


def play_match(demo: Demo, drivers: Mapping[str, str], *, at: datetime) -> None:
    """Name the line-up with those drivers, and have the match played and settled, all others by standing orders.

    A match that was interrupted goes on with the line-up that was named. Raises what the rules raise for a line-up
    that cannot be named.
    """
    row = Season.objects.select_related("league").get(pk=demo.season)
    actor = _guest_membership(row.league, at=at).handle
    season = store.load(row).season
    if not season.line_up(demo.match, demo.franchise).named:
        before, line_up = proposed_line_up(season, demo)
        _give(row, [*before, with_drivers(line_up, drivers)], actor=actor, at=at)
    for _ in range(MOST_STEPS):
        season = store.load(Season.objects.get(pk=row.pk)).season
        if season.match(demo.match).step in PLAYED:
            return
        if awaits_result(row.pk, demo.match):
            _resolve(row.pk, demo.match, at=at)
        elif commands := _answers_of_any(season, demo.match):
            _give(row, commands, actor=actor, at=at)
        elif (following := next_commissioner_command(season)) is not None:
            _give(row, [following], actor=actor, at=at)
        else:
            break
    raise DemoStuck(f"{demo.match} of {demo.season} does not go on.")


def _origin() -> tuple[Season, int]:
    """The season that is forked, and the entry after which: its last round has been announced. Raises `NoDemo`."""
    leagues = demo_leagues()
    rows = Season.objects.filter(league__in=leagues, league__public=True, forked_from="").select_related("league")
    rows = rows.filter(league__archived_at=None, league__delete_at=None, league__gone_at=None)
    for row in sorted(rows, key=lambda row: (leagues.index(row.league_id), -row.number)):
        announced = Entry.objects.filter(season=row, command=ANNOUNCEMENT).order_by("-number").first()
        if announced is None:
            continue
        resolved_here = Match.objects.filter(season=row).exclude(ruleset="").order_by("-round__number")
        newest = resolved_here.values_list("round__number", flat=True).first()
        if newest is not None and newest == row.rounds.order_by("-number").values_list("number", flat=True).first():
            later = Entry.objects.filter(season=row, number__gt=announced.number).exclude(actor=BY_ITSELF)
            following = later.order_by("number").values_list("number", flat=True).first()
            return row, row.length if following is None else following - 1
    raise NoDemo("There is nothing to try here: this site has no example league with a match that is played here.")


def _guest_membership(league: League, *, at: datetime) -> Membership:
    """The membership by which the demo's guest is in a league, made the first time."""
    guest, made = get_user_model().objects.get_or_create(username=GUEST, defaults={"first_name": GUEST_NAME})
    if made:
        guest.set_unusable_password()
        guest.save()
    found = Membership.objects.filter(league=league, user=guest).exclude(role=Membership.Role.FORMER).first()
    return found or join(league=league, user=guest, role=Membership.Role.SPECTATOR, actor="", at=at)


def _give(row: Season, commands: Sequence[Command], *, actor: str, at: datetime) -> None:
    """Perform commands one batch each, so that those after a roll are asked for again."""
    for command in commands:
        perform(row.pk, [command], actor=actor, at=at, key=f"demo/{secrets.token_hex(8)}", whatever_falls=True)


def _answers_of_any(season: state.Season, match: str) -> Sequence[Command]:
    """The answers of the first team of the match that is asked for anything."""
    for line_up in season.line_ups_of(match):
        if commands := answers(season, line_up.franchise, DEFAULT_ORDERS):
            return commands
    return []


def _resolve(season: str, match: str, *, at: datetime) -> None:
    """Have the match played, unless a worker was faster."""
    try:
        take_up_and_resolve(season, match, at=at)
    except (PacketChanged, ReportedMeanwhile):
        return

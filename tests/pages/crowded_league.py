"""A league of any size with something on every page.

It has many matches and members, jobs and announcements, a match that was resolved here, changed house rules, an
amended amount, duels at a referee's table, questions put during play, uses of procedures, agreed times, former names,
home nights, offers to hand the league over, and people who ask for a seat.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import timezone

from jobs.queue import enqueue
from league.membership import join
from league.models import (
    AnswerVersion,
    Appointment,
    HandoverOffer,
    HomeNight,
    League,
    Membership,
    NameChange,
    Preferences,
    ProposedTime,
    SeatAd,
    SeatRequest,
    SeatSeeker,
)
from league.pages.duels.opening import Entrant, open_duel
from scheduling.announcements import post_announcement
from scheduling.notices.inbox import notify
from scheduling.put_questions import put_question
from tests.command_forms.desk import Sitter
from tests.journal.amends import amended, number_of
from tests.league.league_cache import built_once
from tests.league.resolved_leagues import worked
from tests.league.small_league import BEGAN, Table
from tests.pages.large_league import DRIVERS, TEAMS_A_MATCH, batch, grown
from tools.stage_duel import stage_duel

RESOLVED, AWAITED = "z0", "z1"
"""In the current round: the match that was resolved here, and one that awaits line-ups."""
PLAN = {"event": "last_cult", "ruleset": "carcult", "setting": {"table": "crossroads"}, "vehicles_per_team": DRIVERS}


@built_once
def crowded(size: int, matches: int) -> Table:
    """A league of that many franchises with at least that many matches, one round before the last.

    `m0` of the first round was reported; everything else announced before the current round was voided.
    """
    a_round = size // TEAMS_A_MATCH
    rounds = -(-matches // a_round)
    table = grown(size, rounds=rounds + 1)
    table.give("end_shopping", match="m0", reason="The week is over.")
    batch(table, [{"type": "void_match", "match": f"m{number}"} for number in range(1, a_round)], reason="Rain.")
    for number in range(2, rounds):
        _washed_out(table, number, a_round)
    _under_way(table, rounds, a_round)
    _put_right(table)
    _house_rules(table)
    _people(table, size)
    _referee(table, size)
    _times(table)
    _renamed(table)
    _wanted(table)
    return table


def _times(table: Table) -> None:
    """Every match has a time that is agreed on and another that is proposed."""
    season, row = table.state, table.row
    for match in season.matches.values():
        sides = sorted(line_up.franchise for line_up in season.line_ups_of(match.id))
        appointment = Appointment.objects.create(
            season=row,
            match=match.id,
            standing="agreed",
            agreed_at=BEGAN,
            agreed_since=BEGAN,
            offer=1,
            changes=1,
            sides=sides,
            awaited=sides[1:],
            changed_at=BEGAN,
            changed_by=table.handle("boss"),
        )
        ProposedTime.objects.create(
            appointment=appointment,
            offer=1,
            number=1,
            side=sides[0],
            time=BEGAN,
            zone="UTC",
            accepted=sides[:1],
            actor=table.handle("boss"),
            at=BEGAN,
        )


def _renamed(table: Table) -> None:
    """Every franchise, its first driver and its first car had another name before, and each has a home night."""
    league, name = (
        {"league_id": table.league},
        {"name": "It", "former": "That", "at": BEGAN, "by": table.handle("boss")},
    )
    for team in sorted(table.state.franchises):
        for kind, subject, season in (
            ("franchise", team, ""),
            ("driver", f"{team}.d0", ""),
            ("car", f"{team}.c0", "s1"),
        ):
            NameChange.objects.create(kind=kind, subject=subject, season=season, **league, **name)
        night = {"night": "WED 19:30", "zone": "UTC", "changed_at": BEGAN, "changed_by": table.handle(team)}
        HomeNight.objects.create(franchise=team, **league, **night)
    League.objects.filter(pk=table.league).update(renamings=NameChange.objects.count())


def _wanted(table: Table) -> None:
    """Every spectator has a zone, looks for a seat, asked for one here, and is asked to run the league."""
    boss, expires = Membership.objects.get(handle=table.handle("boss")), timezone.now() + timedelta(days=30)
    ad = {"time_zone": "UTC", "posted_at": BEGAN, "posted_by": boss.handle, "expires_at": expires}
    SeatAd.objects.create(league_id=table.league, franchises=[], **ad)
    for row in Membership.objects.filter(league=table.league, role=Membership.Role.SPECTATOR):
        Preferences.objects.create(user_id=row.user_id, time_zone="Europe/Berlin")
        SeatSeeker.objects.create(user_id=row.user_id, posted_at=BEGAN, expires_at=expires)
        SeatRequest.objects.create(league_id=table.league, user_id=row.user_id, asked_at=BEGAN)
        offer = {"steps_down": False, "note": "Help.", "offered_at": BEGAN, "expires_at": expires}
        HandoverOffer.objects.create(league_id=table.league, giver=boss, taker=row, **offer)


def _teams(at: int) -> list[str]:
    return [f"f{number:02}" for number in range(at * TEAMS_A_MATCH, (at + 1) * TEAMS_A_MATCH)]


def _announced(number: int, matches: dict[str, dict[str, Any]]) -> dict[str, Any]:
    plans = [
        {"match": match, "event": "race", "franchises": _teams(index), **plan}
        for index, (match, plan) in enumerate(matches.items())
    ]
    return {"type": "announce_round", "round": f"r{number}", "matches": plans}


def _washed_out(table: Table, number: int, a_round: int) -> None:
    """A round whose matches are all voided at once."""
    matches = [f"w{number}.{index}" for index in range(a_round)]
    voided = [{"type": "void_match", "match": match} for match in matches]
    batch(table, [_announced(number, {match: {} for match in matches}), *voided], reason="Rain.")


def _under_way(table: Table, number: int, a_round: int) -> None:
    matches = {RESOLVED: PLAN, **{f"z{index}": {} for index in range(1, a_round)}}
    batch(table, [_announced(number, matches)])
    for team in _teams(0):
        seats = [{"car": f"{team}.c{n}", "driver": f"{team}.d{n}"} for n in range(DRIVERS)]
        line_up = {"type": "name_line_up", "franchise": team, "match": RESOLVED, "seats": seats}
        batch(table, [line_up], behalf=team)
    table.give("lock_line_ups", match=RESOLVED)
    worked()


def _put_right(table: Table) -> None:
    gift = {"type": "adjust_balance", "franchise": "f01", "amount": 1_000}
    batch(table, [gift], reason="A gift.")
    amended(table, {number_of(table, "adjust_balance"): [{**gift, "amount": 2_000}]})


def _house_rules(table: Table) -> None:
    """Answer a house rule differently, and publish it."""
    client, home = Sitter(table.season, "boss").client, [*table.season.split("/"), "house-rules"]
    answers = {"q:round.idle_may_shop": "true", "revision": 0, "act": "save"}
    client.post(reverse("questionnaire", args=home), answers)
    publication = {"revision": AnswerVersion.objects.get().revision, "note": "Agreed.", "step": "", "act": "publish"}
    client.post(reverse("answers_draft", args=home), publication)


def _people(table: Table, size: int) -> None:
    """Add as many spectators as franchises, a notice, and a job and an announcement for every eight franchises."""
    league, boss = League.objects.get(pk=table.league), Membership.objects.get(handle=table.handle("boss"))
    owner = Membership.objects.get(handle=table.handle("f00"))
    notify(
        [owner],
        about="locked",
        key=f"{RESOLVED} is locked",
        at=BEGAN,
        season=table.row,
        arguments={"match": RESOLVED},
    )
    for number in range(size):
        user = get_user_model().objects.create_user(f"spectator{number}")
        join(league=league, user=user, role=Membership.Role.SPECTATOR, actor=boss.handle, at=BEGAN)
    for number in range(size // 8):
        enqueue("season_end", key=f"season_end{number}", at=BEGAN, season=table.season)
        announcement = {"title": "Rain", "text": "Bring tyres.", "pinned": False, "key": f"rain{number}"}
        post_announcement(league=league, by=boss, at=BEGAN, **announcement)


def _referee(table: Table, size: int) -> None:
    """A duel that was begun, and another duel, a question and a use of a procedure for every eight franchises."""
    boss = Membership.objects.get(handle=table.handle("boss"))
    stage_duel(table.row, boss, at=BEGAN)
    crew = {"aboard": ["Ann", "Bob"]}
    use = {"type": "perform_procedure", "book": "carwars", "procedure": "choose_who_is_hit", "inputs": crew}
    batch(table, [{**use, "use": f"p{number}"} for number in range(1, size // 8 + 1)])
    for number in range(size // 8):
        put_question(table.row, member=boss, put=f"Question {number}?", match=RESOLVED, at=BEGAN)
        open_duel(
            table.row,
            title="The yard",
            match="",
            entrants=[Entrant(name=name, occupants=1, speed=30) for name in ("Razor", "Saint")],
            speeds={},
            arena={"checkpoints": [], "targets": [], "jumps": []},
            actor=boss.handle,
            key=f"duel{number}",
            at=BEGAN,
        )

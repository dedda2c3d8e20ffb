"""Leagues in which the examples about people, seats, plans and the clock make sense, and who sends them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from api.league_templates.examples import KEY
from drivers.pages.draft import free_driver_ids, load_draft
from jobs.queue import cancel_job, enqueue
from league.invitations import invite
from league.models import HandoverOffer, Job, League, NameChange, SeatRequest, Window
from scheduling.announcements import post_announcement
from tests.api.api_callers import at
from tests.api.example_answers import ruled_on
from tests.api.prepared_operations import (
    advertise,
    ask_for_advertised_seat,
    boss,
    leave_seat,
    member,
    offer_league,
    rename_driver,
    whole_program,
)
from tests.api.test_orders_and_queues import at_the_draft
from tests.api.test_running_a_league import awaiting
from tests.league.sample_template import sample_template
from tests.league.small_league import Table, announced, founded, signed
from tests.scheduling.calendar_league import clocked

LEAGUE = "/leagues/rust-belt"
SEATS = ("slag-queens", "wolves")
PAIR = ("razors", "saints")


def announcing() -> Table:
    """A league whose commissioner has announced rain."""
    table = founded()
    words: dict[str, Any] = {"title": "Rain", "text": "Bring tires.", "pinned": False, "key": "rain"}
    post_announcement(league=League.objects.get(pk=table.league), by=boss(table), at=timezone.now(), **words)
    return table


def inviting() -> Table:
    """A league with an open invitation."""
    table = founded()
    invite(league=League.objects.get(pk=table.league), by=boss(table), role="spectator", at=timezone.now())
    return table


def offered() -> Table:
    """A league that its commissioner offers to the owner of the wolves."""
    table = founded(franchises=SEATS)
    offer_league(table, "wolves")
    return table


def renamed() -> Table:
    """A league in which a driver of the razors was renamed."""
    table = signed()
    rename_driver(table, "razors")
    return table


def cancelled() -> Table:
    """A league with a job that was canceled."""
    table, now = founded(), timezone.now()
    job = enqueue("season_end", key="end", at=now, season=table.season)
    cancel_job(job.pk, at=now, asked_by="a commissioner")
    return table


def ready_to_lock() -> Table:
    """A league with a clock, whose line-ups are all named and not locked."""
    table = clocked(announced(franchises=PAIR))
    for franchise in PAIR:
        seats = [{"driver": f"{franchise}.d{number}", "car": f"{franchise}.car{number}"} for number in (1, 2)]
        table.give("name_line_up", by=franchise, match="m1", franchise=franchise, seats=seats)
    return table


def under_way() -> Table:
    """A league whose first round is announced."""
    return announced(franchises=PAIR)


def planned() -> Table:
    """A league whose rounds are drawn up."""
    table = under_way()
    answer = whole_program(table, "boss").post(at(table, "/plans"), {"size": 2}, key="drawn")
    assert answer.status_code == 200, answer.content
    return table


def queued() -> Table:
    """A league at its draft, with two drivers in the queue of the razors."""
    table = at_the_draft()
    path = at(table, "/franchises/razors/draft-queue")
    answer = whole_program(table, "razors").put(path, {"drivers": free_drivers(table)}, key="queued")
    assert answer.status_code == 200, answer.content
    return table


def seat_left() -> Table:
    """A league whose slag queens have no owner."""
    table = founded(franchises=SEATS)
    leave_seat(table, "slag-queens")
    return table


def seat_offered() -> Table:
    """A league that advertises the seat of the slag queens."""
    table = founded(franchises=SEATS)
    advertise(table, "slag-queens")
    return table


def seat_asked() -> Table:
    """A league that somebody asked for the seat of the slag queens."""
    table = founded(franchises=SEATS)
    ask_for_advertised_seat(table, "slag-queens")
    return table


def templated() -> Table:
    """A league whose commissioner has a private template."""
    table = founded()
    sample_template(maker=member(table, "boss").user, published=False)
    return table


def with_template() -> Table:
    """A league on a site with a published template."""
    table = founded()
    sample_template()
    return table


def free_drivers(table: Table) -> list[str]:
    """Two drivers whom the razors may pick."""
    return sorted(free_driver_ids(load_draft(table.row), "razors"))[:2]


def moved(_table: Table) -> dict[str, Any]:
    """The fields by which the deadline of the first match is moved by a day."""
    closes_at = Window.objects.get(what="M3/m1").closes_at
    assert closes_at is not None
    until = closes_at + timedelta(days=1)
    return {"what": "M3/m1", "seen": closes_at.isoformat(), "until": until.isoformat()}


def as_it_is(_table: Table) -> dict[str, Any]:
    """No field is known to the league alone."""
    return {}


Known = Callable[[Table], dict[str, Any]]
RUNNING: dict[str, tuple[Callable[[], Table], str, str, Known]] = {
    "act_on_clock": (awaiting, "boss", "/clock", moved),
    "act_on_job": (cancelled, "boss", f"{LEAGUE}/jobs/{{job}}/acts", as_it_is),
    "advance": (ready_to_lock, "boss", "/advance", as_it_is),
    "advertise_seats": (seat_left, "boss", f"{LEAGUE}/seat-ad", as_it_is),
    "answer_handover": (offered, "wolves", f"{LEAGUE}/handovers/{{handover}}/answer", as_it_is),
    "answer_ruling": (ruled_on, "second", "/rulings/1/answer", as_it_is),
    "answer_seat_request": (seat_asked, "boss", f"{LEAGUE}/seat-requests/{{request}}/answer", as_it_is),
    "archive_league": (founded, "boss", f"{LEAGUE}/archive", as_it_is),
    "ask_deletion": (founded, "boss", f"{LEAGUE}/deletion", as_it_is),
    "ask_for_seat": (seat_offered, "slag-queens", f"{LEAGUE}/seat-requests", as_it_is),
    "change_draft_queue": (
        queued,
        "razors",
        "/franchises/razors/draft-queue",
        lambda table: {"driver": free_drivers(table)[1]},
    ),
    "draw_up_rounds": (under_way, "boss", "/plans", as_it_is),
    "edit_announcement": (announcing, "boss", f"{LEAGUE}/announcements/1", as_it_is),
    "look_for_seat": (founded, "razors", "/seats/wanted", as_it_is),
    "make_invitation": (
        seat_left,
        "boss",
        f"{LEAGUE}/invitations",
        lambda _: {"franchise": "slag-queens"},
    ),
    "offer_handover": (
        lambda: founded(franchises=SEATS),
        "boss",
        f"{LEAGUE}/handovers",
        lambda table: {"member": member(table, "wolves").pk},
    ),
    "post_announcement": (founded, "boss", f"{LEAGUE}/announcements", as_it_is),
    "preview_standing_orders": (founded, "razors", "/franchises/razors/orders/preview", as_it_is),
    "rename": (signed, "razors", f"{LEAGUE}/names", as_it_is),
    "replace_draft_queue": (
        at_the_draft,
        "razors",
        "/franchises/razors/draft-queue",
        lambda table: {"drivers": free_drivers(table)},
    ),
    "set_calendar": (founded, "boss", f"{LEAGUE}/calendar", as_it_is),
    "set_round_plan": (under_way, "boss", "/plans/2", as_it_is),
    "set_standing_orders": (founded, "razors", "/franchises/razors/orders", as_it_is),
    "set_time_zone": (founded, "razors", "/me/time-zone", as_it_is),
    "show_league": (founded, "boss", f"{LEAGUE}/visibility", as_it_is),
    "describe_template": (templated, "boss", "/templates/{key}/description", as_it_is),
    "found_from_template": (with_template, "boss", "/templates/{key}/leagues", as_it_is),
    "import_template": (founded, "razors", "/templates", as_it_is),
    "make_template": (founded, "boss", "/template", as_it_is),
    "publish_template": (templated, "boss", "/templates/{key}/publication", as_it_is),
    "veto_name": (renamed, "boss", f"{LEAGUE}/names/{{change}}/veto", as_it_is),
}
"""For each example body: how to make a league it fits, who sends it, where, and fields only that league knows."""
NUMBERED: dict[str, Callable[[], object]] = {
    "{change}": lambda: NameChange.objects.get().pk,
    "{handover}": lambda: HandoverOffer.objects.get().pk,
    "{key}": lambda: KEY,
    "{job}": lambda: Job.objects.get().pk,
    "{request}": lambda: SeatRequest.objects.get().pk,
}
"""The number of what an address names, by its place in the address."""
READ: dict[str, tuple[Callable[[], Table], str, Known]] = {
    "announcement": (announcing, "razors", lambda _: {"number": 1}),
    "calendar": (founded, "razors", as_it_is),
    "draft_queue": (queued, "razors", as_it_is),
    "feed_key": (founded, "razors", as_it_is),
    "invitations": (inviting, "boss", as_it_is),
    "names": (renamed, "razors", as_it_is),
    "round_plans": (planned, "razors", as_it_is),
    "seat_requests": (seat_asked, "boss", as_it_is),
    "season_template": (founded, "boss", as_it_is),
    "template": (with_template, "razors", lambda _: {"key": KEY}),
    "templates": (with_template, "razors", as_it_is),
    "time_zone": (founded, "razors", as_it_is),
}
"""For GET operations: how to make a league the example fits, who reads, and path parameters only it knows."""

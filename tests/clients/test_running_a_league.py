"""The client's methods for standing orders, queues, the clock, announcements, invitations, notices and quotas."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from dethmetal_client import ApiProblem, Client, Quota
from dethmetal_client.quotas import quotas_in
from django.utils import timezone

from league.tokens import COMMISSION_SCOPE, READ_SCOPE, act_scope
from scheduling.windows import sync_windows
from tests.api.api_callers import token_of
from tests.api.example_answers import ruled_on
from tests.api.test_orders_and_queues import at_the_draft, free_drivers
from tests.clients.in_process import client_of
from tests.clients.scripted_server import Scripted
from tests.league.small_league import Table, announced, founded
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db


def client_for(table: Table, who: str) -> Client:
    """A client of an owner or of the commissioner."""
    scope = COMMISSION_SCOPE if who == "boss" else act_scope(who)
    return client_of(token_of(table, who, READ_SCOPE, scope)[1])


def test_orders_are_set_against_the_tag_that_was_read_and_cleared_and_tried() -> None:
    client = client_for(founded(), "razors")
    season = ("rust-belt", "s1", "razors")
    read = client.standing_orders(*season)
    done = client.set_standing_orders(*season, {"reserve_k": 7}, key="a", if_match=read.tag)
    assert (done.orders, done.defaults["reserve_k"]) == ({"reserve_k": 7}, 60)
    with pytest.raises(ApiProblem, match="read it again"):
        client.set_standing_orders(*season, {}, key="b", if_match=read.tag)
    assert client.preview_standing_orders(*season).commands
    assert client.preview_standing_orders(*season, {"party_k": 0}).trial is not None
    assert client.clear_standing_orders(*season, key="c").orders == {}


def test_a_queue_is_replaced_and_changed() -> None:
    table = at_the_draft()
    client = client_for(table, "razors")
    season = ("rust-belt", "s1", "razors")
    for driver in free_drivers(table):
        client.change_draft_queue(*season, "add", driver, key=driver)
    queue = client.draft_queue(*season)
    assert len(queue.drivers) > 1
    turned = client.replace_draft_queue(*season, queue.drivers[::-1], key="turn", if_match=queue.tag)
    assert turned.drivers == queue.drivers[::-1]
    moved = client.change_draft_queue(*season, "move", queue.drivers[0], key="move", place=1)
    assert moved.drivers[0] == queue.drivers[0]


def test_a_commissioners_program_runs_the_clock_and_lets_the_season_go_on() -> None:
    table = clocked(announced(franchises=("razors", "saints")))
    sync_windows(table.season, at=timezone.now())
    client = client_for(table, "boss")
    paused = client.act_on_clock("rust-belt", "s1", "pause", "M3/m1", key="a", reason="A storm.")
    assert paused.windows[0].closes_at is None
    assert client.advance("rust-belt", "s1", key="b", most=1).steps == ()
    drawn = client.draw_up_rounds("rust-belt", "s1", 2, key="draw")
    assert client.round_plans("rust-belt", "s1") == drawn
    planned = client.set_round_plan("rust-belt", "s1", 2, drawn.plans[0].matches, key="two")
    assert planned.plans[0].matches == drawn.plans[0].matches
    assert client.discard_round_plans("rust-belt", "s1", key="forget").plans == ()
    calendar = client.calendar("rust-belt")
    changed = client.set_calendar("rust-belt", key="c", if_match=calendar.tag, appeal_hours=12)
    assert changed.appeal_hours == 12


def test_a_commissioners_program_announces_and_invites() -> None:
    client = client_for(founded(), "boss")
    posted = client.announce("rust-belt", "Rain", "Bring tires.", key="a")
    client.reword_announcement("rust-belt", posted.number, "Hail", "Stay.", seen=posted.wordings, key="b")
    assert [line.title for line in client.announcements("rust-belt")] == ["Hail"]
    assert client.announcement("rust-belt", 1).wordings == 2
    assert client.withdraw_announcement("rust-belt", 1, key="c").withdrawn_at is not None
    made = client.invite("rust-belt", "spectator", key="d")
    assert "/join/" in made.link
    assert client.invite("rust-belt", "spectator", key="d").link == ""
    assert client.invitations("rust-belt") == (made.invitation,)
    assert client.revoke_invitation("rust-belt", made.invitation.number, key="e") == ()


def test_a_program_reads_its_notices_and_answers_a_ruling() -> None:
    client = client_for(ruled_on(), "boss")
    (ruling,) = client.rulings("rust-belt", "s1")
    assert client.answer_ruling("rust-belt", "s1", ruling.number, "withdraw", key="a").ruling.standing == "withdrawn"
    inbox = client.inbox("rust-belt")
    last = inbox.notices[-1].id if inbox.notices else 1
    assert client.mark_read("rust-belt", until=last).unread == 0
    assert all(command.type for command in client.awaited_commands("rust-belt", "s1"))


def test_a_client_knows_what_is_left_of_its_limits_after_every_answer(scripted: Callable[..., Scripted]) -> None:
    headers = {
        "RateLimit-Policy": '"token";q=600;w=60, "a, \\"b\\"";q=5;qu="requests"',
        "RateLimit": '"token";r=599;t=60, "a, \\"b\\"";r=0;t=7',
    }
    with scripted((200, {"leagues": []}, headers), (404, {"title": "No."}, {})).client() as client:
        assert client.quota == {}
        client.leagues()
        assert client.quota["token"] == Quota(name="token", limit=600, window=60, left=599, reset=60)
        assert client.quota['a, \\"b\\"'].left == 0
        with pytest.raises(ApiProblem):
            client.league("nowhere")
        assert client.quota == {}


@pytest.mark.parametrize("text", ["", "nonsense", '"half', '"a";r=many', "limit=3, remaining=2"])
def test_headers_of_another_kind_say_nothing(text: str) -> None:
    assert all(quota.left is None for quota in quotas_in({"ratelimit": text}).values())


def test_the_site_says_what_is_left() -> None:
    client = client_for(founded(), "razors")
    client.season("rust-belt", "s1")
    first = client.quota["token"]
    client.season("rust-belt", "s1")
    assert first.left is not None
    assert client.quota["token"].left == first.left - 1

"""The draft on the clock: queues, late and early picks, pauses, and the privacy of an owner's queue."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from franchises.models import StandingOrders
from franchises.standing_orders import set_standing_orders
from journal import steward
from league.models import DraftPick, Entry, LeagueLog, Notice
from rules.campaign.core.turns import NotOnTurn
from rules.campaign.season_end.draft import DriverDrafted, draft_turn, why_not_draftable
from rules.campaign.steward.standing_orders import PolicyImproper
from rules.campaign.steward.waits import current_waits
from scheduling.automatic_steps import run_automatic_steps
from scheduling.clock_tick import tick
from scheduling.windows import overdue_waits, sync_windows
from tests.league.small_league import BEGAN, Table, assert_reconciled, drafting, founded, settled
from tests.scheduling.calendar_league import HOUR, clocked, delivered, member, told, window

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def at_the_draft() -> Table:
    """A league at its first draft pick, with twelve hours for each turn."""
    return clocked(drafting(settled(rounds=1)), hours={"E6": 12})


def on_turn(table: Table) -> str:
    turn = draft_turn(table.state)
    assert turn is not None
    return turn.franchise


def free(table: Table, franchise: str) -> list[str]:
    state = table.state
    return [driver.id for driver in state.all_drivers() if not why_not_draftable(state, franchise, driver)]


def queue(table: Table, franchise: str, *drivers: str, **policies: Any) -> None:
    document = {"draft_queue": list(drivers), **policies}
    set_standing_orders(franchise=franchise, document=document, member=member(table, franchise), at=BEGAN)


def answered(table: Table, wait: str, *, key: str = "clock") -> list[DriverDrafted]:
    """The picks that standing orders make at that turn, if it is still that turn."""
    answers = steward.answer_as_steward(table.season, at=BEGAN, key=key, only_for=wait)
    return [fact for answer in answers for fact in answer.facts if isinstance(fact, DriverDrafted)]


def test_the_first_of_the_queue_who_is_left_is_picked_whatever_the_other_orders_say() -> None:
    table = at_the_draft()
    first = on_turn(table)
    wanted = free(table, first)[-1]
    queue(table, first, f"{first}.d1", "ghost", wanted, free(table, first)[0], roster=0, pick=False)
    (fact,) = answered(table, "E6/1")
    assert (fact.franchise, fact.driver) == (first, wanted)


def test_with_its_queue_used_up_a_franchise_goes_its_own_way() -> None:
    table = at_the_draft()
    queue(table, on_turn(table), "ghost", pick=False)
    assert answered(table, "E6/1") == []
    assert [current_wait.what for current_wait in current_waits(table.state)] == ["E6/2"]


def test_an_owners_pick_that_comes_in_between_wins_over_the_clock() -> None:
    table = at_the_draft()
    sync_windows(table.season, at=BEGAN)
    first = on_turn(table)
    (overdue,) = overdue_waits(table.season, at=BEGAN + 12 * HOUR)
    pick = free(table, first)[0]
    table.give("pick_driver", by=first, franchise=first, driver=pick)
    before = table.row.digest
    assert steward.answer_as_steward(table.season, at=BEGAN, key="late", only_for=overdue) == []
    assert run_automatic_steps(table.season, at=BEGAN + 12 * HOUR) == []
    assert (table.row.digest, on_turn(table) == first) == (before, False)


def test_a_pick_that_comes_after_the_clocks_is_refused_and_nothing_is_picked_twice() -> None:
    table = at_the_draft()
    first = on_turn(table)
    wanted = free(table, first)[0]
    queue(table, first, wanted)
    assert [fact.driver for fact in answered(table, "E6/1")] == [wanted]
    with pytest.raises(NotOnTurn):
        table.give("pick_driver", by=first, franchise=first, driver=wanted)
    assert Entry.objects.filter(command="pick_driver").count() == 1


def test_the_clocks_answer_given_twice_is_given_once() -> None:
    table = at_the_draft()
    queue(table, on_turn(table), free(table, on_turn(table))[0])
    first = answered(table, "E6/1")
    length = table.row.length
    assert answered(table, "E6/1") == first
    assert answered(table, "E6/1", key="another") == []
    assert table.row.length == length


def test_a_turn_of_the_draft_goes_by_the_clock_to_the_next_and_everybody_is_told_his_own() -> None:
    table = at_the_draft()
    first = on_turn(table)
    queue(table, first, free(table, first)[0])
    tick(table.season, at=BEGAN)
    assert told(table, first, about="turn") == ["Make your pick in the draft, or pass by Wed 2 Sep 06:00 UTC."]
    assert len(tick(table.season, at=BEGAN + 12 * HOUR)) == 1
    assert tick(table.season, at=BEGAN + 12 * HOUR) == []
    second = on_turn(table)
    assert second != first
    assert told(table, second, about="turn") == ["Make your pick in the draft, or pass by Wed 2 Sep 18:00 UTC."]
    assert window(table, "E6/1").closed_at == BEGAN + 12 * HOUR
    delivered()
    name = DraftPick.objects.exclude(driver=None).get().driver.person.name
    assert told(table, first, about="picked") == [f"Your standing orders picked {name} for you in the draft."]
    assert_reconciled(table.season)


def test_a_queue_is_its_owners_alone() -> None:
    table = at_the_draft()
    first, *others = table.state.draft.order if table.state.draft else []
    secret = free(table, first)[-1]
    queue(table, first, secret)
    assert [league_log.subject for league_log in LeagueLog.objects.filter(what="standing orders")] == [first]
    tick(table.season, at=BEGAN)
    assert not any(secret in str(notice.arguments) for notice in Notice.objects.all())
    for who in (others[0], "boss"):
        client = Client()
        client.force_login(member(table, who).user)
        for path in (f"/l/rust-belt/f/{first}/", f"/l/rust-belt/f/{first}/orders/", "/l/rust-belt/s1/"):
            page = client.get(path)
            assert page.status_code in {200, 403, 404}
            assert b"draft_queue" not in page.content
    assert StandingOrders.objects.get().document == {"draft_queue": [secret]}


@pytest.mark.parametrize("wrong", ["razors.d1", [1], {"razors.d1": 1}])
def test_a_queue_is_a_list_of_drivers_or_refused(wrong: Any) -> None:
    table = at_the_draft()
    with pytest.raises(PolicyImproper, match="standing order draft_queue cannot be that"):
        set_standing_orders(
            franchise="razors", document={"draft_queue": wrong}, member=member(table, "razors"), at=BEGAN
        )


def test_a_setup_window_past_its_deadline_is_answered_for_everybody_it_was_open_to() -> None:
    table = clocked(founded(), hours={"S1": 6})
    sync_windows(table.season, at=BEGAN)
    answers = steward.answer_as_steward(table.season, at=BEGAN, key="clock", only_for="S1")
    assert len(answers) == 3
    assert steward.answer_as_steward(table.season, at=BEGAN, key="other", only_for="M3/m1") == []


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("first", "second", "actor"), [("owner", [], None), ("clock", "NotOnTurn", "steward")], ids=["owner", "clock"]
)
def test_of_a_pick_and_the_clock_at_the_same_moment_one_wins_and_the_other_changes_nothing(
    postgres_url: str, first: str, second: Any, actor: str | None
) -> None:
    environment = {**os.environ, "DATABASE_URL": postgres_url}
    completed = subprocess.run(
        [sys.executable, "-m", "tests.scheduling.pick_race", first],
        env=environment,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert completed.returncode == 0, completed.stderr[-3000:]
    results = json.loads(completed.stdout.splitlines()[-1])
    assert results["second"] == second
    (turn,) = results["turns"]
    assert turn[1] == (actor or turn[1])
    assert turn[0] in ({"pick_driver"} if first == "owner" else {"pick_driver", "pass_pick"})

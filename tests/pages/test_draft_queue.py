"""The owner's queue on the draft page: filled, ordered and emptied there, sealed from others, and picked from."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from drivers.pages import draft
from drivers.pages.draft_queue import LONGEST_QUEUE, changed_queue, queue_of
from rules.campaign.season_end.draft import draft_turn, why_not_draftable
from rules.core.refusals import Malformed
from tests.command_forms.desk import Sitter
from tests.command_forms.leagues_at_steps import picking
from tests.command_forms.test_form_recovery import lapsed
from tests.league.small_league import Table, settled

pytestmark = pytest.mark.django_db
HERE = "/l/rust-belt/s1/draft/"


def free(table: Table) -> list[str]:
    """The drivers who may be picked by the razors."""
    season = table.state
    return [driver.id for driver in season.all_drivers() if not why_not_draftable(season, "razors", driver)]


def changes(table: Table, who: str, **given: str) -> Any:
    """Change the queue of `who` by the page's form."""
    return Sitter(table.season, who).client.post(HERE, {"franchise": who, **given})


def test_a_driver_is_added_moved_and_taken_out_on_the_page() -> None:
    table = picking()
    first, second = free(table)[:2]
    for driver in (first, second, first):
        assert changes(table, "razors", do=f"add:{driver}")["Location"] == f"{HERE}#available"
    assert queue_of("rust-belt", "razors") == [first, second]
    assert changes(table, "razors", do=f"up:{second}")["Location"] == f"{HERE}#queue"
    assert queue_of("rust-belt", "razors") == [second, first]
    page = Sitter(table.season, "razors").client.get(HERE)
    assert [line.row.id for line in page.context["queue"]] == [second, first]
    changes(table, "razors", do=f"drop:{second}")
    assert queue_of("rust-belt", "razors") == [first]


def test_whoever_adds_a_driver_returns_to_the_page_of_the_list_they_were_on(monkeypatch: pytest.MonkeyPatch) -> None:
    table = picking()
    monkeypatch.setattr(draft, "MOST_AVAILABLE", 1)
    owner, second_page = Sitter(table.season, "razors").client, f"{HERE}?sort=name&available=2"
    answer = owner.post(second_page, {"franchise": "razors", "do": f"add:{free(table)[0]}"})
    assert answer["Location"] == f"{second_page}#available"
    page = owner.get(second_page).context
    assert (len(page["available"]), [it.here for it in page["available"].links][:3]) == (1, [False, True, False])
    assert page["available"].how_many > 2


def test_while_a_draft_runs_its_last_turn_is_shown_and_can_be_undone_there(monkeypatch: pytest.MonkeyPatch) -> None:
    table = picking()
    for _ in range(2):
        turn = draft_turn(table.state)
        assert turn is not None
        driver = next(
            it.id for it in table.state.all_drivers() if not why_not_draftable(table.state, turn.franchise, it)
        )
        table.give("pick_driver", by=turn.franchise, franchise=turn.franchise, driver=driver)
    monkeypatch.setattr(draft, "TURN_LINES", 1)
    commissioner = Sitter(table.season, "boss").client
    assert "Undo this pick" in commissioner.get(HERE).content.decode()
    assert "Undo this pick" not in commissioner.get(f"{HERE}?turns=1").content.decode()


def test_dragging_sends_the_whole_order() -> None:
    table = picking()
    first, second = free(table)[:2]
    for driver in (first, second):
        changes(table, "razors", do=f"add:{driver}")
    changes(table, "razors", order=f"{second},{first},nobody")
    assert queue_of("rust-belt", "razors") == [second, first]


def test_a_long_queue_is_in_pages_and_a_driver_is_moved_from_one_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    table = picking()
    monkeypatch.setattr(draft, "MOST_QUEUED", 2)
    drivers = free(table)
    assert len(drivers) == 3
    for driver in drivers:
        changes(table, "razors", do=f"add:{driver}")
    first, second, third = drivers
    owner = Sitter(table.season, "razors").client
    pages = [owner.get(f"{HERE}?queue={number}") for number in (1, 2)]
    assert [[it.queued for it in page.context["queue"]] for page in pages] == [[1], [2, 3]]
    assert "Queue 3</a>" in pages[1].content.decode()
    last = pages[1].content.decode().split('class="plain queue-list"')[1].split("</ol>")[0]
    assert re.findall(r'value="(\w+):[^>]* disabled', last) == ["down"]
    up = owner.post(f"{HERE}?sort=name&queue=2", {"franchise": "razors", "do": f"up:{second}"})
    assert up["Location"] == f"{HERE}?sort=name#queue", "the page that now has the driver"
    assert queue_of("rust-belt", "razors") == [second, first, third]
    down = owner.post(HERE, {"franchise": "razors", "do": f"down:{second}"})
    assert down["Location"] == f"{HERE}?queue=2#queue"
    assert queue_of("rust-belt", "razors") == drivers


def test_dragging_on_a_page_of_the_queue_leaves_its_other_pages_as_they_are() -> None:
    queue, free_drivers = ["a", "b", "c", "d", "e"], set("abcde")
    assert changed_queue(queue, {"order": "d,c"}, free=free_drivers) == ["a", "b", "d", "c", "e"]
    assert changed_queue(queue, {"order": "d,c"}, free=free_drivers - {"a"}) == ["b", "d", "c", "e"]


def test_a_queue_is_its_owners_own() -> None:
    table = picking()
    driver = free(table)[0]
    changes(table, "razors", do=f"add:{driver}")
    for who in ("saints", "boss"):
        page = Sitter(table.season, who).client.get(HERE)
        assert list(page.context["queue"]) == []
    sent = {"franchise": "razors", "do": f"drop:{driver}"}
    assert Sitter(table.season, "saints").client.post(HERE, sent).status_code == 403
    assert queue_of("rust-belt", "razors") == [driver]


def test_whoever_may_not_be_picked_any_more_is_refused_where_the_queue_stands() -> None:
    table = picking()
    answer = changes(table, "razors", do="down:nobody")
    assert answer["Location"] == f"{HERE}#queue"
    page = Sitter(table.season, "razors")
    page.client.post(HERE, {"franchise": "razors", "do": "up:nobody"})
    html = page.client.get(HERE).content.decode()
    assert "may not be picked any more" in html.split('id="queue"')[1]


def test_whoever_cannot_be_queued_is_refused_in_the_list_where_they_stand() -> None:
    table = picking()
    answer = changes(table, "razors", do="add:nobody")
    assert answer["Location"] == f"{HERE}#available"
    html = Sitter(table.season, "razors").client
    html.post(HERE, {"franchise": "razors", "do": "add:nobody"})
    listed = html.get(HERE).content.decode().split('id="available"')[1].split("</section>")[0]
    assert "may not be picked any more" in listed


def test_drivers_who_are_gone_leave_the_queue_and_what_makes_no_sense_is_refused() -> None:
    assert changed_queue(["a", "b", "c"], {"do": "down:a"}, free={"a", "c"}) == ["c", "a"]
    assert changed_queue(["a"], {"do": "up:a"}, free={"a"}) == ["a"]
    full = [str(number) for number in range(LONGEST_QUEUE)]
    with pytest.raises(Malformed, match="at most 100 drivers: remove one first"):
        changed_queue(full, {"do": "add:x"}, free={*full, "x"})
    for given in ({}, {"do": "sideways:a"}, {"do": "up:b"}):
        with pytest.raises(Malformed):
            changed_queue(["a"], given, free={"a", "b"})


@pytest.mark.parametrize("change", [{"do": "up:{0}"}, {"order": "{0},{1}"}])
def test_a_change_that_was_lost_by_an_expired_log_in_is_reported_on_the_draft_page_once(
    change: dict[str, str],
) -> None:
    table = picking()
    drivers = free(table)[:2]
    for driver in drivers[::-1]:
        changes(table, "razors", do=f"add:{driver}")
    owner = Sitter(table.season, "razors").client
    sent = {"franchise": "razors", **{name: value.format(*drivers) for name, value in change.items()}}
    assert "so your draft queue was not changed" in lapsed(owner, f"{HERE}?sort=name", sent).content.decode()
    assert queue_of("rust-belt", "razors") == drivers[::-1]
    assert "so your draft queue was not changed" not in owner.get(HERE).content.decode()


def test_an_open_draft_page_that_looks_for_news_while_logged_out_does_not_take_the_message() -> None:
    table = picking()
    browser = Client()
    browser.post(HERE, {"franchise": "razors", "do": f"add:{free(table)[0]}"})
    assert "so your draft queue was not changed" not in browser.get(HERE).content.decode()
    browser.force_login(get_user_model().objects.get(username="rust-belt-razors"))
    assert "so your draft queue was not changed" in browser.get(HERE).content.decode()


def test_a_change_from_a_page_that_stayed_open_until_the_picks_were_over_says_that_nothing_was_changed() -> None:
    table = settled()
    answer = Sitter(table.season, "razors").client.post(HERE, {"franchise": "razors", "do": "up:x"}, follow=True)
    assert "Nobody picks drivers now, so your draft queue stays as it is." in answer.content.decode()

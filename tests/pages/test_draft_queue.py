"""The owner's queue on the draft page: filled, ordered and emptied there, sealed from others, and picked from."""

from __future__ import annotations

from typing import Any

import pytest

from drivers.pages import draft
from drivers.pages.draft_queue import LONGEST_QUEUE, changed_queue, queue_of
from rules.campaign.season_end.draft import draft_turn, why_not_draftable
from rules.core.refusals import Malformed
from tests.command_forms.desk import Sitter
from tests.command_forms.leagues_at_steps import picking
from tests.league.small_league import Table

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


def test_a_queue_is_its_owners_own() -> None:
    table = picking()
    driver = free(table)[0]
    changes(table, "razors", do=f"add:{driver}")
    for who in ("saints", "boss"):
        page = Sitter(table.season, who).client.get(HERE)
        assert page.context["queue"] == []
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


def test_drivers_who_are_gone_leave_the_queue_and_what_makes_no_sense_is_refused() -> None:
    assert changed_queue(["a", "b", "c"], {"do": "down:a"}, free={"a", "c"}) == ["c", "a"]
    assert changed_queue(["a"], {"do": "up:a"}, free={"a"}) == ["a"]
    full = [str(number) for number in range(LONGEST_QUEUE)]
    assert changed_queue(full, {"do": "add:x"}, free={*full, "x"}) == full
    for given in ({}, {"do": "sideways:a"}, {"do": "up:b"}):
        with pytest.raises(Malformed):
            changed_queue(["a"], given, free={"a", "b"})

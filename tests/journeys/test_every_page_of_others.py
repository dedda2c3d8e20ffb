"""Every page that owners and visitors read, the form of every command, and the error pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.exceptions import SuspiciousOperation
from django.urls import get_resolver

from tests.journeys.page_inspection import EVERY, faults, wrongs_here
from tests.journeys.whole_site import OWNER, logged_in, looks, whole_site
from tests.league.small_league import founded

TYPED = "(all) => all.forEach((each) => { each.value = 'x'; })"
MOST_TRIES = 20


@pytest.mark.browser
@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("every", EVERY)
@pytest.mark.django_db(transaction=True)
def test_the_other_pages_are_accessible_in_order_and_fit(
    every: int, visit: Callable[..., Any], live_server: Any
) -> None:
    whole_site()
    theirs = [(name, look) for name, look in looks() if name == "command" or not look.who.endswith("boss")]
    assert len(theirs) > 40
    assert faults(visit(), live_server.url, theirs[::every]) == {}


@pytest.mark.browser
@pytest.mark.long
@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_the_pages_that_say_no_are_accessible_in_order_and_fit(visit: Callable[..., Any], live_server: Any) -> None:
    founded(public=True)
    visitor = visit()
    page, context = visitor.page, visitor.page.context
    context.add_init_script(script=Axe().axe_script)
    context.add_cookies([logged_in(OWNER) | {"url": live_server.url}])
    wrong_by_page: dict[str, list[str]] = {}

    def looked_at(said: Any, status: int, kind: str) -> None:
        assert said.status == status
        visitor.complaints[:] = [
            complaint for complaint in visitor.complaints if f"status of {status}" not in complaint
        ]
        if wrong := wrongs_here(page):
            wrong_by_page[kind] = wrong

    def pressed(name: str) -> Any:
        with page.expect_navigation() as answered:
            page.locator("main").get_by_role("button", name=name).click()
        return answered.value

    looked_at(page.goto("/l/rust-belt/nothing/"), 404, "nothing is there")
    looked_at(page.goto("/l/rust-belt/s1/board/"), 403, "somebody else's")
    page.goto("/accounts/password/change/")
    for _ in range(MOST_TRIES):
        page.locator("main input[type=password]").evaluate_all(TYPED)
        if (answer := pressed("Change password")).status != 200:
            break
    looked_at(answer, 429, "too often")
    page.goto("/accounts/logout/")
    page.locator("main [name=csrfmiddlewaretoken]").evaluate("(each) => each.remove()")
    looked_at(pressed("Log out"), 403, "a form too old")
    assert wrong_by_page == {}


@pytest.mark.browser
@pytest.mark.long
@pytest.mark.once
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("status", [400, 500])
def test_the_pages_of_what_went_wrong_are_accessible_in_order_and_fit(
    visit: Callable[..., Any], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(_request: Any, league: str) -> None:
        raise SuspiciousOperation(league) if status == 400 else ValueError(league)

    founded()
    pattern = next(
        url_pattern for url_pattern in get_resolver("league.urls").url_patterns if url_pattern.name == "heads"
    )
    monkeypatch.setattr(pattern, "callback", breaks)
    visitor = visit()
    page = visitor.page
    page.context.add_init_script(script=Axe().axe_script)
    answer = page.goto("/l/rust-belt/heads/")
    visitor.complaints[:] = [complaint for complaint in visitor.complaints if f"status of {status}" not in complaint]
    assert answer.status == status
    assert wrongs_here(page) == []

"""An owner logs in with the form, finds their franchise in the bar, and logs out again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from tests.league.small_league import founded

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]


def test_an_owner_logs_in_where_he_was_and_out_again(visit: Callable[..., Any]) -> None:
    founded(public=True)
    owner = get_user_model().objects.get(username="rust-belt-razors")
    owner.set_password("a pass phrase for tests")
    owner.save()
    visitor = visit(width=1280)
    page = visitor.page
    page.goto("/l/rust-belt/")
    page.get_by_role("link", name="Log in").click()
    page.locator("input[name=login]").fill("rust-belt-razors")
    page.locator("input[name=password]").fill("a pass phrase for tests")
    page.locator("main button[type=submit]").first.click()
    page.wait_for_url("**/l/rust-belt/")
    assert page.get_by_role("link", name="Razors, 1000k").get_attribute("href") == "/l/rust-belt/f/razors/"
    page.get_by_role("link", name="Log out").click()
    page.locator("main button[type=submit]").first.click()
    page.get_by_role("link", name="Log in").wait_for()
    assert visitor.complaints == []


def test_a_wrong_password_is_said_and_nobody_is_logged_in(visit: Callable[..., Any]) -> None:
    founded(public=True)
    visitor = visit(width=390)
    visitor.page.goto("/accounts/login/")
    visitor.page.locator("input[name=login]").fill("rust-belt-razors")
    visitor.page.locator("input[name=password]").fill("not this one")
    visitor.page.locator("main button[type=submit]").first.click()
    visitor.page.get_by_text("do not match: check both").wait_for()
    assert (
        visitor.page.get_by_role("link", name="Log in").count() == 1
        or visitor.page.locator(".navbar-toggler").is_visible()
    )

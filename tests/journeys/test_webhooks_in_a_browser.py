"""In a browser, an owner creates a webhook, copies its secret, tests it, and stops it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from league.models import Delivery, Webhook
from tests.journeys.test_joining_in_a_browser import wrongs
from tests.league.small_league import founded
from tests.sampling import crossed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HOOKS = "/l/rust-belt/webhooks/"


@pytest.mark.parametrize(("width", "theme"), crossed([390, 1280], ["dark", "light"], every=2))
def test_in_a_browser_a_webhook_is_made_tried_and_stopped(visit: Callable[..., Any], width: int, theme: str) -> None:
    founded()
    page = visit(width=width, theme=theme).page
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill("rust-belt-razors")
    page.locator("input[name=password]").fill("razors")
    page.locator("main button[type=submit]").first.click()
    page.goto(HOOKS)
    assert wrongs(page, width=width) == []
    page.get_by_label("What it is for").fill("the pit wall")
    page.get_by_label("Address").fill("https://127.0.0.1/x")
    page.get_by_role("button", name="Make a webhook").click()
    page.get_by_text("not on the public internet").wait_for()
    assert wrongs(page, width=width) == []
    page.get_by_label("Address").fill("https://8.8.8.8/x")
    page.get_by_role("button", name="Make a webhook").click()
    secret = page.get_by_label("Secret", exact=True).input_value()
    assert secret == Webhook.objects.get().secret
    assert wrongs(page, width=width) == []
    page.get_by_role("button", name="Send a test").click()
    page.get_by_text("A test is on its way").wait_for()
    Delivery.objects.update(next_at=None, tries=10, status=500, said="It answered 500.")
    page.goto(HOOKS)
    page.get_by_role("button", name="Send the dead message again").click()
    page.get_by_text("1 message is on the way again.").wait_for()
    assert Delivery.objects.get().next_at is not None
    assert wrongs(page, width=width) == []
    page.goto(HOOKS)
    page.locator("summary", has_text="Stop it").click()
    page.get_by_role("button", name="Stop the pit wall").click()
    page.get_by_text("gets no more messages").wait_for()
    assert wrongs(page, width=width) == []
    assert Webhook.objects.get().stopped_at is not None

"""An error report of a page that has just made a secret does not hold it."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.views.debug import ExceptionReporter

from league.models import Webhook
from league.views import tokens, webhooks
from tests.league.small_league import founded
from tests.pages import test_token_pages as token_pages
from tests.pages.test_webhook_pages import HOOKS, MAKING, browser

pytestmark = pytest.mark.django_db


class Rendered:
    """The context a page was rendered with, which no report shows: it is in the test's own frames."""

    context: Any


class RenderingFailed(Exception):
    """What a template raises that is broken."""


def reported(
    monkeypatch: pytest.MonkeyPatch, views: ModuleType, client: Client, url: str, sent: dict[str, Any]
) -> tuple[str, Any]:
    """The report of an error while a posted page is rendered, and the context it was rendered with."""
    rendered = Rendered()

    def render(request: Any, template: str, context: Any, **_: Any) -> None:
        rendered.context = context
        raise RenderingFailed(template)

    with monkeypatch.context() as patch:
        patch.setattr(views, "render", render)
        try:
            client.post(url, sent)
        except RenderingFailed:
            report = ExceptionReporter(RequestFactory().get("/"), *sys.exc_info()).get_traceback_html()
        else:
            pytest.fail("the page did not fail", pytrace=False)
    return report, rendered.context


def test_the_secret_of_a_new_webhook_is_in_no_error_report(monkeypatch: pytest.MonkeyPatch) -> None:
    founded()
    report, _ = reported(monkeypatch, webhooks, browser("razors"), HOOKS, {**MAKING, "key": "k"})
    secret = Webhook.objects.get().secret
    assert "_make_from_form" in report
    assert secret not in report


def test_the_renewed_secret_of_a_webhook_is_in_no_error_report(monkeypatch: pytest.MonkeyPatch) -> None:
    founded()
    client = browser("razors")
    client.post(HOOKS, {**MAKING, "key": "k"})
    number = Webhook.objects.get().pk
    report, _ = reported(monkeypatch, webhooks, client, HOOKS, {"act": "secret", "webhook": number})
    secret = Webhook.objects.get().secret
    assert "_renew_secret" in report
    assert secret not in report


def test_the_text_of_a_new_token_is_in_no_error_report(monkeypatch: pytest.MonkeyPatch) -> None:
    founded()
    report, context = reported(
        monkeypatch, tokens, token_pages.browser("razors"), token_pages.TOKENS, token_pages.MAKING
    )
    assert "_make_from_form" in report
    assert context["made"].text not in report
